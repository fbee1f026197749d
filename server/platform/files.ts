// Files beside the database. Received files are stored under their digest, byte for byte; work files have a separate
// folder, whose leftovers are removed at every start.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chown, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from './id.ts'

export type Files = {
  /** A unique path for a file to be made. */
  newWorkFile(): string
  /** Stores the bytes of a file under the tenant and digest (SHA-256); storing the same bytes again changes nothing. */
  keep(tenantId: string, digest: Buffer, from: string): Promise<void>
  /** A file with the stored bytes; null if they are missing. */
  fetch(tenantId: string, digest: Buffer): Promise<Fetched | null>
  /** Deletes stored bytes; missing ones are no error. */
  remove(tenantId: string, digest: Buffer): Promise<void>
  /** Deletes all stored bytes of a tenant. */
  removeAll(tenantId: string): Promise<void>
  workFolder: string
}

/** `kept`: the stored file itself, which must stay. Otherwise a work copy, which the caller removes. */
export type Fetched = { path: string; kept: boolean }

/** The age at which a start removes a work file as a leftover, in milliseconds (one day). */
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000

/** Files on disk, below `folder`. */
export const filesOnDisk = (folder: string): Files => {
  const pathOf = (tenantId: string, digest: Buffer) => join(keptBelow(folder), ...placeOf(tenantId, digest))
  return {
    ...workIn(folder),
    async keep(tenantId, digest, from) {
      const path = pathOf(tenantId, digest)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      const arriving = `${path}.${newId()}`
      await copyFile(from, arriving)
      await flush(arriving)
      await rename(arriving, path)
      await flush(dirname(path))
      await handOver(folder, path)
    },
    async fetch(tenantId, digest) {
      const path = pathOf(tenantId, digest)
      return (await stat(path).catch(nullIfMissing)) && { path, kept: true }
    },
    async remove(tenantId, digest) {
      await rm(pathOf(tenantId, digest), { force: true })
    },
    async removeAll(tenantId) {
      await rm(join(keptBelow(folder), tenantId), { force: true, recursive: true })
    },
  }
}

/** Files that arrived since the last copy elsewhere: each has a marker below `folder` until it is copied. */
type Arrivals = {
  places(): Promise<string[]>
  copied(place: string): Promise<void>
}

/**
 * Marks every stored file before `keep` returns. The marker is on disk before the row that references the file is
 * committed, so no file lacks one after a power cut.
 */
export const markingArrivals = (files: Files, folder: string): Files => ({
  ...files,
  async keep(tenantId, digest, from) {
    await files.keep(tenantId, digest, from)
    const mark = markOf(folder, placeOf(tenantId, digest).join('/'))
    await mkdir(dirname(mark), { recursive: true, mode: 0o700 })
    await writeFile(mark, '', { mode: 0o600 })
    await flush(dirname(mark))
    await handOver(folder, mark)
  },
  async remove(tenantId, digest) {
    await rm(markOf(folder, placeOf(tenantId, digest).join('/')), { force: true })
    await files.remove(tenantId, digest)
  },
  async removeAll(tenantId) {
    const { places, copied } = arrivalsIn(folder)
    for (const place of await places()) if (place.startsWith(`${tenantId}/`)) await copied(place)
    await files.removeAll(tenantId)
  },
})

export const arrivalsIn = (folder: string): Arrivals => ({
  places: async () => ((await readdir(arrivedBelow(folder)).catch(nullIfMissing)) ?? []).map(decodeURIComponent),
  copied: (place) => rm(markOf(folder, place), { force: true }),
})

const arrivedBelow = (folder: string): string => join(folder, 'arrived')
const markOf = (folder: string, place: string): string => join(arrivedBelow(folder), encodeURIComponent(place))

/** The path of stored bytes, in any storage: `TENANT/ab/abcdef…`. */
export const placeOf = (tenantId: string, digest: Buffer): [string, string, string] => {
  const name = digest.toString('hex')
  return [tenantId, name.slice(0, 2), name]
}

/** Whether a path is that of stored bytes. */
export const isPlace = (path: string): boolean => /^.+\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path)

const keptBelow = (folder: string): string => join(folder, 'files')

/** Creates the folder of work files below `folder`. */
export const workIn = (folder: string): Pick<Files, 'workFolder' | 'newWorkFile'> => {
  const workFolder = join(folder, 'work')
  mkdirSync(workFolder, { recursive: true, mode: 0o700 })
  return { workFolder, newWorkFile: () => join(workFolder, newId()) }
}

/** Whether any file is stored on disk below `folder`. */
export const hasKeptOnDisk = (folder: string): boolean =>
  existsSync(keptBelow(folder)) && readdirSync(keptBelow(folder)).length > 0

/** A file stored on disk, and its keys. */
export type KeptOnDisk = { path: string; tenantId: string; digest: Buffer }

/** Every file stored on disk below `folder`, without those still being written. */
export const keptOnDisk = async (folder: string): Promise<KeptOnDisk[]> => {
  const top = keptBelow(folder)
  if (!existsSync(top)) return []
  return (await readdir(top, { recursive: true })).sort().flatMap((place) => {
    const [, tenantId, name] = /^(.+)\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(place) ?? []
    return tenantId && name ? [{ path: join(top, place), tenantId, digest: Buffer.from(name, 'hex') }] : []
  })
}

const nullIfMissing = (cause: NodeJS.ErrnoException): null => {
  if (cause.code === 'ENOENT') return null
  throw cause
}

/** A stored file that the database references; a missing one is a bug. */
export const fetchKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Fetched> => {
  const fetched = await files.fetch(tenantId, digest)
  if (fetched) return fetched
  throw new Error(`The kept file ${tenantId}/${digest.toString('hex')} is missing`)
}

/** The stored bytes that the database references. */
export const readKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Buffer> =>
  readAway(await fetchKept(files, tenantId, digest), (path) => readFile(path))

/** The current digest of the stored bytes; null if they are missing. */
export const digestOfKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Buffer | null> => {
  const fetched = await files.fetch(tenantId, digest)
  return fetched && readAway(fetched, digestOfFile)
}

/** The digest under which the bytes of a file are stored. */
export const digestOfFile = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Reads a fetched file and removes it if it is a work copy. */
const readAway = async <T>({ path, kept }: Fetched, read: (path: string) => Promise<T>): Promise<T> => {
  try {
    return await read(path)
  } finally {
    if (!kept) await rm(path, { force: true })
  }
}

/** Writes a stream to a new file that only we may read; removes it on failure. */
export const writeStream = async (path: string, from: Readable, ...through: Transform[]): Promise<void> => {
  const file = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline([from, ...through, file])
  } catch (cause) {
    // A stream that fails immediately does so before the file exists; wait, or the file would be created after its
    // removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
    await rm(path, { force: true })
    throw cause
  }
}

/** Flushes to disk: the row that references a file is committed later and must not survive a power cut without it. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** When root runs a command in the data folder of a service user, the new file must belong to that user. */
const handOver = async (folder: string, path: string): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  for (let made = path; made !== folder; made = dirname(made)) await chown(made, uid, gid)
}

/** Removes work files that killed processes left behind. */
export const removeLeftovers = async ({ workFolder }: Files, now: Date): Promise<void> => {
  for (const name of readdirSync(workFolder)) {
    const path = join(workFolder, name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > LEFTOVER_AGE_MS) await rm(path, { force: true })
  }
}
