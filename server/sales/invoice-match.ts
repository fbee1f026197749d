// Invoices that money from a bank account may be for, and its way to them: whoever reads bank statements asks here.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { openClaims } from './claimed.ts'
import { createPayment, recordPayment } from './payment.ts'

/** An invoice that waits for money; what is outstanding is in SEK. */
export type AwaitedInvoice = {
  id: string
  number: string
  paymentReference: string | null
  customerName: string | null
  dueDate: Day
  outstandingOre: Ore
  /** What its reminders claim beside it, and nobody has paid. */
  feeOre: Ore
  interestOre: Ore
}

/** What money says of itself: references and document numbers it names, and how much it is. */
export type MoneySigns = { references: readonly string[]; numbers: readonly string[]; amounts: readonly Ore[] }

/** Maximum number of invoices that are found by one question, the longest due first. */
const MAX_FOUND = 1_000

/** The invoices that wait for money and have one of these signs. */
export const invoicesAwaiting = async (
  call: CompanyCall,
  { references, numbers, amounts }: MoneySigns,
): Promise<AwaitedInvoice[]> =>
  withClaims(
    call,
    await call.db.rows<Unclaimed>(
      sql`
    select * from (${awaited(call)}) awaited
    where "paymentReference" = any(${references}::text[]) or number = any(${numbers}::text[])
      or "outstandingOre" = any(${amounts.map(String)}::bigint[])
    order by "dueDate", id limit ${MAX_FOUND}`,
      'invoices-awaiting',
    ),
  )

/** So many of the invoices that wait for money, the longest due first. */
export const openInvoices = async (call: CompanyCall, limit: number): Promise<AwaitedInvoice[]> =>
  (await call.db.rows<Unclaimed>(sql`${awaited(call)} order by i.due_date, i.id limit ${limit}`, 'open-invoices')).map(
    (one) => ({ ...one, ...NO_CLAIM }),
  )

type Unclaimed = Omit<AwaitedInvoice, 'feeOre' | 'interestOre'>
const NO_CLAIM = { feeOre: 0n, interestOre: 0n }

const withClaims = async (call: CompanyCall, found: readonly Unclaimed[]): Promise<AwaitedInvoice[]> => {
  const claims = await openClaims(
    call,
    found.map(({ id }) => id),
  )
  return found.map((one) => {
    const { feeOre, interestOre } = claims.get(one.id) ?? NO_CLAIM
    return { ...one, feeOre, interestOre }
  })
}

const awaited = ({ companyId }: CompanyCall) => sql`
  select i.id, i.number::text as number, i.payment_reference as "paymentReference",
    i.customer_name as "customerName", i.due_date as "dueDate", i.total_base_ore - i.reduction_base_ore
      - i.credited_base_ore - i.paid_base_ore - i.settled_base_ore as "outstandingOre"
  from sales.invoice i
  where i.company_id = ${companyId} and i.kind = 'invoice' and i.state in ('published', 'underPaid')`

/** What came in for an invoice on a day: added as its payment, and booked. Below zero it went back. */
export const payInvoice = async (
  call: CompanyCall,
  { invoiceId, date, ore, account }: { invoiceId: string; date: Day; ore: Ore; account: number },
): Promise<{ paymentId: string; journalEntryId: string }> => {
  const given = { date, sumBaseCurrency: numberFromOre(ore), bookkeepingAccountNumber: account }
  const { id } = await createPayment(call, invoiceId, given)
  const { journalEntryRef } = await recordPayment(call, invoiceId, id)
  if (!journalEntryRef) throw new Error(`Payment ${id} was recorded without an entry`)
  return { paymentId: id, journalEntryId: journalEntryRef.id }
}

/** Holds these invoices for what is paid on them together, always in the same order. */
export const lockInvoices = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<void> => {
  if (ids.length === 0) return
  await db.rows(sql`
    select from sales.invoice where company_id = ${companyId} and id = any(${[...ids]}::uuid[])
    order by id for update`)
}
