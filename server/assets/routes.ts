// The endpoints of fixed assets.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  readOnly,
  row,
  saying,
  Type,
} from '#http'
import { type DocumentItem, ledgerRefusals } from '#ledger'
import { momentText } from '#platform/moment'
import { numberFromOre } from '#platform/money'
import {
  type FixedAsset as Asset,
  type AssetBody,
  createAsset,
  deleteAsset,
  examineAsset,
  getAsset,
  listAssets,
  lockAsset,
  updateAsset,
} from './asset.ts'
import { compareAssets } from './comparison.ts'
import {
  bookDepreciation,
  entryPeriods,
  type ProposedEntry,
  plannedMonths,
  proposeDepreciation,
} from './depreciation.ts'
import { disposeOf, proposeDisposal } from './disposal.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'

const assets = '/companies/{companyId}/fixed-assets'
const asset = `${assets}/{fixedAssetId}`
const depreciations = '/companies/{companyId}/depreciations'
const tag = 'Fixed assets'
const [reads, writes] = ['fixed-assets:read', 'fixed-assets:write']

const MAX_NAME_LENGTH = 200
const MAX_NUMBER_LENGTH = 20
const MAX_LIFE_MONTHS = 1200

const Month = (description: string, example = '2026-03') =>
  saying(
    faults.badMonth('').message,
    Type.String({ pattern: '^\\d{4}-\\d{2}$', maxLength: 7, description, examples: [example] }),
  )
const Account = (description: string, example: number) =>
  Type.Integer({ minimum: 1000, maximum: 99_999_999, description, examples: [example] })
const optional = <Schema extends ReturnType<typeof Month> | ReturnType<typeof Account>>(schema: Schema) =>
  Type.Optional(nullable(schema))
const Kronor = Type.Number({ examples: [1250.5] })

const AMonth = Type.String({ examples: ['2026-03'] })

/** What is reckoned of an asset. */
const Reckoned = {
  accumulatedDepreciation: readOnly({
    ...Kronor,
    description: 'All that is depreciated, with what was depreciated before',
  }),
  bookValue: readOnly({ ...Kronor, description: '0 once it is disposed of' }),
  hasEntries: readOnly(
    Type.Boolean({ description: 'Something of it was booked: accounts, values and acquisition stay' }),
  ),
  disposal: readOnly(nullable(object({ date: DateOnly, price: Kronor, journalEntryRef: object({ id: Id }) }))),
}

const FixedAssetWrite = named(
  'FixedAssetWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    number: Type.Optional(
      Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['1'], description: 'The next one if left out' }),
    ),
    name: Name({ minLength: 1, maxLength: MAX_NAME_LENGTH, examples: ['Svarv'] }),
    acquisitionDate: DateOnly,
    acquisitionValue: { ...Amount, examples: [60000] },
    residualValue: Type.Optional({
      ...Amount,
      description: 'What is left of it in the end; 0 if left out',
      examples: [0],
    }),
    account: Account('Where it stands (1010–1299)', 1220),
    accumulatedAccount: optional(Account('Accumulated depreciation; proposed by the account', 1229)),
    expenseAccount: optional(Account('Depreciation of the year; proposed by the account', 7832)),
    months: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: MAX_LIFE_MONTHS,
          description: 'Over how many months it is depreciated; null for what loses no value, such as land',
          examples: [60],
        }),
      ),
    ),
    firstMonth: optional(Month('The first month that is depreciated; that of the acquisition if left out')),
    depreciatedBefore: Type.Optional({
      ...Amount,
      description: 'What was depreciated before it came into this register',
      examples: [0],
    }),
    depreciatedThrough: optional(Month('The last month of that', '2025-12')),
    ...Reckoned,
  }),
)

const FixedAsset = named(
  'FixedAsset',
  object({
    id: Id,
    number: Type.String({ examples: ['1'] }),
    name: Type.String({ examples: ['Svarv'] }),
    acquisitionDate: DateOnly,
    acquisitionValue: Kronor,
    residualValue: Kronor,
    account: Type.Integer(),
    accumulatedAccount: nullable(Type.Integer()),
    expenseAccount: nullable(Type.Integer()),
    months: nullable(Type.Integer()),
    firstMonth: nullable(AMonth),
    depreciatedBefore: Kronor,
    depreciatedThrough: nullable(AMonth),
    ...Reckoned,
    modifiedDateTime: DateTime,
  }),
)

