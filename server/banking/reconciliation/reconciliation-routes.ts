// The endpoints of comparing bank accounts with the ledger, and of the months that are reconciled.
import { paymentRefusals } from '#banking/payments/payment-refusals'
import { statementRefusals } from '#banking/statements/statement-refusals'
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  type Static,
  Type,
} from '#http'
import { momentText, monthOf } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { type Comparison, compareStatement, MAX_LINES } from './comparison.ts'
import { DIFFERENCE_KINDS, type Difference } from './explanation.rules.ts'
import { getMonth, listMonths, MONTH_STATES, type Month, type MonthCompared, markMonth } from './months.ts'
import { reconciliationRefusals as refusals } from './reconciliation-refusals.ts'
import { REOPENED_BY } from './reopening.ts'

const months = '/companies/{companyId}/bank-accounts/{bankAccountId}/reconciliations'
const tag = 'Bank reconciliation'
/** Maximum number of characters in a note. */
const MAX_NOTE = 500

const signed = (description: string) => ({ ...Amount, examples: [250], description })

const Line = object({
  kind: Type.Enum([...DIFFERENCE_KINDS], {
    description:
      'missingInLedger: the bank has it and the ledger does not; missingAtBank: the other way around; doubleInLedger and doubleAtBank: it is there twice, the other time as `twinRef`; otherDay: one has it on another day; otherAmount: they have different amounts; notMatched: both have it, and are not matched',
  }),
  amount: signed('Its part of the difference: above zero, the bank has more'),
  transactions: Type.Array(
    object({
      id: Id,
      bankStatementRef: object({ id: Id }),
      date: DateOnly,
      amount: signed('Money in is above zero'),
      text: Type.String(),
    }),
  ),
  journalEntries: Type.Array(
    object({
      id: Id,
      number: Type.String({ examples: ['V7'] }),
      date: DateOnly,
      amount: signed('On the account, debit above zero'),
      title: Type.String(),
    }),
  ),
  twinRef: nullable(object({ id: Id })),
})

const BankComparison = named(
  'BankComparison',
  object({
    bankAccountRef: object({ id: Id }),
    account: Type.Integer({ examples: [1930], description: 'Its account in the chart' }),
    date: DateOnly,
    bankBalance: signed('By the bank, at the end of the day'),
    ledgerBalance: signed('By the ledger, at the end of the day'),
    difference: signed('The balance of the bank less that of the ledger'),
    since: { ...DateOnly, description: 'The first day from which rows and entries are compared one by one' },
    before: signed('The difference as it was before that day'),
    lines: Type.Array(Line, { maxItems: MAX_LINES, description: 'The earliest first' }),
    lineCount: Type.Integer({ description: 'How many lines there are, also those that are left out' }),
    leftOutAmount: signed('What the lines that are left out make of the difference'),
    unexplained: signed('What is left when all of that is taken away: rows that no statement has had'),
  }),
)

const monthFields = {
  bankAccountRef: object({ id: Id }),
  month: Type.String({ examples: ['2026-01'] }),
  endDate: DateOnly,
  bankBalance: nullable(signed('At the end of the month; null where neither a statement nor a person has told it')),
  isStated: Type.Boolean({ description: 'Whether a person has told the balance of the bank' }),
  ledgerBalance: signed('By the ledger, at the end of the month'),
  difference: nullable(signed('The balance of the bank less that of the ledger')),
  state: Type.Enum([...MONTH_STATES], {
    description: 'reopened: it was reconciled, and something has changed it since, as `reopenedBy` says',
  }),
  note: nullable(Type.String({ maxLength: MAX_NOTE })),
  reconciledDateTime: nullable(DateTime),
  reconciledBy: nullable(Type.String({ examples: ['Anna Ek'] })),
  reopenedDateTime: nullable({ ...DateTime, description: 'Null where it has not been noted yet' }),
  reopenedBy: nullable(
    Type.Enum([...REOPENED_BY], {
      description:
        'entry: one of the month was booked or reversed; statement: the bank tells something else; balance: an earlier month or the opening balance was changed; person',
    }),
  ),
  modifiedDateTime: nullable(DateTime),
}
const MonthItem = named('BankMonth', object(monthFields))
const MonthOne = named('BankMonthCompared', object({ ...monthFields, comparison: nullable(BankComparison) }))

const MonthMark = named(
  'BankMonthMark',
  object({
    isReconciled: Type.Boolean(),
    closingBalance: Type.Optional(
      nullable({ ...Amount, examples: [1250], description: 'The balance of the bank, where no statement tells it' }),
    ),
    note: Type.Optional(
      nullable(
        Type.String({
          maxLength: MAX_NOTE,
          examples: ['Kortköp den 31 bokfördes den 2'],
          description: 'Why they differ; needed where they do',
        }),
      ),
    ),
  }),
)

const shownLine = ({ kind, ore, bank, ledger, twinId }: Difference): Static<typeof Line> => ({
  kind,
  amount: numberFromOre(ore),
  transactions: bank.map(({ id, statementId, date, ore: of, text }) => {
    return { id, bankStatementRef: { id: statementId }, date, amount: numberFromOre(of), text }
  }),
  journalEntries: ledger.map(({ id, number, date, ore: of, title }) => {
    return { id, number, date, amount: numberFromOre(of), title }
  }),
  twinRef: twinId === null ? null : { id: twinId },
})

