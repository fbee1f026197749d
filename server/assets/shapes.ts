// Fixed assets and what is proposed of them, as the API shows them.
import { Amount, DateOnly, DateTime, Id, Name, named, nullable, object, readOnly, saying, Type } from '#http'
import type { DocumentItem } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre, size } from '#platform/money'
import type { FixedAsset as Asset, ValueChange } from './asset.ts'
import { assetFaults as faults } from './refusals.ts'
import { bookValueOf, changeKinds, leftOf } from './value-change.rules.ts'

export const assets = '/companies/{companyId}/fixed-assets'
export const asset = `${assets}/{fixedAssetId}`
export const tag = 'Fixed assets'
export const reads = 'fixed-assets:read'
export const writes = 'fixed-assets:write'

const MAX_NAME_LENGTH = 200
const MAX_NUMBER_LENGTH = 20
const MAX_LIFE_MONTHS = 1200

export const Month = (description: string, example = '2026-03') =>
  saying(
    faults.badMonth(''),
    Type.String({ pattern: '^\\d{4}-\\d{2}$', maxLength: 7, description, examples: [example] }),
  )
export const Account = (description: string, example: number) =>
  Type.Integer({ minimum: 1000, maximum: 99_999_999, description, examples: [example] })
const optional = <Schema extends ReturnType<typeof Month> | ReturnType<typeof Account>>(schema: Schema) =>
  Type.Optional(nullable(schema))
export const Kronor = Type.Number({ examples: [1250.5] })

export const AMonth = Type.String({ examples: ['2026-03'] })

const AssetChange = object({
  kind: Type.Enum([...changeKinds]),
  date: DateOnly,
  amount: { ...Kronor, description: 'What was written down or taken back; of a part, its book value' },
  acquisitionValue: { ...Kronor, description: 'What a part took with it; 0 of other changes' },
  accumulatedDepreciation: { ...Kronor, description: 'The same' },
  writtenDown: { ...Kronor, description: 'The same' },
  price: nullable({ ...Kronor, description: 'Of a part, without VAT' }),
  journalEntryRef: object({ id: Id }),
})

/** What is reckoned of an asset. */
const Reckoned = {
  remainingAcquisitionValue: readOnly({ ...Kronor, description: 'acquisitionValue less that of parts disposed of' }),
  accumulatedDepreciation: readOnly({
    ...Kronor,
    description: 'All that is depreciated of what is left, with what was depreciated before',
  }),
  writtenDown: readOnly({ ...Kronor, description: 'What is written down of what is left, and not reversed' }),
  bookValue: readOnly({ ...Kronor, description: '0 once it is disposed of' }),
  hasEntries: readOnly(
    Type.Boolean({ description: 'Something of it was booked: accounts, values and acquisition stay' }),
  ),
  changes: readOnly(Type.Array(AssetChange, { description: 'Those that are not reversed, the first one first' })),
  disposal: readOnly(nullable(object({ date: DateOnly, price: Kronor, journalEntryRef: object({ id: Id }) }))),
}

export const FixedAssetWrite = named(
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

export const FixedAsset = named(
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

export const Item = object({ account: Type.Integer(), debit: Kronor, credit: Kronor })

const monthText = (day: string | null): string | null => day?.slice(0, 7) ?? null
export const kronor = numberFromOre

const changeOf = (change: ValueChange) => {
  const { kind, date, valueOre, depreciatedOre, writtenDownOre, priceOre, journalEntryId } = change
  const taken = { ...change, writtenDownOre: -writtenDownOre }
  const isPart = kind === 'partDisposal'
  return {
    kind,
    date,
    amount: kronor(isPart ? bookValueOf(taken) : size(writtenDownOre)),
    acquisitionValue: kronor(valueOre),
    accumulatedDepreciation: kronor(depreciatedOre),
    writtenDown: isPart ? kronor(-writtenDownOre) : 0,
    price: priceOre === null ? null : kronor(priceOre),
    journalEntryRef: { id: journalEntryId },
  }
}

/** A fixed asset as the API shows it. */
export const shown = (one: Asset) => {
  const left = leftOf(one)
  return {
    id: one.id,
    number: one.number,
    name: one.name,
    acquisitionDate: one.acquiredOn,
    acquisitionValue: kronor(one.valueOre),
    residualValue: kronor(one.residualOre),
    account: one.account,
    accumulatedAccount: one.accumulatedAccount,
    expenseAccount: one.expenseAccount,
    months: one.months,
    firstMonth: monthText(one.firstMonth),
    depreciatedBefore: kronor(one.depreciatedOre),
    depreciatedThrough: monthText(one.depreciatedThrough),
    accumulatedDepreciation: kronor(left.depreciatedOre),
    remainingAcquisitionValue: kronor(left.valueOre),
    writtenDown: kronor(left.writtenDownOre),
    bookValue: one.disposal ? 0 : kronor(bookValueOf(left)),
    hasEntries: one.hasEntries,
    changes: one.changes.map(changeOf),
    disposal: one.disposal && {
      date: one.disposal.date,
      price: kronor(one.disposal.priceOre),
      journalEntryRef: { id: one.disposal.journalEntryId },
    },
    modifiedDateTime: momentText(one.modifiedAt),
  }
}

/** An item of a proposed entry. */
export const itemOf = (item: DocumentItem) => ({
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

export const idOf = ({ fixedAssetId = '' }: Readonly<Record<string, string>>): string => fixedAssetId
