// Received files are kept in corners of a company's files, one for each kind of thing that has them: only that kind
// decides when a file goes. Things with the same bytes share one file, which goes some time after the last of them.

import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, SetCall, Standing } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { digestOfKept, type Fetched, type Files, fetchKept, readKept } from '#platform/files'
import { type Sql, sql } from '#platform/sql'
import { giveBack, holdStored, type StoredKind, stillHad, takeStorage } from '#storage'

export type Corner = {
  /** The last part of the folder; empty for the company's own folder. */
  name: string
  /** What kind of files they are where storage is told. */
  kind: StoredKind
  /** What one thing is called in words. */
  thing: string
  /** The table of owner rows (company_id, id, digest), and a condition for rows that still have their file. */
  table: Sql
  has: Sql
  /** The table of files without an owner (company_id, digest, dropped_at). */
  dropped: Sql
}

/** Things that have files, whether or not these go some day. */
export type Things = Omit<Corner, 'dropped' | 'kind'>

/** How long a file is kept after its last owner, so that downloads can finish. In milliseconds (an hour). */
const REST_MS = 60 * 60 * 1000
/** Maximum number of files deleted in one run; the next run continues. */
const MAX_FILES = 1000
/** How many owners are read per statement. */
const BATCH = 500

/** Stores a file together with its owner row, which `insert` adds. */
export const keepFile = async (
  call: CompanyCall,
  corner: Corner,
  { path, digest }: { path: string; digest: Buffer },
  insert: Sql,
): Promise<void> => {
  await takeStorage(call, { corner: corner.name, kind: corner.kind, digest, path })
  await lockFile(call, corner, digest)
  await call.db.rows(insert)
  // The file comes last: a refused request leaves no file.
  await call.files.keep(folderOf(call.companyId, corner), digest, path)
}

/** The stored file; a missing one is a bug. */
export const fetchFile = ({ files, companyId }: CompanyCall, corner: Corner, digest: Buffer): Promise<Fetched> =>
  fetchKept(files, folderOf(companyId, corner), digest)

/** The bytes of a stored file. */
export const readFile = ({ files, companyId }: CompanyCall, corner: Corner, digest: Buffer): Promise<Buffer> =>
  readKept(files, folderOf(companyId, corner), digest)

/** The folder of a storage area. */
export const folderOf = (companyId: string, { name }: Pick<Corner, 'name'>): string =>
  name === '' ? companyId : `${companyId}/${name}`

/** Deletes the files that have had no owner for long enough; returns how many. */
export const deleteDroppedFiles = async (
  database: Database,
  { files }: Pick<Standing, 'files'>,
  now: Date,
  corner: Corner,
): Promise<number> => {
  const since = new Date(now.getTime() - REST_MS)
  const dropped = await database.rows<{ companyId: string; digest: Buffer }>(sql`
    select company_id as "companyId", digest from ${corner.dropped}
    where dropped_at <= ${since} order by dropped_at limit ${MAX_FILES}`)
  let count = 0
  for (const { companyId, digest } of dropped) {
    const isDeleted = await database.of(companyId).transaction(async (db) => {
      const stored = { companyId, corner: corner.name, digest }
      await holdStored(db, stored)
      // A transaction that keeps the same bytes has committed, or waits until the file is gone and keeps it anew.
      await lockFile({ db, companyId }, corner, digest)
      const { used } = await db.one<{ used: boolean }>(sql`
        select exists (
          select from ${corner.table}
          where company_id = ${companyId} and digest = ${digest} and ${corner.has}) as used`)
      if (!used) await files.remove(folderOf(companyId, corner), digest)
      await (used ? stillHad : giveBack)(db, stored)
      await db.rows(sql`delete from ${corner.dropped} where company_id = ${companyId} and digest = ${digest}`)
      return !used
    })
    if (isDeleted) count += 1
  }
  return count
}

/** Storage areas that share a folder: usually one. */
export type Sharing = readonly [Corner, ...Corner[]]

