// Witnesses: digests of published, signed, received or registered data, in one hash chain per company (see the
// migration that creates them). Data from before is witnessed at the start. Verification compares every row with its
// last witness, and checks the chains.
import { createHash } from 'node:crypto'
import { attemptIn, type Database, type Db } from '#platform/db'
import { join, raw, type Sql, sql } from '#platform/sql'
import { reasonOf } from '#platform/startup-error'
import { type CompanyTerm, companiesWith, MOST_FAULTS } from './comparison.ts'

/** The end of a chain: the number of links, and the last link, which depends on all before it. */
type Head = { number: bigint; link: Buffer }

/**
 * Whose rows are verified: those of a company, or those outside of companies, such as logins, by a query of all
 * companies' ids.
 */
type Scope = { companyId: string } | { ofNone: Sql }

/** A scope, as statements name it. */
type Named = { companyId: CompanyTerm } | { ofNone: Sql }

/** Rows of one table that are witnessed in one step. */
const STEP = 1000
/** How many witnesses of a chain are read at a time. */
const BATCH = 500
/** The predecessor of the first link. */
const FIRST_LINK = Buffer.alloc(32)

/** Witnesses rows from before their table was witnessed, step by step; concurrent programs share the steps. */
export const witnessOld = async (database: Database, report: (sentence: string) => void): Promise<void> => {
  let told: string | null = null
  for (;;) {
    const { name } = await database.transaction((db) =>
      db.one<{ name: string | null }>(sql`select platform.witness_next(${STEP}) as name`),
    )
    if (name === null) return
    if (name !== told) report(`Existing rows are being witnessed: ${name}`)
    told = name
  }
}

type Kind = {
  what: string
  name: string
  chain: string[]
  key: string[]
  due: string
  isWalked: boolean
  /** The columns, if it is a view. */
  columns: string[] | null
}

/** Every fault of a scope's witnesses, in words. The database must be one snapshot of a transaction. */
export const verifyWitnesses = async (db: Db, scope: Scope): Promise<string[]> => {
  await writeAsWitnessed(db)
  const faults: string[] = []
  for (const chainId of await chainsOf(db, scope))
    faults.push(...(await readable(db, 'chain of witnesses', () => verifyChain(db, chainId))))
  for (const kind of await kindsOf(db)) {
    if ('ofNone' in scope && kind.chain.length === 1) continue
    if (!kind.isWalked) faults.push(`not every ${kind.name} is witnessed yet: start the service once`)
    else faults.push(...(await readable(db, kind.name, () => verifyKind(db, kind, scope))))
  }
  return faults
}

/**
 * The companies of a set whose witnesses have any fault. The database must be one snapshot; what cannot be read throws,
 * and so does what is not witnessed yet.
 */
export const companiesWrongInWitnesses = async (db: Db, companyIds: readonly string[]): Promise<string[]> => {
  await writeAsWitnessed(db)
  const found = await chainsAtFault(db, companyIds)
  for (const kind of await kindsOf(db)) {
    if (!kind.isWalked) throw new Error(`Not every ${kind.name} is witnessed yet`)
    found.push(...(await companiesWith(db, companyIds, (companyId) => statementOf(kind, { companyId }))))
  }
  return found
}

/** Digests are made of texts, and these depend on how the session writes times. */
const writeAsWitnessed = (db: Db): Promise<unknown> =>
  db.rows(sql`select set_config('timezone', 'UTC', true), set_config('bytea_output', 'hex', true),
    set_config('datestyle', 'ISO', true)`)

const kindsOf = (db: Db): Promise<Kind[]> =>
  db.rows<Kind>(sql`
    select what, name, chain, key, due, is_walked as "isWalked",
      (select array_agg(a.attname::text) from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.oid = what::regclass and c.relkind = 'v' and a.attnum > 0) as columns
    from platform.witnessed order by what`)

/** What cannot be read is a fault, and keeps nothing else from being verified. */
const readable = async (db: Db, what: string, work: () => Promise<string[]>): Promise<string[]> => {
  try {
    return await attemptIn(db, work)
  } catch (cause) {
    return [`not every ${what} can be read: ${reasonOf(cause)}`]
  }
}

const chainsOf = async (db: Db, scope: Scope): Promise<string[]> => {
  if ('companyId' in scope) return [scope.companyId]
  const chains = await db.rows<{ id: string }>(sql`
    select distinct chain_id as id from platform.witness w
    where not exists (select from (${scope.ofNone}) c where c.id = w.chain_id)
    union
    select chain_id from platform.witness_head h
    where not exists (select from (${scope.ofNone}) c where c.id = h.chain_id)
    order by id`)
  return chains.map(({ id }) => id)
}