const Item = object({ account: Type.Integer(), debit: Kronor, credit: Kronor })
const Proposed = {
  date: DateOnly,
  title: Type.String({ examples: ['Avskrivningar 2026-03'] }),
  items: Type.Array(Item),
  assets: Type.Array(
    object({
      fixedAssetRef: object({ id: Id }),
      name: Type.String({ examples: ['Svarv'] }),
      amount: Kronor,
      months: Type.Array(AMonth),
    }),
  ),
}
const DepreciationProposal = named(
  'DepreciationProposal',
  object({ from: AMonth, to: AMonth, entries: Type.Array(object(Proposed)) }),
)
const BookedDepreciations = named(
  'BookedDepreciations',
  object({
    from: AMonth,
    to: AMonth,
    entries: Type.Array(object({ ...Proposed, journalEntryRef: object({ id: Id }) })),
  }),
)
const DisposalProposal = named(
  'DisposalProposal',
  object({
    date: DateOnly,
    price: Kronor,
    bookValue: Kronor,
    gain: { ...Kronor, description: 'Below zero it is a loss' },
    title: Type.String({ examples: ['Försäljning av anläggningstillgång 1, Svarv'] }),
    items: Type.Array(Item),
  }),
)
const DepreciationPlan = named(
  'DepreciationPlan',
  object({
    months: Type.Array(
      object({
        month: AMonth,
        amount: Kronor,
        isBooked: Type.Boolean({ description: 'A month of 0 never is: there is nothing to book' }),
        catchUpDate: nullable({
          ...DateOnly,
          description:
            'The day on which it will be booked, since its own fiscal year is closed, or it is before the first one; null for others',
        }),
      }),
    ),
  }),
)
const Comparison = named(
  'FixedAssetComparison',
  object({
    on: DateOnly,
    rows: Type.Array(
      object({
        account: Type.Integer(),
        register: Kronor,
        books: Kronor,
        difference: { ...Kronor, description: 'books less register' },
        accounts: Type.String({ description: '`accounts` of listJournalEntries' }),
        query: Type.String({ description: '`query` of the same' }),
      }),
    ),
  }),
)

const monthText = (day: string | null): string | null => day?.slice(0, 7) ?? null
const kronor = numberFromOre

const shown = (one: Asset) => ({
  ...{ id: one.id, number: one.number, name: one.name, acquisitionDate: one.acquiredOn },
  ...{ acquisitionValue: kronor(one.valueOre), residualValue: kronor(one.residualOre), account: one.account },
  ...{ accumulatedAccount: one.accumulatedAccount, expenseAccount: one.expenseAccount, months: one.months },
  ...{ firstMonth: monthText(one.firstMonth), depreciatedBefore: kronor(one.depreciatedOre) },
  ...{ depreciatedThrough: monthText(one.depreciatedThrough), accumulatedDepreciation: kronor(one.accumulatedOre) },
  ...{ bookValue: one.disposal ? 0 : kronor(one.valueOre - one.accumulatedOre), hasEntries: one.hasEntries },
  disposal: one.disposal && {
    ...{ date: one.disposal.date, price: kronor(one.disposal.priceOre) },
    journalEntryRef: { id: one.disposal.journalEntryId },
  },
  modifiedDateTime: momentText(one.modifiedAt),
})

const itemOf = (item: DocumentItem) => ({
  account: item.account,
  debit:
    'debit' in item && item.debit > 0n
      ? kronor(item.debit)
      : 'credit' in item && item.credit < 0n
        ? kronor(-item.credit)
        : 0,
  credit:
    'credit' in item && item.credit > 0n
      ? kronor(item.credit)
      : 'debit' in item && item.debit < 0n
        ? kronor(-item.debit)
        : 0,
})

const entryOf = ({ date, title, items, assets: of }: ProposedEntry) => ({
  ...{ date, title, items: items.map(itemOf) },
  assets: of.map(({ asset: { id, name }, ore, portions }) => ({
    ...{ fixedAssetRef: { id }, name, amount: kronor(ore), months: portions.map(({ month }) => month.slice(0, 7)) },
  })),
})

const idOf = ({ fixedAssetId = '' }: Readonly<Record<string, string>>): string => fixedAssetId

