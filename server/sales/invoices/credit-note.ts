// Credit notes: an invoice is reversed by a separate document, wholly or partly, and never by more than its total.
import { accountingCurrencyOf, bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Page, PageRequest } from '#platform/list'
import { type Ore, textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { decideCreditTotals, exceededRateOf } from '#sales/booking/creditable-by-rate.rules'
import { recordDocument } from '#sales/booking/record'
import { saleOf } from '#sales/booking/sale'
import {
  accountsOf,
  besideLoweredOf,
  discountedOf,
  loweredOf,
  type Sale,
  writtenOffOf,
} from '#sales/booking/sale.rules'
import { lockCustomer } from '#sales/customers/customer'
import { treatAs } from '#sales/publishing/paper.rules'
import { publishDocument } from '#sales/publishing/publish-document'
import { settingsOf } from '#sales/settings/settings'
import { lowerTaxReduction } from '#sales/tax-reduction/reduction'
import { type Credited, creditedBy, decideCreditLines, remainingLines, wrongInRemaining } from './credit-note.rules.ts'
import {
  creditNoteFaults as faults,
  creditNoteRefusals as refusals,
  uncreditable,
  uncreditableOfRate,
} from './credit-note-refusals.ts'
import type { CreditNoteBody, ShownCreditNote } from './credit-note-schema.ts'
import type { InvoiceRecord } from './invoice.ts'
import { decideContent, decideDays } from './invoice-draft.rules.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import { listDocuments, type Surroundings, shownDocument, surroundingsIn, surroundingsOf } from './invoice-shown.ts'
import {
  deleteDocument,
  insertDocument,
  requireDraft,
  saveTotals,
  touchDocument,
  updateDocument,
} from './invoice-store.ts'
import { isSalesLine, type NewLine } from './line-draft.rules.ts'
import { keepReduction } from './reduced-invoice.ts'

/** Maximum number of credit notes per invoice. */
const MAX_CREDIT_NOTES = 100

/** Creates a draft that credits everything that remains of a published invoice; the user then reduces it. */
export const creditInvoice = async (call: CompanyCall, invoiceId: string): Promise<ShownCreditNote> => {
  const sale = await saleOf(call, invoiceId, { kind: 'invoice', lock: true })
  const { record: invoice } = sale
  if (invoice.number === null) throw refusals.draftNotCredited({ id: invoiceId })
  await requireFew(call, invoiceId)
  const credited = creditedOf(sale)
  const lines = remainingLines(invoice, credited)
  const nothing = { id: invoiceId, number: String(invoice.number) }
  const isLowered = loweredOf(sale) > 0n && besideLoweredOf(sale) <= 0n
  if (isLowered || !lines.some(({ itemType }) => itemType === 'salesItem')) throw refusals.nothingToCredit(nothing)
  const { totals, errors } = await totalsFor(call, lines, sale)
  refuseIfAny(errors)
  const today = dayOf(call.now)
  const date = today < invoice.date ? invoice.date : today
  const id = await insertDocument(call, {
    ...invoice,
    ...totals,
    kind: 'creditNote',
    // A credit note of an advance is booked on the advance accounts.
    type: invoice.type === 'advanceInvoice' ? invoice.type : 'invoice',
    creditsId: invoiceId,
    contactDetailId: await presentContactOf(call, invoice),
    date,
    dueDate: date,
    metadata: {},
    lines,
  })
  await touchDocument(call, invoiceId)
  recordEvent(call, 'invoice.changed', { id: invoiceId })
  return getCreditNote(call, id)
}

/** The contact of a published invoice, if the customer still has it. */
const presentContactOf = async (call: CompanyCall, { customerId, contact }: InvoiceRecord): Promise<string | null> => {
  if (customerId === null || contact === null) return null
  const customer = await lockCustomer(call, customerId)
  return customer?.contacts.find(({ id }) => id === contact.id)?.id ?? null
}

/** One credit note; refused as not found if it does not exist. */
export const getCreditNote = async (call: CompanyCall, id: string): Promise<ShownCreditNote> => {
  const sale = await saleOf(call, id, { kind: 'creditNote' })
  return shownNote(sale.record, surroundingsIn(sale))
}

/** The current credit note, locked with its invoice until the transaction ends. */
export const lockCreditNote = async (call: CompanyCall, id: string): Promise<ShownCreditNote> => {
  await lockBoth(call, id)
  return getCreditNote(call, id)
}

/** A page of the credit notes, newest first. Runs several statements: the caller must provide a snapshot. */
export const listCreditNotes = async (call: CompanyCall, request: PageRequest): Promise<Page<ShownCreditNote>> => {
  const { items, ...page } = await listDocuments(call, 'creditNote', request)
  return { ...page, items: await showCreditNotes(call, items) }
}

/** Reduces a draft to the lines in the body: fewer lines, lower quantities and lower prices than the invoice. */
export const updateCreditNote = async (
  call: CompanyCall,
  id: string,
  body: CreditNoteBody,
): Promise<ShownCreditNote> => {
  const { note, invoice, credited, sale } = await lockBoth(call, id)
  requireDraft(note)
  const { currency, currencyRate } = invoice
  const { content, errors } = decideContent(
    { ...body, currency, currencyRate: Number(currencyRate) },
    await accountingCurrencyOf(call),
  )
  const { lines, errors: wrongLines } = decideCreditLines(body.lineItems, invoice, credited)
  const { days, errors: wrongDays } = decideDays('creditDate', { date: body.creditDate, dueDate: body.dueDate }, 0)
  const { totals, errors: wrongTotals } = await totalsFor(call, lines, sale)
  errors.push(...wrongCurrency(body, invoice), ...wrongDays, ...wrongLines)
  if (days && days.date < invoice.date) errors.push(faults.beforeInvoice('#/creditDate', { date: invoice.date }))
  // The total of only the valid lines would be misleading.
  if (wrongLines.length === 0) errors.push(...wrongTotals)
  refuseIfAny(errors)
  await updateDocument(call, id, { ...note, ...content, ...totals, ...daysOf(days), lines })
  return getCreditNote(call, id)
}

const daysOf = (days: { date: Day; dueDate: Day } | null): { date: Day; dueDate: Day } => {
  if (days === null) throw new Error('The days of a credit note are valid but undecided')
  return days
}

/** A credit note uses the currency and rate of its invoice. */
const wrongCurrency = ({ currency, currencyRate }: CreditNoteBody, invoice: InvoiceRecord): FieldError[] => {
  const errors: FieldError[] = []
  if (currency !== undefined && currency !== invoice.currency) {
    errors.push(faults.asOnInvoice('#/currency', { value: invoice.currency }))
  }
  if (currencyRate !== undefined && currencyRate !== Number(invoice.currencyRate)) {
    errors.push(faults.asOnInvoice('#/currencyRate', { value: invoice.currencyRate }))
  }
  return errors
}

/** Errors in a malformed body beyond its schema, as far as they can be found without the invoice. */
export const examineCreditNote = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { currency: _currency, currencyRate: _rate, ...rest } = body as Partial<CreditNoteBody>
  const { errors } = decideContent(rest, await accountingCurrencyOf(call))
  return [...errors, ...decideDays('creditDate', { date: rest.creditDate, dueDate: rest.dueDate }, 0).errors]
}

