// The endpoint of key figures.
import { DateOnly, named, nullable, object, type Row, row, Type } from '#http'
import { numberFromOre } from '#platform/money'
import { Kronor, reports, scope, tag } from '#reports/parameters'
import { deadlineKinds } from './deadline.ts'
import { keyFigureSheet } from './key-figure-sheet.rules.ts'
import { type Earned, type KeyFigures, keyFigures, type MonthEarned, type Unpaid } from './key-figures.ts'

const query = Type.String({
  examples: ['date<=2026-03-31'],
  description: 'Lists the entries of a figure: `query` of listJournalEntries, beside `accounts`',
})
const accounts = nullable(Type.String({ examples: ['1930'], description: '`accounts` of the same; null without any' }))

const Balance = named('KeyFigureBalance', object({ amount: Kronor, accounts, query }))
const Result = named(
  'KeyFigureResult',
  object({ from: DateOnly, to: DateOnly, revenue: Kronor, result: Kronor, query }),
)
const MonthResult = named(
  'KeyFigureMonth',
  object({
    from: DateOnly,
    to: DateOnly,
    revenue: Kronor,
    result: Kronor,
    cash: { ...Kronor, description: 'Cash at the end of the month' },
    query,
  }),
)
const Open = named(
  'KeyFigureUnpaid',
  object({
    count: Type.Integer({ minimum: 0 }),
    amount: Kronor,
    overdueCount: Type.Integer({ minimum: 0 }),
    overdueAmount: Kronor,
  }),
)

const KeyFiguresAnswer = named(
  'KeyFigures',
  object({
    on: DateOnly,
    cash: Balance,
    vatToPay: Balance,
    yearSoFar: nullable(Result),
    yearBefore: nullable(Result),
    months: Type.Array(object({ month: MonthResult, before: MonthResult })),
    revenueAccounts: accounts,
    resultAccounts: accounts,
    receivables: Open,
    payables: Open,
    deadlines: Type.Array(
      named(
        'Deadline',
        object({
          kind: Type.Enum([...deadlineKinds]),
          from: DateOnly,
          to: DateOnly,
          dueDate: { ...DateOnly, description: 'The last day on which it may come in' },
        }),
      ),
      { description: 'What is overdue, and what comes next; the earliest first' },
    ),
  }),
)

const listed = (numbers: readonly number[]): string | null => (numbers.length === 0 ? null : numbers.join(','))

const earnedOf = ({ from, to, revenue, result }: Earned) => ({
  from,
  to,
  revenue: numberFromOre(revenue),
  result: numberFromOre(result),
  query: `date>=${from}&&date<=${to}`,
})

const monthOf = ({ cash, ...earned }: MonthEarned) => ({ ...earnedOf(earned), cash: numberFromOre(cash) })

const unpaidOf = ({ count, ore, overdueCount, overdueOre }: Unpaid) => ({
  count: Number(count),
  amount: numberFromOre(ore),
  overdueCount: Number(overdueCount),
  overdueAmount: numberFromOre(overdueOre),
})

const shown = ({ today, accounts: of, ...figures }: KeyFigures) => {
  const until = `date<=${today}`
  return {
    on: today,
    cash: { amount: numberFromOre(figures.cash), accounts: listed(of.cash), query: until },
    vatToPay: { amount: numberFromOre(figures.vatToPay), accounts: listed(of.vat), query: until },
    yearSoFar: figures.yearSoFar && earnedOf(figures.yearSoFar),
    yearBefore: figures.yearBefore && earnedOf(figures.yearBefore),
    months: figures.months.map(({ month, before }) => ({ month: monthOf(month), before: monthOf(before) })),
    revenueAccounts: listed(of.revenue),
    resultAccounts: listed(of.result),
    receivables: unpaidOf(figures.receivables),
    payables: unpaidOf(figures.payables),
    deadlines: figures.deadlines.map((one) => ({ ...one })),
  }
}

export const keyFigureRows: readonly Row[] = [
  row({
    method: 'GET',
    tag,
    scope,
    snapshot: true,
    remembered: true,
    refusals: [],
    path: `${reports}/key-figures`,
    operationId: 'getKeyFigures',
    summary: 'Read key figures',
    description:
      'What a start page shows today, in the accounting currency: cash (19xx), value added tax to pay as it stands in the books, revenue and result of the fiscal year so far and of the same days a year before, each month of the year, with its cash at the end, beside that of the year before, what is unpaid and overdue, and the next deadlines: VAT returns, EU sales lists, the income tax return and the annual report.',
    answer: { json: KeyFiguresAnswer },
    sheet: async (call, { language }) => keyFigureSheet(await keyFigures(call), language),
    run: async (call) => shown(await keyFigures(call)),
  }),
]
