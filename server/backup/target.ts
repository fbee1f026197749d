// Where backups are put: named bytes, in a folder or in a bucket. What is there is whole: a name appears with all its
// bytes, on disk, or not at all.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openBucket, type S3Settings } from '#platform/bucket'
import { newId } from '#platform/id'

export type Target = {
  /** As the operator has named it. */
  name: string
  put(name: string, bytes: Buffer): Promise<void>
  /** Null when there is nothing of that name. */
  get(name: string): Promise<Buffer | null>
  /** The names that begin with a folder's, which ends in a slash; all of them for an empty one. */
  list(folder: string): Promise<Named[]>
  remove(name: string): Promise<void>
  /** Removes what was being written before a moment by a program that was killed: it will never be whole. */
  removeBroken(before: Date): Promise<void>
}

export type Named = { name: string; bytes: number }

/** What is being written has this in its name until it is whole. */
const ARRIVING = '.arriving-'
/** How often a folder is made that goes meanwhile. */
const ATTEMPTS = 5

export const targetInFolder = (folder: string): Target => ({
  name: folder,
  put: (name, bytes) => writeWhole(join(folder, name), bytes),
  get: (name) => readFile(join(folder, name)).catch(nullIfMissing),
  async list(below) {
    const entries = await readdir(join(folder, below), { recursive: true, withFileTypes: true }).catch(nullIfMissing)
    const files = (entries ?? []).filter((entry) => entry.isFile() && !entry.name.includes(ARRIVING))
    const names = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    const sized = await Promise.all(
      names.map(async (name) => ({ name, bytes: (await stat(join(folder, name)).catch(nullIfMissing))?.size })),
    )
    return sized.flatMap(({ name, bytes }) => (bytes === undefined ? [] : [{ name, bytes }]))
  },
  async remove(name) {
    await rm(join(folder, name), { force: true })
    await removeEmpty(folder, dirname(name))
  },
  async removeBroken(before) {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(nullIfMissing)
    for (const { name, parentPath } of (entries ?? []).filter((entry) => entry.isFile())) {
      if (!name.includes(ARRIVING)) continue
      const path = join(parentPath, name)
      const written = (await stat(path).catch(nullIfMissing))?.mtime
      if (written && written < before) await rm(path, { force: true })
    }
  },
})

/** A folder goes with the last that was in it, and so does the one that it is in. */
const removeEmpty = async (top: string, below: string): Promise<void> => {
  for (let name = below; name !== '.'; name = dirname(name)) {
    const isGone = await rmdir(join(top, name)).then(
      () => true,
      (cause: NodeJS.ErrnoException) => cause.code === 'ENOENT',
    )
    if (!isGone) return
  }
}

/** The same target, of which nothing more is asked once a signal has been given. */
export const heeding = (target: Target, signal: AbortSignal): Target => {
  const asked =
    <Words extends unknown[], Answer>(ask: (...words: Words) => Promise<Answer>) =>
    async (...words: Words): Promise<Answer> => {
      signal.throwIfAborted()
      return ask(...words)
    }
  return {
    name: target.name,
    put: asked(target.put),
    get: asked(target.get),
    list: asked(target.list),
    remove: asked(target.remove),
    removeBroken: asked(target.removeBroken),
  }
}

/** Below the prefix of a bucket, where a name appears with all its bytes by itself. */
export const targetInBucket = (settings: S3Settings): Target => {
  const bucket = openBucket(settings)
  return {
    name: `s3://${settings.bucket}${settings.prefix && `/${settings.prefix}`}`,
    put: (name, bytes) => bucket.putBytes(bucket.keyOf(name), bytes),
    get: (name) => bucket.getBytes(bucket.keyOf(name)),
    list: (folder) => bucket.list(folder),
    remove: (name) => bucket.remove(bucket.keyOf(name)),
    // A part is sent as a whole, and is not there before it has arrived.
    removeBroken: async () => {},
  }
}

/** Writes a file that is there whole, and on disk, or not at all. */
export const writeWhole = async (path: string, bytes: Buffer | string): Promise<void> => {
  const arriving = `${path}${ARRIVING}${newId()}`
  const handle = await openIn(dirname(path), arriving)
  try {
    await handle.writeFile(bytes).then(() => handle.sync())
    await handle.close()
    await rename(arriving, path)
  } catch (cause) {
    // What a full disk took of it would keep the disk full.
    await handle.close().catch(() => {})
    await rm(arriving, { force: true }).catch(() => {})
    throw cause
  }
  await flushFolder(dirname(path))
}

/** Opens a new file in a folder, which is made if need be: it may go at that moment with the last that was in it. */
const openIn = async (folder: string, path: string, attempts = ATTEMPTS): Promise<FileHandle> => {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    return await open(path, 'wx', 0o600)
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT' || attempts <= 1) throw cause
    return openIn(folder, path, attempts - 1)
  }
}

const flushFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const nullIfMissing = (cause: NodeJS.ErrnoException): null => {
  if (cause.code === 'ENOENT' || cause.code === 'ENOTDIR') return null
  throw cause
}

export const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A part of a backup is not what was put there, or is gone. */
export class Damaged extends Error {}

/** The bytes of a name, held against the digest they had. @throws {Damaged} */
export const getWhole = async (target: Target, name: string, digest: string): Promise<Buffer> => {
  const bytes = await target.get(name)
  if (bytes === null) throw new Damaged(`${name} is missing in ${target.name}.`)
  if (digestOf(bytes) === digest) return bytes
  throw new Damaged(`${name} in ${target.name} is damaged: its bytes are not those that were put there.`)
}

export const putJson = (target: Target, name: string, value: unknown): Promise<void> =>
  target.put(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/** What a name says as JSON, if `is` finds in it what must be there; null when there is nothing. @throws {Damaged} */
export const getJson = async <T>(
  target: Target,
  name: string,
  is: (value: Record<string, unknown>) => boolean,
): Promise<T | null> => {
  const bytes = await target.get(name)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    // What was found in it is what its reader needs.
    if (typeof value === 'object' && value !== null && is(value as Record<string, unknown>)) return value as T
  } catch {
    // It is told below.
  }
  throw new Damaged(`${name} in ${target.name} is damaged: it does not say what it should.`)
}
