// The functions of the database stand in files as they are now; migrations make the tables. When the files are not
// those that the database has, all are applied in one transaction, and each replaces what was there. A revision counts
// their changes, so that an older program does not put its own functions back beneath a newer one.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { codeOf, INSUFFICIENT_PRIVILEGE, reasonOf } from './postgres-folder.ts'
import { NeedsCorrection, StartupError } from './startup-error.ts'

/** The revision of functions, and the SHA-256 of their files in hex. */
export type Revision = { revision: number; digest: string }

/** The files of a folder of functions, in the order in which they are applied. */
export type FunctionFiles = Revision & { files: { name: string; text: string }[] }

/** The file that keeps the count. `npm run schema` counts on when the functions are others than it counted last. */
export const REVISION_FILE = 'revision'

/**
 * Reads the `*.sql` files of `folder`, and their revision.
 * @throws {NeedsCorrection} when the folder does not say its revision
 */
export const readFunctions = (folder: string): FunctionFiles => {
  const counted = readRevision(folder)
  if (counted === undefined)
    throw new NeedsCorrection(`The folder ${folder} does not say its revision: run npm run schema.`)
  return { ...readFiles(folder), revision: counted.revision }
}

/** The files by name, with Unix line ends, and the digest of them all. */
export const readFiles = (folder: string): Omit<FunctionFiles, 'revision'> => {
  const names = readdirSync(folder).filter((name) => name.endsWith('.sql'))
  const files = names.sort().map((name) => ({ name, text: read(join(folder, name)) }))
  const hash = createHash('sha256')
  for (const { name, text } of files) hash.update(`${name}\0${text}\0`)
  return { files, digest: hash.digest('hex') }
}

/** The count as written last. Where two branches counted on, both lines stand there, and the higher one counts. */
export const readRevision = (folder: string): Revision | undefined => {
  if (!existsSync(join(folder, REVISION_FILE))) return undefined
  const counts = [...read(join(folder, REVISION_FILE)).matchAll(/^(\d+) ([0-9a-f]{64})$/gm)]
  const revisions = counts.map(([, revision, digest = '']) => ({ revision: Number(revision), digest }))
  return revisions.sort((one, other) => other.revision - one.revision)[0]
}

const read = (path: string): string => readFileSync(path, 'utf8').replaceAll('\r\n', '\n')

/** What the database got last, when it was ever given functions. */
export const readApplied = async (client: Client): Promise<Revision | undefined> =>
  (await client.query<Revision>(`select revision, digest from platform.function_revision order by id desc limit 1`))
    .rows[0]

/** @throws {NeedsCorrection} when the database has functions that come after those of this program */
export const refuseNewer = (applied: Revision | undefined, { revision }: Revision): void => {
  if (applied === undefined || applied.revision <= revision) return
  throw new NeedsCorrection(
    `The database was used by a newer Grundbok: its functions are of revision ${applied.revision}, ` +
      `and this program knows revision ${revision}; start the newer program, or restore a backup from before.`,
  )
}

/**
 * Gives the database the functions of these files, all or none.
 * @throws {StartupError} when one cannot be replaced
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

/** The record of what was applied; migrations know nothing of it. */
const RECORD = `
  create table if not exists platform.function_revision (
    id integer primary key generated always as identity,
    revision integer not null,
    digest text not null,
    applied_at timestamptz not null default now()
  )`
