// The text of an annual report as it is kept: read, and replaced while the report is not final.
import { getFiscalYear } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { ReportText } from './content.ts'
import { annualReportRefusals as refusals } from './refusals.ts'
import { standingVersion } from './version.ts'

/** The text as it was written; empty before that. */
export const textOf = async ({ db, companyId }: CompanyCall, id: string): Promise<ReportText> => {
  const found = await db.maybe<{ content: ReportText }>(sql`
    select content from annual_report.text where company_id = ${companyId} and fiscal_year_id = ${id}`)
  return found?.content ?? {}
}

/** The text of a year that exists. */
export const readText = async (call: CompanyCall, id: string): Promise<ReportText> => {
  await getFiscalYear(call, id)
  return textOf(call, id)
}

/** Replaces the text. */
export const putText = async (
  call: CompanyCall,
  { id, content }: { id: string; content: ReportText },
): Promise<ReportText> => {
  await getFiscalYear(call, id)
  if (await standingVersion(call, id)) throw refusals.isFinal()
  await call.db.rows(sql`
    insert into annual_report.text (company_id, fiscal_year_id, content, modified_at, modified_by)
    values (${call.companyId}, ${id}, ${JSON.stringify(content)}::jsonb, ${call.now}, ${call.actor.name})
    on conflict (company_id, fiscal_year_id) do update
      set content = excluded.content, modified_at = excluded.modified_at, modified_by = excluded.modified_by`)
  recordEvent(call, 'annual-report.changed', { id })
  return textOf(call, id)
}
