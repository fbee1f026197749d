// Received files are kept in corners of a company's files, one for each kind of thing that has them: only that kind
// decides when a file goes. Things with the same bytes share one file, which goes some time after the last of them.
import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, ProcessContext, SetCall } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { digestOfKept, type Fetched, type Files, fetchKept, readKept } from '#platform/files'
import { type Sql, sql } from '#platform/sql'
import { keepAfterAll, lockStored, releaseStorage, reserveStorage, type StoredKind } from '#storage'

export type FileNamespace = {
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
export type FileOwners = Omit<FileNamespace, 'dropped' | 'kind'>

/** How long a file is kept after its last owner, so that downloads can finish. In milliseconds (an hour). */
const REST_MS = 60 * 60 * 1000
/** Maximum number of files deleted in one run; the next run continues. */
const MAX_FILES = 1000
/** How many owners are read per statement. */
const BATCH = 500

/** Stores a file together with its owner row, which `insert` adds. */
export const storeFile = async (
  call: CompanyCall,
  namespace: FileNamespace,
  { path, digest }: { path: string; digest: Buffer },
  insert: Sql,
): Promise<void> => {
  await reserveStorage(call, { namespace: namespace.name, kind: namespace.kind, digest, path })
  await lockFile(call, namespace, digest)
  await call.db.rows(insert)
  // The file comes last: a refused request leaves no file.
  await call.files.keep(folderOf(call.companyId, namespace), digest, path)
}

/** The stored file; a missing one is a bug. */
export const fetchFile = (
  { files, companyId }: CompanyCall,
  namespace: FileNamespace,
  digest: Buffer,
): Promise<Fetched> => fetchKept(files, folderOf(companyId, namespace), digest)

/** The bytes of a stored file. */
export const readFile = (
  { files, companyId }: CompanyCall,
  namespace: FileNamespace,
  digest: Buffer,
): Promise<Buffer> => readKept(files, folderOf(companyId, namespace), digest)

/** The folder of a storage area. */
export const folderOf = (companyId: string, { name }: Pick<FileNamespace, 'name'>): string =>
  name === '' ? companyId : `${companyId}/${name}`

/** Deletes the files that have had no owner for long enough; returns how many. */
export const deleteDroppedFiles = async (
  database: Database,
  { files }: Pick<ProcessContext, 'files'>,
  now: Date,
  namespace: FileNamespace,
): Promise<number> => {
  const since = new Date(now.getTime() - REST_MS)
  const dropped = await database.rows<{ companyId: string; digest: Buffer }>(sql`
    select company_id as "companyId", digest from ${namespace.dropped}
    where dropped_at <= ${since} order by dropped_at limit ${MAX_FILES}`)
  let count = 0
  for (const { companyId, digest } of dropped) {
    const isDeleted = await database.of(companyId).transaction(async (db) => {
      const stored = { companyId, namespace: namespace.name, digest }
      await lockStored(db, stored)
      // A transaction that keeps the same bytes has committed, or waits until the file is gone and keeps it anew.
      await lockFile({ db, companyId }, namespace, digest)
      const { used } = await db.one<{ used: boolean }>(sql`
        select exists (
          select from ${namespace.table}
          where company_id = ${companyId} and digest = ${digest} and ${namespace.has}) as used`)
      if (!used) await files.remove(folderOf(companyId, namespace), digest)
      await (used ? keepAfterAll : releaseStorage)(db, stored)
      await db.rows(sql`delete from ${namespace.dropped} where company_id = ${companyId} and digest = ${digest}`)
      return !used
    })
    if (isDeleted) count += 1
  }
  return count
}

/** Storage areas that share a folder: usually one. */
export type SharedFolder = readonly [FileNamespace, ...FileNamespace[]]

/** The files in a folder without an owner; every stored file in it must belong to these areas. */
export const unownedFiles = async (
  database: Database,
  companyId: string,
  namespaces: SharedFolder,
  digests: readonly Buffer[],
): Promise<Buffer[]> => {
  if (digests.length === 0) return []
  const had = new Set<string>()
  for (const namespace of namespaces) {
    const things = thingsOf({ db: database.of(companyId), companyId }, namespace)
    for await (const { digest } of things) had.add(digest.toString('hex'))
  }
  return digests.filter((digest) => !had.has(digest.toString('hex')))
}

/** Deletes files of a folder unless they have an owner by now; returns how many. */
export const deleteUnownedFiles = async (
  { database, files }: { database: Database; files: Pick<Files, 'remove'> },
  companyId: string,
  namespaces: SharedFolder,
  digests: readonly Buffer[],
): Promise<number> => {
  let count = 0
  for (let first = 0; first < digests.length; first += BATCH) {
    const some = digests.slice(first, first + BATCH)
    count += await database.of(companyId).transaction(async (db) => {
      const had = new Set<string>()
      for (const namespace of namespaces) {
        for (const digest of some) await lockFile({ db, companyId }, namespace, digest)
        for (const { digest } of await hadAmong({ db, companyId }, namespace, some)) had.add(digest.toString('hex'))
      }
      const spare = some.filter((digest) => !had.has(digest.toString('hex')))
      for (const digest of spare) {
        await files.remove(folderOf(companyId, namespaces[0]), digest)
        await releaseStorage(db, { companyId, namespace: namespaces[0].name, digest })
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
  { table, has }: FileNamespace,
  digests: readonly Buffer[],
): Promise<{ digest: Buffer }[]> =>
  db.rows<{ digest: Buffer }>(sql`
    select distinct digest from ${table}
    where company_id = ${companyId} and digest = any (${[...digests]}::bytea[]) and ${has}`)

/** All faults, as text; empty if the files of all owners are unchanged. */
export const verifyFiles = async (call: CompanyCall, namespace: FileNamespace): Promise<string[]> => {
  const faults: string[] = []
  for await (const { id, digest } of thingsOf(call, namespace)) {
    const found = await digestOfKept(call.files, folderOf(call.companyId, namespace), digest)
    if (found === null) faults.push(`the file of ${namespace.thing} ${id} is missing`)
    else if (!found.equals(digest)) faults.push(`the file of ${namespace.thing} ${id} is not what was received`)
  }
  return faults
}

/** The companies of a set of which a thing has another file, or none. */
export const companiesWrongInFiles = (call: SetCall, { table, has, name }: FileNamespace): Promise<string[]> =>
  companiesWithoutFile(
    call,
    sql`select company_id, id, digest from ${table} where digest is not null and ${has}`,
    (companyId) => folderOf(companyId, { name }),
  )

/** The things of a company whose file is none of those that are there, by their ids. */
export const ownersWithoutFile = async (
  database: Database,
  companyId: string,
  things: FileOwners,
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
  { thing, table, has }: FileOwners,
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
  { thing }: FileNamespace,
  digest: Buffer,
): Promise<void> => {
  const name = `${thing} ${companyId} ${digest.toString('hex')}`
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`)
}
