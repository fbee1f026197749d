// A tax reduction after the customer has paid: it is submitted, and the tax authority pays it, refuses it, or partly
// each. The customer owes a refused amount again: income and VAT were booked with the invoice.

import { bookOn, isPaymentAccount, onBookVersion } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import { bookTaxAuthorityPaid } from '#sales/booking/booking'
import { bookingFaults } from '#sales/booking/booking-refusals'
import { saleOf } from '#sales/booking/sale'
import { accountsOf, isBooked, type Sale } from '#sales/booking/sale.rules'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { touchDocument } from '#sales/invoices/invoice-store'
import { keepReduction, reducedInvoices } from '#sales/invoices/reduced-invoice'
import { setAsked } from '#sales/tax-reduction/reduction'
import { sharedOut } from '#sales/tax-reduction/reduction.rules'
import { taxReductionFaults as faults, taxReductionRefusals as refusals } from '#sales/tax-reduction/refusals'
import type { TaxReductionStatus } from '#sales/tax-reduction/schema'
import {
  noteAnswer,
  noteSubmitted,
  type ReductionAnswer,
  type ReductionStanding,
  standingOf as standingOfReduction,
} from '#sales/tax-reduction/standing'
import { casesToAsk } from './tax-reduction-request.ts'

/** A decision of the tax authority: an amount in kronor; defaults to everything undecided. */
export type Answered = { invoiceId: string; amount?: number; date?: Day }

export type Standing = { status: TaxReductionStatus; paid: number; refused: number; unanswered: number }

/**
 * Records that the request for an invoice was sent to the tax authority; later files omit it. `amount`: the requested
 * kronor, which must then be the maximum.
 */
export const submitTaxReduction = async (call: CompanyCall, invoiceId: string, amount?: number): Promise<Standing> => {
  const { sale, reduction } = await locked(call, invoiceId)
  const { record: invoice } = sale
  if (reduction.status !== 'readyToSubmit') throw refusals.notReady({ id: invoice.id, status: reduction.status })
  if (amount !== undefined) await requireWhole(call, invoice, amount)
  await noteSubmitted(call, invoice.id, invoice.reductionBaseOre)
  recordEvent(
    call,
    'tax-reduction.submitted',
    { id: invoiceId },
    { invoiceId, asked: numberFromOre(invoice.reductionBaseOre) },
  )
  await touchDocument(call, invoiceId)
  recordEvent(call, 'invoice.changed', { id: invoiceId })
  return standingOf(call, invoice.id)
}

/** Payments of another year are in another file: the submission is recorded only when all files were sent. */
const requireWhole = async (call: CompanyCall, { id, number }: InvoiceRecord, amount: number): Promise<void> => {
  const cases = await casesToAsk(call, id)
  const most = cases.reduce((sum, { asked }) => sum + asked, 0)
  if (amount === most) return
  // An excess request cannot be corrected by another submission.
  if (amount > most) throw refusals.moreThanAll({ asked: amount, number: String(number ?? id), most })
  const days = [...new Set(cases.map(({ paidOn }) => paidOn))].join(', ')
  throw refusals.partOfIt({ asked: amount, number: String(number ?? id), most, days })
}

/** Books a payment by the tax authority: against its receivable, or as income and VAT if these wait for payment. */
export const payTaxReduction = async (
  call: CompanyCall,
  { account = USUAL_PAYMENT_ACCOUNT, ...answered }: Answered & { account?: number },
): Promise<Standing> => {
  const { sale, ore, date } = await answering(call, answered)
  if (!isPaymentAccount(account))
    refuseIfAny([bookingFaults.notPaymentAccount('#/bookkeepingAccountNumber', { account })])
  const id = newId()
  const title = `Skattereduktion för faktura ${sale.record.number}`
  const debit = [{ account, debit: ore }]
  const entry = await onBookVersion(call, (book) => {
    if (!isBooked(sale)) return bookTaxAuthorityPaid(call, book, sale, { id, title, date, ore, debit })
    const items = [...debit, { account: book.roles.taxReductionReceivable, credit: ore }]
    return bookOn(call, book, { title, date, items })
  })
  return keepAnswer(call, sale.record, { id, kind: 'paid', ore, date, entryId: entry.id })
}

