// Returned payments of supplier invoices: the returned money has the name of the original payment, which identifies the
// invoice that is unpaid again.
import { endToEndIdOf, idOfEndToEndId } from '#banking/payments/payment'
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { type ReturnablePayment, returnablePayments } from '#purchasing'
import type { Candidate } from './match.rules.ts'

/** The fields of a transaction that identify the payment it returns. */
type Returning = { id: string; ore: Ore; endToEndId: string | null }

/** A transaction that paid a supplier invoice, and its payment. */
type Paying = { name: string; ore: Ore; paymentId: string }

/** The supplier invoices whose payment these transactions return in full, by transaction id. */
export const returnedFor = async (
  call: CompanyCall,
  open: readonly Returning[],
): Promise<ReadonlyMap<string, Candidate[]>> => {
  const coming = open.flatMap(({ id, ore, endToEndId }) =>
    ore > 0n && endToEndId !== null ? { id, ore, endToEndId, name: nameOf(endToEndId) } : [],
  )
  const paying = await payingNamed(call, coming)
  if (paying.length === 0) return new Map()
  const ids = paying.map(({ paymentId }) => paymentId)
  const payments = new Map((await returnablePayments(call, ids)).map((payment) => [payment.id, payment]))
  const candidatesOf = ({ name, ore, endToEndId }: (typeof coming)[0]): Candidate[] =>
    paying
      .filter((one) => nameOf(one.name) === name && one.ore === -ore)
      .flatMap(({ paymentId }) => {
        const payment = payments.get(paymentId)
        return payment ? ofPayment(payment, { ore, endToEndId }) : []
      })
  return new Map(coming.map((one) => [one.id, candidatesOf(one)]))
}

/** The normalized name of a payment: the id for our own, which banks write with or without hyphens. */
const nameOf = (endToEndId: string): string => idOfEndToEndId(endToEndId) ?? endToEndId.toLowerCase()

/**
 * The transactions that paid supplier invoices under these names. Our own payments are found by their id, which a
 * person may have assigned if the bank's file did not name them.
 */
const payingNamed = async (
  { db, companyId }: CompanyCall,
  coming: readonly { name: string; ore: Ore }[],
): Promise<Paying[]> => {
  if (coming.length === 0) return []
  const amounts = coming.map(({ ore }) => String(-ore))
  const own = coming.flatMap(({ name }) => idOfEndToEndId(name) ?? [])
  const names = [...coming.map(({ name }) => name), ...own.map(endToEndIdOf)]
  const found = sql`t.amount_ore as ore, t.matched_with->>'paymentId' as "paymentId"`
  const isPaying = sql`t.matched_with->>'kind' = 'supplierInvoice' and t.amount_ore = any(${amounts}::bigint[])`
  return db.rows<Paying>(sql`
    select t.end_to_end_id as name, ${found} from banking.transaction t
    where t.company_id = ${companyId} and t.end_to_end_id is not null and t.payment_id is null
      and lower(t.end_to_end_id) = any(${names}::text[]) and ${isPaying}
    union
    select t.payment_id::text as name, ${found} from banking.transaction t
    where t.company_id = ${companyId} and t.payment_id = any(${own}::uuid[]) and ${isPaying}`)
}

const ofPayment = (
  { supplierInvoiceId, invoiceNumber, supplierName, dueDate }: ReturnablePayment,
  { ore, endToEndId }: { ore: Ore; endToEndId: string },
): Candidate => ({
  kind: 'supplierInvoice',
  id: supplierInvoiceId,
  number: invoiceNumber,
  ocr: null,
  name: supplierName,
  accounts: [],
  endToEndId,
  ore,
  dueDate,
})
