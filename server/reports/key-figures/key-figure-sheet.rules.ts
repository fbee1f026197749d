// Key figures as a sheet: balances, earnings, and deadlines.
import type { Language, Sheet, SheetCell, SheetRow } from '#http'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Words } from '#reports/lines.rules'
import type { Period } from '#reports/period.rules'
import { columnsIn, type WordedColumn } from '#reports/report-sheet.rules'
import { deadlineWords } from '#rule/report-words'
import type { Deadline } from './deadline.ts'

type Earned = Period & { revenue: Ore; result: Ore }
type Unpaid = { count: bigint; ore: Ore; overdueCount: bigint; overdueOre: Ore }

/** The key figures shown; amounts are in öre. */
type Shown = {
  today: Day
  cash: Ore
  vatToPay: Ore
  yearSoFar: Earned | null
  yearBefore: Earned | null
  months: readonly { month: Earned; before: Earned }[]
  receivables: Unpaid
  payables: Unpaid
  deadlines: readonly Deadline[]
}

const words = (sv: string, en: string): Words => ({ sv, en })

const title = words('Nyckeltal', 'Key figures')

const columns: readonly WordedColumn[] = [
  { key: 'figure', title: words('Nyckeltal', 'Figure'), holds: 'text' },
  { key: 'from', title: words('Från', 'From'), holds: 'day' },
  { key: 'to', title: words('Till', 'To'), holds: 'day' },
  { key: 'count', title: words('Antal', 'Count'), holds: 'integer' },
  { key: 'amount', title: words('Belopp', 'Amount'), holds: 'amount' },
  { key: 'yearBefore', title: words('Året före', 'Year before'), holds: 'amount' },
  { key: 'dueDate', title: words('Senast', 'Due'), holds: 'day' },
]

const headings = {
  now: words('Ställning', 'Position'),
  year: words('Året hittills', 'Year so far'),
  months: words('Månader', 'Months'),
  deadlines: words('Att lämna', 'Deadlines'),
}

const named = {
  cash: words('Kassa och bank', 'Cash and bank'),
  vatToPay: words('Moms att betala', 'VAT to pay'),
  receivables: words('Obetalda kundfakturor', 'Unpaid customer invoices'),
  overdueReceivables: words('– varav förfallna', '– of which overdue'),
  payables: words('Obetalda leverantörsfakturor', 'Unpaid supplier invoices'),
  overduePayables: words('– varav förfallna', '– of which overdue'),
  revenue: words('Nettoomsättning', 'Net sales'),
  result: words('Resultat', 'Result'),
}

export const keyFigureSheet = (shown: Shown, language: Language): Sheet => {
  const empty: SheetCell[] = columns.slice(1).map(() => null)
  const heading = (of: Words): SheetRow => ({ kind: 'heading', cells: [of[language], ...empty] })
  const line = (of: Words, cells: readonly SheetCell[]): SheetRow => ({ kind: 'line', cells: [of[language], ...cells] })
  const standing = (of: Words, count: bigint | null, ore: Ore) =>
    line(of, [null, null, count === null ? null : Number(count), ore, null, null])
  const earned = ({ from, to, ...now }: Earned, before: Earned | null) =>
    (['revenue', 'result'] as const).map((one) =>
      line(named[one], [from, to, null, now[one], before?.[one] ?? null, null]),
    )
  const { cash, vatToPay, receivables, payables, yearSoFar, yearBefore, months, deadlines } = shown
  return {
    title: title[language],
    period: { to: shown.today },
    knownAt: null,
    columns: columnsIn(columns, language),
    rows: [
      heading(headings.now),
      standing(named.cash, null, cash),
      standing(named.vatToPay, null, vatToPay),
      standing(named.receivables, receivables.count, receivables.ore),
      standing(named.overdueReceivables, receivables.overdueCount, receivables.overdueOre),
      standing(named.payables, payables.count, payables.ore),
      standing(named.overduePayables, payables.overdueCount, payables.overdueOre),
      ...(yearSoFar ? [heading(headings.year), ...earned(yearSoFar, yearBefore)] : []),
      ...(months.length > 0 ? [heading(headings.months)] : []),
      ...months.flatMap(({ month, before }) => earned(month, before)),
      ...(deadlines.length > 0 ? [heading(headings.deadlines)] : []),
      ...deadlines.map(({ kind, from, to, dueDate }) =>
        line(deadlineWords[kind], [from, to, null, null, null, dueDate]),
      ),
    ],
  }
}
