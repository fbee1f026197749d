// Disposal (avyttring, utrangering) of an asset or of a part of it: value, depreciation and write-downs leave the
// books, and what the price differs by is a gain or a loss. Who reverses the entry has the asset, or the part, again.

import { bookDocument, bookOf, type DocumentItem } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import { disposalItems, gainOn, resultAccount } from './account.rules.ts'
import { type FixedAsset, getAsset, lockAsset } from './asset.ts'
import { assetFaults as faults } from './refusals.ts'
import { type Amounts, bookValueOf, leftOf, partOf, valueOfPercent } from './value-change.rules.ts'
import { keepChange, refuseUnready, writeDownAccountOf, wrongInDay } from './value-change.ts'

/** The price in kronor without VAT, on the proceeds account: the bank's or that of an invoice line. */
type AskedDisposal = {
  date: string
  price?: number | undefined
  proceedsAccount?: number | undefined
  resultAccount?: number | undefined
}

/** A part, by the acquisition value of it in kronor or as a percentage of what is left; exactly one of them. */
type AskedPart = AskedDisposal & { acquisitionValue?: number | undefined; percent?: number | undefined }

/** What leaves the register, in öre, and the entry of it. */
export type Disposal = Amounts & {
  asset: FixedAsset
  date: Day
  priceOre: Ore
  bookValueOre: Ore
  gainOre: Ore
  title: string
  items: readonly DocumentItem[]
}

/** The entry that a disposal would be. */
export const proposeDisposal = async (call: CompanyCall, id: string, asked: AskedDisposal): Promise<Disposal> =>
  decide(call, await getAsset(call, id), asked)

/** The entry that the disposal of a part would be. */
export const proposePartDisposal = async (call: CompanyCall, id: string, asked: AskedPart): Promise<Disposal> =>
  decidePart(call, await getAsset(call, id), asked)

const decide = async (call: CompanyCall, asset: FixedAsset, asked: AskedDisposal): Promise<Disposal> => {
  const { number, name } = asset
  return entryFor(call, { asset, asked, leaves: leftOf(asset), what: `av anläggningstillgång ${number}, ${name}` })
}

const decidePart = async (call: CompanyCall, asset: FixedAsset, asked: AskedPart): Promise<Disposal> => {
  const { acquisitionValue, percent, ...sale } = asked
  const { number, name } = asset
  const left = leftOf(asset)
  refuseIfAny(wrongInPart(left, { acquisitionValue, percent }))
  const leaves = partOf(left, valueOfPart(left, { acquisitionValue, percent }))
  return entryFor(call, { asset, asked: sale, leaves, what: `av del av anläggningstillgång ${number}, ${name}` })
}

type Part = Pick<AskedPart, 'acquisitionValue' | 'percent'>

/** Hundredths of a percent; null where there are more decimals. */
const hundredthsOf = (percent: number): bigint | null => oreFromNumber(percent)

const valueOfPart = (left: Amounts, { acquisitionValue, percent }: Part): Ore =>
  percent === undefined
    ? (oreFromNumber(acquisitionValue ?? 0) ?? 0n)
    : valueOfPercent(left, hundredthsOf(percent) ?? 0n)

const wrongInPart = (left: Amounts, part: Part): FieldError[] => {
  const { acquisitionValue, percent } = part
  if ((acquisitionValue === undefined) === (percent === undefined)) {
    return [faults.onePart(acquisitionValue === undefined ? '#/acquisitionValue' : '#/percent')]
  }
  const hundredths = percent === undefined ? null : hundredthsOf(percent)
  if (percent !== undefined && (hundredths === null || percent <= 0 || percent >= 100)) {
    return [faults.percent('#/percent')]
  }
  const ore = valueOfPart(left, part)
  const field = percent === undefined ? '#/acquisitionValue' : '#/percent'
  const isExact = acquisitionValue === undefined || oreFromNumber(acquisitionValue) !== null
  if (isExact && ore > 0n && ore < left.valueOre) return []
  return [faults.wholePart(field, { least: 0.01, most: numberFromOre(left.valueOre) })]
}

