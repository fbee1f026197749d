// The sealed columns of the database, each with its location and what its values are bound to, so that a change of the
// secret key covers all of them, and verification opens all of them.
import type { Call } from '#platform/call'
import { type Db, groupByPlace, transactionAt } from '#platform/db'
import { hasSealed, keyIdOf, sealBytes, unsealBytes } from '#platform/seal'
import { empty, join, raw, type Sql, sql } from '#platform/sql'

/** A column whose values are sealed; null means no value. */
export type SealedColumn = {
  /** A plural for the operator: `personal numbers`. */
  what: string
  /** The purpose that its key is derived for. */
  purpose: string
  /** The table with its schema, and the column: constants from the code, safe as SQL. */
  table: string
  column: string
  /** The columns of the primary key; `company_id` first if a row belongs to a company. */
  key: readonly string[]
  /** What a value is bound to, from the texts of its primary key. */
  placeOf: (key: readonly string[]) => string
  /** The column that held the values in clear text before they were sealed. */
  clear?: string
  /** Assignments, each after a comma, for other columns that depend on the secret key. */
  besides?: (call: Call, of: Opened) => Sql
}

/** An opened value, and the texts of its primary key; `by` is the index of its key among the keys. */
type Opened = { key: readonly string[]; bytes: Buffer; by: number }

/** The result of one batch of {@link reseal}; `last` is null if it was the last batch. */
type Resealed = { sealed: number; unreadable: number; last: readonly string[] | null }

type Found = { key: string[]; sealed: Buffer }

/**
 * Reseals values that an earlier key sealed, at most `limit` of those after a primary key. Values that no key opens are
 * left unchanged and counted.
 */
export const reseal = async (
  call: Call,
  column: SealedColumn,
  { after, limit }: { after: readonly string[] | null; limit: number },
): Promise<Resealed> => {
  const keys = call.keysFor(column.purpose)
  const name = raw(column.column)
  const found = await call.db.rows<Found>(sql`
    select ${keyTexts(column)} as key, ${name} as sealed from ${raw(column.table)}
    where substr(${name}, 1, 4) <> ${keyIdOf(keys[0])}
      and (${after}::text[] is null or ${keyTexts(column)} > ${after}::text[])
    order by 1 limit ${limit}`)
  let unreadable = 0
  await whereTheyAre(call.db, column, found, async (db, some) => {
    for (const one of some) if (!(await resealOne({ ...call, db }, column, one))) unreadable++
  })
  const last = found.length < limit ? null : (found.at(-1)?.key ?? null)
  return { sealed: found.length - unreadable, unreadable, last }
}

/** Whether a key opens it. If another transaction changes the value meanwhile, it is read again. */
const resealOne = async (call: Call, column: SealedColumn, found: Found): Promise<boolean> => {
  const { table, column: name, purpose, placeOf, besides } = column
  const keys = call.keysFor(purpose)
  const opened = openedOf(call, column, found)
  if (!opened) return false
  const written = await call.db.rows(sql`
    update ${raw(table)} set ${raw(name)} = ${sealBytes(keys, opened.bytes, placeOf(opened.key))}
      ${besides?.(call, opened) ?? empty}
    where ${keyTexts(column)} = ${opened.key}::text[] and ${raw(name)} = ${found.sealed} returning 1`)
  if (written.length > 0) return true
  const again = await call.db.maybe<Found>(sql`
    select ${keyTexts(column)} as key, ${raw(name)} as sealed from ${raw(table)}
    where ${keyTexts(column)} = ${found.key}::text[] and substr(${raw(name)}, 1, 4) <> ${keyIdOf(keys[0])}`)
  return again === null || resealOne(call, column, again)
}

/** Columns that identify the owner, by which a distributed database places the rows. */
const OWNERS: readonly string[] = ['company_id', 'scope_id']

/** Rows with an owner are written where the owner is placed, others in the current transaction. */
const whereTheyAre = async <One extends { key: readonly string[] }>(
  db: Db,
  column: SealedColumn,
  rows: readonly One[],
  work: (db: Db, rows: readonly One[]) => Promise<void>,
): Promise<void> => {
  if (!OWNERS.includes(column.key[0] ?? '')) return work(db, rows)
  const owners = new Set(rows.map(({ key: [owner = ''] }) => owner))
  for (const { companyIds } of await groupByPlace(db, [...owners])) {
    const [first = ''] = companyIds
    const own = rows.filter(({ key: [owner = ''] }) => companyIds.includes(owner))
    await transactionAt(db, first, (there) => work(there, own))
  }
}

