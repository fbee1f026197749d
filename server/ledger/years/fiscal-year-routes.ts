// The endpoints of fiscal years and their opening balances.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  row,
  type Static,
  SumOfAmounts,
  saying,
  Type,
} from '#http'
import { AccountNumber } from '#ledger/accounts/account-map'
import { ledgerFaults as faults, ledgerRefusals as refusals } from '#ledger/refusals'
import { momentText } from '#platform/day'
import { MAX_AMOUNT } from '#platform/money'
import { MAX_REASON } from '#rule/limits'
import { createFiscalYear, getFiscalYear, listFiscalYears, type FiscalYear as Year } from './fiscal-year.ts'
import { getOpeningBalances, lockOpeningBalances, setOpeningBalances } from './opening-balance.ts'
import { keptUntil } from './retention.rules.ts'

const company = '/companies/{companyId}'

export const FiscalYear = named(
  'FiscalYear',
  object({
    id: Id,
    startDate: DateOnly,
    endDate: DateOnly,
    accountingMethod: Type.Enum(['cash', 'accrual']),
    status: Type.Enum(['open', 'closed']),
    keptUntil: {
      ...DateOnly,
      description: 'The last day that the law wants its books kept (bokföringslagen 7 kap. 2 §)',
    },
    modifiedDateTime: DateTime,
  }),
)

export const shownYear = ({ modifiedAt, ...year }: Year): Static<typeof FiscalYear> => ({
  ...year,
  keptUntil: keptUntil(year.endDate),
  modifiedDateTime: momentText(modifiedAt),
})

/** Maximum number of opening balances in one request. */
const MAX_BALANCES = 5_000
/** Maximum number of characters in the reason of a correction. */

const Balance = object({
  account: AccountNumber({ examples: [1930] }),
  amount: saying(faults.signedAmount('', { limit: MAX_AMOUNT }), {
    ...Amount,
    description: 'Kronor, with at most two decimals; debit is positive',
    examples: [50000],
  }),
})
const Balances = Type.Array(Balance, { maxItems: MAX_BALANCES })
/** Carried-forward sums may exceed the limit of a single amount. */
const ShownBalance = object({
  account: AccountNumber({ examples: [1930] }),
  amount: { ...SumOfAmounts, description: 'Kronor; debit is positive', examples: [50000] },
})
const OpeningBalances = named(
  'OpeningBalances',
  object({
    fiscalYearId: Id,
    origin: Type.Enum(['stored', 'carried'], {
      description: '`carried`: the year has none of its own and carries on from the previous year',
    }),
    revision: Type.Integer({ minimum: 0, description: 'How many times opening balances of its own were stored' }),
    balances: Type.Array(ShownBalance),
    earlier: Type.Array(object({ revision: Type.Integer(), balances: Type.Array(ShownBalance) }), {
      description: 'What they were before, latest first',
    }),
  }),
)
const SetOpeningBalances = named(
  'SetOpeningBalances',
  object({
    balances: Balances,
    reason: Type.Optional(
      Type.String({ maxLength: MAX_REASON, description: 'Why they change, for the processing history' }),
    ),
    fiscalYearId: readOnly(Id),
    origin: readOnly(OpeningBalances.properties.origin),
    revision: readOnly(OpeningBalances.properties.revision),
    earlier: readOnly(OpeningBalances.properties.earlier),
  }),
)
const openingBalances = `${company}/fiscal-years/{fiscalYearId}/opening-balances`

/** Maximum number of characters in the decision that permits a fiscal year other than the calendar year. */
const MAX_PERMISSION_LENGTH = 500

const FiscalYearCreate = named(
  'FiscalYearCreate',
  object({
    startDate: DateOnly,
    endDate: DateOnly,
    accountingMethod: Type.Optional(
      Type.Enum(['cash', 'accrual'], { description: 'That of the previous year when left out' }),
    ),
    permission: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_PERMISSION_LENGTH,
        description:
          "The decision by which a sole proprietor's year is not the calendar year: authority, date and reference",
      }),
    ),
  }),
)

