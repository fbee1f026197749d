// The reconciliation of open items with the books (avstämning): for each account the items, the part not booked yet,
// and other amounts on the account.
import type { Ore } from '#platform/money'

/** The sums of the items of one account; `account` is null if nothing of them is booked. In öre. */
export type ItemSums = {
  account: number | null
  restOre: Ore
  bookedOre: Ore
  /** The part owed by the tax authority. */
  authorityOre: Ore
  authorityBookedOre: Ore
}

/**
 * In öre, positive for claims on customers and debts to suppliers: the items, their unbooked part, the balance of their
 * entries on the account, the account balance, and the difference between these two.
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
  /** The balance of each account, debit positive. */
  books: ReadonlyMap<number, Ore>
  /** The account of claims or debts, and that of claims on the tax authority. */
  roles: readonly number[]
}

/** A row for each account with items; unbooked ones count on the company's usual account. */
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
      account,
      restOre: rest,
      notBookedOre: rest - booked,
      bookedOre: booked,
      booksOre,
      differenceOre: booksOre - booked,
    }
  })
  return compared.filter((one) => one.account !== authority || isThere(one)).sort((a, b) => a.account - b.account)
}

const isThere = ({ restOre, bookedOre, booksOre }: Compared): boolean =>
  restOre !== 0n || bookedOre !== 0n || booksOre !== 0n