/** The files in a folder without an owner; every stored file in it must belong to these areas. */
export const filesHadByNone = async (
  database: Database,
  companyId: string,
  corners: Sharing,
  digests: readonly Buffer[],
): Promise<Buffer[]> => {
  if (digests.length === 0) return []
  const had = new Set<string>()
  for (const corner of corners) {
    const things = thingsOf({ db: database.of(companyId), companyId }, corner)
    for await (const { digest } of things) had.add(digest.toString('hex'))
  }
  return digests.filter((digest) => !had.has(digest.toString('hex')))
}

/** Deletes files of a folder unless they have an owner by now; returns how many. */
export const deleteUnlessHad = async (
  { database, files }: { database: Database; files: Pick<Files, 'remove'> },
  companyId: string,
  corners: Sharing,
  digests: readonly Buffer[],
): Promise<number> => {
  let count = 0
  for (let first = 0; first < digests.length; first += BATCH) {
    const some = digests.slice(first, first + BATCH)
    count += await database.of(companyId).transaction(async (db) => {
      const had = new Set<string>()
      for (const corner of corners) {
        for (const digest of some) await lockFile({ db, companyId }, corner, digest)
        for (const { digest } of await hadAmong({ db, companyId }, corner, some)) had.add(digest.toString('hex'))
      }
      const spare = some.filter((digest) => !had.has(digest.toString('hex')))
      for (const digest of spare) {
        await files.remove(folderOf(companyId, corners[0]), digest)
        await giveBack(db, { companyId, corner: corners[0].name, digest })
      }
      return spare.length
    })
  }
  return count
}

type Whose = { db: Db; companyId: string }

/** Those of some files that have an owner in an area. */
const hadAmong = (
  { db, companyId }: Whose,
  { table, has }: Corner,
  digests: readonly Buffer[],
): Promise<{ digest: Buffer }[]> =>
  db.rows<{ digest: Buffer }>(sql`
    select distinct digest from ${table}
    where company_id = ${companyId} and digest = any (${[...digests]}::bytea[]) and ${has}`)

/** All faults, as text; empty if the files of all owners are unchanged. */
export const verifyFiles = async (call: CompanyCall, corner: Corner): Promise<string[]> => {
  const faults: string[] = []
  for await (const { id, digest } of thingsOf(call, corner)) {
    const found = await digestOfKept(call.files, folderOf(call.companyId, corner), digest)
    if (found === null) faults.push(`the file of ${corner.thing} ${id} is missing`)
    else if (!found.equals(digest)) faults.push(`the file of ${corner.thing} ${id} is not what was received`)
  }
  return faults
}

/** The companies of a set of which a thing has another file, or none. */
export const companiesWrongInFiles = (call: SetCall, { table, has, name }: Corner): Promise<string[]> =>
  companiesWithoutFile(
    call,
    sql`select company_id, id, digest from ${table} where digest is not null and ${has}`,
    (companyId) => folderOf(companyId, { name }),
  )

/** The things of a company whose file is none of those that are there, by their ids. */
export const thingsWithoutFile = async (
  database: Database,
  companyId: string,
  things: Things,
  isThere: (digest: Buffer) => boolean,
): Promise<string[]> => {
  const without: string[] = []
  for await (const { id, digest } of thingsOf({ db: database.of(companyId), companyId }, things)) {
    if (!isThere(digest)) without.push(id)
  }
  return without
}

/** Every owner in an area, in batches. */
const thingsOf = async function* (
  { db, companyId }: Whose,
  { thing, table, has }: Things,
): AsyncGenerator<{ id: string; digest: Buffer }> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const things = await db.rows<{ id: string; digest: Buffer }>(
      sql`
        select id, digest from ${table}
        where company_id = ${companyId} and id > ${after}::uuid and digest is not null and ${has}
        order by id limit ${BATCH}`,
      `things-${thing}`,
    )
    yield* things
    after = things.at(-1)?.id ?? after
    if (things.length < BATCH) return
  }
}

/** Locks the file with these bytes against storing and deletion until the transaction ends. */
export const lockFile = async (
  { db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>,
  { thing }: Corner,
  digest: Buffer,
): Promise<void> => {
  const name = `${thing} ${companyId} ${digest.toString('hex')}`
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
