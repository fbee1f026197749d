// What a customer pays beyond an invoice for being late: a fee and interest that a reminder has claimed. It is charged
// on the invoice when the money is there, and booked with the payment. The invoice itself is paid first, although a
// creditor may take interest first (handelsbalken 9 kap. 5 §): a payment of the invoice's amount is meant for it.
import { bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { port } from '#platform/port'
import { sql } from '#platform/sql'
import { isInAccountingCurrency } from '#rule/currency'
import { saleOf } from '#sales/booking/sale'
import { accountsOf, type PaymentRow, type Sale, writtenOffOf } from '#sales/booking/sale.rules'
import { outstandingOf } from '#sales/invoices/invoice-status.rules'
import { addSettlement, dropSettlement, recordOn, refuseNeeded } from './settlement.ts'

/** The amount paid beyond an invoice's total, and the charges already added to it. */
type Beyond = { invoiceId: string; ore: Ore; charged: { feesOre: Ore; interestOre: Ore } }

/** Returns how much of that amount pays claimed fees and interest. */
type ChargesOf = (call: CompanyCall, beyond: Beyond) => Promise<{ feeOre: Ore; interestOre: Ore }>

export const chargesPort = port<ChargesOf>('what of a payment was claimed for being late')

/** Adds the charges that a payment covers. `sale` is the state before the payment. */
export const addCharges = async (
  call: CompanyCall,
  sale: Sale,
  { id, date, sumBaseOre }: Pick<PaymentRow, 'id' | 'sumBaseOre'> & { date: Day },
): Promise<void> => {
  const { record, settlements } = sale
  // Written-off amounts are paid before any charges.
  const outstanding = outstandingOf(record) + writtenOffOf(sale)
  const beyond = sumBaseOre - (outstanding > 0n ? outstanding : 0n)
  if (beyond <= 0n || !isInAccountingCurrency(record)) return
  const made = (of: 'reminderFee' | 'lateInterest') =>
    settlements.reduce((sum, { type, sumBaseOre: ore }) => (type === of ? sum - ore : sum), 0n)
  const { feeOre, interestOre } = await chargesPort.get()(call, {
    invoiceId: record.id,
    ore: beyond,
    charged: { feesOre: made('reminderFee'), interestOre: made('lateInterest') },
  })
  const charges = [
    { type: 'reminderFee', ore: feeOre },
    { type: 'lateInterest', ore: interestOre },
  ] as const
  for (const { type, ore } of charges) {
    if (ore <= 0n) continue
    const charge = { type, date, sumBaseOre: -ore, vatScheme: null, termsOnInvoice: null }
    const { id: settlementId } = await addSettlement(call, sale, charge)
    await call.db.rows(sql`
      insert into sales.payment_charge (company_id, settlement_id, payment_id)
      values (${call.companyId}, ${settlementId}, ${id})`)
  }
}

const chargesWith = ({ settlements }: Sale, paymentId: string) =>
  settlements.filter((one) => one.paymentId === paymentId.toLowerCase() && one.recordedAt === null)

/** Books the charges paid with a payment, before the payment itself; returns the updated sale. */
export const recordCharges = async (call: CompanyCall, sale: Sale, paymentId: string): Promise<Sale> => {
  const charges = chargesWith(sale, paymentId)
  let now = sale
  for (const charge of charges) {
    await recordOn(call, now, charge)
    now = await saleOf(call, sale.record.id, { kind: 'invoice', lock: true })
  }
  return now
}

/** Removes the unbooked charges of a payment that is removed; refused if others depend on them. */
export const dropCharges = async (call: CompanyCall, sale: Sale, paymentId: string): Promise<void> => {
  const charges = chargesWith(sale, paymentId)
  refuseNeeded(sale, charges, accountsOf(sale, await bookOf(call)))
  for (const charge of charges) await dropSettlement(call, charge)
}

/** The open charges of an invoice by its latest reminder: the reminder's number, date and due date, and the amounts. */
export type OpenClaim = { number: number; date: Day; dueDate: Day; feeOre: Ore; interestOre: Ore }

export type ClaimsOf = (call: CompanyCall, invoiceIds: readonly string[]) => Promise<ReadonlyMap<string, OpenClaim>>

export const claimsPort = port<ClaimsOf>('what reminders claim')

/** The open charges of these invoices; invoices without reminders are left out. */
export const openClaims: ClaimsOf = (call, invoiceIds) =>
  invoiceIds.length === 0 ? Promise.resolve(new Map()) : claimsPort.get()(call, invoiceIds)

/** A supplier invoice not yet booked as a debt; `number` is empty if it has none. */
export type UnpaidPurchase = { id: string; kind: 'supplierInvoice'; number: string; date: Day }

/** Those unpaid when an open cash-method year ends within a period: the earliest, at most `limit`. */
type UnpaidPurchasesIn = (
  call: CompanyCall,
  asked: { start: Day | null; end: Day; limit: number },
) => Promise<UnpaidPurchase[]>

export const unpaidPurchasesPort = port<UnpaidPurchasesIn>('supplier invoices that are unpaid as a year ends')

export const unpaidPurchases: UnpaidPurchasesIn = (call, asked) => unpaidPurchasesPort.get()(call, asked)
