// The endpoints of the end of a fiscal year.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  type Language,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  Type,
} from '#http'
import { AccountNumber, FiscalYearGet, ledgerContribution, reopenFiscalYear, shownYear } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { MAX_REASON } from '#rule/limits'
import { remainingWorkKinds } from '#todo/remaining-work'
import { checkSeverities, checkStates, stateOf } from './checks.rules.ts'
import { bookUnpaidItems, closeYearEnd, type YearEnd, yearEndOf } from './closing.ts'
import { yearEndRefusals as refusals } from './refusals.ts'
import { listRemainingWork, type RemainingWorkItem } from './remaining-work.ts'

const year = '/companies/{companyId}/fiscal-years/{fiscalYearId}'
const tag = 'Year-end'
/** Maximum number of shares of a result. */
const MAX_SHARES = 10

const Kronor = Type.Number({ examples: [35000] })
const nullableKronor = nullable(Kronor)

const Check = named(
  'ClosingCheck',
  object({
    key: Type.String({ examples: ['unrecordedInvoices'], description: 'Stays the same in every language' }),
    name: Type.String({ examples: ['Utfärdade fakturor och deras betalningar är bokförda'] }),
    state: Type.Enum([...checkStates]),
    severity: Type.Enum([...checkSeverities], {
      description: 'stops: the year is not closed before it is settled; closes: the closing settles it itself',
    }),
    count: nullable(Type.Integer({ description: 'How many are left' })),
    amount: { ...nullableKronor, description: 'What they come to, in kronor' },
    link: nullable(
      object({
        path: Type.String({ description: 'Where these stand, below the version' }),
        query: nullable(Type.String({ description: 'What comes behind the question mark there' })),
      }),
    ),
  }),
)

const EntryRef = nullable(object({ id: Id }))

const YearEndGet = named(
  'YearEnd',
  object({
    fiscalYear: FiscalYearGet,
    checks: Type.Array(Check),
    closings: Type.Array(
      object({
        number: Type.Integer(),
        closedDateTime: DateTime,
        closedBy: Type.String({ examples: ['Anna Ek'] }),
        result: { ...Kronor, description: 'What was booked as the result, in kronor: a profit is above zero' },
        resultEntryRef: EntryRef,
        transferEntryRef: EntryRef,
        nextFiscalYearId: Id,
      }),
      { description: 'What closings have booked, the last one first' },
    ),
    reopenings: Type.Array(
      object({
        reason: Type.String({ examples: ['En faktura saknades'] }),
        closedDateTime: DateTime,
        closedBy: Type.String({ examples: ['Anna Ek'] }),
        reopenedDateTime: DateTime,
        reopenedBy: Type.String({ examples: ['Anna Ek'] }),
      }),
      { description: 'When the year was opened again, the last time first' },
    ),
    shares: {
      ...nullable(
        object({
          result: { ...Kronor, description: 'What is not booked yet of the result: a profit is above zero' },
          accounts: Type.Array(
            object({
              account: Type.Integer({ examples: [2019] }),
              name: Type.String({ examples: ['Årets resultat, delägare 1'] }),
            }),
          ),
        }),
      ),
      description: 'Of partnerships: what the closing splits as its `shares` say; null for others',
    },
  }),
)

const refOf = (id: string | null) => (id === null ? null : { id })

const shown = ({ year: of, facts, closings, reopenings, shares }: YearEnd, language: Language) => ({
  fiscalYear: shownYear(of),
  checks: stateOf(facts, language),
  closings: closings.map(({ number, closedAt, closedBy, ore, resultEntryId, transferEntryId, nextFiscalYearId }) => ({
    number,
    closedDateTime: momentText(closedAt),
    closedBy,
    result: numberFromOre(ore),
    resultEntryRef: refOf(resultEntryId),
    transferEntryRef: refOf(transferEntryId),
    nextFiscalYearId,
  })),
  reopenings: reopenings.map(({ reason, closedAt, closedBy, reopenedAt, reopenedBy }) => ({
    reason,
    closedDateTime: momentText(closedAt),
    closedBy,
    reopenedDateTime: momentText(reopenedAt),
    reopenedBy,
  })),
  shares: shares && { result: numberFromOre(shares.result), accounts: shares.accounts },
})

const LeftGet = named(
  'ClosingItem',
  object({
    kind: Type.Enum([...remainingWorkKinds]),
    id: Id,
    path: Type.String({ description: 'Where it stands, below the version' }),
    name: Type.String({ examples: ['Kund AB'], description: 'Whom or what it is about' }),
    number: nullable(Type.String({ examples: ['1001'] })),
    date: DateOnly,
    amount: { ...nullableKronor, description: 'What it comes to in SEK, where that is known' },
    asked: nullable(
      Type.String({ examples: ['Anna Ek'], description: 'Who registered it, and is asked for what is missing' }),
    ),
  }),
)

const shownLeft = ({ ore, ...item }: RemainingWorkItem) => ({
  ...item,
  amount: ore === null ? null : numberFromOre(ore),
})

/** The events of booking documents, and of closing. */
const bookings = [
  'journal-entry.booked',
  'journal-entry.changed',
  'invoice.recorded',
  'credit-note.recorded',
  'supplier-invoice.changed',
  'upload.changed',
  'fiscal-year.unpaid-booked',
  'fiscal-year.unpaid-purchases-booked',
  'lock-date.set',
] as const