const entryFor = async (
  call: CompanyCall,
  { asset, asked, leaves, what }: { asset: FixedAsset; asked: AskedDisposal; leaves: Amounts; what: string },
): Promise<Disposal> => {
  const { accounts } = await bookOf(call, true)
  const date = dayFrom(asked.date)
  refuseIfAny(wrongInDisposal(asset, asked, accounts))
  refuseUnready(asset, { kind: 'partDisposal', date })
  const priceOre = oreFromNumber(asked.price ?? 0) ?? 0n
  const gainOre = gainOn({ ...leaves, priceOre })
  const result = asked.resultAccount ?? resultAccount(asset.account, gainOre, accounts)
  if (gainOre !== 0n && result === null) refuseIfAny([faults.accountMissing('#/resultAccount')])
  const items = disposalItems({
    ...leaves,
    priceOre,
    account: asset.account,
    accumulatedAccount: asset.accumulatedAccount,
    writeDownAccount: writeDownAccountOf(asset),
    resultAccount: result,
    proceedsAccount: asked.proceedsAccount ?? USUAL_PAYMENT_ACCOUNT,
  })
  const title = `${priceOre > 0n ? 'Försäljning' : 'Utrangering'} ${what}`
  const moved = items.filter((item) => ('debit' in item ? item.debit : item.credit) !== 0n)
  return { ...leaves, asset, date, priceOre, bookValueOre: bookValueOf(leaves), gainOre, title, items: moved }
}

const wrongInDisposal = (
  asset: FixedAsset,
  { date, price = 0, proceedsAccount, resultAccount: result }: AskedDisposal,
  chart: ReadonlyMap<number, boolean>,
): FieldError[] => {
  const errors = wrongInDay(asset, date)
  const ore = oreFromNumber(price)
  if (ore === null || ore < 0n) errors.push(faults.amount('#/price', { least: 0 }))
  for (const [field, account] of Object.entries({ proceedsAccount, resultAccount: result })) {
    if (account !== undefined && !chart.get(account)) errors.push(faults.otherAccount(`#/${field}`, { account }))
  }
  return errors
}

/** Books a disposal. */
export const disposeOf = async (call: CompanyCall, id: string, asked: AskedDisposal): Promise<FixedAsset> => {
  const { asset, date, priceOre, gainOre, title, items } = await decide(call, await lockAsset(call, id), asked)
  const { id: entryId } = await bookDocument(call, { title, date, items, isReversible: true, isShift: true })
  await call.db.rows(sql`
    insert into assets.disposal (company_id, id, fixed_asset_id, date, price_ore, journal_entry_id)
    values (${call.companyId}, ${newId()}, ${asset.id}, ${date}, ${priceOre}, ${entryId})`)
  await call.db.rows(sql`
    update assets.fixed_asset set modified_at = ${call.now} where company_id = ${call.companyId} and id = ${asset.id}`)
  const detail = { id: asset.id, date, price: numberFromOre(priceOre), gain: numberFromOre(gainOre) }
  recordEvent(call, 'fixed-asset.disposed', { id: asset.id }, { ...detail, journalEntryId: entryId })
  return getAsset(call, asset.id)
}

/** Books the disposal of a part; the rest keeps its plan, and shares what is left to depreciate. */
export const disposeOfPart = async (call: CompanyCall, id: string, asked: AskedPart): Promise<FixedAsset> => {
  const disposal = await decidePart(call, await lockAsset(call, id), asked)
  const { asset, date, priceOre, gainOre, valueOre, residualOre, depreciatedOre, writtenDownOre } = disposal
  const { id: entryId } = await bookDocument(call, { ...disposal, isReversible: true, isShift: true })
  await keepChange(call, asset, {
    kind: 'partDisposal',
    date,
    valueOre,
    residualOre,
    depreciatedOre,
    writtenDownOre: -writtenDownOre,
    priceOre,
    account: writtenDownOre === 0n ? null : writeDownAccountOf(asset),
    journalEntryId: entryId,
  })
  const amounts = { acquisitionValue: numberFromOre(valueOre), price: numberFromOre(priceOre) }
  const detail = { id: asset.id, date, ...amounts, gain: numberFromOre(gainOre), journalEntryId: entryId }
  recordEvent(call, 'fixed-asset.part-disposed', { id: asset.id }, detail)
  return getAsset(call, asset.id)
}

/** The entries of disposals: they take a sale off the account that the invoice has put it on, and sell nothing. */
export const shiftsOfAssets = (company: string | Sql): Sql => sql`
  select journal_entry_id from assets.disposal where company_id = ${company}
  union all
  select journal_entry_id from assets.value_change where company_id = ${company} and kind = 'partDisposal'`
