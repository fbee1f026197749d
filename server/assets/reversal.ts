// Entries of fixed assets that are reversed: the asset is another one then, and what was reckoned from an entry comes
// first.
import { ledgerContribution, type Reversed } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { counts } from './asset.ts'

/**
 * A fixed asset is another one when an entry of it is reversed. What took such an entry back stays, and an entry is not
 * taken back while a change of the value, or a disposal after such a change, was reckoned from it.
 */
export const assetsReversed = async (call: CompanyCall, reversed: Reversed): Promise<void> => {
  const { db, companyId, now } = call
  const { id: entryId, number, restored } = reversed
  if (await hasBooked(call, restored)) throw ledgerContribution.refusals.reversalOfRegister({ id: entryId, number })
  const later = await reckonedFrom(call, entryId)
  if (later !== null) throw ledgerContribution.refusals.reversedOfAsset({ id: entryId, number, later })
  const changed = await db.rows<{ id: string }>(
    sql`
    update assets.fixed_asset a set modified_at = ${now}
    where a.company_id = ${companyId} and a.id in (
      select d.fixed_asset_id from assets.depreciation d
      where d.company_id = ${companyId} and d.journal_entry_id = ${entryId}
      union
      select s.fixed_asset_id from assets.disposal s
      where s.company_id = ${companyId} and s.journal_entry_id = ${entryId}
      union
      select c.fixed_asset_id from assets.value_change c
      where c.company_id = ${companyId} and c.journal_entry_id = ${entryId})
    returning a.id`,
    'fixed-assets-reversed',
  )
  for (const { id } of changed) recordEvent(call, 'fixed-asset.changed', { id })
}

/** Whether any of these entries depreciates fixed assets, changes their value or disposes of one. */
const hasBooked = async ({ db, companyId }: CompanyCall, entries: readonly string[]): Promise<boolean> => {
  if (entries.length === 0) return false
  const ids = sql`any(${[...entries]}::uuid[])`
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
        select from assets.depreciation d where d.company_id = ${companyId} and d.journal_entry_id = ${ids})
      or exists (
        select from assets.disposal s where s.company_id = ${companyId} and s.journal_entry_id = ${ids})
      or exists (
        select from assets.value_change c where c.company_id = ${companyId} and c.journal_entry_id = ${ids}) as found`)
  return found
}

/**
 * The number of the latest entry that was reckoned from an entry: of a change after a month that it depreciates, or of
 * a change or a disposal after its own change; null where there is none.
 */
const reckonedFrom = async ({ db, companyId }: CompanyCall, entryId: string): Promise<string | null> => {
  const found = await db.maybe<{ number: string }>(
    sql`
    select e.journal_entry_number as number from (
      select c.journal_entry_id, c.date, c.id from assets.depreciation d
      join assets.value_change c on c.company_id = d.company_id and c.fixed_asset_id = d.fixed_asset_id
        and (c.date >= d.month + interval '1 month' or c.date = d.month + interval '1 month' - interval '1 day'
          and c.kind <> 'partDisposal')
      where d.company_id = ${companyId} and d.journal_entry_id = ${entryId} and ${counts(sql`c`)}
      union all
      select c.journal_entry_id, c.date, c.id from assets.value_change o
      join assets.value_change c on c.company_id = o.company_id and c.fixed_asset_id = o.fixed_asset_id
        and (c.date, c.id) > (o.date, o.id)
      where o.company_id = ${companyId} and o.journal_entry_id = ${entryId} and ${counts(sql`c`)}
      union all
      select s.journal_entry_id, s.date, s.id from assets.value_change o
      join assets.disposal s on s.company_id = o.company_id and s.fixed_asset_id = o.fixed_asset_id
      where o.company_id = ${companyId} and o.journal_entry_id = ${entryId} and ${counts(sql`s`)}
    ) later
    join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = later.journal_entry_id
    order by later.date desc, later.id desc limit 1`,
    'reckoned-from-entry',
  )
  return found?.number ?? null
}
