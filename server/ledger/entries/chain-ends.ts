// The ends of the entry chains, one for each company, fiscal year and series, and the links within them.
import { byCompany } from '#integrity/set-of-companies'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** An end of a chain of entries: `chain` is the id of the fiscal year, and the series. */
type BookHead = { chain: string; number: bigint; link: Buffer }

/** The ends of the chains of entries: the last number and link of each fiscal year and series. */
export const headsOfBooks = async ({ db, companyId }: CompanyCall): Promise<BookHead[]> =>
  (await headsOfSeries(db, [companyId])).get(companyId) ?? []

/** The same of companies. */
export const headsOfSeries = async (db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, BookHead[]>> =>
  byCompany(
    await db.rows<BookHead & { companyId: string }>(sql`
      select company_id as "companyId", fiscal_year_id || ' ' || series as chain, last_number as number,
        last_hash as link
      from ledger.series where company_id = any (${companyIds}::uuid[]) order by 1, 2`),
  )

/**
 * The link at a place in a chain; null if there is no entry. For a removed year only the chain ends and the links of
 * kept entries remain: numbers before the end are known to have existed, but not their links.
 */
export type FoundLink = Buffer | 'removed' | null

/** The end of a series. */
type SeriesEnd = SeriesPlace & { link: Buffer }

/** A place in a series, given by the entry's number. */
export type SeriesPlace = { companyId: string; fiscalYearId: string; series: string; number: bigint }

/** The next chain ends after `after`, across all companies, ordered by key; empty series are left out. */
export const seriesEndsAfter = (db: Db, after: SeriesPlace | null, limit: number): Promise<SeriesEnd[]> =>
  db.rows(sql`
    select company_id as "companyId", fiscal_year_id as "fiscalYearId", series, last_number as number, last_hash as link
    from ledger.series
    where (company_id, fiscal_year_id, series)
        > (${after?.companyId ?? NONE}::uuid, ${after?.fiscalYearId ?? NONE}::uuid, ${after?.series ?? ''}::text)
      and last_number > 0
    order by company_id, fiscal_year_id, series limit ${limit}`)

/** An id that sorts before every id. */
const NONE = '00000000-0000-0000-0000-000000000000'

/** The links of the entries at these places, in the same order. */
export const linksOfEntries = async (db: Db, places: readonly SeriesPlace[]): Promise<FoundLink[]> => {
  const of = <Key extends keyof SeriesPlace>(key: Key) => places.map((place) => place[key])
  const found = await db.rows<{ link: Buffer | null; isGone: boolean }>(sql`
    select coalesce(e.chain_hash, case when asked.number = s.last_number then s.last_hash end) as link,
      coalesce(asked.number < s.last_number, false) as "isGone"
    from unnest(${of('companyId')}::uuid[], ${of('fiscalYearId')}::uuid[], ${of('series')}::text[],
      ${of('number')}::bigint[]) with ordinality as asked (company_id, fiscal_year_id, series, number, place)
    left join ledger.journal_entry e on e.company_id = asked.company_id and e.fiscal_year_id = asked.fiscal_year_id
      and e.series = asked.series and e.number = asked.number
    left join ledger.removed_year r on r.company_id = asked.company_id and r.fiscal_year_id = asked.fiscal_year_id
    left join ledger.series s on s.company_id = r.company_id and s.fiscal_year_id = r.fiscal_year_id
      and s.series = asked.series
    order by asked.place`)
  return found.map(({ link, isGone }) => link ?? (isGone ? 'removed' : null))
}
