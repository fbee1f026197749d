// The EU sales list (periodisk sammanställning): sales to each business in other member states in whole kronor,
// compared with boxes 35, 38 and 39 of the VAT return; and its file for the tax authority. Pure.
import { inBaseCurrency, type Rate } from '#ledger'
import { isEuCountry } from '#numbers/country'
import { addMonths, type Day, firstOfMonth, lastOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Period } from '#reports/period.rules'
import { latinText } from '#text/latin-text'
import { wholeKronor } from './vat-report.rules.ts'

/** The columns of the list with their VAT boxes. */
export const euBoxes = { goods: '35', triangular: '38', services: '39' } as const
export type EuColumn = keyof typeof euBoxes
export const euColumns = Object.keys(euBoxes) as readonly EuColumn[]

/** Amounts booked by documents towards a box, by buyer; without `isDocument`, those booked without a document. */
export type Sold = { vatNumber: string | null; name: string | null; isKnown: boolean; code: string; ore: Ore }

export const euRowKinds = ['buyer', 'withoutNumber', 'otherEntries', 'total', 'boxes', 'difference'] as const

type Amounts = Readonly<Record<EuColumn, Ore>>

/** Amounts in öre: as booked, and as reported, in whole kronor. */
export type EuRow = {
  kind: (typeof euRowKinds)[number]
  vatNumber: string | null
  name: string | null
  amounts: Amounts
  reported: Amounts
  /** The columns with bookings, even if they cancel out. */
  booked: ReadonlySet<EuColumn>
}

/**
 * Whether a VAT number is of another member state: only such buyers are listed. Greece uses EL, and Northern Ireland
 * (XI) belongs to the EU for goods only.
 */
const isListed = (vatNumber: string | null, column: EuColumn): boolean => {
  const prefix = vatNumber?.slice(0, 2) ?? ''
  if (prefix === 'XI') return column !== 'services'
  return prefix === 'EL' || (isEuCountry(prefix) && prefix !== 'SE' && prefix !== 'GR')
}

const nothing: Amounts = { goods: 0n, triangular: 0n, services: 0n }

const combined = (one: Amounts, other: Amounts, of: (one: Ore, other: Ore) => Ore): Amounts => ({
  goods: of(one.goods, other.goods),
  triangular: of(one.triangular, other.triangular),
  services: of(one.services, other.services),
})

const sumOf = (all: readonly Amounts[]): Amounts =>
  all.reduce((sum, one) => combined(sum, one, (x, y) => x + y), nothing)

/** What is reported of amounts, in whole kronor; `rate` is of books in euro: kronor for one euro. */
const inKronor = (amounts: Amounts, rate: Rate | null): Amounts =>
  combined(amounts, nothing, (ore) => wholeKronor(rate === null ? ore : inBaseCurrency(ore, rate)))

/**
 * The rows: buyers by number, buyers without one, bookings without a document, the sum of the listed ones, the boxes of
 * the VAT return, and the difference.
 */
export const layOutEuSales = (sold: readonly Sold[], boxes: Amounts, rate: Rate | null = null): EuRow[] => {
  const groups = new Map<string, Omit<EuRow, 'reported'>>()
  for (const { vatNumber, name, isKnown, code, ore } of sold) {
    const column = euColumns.find((one) => euBoxes[one] === code)
    if (!column) continue
    const kind = !isKnown ? 'otherEntries' : isListed(vatNumber, column) ? 'buyer' : 'withoutNumber'
    const key = kind === 'buyer' ? `buyer ${vatNumber}` : `${kind} ${vatNumber} ${name}`
    const known = groups.get(key) ?? { kind, vatNumber, name, amounts: nothing, booked: new Set() }
    const amounts = { ...known.amounts, [column]: known.amounts[column] + ore }
    groups.set(key, { ...known, amounts, booked: new Set([...known.booked, column]) })
  }
  const order = (row: Omit<EuRow, 'reported'>) =>
    `${euRowKinds.indexOf(row.kind)} ${row.vatNumber ?? ''} ${row.name ?? ''}`
  const rows = [...groups.values()]
    .toSorted((one, two) => (order(one) < order(two) ? -1 : 1))
    .map((row) => ({ ...row, reported: inKronor(row.amounts, rate) }))
  const buyers = rows.filter(({ kind }) => kind === 'buyer')
  const total = { amounts: sumOf(buyers.map((row) => row.amounts)), reported: sumOf(buyers.map((row) => row.reported)) }
  const less = (one: Amounts, other: Amounts) => combined(one, other, (x, y) => x - y)
  const difference = {
    amounts: less(boxes, total.amounts),
    reported: less(inKronor(boxes, rate), total.reported),
  }
  const noBuyer = { vatNumber: null, name: null, booked: new Set(euColumns) }
  return [
    ...rows,
    { kind: 'total', ...noBuyer, ...total },
    { kind: 'boxes', ...noBuyer, amounts: boxes, reported: inKronor(boxes, rate) },
    { kind: 'difference', ...noBuyer, ...difference },
  ]
}

/** `2603` for a month, `26-1` for a quarter; null for other periods. */
export const periodCode = ({ from, to }: Period): string | null => {
  if (from !== firstOfMonth(from)) return null
  const year = from.slice(2, 4)
  if (to === lastOfMonth(from)) return `${year}${from.slice(5, 7)}`
  const months = Number(from.slice(5, 7)) - 1
  const isQuarter = months % 3 === 0 && to === lastOfMonth(addMonths(from, 2) as Day)
  return isQuarter ? `${year}-${months / 3 + 1}` : null
}

/** Maximum length of a telephone number in the file, in characters. */
const PHONE_MAX_CHARACTERS = 17

/** A telephone number for the file: a long one without separators. Null if it is still too long. */
export const phoneForFile = (text: string): string | null => {
  const phone = latinText(text)
  const short = phone.length > PHONE_MAX_CHARACTERS ? phone.replaceAll('(0)', '').replace(/[^\d+]/g, '') : phone
  return short.length > 0 && short.length <= PHONE_MAX_CHARACTERS ? short : null
}

type Contact = { name: string; phone: string; email: string | null }

/** The file for the e-service (SKV 5740-08): text separated by semicolons; a column without sales is empty. */
export const euSalesFile = (
  rows: readonly EuRow[],
  { vatNumber, code, contact }: { vatNumber: string; code: string; contact: Contact },
): string => {
  const buyers = rows.filter(({ kind }) => kind === 'buyer')
  const cell = ({ booked, reported }: EuRow, column: EuColumn) =>
    booked.has(column) ? String(reported[column] / 100n) : ''
  const lines = buyers.map((row) => `${[row.vatNumber, ...euColumns.map((column) => cell(row, column))].join(';')};`)
  const plain = (text: string) => latinText(text).replaceAll(';', ' ').trim()
  const head = [vatNumber, code, plain(contact.name), plain(contact.phone), plain(contact.email ?? '')].join(';')
  return ['SKV574008;', head, ...lines, ''].join('\r\n')
}