/** Books a refusal by the tax authority: the customer owes the amount again, less what was credited meanwhile. */
export const refuseTaxReduction = async (call: CompanyCall, answered: Answered): Promise<Standing> => {
  const { sale, reduction, ore, date } = await answering(call, answered)
  const stillAsked = sale.record.reductionBaseOre - reduction.paidOre
  const owed = ore < stillAsked ? ore : stillAsked
  const entryId = owed > 0n ? await claimAgain(call, sale, { ore: owed, date }) : null
  return keepAnswer(call, sale.record, { id: newId(), kind: 'refused', ore, date, entryId })
}

/**
 * Moves an amount that the tax authority does not pay to the customer: in the outstanding amount, and in the books if
 * the invoice is booked. Returns the entry.
 */
const claimAgain = async (
  call: CompanyCall,
  sale: Sale,
  { ore, date }: { ore: Ore; date: Day },
): Promise<string | null> => {
  const people = sale.reduction?.people ?? []
  const asked = people.map(({ askedOre }) => askedOre)
  const shares = sharedOut(ore, asked)
  const left = people.map(({ position, askedOre }, index) => ({ position, askedOre: askedOre - (shares[index] ?? 0n) }))
  await keepReduction(call, sale.record.id, await setAsked(call, sale.record.id, left))
  if (!isBooked(sale)) return null
  const title = `Nekad skattereduktion för faktura ${sale.record.number}`
  const entry = await onBookVersion(call, (book) => {
    const accounts = accountsOf(sale, book)
    const items = [
      { account: accounts.receivable, debit: ore },
      { account: accounts.taxReductionReceivable, credit: ore },
    ]
    return bookOn(call, book, { title, date, items })
  })
  return entry.id
}

/** The invoice with its tax reduction, locked so that changes are made one at a time. */
const locked = async (call: CompanyCall, id: string): Promise<{ sale: Sale; reduction: ReductionStanding }> => {
  const sale = await saleOf(call, id, { kind: 'invoice', lock: true })
  const reduction = await standingOfReduction(call, reducedInvoices, id)
  if (!reduction) throw refusals.none({ id })
  return { sale, reduction }
}

/** The validated invoice and amount of a decision. */
const answering = async (
  call: CompanyCall,
  { invoiceId, amount, date = dayOf(call.now) }: Answered,
): Promise<{ sale: Sale; reduction: ReductionStanding; ore: Ore; date: Day }> => {
  const { sale, reduction } = await locked(call, invoiceId)
  const { record: invoice } = sale
  if (reduction.status !== 'submitted') throw refusals.notSubmitted({ id: invoice.id, status: reduction.status })
  if (invoice.recordedAt === null) throw refusals.notRecorded({ id: invoice.id })
  const left = unanswered(reduction)
  const ore = amount === undefined ? left : oreFromNumber(amount)
  if (ore === null || ore <= 0n || ore > left) refuseIfAny([faults.amount('#/amount', { most: numberFromOre(left) })])
  return { sale, reduction, ore: ore ?? 0n, date }
}

/** The submitted amount without a decision. */
const unanswered = ({ submittedOre, paidOre, refusedOre }: ReductionStanding): Ore =>
  submittedOre === null ? 0n : submittedOre - paidOre - refusedOre

const keepAnswer = async (call: CompanyCall, invoice: InvoiceRecord, answer: ReductionAnswer): Promise<Standing> => {
  const { kind, ore, date } = answer
  await noteAnswer(call, invoice.id, answer)
  recordEvent(
    call,
    `tax-reduction.${kind}`,
    { id: invoice.id },
    { invoiceId: invoice.id, amount: numberFromOre(ore), date },
  )
  await touchDocument(call, invoice.id)
  recordEvent(call, 'invoice.changed', { id: invoice.id })
  return standingOf(call, invoice.id)
}

const standingOf = async (call: CompanyCall, id: string): Promise<Standing> => {
  const reduction = await standingOfReduction(call, reducedInvoices, id)
  if (!reduction) throw refusals.none({ id })
  const { status, paidOre, refusedOre } = reduction
  return {
    status,
    paid: numberFromOre(paidOre),
    refused: numberFromOre(refusedOre),
    unanswered: numberFromOre(unanswered(reduction)),
  }
}
