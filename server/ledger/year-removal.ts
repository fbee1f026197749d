// Removing a fiscal year whose legal time of keeping is over (bokföringslagen 7 kap. 2 §). Its entries go with all that
// hangs on them; those that something else still refers to stay. What was booked by account and month stays with the
// year, under a seal, so that later years carry on as they did.
import type { CompanyCall } from '#platform/call'
import { join, type Sql, sql } from '#platform/sql'
import { type FiscalYear, getFiscalYear } from './fiscal-year.ts'

/** Entries that rows of a context refer to: a query of ids, and what these rows are, as whoever decides reads it. */
export type EntryUse = { what: Readonly<Record<'sv' | 'en', string>>; entries: (companyId: string) => Sql }

/** What of a year would go. `held` are the entries that stay. */
export type RemovalFound = {
  entries: number
  comments: number
  uploads: number
  imports: number
  held: string[]
  uses: readonly { use: EntryUse; count: number }[]
}

/** How many entries one statement removes. */
const AT_ONCE = 10_000

/** The year that is to be removed, held against others who change it; refused as not found. */
export const lockYearForRemoval = async (call: CompanyCall, id: string): Promise<FiscalYear> => {
  const { db, companyId } = call
  await db.rows(sql`select from ledger.fiscal_year where company_id = ${companyId} and id = ${id} for no key update`)
  return getFiscalYear(call, id)
}

/** The first year of the books that is left, which is the only one that may go. */
export const oldestYear = async ({ db, companyId }: CompanyCall): Promise<{ id: string; period: string } | null> =>
  db.maybe(sql`
    select id, start_date || ' – ' || end_date as period from ledger.fiscal_year
    where company_id = ${companyId} and removed_at is null order by start_date limit 1`)

/** The entries of a year, and those of earlier ones that had stayed when these were removed. */
const candidates = (companyId: string, id: string): Sql => sql`
  select e.id, e.reverses_id from ledger.journal_entry e
  where e.company_id = ${companyId} and e.fiscal_year_id in (
    select ${id}::uuid union all select fiscal_year_id from ledger.removed_year where company_id = ${companyId})`

/** Entries that are reversed in a year later than the one that goes. */
const reversalsAfter = (id: string): EntryUse => ({
  what: { sv: 'Verifikationer som är rättade i ett senare år', en: 'Entries that are corrected in a later year' },
  entries: (companyId) => sql`
    select l.reverses_id from ledger.journal_entry l
    join ledger.fiscal_year y on y.company_id = l.company_id and y.id = l.fiscal_year_id and y.removed_at is null
      and y.id <> ${id}
    join ledger.journal_entry e on e.company_id = l.company_id and e.id = l.reverses_id
    where l.company_id = ${companyId} and l.fiscal_year_id <> e.fiscal_year_id`,
})

/** What removing a year would do, beside the uses that other contexts have for its entries. */
export const findRemoval = async (
  call: CompanyCall,
  year: FiscalYear,
  others: readonly EntryUse[],
): Promise<RemovalFound> => {
  const { db, companyId } = call
  const uses = [reversalsAfter(year.id), ...others]
  const held = await heldEntries(call, year.id, uses)
  const found = await db.one<Record<'entries' | 'comments' | 'uploads' | 'imports', bigint>>(sql`
    with going as materialized (
      select c.id from (${candidates(companyId, year.id)}) c
      where not exists (select from unnest(${held}::uuid[]) h where h = c.id)
    ) select (select count(*) from going) as entries,
      (select count(*) from ledger.journal_entry_comment m
        where m.company_id = ${companyId} and m.journal_entry_id in (select id from going)) as comments,
      (select count(*) from documents.upload_of_entry_view u
        where u.company_id = ${companyId} and u.journal_entry_id in (select id from going)) as uploads,
      (select count(*) from ledger.imports_until(${companyId}, ${year.endDate})) as imports`)
  const counted: { use: EntryUse; count: number }[] = []
  for (const use of uses) counted.push({ use, count: await countUse(call, year.id, use) })
  return {
    ...{ entries: Number(found.entries), comments: Number(found.comments), uploads: Number(found.uploads) },
    ...{ imports: Number(found.imports), held, uses: counted.filter(({ count }) => count > 0) },
  }
}

const countUse = async ({ db, companyId }: CompanyCall, id: string, use: EntryUse): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) as count from ledger.journal_entry e
    where e.company_id = ${companyId} and e.id in (${use.entries(companyId)})
      and e.id in (select c.id from (${candidates(companyId, id)}) c)`)
  return Number(count)
}

/** The entries that stay: those that something refers to, and what they reverse. */
const heldEntries = async (
  { db, companyId }: CompanyCall,
  id: string,
  uses: readonly EntryUse[],
): Promise<string[]> => {
  const referred = join(
    uses.map(({ entries }) => sql`(${entries(companyId)})`),
    ' union all ',
  )
  const rows = await db.rows<{ id: string }>(sql`
    with recursive candidate as materialized (${candidates(companyId, id)}), held as (
      select c.id, c.reverses_id from candidate c where c.id in (${referred})
      union
      select e.id, e.reverses_id from held h
      join ledger.journal_entry e on e.company_id = ${companyId} and e.id = h.reverses_id
      where e.id in (select id from candidate)
    ) select id from held`)
  return rows.map((row) => row.id)
}

export type Stub = { number: number; entries: number; kept: number; seal: string }

/** Seals the stub of a year that may go, with `counts`. In this transaction its rows may go from here on. */
export const beginRemoval = async (
  call: CompanyCall,
  year: FiscalYear,
  { held, counts }: { held: readonly string[]; counts: Readonly<Record<string, number>> },
): Promise<Stub> => {
  const { db, companyId, now, actor } = call
  const stub = await db.one<{ number: number; entries: bigint; kept: bigint; seal: Buffer }>(sql`
    select * from ledger.begin_removal(${companyId}, ${year.id}, ${held}::uuid[], ${JSON.stringify(counts)}::jsonb,
      ${now}, ${actor.kind}, ${actor.id}, ${actor.name})`)
  const { number, entries, kept, seal } = stub
  return { number, entries: Number(entries), kept: Number(kept), seal: seal.toString('hex') }
}

/** Removes the entries that the stub does not keep, some at a time. */
export const removeEntries = async ({ db, companyId }: CompanyCall): Promise<void> => {
  for (let removed = AT_ONCE; removed === AT_ONCE; ) {
    const step = await db.one<{ count: number }>(sql`select ledger.remove_entries(${companyId}, ${AT_ONCE}) as count`)
    removed = step.count
  }
}

/** The last of it: the year itself. Nobody else books in the company between this and the end of the transaction. */
export const endRemoval = async ({ db, companyId }: CompanyCall, id: string): Promise<void> => {
  await db.rows(sql`select ledger.end_removal(${companyId}, ${id})`)
}
