// How often a company reports VAT.
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'

/** How often a company reports (skatteförfarandelagen 26 kap. 10–11 §§), or that it does not. */
export const vatSettings = ['yearly', 'quarterly', 'monthly', 'notRegisteredForVat'] as const
export type VatSetting = (typeof vatSettings)[number]

/** How often the company reports VAT, or that it is not registered; null when nobody has said. */
export const vatSettingOf = async ({ db, companyId }: CompanyCall): Promise<VatSetting | null> => {
  const { setting } = await db.one<{ setting: VatSetting | null }>(
    sql`select vat_setting as setting from identity.company where id = ${companyId}`,
    'vat-setting',
  )
  return setting
}

/** The same, held until the end of the transaction. */
export const lockVatSetting = async ({ db, companyId }: CompanyCall): Promise<VatSetting | null> => {
  const { setting } = await db.one<{ setting: VatSetting | null }>(sql`
    select vat_setting as setting from identity.company where id = ${companyId} for no key update`)
  return setting
}

/** Says how often the company reports VAT. */
export const setVatSetting = async (call: CompanyCall, setting: VatSetting): Promise<void> => {
  const before = await lockVatSetting(call)
  if (before === setting) return
  await call.db.rows(sql`update identity.company set vat_setting = ${setting} where id = ${call.companyId}`)
  happen(call, 'vat-setting.set', { id: call.companyId }, { before, after: setting })
}
