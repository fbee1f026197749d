// Copies stored files to a target. A stored file never changes, so it is copied once. Deleted files stay in the target
// until nothing that can be restored references them.
import { join } from 'node:path'
import { Damaged, digestOf, getJson, putJson, type Target, writeWhole } from './target.ts'

/** The stored files: the places of all of them, relative to `files/`, and their bytes. */
export type KeptFiles = {
  places(): Promise<string[]>
  /** Null if it was deleted meanwhile. */
  read(place: string): Promise<Buffer | null>
}

const FOLDER = 'files/'
const GONE = 'files-gone.json'
/** Most files copied at once. */
const AT_ONCE = 4
/** Most damaged files that are named, and most that are found before giving up. */
const NAMED = 5
const MOST_DAMAGED = 100

type Gone = Record<string, number>

/**
 * Copies new files, records deletions, and removes files deleted before a moment. Files that are unreadable, or do not
 * match their digest, are not copied, and are named.
 */
export const copyFiles = async (
  target: Target,
  files: KeptFiles,
  { now, goneBefore }: { now: number; goneBefore: number },
): Promise<{ copied: number; faults: string[] }> => {
  const there = new Set((await target.list(FOLDER)).map(({ name }) => name.slice(FOLDER.length)))
  const here = await files.places()
  const fresh = here.filter((place) => !there.has(place))
  const faults: string[] = []
  let copied = 0
  await someAtOnce(fresh, async (place) => {
    const outcome = await copyFile(target, files, place)
    if (outcome === 'copied') copied += 1
    if (outcome === 'damaged') faults.push(`${place} is not what was kept`)
    if (outcome === 'unreadable') faults.push(`${place} cannot be read`)
  })
  await forgetGone(target, files, { there, here: new Set(here), now, goneBefore })
  return { copied, faults }
}

/** Runs work on each item, several at once. After a failure, all running work is awaited before it is thrown. */
export const someAtOnce = async <T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> => {
  const waiting = all.values()
  let isBroken = false
  const doSome = async () => {
    for (const one of waiting) {
      if (isBroken) return
      await work(one).catch((cause: unknown) => {
        isBroken = true
        throw cause
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, doSome))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

/** Copies a file, whose name is its digest. */
export const copyFile = async (
  target: Target,
  files: KeptFiles,
  place: string,
): Promise<'copied' | 'damaged' | 'unreadable' | 'gone'> => {
  const bytes = await files.read(place).catch(unreadableOf)
  if (bytes === 'unreadable') return bytes
  if (bytes === null) return 'gone'
  if (digestOf(bytes) !== digestIn(place)) return 'damaged'
  await target.put(`${FOLDER}${place}`, bytes)
  return 'copied'
}

/** An error in one file does not prevent copying others; an error in the storage does. */
const unreadableOf = (cause: NodeJS.ErrnoException): 'unreadable' => {
  if (['EACCES', 'EPERM', 'EIO', 'EISDIR'].includes(cause.code ?? '')) return 'unreadable'
  throw cause
}

const digestIn = (place: string): string => place.slice(place.lastIndexOf('/') + 1)

type Seen = { there: Set<string>; here: Set<string>; now: number; goneBefore: number }

const forgetGone = async (target: Target, files: KeptFiles, seen: Seen): Promise<void> => {
  const { there, here, now, goneBefore } = seen
  const before = await goneIn(target)
  const gone: Gone = {}
  for (const place of there) {
    if (here.has(place)) continue
    // It may have been recorded while a clock was ahead.
    const since = Math.min(before[place] ?? now, now)
    if (since >= goneBefore) {
      gone[place] = since
      continue
    }
    await target.remove(`${FOLDER}${place}`)
    // The same file may have been stored and copied again meanwhile.
    await copyFile(target, files, place)
  }
  if (Object.keys(gone).length > 0 || Object.keys(before).length > 0) await putJson(target, GONE, gone)
}

/** The recorded deletions. If damaged, they start over: the files are then kept longer. */
const goneIn = async (target: Target): Promise<Gone> => {
  try {
    return (await getJson<Gone>(target, GONE, isGone)) ?? {}
  } catch (cause) {
    if (cause instanceof Damaged) return {}
    throw cause
  }
}

const isGone = (value: Record<string, unknown>): boolean =>
  Object.values(value).every((since) => typeof since === 'number')

/** The total bytes of the files in a target. */
export const keptBytes = async (target: Target): Promise<number> =>
  (await target.list(FOLDER)).reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * A file in a data folder that marks its files as restored: some may have no row, such as those deleted since the
 * oldest base, because the restored moment is not known at this point.
 */
export const RESTORED_MARK = 'files-brought'

/**
 * Restores all files into a data folder, and marks it; after a failure no work is running.
 * @throws {Damaged} that names damaged files
 */
export const restoreFiles = async (target: Target, dataDir: string): Promise<number> => {
  const names = (await target.list(FOLDER)).map(({ name }) => name)
  const damaged: string[] = []
  let brought = 0
  await someAtOnce(names, async (name) => {
    if (damaged.length >= MOST_DAMAGED) return
    const bytes = await target.get(name)
    if (bytes === null) return
    if (digestOf(bytes) !== digestIn(name)) {
      damaged.push(name)
      return
    }
    await writeWhole(join(dataDir, name), bytes)
    brought += 1
  })
  if (damaged.length > 0) throw new Damaged(damageOf(damaged.sort(), target))
  if (brought > 0) await writeWhole(join(dataDir, RESTORED_MARK), `${brought}\n`)
  return brought
}

const damageOf = (names: readonly string[], target: Target): string => {
  const others = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const [verb, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them']
  return (
    `${names.slice(0, NAMED).join(', ')}${others} in ${target.name} ${verb} damaged: the bytes are not those that were ` +
    `put there. Put ${them} back from another copy; or remove ${them} there, and all else is restored.`
  )
}
