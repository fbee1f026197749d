// Database functions are kept in files in their current form; migrations create the tables. If the files differ from
// what the database has, all of them are applied in one transaction, each replacing the earlier definition. A revision
// number keeps an older program from putting its functions under a newer one.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { codeOf, INSUFFICIENT_PRIVILEGE, NeedsCorrection, reasonOf, StartupError } from './startup-error.ts'

/** The revision of the functions, and the SHA-256 of their files in hex. */
export type Revision = { revision: number; digest: string }

/** The files of a folder of functions, in the order in which they are applied. */
export type FunctionFiles = Revision & { files: { name: string; text: string }[] }

/** The file with the revision. `npm run schema` increments it when the functions have changed. */
export const REVISION_FILE = 'revision'

/**
 * Reads the `*.sql` files of `folder` and their revision.
 * @throws {NeedsCorrection} if the folder has no revision
 */
export const readFunctions = (folder: string): FunctionFiles => {
  const counted = readRevision(folder)
  if (counted === undefined) throw new NeedsCorrection(`The folder ${folder} has no revision file: run npm run schema.`)
  return { ...readFiles(folder), revision: counted.revision }
}

/** The files by name, with Unix line endings, and the digest of all of them. */
export const readFiles = (folder: string): Omit<FunctionFiles, 'revision'> => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = names.sort().map((name) => ({ name, text: read(join(folder, name)) }))
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`)
  return { files, digest: hash.digest('hex') }
}

/** The last revision. After a merge of two branches the file may have several lines; the highest one counts. */
export const readRevision = (folder: string): Revision | undefined => {
  if (!existsSync(join(folder, REVISION_FILE))) return undefined
  const counts = [...read(join(folder, REVISION_FILE)).matchAll(/^(\d+) ([0-9a-f]{64})$/gm)]
  const revisions = counts.map(([, revision, digest = '']) => ({ revision: Number(revision), digest }))
  return revisions.sort((one, other) => other.revision - one.revision)[0]
}

const read = (path: string): string => readFileSync(path, 'utf8').replaceAll('\r\n', '\n')

/** The revision applied last, if any. */
export const readApplied = async (client: Client): Promise<Revision | undefined> =>
  (await client.query<Revision>(`select revision, digest from platform.function_revision order by id desc limit 1`))
    .rows[0]

/** @throws {NeedsCorrection} if the database has newer functions than this program */
export const refuseNewer = (applied: Revision | undefined, { revision }: Revision): void => {
  if (applied === undefined || applied.revision <= revision) return
  throw new NeedsCorrection(
    `The database was used by a newer Grundbok: its functions are of revision ${applied.revision}, ` +
      `and this program knows revision ${revision}; start the newer program, or restore a backup from before.`,
  )
}

/**
 * Applies all functions in one transaction.
 * @throws {StartupError} if one cannot be replaced
 */
export const applyFunctions = async (client: Client, { revision, digest, files }: FunctionFiles): Promise<void> => {
  let current = ''
  try {
    await client.query('begin')
    for (const { name, text } of files) {
      current = name
      await client.query(text)
    }
    await client.query(RECORD)
    await client.query('insert into platform.function_revision (revision, digest) values ($1, $2)', [revision, digest])
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback').catch(() => {})
    if (codeOf(cause) === INSUFFICIENT_PRIVILEGE) throw cause
    throw new StartupError(
      `The functions of ${current} could not be replaced, and all of them are as they were (${reasonOf(cause)}).`,
      { cause },
    )
  }
}

/** The history of applied revisions; created here, because migrations do not know of it. */
const RECORD = `
  create table if not exists platform.function_revision (
    id integer primary key generated always as identity,
    revision integer not null,
    digest text not null,
    applied_at timestamptz not null default now()
  )`
