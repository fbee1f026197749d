// The entries of a fiscal year with everything their digests cover, for archives: with these, the chain of each series
// can be verified without the database.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

/** An entry in an archive. `content` and `items` are what the digest covers, in digest order. */
type ChainEntry = {
  series: string
  number: string
  registration: string
  content: unknown[]
  items: unknown[][]
  /** Hexadecimal. */
  link: string
}

type YearChain = { series: string; number: string; link: string }

/** How many entries are read per statement. */
const BATCH = 500

/** The entries of a year in registration order, in batches. */
export async function* chainEntriesOf(
  { db, companyId }: CompanyCall,
  fiscalYearId: string,
): AsyncGenerator<readonly ChainEntry[]> {
  for (let after = 0n; ; ) {
    const rows = await db.rows<ChainRow>(sql`
      select e.series, e.number, e.registration, encode(e.chain_hash, 'hex') as link, e.id, e.date, e.title, e.origin,
        e.reverses_id, e.registered_at, e.actor_kind, e.actor_id, e.actor_name, e.source_registered_on, e.source_sign,
        (select jsonb_agg(jsonb_build_array(i.line, i.account, i.debit::text, i.credit::text, i.text, i.quantity::text)
            || case when i.vat_code is null then '[]' else jsonb_build_array(i.vat_code) end
            || case when i.vat_apart then '[true]'::jsonb else '[]' end order by i.line)
          from ledger.journal_entry_item i
          where i.company_id = ${companyId} and i.journal_entry_id = e.id) as items
      from ledger.journal_entry e
      where e.company_id = ${companyId} and e.fiscal_year_id = ${fiscalYearId} and e.registration > ${after}
      order by e.registration limit ${BATCH}`)
    if (rows.length > 0) yield rows.map((row) => entryOf(row, companyId, fiscalYearId))
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.registration
  }
}

type ChainRow = {
  series: string
  number: bigint
  registration: bigint
  link: string
  id: string
  date: string
  title: string
  origin: string
  reverses_id: string | null
  registered_at: Date
  actor_kind: string
  actor_id: string
  actor_name: string
  source_registered_on: string | null
  source_sign: string | null
  items: unknown[][]
}

/** In digest order: see contentDigest. */
const entryOf = (row: ChainRow, companyId: string, fiscalYearId: string): ChainEntry => ({
  series: row.series,
  number: String(row.number),
  registration: String(row.registration),
  link: row.link,
  content: [
    companyId,
    row.id,
    fiscalYearId,
    row.series,
    row.date,
    row.title,
    row.origin,
    row.reverses_id,
    row.registered_at.toISOString(),
    row.actor_kind,
    row.actor_id,
    row.actor_name,
    row.source_registered_on,
    row.source_sign,
  ],
  items: row.items,
})

/** The end of each series' chain in a year. */
export const chainsOfYear = ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<YearChain[]> =>
  db.rows<YearChain>(sql`
    select series, last_number::text as number, encode(last_hash, 'hex') as link from ledger.series
    where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId} order by series`)
