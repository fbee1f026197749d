// The storage of backups: named bytes, in a folder or in a bucket. Writes are atomic: a name appears with all its
// bytes, on disk, or not at all.
import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openBucket, type S3Settings } from '#files/bucket'
import { newId } from '#platform/id'

export type Target = {
  /** As given by the operator. */
  name: string
  put(name: string, bytes: Buffer): Promise<void>
  /** Null if the name does not exist. */
  get(name: string): Promise<Buffer | null>
  /** The names below a folder, which ends in a slash; all names for an empty one. */
  list(folder: string): Promise<Named[]>
  remove(name: string): Promise<void>
  /** Removes unfinished writes of killed programs from before a moment. */
  removeBroken(before: Date): Promise<void>
}

export type Named = { name: string; bytes: number }

/** Part of the names of unfinished files. */
const ARRIVING = '.arriving-'
/** How many times a folder is recreated that is removed concurrently. */
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

/** Empty folders are removed, including parents. */
const removeEmpty = async (top: string, below: string): Promise<void> => {
  for (let name = below; name !== '.'; name = dirname(name)) {
    const isGone = await rmdir(join(top, name)).then(
      () => true,
      (cause: NodeJS.ErrnoException) => cause.code === 'ENOENT',
    )
    if (!isGone) return
  }
}

/** The same target, but all operations fail once a signal is aborted. */
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

/** In a bucket, below a prefix; uploads to buckets are atomic. */
export const targetInBucket = (settings: S3Settings): Target => {
  const bucket = openBucket(settings)
  return {
    name: `s3://${settings.bucket}${settings.prefix && `/${settings.prefix}`}`,
    put: (name, bytes) => bucket.putBytes(bucket.keyOf(name), bytes),
    get: (name) => bucket.getBytes(bucket.keyOf(name)),
    list: (folder) => bucket.list(folder),
    remove: (name) => bucket.remove(bucket.keyOf(name)),
    // Parts of an unfinished upload never become visible.
    removeBroken: async () => {},
  }
}

/** Writes a file atomically and flushes it to disk. */
export const writeWhole = async (path: string, bytes: Buffer | string): Promise<void> => {
  const arriving = `${path}${ARRIVING}${newId()}`
  const handle = await openIn(dirname(path), arriving)
  try {
    await handle.writeFile(bytes).then(() => handle.sync())
    await handle.close()
    await rename(arriving, path)
  } catch (cause) {
    // A partial file would keep a full disk full.
    await handle.close().catch(() => {})
    await rm(arriving, { force: true }).catch(() => {})
    throw cause
  }
  await flushFolder(dirname(path))
}

/**
 * Opens a new file in a folder, which is created if necessary: it may be removed at that moment when it becomes empty.
 */
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

/** A part of a backup has changed, or is missing. */
export class Damaged extends Error {}

/**
 * The bytes of a name, verified against their digest.
 * @throws {Damaged}
 */
export const getWhole = async (target: Target, name: string, digest: string): Promise<Buffer> => {
  const bytes = await target.get(name)
  if (bytes === null) throw new Damaged(`${name} is missing in ${target.name}.`)
  if (digestOf(bytes) === digest) return bytes
  throw new Damaged(`${name} in ${target.name} is damaged: its bytes are not those that were put there.`)
}

export const putJson = (target: Target, name: string, value: unknown): Promise<void> =>
  target.put(name, Buffer.from(`${JSON.stringify(value, null, 2)}\n`))

/**
 * The JSON of a name, validated by `is`; null if there is none.
 * @throws {Damaged}
 */
export const getJson = async <T>(
  target: Target,
  name: string,
  is: (value: Record<string, unknown>) => boolean,
): Promise<T | null> => {
  const bytes = await target.get(name)
  if (bytes === null) return null
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'))
    // The cast is safe: `is` has checked the fields that the caller uses.
    if (typeof value === 'object' && value !== null && is(value as Record<string, unknown>)) return value as T
  } catch {
    // Reported below.
  }
  throw new Damaged(`${name} in ${target.name} is damaged: it does not say what it should.`)
}
