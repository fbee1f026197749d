// A statement of account as a sheet: for each currency the opening balance, the events, and what is unpaid.
import type { Language, Sheet, SheetCell, SheetColumn, SheetRow } from '#http'
import type { Day } from '#platform/day'
import { itemEventWords, settlementWords } from '#rule/report-words'
import type { CurrencyStatement, StatementEntry } from './statement.rules.ts'

type Words = Readonly<Record<Language, string>>
const words = (sv: string, en: string): Words => ({ sv, en })

type Unpaid = { number: string; date: Day; dueDate: Day; daysOverdue: number; totalOre: bigint; restOre: bigint }

type Shown = {
  own: string
  customer: { name: string; customerNumber: string }
  from: Day
  to: Day
  currencies: readonly (CurrencyStatement & { unpaid: readonly Unpaid[] })[]
}

const columns: readonly { key: string; words: Words; holds: SheetColumn['holds'] }[] = [
  { key: 'date', words: words('Datum', 'Date'), holds: 'day' },
  { key: 'what', words: words('Händelse', 'Event'), holds: 'text' },
  { key: 'invoice', words: words('Faktura', 'Invoice'), holds: 'text' },
  { key: 'dueDate', words: words('Förfaller', 'Due'), holds: 'day' },
  { key: 'daysOverdue', words: words('Dagar försenad', 'Days overdue'), holds: 'integer' },
  { key: 'currency', words: words('Valuta', 'Currency'), holds: 'text' },
  { key: 'amount', words: words('Belopp', 'Amount'), holds: 'amount' },
  { key: 'balance', words: words('Saldo', 'Balance'), holds: 'amount' },
]

const kinds: Readonly<Record<StatementEntry['kind'], Words>> = {
  invoice: words('Faktura', 'Invoice'),
  ...itemEventWords,
  taxReductionRefused: words('Skattereduktion som inte godkändes', 'Tax reduction that was refused'),
}

/** As the customer is told them. */
const settlements: Readonly<Record<string, Words>> = {
  ...settlementWords,
  badDebt: words('Avskrivet', 'Written off'),
}

const title = words('Reskontrautdrag', 'Statement of account')
const opening = words('Ingående saldo', 'Balance brought forward')
const closing = words('Utgående saldo', 'Closing balance')
const unpaidHeading = words('Obetalda fakturor', 'Unpaid invoices')
const unpaidTotal = words('Summa obetalt', 'Total unpaid')

type Cells = Partial<Record<(typeof columns)[number]['key'], SheetCell>>

const line = (kind: SheetRow['kind'], cells: Cells): SheetRow => ({
  kind,
  cells: columns.map(({ key }) => cells[key] ?? null),
})

const whatOf = ({ kind, type, number }: StatementEntry, language: Language): string => {
  const name = ((type && settlements[type]) || kinds[kind])[language]
  return kind === 'creditNote' && number !== null ? `${name} ${number}` : name
}

const ofCurrency = (one: Shown['currencies'][number], { from, to }: Shown, language: Language): SheetRow[] => {
  const { currency, openingOre, entries, closingOre, unpaid } = one
  const rest = unpaid.reduce((sum, { restOre }) => sum + restOre, 0n)
  return [
    line('opening', { date: from, what: opening[language], currency, balance: openingOre }),
    ...entries.map((entry) =>
      line('line', {
        date: entry.date,
        what: whatOf(entry, language),
        invoice: entry.invoiceNumber,
        dueDate: entry.dueDate,
        currency,
        amount: entry.ore,
        balance: entry.balanceOre,
      }),
    ),
    line('total', { date: to, what: closing[language], currency, balance: closingOre }),
    ...(unpaid.length === 0
      ? []
      : [
          line('heading', { what: unpaidHeading[language] }),
          ...unpaid.map(({ number, date, dueDate, daysOverdue, restOre }) =>
            line('line', {
              date,
              what: kinds.invoice[language],
              invoice: number,
              dueDate,
              daysOverdue,
              currency,
              amount: restOre,
            }),
          ),
          line('total', { what: unpaidTotal[language], currency, amount: rest }),
        ]),
  ]
}

/** The statement as a sheet, for a file or a PDF. */
export const statementSheet = (statement: Shown, language: Language): Sheet => {
  const { customer, from, to } = statement
  return {
    title: `${title[language]} ${customer.name} (${customer.customerNumber})`,
    period: { from, to },
    knownAt: null,
    columns: columns.map(({ key, words: of, holds }): SheetColumn => ({ key, title: of[language], holds })),
    rows: statementRowsOf(statement, language),
  }
}

export const statementRowsOf = (statement: Shown, language: Language): readonly SheetRow[] =>
  statement.currencies.length === 0
    ? [line('total', { date: statement.to, what: closing[language], currency: statement.own, balance: 0n })]
    : statement.currencies.flatMap((one) => ofCurrency(one, statement, language))
