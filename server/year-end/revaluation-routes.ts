// The endpoints that restate what is open in other currencies.
import { Amount, DateOnly, DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { AccountNumber, ledgerContribution, MAX_RATE } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { differenceOf, entryOf, type Group, groupKinds } from './revaluation.rules.ts'
import {
  type AskedRevaluation,
  createRevaluation,
  getRevaluation,
  type Revaluation as Kept,
  listRevaluations,
  proposeRevaluation,
  reverseRevaluation,
} from './revaluation.ts'
import { revaluationRefusals as refusals } from './revaluation-refusals.ts'

const all = '/companies/{companyId}/currency-revaluations'
const one = `${all}/{currencyRevaluationId}`
const tag = 'Currency revaluations'
/** Maximum numbers of accounts and of rates in a request. */
const MAX_ACCOUNTS = 100
const MAX_RATES = 50

/** An account with its balance, and a rate, in the query of a proposal. */
const ACCOUNT = '\\d{4,8}:[A-Z]{3}:-?\\d{1,12}(?:\\.\\d{1,2})?'
const RATE = '[A-Z]{3}:\\d{1,6}(?:\\.\\d{1,8})?'
const MAX_TEXT = 2000

const Kronor = Type.Number({ examples: [350] })
const nullableKronor = nullable(Kronor)
const Currency = Type.String({ minLength: 3, maxLength: 3, examples: ['EUR'], description: 'ISO 4217' })

const Asked = named(
  'CurrencyRevaluationWrite',
  object({
    date: { ...DateOnly, description: 'The balance sheet day: the last of a month or of a year, and not to come' },
    isReversed: Type.Optional(
      Type.Boolean({ description: 'Whether the entries are reversed on the first day after; true if left out' }),
    ),
    accounts: Type.Optional(
      Type.Array(
        object({
          account: AccountNumber({ examples: [1940], description: 'An account of assets or debts' }),
          currency: Currency,
          balance: { ...Amount, examples: [5000], description: 'In that currency; below zero it is a debt' },
        }),
        {
          maxItems: MAX_ACCOUNTS,
          description:
            'Accounts in other currencies: the bank accounts whose statements do not end on the day, and others, such as loans',
        },
      ),
    ),
    rates: Type.Optional(
      Type.Array(
        object({
          currency: Currency,
          rate: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: MAX_RATE, examples: [11.25] }),
        }),
        {
          maxItems: MAX_RATES,
          description: 'Rates of the day that are used in place of those that the service knows',
        },
      ),
    ),
  }),
)

const group = {
  kind: Type.Enum([...groupKinds]),
  account: Type.Integer({
    examples: [1518],
    description:
      'The account that is restated: 1518 for customers and 2448 for suppliers, beside their ledgers, or an account itself',
  }),
  difference: { ...Kronor, description: 'What the items differ by; above zero a gain' },
  carried: {
    ...Kronor,
    description: 'What an earlier revaluation that was kept left on the account, and is taken back',
  },
  items: Type.Array(
    object({
      documentRef: nullable(object({ id: Id })),
      number: Type.String({ examples: ['1001'] }),
      name: Type.String({ examples: ['Kund AB'], description: 'Of its party; empty once it is booked' }),
      currency: Currency,
      amount: {
        ...nullableKronor,
        description: 'In its currency: above zero a claim or money, below zero a debt; null if it is not known',
      },
      booked: { ...Kronor, description: 'What it is booked at, in the accounting currency' },
      rate: { ...nullable(Type.Number({ examples: [11.25] })), description: 'That of the day; null if none is known' },
      value: { ...nullableKronor, description: 'What it is worth at that rate, in the accounting currency' },
      difference: nullableKronor,
    }),
  ),
  entry: Type.Array(object({ account: Type.Integer(), debit: Kronor, credit: Kronor }), {
    description: 'What is booked; empty if nothing differs',
  }),
}

const Proposal = named(
  'CurrencyRevaluationProposal',
  object({
    date: DateOnly,
    groups: Type.Array(object(group)),
    missing: Type.Array(object({ field: Type.String(), message: Type.String() }), {
      description: 'What keeps it from being booked: a rate, a balance, something that is not recorded',
    }),
  }),
)

const Revaluation = named(
  'CurrencyRevaluation',
  object({
    id: Id,
    date: DateOnly,
    isReversed: Type.Boolean({ description: 'Whether its entries are reversed on the first day after' }),
    isStanding: Type.Boolean({ description: 'False once an entry of it is reversed otherwise' }),
    groups: Type.Array(
      object({
        ...group,
        journalEntryRef: nullable(object({ id: Id })),
        reversalEntryRef: nullable(object({ id: Id })),
      }),
    ),
    madeBy: Type.String({ examples: ['Anna Ek'] }),
    modifiedDateTime: DateTime,
  }),
)

const kronor = (ore: Ore | null) => (ore === null ? null : numberFromOre(ore))

const shownGroup = (of: Group) => ({
  kind: of.kind,
  account: of.account,
  difference: numberFromOre(differenceOf(of)),
  carried: numberFromOre(of.carriedOre),
  items: of.items.map(({ id, number, name, currency, ore, bookedOre, rate, newOre, differenceOre }) => ({
    documentRef: id === null ? null : { id },
    number,
    name,
    currency,
    amount: kronor(ore),
    booked: numberFromOre(bookedOre),
    rate: rate === null ? null : Number(rate),
    value: kronor(newOre),
    difference: kronor(differenceOre),
  })),
  entry: entryOf(of).map((item) => {
    const debit = 'debit' in item ? item.debit : -item.credit
    return {
      account: item.account,
      debit: debit > 0n ? numberFromOre(debit) : 0,
      credit: debit < 0n ? numberFromOre(-debit) : 0,
    }
  }),
})

