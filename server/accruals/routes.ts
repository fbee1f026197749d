// The endpoints of accruals.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  saying,
  Type,
} from '#http'
import { ledgerContribution } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { portionsOf } from './accrual.rules.ts'
import {
  bookAccruals,
  createAccrual,
  type Due,
  dueAccruals,
  examineAccrual,
  getAccrual,
  type Accrual as Kept,
  listAccruals,
  reverseAccrual,
} from './accrual.ts'
import { accrualFaults as faults, accrualRefusals as refusals } from './refusals.ts'

const accruals = '/companies/{companyId}/accruals'
const accrual = `${accruals}/{accrualId}`
const portions = '/companies/{companyId}/accrual-portions'
const tag = 'Accruals'
const reads = 'journal-entries:read'
const writes = 'journal-entries:write'

const MAX_MONTHS = 120

const Month = (description: string) =>
  saying(
    faults.accrualMonth(''),
    Type.String({ pattern: '^\\d{4}-\\d{2}$', maxLength: 7, description, examples: ['2026-03'] }),
  )
const Kronor = Type.Number({ examples: [1250.5] })
const Ref = object({ id: Id })
const account = (description: string, example: number) =>
  Type.Integer({ minimum: 1000, maximum: 99_999_999, description, examples: [example] })

/** The booked parts of an accrual. */
const Booked = {
  deferralEntryRef: readOnly({ ...Ref, description: 'The entry that took it off its account' }),
  isReversed: readOnly(Type.Boolean()),
  portions: readOnly(
    Type.Array(
      object({ month: Type.String({ examples: ['2026-03'] }), amount: Kronor, journalEntryRef: nullable(Ref) }),
    ),
  ),
}

const AccrualWrite = named(
  'AccrualWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    journalEntryRef: object({ id: Id }),
    account: account('The income or expense account of the entry', 5010),
    amount: Type.Optional({ ...Amount, description: 'All that is left of the account in the entry if left out' }),
    firstMonth: Month('The first month that it belongs to'),
    months: Type.Integer({ minimum: 1, maximum: MAX_MONTHS, examples: [12] }),
    balanceAccount: Type.Optional(
      account('Where it waits (17xx or 29xx): 1790 or 2990 by its side and its months if left out', 1790),
    ),
    title: readOnly(Type.String()),
    ...Booked,
  }),
)
const Accrual = named(
  'Accrual',
  object({
    id: Id,
    journalEntryRef: Ref,
    title: Type.String({ examples: ['Hyra'] }),
    account: Type.Integer(),
    balanceAccount: Type.Integer(),
    amount: { ...Kronor, description: 'Above zero it is an expense, below zero income' },
    firstMonth: Type.String({ examples: ['2026-03'] }),
    months: Type.Integer(),
    ...Booked,
    modifiedDateTime: DateTime,
  }),
)
const Proposed = {
  accrualRef: Ref,
  date: DateOnly,
  title: Type.String({ examples: ['Periodisering 2026-03: Hyra'] }),
  account: Type.Integer(),
  balanceAccount: Type.Integer(),
  amount: { ...Kronor, description: 'Above zero it is in debit of account' },
}
const Proposals = named('AccrualPortionProposals', object({ entries: Type.Array(object(Proposed)) }))
const BookedPortions = named(
  'BookedAccrualPortions',
  object({ entries: Type.Array(object({ ...Proposed, journalEntryRef: Ref })) }),
)

const shown = (one: Kept) => ({
  id: one.id,
  journalEntryRef: { id: one.sourceEntryId },
  title: one.title,
  account: one.account,
  balanceAccount: one.balanceAccount,
  amount: numberFromOre(one.ore),
  firstMonth: one.firstMonth.slice(0, 7),
  months: one.months,
  deferralEntryRef: { id: one.journalEntryId },
  isReversed: one.isReversed,
  portions: portionsOf(one, one.booked).map(({ month, ore }) => {
    const booked = one.booked.find((portion) => portion.month === month)
    const journalEntryRef = booked ? { id: booked.journalEntryId } : null
    return { month: month.slice(0, 7), amount: numberFromOre(ore), journalEntryRef }
  }),
  modifiedDateTime: momentText(one.modifiedAt),
})

