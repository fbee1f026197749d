// The booked effect of losses and cash discounts, which recoveries and reversals follow.
import { type AccountMap, portionsByKey } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { restingVatRoleOf } from '#sales/publishing/vat.rules'
import { type Part, sumOf } from './booking.rules.ts'
import type { DebitItem, DiscountsGiven } from './losses-and-discounts.rules.ts'
import {
  isAdvance,
  isBooked,
  movedLossTitle,
  partsOfSale,
  type Sale,
  type SettlementRow,
  type Share,
} from './sale.rules.ts'

/** An amount on an account, and whether the account counts towards a VAT box. */
export type Lowered = DebitItem & { isDeclared: boolean }

/**
 * The entries of an invoice's losses on accounts other than the receivable, and the days on which year-end booking
 * moved previously unbooked losses to the receivable.
 */
type BookedLosses = { losses: readonly Lowered[]; movedOn: ReadonlySet<Day> }

export const bookedLosses = async (call: CompanyCall, sale: Sale, accounts: AccountMap): Promise<BookedLosses> => {
  const rows = await bookedLowered(call, sale, 'badDebt')
  const moved = isBooked(sale) ? await movedLosses(call, sale) : []
  const lost = entriesIn(rows, sale).map(({ settlement, items }) => {
    leaveClaim(items, settlement, sumOf(sharesOf(sale, settlement)), accounts)
    return items
  })
  const beside = moved.filter(({ account }) => account !== accounts.receivable)
  const declared = new Set([...rows, ...moved].flatMap(({ account, isDeclared }) => (isDeclared ? [account] : [])))
  const items = added([...lost, ...beside.map(({ account, debit }) => new Map([[account, debit]]))])
  return {
    losses: items.map((item) => ({ ...item, isDeclared: declared.has(item.account) })),
    movedOn: new Set(moved.map(({ date }) => date)),
  }
}

type Moved = Lowered & { date: Day }

/** Losses that were left out of the books and later moved by year-end booking. */
const movedLosses = async ({ db, companyId }: CompanyCall, sale: Sale): Promise<Moved[]> => {
  const days = [...new Set(sale.shares.flatMap(({ date, entryId }) => (entryId === null ? [date] : [])))]
  if (days.length === 0) return []
  return db.rows<Moved>(
    sql`
    select e.date, it.account, sum(it.debit - it.credit)::bigint as debit, count(a.vat_code) > 0 as "isDeclared"
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view it on it.company_id = e.company_id and it.journal_entry_id = e.id
    left join ledger.account_view a on a.company_id = it.company_id and a.number = it.account
    where e.company_id = ${companyId} and e.date = any(${days}::date[]) and e.origin = 'document'
      and e.title = ${movedLossTitle(sale)}
    group by e.date, it.account order by e.date, it.account`,
    'moved-losses',
  )
}

/**
 * The booked effect of an invoice's discounts: the items of their entries on accounts other than the receivable. Under
 * the cash method these entries also book the sale itself, which is excluded, and amounts beside the sale are returned
 * separately.
 */
export const discountsGiven = async (call: CompanyCall, sale: Sale, accounts: AccountMap): Promise<DiscountsGiven> => {
  const parts = partsOfSale(sale, accounts)
  const given = entriesIn(await bookedLowered(call, sale, 'cashDiscount'), sale).map(({ settlement, items }) => {
    const shares = sharesOf(sale, settlement)
    const soldWith = portionsByKey(shares)
    for (const { account, key } of parts) add(items, account, soldWith.get(key) ?? 0n)
    if (isAdvance(sale.record) && isBooked(sale)) rest(items, parts, accounts)
    leaveClaim(items, settlement, sumOf(shares), accounts)
    const { sumBaseOre, claimBaseOre, advanceBaseOre: advance } = settlement
    const rounding = sumBaseOre - claimBaseOre - advance
    add(items, accountWith(items, -advance, accounts.customerAdvance), advance)
    add(items, accountWith(items, -rounding, accounts.rounding), rounding)
    return { items, beside: takeBeside(items, claimBaseOre - sumOf(shares), accounts) }
  })
  return { ofSale: added(given.map(({ items }) => items)), beside: added(given.map(({ beside }) => beside)) }
}

/**
 * Entries of an advance also move VAT that becomes due, with its base. Both follow the payments, so here they are put
 * back on the deferred accounts.
 */
const rest = (items: Items, parts: readonly Part[], accounts: AccountMap): void => {
  for (const { kind, account, taxRate } of parts) {
    if (kind === 'base') items.delete(account)
    if (taxRate === undefined) continue
    add(items, accounts[restingVatRoleOf(taxRate)], items.get(account) ?? 0n)
    items.delete(account)
  }
}

/** Takes the amount not shared as sold from the account of discounts beside the sale, if it has that much. */
const takeBeside = (items: Items, unshared: Ore, { badDebtUntaxed }: AccountMap): Items => {
  const there = items.get(badDebtUntaxed) ?? 0n
  const isThere = unshared > 0n ? there >= unshared : there <= unshared
  if (!isThere) return new Map()
  add(items, badDebtUntaxed, -unshared)
  return new Map([[badDebtUntaxed, unshared]])
}

type Booked = Lowered & { id: string }

const bookedLowered = (
  { db, companyId }: CompanyCall,
  { record }: Sale,
  type: 'badDebt' | 'cashDiscount',
): Promise<Booked[]> =>
  db.rows<Booked>(
    sql`
    select s.id, it.account, sum(it.debit - it.credit)::bigint as debit, count(a.vat_code) > 0 as "isDeclared"
    from sales.settlement s
    join ledger.journal_entry_item_view it on it.company_id = s.company_id and it.journal_entry_id = s.journal_entry_id
    left join ledger.account_view a on a.company_id = it.company_id and a.number = it.account
    where s.company_id = ${companyId} and s.invoice_id = ${record.id} and s.type = ${type}
    group by s.id, it.account order by s.id, it.account`,
    'booked-lowered',
  )

/** The items of an entry: debit by account. */
type Items = Map<number, Ore>

const entriesIn = (rows: readonly Booked[], { settlements }: Sale): { settlement: SettlementRow; items: Items }[] =>
  settlements.flatMap((settlement) => {
    const own = rows.filter(({ id }) => id === settlement.id)
    return own.length === 0 ? [] : [{ settlement, items: new Map(own.map(({ account, debit }) => [account, debit])) }]
  })

const sharesOf = ({ shares }: Sale, { id }: SettlementRow): Share[] => shares.filter(({ sourceId }) => sourceId === id)

/** Removes the item that reduces or restores the claim, which is not part of the sale. It is alone on its account. */
const leaveClaim = (items: Items, { claimBaseOre }: SettlementRow, shared: Ore, accounts: AccountMap): void => {
  items.delete(accountWith(items, shared - claimBaseOre, accounts.receivable))
}

/** The account of an entry with a given amount: the current account of the role, otherwise one that has the amount. */
const accountWith = (items: Items, ore: Ore, usual: number): number => {
  if (items.get(usual) === ore) return usual
  return [...items].find(([, debit]) => debit === ore)?.[0] ?? usual
}

const add = (items: Items, account: number, ore: Ore): void => {
  items.set(account, (items.get(account) ?? 0n) + ore)
}

const added = (entries: readonly Items[]): DebitItem[] => {
  const sums: Items = new Map()
  for (const [account, debit] of entries.flatMap((items) => [...items])) add(sums, account, debit)
  return [...sums].map(([account, debit]) => ({ account, debit }))
}