const closing = { path: `${year}/closing`, tag } as const
const common = [
  ledgerContribution.refusals.fiscalYearNotFound,
  ledgerContribution.refusals.yearClosedAlready,
  ledgerContribution.refusals.documentNotBookable,
]

export const closingRows: readonly Row[] = [
  row({
    ...closing,
    method: 'GET',
    operationId: 'getClosing',
    summary: 'Read what is left before a fiscal year can be closed',
    description:
      'Each check with its state, what it found, and where that stands. A check that `stops` hinders the closing, one that `warns` does not, and what a check that `closes` has found is settled by the closing itself.',
    scope: 'reports:read',
    answer: { json: YearEndGet },
    snapshot: true,
    refusals: [ledgerContribution.refusals.fiscalYearNotFound],
    run: async (call, { params, language }) => shown(await yearEndOf(call, params.fiscalYearId ?? ''), language),
  }),
  row({
    method: 'GET',
    path: `${year}/closing/{check}`,
    tag,
    operationId: 'listClosingItems',
    summary: 'List what a check of the closing has found',
    description:
      'Latest day first, for the checks that say so in `link`. `query` filters on date, name, number and amount.',
    scope: 'reports:read',
    query: pageQuery('date>=2026-01-01'),
    answer: { json: pageOf(LeftGet) },
    refusals: [ledgerContribution.refusals.fiscalYearNotFound, refusals.noSuchCheck],
    run: async (call, { params, query }) => {
      const { fiscalYearId: id = '', check = '' } = params
      const page = await listRemainingWork(call, { id, check }, query)
      return { ...page, items: page.items.map(shownLeft) }
    },
  }),
  row({
    method: 'POST',
    path: `${year}/unpaid-items`,
    tag,
    operationId: 'bookUnpaidItems',
    summary: 'Book what is unpaid at the end of a year of the cash method',
    description:
      'Customer and supplier invoices that are unpaid on the last day, with VAT (bokföringslagen 5 kap. 2 §); later payments clear them. To be done before VAT of the last period is reported. The closing does it as well.',
    by: 'people',
    scope: 'fiscal-years:manage',
    answer: { json: YearEndGet },
    events: bookings,
    refusals: [...common, refusals.accrualYear],
    run: async (call, { params, language }) => shown(await bookUnpaidItems(call, params.fiscalYearId ?? ''), language),
  }),
  row({
    ...closing,
    method: 'POST',
    operationId: 'closeYearEnd',
    summary: 'Book the result and close a fiscal year',
    description:
      'Books what is unpaid (cash method) and the result, makes the next year where it is missing, stores its opening balances, moves the result and the owners’ accounts there, and closes the year: all of it or nothing. A year that was opened again gets what has changed since. The next year keeps opening balances of its own where years between are missing in the books, or where nothing was booked in this one.',
    by: 'people',
    scope: 'fiscal-years:manage',
    body: named(
      'ClosingCreate',
      object({
        shares: Type.Optional(
          Type.Array(
            object({
              account: AccountNumber({ examples: [2019] }),
              amount: { ...Amount, examples: [35000], description: 'Kronor: a profit is above zero' },
            }),
            {
              maxItems: MAX_SHARES,
              description: 'Partnerships: how the result is split between the partners; all of it on 2019 if left out',
            },
          ),
        ),
      }),
    ),
    answer: { json: YearEndGet },
    events: [
      ...bookings,
      'fiscal-year.closed',
      'fiscal-year.created',
      'opening-balances.set',
      'opening-balances.corrected',
      'account.created',
    ],
    refusals: [...common, refusals.notReady, ledgerContribution.refusals.tooManyOpenings],
    example: { body: { shares: [] } },
    run: async (call, { params, body, language }) =>
      shown(await closeYearEnd(call, { id: params.fiscalYearId ?? '', shares: body.shares }), language),
  }),
  row({
    method: 'POST',
    path: `${year}/reopening`,
    tag,
    operationId: 'reopenFiscalYear',
    summary: 'Open a closed fiscal year again',
    description:
      'Only an owner may, with a reason, which the processing history keeps. Nothing is reversed: the result and the opening balances of the next year stay until the year is closed again, which books the difference. Years after it must be open.',
    by: 'people',
    scope: 'fiscal-years:reopen',
    body: named(
      'ReopeningCreate',
      object({
        reason: Type.String({ minLength: 1, maxLength: MAX_REASON, examples: ['En faktura saknades'] }),
      }),
    ),
    answer: { json: YearEndGet },
    events: ['fiscal-year.reopened'],
    refusals: [
      ledgerContribution.refusals.fiscalYearNotFound,
      ledgerContribution.refusals.yearOpenAlready,
      ledgerContribution.refusals.laterYearClosed,
    ],
    example: { body: { reason: 'En faktura saknades' } },
    run: async (call, { params, body, language }) => {
      const id = params.fiscalYearId ?? ''
      await reopenFiscalYear(call, { id, reason: body.reason })
      return shown(await yearEndOf(call, id), language)
    },
  }),
]
