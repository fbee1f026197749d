// Booking of what happens to sales: entries that follow from a payment, a settlement, or what the tax authority pays.
import { type AccountMap, type Book, bookOn, type DocumentItem, portionsByKey, portionsLess } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import {
  type Applied,
  appliedItems,
  apply,
  asClaim,
  type CashShare,
  cashShareOf,
  creditOf,
  owedItems,
  type Part,
} from './booking.rules.ts'
import {
  accountsOf,
  advanceOf,
  bookedStateOf,
  cashStateOf,
  isAdvance,
  isBooked,
  type Payer,
  type Sale,
} from './sale.rules.ts'

/** What lowers the claim on a customer: what it is, when, and what stands for it in debit; `ore` is their sum. */
export type Lowering = {
  id: string
  title: string
  date: Day
  ore: Ore
  debit: readonly DocumentItem[]
  /** A charge, which is nothing of the sale: it stands on the receivable under either method. */
  isMoney?: boolean
  /** The customer has paid it: of an advance the tax is owed then. */
  isPaid?: boolean
  /** What is lost lowers the claim, and nothing of it is owed to the customer. */
  isLoss?: boolean
  /** What was rounded with the payment that it takes back. */
  rounded?: Ore
  /** A discount: what it has sold goes with it when it is taken back. */
  isDiscount?: boolean
  /** What of the parts of the sale it lowers. */
  lowered?: readonly Part[]
}

/** Keeps what was applied beside the entry, which is `posted`: a statement of always the same text, and its name. */
export type Keep = { name: string; keep: (applied: Applied) => Sql }

/**
 * Books what lowers the claim on a customer: against the receivable of an invoice that is booked, otherwise against
 * income and tax in proportion (kontantmetoden). Answers the entry's id, or null where the frame has moved on.
 */
export const bookLowering = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  {
    id,
    title,
    date,
    ore,
    debit,
    isMoney = false,
    isPaid = false,
    isLoss = false,
    isDiscount = false,
    rounded = 0n,
    lowered = [],
  }: Lowering,
  { name, keep }: Keep,
): Promise<string | null> => {
  const accounts = accountsOf(sale, book)
  const state = bookedStateOf(sale)
  const applied = isLoss ? asClaim(apply(ore, state)) : apply(ore, state, rounded)
  const isShared = !isBooked(sale) && !isMoney
  const share = isShared ? cashShareOf(applied.claim, cashStateOf(sale, state, accounts, { isDiscount })) : null
  const against = share ? itemsOf(share, accounts) : [{ account: accounts.receivable, credit: applied.claim }]
  const now = { paid: isPaid ? applied.claim : 0n, charged: isMoney ? -applied.claim : 0n, lowered }
  const owed = isBooked(sale) ? owedOf(sale, now, accounts) : []
  const items = [...debit, ...appliedItems(applied, against, accounts), ...owed]
  const also = share ? postedShares(call, { sale, id, date, payer: 'customer' }, share.parts) : null
  const beside = also ? { name: `${name} with shares`, keep: keep(applied), also } : { name, keep: keep(applied) }
  return (await bookOn(call, book, { title, date, items }, beside))?.id ?? null
}

/** The tax of an advance that comes to be owed by what is paid and lowered of it, and charged beside it. */
const owedOf = (
  sale: Sale,
  { paid, charged, lowered }: { paid: Ore; charged: Ore; lowered: readonly Part[] },
  accounts: AccountMap,
): DocumentItem[] => {
  if (!isAdvance(sale.record)) return []
  const before = advanceOf(sale, accounts)
  const left = portionsLess(before.left, portionsByKey(lowered))
  return owedItems(before, { ...before, left, paid: before.paid + paid, charged: before.charged + charged }, accounts)
}

/**
 * Books what the tax authority pays of an invoice that is not booked itself: income and tax in proportion. `id` names
 * the payment; `debit` is what stands for it. Null where the frame has moved on.
 */
export const bookTaxAuthorityPaid = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  { id, title, date, ore, debit }: Lowering,
): Promise<{ id: string } | null> => {
  const accounts = accountsOf(sale, book)
  const state = cashStateOf(sale, bookedStateOf(sale), accounts)
  // What the customer has to do with the receivable is nothing of the tax authority's.
  const share = cashShareOf(ore, { ...state, onReceivable: 0n })
  const keep = postedShares(call, { sale, id, date, payer: 'taxAuthority' }, share.parts)
  const items = [...debit, ...itemsOf(share, accounts)]
  return bookOn(call, book, { title, date, items }, { name: 'shares', keep })
}

const itemsOf = ({ parts, receivable }: CashShare, accounts: { receivable: number }): DocumentItem[] => [
  ...creditOf(parts),
  { account: accounts.receivable, credit: receivable },
]

type Source = { sale: Sale; id: string; date: Day; payer: Payer }

const shareRows = (parts: readonly Part[]): string =>
  JSON.stringify([...portionsByKey(parts)].flatMap(([part, ore]) => (ore === 0n ? [] : [{ part, ore: String(ore) }])))

/** What something lowers of the parts of a sale, as it is kept. */
export const loweredText = (parts: readonly Part[]): string =>
  JSON.stringify(Object.fromEntries([...portionsByKey(parts)].map(([part, ore]) => [part, String(ore)])))

/** Keeps what of the sale's income and tax an entry books, beside it. */
const postedShares = (
  { companyId }: CompanyCall,
  { sale, id, date, payer }: Source,
  parts: readonly Part[],
): Sql => sql`
  insert into sales.income_share (company_id, invoice_id, source_id, part, payer, date, ore, journal_entry_id)
  select ${companyId}, ${sale.record.id}, ${id}, s.part, ${payer}, ${date}, s.ore, posted.id
  from posted cross join jsonb_to_recordset(${shareRows(parts)}::jsonb) as s (part text, ore bigint)`

/** Keeps what of the sale's income and tax stays out of the books. */
export const keepUnbookedShares = async (
  { db, companyId }: CompanyCall,
  { sale, id, date, payer }: Source,
  parts: readonly Part[],
): Promise<void> => {
  await db.rows(sql`
    insert into sales.income_share (company_id, invoice_id, source_id, part, payer, date, ore)
    select ${companyId}, ${sale.record.id}, ${id}, s.part, ${payer}, ${date}, s.ore
    from jsonb_to_recordset(${shareRows(parts)}::jsonb) as s (part text, ore bigint)`)
}
