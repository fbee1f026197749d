// An invoice in the editor: text fields as text, and the conversion from and to the API.
import type { Company, Schema } from '#client'
import { type JobType, jobOf, type ReductionType } from '#rule/tax-reductions'
import type { VatKind } from '#rule/vat-kind'
import { type TaxRate, taxRates, USUAL_RATE } from '#rule/vat-rates'
import { isOwnCurrency, ownCurrency, today } from '#ui'

type Written = Schema<'InvoiceWrite'>
type Invoice = Schema<'Invoice'>
type WrittenLine = Written['lineItems'][number]

export { type TaxRate, taxRates }
export type UnitType = NonNullable<WrittenLine['unitType']>

export const unitTypes = [
  ...(['unspecified', 'piece', 'hour', 'day', 'week', 'month', 'year', 'minute', 'kilogram', 'gram', 'ton'] as const),
  ...(['liter', 'meter', 'centimeter', 'millimeter', 'meterSquared', 'meterCubic', 'mile', 'kilometer'] as const),
  ...(['hectar', 'words', 'megabyte', 'gigabyte'] as const),
] satisfies readonly UnitType[]

/** The VAT of another EU country; `rate` in percent, and empty for the standard rate. */
export type UnionDraft = { country: string; rate: string }

export type LineDraft = {
  /** Names the line on the page. */
  key: string
  /** The line of the saved draft; null while it is new. */
  id: number | null
  kind: 'sales' | 'text'
  itemId: string | null
  description: string
  /** Numbers as `7.5`. */
  quantity: string
  unit: UnitType
  price: string
  taxRate: TaxRate
  /** What it is, if its rate follows from that and the day of supply. */
  vatKind?: VatKind | null
  /** The VAT of another EU country in place of Swedish VAT: `taxRate` is zero then. */
  unionVat?: UnionDraft | null
  productType: 'goods' | 'services'
  account: string
  jobType: JobType | ''
}

export type ReductionDraft = {
  type: ReductionType
  description: string
  propertyType: 'realEstate' | 'housingDesignation'
  realEstateNumber: string
  tenantOrgNumber: string
  apartmentNumber: string
  /** Amounts are whole kronor. */
  people: { personalNumber: string; amount: string }[]
}

export type InvoiceDraft = {
  type: 'invoice' | 'cashInvoice' | 'advanceInvoice'
  customerId: string
  customerName: string
  /** Undefined: the customer's usual one. */
  contactId?: string | null | undefined
  invoiceDate: string
  /** Empty: as the terms say. */
  dueDate: string
  buyerReference: string
  orderNumberReference: string
  projectReference: string
  contractReference: string
  currency: string
  currencyRate: string
  deliveryDate: string
  vatExemptionReason: string
  lines: LineDraft[]
  reduction: ReductionDraft | null
  /** What the editor does not show, and keeps. */
  kept: { metadata?: object; deliveryAddress?: Invoice['deliveryAddress'] }
}

/** A personal number as the API has it, of twelve digits with a hyphen, a blank or nothing between; else as it is. */
const personalNumberOf = (text: string): string => {
  const [, day, last] = /^(\d{8})[-+\s]?(\d{4})$/.exec(text.trim().replace(/[\u2010-\u2015]/g, '-')) ?? []
  return day ? `${day}-${last}` : text.trim()
}

let count = 0

export const newLine = (changes: Partial<LineDraft> = {}): LineDraft => {
  count += 1
  const key = `new${Date.now()}-${count}`
  const rest = { id: null, kind: 'sales', itemId: null, description: '', quantity: '1', unit: 'unspecified' } as const
  return { key, ...rest, price: '', taxRate: USUAL_RATE, productType: 'services', account: '', jobType: '', ...changes }
}

/** The rate that a new line has: none where the company is not registered for VAT. */
export const usualRate = ({ isVatRegistered }: Pick<Company, 'isVatRegistered'>): TaxRate =>
  isVatRegistered ? USUAL_RATE : 0

/** A line from elsewhere as this company charges it. An item wins over its line, so it goes with the tax. */
export const chargedBy = ({ isVatRegistered }: Pick<Company, 'isVatRegistered'>, line: LineDraft): LineDraft =>
  isVatRegistered || line.kind === 'text' || line.taxRate === 0
    ? line
    : { ...line, taxRate: 0, vatKind: null, itemId: null }

