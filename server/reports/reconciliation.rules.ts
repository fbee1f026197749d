// Whether open items and the books agree (avstämning): for each account what the items come to, what of it is not in
// the books yet, and what stands on the account beside them.
import type { Ore } from '#platform/money'

/** What the items of one account come to; `account` is null where nothing of them is booked. In öre. */
export type ItemSums = {
  account: number | null
  restOre: Ore
  bookedOre: Ore
  /** What the tax authority owes for the customer. */
  authorityOre: Ore
  authorityBookedOre: Ore
}

/**
 * In öre, positive where customers owe and where suppliers are owed: the items, what of them is not booked, what their
 * entries leave on the account, what stands there, and the difference between these two.
 */
export type Compared = {
  account: number
  restOre: Ore
  notBookedOre: Ore
  bookedOre: Ore
  booksOre: Ore
  differenceOre: Ore
}

type Asked = {
  items: readonly ItemSums[]
  /** What stands on each account, debit positive. */
  books: ReadonlyMap<number, Ore>
  /** The account of claims or debts, and that of what the tax authority owes. */
  roles: readonly number[]
}

/** A row for each account that items stand on; what is not booked anywhere belongs to the company's usual one. */
export const compareWithBooks = (side: 'customer' | 'supplier', { items, books, roles }: Asked): Compared[] => {
  const [usual, authority] = roles
  const sums = new Map<number, { rest: Ore; booked: Ore }>()
  const add = (account: number | undefined, rest: Ore, booked: Ore) => {
    if (account === undefined) return
    const sum = sums.get(account) ?? { rest: 0n, booked: 0n }
    sums.set(account, { rest: sum.rest + rest, booked: sum.booked + booked })
  }
  add(usual, 0n, 0n)
  for (const { account, restOre, bookedOre } of items) add(account ?? usual, restOre, bookedOre)
  for (const { authorityOre, authorityBookedOre } of items) add(authority, authorityOre, authorityBookedOre)
  if (authority !== undefined) add(authority, 0n, 0n)
  const compared = [...sums].map(([account, { rest, booked }]): Compared => {
    const stands = books.get(account) ?? 0n
    const booksOre = side === 'customer' ? stands : -stands
    return {
      ...{ account, restOre: rest, notBookedOre: rest - booked, bookedOre: booked },
      ...{ booksOre, differenceOre: booksOre - booked },
    }
  })
  return compared.filter((one) => one.account !== authority || isThere(one)).sort((a, b) => a.account - b.account)
}

const isThere = ({ restOre, bookedOre, booksOre }: Compared): boolean =>
  restOre !== 0n || bookedOre !== 0n || booksOre !== 0n
