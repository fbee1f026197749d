// Draft invoices: create, update, add a line, delete.
import { accountNames, type Book, bookOf } from '#ledger'
import { isOfApi } from '#platform/actor'
import { type CompanyCall, warnOf } from '#platform/call'
import { type Day, dayOf, isDay } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { termDays } from '#rule/payment-terms'
import { type CustomerRecord, lockCustomer } from '#sales/customers/customer'
import { warningsInRates } from '#sales/items/food.rules'
import { itemsById } from '#sales/items/item'
import { tooLongIn } from '#sales/publishing/paper.rules'
import { settingsOf, USUAL_TERMS_DAYS } from '#sales/settings/settings'
import {
  type ReductionHost,
  saveTaxReduction,
  wrongInKeptReduction,
  wrongInTaxReduction,
} from '#sales/tax-reduction/reduction'
import { isWholeReduction } from '#sales/tax-reduction/schema'
import { type InvoiceRecord, type LineRecord, readInvoice, readInvoices, type SalesLine } from './invoice.ts'
import { decideContent, decideDays, decideTotals } from './invoice-draft.rules.ts'
import { invoiceFaults as faults, invoiceRefusals as refusals } from './invoice-refusals.ts'
import { type InvoiceBody, type LineBody, MAX_LINES, type ShownInvoice, type ShownLine } from './invoice-schema.ts'
import { getInvoice, shownLine, surroundingsOf } from './invoice-shown.ts'
import {
  type DocumentDraft,
  deleteDocument,
  insertDocument,
  insertLines,
  requireDraft,
  saveTotals,
  updateDocument,
} from './invoice-store.ts'
import {
  decideLine,
  decideLines,
  isSalesLine,
  type LineFacts,
  type NewLine,
  wrongUnionLines,
} from './line-draft.rules.ts'
import { keepReduction, reducedInvoices, worksToPay } from './reduced-invoice.ts'

/** Creates a draft. */
export const createInvoice = async (call: CompanyCall, body: InvoiceBody): Promise<ShownInvoice> => {
  const draft = await requireRight(call, body, null)
  const id = await insertDocument(call, draft)
  const { kind: createdByKind, id: createdById } = call.actor
  if (body.taxReduction) await saveReduction(call, { id, createdByKind, createdById }, body)
  return getInvoice(call, id)
}

/** Replaces a draft's content; lines with an id keep it. */
export const updateInvoice = async (call: CompanyCall, id: string, body: InvoiceBody): Promise<ShownInvoice> => {
  const before = await readInvoice(call, id, 'invoice', { lock: true })
  requireDraft(before)
  await updateDocument(call, id, await requireRight(call, body, before))
  await saveReduction(call, before, body)
  return getInvoice(call, id)
}

const saveReduction = async (
  call: CompanyCall,
  invoice: Pick<InvoiceRecord, 'id' | 'createdByKind' | 'createdById'>,
  { taxReduction }: InvoiceBody,
): Promise<void> => {
  const asked = await saveTaxReduction(call, invoice, taxReduction)
  if (asked !== null) await keepReduction(call, invoice.id, asked)
}

/** Deletes a draft. */
export const deleteInvoice = async (call: CompanyCall, id: string): Promise<void> => {
  requireDraft(await readInvoice(call, id, 'invoice', { lock: true }))
  await deleteDocument(call, { id, kind: 'invoice' })
}

/** Errors in a malformed body beyond its schema. `id` is the draft being changed. */
export const examineInvoice = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const [before = null] = id === undefined ? [] : await readInvoices(call, [id])
  return (await decideInvoice(call, body as InvoiceBody, before)).errors
}

const requireRight = async (
  call: CompanyCall,
  body: InvoiceBody,
  before: InvoiceRecord | null,
): Promise<DocumentDraft> => {
  const { draft, errors } = await decideInvoice(call, body, before)
  refuseIfAny(errors)
  if (draft === null) throw new Error('An invoice is valid but undecided')
  warnOf(call, warningsInRates(draft.lines.map(ratedLine), draft.deliveryDate ?? draft.date))
  return draft
}

const ratedLine = (line: NewLine) => (line.itemType === 'salesItem' ? line : null)

/** The day of supply in a body; null where it has none that is right. */
const supplyDayOf = ({ deliveryDate, invoiceDate }: Partial<InvoiceBody>): Day | null => {
  const day = deliveryDate ?? invoiceDate
  return day !== undefined && isDay(day) ? day : null
}

