// What a company has decided about its purchases.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'

export type PurchasingSettings = {
  /** Whether somebody approves a supplier invoice before it is paid. */
  approves: boolean
}

/** The settings of the company; one that has decided nothing approves nothing. */
export const purchasingSettingsOf = async ({ db, companyId }: CompanyCall): Promise<PurchasingSettings> => {
  const settings = await db.maybe<PurchasingSettings>(
    sql`select approves from purchasing.settings where company_id = ${companyId}`,
    'purchasing-settings',
  )
  return settings ?? { approves: false }
}

/**
 * Decides whether supplier invoices are approved before they are paid. It holds for those that are added or changed
 * from now on: what waits goes on waiting, so that switching it off lets nothing through that nobody has seen.
 */
export const changePurchasingSettings = async (
  call: CompanyCall,
  { approves }: PurchasingSettings,
): Promise<PurchasingSettings> => {
  await call.db.rows(sql`
    insert into purchasing.settings (company_id, changed_at) values (${call.companyId}, ${call.now})
    on conflict (company_id) do update set changed_at = excluded.changed_at`)
  const before = await purchasingSettingsOf(call)
  if (before.approves === approves) return before
  await call.db.rows(sql`
    update purchasing.settings set approves = ${approves} where company_id = ${call.companyId}`)
  happen(call, 'purchasing-settings.changed', { id: call.companyId }, { before, after: { approves } })
  return { approves }
}