export const newDraft = (taxRate: TaxRate): InvoiceDraft => ({
  type: 'invoice',
  customerId: '',
  customerName: '',
  invoiceDate: today(),
  dueDate: '',
  buyerReference: '',
  orderNumberReference: '',
  projectReference: '',
  contractReference: '',
  currency: ownCurrency(),
  currencyRate: '',
  deliveryDate: '',
  vatExemptionReason: '',
  lines: [newLine({ taxRate })],
  reduction: null,
  kept: {},
})

/** Whether nothing has been typed on a line. */
export const isBlank = ({ description, price, itemId, id }: LineDraft): boolean =>
  description.trim() === '' && price === '' && itemId === null && id === null

/** The lines that are sent, in their order. */
export const sentLines = ({ lines }: Pick<InvoiceDraft, 'lines'>): LineDraft[] => lines.filter((line) => !isBlank(line))

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export const writtenLine = (line: LineDraft, isReduced: boolean): WrittenLine => {
  const own = { ...(line.id === null ? {} : { id: line.id }), description: line.description }
  if (line.kind === 'text') return { ...own, itemType: 'descriptionOnlyItem' }
  const job = isReduced && line.jobType !== '' ? jobOf(line.jobType) : undefined
  return {
    ...own,
    itemType: 'salesItem',
    productType: line.productType,
    unitType: line.unit,
    taxRate: line.taxRate,
    ...(line.vatKind ? { vatKind: line.vatKind } : {}),
    ...(line.unionVat ? { unionVat: writtenUnion(line.unionVat) } : {}),
    quantity: line.quantity === '' ? 1 : Number(line.quantity),
    ...(line.price === '' ? {} : { unitPrice: Number(line.price) }),
    ...(line.itemId ? { itemRef: { id: line.itemId } } : {}),
    bookkeepingAccountNumber: line.account === '' ? null : Number(line.account),
    taxReduction: job ? { taxReductionType: job.type, jobType: job.jobType } : null,
  }
}

const writtenUnion = ({ country, rate }: UnionDraft): { country: string; taxRate?: number } => ({
  country,
  ...(rate === '' ? {} : { taxRate: Number(rate) }),
})

/** The body of a request; `due` is the proposed due date. */
export const written = (draft: InvoiceDraft, due = ''): Written => {
  const { contactId, reduction, kept } = draft
  const dueDate = draft.dueDate || due
  return {
    type: draft.type,
    invoiceDate: draft.invoiceDate,
    currency: draft.currency || ownCurrency(),
    ...(dueDate ? { dueDate } : {}),
    ...(draft.customerId ? { customerRef: { id: draft.customerId } } : {}),
    ...(contactId === undefined || !draft.customerId
      ? {}
      : { contactDetailRef: contactId === null ? null : { id: contactId } }),
    ...(isOwnCurrency(draft.currency) || draft.currencyRate === '' ? {} : { currencyRate: Number(draft.currencyRate) }),
    buyerReference: orNull(draft.buyerReference),
    orderNumberReference: orNull(draft.orderNumberReference),
    projectReference: orNull(draft.projectReference),
    contractReference: orNull(draft.contractReference),
    deliveryDate: orNull(draft.deliveryDate),
    vatExemptionReason: orNull(draft.vatExemptionReason),
    ...(kept.metadata ? { metadata: kept.metadata as Record<string, never> } : {}),
    ...(kept.deliveryAddress ? { deliveryAddress: kept.deliveryAddress } : {}),
    lineItems: sentLines(draft).map((line) => writtenLine(line, reduction !== null)),
    taxReduction: reduction && writtenReduction(reduction),
  }
}

const writtenReduction = (reduction: ReductionDraft): NonNullable<Written['taxReduction']> => ({
  type: reduction.type,
  description: reduction.description,
  propertyType: reduction.type === 'rut' ? null : reduction.propertyType,
  ...(reduction.type !== 'rut' && reduction.propertyType === 'realEstate'
    ? { realEstateNumber: orNull(reduction.realEstateNumber) }
    : {}),
  ...(reduction.type !== 'rut' && reduction.propertyType === 'housingDesignation'
    ? { tenantOrgNumber: orNull(reduction.tenantOrgNumber), apartmentNumber: orNull(reduction.apartmentNumber) }
    : {}),
  deductionPeople: reduction.people.map(({ personalNumber, amount }) => ({
    personalNumber: personalNumberOf(personalNumber),
    deductionAmount: Number(amount || 0),
  })),
})

