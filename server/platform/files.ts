// Files beside the database: what was received is kept under its digest, byte for byte; what is being worked on stands
// in a folder of its own, whose leftovers are removed at every start.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { chown, copyFile, mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '#platform/id'

export type Files = {
  /** A path for a file that is being made; nobody else has it. */
  newWorkFile(): string
  /** Keeps the bytes of a file under the tenant and digest (SHA-256); keeping the same bytes again changes nothing. */
  keep(tenantId: string, digest: Buffer, from: string): Promise<void>
  /** A file with the kept bytes; null when they are missing. */
  fetch(tenantId: string, digest: Buffer): Promise<Fetched | null>
  /** Deletes kept bytes; those that are not there are no fault. */
  remove(tenantId: string, digest: Buffer): Promise<void>
  /** Deletes all kept bytes of a tenant. */
  removeAll(tenantId: string): Promise<void>
  workFolder: string
}

/** `kept`: the kept file itself, which stays. Otherwise a work copy of it, which whoever fetched it removes. */
export type Fetched = { path: string; kept: boolean }

/** How old a work file must be before another start takes it for a leftover, in milliseconds (one day). */
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

/** Files that have arrived since they were last copied elsewhere: each has a mark below `folder` until it was. */
export type Arrivals = {
  places(): Promise<string[]>
  copied(place: string): Promise<void>
}

/**
 * Marks every file that is kept, before the caller goes on, for as long as it is there. The mark is on disk
 * before the row that tells of the file is committed: a power cut leaves no file without one.
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

/** Where kept bytes stand, wherever they are kept: `TENANT/ab/abcdef…`. */
export const placeOf = (tenantId: string, digest: Buffer): [string, string, string] => {
  const name = digest.toString('hex')
  return [tenantId, name.slice(0, 2), name]
}

/** Whether a path is the place of kept bytes. */
export const isPlace = (path: string): boolean => /^.+\/[0-9a-f]{2}\/[0-9a-f]{64}$/.test(path)

const keptBelow = (folder: string): string => join(folder, 'files')

/** Makes the place for work files below `folder`. */
export const workIn = (folder: string): Pick<Files, 'workFolder' | 'newWorkFile'> => {
  const workFolder = join(folder, 'work')
  mkdirSync(workFolder, { recursive: true, mode: 0o700 })
  return { workFolder, newWorkFile: () => join(workFolder, newId()) }
}

/** Whether anything has been kept on disk below `folder`. */
export const hasKeptOnDisk = (folder: string): boolean =>
  existsSync(keptBelow(folder)) && readdirSync(keptBelow(folder)).length > 0

/** A file that is kept on disk, and under what. */
export type KeptOnDisk = { path: string; tenantId: string; digest: Buffer }

/** Every file that is kept on disk below `folder`; those that are just arriving are none. */
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

/** A file with kept bytes that the database tells of: without them, something is very wrong. */
export const fetchKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Fetched> => {
  const fetched = await files.fetch(tenantId, digest)
  if (fetched) return fetched
  throw new Error(`The kept file ${tenantId}/${digest.toString('hex')} is missing`)
}

/** The kept bytes that the database tells of. */
export const readKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Buffer> =>
  readAway(await fetchKept(files, tenantId, digest), (path) => readFile(path))

/** What the digest of the kept bytes is by now; null when they are missing. */
export const digestOfKept = async (files: Files, tenantId: string, digest: Buffer): Promise<Buffer | null> => {
  const fetched = await files.fetch(tenantId, digest)
  return fetched && readAway(fetched, digestOfFile)
}

/** The digest under which the bytes of a file are kept. */
export const digestOfFile = async (path: string): Promise<Buffer> => {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest()
}

/** Reads a fetched file; a work copy is removed after it. */
const readAway = async <T>({ path, kept }: Fetched, read: (path: string) => Promise<T>): Promise<T> => {
  try {
    return await read(path)
  } finally {
    if (!kept) await rm(path, { force: true })
  }
}

/** Writes a stream to a new file that only we may read; when that fails, nothing is left of it. */
export const writeStream = async (path: string, from: Readable, ...through: Transform[]): Promise<void> => {
  const file = createWriteStream(path, { mode: 0o600 })
  try {
    await pipeline([from, ...through, file])
  } catch (cause) {
    // A stream that breaks off at once does so before the file is there: removed now, it would come after its removal.
    if (!file.closed) await new Promise<void>((resolve) => file.once('close', () => resolve()))
    await rm(path, { force: true })
    throw cause
  }
}

/** Writes through to the disk: the row that tells of a file is committed after it, and outlives a power cut. */
const flush = async (path: string): Promise<void> => {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** What root's command keeps in the folder of a service that another user runs belongs to that user. */
const handOver = async (folder: string, path: string): Promise<void> => {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(folder)
  for (let made = path; made !== folder; made = dirname(made)) await chown(made, uid, gid)
}

/** Removes work files that a process which was killed has left behind. */
export const removeLeftovers = async ({ workFolder }: Files, now: Date): Promise<void> => {
  for (const name of readdirSync(workFolder)) {
    const path = join(workFolder, name)
    const found = await stat(path).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > LEFTOVER_AGE_MS) await rm(path, { force: true })
  }
}
