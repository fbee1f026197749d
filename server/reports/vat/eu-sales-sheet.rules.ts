// The EU sales list as a sheet.
import type { Language, Sheet } from '#http'
import type { Words } from '#reports/lines.rules'
import type { Period } from '#reports/period.rules'
import { type EuRow, euColumns } from './eu-sales.rules.ts'

const words = (sv: string, en: string): Words => ({ sv, en })

const titles = {
  title: words('Periodisk sammanställning', 'EU sales list'),
  vatNumber: words('Momsregistreringsnummer', 'VAT number'),
  name: words('Köpare', 'Buyer'),
  goods: words('Varor', 'Goods'),
  triangular: words('Trepartshandel', 'Triangular trade'),
  services: words('Tjänster', 'Services'),
} as const

/** The labels of rows that are not buyers. */
export const euRowWords: Readonly<Partial<Record<EuRow['kind'], Words>>> = {
  otherEntries: words('Bokfört utan faktura', 'Booked without an invoice'),
  total: words('Summa', 'Total'),
  boxes: words('Ruta 35, 38 och 39', 'Boxes 35, 38 and 39'),
  difference: words('Skillnad', 'Difference'),
}

export const euSalesSheet = (
  { period, registration, rows }: { period: Period; registration: number; rows: readonly EuRow[] },
  language: Language,
): Sheet => ({
  title: titles.title[language],
  period,
  knownAt: registration,
  columns: [
    { key: 'vatNumber', title: titles.vatNumber[language], holds: 'text' },
    { key: 'name', title: titles.name[language], holds: 'text' },
    ...euColumns.map((key) => ({ key, title: titles[key][language], holds: 'amount' as const })),
  ],
  rows: rows.map(({ kind, vatNumber, name, amounts }) => ({
    kind: kind === 'buyer' || kind === 'withoutNumber' || kind === 'otherEntries' ? 'line' : 'total',
    cells: [vatNumber, name ?? euRowWords[kind]?.[language] ?? null, ...euColumns.map((column) => amounts[column])],
  })),
})
