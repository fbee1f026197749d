// Verification of removed fiscal years: each stub against its seal, each seal against the one before, and the kept
// entries against their state at removal.
import { createHash } from 'node:crypto'
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf, MOST_FAULTS } from '#integrity/comparison'
import { byCompany } from '#integrity/set-of-companies'
import type { CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'

/** Facts about removed years that the verification of entries needs. */
export type Removed = {
  faults: string[]
  /** The years. */
  years: ReadonlySet<string>
  /** The number of removed entries. */
  entries: bigint
  /** The first registration number, from this one on, that was not removed. */
  next(registration: bigint): bigint
  /** The previous links of kept entries, by entry id. */
  links: ReadonlyMap<string, Buffer>
}

type Stub = {
  companyId: string
  id: string
  number: number
  period: string
  text: string
  previous: Buffer | null
  seal: Buffer
  isMarked: boolean
}

/** Reads them and compares them; the database must be one snapshot of a transaction. */
export const readRemoved = async ({ db, companyId }: CompanyCall): Promise<Removed> => {
  const found = await readRemovedOf(db, [companyId])
  const { faults, ...removed } = found.get(companyId) ?? NOTHING_REMOVED
  return { ...removed, faults: [...faults, ...(await faultsOf(db, comparisons(companyId)))] }
}

/** The companies of a set of which that which stands in the place of removed years does not agree with the rest. */
export const companiesWrongInRemoved = (db: Db, companyIds: readonly string[]): Promise<string[]> =>
  companiesAtFault(db, companyIds, comparisons)

/** What was removed of each company; those of which nothing was are not among them. */
export const readRemovedOf = async (db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, Removed>> => {
  const stubs = await db.rows<Stub>(sql`
    select r.company_id as "companyId", r.fiscal_year_id as id, r.number,
      r.start_date || ' to ' || r.end_date as period, r.previous, r.seal,
      ledger.removed_year_text(to_jsonb(r)) as text, y.removed_at is not null as "isMarked"
    from ledger.removed_year r
    left join ledger.fiscal_year y on y.company_id = r.company_id and y.id = r.fiscal_year_id
    where r.company_id = any (${companyIds}::uuid[]) order by r.company_id, r.number`)
  const ranges = await rangesOf(db, companyIds)
  const kept = await db.rows<{ companyId: string; id: string; link: Buffer }>(sql`
    select company_id as "companyId", journal_entry_id as id, previous_hash as link from ledger.kept_entry
    where company_id = any (${companyIds}::uuid[]) and removed_with is null`)
  const concerned = new Set([...stubs, ...ranges, ...kept].map(({ companyId }) => companyId))
  const stubsOf = byCompany(stubs)
  const rangesBy = byCompany(ranges)
  const keptOf = byCompany(kept)
  return new Map(
    [...concerned].map((id) => [
      id,
      removedFrom(stubsOf.get(id) ?? [], rangesBy.get(id) ?? [], new Map(keptOf.get(id)?.map((k) => [k.id, k.link]))),
    ]),
  )
}

const removedFrom = (
  stubs: readonly Stub[],
  ranges: readonly Range[],
  links: ReadonlyMap<string, Buffer>,
): Removed => ({
  faults: faultsOfStubs(stubs),
  years: new Set(stubs.map(({ id }) => id)),
  entries: ranges.reduce((sum, { first, end }) => sum + end - first, 0n),
  next: (registration) => {
    const within = lastFrom(ranges, registration)
    return within && registration < within.end ? within.end : registration
  },
  links,
})

/** A run of registration numbers; `end` is the first behind it. */
type Range = { first: bigint; end: bigint }

const rangesOf = (db: Db, companyIds: readonly string[]): Promise<(Range & { companyId: string })[]> =>
  db.rows(sql`
    select company_id as "companyId", lower(one) as first, upper(one) as end from (
      select r.company_id, unnest(range_agg(r.registrations)) as one from ledger.removed_year r
      where r.company_id = any (${companyIds}::uuid[]) group by r.company_id) x
    order by 1, 2`)

/** The last range that begins at or before a number. */
const lastFrom = (ranges: readonly Range[], registration: bigint): Range | undefined => {
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    const range = ranges[middle]
    if (range && range.first <= registration) low = middle + 1
    else high = middle
  }
  return ranges[low - 1]
}

const faultsOfStubs = (stubs: readonly Stub[]): string[] => {
  const faults: string[] = []
  let before: Stub | null = null
  for (const stub of stubs) {
    const say = (fault: string) => faults.push(`the removed fiscal year ${stub.period}: ${fault}`)
    if (stub.number !== (before?.number ?? 0) + 1) say('the one that was removed before it is missing')
    else if (!(stub.previous ?? NO_SEAL).equals(before?.seal ?? NO_SEAL)) say('it does not follow the one before it')
    if (!createHash('sha256').update(stub.text).digest().equals(stub.seal)) say('what is kept of it was altered')
    if (!stub.isMarked) say('its row is not marked as removed')
    before = stub
  }
  return faults
}

const NO_SEAL = Buffer.alloc(0)

/** Queries that find nothing in sound books. */
const comparisons = (companyId: CompanyTerm): Comparison[] => [
  {
    sentence: 'the entry {entry} of a removed fiscal year stays, and is missing or is another',
    statement: sql`
      select k.journal_entry_id::text as entry from ledger.kept_entry k
      left join ledger.journal_entry e on e.company_id = k.company_id and e.id = k.journal_entry_id
      where k.company_id = ${companyId} and k.removed_with is null
        and (e.content_digest, e.chain_hash, e.registration)
          is distinct from (k.content_digest, k.chain_hash, k.registration)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'journal entry {entry} belongs to a removed fiscal year and should have gone with it',
    statement: sql`
      select e.journal_entry_number || ' (' || e.id || ')' as entry from ledger.journal_entry e
      join ledger.fiscal_year y on y.company_id = e.company_id and y.id = e.fiscal_year_id and y.removed_at is not null
      where e.company_id = ${companyId} and not exists (
        select from ledger.kept_entry k
        where k.company_id = ${companyId} and k.journal_entry_id = e.id and k.removed_with is null)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'the fiscal year {period} is marked as removed, and nothing stands in its place',
    statement: sql`
      select y.start_date || ' to ' || y.end_date as period from ledger.fiscal_year y
      where y.company_id = ${companyId} and y.removed_at is not null and not exists (
        select from ledger.removed_year r where r.company_id = ${companyId} and r.fiscal_year_id = y.id)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'the entry {entry} is said to have gone with a fiscal year that was not removed',
    statement: sql`
      select k.journal_entry_id::text as entry from ledger.kept_entry k
      where k.company_id = ${companyId} and k.removed_with is not null and not exists (
        select from ledger.removed_year r
        where r.company_id = ${companyId} and r.fiscal_year_id = k.removed_with
          and r.registrations @> k.registration)
      limit ${MOST_FAULTS}`,
  },
]

/** Of a company of which no year was removed. */
export const NOTHING_REMOVED: Removed = removedFrom([], [], new Map())
