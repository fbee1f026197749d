// The EU sales list as a sheet.
import type { Language, Sheet } from '#http'
import type { Words } from '#reports/lines.rules'
import type { Period } from '#reports/period.rules'
import { reportTitles } from '#rule/report-titles'
import { comparedWords, euWords, itemWords } from '#rule/report-words'
import { type EuRow, euColumns } from './eu-sales.rules.ts'

const words = (sv: string, en: string): Words => ({ sv, en })

/** The labels of rows that are not buyers. */
export const euRowWords: Readonly<Partial<Record<EuRow['kind'], Words>>> = {
  otherEntries: words('Bokfört utan faktura', 'Booked without an invoice'),
  total: itemWords.total,
  boxes: words('Ruta 35, 38 och 39', 'Boxes 35, 38 and 39'),
  difference: comparedWords.difference,
}

export const euSalesSheet = (
  { period, registration, rows }: { period: Period; registration: number; rows: readonly EuRow[] },
  language: Language,
): Sheet => ({
  title: reportTitles['eu-sales-list'][language],
  period,
  knownAt: registration,
  columns: [
    { key: 'vatNumber', title: euWords.vatNumber[language], holds: 'text' },
    { key: 'name', title: euWords.buyer[language], holds: 'text' },
    ...euColumns.map((key) => ({ key, title: euWords[key][language], holds: 'amount' as const })),
  ],
  rows: rows.map(({ kind, vatNumber, name, amounts }) => ({
    kind: kind === 'buyer' || kind === 'withoutNumber' || kind === 'otherEntries' ? 'line' : 'total',
    cells: [vatNumber, name ?? euRowWords[kind]?.[language] ?? null, ...euColumns.map((column) => amounts[column])],
  })),
})
