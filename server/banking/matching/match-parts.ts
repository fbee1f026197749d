// One transaction for several documents: a customer's payment of several invoices less a bank fee, a transfer to a
// supplier. Each part is booked as if it were a separate transaction, and the parts add up to the transaction to the
// öre.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { MatchedPart, MatchedWith, TransactionRecord } from '#banking/statements/transaction'
import type { CompanyCall } from '#platform/call'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lockSupplierInvoices } from '#purchasing'
import { lockInvoices } from '#sales'
import { book, type MatchTarget } from './match-booking.ts'
import { wrongInInvoiceAmount } from './match-currency.ts'

/** The target of a part, and its amount in kronor; positive if received, independent of the sign of the whole. */
export type MatchPart = MatchTarget & { amount: number }

/** Minimum and maximum number of parts of one transaction. */
export const [MIN_PARTS, MAX_PARTS] = [2, 100] as const

/** Errors in the parts of an arbitrary body, beyond their types. */
export const wrongInParts = (parts: unknown): FieldError[] => {
  if (!Array.isArray(parts)) return []
  const seen = new Set<string>()
  return parts.flatMap((part: unknown, place) => {
    const at = `#/parts/${place}`
    const { invoiceId, supplierInvoiceId, supplierId, journalEntryId, account, title, amount } = Object(
      part,
    ) as MatchPart
    const documents = [invoiceId, supplierInvoiceId, journalEntryId].filter((one) => typeof one === 'string')
    const named = documents.map((one) => one.toLowerCase())
    const targets = [invoiceId, supplierInvoiceId, supplierId, journalEntryId, account].filter(
      (one) => one !== undefined,
    )
    const isAgain = named.some((id) => seen.has(id))
    for (const id of named) seen.add(id)
    return [
      ...(targets.length === 1 ? [] : [faults.oneTargetOfPart(at)]),
      ...(title !== undefined && account === undefined ? [faults.titleOfAccount(`${at}/title`)] : []),
      ...wrongInInvoiceAmount(part, at),
      ...(typeof amount === 'number' && !oreFromNumber(amount) ? [faults.emptyPart(`${at}/amount`)] : []),
      ...(isAgain ? [faults.partTwice(at)] : []),
    ]
  })
}

/** Books all parts, or none. */
export const bookParts = async (
  call: CompanyCall,
  transaction: TransactionRecord,
  parts: readonly MatchPart[],
): Promise<{ journalEntryId: string; matchedWith: MatchedWith }> => {
  const shares = parts.map((part, place) => ({ part, ore: oreFromNumber(part.amount) ?? 0n, at: `#/parts/${place}` }))
  refuseRest(transaction, shares)
  // Lock all invoices first: two requests with the same invoices in another order would deadlock.
  await lockInvoices(call, idsOf(parts, 'invoiceId'))
  await lockSupplierInvoices(call, idsOf(parts, 'supplierInvoiceId'))
  const matched: MatchedPart[] = []
  const isOnly = parts.filter(({ account }) => account === undefined).length === 1
  for (const { part, ore, at } of shares) {
    // A foreign-currency amount refers to all the money: it applies to no part beside others, nor to a repayment.
    const isUntold = !isOnly || ore > 0n !== transaction.ore > 0n
    const booking = { transaction: { ...transaction, ore }, at, isPart: true, isUntold }
    const { journalEntryId, matchedWith } = await book(call, booking, part)
    matched.push({ amount: numberFromOre(ore), entryId: journalEntryId, ...matchedWith })
  }
  const [first, ...others] = matched.map(({ entryId }) => entryId)
  if (!first) throw new Error('A match without parts was not refused')
  await keepParts(call, transaction, others)
  return { journalEntryId: first, matchedWith: { kind: 'parts', parts: matched } }
}

const idsOf = (parts: readonly MatchPart[], name: 'invoiceId' | 'supplierInvoiceId'): string[] =>
  parts.flatMap((part) => part[name] ?? [])

/** Requires the parts to add up to the transaction: any remainder is for the user to assign. */
const refuseRest = ({ ore }: TransactionRecord, shares: readonly { ore: Ore }[]): void => {
  const sum = shares.reduce((all, share) => all + share.ore, 0n)
  if (sum === ore) return
  const amount = numberFromOre(sum)
  const other = numberFromOre(ore)
  const rest = numberFromOre(ore - sum)
  refuseIfAny([faults.partsSum('#/parts', { sum: amount, amount: other, rest })])
}

/** Stores the entries after the first, which is stored in the transaction. */
const keepParts = async (
  { db, companyId }: CompanyCall,
  { id, bankAccountNumber }: TransactionRecord,
  entryIds: readonly string[],
): Promise<void> => {
  await db.rows(sql`
    insert into banking.transaction_part (company_id, transaction_id, position, journal_entry_id, account)
    select ${companyId}, ${id}, place + 1, entry, ${bankAccountNumber}
    from unnest(${[...entryIds]}::uuid[]) with ordinality as e (entry, place)`)
}