/** Removes a draft. */
export const deleteCreditNote = async (call: CompanyCall, id: string): Promise<void> => {
  const { note, invoice } = await lockBoth(call, id)
  requireDraft(note)
  await deleteDocument(call, { id, kind: 'creditNote' })
  await touchDocument(call, invoice.id)
  recordEvent(call, 'invoice.changed', { id: invoice.id })
}

/**
 * Publishes a draft, if the invoice still has as much to credit. Other credit notes may have been published meanwhile:
 * the totals and the tax reduction are computed anew.
 */
export const publishCreditNote = async (call: CompanyCall, id: string): Promise<ShownCreditNote> => {
  const { note, invoice, notes, credited, sale: before } = await lockBoth(call, id)
  if (note.number !== null) throw invoiceRefusals.publishedAlready({ id, number: String(note.number) })
  const { totals, creditedParts, errors } = await totalsFor(call, note.lines, before)
  const [wrong] = [...wrongInRemaining(note.lines, invoice, credited), ...errors]
  if (wrong) throw refusals.notCreditable({ id, number: String(invoice.number), reason: wrong.message })
  await saveTotals(call, id, totals, creditedParts)
  const taken = await lowerReduction(call, note, { invoice, notes })
  requireBesideLowered(before, { id, ore: totals.totalBaseOre - taken })
  await requireLeftOfRates(call, before, { ...note, ...totals, creditedParts })
  const sale = await publishDocument(call, id, 'creditNote')
  recordEvent(call, 'invoice.paid', { id: invoice.id })
  return shownNote(sale.record, surroundingsIn(sale))
}

