// Removes a fiscal year after its legal retention period (bokföringslagen 7 kap. 2 §): its entries, their dependent
// rows, and finished documents; anything still referred to is kept. The amounts by account and month remain with the
// year, under a seal, so that later years carry forward unchanged.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { type FiscalYear, getFiscalYear } from './fiscal-year.ts'
import {
  type EntryUse,
  findRemovalPlan,
  type RemovableDocuments,
  type RemovalPlan,
  removedNumbersOf,
} from './removable-documents.ts'

/** What would be removed of a year, and of documents up to its end; `numbers` are those of the removed documents. */
export type RemovalFound = RemovalPlan & {
  entries: number
  comments: number
  uploads: number
  imports: number
  numbers: Readonly<Record<string, string>>
  uses: readonly { use: EntryUse; count: number }[]
}

/** How many entries one statement removes, and how many documents, which have more dependent rows. */
const AT_ONCE = 10_000
const DOCUMENTS_AT_ONCE = 1000

/** The year to remove, locked against changes; refused as not found if it does not exist. */
export const lockYearForRemoval = async (call: CompanyCall, id: string): Promise<FiscalYear> => {
  const { db, companyId } = call
  await db.rows(sql`select from ledger.fiscal_year where company_id = ${companyId} and id = ${id} for no key update`)
  return getFiscalYear(call, id)
}

/** The oldest remaining year, the only one that may be removed. */
export const oldestYear = async ({ db, companyId }: CompanyCall): Promise<{ id: string; period: string } | null> =>
  db.maybe(sql`
    select id, start_date || ' – ' || end_date as period from ledger.fiscal_year
    where company_id = ${companyId} and removed_at is null order by start_date limit 1`)

/** The entries of a year, and those of earlier years that were kept at removal. */
const candidates = (companyId: string, id: string): Sql => sql`
  select e.id from ledger.journal_entry e
  where e.company_id = ${companyId} and e.fiscal_year_id in (
    select ${id}::uuid union all select fiscal_year_id from ledger.removed_year where company_id = ${companyId})`

/** Entries reversed in a year after the one being removed. */
const reversalsAfter = (id: string): EntryUse => ({
  what: { sv: 'Verifikationer som är rättade i ett senare år', en: 'Entries that are corrected in a later year' },
  entries: (companyId) => sql`
    select l.reverses_id from ledger.journal_entry l
    join ledger.fiscal_year y on y.company_id = l.company_id and y.id = l.fiscal_year_id and y.removed_at is null
      and y.id <> ${id}
    join ledger.journal_entry e on e.company_id = l.company_id and e.id = l.reverses_id
    where l.company_id = ${companyId} and l.fiscal_year_id <> e.fiscal_year_id`,
})

/** What removing a year would do, given the documents that refer to its entries. */
export const findRemoval = async (
  call: CompanyCall,
  year: FiscalYear,
  documents: readonly RemovableDocuments[],
): Promise<RemovalFound> => {
  const { db, companyId } = call
  const entries = candidates(companyId, year.id)
  const going = await findRemovalPlan(call, { until: year.endDate, entries, documents })
  const found = await db.one<Record<'entries' | 'comments' | 'uploads' | 'imports', bigint>>(sql`
    with going as materialized (
      select c.id from (${entries}) c where not exists (select from unnest(${going.held}::uuid[]) h where h = c.id)
    ) select (select count(*) from going) as entries,
      (select count(*) from ledger.journal_entry_comment m
        where m.company_id = ${companyId} and m.journal_entry_id in (select id from going)) as comments,
      (select count(*) from documents.upload_of_entry_view u
        where u.company_id = ${companyId} and u.journal_entry_id in (select id from going)) as uploads,
      (select count(*) from ledger.imports_until(${companyId}, ${year.endDate})) as imports`)
  const counted: { use: EntryUse; count: number }[] = []
  for (const use of [reversalsAfter(year.id), ...documents.flatMap((one) => one.use ?? [])])
    counted.push({ use, count: await countUse(call, going.held, use) })
  return {
    entries: Number(found.entries),
    comments: Number(found.comments),
    uploads: Number(found.uploads),
    imports: Number(found.imports),
    numbers: await removedNumbersOf(call, going, documents),
    ...going,
    uses: counted.filter(({ count }) => count > 0),
  }
}

const countUse = async ({ db, companyId }: CompanyCall, held: readonly string[], use: EntryUse): Promise<number> => {
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) as count from ledger.journal_entry e
    where e.company_id = ${companyId} and e.id = any(${held}::uuid[]) and e.id in (${use.entries(companyId)})`)
  return Number(count)
}

type Stub = { number: number; entries: number; kept: number; seal: string }

/** Seals the stub of the year with `counts`. From here on, this transaction may delete its rows. */
export const beginRemoval = async (
  call: CompanyCall,
  year: FiscalYear,
  { held, numbers, counts }: Pick<RemovalFound, 'held' | 'numbers'> & { counts: Readonly<Record<string, number>> },
): Promise<Stub> => {
  const { db, companyId, now, actor } = call
  const stub = await db.one<{ number: number; entries: bigint; kept: bigint; seal: Buffer }>(sql`
    select * from ledger.begin_removal(${companyId}, ${year.id}, ${held}::uuid[], ${JSON.stringify(counts)}::jsonb,
      ${JSON.stringify(numbers)}::jsonb, ${now}, ${actor.kind}, ${actor.id}, ${actor.name})`)
  const { number, entries, kept, seal } = stub
  return { number, entries: Number(entries), kept: Number(kept), seal: seal.toString('hex') }
}

/** Removes the documents kind by kind, in batches; the entries they refer to are removed afterwards. */
export const removeDocuments = async (call: CompanyCall, { documents }: Pick<RemovalFound, 'documents'>) => {
  for (const { kind, goes } of documents)
    for (let from = 0; from < goes.length; from += DOCUMENTS_AT_ONCE)
      await kind.remove(call, goes.slice(from, from + DOCUMENTS_AT_ONCE))
}

/** Removes the entries that the stub does not keep, in batches. */
export const removeEntries = async ({ db, companyId }: CompanyCall): Promise<void> => {
  for (let removed = AT_ONCE; removed === AT_ONCE; ) {
    const step = await db.one<{ count: number }>(sql`select ledger.remove_entries(${companyId}, ${AT_ONCE}) as count`)
    removed = step.count
  }
}

/** Finishes the removal: the year itself. No other transaction books in the company until this one ends. */
export const endRemoval = async ({ db, companyId }: CompanyCall, id: string): Promise<void> => {
  await db.rows(sql`select ledger.end_removal(${companyId}, ${id})`)
}