export const fiscalYearRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${company}/fiscal-years`,
    operationId: 'createFiscalYear',
    tag: 'Fiscal years',
    summary: 'Add a fiscal year',
    description:
      'An open year next to the others, without a gap: whole months, at most 18, and only the first year may begin on any day (bokföringslagen 3 kap.).',
    by: 'people',
    scope: 'fiscal-years:manage',
    body: FiscalYearCreate,
    answer: { json: FiscalYear },
    events: ['fiscal-year.created'],
    refusals: [refusals.yearsOverlap, refusals.yearsNotAdjoining, refusals.closedYearAfterNew],
    example: { body: { startDate: '2027-01-01', endDate: '2027-12-31' } },
    run: (call, { body }) => createFiscalYear(call, body).then(shownYear),
  }),
  row({
    method: 'GET',
    path: `${company}/fiscal-years`,
    operationId: 'listFiscalYears',
    tag: 'Fiscal years',
    summary: 'List the fiscal years',
    description: 'Latest first. `query` filters on startDate, endDate, accountingMethod, status and modifiedDateTime.',
    scope: 'fiscal-years:read',
    query: pageQuery('status==open'),
    answer: { json: pageOf(FiscalYear) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listFiscalYears(call, query)
      return { ...page, items: page.items.map(shownYear) }
    },
  }),
  row({
    method: 'GET',
    path: `${company}/fiscal-years/{fiscalYearId}`,
    operationId: 'getFiscalYear',
    tag: 'Fiscal years',
    summary: 'Read a fiscal year',
    description: 'One fiscal year, in a property of its own.',
    scope: 'fiscal-years:read',
    answer: { json: object({ fiscalYear: FiscalYear }) },
    tagged: true,
    refusals: [refusals.fiscalYearNotFound],
    run: async (call, { params }) => ({ fiscalYear: shownYear(await getFiscalYear(call, params.fiscalYearId ?? '')) }),
  }),
  row({
    method: 'GET',
    path: openingBalances,
    operationId: 'getOpeningBalances',
    tag: 'Fiscal years',
    summary: 'Read the opening balances of a fiscal year',
    description:
      'The balances of the balance sheet accounts as the year begins, and what they were before each correction.',
    scope: 'fiscal-years:read',
    answer: { json: OpeningBalances },
    tagged: true,
    refusals: [refusals.fiscalYearNotFound],
    snapshot: true,
    run: (call, { params }) => getOpeningBalances(call, params.fiscalYearId ?? ''),
  }),
  row({
    method: 'PUT',
    path: openingBalances,
    operationId: 'setOpeningBalances',
    tag: 'Fiscal years',
    summary: 'Set the opening balances of the first fiscal year',
    description:
      'They replace all existing ones, which are kept as `earlier` and in the processing history. Only the first fiscal year of the books takes them, while it is open and its first day is not locked: later years carry on from it.',
    scope: 'fiscal-years:write',
    query: object({
      force: Type.Optional(Type.Boolean({ default: false, description: 'Accept balances that do not sum to zero' })),
    }),
    body: SetOpeningBalances,
    answer: { json: OpeningBalances },
    tagged: true,
    current: (call, { params }) => lockOpeningBalances(call, params.fiscalYearId ?? ''),
    events: ['opening-balances.set', 'opening-balances.corrected'],
    refusals: [
      refusals.fiscalYearNotFound,
      refusals.openingNotFirst,
      refusals.openingClosed,
      refusals.openingClosedAfter,
      refusals.openingLocked,
      refusals.tooManyOpenings,
    ],
    example: {
      body: {
        balances: [
          { account: 1930, amount: 50000 },
          { account: 2081, amount: -50000 },
        ],
        reason: 'Aktiekapitalet saknades',
      },
    },
    run: (call, { params, query, body }) =>
      setOpeningBalances(call, {
        ...body,
        fiscalYearId: params.fiscalYearId ?? '',
        force: query.force ?? false,
      }),
  }),
]
