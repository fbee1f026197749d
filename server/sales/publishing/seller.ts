// The seller: the company's data on documents, and its sales settings, in one statement.
import {
  type CompanyInformation,
  companyInformationSql,
  type InformationRow,
  informationOf,
  type VatSetting,
} from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { type SalesSettings, type SettingsRow, settingsFrom, settingsSql } from '#sales/settings/settings'

/** `vatSetting`: the VAT reporting period, or that the company is not registered; null if not set. */
export type Seller = {
  company: CompanyInformation
  settings: SalesSettings
  vatSetting: VatSetting | null
  isTest: boolean
}

export const sellerOf = async ({ db, companyId }: CompanyCall): Promise<Seller> => {
  type Row = { company: InformationRow; settings: SettingsRow | null; vatSetting: VatSetting | null }
  const { company, settings, vatSetting } = await db.one<Row>(
    sql`select ${companyInformationSql(companyId)} as company, ${settingsSql(companyId)} as settings,
      (select c.vat_setting from identity.company_view c where c.id = ${companyId}) as "vatSetting"`,
    'seller',
  )
  return { company: informationOf(company), settings: settingsFrom(settings), vatSetting, isTest: company.is_test }
}
