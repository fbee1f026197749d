// A recurring invoice as its form holds it, its way from and to the API, and what it comes to on a day.
import type { Schema } from '#client'
import {
  draftUnion,
  type InvoiceDraft,
  newDraft,
  newLine,
  type TaxRate,
  type UnitType,
  written,
} from '#console/sales/editor/draft.ts'
import { ratedOn } from '#console/sales/editor/rated.ts'
import { type Totals, totalsOf } from '#console/sales/editor/totals.rules.ts'
import { USUAL_RATE } from '#rule/vat-rates'
import { ownCurrency, today } from '#ui'

export type Recurring = Schema<'RecurringInvoice'>
export type Occurrence = Schema<'RecurringOccurrence'>
type Written = Schema<'RecurringInvoiceWrite'>
type Schedule = Written['schedule']
export type PriceChange = NonNullable<Written['priceChanges']>[number]

export const units = ['days', 'weeks', 'months', 'years'] as const satisfies readonly Schedule['unit'][]
type Unit = (typeof units)[number]

export type RecurringDraft = {
  /** What each invoice says; its days are those of the schedule. */
  invoice: InvoiceDraft
  every: string
  unit: Unit
  dayOfMonth: string
  firstDate: string
  lastDate: string
  times: string
  invoiced: 'inAdvance' | 'inArrears'
  missed: 'skip' | 'make'
  outcome: 'draft' | 'published' | 'sent'
  language: 'sv' | 'en'
  termsDays: string
  priceChanges: readonly PriceChange[]
}

export const newRecurring = (taxRate: TaxRate): RecurringDraft => ({
  invoice: newDraft(taxRate),
  every: '1',
  unit: 'months',
  dayOfMonth: '',
  firstDate: today(),
  lastDate: '',
  times: '',
  invoiced: 'inAdvance',
  missed: 'skip',
  outcome: 'draft',
  language: 'sv',
  termsDays: '',
  priceChanges: [],
})

const textOf = (value: number | null | undefined): string =>
  value === null || value === undefined ? '' : String(value)

export const recurringDraftOf = (recurring: Recurring): RecurringDraft => {
  const { schedule, missed, outcome, language, paymentTermsDays, priceChanges } = recurring
  return {
    invoice: invoiceOf(recurring),
    every: String(schedule.every),
    unit: schedule.unit,
    firstDate: schedule.firstDate,
    dayOfMonth: textOf(schedule.dayOfMonth),
    times: textOf(schedule.times),
    lastDate: schedule.lastDate ?? '',
    invoiced: schedule.invoiced ?? 'inAdvance',
    missed: missed ?? 'skip',
    outcome: outcome ?? 'draft',
    language: language ?? 'sv',
    termsDays: textOf(paymentTermsDays),
    priceChanges: priceChanges ?? [],
  }
}

const invoiceOf = (recurring: Recurring): InvoiceDraft => ({
  // It has its own lines.
  ...newDraft(0),
  customerId: recurring.customerRef.id,
  customerName: recurring.customerRef.name,
  ...(recurring.contactDetailRef === undefined ? {} : { contactId: recurring.contactDetailRef?.id ?? null }),
  buyerReference: recurring.buyerReference ?? '',
  orderNumberReference: recurring.orderNumberReference ?? '',
  projectReference: recurring.projectReference ?? '',
  contractReference: recurring.contractReference ?? '',
  currency: recurring.currency ?? ownCurrency(),
  currencyRate: textOf(recurring.currencyRate),
  vatExemptionReason: recurring.vatExemptionReason ?? '',
  lines: linesOf(recurring),
  kept: {
    ...(recurring.metadata ? { metadata: recurring.metadata } : {}),
    ...(recurring.deliveryAddress ? { deliveryAddress: recurring.deliveryAddress as never } : {}),
  },
})

const linesOf = ({ lineItems }: Recurring) =>
  lineItems.map((line, at) =>
    newLine({
      key: `line${at}`,
      kind: line.itemType === 'descriptionOnlyItem' ? 'text' : 'sales',
      itemId: line.itemRef?.id ?? null,
      description: line.description ?? '',
      quantity: textOf(line.quantity ?? 1),
      price: textOf(line.unitPrice),
      unit: (line.unitType ?? 'unspecified') as UnitType,
      taxRate: (line.taxRate ?? USUAL_RATE) as TaxRate,
      ...(line.vatKind ? { vatKind: line.vatKind } : {}),
      ...(line.unionVat ? { unionVat: draftUnion(line.unionVat), taxRate: 0 } : {}),
      productType: line.productType ?? 'services',
      account: textOf(line.bookkeepingAccountNumber),
    }),
  )

const numberOr = (text: string): number | null => (text.trim() === '' ? null : Number(text))

/** The body of a request. */
export const writtenRecurring = (form: RecurringDraft): Written => {
  const {
    invoiceDate: _,
    dueDate: __,
    deliveryDate: ___,
    taxReduction: ____,
    type: _____,
    ...said
  } = written(form.invoice)
  return {
    ...said,
    customerRef: form.invoice.customerId === '' ? undefined : { id: form.invoice.customerId },
    schedule: {
      every: Number(form.every),
      unit: form.unit,
      firstDate: form.firstDate,
      invoiced: form.invoiced,
      dayOfMonth: isMonthly(form.unit) ? numberOr(form.dayOfMonth) : null,
      lastDate: form.lastDate || null,
      times: numberOr(form.times),
    },
    missed: form.missed,
    outcome: form.outcome,
    language: form.language,
    paymentTermsDays: numberOr(form.termsDays),
    priceChanges: [...form.priceChanges],
  } as Written
}

export const isMonthly = (unit: Unit): boolean => unit === 'months' || unit === 'years'

/** What it comes to on a day, by the prices that hold then; null while a line takes its price from its item. */
export const totalOn = (recurring: Recurring, day: string | null): Totals | null => {
  const changes = (recurring.priceChanges ?? [])
    .filter(({ fromDate }) => day !== null && fromDate <= day)
    .toSorted((one, other) => one.fromDate.localeCompare(other.fromDate))
  const lines = linesOf(recurring).map((line, at) => ({
    ...ratedOn(line, day ?? today()),
    price: changedPrice(line.price, at + 1, changes),
  }))
  return lines.some(({ kind, price }) => kind === 'sales' && price === '') ? null : totalsOf(lines, { rounds: false })
}

/** The same with the prices that the service has worked out for a day. */
export const totalAt = (recurring: Recurring, prices: readonly (number | null)[]): Totals | null => {
  const lines = linesOf(recurring).map((line, at) => ({ ...ratedOn(line, today()), price: textOf(prices[at]) }))
  return lines.some(({ kind, price }) => kind === 'sales' && price === '') ? null : totalsOf(lines, { rounds: false })
}

/** So many percent are rounded to öre, half away from zero, as the service does. */
const changedPrice = (price: string, line: number, changes: readonly PriceChange[]): string =>
  changes.reduce((now, change) => {
    if (change.kind === 'price') return change.line === line ? String(change.unitPrice) : now
    if (now === '') return now
    const raised = BigInt(Math.round(Number(now) * 1e6)) * BigInt(10_000 + Math.round(change.percent * 100))
    const half = raised < 0n ? -(10n ** 8n) / 2n : 10n ** 8n / 2n
    return String(Number((raised + half) / 10n ** 8n) / 100)
  }, price)