type Sheet = Head & {
  id: bigint
  chainId: string
  what: string
  columns: string[]
  at: Date
  rows: string[]
  digests: (Buffer | null)[]
}

const verifyChain = async (db: Db, chainId: string): Promise<string[]> => {
  const chain = newChain()
  for (;;) {
    const sheets = await readSheets(db, sql`w.chain_id = ${chainId} and w.number > ${chain.last.number}`)
    for (const sheet of sheets) follow(chain, sheet)
    if (sheets.length < BATCH) break
  }
  const head = await headOf(db, chainId)
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) from platform.witness where chain_id = ${chainId} and number is null`)
  return [...chain.faults, ...faultsOfEnd(head, chain.last, count)]
}

/** The chains of a set of companies, in the order of these: as {@link verifyChain} walks each. */
const chainsAtFault = async (db: Db, companyIds: readonly string[]): Promise<string[]> => {
  const chains = new Map(companyIds.map((id) => [id, newChain()]))
  let after: { chainId: string; number: bigint } = { chainId: BEFORE_ALL, number: 0n }
  for (;;) {
    const sheets = await readSheets(
      db,
      sql`w.chain_id = any (${companyIds}::uuid[])
        and (w.chain_id, w.number) > (${after.chainId}::uuid, ${after.number}::bigint) and w.number > 0`,
    )
    for (const sheet of sheets) {
      const chain = chains.get(sheet.chainId)
      if (chain) follow(chain, sheet)
      after = sheet
    }
    if (sheets.length < BATCH) break
  }
  const heads = await db.rows<Head & { chainId: string; loose: bigint }>(sql`
    select of_set.company_id as "chainId", coalesce(h.number, 0)::bigint as number,
      coalesce(h.link, ${FIRST_LINK}::bytea) as link, (
        select count(*) from platform.witness w where w.chain_id = of_set.company_id and w.number is null) as loose
    from unnest(${companyIds}::uuid[]) as of_set (company_id)
    left join platform.witness_head h on h.chain_id = of_set.company_id`)
  return heads.flatMap(({ chainId, loose, ...head }) => {
    const { faults, last } = chains.get(chainId) ?? newChain()
    return faults.length + faultsOfEnd(head, last, loose).length > 0 ? [chainId] : []
  })
}

/** The end of a chain that has no links. */
export const NO_LINKS: Head = { number: 0n, link: FIRST_LINK }

/** Before all ids that are given out. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

type Chain = { last: Head; faults: string[] }

const newChain = (): Chain => ({ last: { number: 0n, link: FIRST_LINK }, faults: [] })

/** Whether a witness follows the one before it. */
const follow = (chain: Chain, sheet: Sheet): void => {
  const { last, faults } = chain
  const expected = last.number + 1n
  if (sheet.number !== expected) faults.push(`witnesses ${expected} to ${sheet.number - 1n} are missing`)
  else if (!linkOf(last, sheet).equals(sheet.link)) {
    faults.push(`witness ${sheet.number} (${sheet.what}) was altered, or does not follow the one before it`)
  }
  chain.last = { number: sheet.number, link: sheet.link }
}

const readSheets = (db: Db, where: Sql): Promise<Sheet[]> =>
  db.rows<Sheet>(sql`
    select w.id, w.chain_id as "chainId", w.number, w.link, w.what, s.columns, w.witnessed_at as at, w.rows, w.digests
    from platform.witness w left join platform.witness_shape s on s.id = w.shape
    where ${where} order by w.chain_id, w.number limit ${BATCH}`)

/** The link of a witness, calculated as the database does it. */
const linkOf = (before: Head, { number, what, columns, at, rows, digests }: Sheet): Buffer => {
  const lines = rows.map((row, place) => `${digests[place]?.toString('hex') ?? '-'} ${row}`)
  const text = [what, (columns ?? []).join(' '), at.getTime(), ...lines].join('\n')
  const place = Buffer.alloc(8)
  place.writeBigInt64BE(number)
  const content = createHash('sha256').update(text).digest()
  return createHash('sha256').update(before.link).update(place).update(content).digest()
}

/** `loose` is how many witnesses have no place. */
const faultsOfEnd = (head: Head, last: Head, loose: bigint): string[] => {
  const faults = loose > 0n ? [`${loose} witnesses are in no chain`] : []
  if (head.number > last.number) faults.push(`the last witnesses, up to ${head.number}, are missing`)
  else if (head.number < last.number) faults.push(`the head is at ${head.number}, the last witness is ${last.number}`)
  else if (!head.link.equals(last.link)) faults.push('the head is not the link of the last witness')
  return faults
}

/** The head of a chain; a chain that has none has no links. */
const headOf = async (db: Db, chainId: string): Promise<Head> =>
  (await db.maybe<Head>(sql`select number, link from platform.witness_head where chain_id = ${chainId}`)) ?? NO_LINKS

/** The ends of the chains of companies; those without any link are not among them. */
export const endsOfChains = async (db: Db, companyIds: readonly string[]): Promise<ReadonlyMap<string, Head>> => {
  const rows = await db.rows<Head & { id: string }>(sql`
    select chain_id as id, number, link from platform.witness_head where chain_id = any (${companyIds}::uuid[])`)
  return new Map(rows.map(({ id, ...head }) => [id, head]))
}

/** The heads of chains after an id, in the order of their ids; chains without links are left out. */
export const headsAfter = (db: Db, after: string, limit: number): Promise<(Head & { chainId: string })[]> =>
  db.rows(sql`
    select chain_id as "chainId", number, link from platform.witness_head
    where chain_id > ${after} and number > 0 order by chain_id limit ${limit}`)

/** The links of chains at these numbers, in the same order; null if there is none. */
export const linksAt = async (
  db: Db,
  places: readonly { chainId: string; number: bigint }[],
): Promise<(Buffer | null)[]> => {
  const found = await db.rows<{ link: Buffer | null }>(sql`
    select w.link
    from unnest(${places.map(({ chainId }) => chainId)}::uuid[], ${places.map(({ number }) => number)}::bigint[])
      with ordinality as asked (chain_id, number, place)
    left join platform.witness w on w.chain_id = asked.chain_id and w.number = asked.number
    order by asked.place`)
  return found.map(({ link }, at) => (places[at]?.number === 0n ? FIRST_LINK : link))
}

/** Rows of a table that differ from their last witness, have none, or are missing. */
const verifyKind = async (db: Db, kind: Kind, scope: Scope): Promise<string[]> => {
  const found = await db.rows<{ row: string; state: keyof typeof sentences }>(statementOf(kind, scope))
  return found.map(({ row, state }) => `${kind.name}${row === '-' ? '' : ` ${row}`}: ${sentences[state]}`)
}

const statementOf = (kind: Kind, scope: Named): Sql => {
  const { what, chain, key, due } = kind
  return sql`
    with said as (
      select distinct on (u.row) u.row, u.digest, s.columns
      from platform.witness w join platform.witness_shape s on s.id = w.shape
      cross join lateral unnest(w.rows, w.digests) as u (row, digest)
      where w.what = ${what} and w.number is not null and ${ofChains(scope)}
      order by u.row, w.chain_id, w.number desc
    ), found as (
      select ${nameOf(key)} as row, ${contentOf(kind)} as content, ${raw(due)} as is_due
      from ${raw(what)} t where ${ofRows(chain, scope)}
    )
    select coalesce(s.row, f.row) as row,
      case when f.row is null then 'missing' when s.digest is null then 'unknown' else 'altered' end as state
    from said s full join found f on f.row = s.row
    where case when f.row is null then s.digest is not null
      when s.digest is null then f.is_due
      else platform.witness_digest(f.content, s.columns) <> s.digest end
    order by 1 limit ${MOST_FAULTS}`
}

const sentences = {
  missing: 'it was removed',
  unknown: "it was added behind the service's back: there is no witness of it",
  altered: 'it is not as it was witnessed',
}

/** In a cluster, a whole-row reference to a view loses the names of its columns. */
const contentOf = ({ columns }: Kind): Sql =>
  columns === null
    ? sql`to_jsonb(t)`
    : sql`jsonb_build_object(${join(columns.map((column) => raw(`'${column}', t.${column}`)))})`

/** The primary key without the company, which identifies rows in witnesses. */
const nameOf = (key: readonly string[]): Sql => {
  const parts = key.filter((one) => one !== 'company_id').map((one) => raw(`t.${one}::text`))
  return parts.length === 0 ? sql`'-'` : sql`concat_ws(' ', ${join(parts)})`
}

const ofChains = (scope: Named): Sql =>
  'companyId' in scope
    ? sql`w.chain_id = ${scope.companyId}`
    : sql`not exists (select from (${scope.ofNone}) c where c.id = w.chain_id)`

const ofRows = ([first = '']: readonly string[], scope: Named): Sql =>
  'companyId' in scope ? sql`t.${raw(first)} = ${scope.companyId}` : sql`t.${raw(first)} is null`
