// Disposal (avyttring, utrangering): value and depreciation leave the books, and what the price differs by is a gain or
// a loss. Whoever reverses the entry has the asset again.
import { bookDocument, bookOf, type DocumentItem } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, firstOfMonth } from '#platform/day'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { disposalItems, gainOn, resultAccount } from './account.rules.ts'
import { bookedOf, type FixedAsset, getAsset, lockAsset } from './asset.ts'
import { dueOf } from './plan.rules.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'

/** The price is in kronor without VAT, and stands on the proceeds account: the bank's, or that of an invoice's line. */
export type AskedDisposal = {
  date: string
  price?: number | undefined
  proceedsAccount?: number | undefined
  resultAccount?: number | undefined
}

export type Disposal = {
  asset: FixedAsset
  date: Day
  priceOre: Ore
  bookValueOre: Ore
  gainOre: Ore
  title: string
  items: readonly DocumentItem[]
}

/** The company's bank account (företagskonto). */
const USUAL_PROCEEDS = 1930

/** The entry that a disposal would be. */
export const proposeDisposal = async (call: CompanyCall, id: string, asked: AskedDisposal): Promise<Disposal> =>
  decide(call, await getAsset(call, id), asked)

const decide = async (call: CompanyCall, asset: FixedAsset, asked: AskedDisposal): Promise<Disposal> => {
  const { accounts } = await bookOf(call, true)
  refuseIfAny(wrongInDisposal(asset, asked, accounts))
  const { id, number, name, account, accumulatedAccount, accumulatedOre, valueOre } = asset
  const date = dayFrom(asked.date)
  if (asset.disposal) throw refusals.disposed({ id, date: asset.disposal.date })
  refuseUnready(asset, date)
  const priceOre = oreFromNumber(asked.price ?? 0) ?? 0n
  const gainOre = gainOn({ valueOre, accumulatedOre, priceOre })
  const result = asked.resultAccount ?? resultAccount(account, gainOre, accounts)
  if (gainOre !== 0n && result === null) refuseIfAny([faults.accountMissing('#/resultAccount')])
  const items = disposalItems({
    ...{ valueOre, accumulatedOre, priceOre, account, accumulatedAccount, resultAccount: result },
    proceedsAccount: asked.proceedsAccount ?? USUAL_PROCEEDS,
  })
  const title = `${priceOre > 0n ? 'Försäljning' : 'Utrangering'} av anläggningstillgång ${number}, ${name}`
  const moved = items.filter((item) => ('debit' in item ? item.debit : item.credit) !== 0n)
  return { asset, date, priceOre, bookValueOre: valueOre - accumulatedOre, gainOre, title, items: moved }
}

/** Up to the month before the disposal all depreciation is booked, and none after it. */
const refuseUnready = (asset: FixedAsset, date: Day): void => {
  const { id, firstMonth, bookedMonths } = asset
  const month = firstOfMonth(date)
  const later = bookedMonths.find((booked) => booked >= month)
  if (later) throw refusals.depreciatedLater({ id, month: later.slice(0, 7) })
  if (firstMonth === null) return
  const asked = { from: firstMonth, to: month, ...bookedOf(asset), disposedOn: date }
  // All months before it are asked for by themselves, wherever they are booked.
  const [due] = dueOf(asset, { ...asked, begin: null, catchUpOn: () => null })
  if (due) throw refusals.notDepreciated({ id, month: due.month.slice(0, 7) })
}

const wrongInDisposal = (
  { acquiredOn }: FixedAsset,
  { date, price = 0, ...accounts }: AskedDisposal,
  chart: ReadonlyMap<number, boolean>,
): FieldError[] => {
  const errors: FieldError[] = []
  if (date < acquiredOn) errors.push(faults.beforeAcquisition('#/date', { day: acquiredOn }))
  const ore = oreFromNumber(price)
  if (ore === null || ore < 0n) errors.push(faults.amount('#/price', { least: 0 }))
  for (const [field, account] of Object.entries(accounts)) {
    if (account !== undefined && !chart.get(account)) errors.push(faults.otherAccount(`#/${field}`, { account }))
  }
  return errors
}

/** Books a disposal. */
export const disposeOf = async (call: CompanyCall, id: string, asked: AskedDisposal): Promise<FixedAsset> => {
  const { asset, date, priceOre, gainOre, title, items } = await decide(call, await lockAsset(call, id), asked)
  const { id: entryId } = await bookDocument(call, { title, date, items, isReversible: true })
  await call.db.rows(sql`
    insert into assets.disposal (company_id, id, fixed_asset_id, date, price_ore, journal_entry_id)
    values (${call.companyId}, ${newId()}, ${asset.id}, ${date}, ${priceOre}, ${entryId})`)
  await call.db.rows(sql`
    update assets.fixed_asset set modified_at = ${call.now} where company_id = ${call.companyId} and id = ${asset.id}`)
  const detail = { id: asset.id, date, price: numberFromOre(priceOre), gain: numberFromOre(gainOre) }
  happen(call, 'fixed-asset.disposed', { id: asset.id }, { ...detail, journalEntryId: entryId })
  return getAsset(call, asset.id)
}

/** The entries of disposals: they take a sale off the account that the invoice has put it on, and sell nothing. */
export const shiftsOfAssets = (company: string | Sql): Sql => sql`
  select journal_entry_id from assets.disposal where company_id = ${company}`
