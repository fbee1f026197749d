// Reported VAT periods: documents of these days that arrive later are booked after them.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'

/** Records that VAT was reported for `start` to `end`; repeating it for the same days updates the time. */
export const noteVatReport = async (call: CompanyCall, { start, end }: { start: Day; end: Day }): Promise<void> => {
  await call.db.rows(sql`
    insert into ledger.vat_report (company_id, start_date, end_date, reported_at, reported_by)
    values (${call.companyId}, ${start}, ${end}, ${call.now}, ${call.actor.name})
    on conflict (company_id, start_date) do update set
      end_date = excluded.end_date, reported_at = excluded.reported_at, reported_by = excluded.reported_by`)
}
