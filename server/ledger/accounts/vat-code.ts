// The VAT codes of a company's accounts.
import type { Language } from '#http'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'
import { type VatSection, vatBoxes } from './vat-code.rules.ts'

export type VatCode = { code: string; name: string; section: VatSection; accounts: number[] }

/** Every VAT code in form order, with its accounts. */
export const listVatCodes = async ({ db, companyId }: CompanyCall, language: Language): Promise<VatCode[]> => {
  const rows = await db.rows<{ code: string; accounts: number[] }>(
    sql`
    select vat_code as code, array_agg(number order by number) as accounts
    from ledger.account where company_id = ${companyId} and vat_code is not null group by vat_code`,
    'vat-codes',
  )
  const accounts = new Map(rows.map((row) => [row.code, row.accounts]))
  return vatBoxes.map(({ code, section, words }) => ({
    ...{ code, name: words[language], section, accounts: accounts.get(code) ?? [] },
  }))
}
