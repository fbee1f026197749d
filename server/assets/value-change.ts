// What the changes of the value of a fixed asset have in common: when each may be made, and how it is kept.
import type { CompanyCall } from '#platform/call'
import { newId } from '#platform/id'
import type { FieldError } from '#platform/refusal'
import { sql } from '#platform/sql'
import { bookedOf, type FixedAsset, type ValueChange } from './asset.ts'
import { remainingOf } from './plan.rules.ts'
import { assetFaults as faults, assetRefusals as refusals } from './refusals.ts'
import { type Change, monthAfter } from './value-change.rules.ts'

/** Most changes of one fixed asset that are not reversed. */
const MAX_CHANGES = 200

/** A change comes neither before the asset nor before a change that is booked: that was reckoned from what was then. */
export const wrongInDay = ({ acquiredOn, changes }: FixedAsset, date: string): FieldError[] => {
  const last = changes.at(-1)?.date
  return [
    ...(date < acquiredOn ? [faults.beforeAcquisition('#/date', { day: acquiredOn })] : []),
    ...(last && date < last ? [faults.beforeChange('#/date', { day: last })] : []),
  ]
}

/** Refuses a change before all depreciation up to it is booked, or where some after it is. */
export const refuseUnready = (asset: FixedAsset, change: Pick<Change, 'kind' | 'date'>): void => {
  const { id, bookedMonths, disposal } = asset
  if (disposal) throw refusals.disposed({ id, date: disposal.date })
  const from = monthAfter(change)
  const later = bookedMonths.find((booked) => booked >= from)
  if (later) throw refusals.depreciatedLater({ id, month: later.slice(0, 7), date: change.date })
  const due = remainingOf(asset, bookedOf(asset)).find(({ month, ore }) => ore > 0n && month < from)
  if (due) throw refusals.notDepreciated({ id, month: due.month.slice(0, 7) })
}

/** The account that what is written down of the asset stands on; null where nothing is. */
export const writeDownAccountOf = ({ changes }: FixedAsset): number | null =>
  changes.find(({ kind }) => kind === 'writeDown')?.account ?? null

/** Keeps a change that was booked. */
export const keepChange = async (
  { db, companyId, now }: CompanyCall,
  asset: FixedAsset,
  change: Omit<ValueChange, 'id'>,
): Promise<void> => {
  if (asset.changes.length >= MAX_CHANGES) throw refusals.tooManyChanges({ limit: MAX_CHANGES })
  await db.rows(sql`
    insert into assets.value_change (company_id, id, fixed_asset_id, kind, date, value_ore, residual_ore,
      depreciated_ore, written_down_ore, price_ore, account, journal_entry_id)
    values (${companyId}, ${newId()}, ${asset.id}, ${change.kind}, ${change.date}, ${change.valueOre},
      ${change.residualOre}, ${change.depreciatedOre}, ${change.writtenDownOre}, ${change.priceOre},
      ${change.account}, ${change.journalEntryId})`)
  await db.rows(sql`
    update assets.fixed_asset set modified_at = ${now} where company_id = ${companyId} and id = ${asset.id}`)
}
