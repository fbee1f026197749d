// Who sells: the company as its documents name it, and what it has decided about its sales, in one statement.
import { type CompanyInformation, companyInformationSql, type InformationRow, informationOf } from '#identity'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { type SalesSettings, type SettingsRow, settingsFrom, settingsSql } from './settings.ts'

export type Seller = { company: CompanyInformation; settings: SalesSettings; isTest: boolean }

export const sellerOf = async ({ db, companyId }: CompanyCall): Promise<Seller> => {
  const { company, settings } = await db.one<{ company: InformationRow; settings: SettingsRow | null }>(
    sql`select ${companyInformationSql(companyId)} as company, ${settingsSql(companyId)} as settings`,
    'seller',
  )
  return { company: informationOf(company), settings: settingsFrom(settings), isTest: company.is_test }
}
