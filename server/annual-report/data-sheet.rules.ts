// Annual report figures as a sheet: the overview with a column for each year, then the changes in the year.
import type { Language, Sheet, SheetCell, SheetColumn, SheetRow } from '#http'
import type { Ore } from '#platform/money'
import { type Figure, type NotePart, toBeTold } from './data.rules.ts'
import type { AnnualReport } from './data.ts'

type Words = Readonly<Record<Language, string>>
const words = (sv: string, en: string): Words => ({ sv, en })

const title = words('Uppgifter till årsredovisningen', 'Figures for the annual report')

const headings = {
  years: words('Flerårsöversikt', 'Overview of several years'),
  equity: words('Förändring av eget kapital', 'Changes of equity'),
  notes: words('Anläggningstillgångar', 'Fixed assets'),
  toBeTold: words('Ska också stå i årsredovisningen', 'The annual report must also tell'),
}

const figures: readonly (readonly [
  'netSales' | 'resultAfterFinancialItems' | 'totalAssets' | 'adjustedEquity',
  Words,
])[] = [
  ['netSales', words('Nettoomsättning', 'Net sales')],
  ['resultAfterFinancialItems', words('Resultat efter finansiella poster', 'Result after financial items')],
  ['totalAssets', words('Balansomslutning', 'Total assets')],
  ['adjustedEquity', words('Justerat eget kapital', 'Adjusted equity')],
]
const equityRatio = words('Soliditet, %', 'Equity ratio, %')
const unbooked = words('Resultat som inte är bokfört', 'Result that is not booked')

const moves: readonly (readonly [key: 'opening' | 'increase' | 'decrease' | 'closing', Words])[] = [
  ['opening', words('Ingående', 'Opening')],
  ['increase', words('Ökning', 'Increase')],
  ['decrease', words('Minskning', 'Decrease')],
  ['closing', words('Utgående', 'Closing')],
]

/** The groups of fixed assets, by the keys of their notes. */
const groups: Readonly<Record<string, Words>> = {
  intangibleAssets: words('Immateriella anläggningstillgångar', 'Intangible assets'),
  buildingsAndLand: words('Byggnader och mark', 'Buildings and land'),
  equipment: words('Maskiner och inventarier', 'Machinery and equipment'),
  financialFixedAssets: words('Finansiella anläggningstillgångar', 'Financial fixed assets'),
}
const parts: readonly (readonly [key: 'acquisition' | 'depreciation' | 'writeDowns', Words])[] = [
  ['acquisition', words('Anskaffningsvärden', 'Acquisition values')],
  ['depreciation', words('Avskrivningar', 'Depreciation')],
  ['writeDowns', words('Nedskrivningar', 'Write-downs')],
]
const carrying = words('Redovisat värde', 'Carrying amount')

/** A tenth of a percent, in hundredths, the unit of amounts. */
const HUNDREDTHS = 10n

const isEmpty = ({ opening, increase, decrease, closing }: NotePart): boolean =>
  [opening, increase, decrease, closing].every((ore) => ore === 0n)

export const annualReportSheet = (
  { year, registration, years, equity, notes }: AnnualReport,
  language: Language,
): Sheet => {
  const none: SheetCell[] = years.map(() => null)
  const still: SheetCell[] = moves.map(() => null)
  const heading = (of: Words): SheetRow => ({ kind: 'heading', cells: [of[language], ...none, ...still] })
  const overYears = (name: string, cells: readonly SheetCell[]): SheetRow => ({
    kind: 'line',
    cells: [name, ...cells, ...still],
  })
  const moved = (name: string, cells: readonly (Ore | null)[], kind: SheetRow['kind'] = 'line'): SheetRow => ({
    kind,
    cells: [name, ...none, ...cells],
  })
  const columns: SheetColumn[] = [
    { key: 'figure', title: title[language], holds: 'text' },
    ...years.map(({ endDate, startDate }): SheetColumn => {
      const name = startDate.slice(0, 4) === endDate.slice(0, 4) ? endDate.slice(0, 4) : `${startDate}–${endDate}`
      return { key: endDate, title: name, holds: 'amount' }
    }),
    ...moves.map(([key, of]): SheetColumn => ({ key, title: of[language], holds: 'amount' })),
  ]
  return {
    title: title[language],
    period: { from: year.startDate, to: year.endDate },
    knownAt: registration,
    columns,
    rows: [
      heading(headings.years),
      ...figures.map(([key, of]) =>
        overYears(
          of[language],
          years.map((one) => (one[key] satisfies Figure).ore),
        ),
      ),
      overYears(
        equityRatio[language],
        years.map(({ equityRatio: tenths }) => (tenths === null ? null : BigInt(tenths) * HUNDREDTHS)),
      ),
      heading(headings.equity),
      ...equity.rows.map(({ account, name, opening, change, closing }) =>
        moved(`${account} ${name}`, [opening, ...signed(change), closing]),
      ),
      ...(equity.unbooked === 0n ? [] : [moved(unbooked[language], [null, ...signed(equity.unbooked), null])]),
      ...(notes.length > 0 ? [heading(headings.notes)] : []),
      ...notes.flatMap(({ key, carrying: value, ...note }) => [
        moved(groups[key]?.[language] ?? key, [null, null, null, null], 'group'),
        ...parts
          .filter(([name]) => !isEmpty(note[name]))
          .map(([name, of]) =>
            moved(of[language], [note[name].opening, note[name].increase, note[name].decrease, note[name].closing]),
          ),
        moved(carrying[language], [value.opening, null, null, value.closing], 'total'),
      ]),
      heading(headings.toBeTold),
      ...toBeTold.map(({ words: of }) => moved(of[language], [null, null, null, null])),
    ],
  }
}

/** A change as an increase or a decrease. */
const signed = (change: Ore): [Ore | null, Ore | null] => (change < 0n ? [null, change] : [change, null])