const example: AssetBody = {
  ...{ name: 'Svarv', acquisitionDate: '2026-01-15', acquisitionValue: 60000, account: 1220, months: 60 },
  ...{ firstMonth: '2026-01' },
}
const asked = {
  from: Type.Optional(Month('The first month; that of the fiscal year if left out', '2026-01')),
  to: Type.Optional(Month('The last month; the present one if left out')),
  per: Type.Optional(
    Type.Enum([...entryPeriods], { description: 'An entry for each month (if left out), or for each fiscal year' }),
  ),
}
const disposalAsked = {
  date: DateOnly,
  price: Type.Optional({ ...Amount, description: 'Without VAT; 0 if left out', examples: [20000] }),
  proceedsAccount: Type.Optional(
    Account('Where the price stands: 1930 if left out, or the account of the line of an invoice', 1930),
  ),
  resultAccount: Type.Optional(Account('Where the gain or the loss stands; proposed if left out', 3973)),
}
const disposalRefusals = [
  ...[refusals.fixedAssetNotFound, refusals.disposed, refusals.notDepreciated, refusals.depreciatedLater],
]

const registerRows: readonly Row[] = [
  row({
    ...{ method: 'POST', tag, path: assets, operationId: 'createFixedAsset', scope: writes },
    summary: 'Add a fixed asset',
    description:
      'Nothing is booked: the purchase is, by its invoice or entry. Accounts are proposed by the account that it stands on.',
    body: FixedAssetWrite,
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.created'],
    refusals: [refusals.tooManyAssets],
    example: { body: example },
    examine: (call, body) => examineAsset(call, body),
    run: (call, { body }) => createAsset(call, body).then(shown),
  }),
  row({
    ...{ method: 'GET', tag, path: assets, operationId: 'listFixedAssets', scope: reads },
    summary: 'List fixed assets',
    description: 'Newest first. `query` filters on number, name, account, acquisitionDate and modifiedDateTime.',
    query: pageQuery('account==1220'),
    answer: { json: pageOf(FixedAsset) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listAssets(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    ...{ method: 'GET', tag, path: asset, operationId: 'getFixedAsset', scope: reads },
    summary: 'Read a fixed asset',
    description: 'With what is depreciated of it, and what it is worth in the books.',
    answer: { json: FixedAsset },
    tagged: true,
    refusals: [refusals.fixedAssetNotFound],
    run: (call, { params }) => getAsset(call, idOf(params)).then(shown),
  }),
  row({
    ...{ method: 'PUT', tag, path: asset, operationId: 'updateFixedAsset', scope: writes },
    summary: 'Change a fixed asset',
    description:
      'What is left out is as when it is added. Once something of it is booked, number and name change, and until it is disposed of what was depreciated before, firstMonth and months: what is booked stays, and the months that are not booked share what is left.',
    body: FixedAssetWrite,
    answer: { json: FixedAsset },
    tagged: true,
    current: (call, { params }) => lockAsset(call, idOf(params)).then(shown),
    events: ['fixed-asset.changed'],
    refusals: [refusals.fixedAssetNotFound, refusals.hasEntries],
    example: { body: { ...example, name: 'Svarv i verkstaden' } },
    examine: (call, body, params) => examineAsset(call, body, idOf(params)),
    run: (call, { params, body }) => updateAsset(call, idOf(params), body).then(shown),
  }),
  row({
    ...{ method: 'DELETE', tag, path: asset, operationId: 'deleteFixedAsset', scope: writes },
    summary: 'Remove a fixed asset',
    description: 'One of which nothing was ever booked; others are disposed of.',
    answer: 'nothing',
    current: (call, { params }) => lockAsset(call, idOf(params)).then(shown),
    events: ['fixed-asset.deleted'],
    refusals: [refusals.fixedAssetNotFound, refusals.hasEntries],
    run: async (call, { params }) => {
      await deleteAsset(call, idOf(params))
      return undefined
    },
  }),
  row({
    ...{ method: 'GET', tag, path: `${asset}/plan`, operationId: 'getDepreciationPlan', scope: reads },
    summary: 'Read the plan of a fixed asset',
    description:
      'The amount of each month, and whether it is booked. The months up to each are their share, in whole öre.',
    answer: { json: DepreciationPlan },
    refusals: [refusals.fixedAssetNotFound],
    run: async (call, { params }) => {
      const months = await plannedMonths(call, idOf(params))
      return {
        months: months.map(({ month, ore, isBooked, catchUpOn }) => ({
          ...{ month: month.slice(0, 7), amount: kronor(ore), isBooked, catchUpDate: catchUpOn },
        })),
      }
    },
  }),
]

const bookingRows: readonly Row[] = [
  row({
    ...{ method: 'GET', tag, path: `${depreciations}/proposal`, operationId: 'proposeDepreciations', scope: reads },
    summary: 'Propose depreciation',
    description:
      'The entries that depreciate all assets for months that are not booked yet. What closed fiscal years lack is booked on the first open day after them, and so are months before the first one, if `from` and `to` name them. Nothing is booked.',
    query: object(asked),
    answer: { json: DepreciationProposal },
    refusals: [],
    run: async (call, { query }) => {
      const { from, to, entries } = await proposeDepreciation(call, query)
      return { from: from.slice(0, 7), to: to.slice(0, 7), entries: entries.map(entryOf) }
    },
  }),
  row({
    ...{ method: 'POST', tag, path: depreciations, operationId: 'bookDepreciations', scope: writes },
    summary: 'Book depreciation',
    description:
      'Books the proposed entries, all of them or none. A month is booked once; reverse an entry to have its months proposed again.',
    body: object(asked),
    answer: { json: BookedDepreciations },
    events: ['fixed-asset.depreciated', 'journal-entry.booked'],
    refusals: [refusals.nothingDue, ledgerRefusals.documentNotBookable],
    example: { body: { to: '2026-03' } },
    run: async (call, { body }) => {
      const { from, to, entries } = await bookDepreciation(call, body)
      const booked = entries.map((entry) => ({ ...entryOf(entry), journalEntryRef: { id: entry.journalEntryId } }))
      return { from: from.slice(0, 7), to: to.slice(0, 7), entries: booked }
    },
  }),
  row({
    ...{ method: 'GET', tag, path: `${asset}/disposal/proposal`, operationId: 'proposeDisposal', scope: reads },
    summary: 'Propose a disposal',
    description: 'The entry of a sale or a scrapping: value and depreciation leave the books. Nothing is booked.',
    query: object(disposalAsked),
    answer: { json: DisposalProposal },
    refusals: disposalRefusals,
    example: { query: { date: '2026-03-31', price: '20000' } },
    run: async (call, { params, query }) => {
      const { date, priceOre, bookValueOre, gainOre, title, items } = await proposeDisposal(call, idOf(params), query)
      const amounts = { price: kronor(priceOre), bookValue: kronor(bookValueOre), gain: kronor(gainOre) }
      return { date, ...amounts, title, items: items.map(itemOf) }
    },
  }),
  row({
    ...{ method: 'POST', tag, path: `${asset}/disposal`, operationId: 'disposeOfFixedAsset', scope: writes },
    summary: 'Dispose of a fixed asset',
    description:
      'Books a sale or a scrapping. Depreciation is booked up to the month before it first. Reversing the entry brings the asset back.',
    body: object(disposalAsked),
    answer: { json: FixedAsset },
    tagged: true,
    events: ['fixed-asset.disposed', 'journal-entry.booked'],
    refusals: [...disposalRefusals, ledgerRefusals.documentNotBookable],
    example: { body: { date: '2026-03-31', price: 20000 } },
    run: (call, { params, body }) => disposeOf(call, idOf(params), body).then(shown),
  }),
  row({
    ...{ method: 'GET', tag, path: '/companies/{companyId}/fixed-asset-comparison', scope: reads },
    ...{ operationId: 'compareFixedAssets', snapshot: true, refusals: [] },
    summary: 'Compare the register with the books',
    description: 'What the register and the books have on each account of fixed assets at the end of a day.',
    query: object({ on: Type.Optional({ ...DateOnly, description: 'Today if left out' }) }),
    answer: { json: Comparison },
    run: async (call, { query }) => {
      const { on, registration, accounts } = await compareAssets(call, query)
      return {
        on,
        rows: accounts.map(({ account, registerOre, booksOre, differenceOre }) => ({
          ...{ account, register: kronor(registerOre), books: kronor(booksOre), difference: kronor(differenceOre) },
          ...{ accounts: String(account), query: `date<=${on}&&registration<=${registration}` },
        })),
      }
    },
  }),
]

export const assetRows: readonly Row[] = [...registerRows, ...bookingRows]
