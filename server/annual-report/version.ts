// Versions of an annual report that were made final, and how they were filed.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { emptySigning, type Signing } from './content.ts'
import type { Snapshot } from './report-facts.ts'

export type Version = {
  id: string
  number: number
  madeAt: Date
  madeBy: string
  snapshot: Snapshot
}

/** The version of a year that stands: made final and not taken back; null if there is none. */
export const standingVersion = ({ db, companyId }: CompanyCall, id: string): Promise<Version | null> =>
  db.maybe<Version>(
    sql`
    select v.id, v.number, v.made_at as "madeAt", v.made_by as "madeBy", v.snapshot
    from annual_report.version v
    where v.company_id = ${companyId} and v.fiscal_year_id = ${id} and not exists (
      select from annual_report.withdrawal w where w.company_id = ${companyId} and w.version_id = v.id)`,
    'standing-annual-report',
  )

/** The days noted for a version. */
export const signingOf = async ({ db, companyId }: CompanyCall, versionId: string): Promise<Signing> => {
  const found = await db.maybe<{ content: Signing }>(sql`
    select content from annual_report.signing where company_id = ${companyId} and version_id = ${versionId}`)
  return { ...emptySigning, ...found?.content }
}

export type Filing = {
  id: string
  versionId: string
  filedOn: Day
  channel: 'digital' | 'paper'
  reference: string | null
  receiptName: string | null
  notedAt: Date
  notedBy: string
}

/** The filings of a year, the last one first. */
export const filingsOf = ({ db, companyId }: CompanyCall, id: string): Promise<Filing[]> =>
  db.rows<Filing>(sql`
    select f.id, f.version_id as "versionId", f.filed_on as "filedOn", f.channel, f.reference,
      f.receipt_name as "receiptName", f.noted_at as "notedAt", f.noted_by as "notedBy"
    from annual_report.filing f
    join annual_report.version v on v.company_id = ${companyId} and v.id = f.version_id
    where f.company_id = ${companyId} and v.fiscal_year_id = ${id}
    order by f.noted_at desc, f.id desc`)

type Taken = { number: number; reason: string; withdrawnAt: Date; withdrawnBy: string }

/** The versions of a year that were taken back, the last one first. */
export const withdrawalsOf = ({ db, companyId }: CompanyCall, id: string): Promise<Taken[]> =>
  db.rows<Taken>(sql`
    select v.number, w.reason, w.withdrawn_at as "withdrawnAt", w.withdrawn_by as "withdrawnBy"
    from annual_report.withdrawal w
    join annual_report.version v on v.company_id = ${companyId} and v.id = w.version_id
    where w.company_id = ${companyId} and v.fiscal_year_id = ${id}
    order by v.number desc`)
