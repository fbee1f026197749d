// Opens reconciled months again, soon after an entry has changed them: the booking did not wait for that.
import { timeInCompany } from '#identity'
import { operator } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import type { Work } from '#platform/job'
import { sql } from '#platform/sql'
import { reopenChanged } from './reopening.ts'

/** Maximum number of companies looked at per run; the rest is looked at in the next. */
const MAX_COMPANIES = 10_000

/** Looks at companies with reconciled months whose books have grown since they were looked at. */
export const reopenMonths = async ({
  database: whole,
  standing,
  now,
  signal,
}: Pick<Work, 'database' | 'standing' | 'now' | 'signal'>): Promise<void> => {
  const found = await whole.rows<{ companyId: string }>(sql`
    select distinct r.company_id as "companyId" from banking.month_reconciliation r
    join ledger.book_view b on b.company_id = r.company_id
    where r.reopened_at is null and b.entry_count > r.registration limit ${MAX_COMPANIES}`)
  for (const { companyId } of found) {
    signal.throwIfAborted()
    const database = whole.of(companyId)
    const time = await timeInCompany(database, { companyId, now })
    const callIn = (db: CompanyCall['db']): CompanyCall => {
      return { ...standing, ...time, db, actor: operator, from: null, companyId }
    }
    await database.transaction((db) => reopenChanged(callIn(db)))
  }
}