/** Reduces the amount requested from the tax authority; returns by how much. */
const lowerReduction = async (
  call: CompanyCall,
  note: InvoiceRecord,
  { invoice, notes }: { invoice: InvoiceRecord; notes: readonly InvoiceRecord[] },
): Promise<Ore> => {
  const salesLines = [...notes, note].flatMap(({ lines }) => lines.filter(isSalesLine))
  const own = { ...invoice, lines: invoice.lines.filter(isSalesLine) }
  const { left, taken } = await lowerTaxReduction(call, own, salesLines)
  await keepReduction(call, invoice.id, left)
  await keepReduction(call, note.id, taken)
  return taken
}

/**
 * Losses and cash discounts have already reversed their share of income and VAT, so that share cannot be credited too.
 * `ore` is the reduction of the customer's debt.
 */
const requireBesideLowered = (invoice: Sale, { id, ore }: { id: string; ore: Ore }): void => {
  const beside = besideLoweredOf(invoice)
  if (loweredOf(invoice) <= 0n || ore <= beside) return
  const told = { lost: textFromOre(writtenOffOf(invoice)), discounted: textFromOre(discountedOf(invoice)) }
  const reason = uncreditable[whyLowered(invoice)]({ ...told, left: textFromOre(beside > 0n ? beside : 0n) })
  throw refusals.notCreditable({ id, number: String(invoice.record.number), reason })
}

const whyLowered = (invoice: Sale): keyof typeof uncreditable => {
  if (discountedOf(invoice) <= 0n) return 'lost'
  return writtenOffOf(invoice) <= 0n ? 'discounted' : 'lostAndDiscounted'
}

/** The same for each VAT rate: otherwise crediting all of a rate would also reverse the VAT of losses and discounts. */
const requireLeftOfRates = async (call: CompanyCall, invoice: Sale, note: InvoiceRecord): Promise<void> => {
  if (loweredOf(invoice) <= 0n) return
  const treatments = note.lines.filter(isSalesLine).map(treatAs(invoice, () => 'exempt'))
  const accounts = accountsOf(invoice, await bookOf(call))
  const beyond = exceededRateOf(invoice, { record: note, treatments }, accounts)
  if (!beyond) return
  const left = beyond.left.map(({ account, ore }) => textFromOre(ore) + (account === null ? '' : ` (${account})`))
  const told = { taxRate: String(beyond.taxRate), left: left.join(', ') }
  const reason = uncreditableOfRate[whyLowered(invoice)](told)
  throw refusals.notCreditable({ id: note.id, number: String(invoice.record.number), reason })
}

/** Books a published credit note. */
export const recordCreditNote = async (call: CompanyCall, id: string): Promise<ShownCreditNote> => {
  const sale = await recordDocument(call, id, 'creditNote')
  return shownNote(sale.record, surroundingsIn(sale))
}

/** Locks an invoice and then its credit note, always in this order. The credited invoice of a note never changes. */
const lockBoth = async (call: CompanyCall, id: string) => {
  const { record: note, credited: sale } = await saleOf(call, id, { kind: 'creditNote', lock: true })
  if (!sale) throw new Error(`The credit note ${id} has no invoice`)
  const notes = sale.credits.map(({ record }) => record)
  return { note, sale, invoice: sale.record, notes, credited: creditedOf(sale) }
}

const creditedOf = ({ record, credits }: Sale): Credited =>
  creditedBy(
    record,
    credits.map((credit) => credit.record),
  )

const totalsFor = async (call: CompanyCall, lines: readonly NewLine[], invoice: Sale) => {
  const accounts = loweredOf(invoice) > 0n ? accountsOf(invoice, await bookOf(call)) : null
  return decideCreditTotals(invoice, lines, accounts, { rounds: (await settingsOf(call)).roundsTotal })
}

const requireFew = async ({ db, companyId }: CompanyCall, invoiceId: string): Promise<void> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) from sales.invoice where company_id = ${companyId} and credits_id = ${invoiceId}`)
  if (count >= MAX_CREDIT_NOTES) throw refusals.tooManyCreditNotes({ limit: MAX_CREDIT_NOTES })
}

const showCreditNotes = async (call: CompanyCall, records: readonly InvoiceRecord[]): Promise<ShownCreditNote[]> => {
  const surroundings = await surroundingsOf(call, records)
  return records.map((record, index) => shownNote(record, surroundings[index] as Surroundings))
}

const shownNote = (record: InvoiceRecord, around: Surroundings): ShownCreditNote => {
  if (around.credits === null || around.credits.number === null) {
    throw new Error(`The credit note ${record.id} credits no published invoice`)
  }
  return {
    ...shownDocument(record, around),
    invoiceRef: { id: around.credits.id, invoiceNumber: around.credits.number },
    status: record.publishedAt === null ? 'draft' : 'published',
    creditDate: record.date,
    dueDate: record.dueDate,
  }
}
