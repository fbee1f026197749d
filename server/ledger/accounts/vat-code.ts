// The VAT codes of a company's accounts.
import type { Language } from '#http'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { type VatSection, vatBoxes } from './vat-code.rules.ts'

type VatCode = { code: string; name: string; section: VatSection; accounts: number[] }

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
    code,
    name: words[language],
    section,
    accounts: accounts.get(code) ?? [],
  }))
}

/** Records that VAT was reported for `start` to `end`; repeating it for the same days updates the time. */
export const noteVatReport = async (call: CompanyCall, { start, end }: { start: Day; end: Day }): Promise<void> => {
  await call.db.rows(sql`
    insert into ledger.vat_report (company_id, start_date, end_date, reported_at, reported_by)
    values (${call.companyId}, ${start}, ${end}, ${call.now}, ${call.actor.name})
    on conflict (company_id, start_date) do update set
      end_date = excluded.end_date, reported_at = excluded.reported_at, reported_by = excluded.reported_by`)
}