const shown = ({ id, date, isReversed, isStanding, groups, madeBy, modifiedAt }: Kept) => ({
  id,
  date,
  isReversed,
  isStanding,
  groups: groups.map(({ entryId, reversalId, ...of }) => ({
    ...shownGroup(of),
    journalEntryRef: entryId === null ? null : { id: entryId },
    reversalEntryRef: reversalId === null ? null : { id: reversalId },
  })),
  madeBy,
  modifiedDateTime: momentText(modifiedAt),
})

type AskedProposal = { date: string; accounts?: string | undefined; rates?: string | undefined }

const askedIn = ({ date, accounts = '', rates = '' }: AskedProposal): AskedRevaluation => {
  const parts = (text: string) => (text === '' ? [] : text.split(',').map((one) => one.split(':')))
  return {
    date,
    accounts: parts(accounts).map(([account = '', currency = '', balance = '']) => {
      return { account: Number(account), currency, balance: Number(balance) }
    }),
    rates: parts(rates).map(([currency = '', rate = '']) => ({ currency, rate: Number(rate) })),
  }
}

const example = {
  body: {
    date: '2026-05-31',
    accounts: [{ account: 1940, currency: 'EUR', balance: 5000 }],
    rates: [{ currency: 'EUR', rate: 11.25 }],
  },
}
const idOf = ({ currencyRevaluationId = '' }: Readonly<Record<string, string>>): string => currencyRevaluationId

export const revaluationRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${all}/proposal`,
    tag,
    operationId: 'proposeCurrencyRevaluation',
    summary: 'Propose a revaluation of what is in other currencies',
    description:
      'What is open of customers and suppliers in other currencies on a day, and the accounts in other currencies, each with its amount in the currency, what it is booked at, the rate of the day, its value, and the difference. Books nothing. `missing` says what it lacks before it can be booked.',
    scope: 'journal-entries:read',
    query: object({
      date: { ...DateOnly, description: 'The balance sheet day, and not to come' },
      accounts: Type.Optional(
        Type.String({
          pattern: `^${ACCOUNT}(,${ACCOUNT})*$`,
          maxLength: MAX_TEXT,
          examples: ['1940:EUR:5000'],
          description: 'Balances that no bank statement tells, as account:currency:balance, separated by commas',
        }),
      ),
      rates: Type.Optional(
        Type.String({
          pattern: `^${RATE}(,${RATE})*$`,
          maxLength: MAX_TEXT,
          examples: ['EUR:11.25'],
          description: 'Rates of the day that are used in place of those known, as currency:rate, separated by commas',
        }),
      ),
    }),
    answer: { json: Proposal },
    snapshot: true,
    refusals: [refusals.tooManyItems],
    example: { query: { date: '2026-03-31' } },
    run: async (call, { query }) => {
      const { date, groups, missing } = await proposeRevaluation(call, askedIn(query))
      return {
        date,
        groups: groups.map(shownGroup),
        missing: missing.map(({ field, message }) => ({ field, message })),
      }
    },
  }),
  row({
    method: 'POST',
    path: all,
    tag,
    operationId: 'createCurrencyRevaluation',
    summary: 'Restate what is in other currencies',
    description:
      'Books what is proposed: an entry for each account on the day, and its reversal on the first day after unless `isReversed` is false. What is kept is taken back by the next revaluation. Refused, with the currency and the day, where a rate is missing, where a day has one already, and where one that is kept would come before another one or another one before it.',
    scope: 'journal-entries:write',
    body: Asked,
    answer: { json: Revaluation },
    events: ['currency-revaluation.created', 'journal-entry.booked', 'account.created'],
    refusals: [
      refusals.tooManyItems,
      refusals.nothingInCurrency,
      refusals.revaluedAlready,
      refusals.laterRevaluation,
      ledgerContribution.refusals.fiscalYearNotFound,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example,
    run: async (call, { body }) => shown(await createRevaluation(call, body as AskedRevaluation)),
  }),
  row({
    method: 'GET',
    path: all,
    tag,
    operationId: 'listCurrencyRevaluations',
    summary: 'List the revaluations of what is in other currencies',
    description: 'Newest first. `query` filters on date and modifiedDateTime.',
    scope: 'journal-entries:read',
    query: pageQuery('date>=2026-01-01'),
    answer: { json: pageOf(Revaluation) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listRevaluations(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    tag,
    operationId: 'getCurrencyRevaluation',
    summary: 'Read a revaluation of what is in other currencies',
    description: 'With the working of each item as it was booked.',
    scope: 'journal-entries:read',
    answer: { json: Revaluation },
    refusals: [refusals.revaluationNotFound],
    run: async (call, { params }) => shown(await getRevaluation(call, idOf(params))),
  }),
  row({
    method: 'POST',
    path: `${one}/reverse`,
    tag,
    operationId: 'reverseCurrencyRevaluation',
    summary: 'Reverse a revaluation of what is in other currencies',
    description: 'Reverses all of its entries, so that another one may be made on its day.',
    scope: 'journal-entries:write',
    answer: { json: Revaluation },
    events: ['currency-revaluation.reversed', 'journal-entry.booked', 'journal-entry.reversed'],
    refusals: [
      refusals.revaluationNotFound,
      refusals.revaluationReversed,
      ledgerContribution.refusals.documentNotBookable,
    ],
    run: async (call, { params }) => shown(await reverseRevaluation(call, idOf(params))),
  }),
]