const shownComparison = (one: Comparison): Static<typeof BankComparison> => ({
  bankAccountRef: { id: one.bankAccountId },
  account: one.account,
  date: one.date,
  bankBalance: numberFromOre(one.bankOre),
  ledgerBalance: numberFromOre(one.ledgerOre),
  difference: numberFromOre(one.differenceOre),
  since: one.since,
  before: numberFromOre(one.beforeOre),
  lines: one.lines.map(shownLine),
  lineCount: one.lineCount,
  leftOutAmount: numberFromOre(one.leftOutOre),
  unexplained: numberFromOre(one.unexplainedOre),
})

const shownMonth = (one: Month): Static<typeof MonthItem> => ({
  bankAccountRef: { id: one.bankAccountId },
  month: monthOf(one.month),
  endDate: one.end,
  bankBalance: one.bankOre === null ? null : numberFromOre(one.bankOre),
  isStated: one.isStated,
  ledgerBalance: numberFromOre(one.ledgerOre),
  difference: one.bankOre === null ? null : numberFromOre(one.bankOre - one.ledgerOre),
  state: one.state,
  note: one.note,
  reconciledDateTime: one.reconciledAt && momentText(one.reconciledAt),
  reconciledBy: one.reconciledBy,
  reopenedDateTime: one.reopenedAt && momentText(one.reopenedAt),
  reopenedBy: one.reopenedBy,
  modifiedDateTime: one.modifiedAt && momentText(one.modifiedAt),
})

const shownCompared = (one: MonthCompared): Static<typeof MonthOne> => ({
  ...shownMonth(one),
  comparison: one.comparison && shownComparison(one.comparison),
})

const comparing = [paymentRefusals.bankAccountNotFound, refusals.otherCurrency, refusals.sharedAccount]

export const reconciliationRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/bank-statements/{bankStatementId}/reconciliation',
    tag,
    operationId: 'compareBankStatement',
    summary: 'Compare a bank statement with the ledger',
    description: `The closing balance of the statement against the account of the bank account in the ledger at the end of its last day, and what the difference is made of: \`before\`, each line, \`leftOutAmount\` and \`unexplained\` make it together, to the öre. Rows and entries of the twelve months before are compared one by one, of fewer where they are more than 20,000; at most ${MAX_LINES} lines are shown.`,
    scope: 'bank-statements:read',
    answer: { json: BankComparison },
    snapshot: true,
    refusals: [
      statementRefusals.statementNotFound,
      refusals.noClosingBalance,
      refusals.otherCurrency,
      refusals.sharedAccount,
    ],
    run: async (call, { params }) => shownComparison(await compareStatement(call, params.bankStatementId ?? '')),
  }),
  row({
    method: 'GET',
    path: months,
    tag,
    operationId: 'listBankMonths',
    summary: 'List the months of a bank account',
    description:
      'From that of the first statement to that of the last, latest first, each with the balances at its end and whether it is reconciled. Empty where the bank account is in another currency than the books, or shares its account in the chart with another. `query` filters on month (its first day), state and modifiedDateTime.',
    scope: 'bank-statements:read',
    query: pageQuery('month>=2026-01-01&&state==reopened'),
    answer: { json: pageOf(MonthItem) },
    snapshot: true,
    refusals: [paymentRefusals.bankAccountNotFound],
    run: async (call, { params, query }) => {
      const page = await listMonths(call, params.bankAccountId ?? '', query)
      return { ...page, items: page.items.map(shownMonth) }
    },
  }),
  row({
    method: 'GET',
    path: `${months}/{month}`,
    tag,
    operationId: 'getBankMonth',
    summary: 'Read a month of a bank account',
    description:
      'With what the difference at its end is made of, as of a statement. `comparison` is null where the balance of the bank is not known.',
    scope: 'bank-statements:read',
    answer: { json: MonthOne },
    tagged: true,
    snapshot: true,
    refusals: [...comparing, refusals.noMonth],
    run: async (call, { params: { bankAccountId = '', month = '' } }) =>
      shownCompared(await getMonth(call, bankAccountId, month)),
  }),
  row({
    method: 'POST',
    path: `${months}/{month}`,
    tag,
    operationId: 'markBankMonth',
    summary: 'Note that a month of a bank account is reconciled',
    description:
      'With the balances as they are now, the day and the name. Where no statement tells the balance at the end of the month, give it; where the bank and the ledger differ, a note has to say why. An entry of the month that is booked or reversed later, another statement, or a changed balance before it opens the month again, within a minute, with the event `bank-month.reopened`; reading shows it at once. `isReconciled` of false takes it back. Nothing is booked or locked by it.',
    scope: 'bank-statements:write',
    body: MonthMark,
    answer: { json: MonthOne },
    events: ['bank-month.reconciled', 'bank-month.reopened'],
    refusals: [...comparing, refusals.noMonth, refusals.notOver],
    example: { body: { isReconciled: true, closingBalance: 1250, note: 'Kortköp den 31 bokfördes den 2' } },
    run: async (call, { params: { bankAccountId: id = '', month: text = '' }, body: found }) =>
      shownCompared(await markMonth(call, { id, text, found })),
  }),
]