/** How many clear-text values are sealed in one transaction. */
const SEALED_AT_ONCE = 500

/**
 * Seals clear-text values, a batch of those that the migration has listed as due; returns whether there may be more.
 * Concurrent programs share the work.
 */
export const sealOld = async (call: Call, column: SealedColumn): Promise<boolean> => {
  const { table, clear, purpose, placeOf, besides } = column
  const due = await call.db.maybe<{ condition: string }>(sql`
    select condition from platform.sealing_due where table_name = ${table}`)
  if (!due || clear === undefined) return false
  const found = await call.db.rows<{ key: string[]; text: string }>(sql`
    select ${keyTexts(column)} as key, ${raw(clear)} as text from ${raw(table)}
    where ${raw(clear)} is not null and ${raw(due.condition)} order by 1 limit ${SEALED_AT_ONCE}`)
  await whereTheyAre(call.db, column, found, async (db, some) => {
    for (const { key, text } of some) {
      const bytes = Buffer.from(text)
      const sealed = sealBytes(call.keysFor(purpose), bytes, placeOf(key))
      // Another program may have sealed it, or it was changed; then it is found in the next batch.
      await db.rows(sql`
        update ${raw(table)} set ${raw(column.column)} = ${sealed}, ${raw(clear)} = null
          ${besides?.(call, { key, bytes, by: 0 }) ?? empty}
        where ${keyTexts(column)} = ${key}::text[] and ${raw(clear)} = ${text}`)
    }
  })
  if (found.length === 0) await call.db.rows(sql`delete from platform.sealing_due where table_name = ${table}`)
  return found.length > 0
}

/** How many values are tried before a column counts as unreadable: single ones may be damaged. */
const TRIED = 20

/** Whether one of the latest values opens; null if there is none. */
export const opensSome = async (db: Db, keysFor: Call['keysFor'], column: SealedColumn): Promise<boolean | null> => {
  const found = await db.rows<Found>(sql`
    select ${keyTexts(column)} as key, ${raw(column.column)} as sealed from ${raw(column.table)}
    where ${raw(column.column)} is not null order by 1 desc limit ${TRIED}`)
  return found.length === 0 ? null : found.some((one) => openedOf({ keysFor }, column, one) !== null)
}

/** How many values are read at a time. */
const FETCH = 1000

/**
 * Opens every value, and gives the primary key of each that cannot be opened; those of companies when some are named.
 * The call's database must be one snapshot.
 */
export async function* unreadable(
  call: Call,
  column: SealedColumn,
  companyIds: readonly string[] | null,
): AsyncGenerator<readonly string[]> {
  if (companyIds !== null && !isOfCompany(column)) return
  const of = companyIds === null ? empty : sql`and company_id = any (${companyIds}::uuid[])`
  await call.db.rows(sql`
    declare sealed_values no scroll cursor for
    select ${keyTexts(column)} as key, ${raw(column.column)} as sealed from ${raw(column.table)}
    where ${raw(column.column)} is not null ${of}`)
  try {
    for await (const found of fetched(call.db)) if (!openedOf(call, column, found)) yield found.key
  } finally {
    await call.db.rows(sql`close sealed_values`)
  }
}

/** Whether the values belong to companies, and not to people or the installation. */
export const isOfCompany = ({ key }: SealedColumn): boolean => key[0] === 'company_id'

async function* fetched(db: Db): AsyncGenerator<Found> {
  for (;;) {
    const rows = await db.rows<Found>(sql`fetch ${raw(String(FETCH))} from sealed_values`)
    if (rows.length === 0) return
    yield* rows
  }
}

const openedOf = (
  { keysFor }: Pick<Call, 'keysFor'>,
  { purpose, placeOf }: SealedColumn,
  { key, sealed }: Found,
): Opened | null => {
  const keys = keysFor(purpose)
  try {
    return { key, bytes: unsealBytes(keys, sealed, placeOf(key)), by: keys.findIndex((one) => hasSealed(one, sealed)) }
  } catch {
    return null
  }
}

const keyTexts = ({ key }: SealedColumn): Sql => sql`array[${join(key.map((name) => raw(`${name}::text`)))}]`