export const draftLine = (line: Invoice['lineItems'][number]): LineDraft => {
  const own = { key: `line${line.id}`, id: line.id, itemId: line.itemRef?.id ?? null, description: line.description }
  if (line.itemType === 'descriptionOnlyItem') return newLine({ ...own, kind: 'text' })
  return {
    ...own,
    kind: 'sales',
    quantity: String(line.quantity),
    unit: line.unitType,
    price: String(line.unitPrice),
    taxRate: line.taxRate,
    ...(line.vatKind ? { vatKind: line.vatKind } : {}),
    ...(line.unionVat ? { unionVat: draftUnion(line.unionVat) } : {}),
    productType: line.productType,
    jobType: line.taxReduction?.jobType ?? '',
    account: line.bookkeepingAccountNumber === null ? '' : String(line.bookkeepingAccountNumber),
  }
}

export const draftUnion = ({ country, taxRate }: { country: string; taxRate?: number }): UnionDraft => ({
  country,
  rate: taxRate === undefined ? '' : String(taxRate),
})

export const draftOf = (invoice: Invoice): InvoiceDraft => ({
  type: invoice.type,
  customerId: invoice.customerRef?.id ?? '',
  customerName: invoice.customerRef?.name ?? '',
  contactId: invoice.contactDetailRef?.id ?? null,
  invoiceDate: invoice.invoiceDate,
  dueDate: invoice.dueDate,
  buyerReference: invoice.buyerReference ?? '',
  orderNumberReference: invoice.orderNumberReference ?? '',
  projectReference: invoice.projectReference ?? '',
  contractReference: invoice.contractReference ?? '',
  currency: invoice.currency,
  currencyRate: isOwnCurrency(invoice.currency) ? '' : String(invoice.currencyRate),
  deliveryDate: invoice.deliveryDate ?? '',
  vatExemptionReason: invoice.vatExemptionReason ?? '',
  lines: invoice.lineItems.map(draftLine),
  reduction: invoice.taxReduction && reductionOf(invoice.taxReduction),
  kept: {
    ...(Object.keys(invoice.metadata).length > 0 ? { metadata: invoice.metadata } : {}),
    ...(invoice.deliveryAddress ? { deliveryAddress: invoice.deliveryAddress } : {}),
  },
})

const reductionOf = (reduction: NonNullable<Invoice['taxReduction']>): ReductionDraft => ({
  type: reduction.type,
  description: reduction.description,
  propertyType: reduction.propertyType ?? 'realEstate',
  realEstateNumber: reduction.realEstateNumber ?? '',
  tenantOrgNumber: reduction.tenantOrgNumber ?? '',
  apartmentNumber: reduction.apartmentNumber ?? '',
  people: reduction.deductionPeople.map(({ personalNumber, deductionAmount }) => ({
    personalNumber,
    amount: String(deductionAmount),
  })),
})

/**
 * What was sent has been saved: its lines have ids now, and those typed meanwhile are kept. The due date that it was
 * given is that of its customer and its day.
 */
export const withIds = (draft: InvoiceDraft, sent: readonly LineDraft[], saved: Invoice): InvoiceDraft => {
  const ids = new Map(sent.map(({ key }, index) => [key, saved.lineItems[index]?.id ?? null]))
  const isAlike = draft.customerId === (saved.customerRef?.id ?? '') && draft.invoiceDate === saved.invoiceDate
  return {
    ...draft,
    dueDate: draft.dueDate || (isAlike ? saved.dueDate : ''),
    lines: draft.lines.map((line) => ({ ...line, id: ids.get(line.key) ?? line.id })),
  }
}

/** The draft with the ids of lines that the service has: lines that are gone there are new ones. */
export const withIdsOf = (draft: InvoiceDraft, { lines: known }: InvoiceDraft): InvoiceDraft => {
  const ids = new Set(known.map(({ id }) => id))
  return { ...draft, lines: draft.lines.map((line) => (ids.has(line.id) ? line : { ...line, id: null })) }
}

/** A draft of its own like an invoice that there is: of today, with none of its references in time. */
export const copyOf = (invoice: Invoice): InvoiceDraft => {
  const draft = draftOf(invoice)
  const lines = draft.lines.map((line) => newLine({ ...line, key: `copy${line.key}`, id: null }))
  // Masked personal numbers stand for numbers on their own invoice alone.
  const people = draft.reduction?.people.filter(({ personalNumber }) => !personalNumber.endsWith('X')) ?? []
  const reduction = draft.reduction && { ...draft.reduction, people }
  return { ...draft, invoiceDate: today(), dueDate: '', deliveryDate: '', lines, reduction, kept: {} }
}
