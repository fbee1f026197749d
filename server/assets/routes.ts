// The endpoints of the register of fixed assets, and of depreciation.
import { DateOnly, Id, named, nullable, object, pageQuery, type Row, resourceRows, row, Type } from '#http'
import { ledgerContribution } from '#ledger'
import {
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
import { assetRefusals as refusals } from './refusals.ts'
import {
  AMonth,
  asset,
  assets,
  FixedAsset,
  FixedAssetWrite,
  Item,
  idOf,
  itemOf,
  Kronor,
  kronor,
  Month,
  reads,
  shown,
  tag,
  writes,
} from './shapes.ts'
import { valueChangeRows } from './value-change-routes.ts'

const depreciations = '/companies/{companyId}/depreciations'

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

const entryOf = ({ date, title, items, assets: of }: ProposedEntry) => ({
  date,
  title,
  items: items.map(itemOf),
  assets: of.map(({ asset: { id, name }, ore, portions }) => ({
    fixedAssetRef: { id },
    name,
    amount: kronor(ore),
    months: portions.map(({ month }) => month.slice(0, 7)),
  })),
})

const example: AssetBody = {
  name: 'Svarv',
  acquisitionDate: '2026-01-15',
  acquisitionValue: 60000,
  account: 1220,
  months: 60,
  firstMonth: '2026-01',
}
const asked = {
  from: Type.Optional(Month('The first month; that of the fiscal year if left out', '2026-01')),
  to: Type.Optional(Month('The last month; the present one if left out')),
  per: Type.Optional(
    Type.Enum([...entryPeriods], { description: 'An entry for each month (if left out), or for each fiscal year' }),
  ),
}
const { create, list, read, replace, remove } = resourceRows({
  tag,
  scope: 'fixed-assets',
  path: assets,
  idName: 'fixedAssetId',
  answer: FixedAsset,
  shown,
  notFound: refusals.fixedAssetNotFound,
})

const registerRows: readonly Row[] = [
  create({
    operationId: 'createFixedAsset',
    summary: 'Add a fixed asset',
    description:
      'Nothing is booked: the purchase is, by its invoice or entry. Accounts are proposed by the account that it stands on.',
    body: FixedAssetWrite,
    events: ['fixed-asset.created'],
    refusals: [refusals.tooManyAssets],
    example: { body: example },
    examine: examineAsset,
    run: createAsset,
  }),
  list({
    operationId: 'listFixedAssets',
    summary: 'List fixed assets',
    description: 'Newest first. `query` filters on number, name, account, acquisitionDate and modifiedDateTime.',
    query: pageQuery('account==1220'),
    run: listAssets,
  }),
  read({
    operationId: 'getFixedAsset',
    summary: 'Read a fixed asset',
    description: 'With what is depreciated of it, and what it is worth in the books.',
    run: getAsset,
  }),
  replace({
    operationId: 'updateFixedAsset',
    summary: 'Change a fixed asset',
    description:
      'What is left out is as when it is added. Once something of it is booked, number and name change, and until it is disposed of what was depreciated before, firstMonth and months: what is booked stays, and the months that are not booked share what is left.',
    body: FixedAssetWrite,
    events: ['fixed-asset.changed'],
    refusals: [refusals.hasEntries, refusals.valueChanged],
    example: { body: { ...example, name: 'Svarv i verkstaden' } },
    examine: examineAsset,
    hold: lockAsset,
    run: updateAsset,
  }),
  remove({
    operationId: 'deleteFixedAsset',
    summary: 'Remove a fixed asset',
    description: 'One of which nothing was ever booked; others are disposed of.',
    events: ['fixed-asset.deleted'],
    refusals: [refusals.hasEntries],
    hold: lockAsset,
    run: deleteAsset,
  }),
  row({
    method: 'GET',
    tag,
    path: `${asset}/plan`,
    operationId: 'getDepreciationPlan',
    scope: reads,
    summary: 'Read the plan of a fixed asset',
    description:
      'The amount of each month, and whether it is booked. The months up to each are their share, in whole öre.',
    answer: { json: DepreciationPlan },
    refusals: [refusals.fixedAssetNotFound],
    run: async (call, { params }) => {
      const months = await plannedMonths(call, idOf(params))
      return {
        months: months.map(({ month, ore, isBooked, catchUpOn }) => ({
          month: month.slice(0, 7),
          amount: kronor(ore),
          isBooked,
          catchUpDate: catchUpOn,
        })),
      }
    },
  }),
]

const bookingRows: readonly Row[] = [
  row({
    method: 'GET',
    tag,
    path: `${depreciations}/proposal`,
    operationId: 'proposeDepreciations',
    scope: reads,
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
    method: 'POST',
    tag,
    path: depreciations,
    operationId: 'bookDepreciations',
    scope: writes,
    summary: 'Book depreciation',
    description:
      'Books the proposed entries, all of them or none. A month is booked once; reverse an entry to have its months proposed again.',
    body: object(asked),
    answer: { json: BookedDepreciations },
    events: ['fixed-asset.depreciated', 'journal-entry.booked'],
    refusals: [refusals.nothingDue, ledgerContribution.refusals.documentNotBookable],
    example: { body: { to: '2026-03' } },
    run: async (call, { body }) => {
      const { from, to, entries } = await bookDepreciation(call, body)
      const booked = entries.map((entry) => ({ ...entryOf(entry), journalEntryRef: { id: entry.journalEntryId } }))
      return { from: from.slice(0, 7), to: to.slice(0, 7), entries: booked }
    },
  }),
  row({
    method: 'GET',
    tag,
    path: '/companies/{companyId}/fixed-asset-comparison',
    scope: reads,
    operationId: 'compareFixedAssets',
    snapshot: true,
    refusals: [],
    summary: 'Compare the register with the books',
    description: 'What the register and the books have on each account of fixed assets at the end of a day.',
    query: object({ on: Type.Optional({ ...DateOnly, description: 'Today if left out' }) }),
    answer: { json: Comparison },
    run: async (call, { query }) => {
      const { on, registration, accounts } = await compareAssets(call, query)
      return {
        on,
        rows: accounts.map(({ account, registerOre, booksOre, differenceOre }) => ({
          account,
          register: kronor(registerOre),
          books: kronor(booksOre),
          difference: kronor(differenceOre),
          accounts: String(account),
          query: `date<=${on}&&registration<=${registration}`,
        })),
      }
    },
  }),
]

export const assetRows: readonly Row[] = [...registerRows, ...bookingRows, ...valueChangeRows]
