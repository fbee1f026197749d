// Converts invoices and credit notes from requests to their stored form. Pure: all errors are reported together.
import { isCountry } from '#numbers/country'
import { addDays, type Day, isDay } from '#platform/day'
import { atRate, MAX_FACTOR, microFromNumber, textFromMicro } from '#platform/decimal'
import { MAX_AMOUNT, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { type AccountingCurrency, isAccountingCurrency, roundsToWhole } from '#rule/currency'
import { totalsOf } from '#rule/document-totals'
import { pointer } from '#text/json'
import type { DocumentAddress, InvoiceRecord } from './invoice.ts'
import { isCurrency } from './invoice-currencies.rules.ts'
import { invoiceFaults as faults } from './invoice-refusals.ts'
import { MAX_METADATA_KEY_LENGTH, MAX_METADATA_KEYS, MAX_METADATA_VALUE_LENGTH } from './invoice-values.rules.ts'
import { areTooLarge, MAX_TOTAL, type NewLine } from './line-draft.rules.ts'

/** The fields common to both kinds; null and omitted are equivalent. */
type DocumentBody = {
  orderNumberReference?: string | null
  projectReference?: string | null
  buyerReference?: string | null
  contractReference?: string | null
  currency?: string
  currencyRate?: number
  deliveryAddress?: DocumentAddress | null
  deliveryDate?: string | null
  vatExemptionReason?: string | null
  metadata?: Record<string, string> | null
}

/** The stored fields common to both kinds. */
export type DocumentContent = Pick<
  InvoiceRecord,
  | 'orderNumberReference'
  | 'projectReference'
  | 'buyerReference'
  | 'contractReference'
  | 'currency'
  | 'currencyRate'
  | 'deliveryAddress'
  | 'deliveryDate'
  | 'vatExemptionReason'
  | 'metadata'
>

/** References, currency, delivery address and metadata of a body. */
export const decideContent = (
  body: DocumentBody,
  own: AccountingCurrency,
): { content: DocumentContent; errors: FieldError[] } => {
  const { currency, currencyRate, errors } = decideCurrency(body, own)
  const address = body.deliveryAddress ?? null
  const day = body.deliveryDate ?? null
  return {
    content: {
      orderNumberReference: textOf(body.orderNumberReference),
      projectReference: textOf(body.projectReference),
      buyerReference: textOf(body.buyerReference),
      contractReference: textOf(body.contractReference),
      currency,
      currencyRate,
      deliveryAddress: address !== null && Object.keys(address).length > 0 ? address : null,
      deliveryDate: day as Day | null,
      vatExemptionReason: textOf(body.vatExemptionReason),
      metadata: body.metadata ?? {},
    },
    errors: [
      ...errors,
      ...wrongAddress(address),
      ...(day === null || isDay(day) ? [] : [faults.badDate('#/deliveryDate')]),
      ...wrongMetadata(body.metadata ?? {}),
    ],
  }
}

/** The text as sent; null if blank. */
const textOf = (text: string | null | undefined): string | null => (text?.trim() ? text : null)

const decideCurrency = ({ currency: named, currencyRate }: DocumentBody, own: AccountingCurrency) => {
  const currency = named ?? own
  const errors: FieldError[] = []
  if (!isCurrency(currency)) errors.push(faults.currency('#/currency'))
  const rate = microFromNumber(currencyRate ?? 1)
  if (rate === null || rate <= 0n) errors.push(faults.rate('#/currencyRate', { limit: MAX_FACTOR }))
  else if (currency === own) {
    if (textFromMicro(rate) !== '1') errors.push(faults.rateOfOwn('#/currencyRate', { currency }))
  } else if (isAccountingCurrency(currency) && textFromMicro(rate) === '1' && currencyRate !== undefined) {
    errors.push(faults.rateOfOne('#/currencyRate', { currency, own }))
  } else if (currencyRate === undefined) errors.push(faults.rateMissing('#/currencyRate', { currency }))
  return { currency, currencyRate: textFromMicro(rate ?? 0n), errors }
}

const wrongAddress = (address: DocumentAddress | null): FieldError[] =>
  address?.country !== undefined && !isCountry(address.country) ? [faults.badCountry('#/deliveryAddress/country')] : []

const wrongMetadata = (metadata: Record<string, string>): FieldError[] => {
  const errors: FieldError[] = []
  const entries = Object.entries(metadata)
  if (entries.length > MAX_METADATA_KEYS) errors.push(faults.metadataCount('#/metadata', { limit: MAX_METADATA_KEYS }))
  for (const [key, value] of entries) {
    const field = pointer('metadata', key)
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(key) || key.length > MAX_METADATA_KEY_LENGTH) {
      errors.push(faults.metadataKey(field, { limit: MAX_METADATA_KEY_LENGTH }))
    } else if (value.length > MAX_METADATA_VALUE_LENGTH) {
      errors.push(faults.metadataValue(field, { limit: MAX_METADATA_VALUE_LENGTH }))
    }
  }
  return errors
}

/**
 * The date and due date of a document. `name` is the field of the date; without a due date, it is `terms` days later.
 */
export const decideDays = (
  name: 'invoiceDate' | 'creditDate',
  body: { date: string | undefined; dueDate: string | undefined },
  terms: number,
): { days: { date: Day; dueDate: Day } | null; errors: FieldError[] } => {
  const { date, dueDate } = body
  const errors: FieldError[] = []
  if (date !== undefined && !isDay(date)) errors.push(faults.badDate(pointer(name)))
  if (dueDate !== undefined && !isDay(dueDate)) errors.push(faults.badDate('#/dueDate'))
  if (date === undefined || errors.length > 0) return { days: null, errors }
  const first = date as Day
  // Supported days end with the year 2199.
  if (dueDate === undefined && first >= LAST_YEAR) return { days: null, errors: [faults.required('#/dueDate')] }
  const last = dueDate === undefined ? addDays(first, terms) : (dueDate as Day)
  if (last < first) errors.push(faults.dueBeforeDate('#/dueDate', { date }))
  return { days: { date: first, dueDate: last }, errors }
}

const LAST_YEAR = '2199-01-01'

/** The totals of a document, in its currency and in the accounting currency. */
export type DocumentTotals = Pick<InvoiceRecord, 'netOre' | 'taxOre' | 'roundingOre' | 'totalOre' | 'totalBaseOre'>

/** The totals of lines; with `rounds`, a total in books in SEK is rounded to whole kronor. */
export const decideTotals = (
  lines: readonly NewLine[],
  { currency, currencyRate }: Pick<DocumentContent, 'currency' | 'currencyRate'>,
  { rounds, field = '#/lineItems' }: { rounds: boolean; field?: string },
): { totals: DocumentTotals; errors: FieldError[] } => {
  const counted = lines.filter((line) => line.itemType === 'salesItem')
  const totals = totalsOf(counted, { rounds: rounds && roundsToWhole({ currency, currencyRate }) })
  const totalBaseOre = atRate(totals.totalOre, currencyRate)
  const errors: FieldError[] = []
  const largest = [totals.netOre, totals.totalOre, totalBaseOre].some((ore) => ore > MAX_TOTAL)
  if (largest || areTooLarge(counted, currencyRate)) errors.push(faults.tooMuch(field, { limit: MAX_AMOUNT }))
  if (totals.totalOre < 0n) errors.push(faults.negative(field, { total: textFromOre(totals.totalOre) }))
  return { totals: { ...totals, totalBaseOre }, errors }
}
