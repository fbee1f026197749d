// Payments of supplier invoices that came back: the money that returns has the name that the payment went with, so the
// invoice is known that is unpaid again.
import { BASE_CURRENCY } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { type PaidSupplierInvoice, paidSupplierInvoices } from '#purchasing'
import type { Candidate } from './match.rules.ts'
import { idOfEndToEndId } from './payment.ts'

/** What of a transaction says which payment came back with it. */
export type Returning = { id: string; ore: Ore; endToEndId: string | null }

type Paying = { name: string; ore: Ore; supplierInvoiceId: string }

/** The supplier invoices whose payment these transactions take back whole, by the transaction's id. */
export const returnedFor = async (
  call: CompanyCall,
  open: readonly Returning[],
): Promise<ReadonlyMap<string, Candidate[]>> => {
  const coming = open.flatMap(({ id, ore, endToEndId }) =>
    ore > 0n && endToEndId !== null ? { id, ore, endToEndId, name: endToEndId.toLowerCase() } : [],
  )
  const payments = await paymentsNamed(call, coming)
  if (payments.length === 0) return new Map()
  const ids = payments.map(({ supplierInvoiceId }) => supplierInvoiceId)
  const invoices = new Map((await paidSupplierInvoices(call, ids)).map((invoice) => [invoice.id, invoice]))
  const candidatesOf = ({ name, ore, endToEndId }: (typeof coming)[0]): Candidate[] =>
    payments
      .filter((one) => one.name === name && one.ore === -ore)
      .flatMap(({ supplierInvoiceId }) => {
        const invoice = invoices.get(supplierInvoiceId)
        const isPaid = invoice && (invoice.currency !== BASE_CURRENCY || invoice.paidOre >= ore)
        return isPaid ? ofInvoice(invoice, { ore, endToEndId }) : []
      })
  return new Map(coming.map((one) => [one.id, candidatesOf(one)]))
}

/** The transactions by which we have paid supplier invoices under these names; our own are found by their payment. */
const paymentsNamed = async (
  { db, companyId }: CompanyCall,
  coming: readonly { name: string; ore: Ore }[],
): Promise<Paying[]> => {
  if (coming.length === 0) return []
  const names = coming.map(({ name }) => name)
  const amounts = coming.map(({ ore }) => String(-ore))
  const own = names.flatMap((name) => idOfEndToEndId(name) ?? [])
  const found = sql`lower(t.end_to_end_id) as name, t.amount_ore as ore,
    t.matched_with->>'supplierInvoiceId' as "supplierInvoiceId"`
  const isPaying = sql`t.matched_with->>'kind' = 'supplierInvoice' and t.amount_ore = any(${amounts}::bigint[])`
  return db.rows<Paying>(sql`
    select ${found} from banking.transaction t
    where t.company_id = ${companyId} and t.end_to_end_id is not null and t.payment_id is null
      and lower(t.end_to_end_id) = any(${names}::text[]) and ${isPaying}
    union
    select ${found} from banking.transaction t
    where t.company_id = ${companyId} and t.payment_id = any(${own}::uuid[]) and ${isPaying}`)
}

const ofInvoice = (
  { id, invoiceNumber, supplierName, dueDate }: PaidSupplierInvoice,
  { ore, endToEndId }: { ore: Ore; endToEndId: string },
): Candidate => ({
  ...{ kind: 'supplierInvoice', id, number: invoiceNumber, ocr: null, name: supplierName, accounts: [] },
  ...{ endToEndId, ore, dueDate },
})
