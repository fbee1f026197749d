// The entries that a transaction has booked so far, by their place in the order of registration.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Db } from '#platform/db'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'

/** An entry with its lines; amounts in öre. */
type EntrySince = {
  id: string
  number: string
  date: Day
  title: string
  lines: { account: number; debit: Ore; credit: Ore }[]
}

/** The place of the last entry in the order of registration; 0 without any. */
export const lastRegistration = async (db: Db, companyId: string): Promise<bigint> => {
  const found = await db.maybe<{ registration: bigint }>(sql`
    select registration from ledger.journal_entry where company_id = ${companyId}
    order by registration desc limit 1`)
  return found?.registration ?? 0n
}

/** The entries registered after a place, the first `limit` of `count`. */
export const entriesSince = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  { after, limit }: { after: bigint; limit: number },
): Promise<{ entries: EntrySince[]; count: number }> => {
  const found = await db.rows<Omit<EntrySince, 'lines'> & { count: bigint }>(sql`
    select id, journal_entry_number as number, date, title, count(*) over () as count
    from ledger.journal_entry where company_id = ${companyId} and registration > ${after}
    order by registration limit ${limit}`)
  const lines = await db.rows<EntrySince['lines'][number] & { entry: string }>(sql`
    select journal_entry_id as entry, account, debit, credit from ledger.journal_entry_item
    where company_id = ${companyId} and journal_entry_id = any(${found.map(({ id }) => id)}::uuid[])
    order by journal_entry_id, line`)
  const entries = found.map(({ count: _, ...entry }) => ({
    ...entry,
    lines: lines.filter((line) => line.entry === entry.id).map(({ entry: _of, ...line }) => line),
  }))
  return { entries, count: Number(found[0]?.count ?? 0n) }
}

/** What all entries after a place change on each account, debit positive, in öre; zero apart. */
export const changesSince = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  after: bigint,
): Promise<{ account: number; ore: Ore }[]> =>
  db.rows(sql`
    select i.account, sum(i.debit - i.credit)::bigint as ore
    from ledger.journal_entry e
    join ledger.journal_entry_item i on i.company_id = ${companyId} and i.journal_entry_id = e.id
    where e.company_id = ${companyId} and e.registration > ${after}
    group by i.account having sum(i.debit - i.credit) <> 0 order by i.account`)

/** The first and last day of the entries after a place; null without any. */
export const daysSince = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  after: bigint,
): Promise<{ from: Day; to: Day } | null> => {
  const { from, to } = await db.one<{ from: Day | null; to: Day | null }>(sql`
    select min(date) as "from", max(date) as "to" from ledger.journal_entry
    where company_id = ${companyId} and registration > ${after}`)
  return from && to ? { from, to } : null
}
