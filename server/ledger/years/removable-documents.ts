// Which rows are removed with a fiscal year. Entries and documents refer to each other: an invoice to its entry and
// payments, a payment to a bank transaction through the entry of both. Connected rows are removed together or kept
// together, across contexts.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { join, type Sql, sql } from '#platform/sql'

type RemovalWords = Readonly<Record<'sv' | 'en', string>>

/**
 * Entries that rows of a context refer to: a query of entry ids, and a name of these rows for the person who decides.
 */
export type EntryUse = { what: RemovalWords; entries: (companyId: string) => Sql }

/**
 * Documents of one kind: the name of those that are removed, and of those that are kept because they are unfinished or
 * connected to something kept.
 */
export type DocumentKind = {
  kind: string
  what: RemovalWords
  unfinished: RemovalWords
  tied: RemovalWords
  /** Deletes the documents with these ids, after the removal of their year has begun. */
  remove: (call: CompanyCall, ids: readonly string[]) => Promise<void>
}

type RemovedNumbers = Readonly<Record<string, string>>

/** The documents of a context, in order of removal. */
export type RemovableDocuments = {
  kinds: readonly DocumentKind[]
  /** Their entries, for counting those that are kept. */
  use?: EntryUse
  /**
   * Documents dated up to `until`: `id`, `kind`, and `is_over`: finished, with nothing dated later. A document that
   * this query does not return is kept.
   */
  found: (companyId: string, until: Day) => Sql
  /**
   * Rows that are removed together or not at all: pairs of `one` and `other`, ids of documents and entries. Nulls are
   * ignored.
   */
  ties: (companyId: string) => Sql
  /** If `one` is kept, `other` is kept too, but not the reverse. */
  leans?: (companyId: string) => Sql
  /** Numbers of these documents that must never be reused: ranges, by series. */
  numbers?: (call: CompanyCall, ids: readonly string[]) => Promise<RemovedNumbers>
}

/** Queries of the ids that could be removed, and of the pairs that connect ids of any kind. */
type RemovalTies = { free: Sql; ties: Sql; leans: Sql }

/**
 * The common table expressions `free` and `staying`: ids that can be removed, excluding all that are connected,
 * directly or indirectly, to something kept. Must follow `with recursive`.
 */
export const removalClosure = ({ free, ties, leans }: RemovalTies): Sql => sql`
  free (id) as materialized (${free}),
  tie as materialized (
    select t.one, t.other from (
      select x.one, x.other from (${ties}) x union all select x.other, x.one from (${ties}) x union all ${leans}
    ) t where t.one is not null and t.other in (select id from free)
  ), staying as (
    select t.other as id from tie t where not exists (select from free f where f.id = t.one)
    union
    select t.other from staying s join tie t on t.one = s.id
  )`

/** The documents that are removed and kept, by kind, and the entries that are kept. */
export type RemovalPlan = {
  held: string[]
  documents: readonly { kind: DocumentKind; goes: string[]; unfinished: number; tied: number }[]
}

type Asked = {
  until: Day
  /** A query of the ids of entries that could be removed. */
  entries: Sql
  /** Documents that could be removed with them. */
  documents: readonly RemovableDocuments[]
}

export const findRemovalPlan = async (
  { db, companyId }: CompanyCall,
  { until, entries, documents }: Asked,
): Promise<RemovalPlan> => {
  const all = (queries: readonly Sql[], none: Sql) => (queries.length === 0 ? none : join(queries, ' union all '))
  const tied = {
    free: sql`${entries} union all select id from document where is_over`,
    ties: all([reversals(companyId), ...documents.map(({ ties }) => ties(companyId))], NO_PAIR),
    leans: all(
      documents.flatMap(({ leans }) => (leans ? [leans(companyId)] : [])),
      NO_PAIR,
    ),
  }
  const rows = await db.rows<{ kind: string; state: 'goes' | 'unfinished' | 'tied'; ids: string[] }>(sql`
    with recursive document (id, kind, is_over) as materialized (
      ${all(
        documents.map(({ found }) => sql`(${found(companyId, until)})`),
        sql`select null::uuid, '', false where false`,
      )}
    ), ${removalClosure(tied)}
    select x.kind, x.state, array_agg(x.id) as ids from (
      select d.id, d.kind, case when not d.is_over then 'unfinished'
        when s.id is not null then 'tied' else 'goes' end as state
      from document d left join staying s on s.id = d.id
      union all
      select e.id, ${ENTRY}, 'tied' from ledger.journal_entry e
      where e.company_id = ${companyId} and e.id in (select id from staying)
    ) x group by x.kind, x.state`)
  const idsOf = (kind: string, state: string) => rows.find((row) => row.kind === kind && row.state === state)?.ids ?? []
  return {
    held: idsOf(ENTRY, 'tied'),
    documents: documents
      .flatMap(({ kinds }) => kinds)
      .map((kind) => ({
        kind,
        goes: idsOf(kind.kind, 'goes'),
        unfinished: idsOf(kind.kind, 'unfinished').length,
        tied: idsOf(kind.kind, 'tied').length,
      })),
  }
}

const ENTRY = 'journalEntry'
const NO_PAIR = sql`select null::uuid as one, null::uuid as other where false`

/** Pairs of a correcting entry and the entry it corrects. */
const reversals = (companyId: string): Sql => sql`
  select e.id as one, e.reverses_id as other from ledger.journal_entry e
  where e.company_id = ${companyId} and e.reverses_id is not null`

/** The numbers of the documents to remove, by series. */
export const removedNumbersOf = async (
  call: CompanyCall,
  going: RemovalPlan,
  documents: readonly RemovableDocuments[],
): Promise<RemovedNumbers> => {
  const found: RemovedNumbers[] = []
  for (const { kinds, numbers } of documents) {
    const own = going.documents.filter(({ kind }) => kinds.includes(kind))
    if (numbers)
      found.push(
        await numbers(
          call,
          own.flatMap(({ goes }) => goes),
        ),
      )
  }
  return Object.assign({}, ...found)
}