/** Reads what a body refers to, locks it against deletion, and validates. Required fields may be missing. */
const decideInvoice = async (
  call: CompanyCall,
  body: Partial<InvoiceBody>,
  before: InvoiceRecord | null,
): Promise<{ draft: DocumentDraft | null; errors: FieldError[] }> => {
  const { customer, contactDetailId, errors } = await decideCustomer(call, body)
  const settings = await settingsOf(call)
  const bodies: readonly (LineBody | null)[] = body.lineItems ?? []
  const known = before && new Set(before.lines.map(({ id }) => id))
  const book = await bookOf(call, true)
  const { content, errors: wrongContent } = decideContent(body, book.currency)
  const { lines: said, errors: wrongLines } = decideLines(
    bodies,
    await lineFactsOf(call, bodies, { known, supplyDay: supplyDayOf(body) ?? dayOf(call.now), book }),
  )
  const lines = ofOwner(call, said, before)
  const terms = termDays(customer?.paymentTerms ?? null) ?? settings.paymentTermsDays ?? USUAL_TERMS_DAYS
  const { days, errors: wrongDays } = decideDays(
    'invoiceDate',
    { date: body.invoiceDate, dueDate: body.dueDate },
    terms,
  )
  const { totals, errors: wrongTotals } = decideTotals(lines, content, { rounds: settings.roundsTotal })
  errors.push(...wrongContent, ...wrongDays, ...wrongLines)
  // The total of only the valid lines would be misleading.
  const hasAllLines = wrongLines.length === 0 && lines.length === bodies.length
  if (hasAllLines) {
    const isAdvance = body.type === 'advanceInvoice'
    errors.push(...wrongTotals, ...tooLongIn(lines.map(({ description }) => description)))
    errors.push(...wrongUnionLines(lines, { isAdvance }))
  }
  if (days === null) return { draft: null, errors }
  const draft: DocumentDraft = {
    kind: 'invoice',
    type: body.type ?? 'invoice',
    creditsId: null,
    customerId: customer?.id ?? null,
    contactDetailId,
    ...days,
    ...content,
    ...totals,
    lines,
  }
  if (draft.type === 'advanceInvoice' && body.taxReduction) {
    return { draft, errors: [...errors, faults.reductionOfAdvance('#/taxReduction')] }
  }
  if (!isWholeReduction(body.taxReduction)) return { draft, errors }
  const wrongReduction = await wrongInTaxReduction(call, hostOf(call, draft, customer, before), body.taxReduction)
  errors.push(...wrongReduction.filter(({ field }) => hasAllLines || isApartFromLines(field)))
  return { draft, errors }
}

/** Whether an error in a tax reduction is independent of the lines: if some lines are invalid, their indexes shift. */
const isApartFromLines = (field: string): boolean =>
  field.startsWith('#/taxReduction/') && field !== '#/taxReduction/deductionPeople'

/** The customer and contact in a body: the default contact unless the body names another or none. */
const decideCustomer = async (call: CompanyCall, { customerRef, contactDetailRef }: Partial<InvoiceBody>) => {
  const errors: FieldError[] = []
  const id = customerRef?.id
  const customer = id === undefined ? null : await lockCustomer(call, id)
  if (id !== undefined && customer === null) errors.push(faults.unknownCustomer('#/customerRef/id', { id }))
  const contacts = customer?.contacts ?? []
  const asked = contactDetailRef?.id
  const contact = contacts.find((one) => (typeof asked === 'string' ? one.id === asked : one.isDefault))
  if (typeof asked === 'string' && id === undefined) errors.push(faults.contactWithoutCustomer('#/contactDetailRef/id'))
  else if (typeof asked === 'string' && customer !== null && !contact) {
    errors.push(faults.unknownContact('#/contactDetailRef/id', { id: asked }))
  }
  const isNone = contactDetailRef === null || asked === null
  return { customer, contactDetailId: isNone ? null : (contact?.id ?? null), errors }
}

/**
 * Only people and the integration that created the invoice may set the tax reduction of a line: from other integrations
 * it is ignored and left unchanged. A line without an id is matched by content, so that resending an invoice leaves it
 * unchanged.
 */
const ofOwner = (
  { actor }: CompanyCall,
  lines: readonly NewLine[],
  before: InvoiceRecord | null,
): readonly NewLine[] => {
  if (before === null || !isOfApi(actor.kind)) return lines
  if (before.createdByKind === actor.kind && before.createdById === actor.id) return lines
  const left = before.lines.filter(isSalesLine)
  const take = (isSame: (line: (typeof left)[number]) => boolean) => {
    const place = left.findIndex(isSame)
    return place < 0 ? undefined : left.splice(place, 1)[0]
  }
  const named = lines.map(({ id }) => take((line) => line.id === id))
  return lines.map((line, index) => {
    if (line.itemType !== 'salesItem') return line
    const kept = named[index] ?? take((one) => saidBy(one) === saidBy(line))
    return { ...line, reductionType: kept?.reductionType ?? null, jobType: kept?.jobType ?? null }
  })
}

