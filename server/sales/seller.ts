// Who sells: the company as its documents name it, and what it has decided about its sales, in one statement.
import {
  type CompanyInformation,
  companyInformationSql,
  type InformationRow,
  informationOf,
  type VatSetting,
} from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { type SalesSettings, type SettingsRow, settingsFrom, settingsSql } from './settings.ts'

/** `vatSetting`: how often it reports VAT, or that it is not registered; null where nobody has said. */
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
