// The endpoints of the margin scheme: its accounts, and the margins of VAT periods.
import { DateOnly, DateTime, Id, named, nullable, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { AccountNumber } from '#ledger'
import { dayFrom, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { vatRates } from '#rule/vat-rates'
import { type Margin, type MarginLine, type MarginSum, marginKinds, marginMethods } from './margin.rules.ts'
import {
  listMargins,
  type MarginRecord,
  type MarginWorking,
  previewMargin,
  readMargin,
  workOutMargin,
} from './margin.ts'
import { type MarginSetting, marginSettingOf, setMarginAccounts } from './margin-accounts.ts'
import { marginRefusals as refusals } from './margin-refusals.ts'
import { vatRefusals } from './refusals.ts'

/** Maximum number of accounts with their days. */
const MAX_ACCOUNTS = 200
const MAX_CARRIED = 1_000_000_000

const company = '/companies/{companyId}'
const path = `${company}/margins`
const tag = 'Margin scheme'

const Rate = Type.Enum([...vatRates], { examples: [25], description: 'Percent' })
const Method = Type.Enum([...marginMethods], {
  examples: ['perPeriod'],
  description:
    'perPeriod: all sales less all purchases of the period, and what purchases exceed is carried forward. perItem: the accounts have each item that was sold at a profit, with what it was bought for',
})
const Kind = Type.Enum([...marginKinds], { examples: ['sales'] })
const Kronor = Type.Number({ examples: [4000] })

const MarginAccounts = named(
  'MarginAccounts',
  object({
    accounts: Type.Array(
      object({
        account: AccountNumber({
          examples: [3211],
          description: 'Of sales: an income account with the VAT code 07. Of purchases: one of class 4 without a code',
        }),
        from: { ...DateOnly, description: 'From this day on the account has this kind, method and rate' },
        kind: Kind,
        method: Method,
        taxRate: Rate,
      }),
      { maxItems: MAX_ACCOUNTS },
    ),
    carriedIn: Type.Array(
      object({
        taxRate: Rate,
        amount: Type.Number({ exclusiveMinimum: 0, maximum: MAX_CARRIED, examples: [1200] }),
      }),
      {
        maxItems: vatRates.length,
        description:
          'What purchases exceeded sales by, in kronor, when the company began here; it lowers the margin of its first calculation',
      },
    ),
  }),
)

const MarginShown = object({
  method: Method,
  taxRate: Rate,
  sales: Kronor,
  purchases: Kronor,
  carriedIn: { ...Kronor, description: 'What purchases of earlier periods exceeded sales by' },
  margin: { ...Kronor, description: 'sales - purchases - carriedIn' },
  base: { ...Kronor, description: 'The margin less its tax, for box 07' },
  tax: { ...Kronor, description: 'The tax in the margin, for box 10, 11 or 12' },
  carriedOut: { ...Kronor, description: 'What lowers the margin of the next period' },
})

const SumShown = object({
  account: Type.Integer({ examples: [3211] }),
  kind: Kind,
  method: Method,
  taxRate: Rate,
  amount: { ...Kronor, description: 'Sales or purchases of the period' },
})

const EntryShown = object({
  title: Type.String({ examples: ['Vinstmarginal 2026-01-01 – 2026-03-31'] }),
  date: DateOnly,
  journalEntryRef: nullable(object({ id: Id })),
  journalEntryNumber: nullable(Type.String({ examples: ['V42'] })),
  items: Type.Array(
    object({
      account: Type.Integer({ examples: [3211] }),
      debit: Kronor,
      credit: Kronor,
      vatCode: Type.String({ examples: ['07'] }),
    }),
  ),
})

const worked = {
  startDate: DateOnly,
  endDate: DateOnly,
  margins: Type.Array(MarginShown),
  accounts: Type.Array(SumShown),
  entry: nullable(EntryShown),
}

const MarginMade = named(
  'Margin',
  object({
    id: Id,
    ...worked,
    knownAt: Type.Integer({ description: 'The last registration number that the figures count' }),
    madeDateTime: DateTime,
    madeBy: Type.String({ examples: ['Anna Ek'] }),
    modifiedDateTime: DateTime,
  }),
)

const MarginPreview = named(
  'MarginPreview',
  object({
    ...worked,
    isDue: Type.Boolean({
      description: 'Something was sold or bought under the scheme, and it is not worked out as the books are now',
    }),
    marginRef: nullable(object({ id: Id })),
  }),
)

const lineShown = ({ account, ore, vatCode }: MarginLine) => ({
  account,
  debit: ore > 0n ? numberFromOre(ore) : 0,
  credit: ore < 0n ? numberFromOre(-ore) : 0,
  vatCode,
})

const marginShown = ({ method, taxRate, ...amounts }: Margin) => ({
  method,
  taxRate,
  sales: numberFromOre(amounts.sales),
  purchases: numberFromOre(amounts.purchases),
  carriedIn: numberFromOre(amounts.carriedIn),
  margin: numberFromOre(amounts.margin),
  base: numberFromOre(amounts.base),
  tax: numberFromOre(amounts.tax),
  carriedOut: numberFromOre(amounts.carriedOut),
})

const sumShown = ({ account, kind, method, taxRate, amount }: MarginSum) => ({
  account,
  kind,
  method,
  taxRate,
  amount: numberFromOre(amount),
})

type Worked = Pick<MarginWorking, 'startDate' | 'endDate' | 'margins' | 'accounts' | 'entry'>
type Booked = Pick<MarginRecord, 'journalEntryId' | 'journalEntryNumber'>

const workedShown = ({ startDate, endDate, margins, accounts, entry }: Worked, booked: Booked) => ({
  startDate,
  endDate,
  margins: margins.map(marginShown),
  accounts: accounts.map(sumShown),
  entry: entry && {
    title: entry.title,
    date: entry.date,
    journalEntryRef: booked.journalEntryId === null ? null : { id: booked.journalEntryId },
    journalEntryNumber: booked.journalEntryNumber,
    items: entry.items.map(lineShown),
  },
})

const shown = (made: MarginRecord) => ({
  id: made.id,
  ...workedShown(made, made),
  knownAt: made.registration,
  madeDateTime: momentText(made.madeAt),
  madeBy: made.madeBy,
  modifiedDateTime: momentText(made.madeAt),
})

const Days = { startDate: DateOnly, endDate: DateOnly }
const daysOf = ({ startDate, endDate }: { startDate: string; endDate: string }) => ({
  start: dayFrom(startDate),
  end: dayFrom(endDate),
})

const settingShown = ({ accounts, carriedIn }: MarginSetting) => ({
  accounts: [...accounts],
  carriedIn: [...carriedIn],
})

const example = {
  accounts: [{ account: 4010, from: '2026-01-01', kind: 'purchases', method: 'perPeriod', taxRate: 25 }],
  carriedIn: [{ taxRate: 25, amount: 1200 }],
}

const ofPeriods = [vatRefusals.noSetting, vatRefusals.notRegistered]

export const marginRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/margin-accounts`,
    operationId: 'getMarginAccounts',
    tag,
    summary: 'Read the accounts under the margin scheme',
    description:
      'The accounts with sales and purchases under the margin scheme (vinstmarginalbeskattning), each with its method and rate from a day on.',
    scope: 'reports:read',
    answer: { json: MarginAccounts },
    tagged: true,
    refusals: [],
    run: async (call) => settingShown(await marginSettingOf(call)),
  }),
  row({
    method: 'PUT',
    path: `${company}/margin-accounts`,
    operationId: 'setMarginAccounts',
    tag,
    summary: 'Set the accounts under the margin scheme',
    description:
      'All of them, in place of those before. Sales stand on accounts that count towards box 07, purchases on accounts of class 4 that count towards no box.',
    by: 'people',
    scope: 'vat-setting:write',
    body: MarginAccounts,
    answer: { json: MarginAccounts },
    tagged: true,
    current: async (call) => settingShown(await marginSettingOf(call)),
    events: ['margin-accounts.set'],
    refusals: [],
    example: { body: example },
    run: async (call, { body }) => {
      const accounts = body.accounts.map((each) => ({ ...each, from: dayFrom(each.from) }))
      return settingShown(await setMarginAccounts(call, { accounts, carriedIn: body.carriedIn }))
    },
  }),
  row({
    method: 'GET',
    path: `${company}/margin-preview`,
    operationId: 'previewMargin',
    tag,
    summary: 'See the margin of a period',
    description:
      'What was sold and bought under the margin scheme in a period, over or not, by the books as they are; the margin, its base and its tax; and the entry that remains to be booked. Nothing is booked.',
    scope: 'reports:read',
    query: object(Days),
    answer: { json: MarginPreview },
    refusals: [],
    example: { query: { startDate: '2026-01-01', endDate: '2026-03-31' } },
    run: async (call, { query }) => {
      const working = await previewMargin(call, daysOf(query))
      return {
        ...workedShown(working, { journalEntryId: null, journalEntryNumber: null }),
        isDue: working.isDue,
        marginRef: working.lastId === null ? null : { id: working.lastId },
      }
    },
  }),
  row({
    method: 'GET',
    path,
    operationId: 'listMargins',
    tag,
    summary: 'List the margins that were worked out',
    description:
      'Those of the latest period first; of a period that was worked out again, the last first. `query` filters on startDate, endDate and modifiedDateTime.',
    scope: 'reports:read',
    query: pageQuery('startDate>=2026-01-01'),
    answer: { json: pageOf(MarginMade) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listMargins(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: `${path}/{marginId}`,
    operationId: 'getMargin',
    tag,
    summary: 'Read the margin of a period',
    description: 'As it was worked out: later bookings never change it.',
    scope: 'reports:read',
    answer: { json: MarginMade },
    tagged: true,
    refusals: [refusals.notFound],
    run: async (call, { params }) => shown(await readMargin(call, params.marginId ?? '')),
  }),
  row({
    method: 'POST',
    path,
    operationId: 'workOutMargin',
    tag,
    summary: 'Work out the margin of a VAT period',
    description:
      'Of a period that is over: books the entry that takes the tax out of the margin (debit 3211, credit 2616, 2626 or 2636) and leaves in box 07 the base alone, on the last day of the period. What purchases exceed sales by is carried into the next period. A period is worked out again when its books have changed; only the difference is booked. `Service-Warning` tells what looks wrong.',
    scope: 'reports:write',
    body: named('MarginWorkedOut', object(Days)),
    answer: { json: MarginMade },
    events: ['margin.made', 'journal-entry.booked', 'account.created'],
    refusals: [...ofPeriods, refusals.noAccounts, refusals.nothingToDo],
    example: { body: { startDate: '2026-01-01', endDate: '2026-03-31' } },
    run: async (call, { body }) => shown(await workOutMargin(call, daysOf(body))),
  }),
]