const saidBy = ({
  description,
  quantity,
  unitPrice,
  taxRate,
  productType,
}: Omit<SalesLine, 'id' | 'position'>): string =>
  JSON.stringify([description, String(quantity), String(unitPrice), taxRate, productType])

/** The items and accounts that lines refer to, for their validation. */
const lineFactsOf = async (
  call: CompanyCall,
  bodies: readonly (LineBody | null)[],
  { known, supplyDay, book }: Pick<LineFacts, 'known' | 'supplyDay'> & { book?: Book },
): Promise<LineFacts> => {
  const items = await itemsById(
    call,
    bodies.flatMap((body) => body?.itemRef?.id ?? []),
  )
  const { accounts, roles } = book ?? (await bookOf(call, true))
  const own = [...items.values(), ...bodies.map((body) => ({ account: body?.bookkeepingAccountNumber ?? null }))]
  const names = await accountNames(
    call,
    own.flatMap(({ account }) => account ?? []),
  )
  return { items, accounts, roles, names, known, supplyDay }
}

/** The invoice in the shape that tax reductions are validated with. */
export const hostOf = (
  { actor }: CompanyCall,
  draft: Pick<DocumentDraft, 'date' | 'dueDate' | 'currency' | 'currencyRate' | 'totalOre' | 'lines'>,
  customer: Pick<CustomerRecord, 'type'> | null,
  before: InvoiceRecord | null,
): ReductionHost => ({
  id: before?.id ?? null,
  invoices: reducedInvoices,
  workToPay: worksToPay,
  createdByKind: before?.createdByKind ?? actor.kind,
  createdById: before?.createdById ?? actor.id,
  date: draft.date,
  dueDate: draft.dueDate,
  currency: draft.currency,
  currencyRate: draft.currencyRate,
  totalOre: draft.totalOre,
  customerType: customer?.type ?? null,
  lines: draft.lines.map(workLineOf),
})

/** A line in the shape that tax reductions are validated with. */
const workLineOf = (line: NewLine): ReductionHost['lines'][number] =>
  line.itemType === 'salesItem'
    ? line
    : {
        itemType: line.itemType,
        productType: null,
        unitType: null,
        quantity: null,
        taxRate: null,
        netOre: 0n,
        reductionType: null,
        jobType: null,
      }

/** Errors in a malformed line beyond its schema. */
export const examineLine = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const line = body as LineBody
  return decideLine(line, [], await lineFactsOf(call, [line], { known: null, supplyDay: dayOf(call.now) })).errors
}

/** Appends a line to a draft. */
export const addLine = async (call: CompanyCall, id: string, body: LineBody): Promise<ShownLine> => {
  const before = await readInvoice(call, id, 'invoice', { lock: true })
  requireDraft(before)
  if (before.lines.length >= MAX_LINES) throw refusals.tooManyLines({ limit: MAX_LINES })
  const supplyDay = before.deliveryDate ?? before.date
  const { line: decided, errors } = decideLine(body, [], await lineFactsOf(call, [body], { known: null, supplyDay }))
  refuseIfAny(errors)
  if (decided === null) throw new Error('A line is valid but undecided')
  // A new line matches no existing one.
  const [own = decided] = ofOwner(call, [decided], { ...before, lines: [] })
  warnOf(
    call,
    warningsInRates([ratedLine(own)], supplyDay).map((doubt) => ({ ...doubt, field: '#/taxRate' })),
  )
  const line = { ...own, id: 1 + Math.max(0, ...before.lines.map((one) => one.id)) }
  const position = 1 + Math.max(0, ...before.lines.map((one) => one.position))
  await addDecided(call, before, { ...line, position })
  const [around] = await surroundingsOf(call, [before])
  return shownLine({ ...line, position }, around?.items ?? {})
}

const addDecided = async (call: CompanyCall, before: InvoiceRecord, line: LineRecord): Promise<void> => {
  const { roundsTotal: rounds } = await settingsOf(call)
  const lines = [...before.lines, line]
  const { totals, errors } = decideTotals(lines, before, { rounds, field: '#' })
  const customer = before.customerId === null ? null : await lockCustomer(call, before.customerId)
  errors.push(...wrongUnionLines(lines, { isAdvance: before.type === 'advanceInvoice', at: () => '#/unionVat' }))
  const host = { ...hostOf(call, { ...before, ...totals, lines }, customer, before), id: before.id }
  const place = `#/lineItems/${before.lines.length}`
  for (const error of await wrongInKeptReduction(call, host)) {
    errors.push({ ...error, field: error.field.replace(place, '#') })
  }
  errors.push(
    ...tooLongIn(
      lines.map(({ description }) => description),
      { field: '#/description' },
    ),
  )
  refuseIfAny(errors)
  await insertLines(call, before.id, [line], line.position)
  await saveTotals(call, before.id, totals)
  recordEvent(call, 'invoice.changed', { id: before.id })
}
