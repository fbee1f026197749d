// Books entries that follow from payments, settlements, and payments by the tax authority.
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

/** A reduction of the claim on a customer: id, date, and its debit items, which add up to `ore`. */
type ClaimReduction = {
  id: string
  title: string
  date: Day
  ore: Ore
  debit: readonly DocumentItem[]
  /** A charge, which is not part of the sale: booked on the receivable under either method. */
  isMoney?: boolean
  /** A payment by the customer: it makes the VAT of an advance due. */
  isPaid?: boolean
  /** A loss reduces the claim and never creates an overpayment. */
  isLoss?: boolean
  /** The rounding of the payment that this one repays. */
  rounded?: Ore
  /** A discount: parts it booked as sold are reversed together with it. */
  isDiscount?: boolean
  /** The parts of the sale that it reduces. */
  lowered?: readonly Part[]
}

/**
 * Stores how the amount was applied, in the same statement as the entry `posted`; the SQL text is constant, and `name`
 * identifies it.
 */
export type Keep = { name: string; keep: (applied: Applied) => Sql }

/**
 * Books a reduction of the claim on a customer: against the receivable if the invoice is booked, otherwise as income
 * and VAT in proportion (kontantmetoden). Returns the entry's id, or null if the book version changed.
 */
export const bookClaimReduction = async (
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
  }: ClaimReduction,
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

/** The VAT of an advance that becomes due through a payment, a reduction, or a charge. */
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
 * Books a payment by the tax authority for an invoice that is not booked itself: income and VAT in proportion. `id` is
 * the payment's; `debit` its debit items. Null if the book version changed.
 */
export const bookTaxAuthorityPaid = async (
  call: CompanyCall,
  book: Book,
  sale: Sale,
  { id, title, date, ore, debit }: ClaimReduction,
): Promise<{ id: string } | null> => {
  const accounts = accountsOf(sale, book)
  const state = cashStateOf(sale, bookedStateOf(sale), accounts)
  // The customer's balance on the receivable does not concern the tax authority's share.
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

/** The reduction of each part of a sale, as stored. */
export const loweredText = (parts: readonly Part[]): string =>
  JSON.stringify(Object.fromEntries([...portionsByKey(parts)].map(([part, ore]) => [part, String(ore)])))

/** Stores, with an entry, the income and VAT of the sale that it books. */
const postedShares = (
  { companyId }: CompanyCall,
  { sale, id, date, payer }: Source,
  parts: readonly Part[],
): Sql => sql`
  insert into sales.income_share (company_id, invoice_id, source_id, part, payer, date, ore, journal_entry_id)
  select ${companyId}, ${sale.record.id}, ${id}, s.part, ${payer}, ${date}, s.ore, posted.id
  from posted cross join jsonb_to_recordset(${shareRows(parts)}::jsonb) as s (part text, ore bigint)`

/** Stores the income and VAT of a sale that are left out of the books. */
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
