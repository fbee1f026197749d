// The VAT period of a company.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'

/** The VAT period (skatteförfarandelagen 26 kap. 10–11 §§), or that the company is not registered. */
export const vatSettings = ['yearly', 'quarterly', 'monthly', 'notRegisteredForVat'] as const
export type VatSetting = (typeof vatSettings)[number]

/** The company's VAT period, or that it is not registered; null if not set. */
export const vatSettingOf = async ({ db, companyId }: CompanyCall): Promise<VatSetting | null> => {
  const { setting } = await db.one<{ setting: VatSetting | null }>(
    sql`select vat_setting as setting from identity.company where id = ${companyId}`,
    'vat-setting',
  )
  return setting
}

/** The same, locked until the transaction ends. */
export const lockVatSetting = async ({ db, companyId }: CompanyCall): Promise<VatSetting | null> => {
  const { setting } = await db.one<{ setting: VatSetting | null }>(sql`
    select vat_setting as setting from identity.company where id = ${companyId} for no key update`)
  return setting
}

export const setVatSetting = async (call: CompanyCall, setting: VatSetting): Promise<void> => {
  const before = await lockVatSetting(call)
  if (before === setting) return
  await call.db.rows(sql`update identity.company set vat_setting = ${setting} where id = ${call.companyId}`)
  recordEvent(call, 'vat-setting.set', { id: call.companyId }, { before, after: setting })
}