const proposed = ({ accrual: of, portion, date, title }: Due) => ({
  accrualRef: { id: of.id },
  date,
  title,
  account: of.account,
  balanceAccount: of.balanceAccount,
  amount: numberFromOre(portion.ore),
})

const to = { to: Type.Optional(Month('The last month; the present one if left out')) }
const idOf = ({ accrualId = '' }: Readonly<Record<string, string>>): string => accrualId

const { create, list, read } = resourceRows({
  tag,
  scope: 'journal-entries',
  path: accruals,
  idName: 'accrualId',
  answer: Accrual,
  shown,
  notFound: refusals.accrualNotFound,
})

export const accrualRows: readonly Row[] = [
  create({
    operationId: 'createAccrual',
    summary: 'Add an accrual',
    description:
      'Takes an amount off an income or expense account on the day of its entry, to wait for the months that it belongs to. These are booked as they come.',
    body: AccrualWrite,
    events: ['accrual.created', 'journal-entry.booked'],
    refusals: [refusals.tooManyAccruals, refusals.sourceReversed, ledgerContribution.refusals.documentNotBookable],
    example: {
      body: {
        journalEntryRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
        account: 5010,
        firstMonth: '2026-03',
        months: 3,
      },
    },
    examine: examineAccrual,
    run: createAccrual,
  }),
  list({
    operationId: 'listAccruals',
    summary: 'List accruals',
    description: 'Newest first. `query` filters on journalEntryId, title, account, amount and modifiedDateTime.',
    query: pageQuery('account==5010'),
    run: listAccruals,
  }),
  read({
    operationId: 'getAccrual',
    summary: 'Read an accrual',
    description: 'With the amount of each month, and the entry of those that are booked.',
    run: getAccrual,
  }),
  row({
    method: 'POST',
    tag,
    path: `${accrual}/reverse`,
    operationId: 'reverseAccrual',
    scope: writes,
    summary: 'Reverse an accrual',
    description: 'Reverses every entry of it: those of its months, and the one that took the amount off its account.',
    answer: { json: Accrual },
    tagged: true,
    events: ['accrual.reversed', 'accrual.changed', 'journal-entry.reversed', 'journal-entry.booked'],
    refusals: [
      refusals.accrualNotFound,
      refusals.accrualReversed,
      ledgerContribution.refusals.reversedInConsole,
      ledgerContribution.refusals.reversedInClosedYear,
      ledgerContribution.refusals.reversedLocked,
      ledgerContribution.refusals.reversedAccrued,
    ],
    run: (call, { params }) => reverseAccrual(call, idOf(params)).then(shown),
  }),
  row({
    method: 'GET',
    tag,
    path: `${portions}/proposal`,
    operationId: 'proposeAccrualPortions',
    scope: reads,
    summary: 'Propose entries of accruals',
    description: 'What is left to book of all accruals, on the last day of each month. Nothing is booked.',
    query: object(to),
    answer: { json: Proposals },
    refusals: [],
    run: async (call, { query }) => ({ entries: (await dueAccruals(call, query)).map(proposed) }),
  }),
  row({
    method: 'POST',
    tag,
    path: portions,
    operationId: 'bookAccrualPortions',
    scope: writes,
    summary: 'Book entries of accruals',
    description:
      'Books what is left of all accruals up to a month, all of it or nothing. Reverse an entry to have its month proposed again.',
    body: object(to),
    answer: { json: BookedPortions },
    events: ['accrual.booked', 'journal-entry.booked'],
    refusals: [refusals.nothingToBook, refusals.tooManyPortions, ledgerContribution.refusals.documentNotBookable],
    example: { body: { to: '2026-04' } },
    run: async (call, { body }) => {
      const booked = await bookAccruals(call, body)
      return { entries: booked.map((one) => ({ ...proposed(one), journalEntryRef: { id: one.journalEntryId } })) }
    },
  }),
]
