// Copies kept files to a target. A kept file never changes, so a copy of it is made once. What is no longer there stays
// in the target until nothing that may be restored names it.
import { join } from 'node:path'
import { Damaged, digestOf, getJson, putJson, type Target, writeWhole } from './target.ts'

/** What is kept: the places of all files, as they are below `files/`, and their bytes. */
export type KeptFiles = {
  places(): Promise<string[]>
  /** Null when it went away meanwhile. */
  read(place: string): Promise<Buffer | null>
}

const FOLDER = 'files/'
const GONE = 'files-gone.json'
/** How many files are under way at once. */
const AT_ONCE = 4
/** How many damaged files are named, and how many are looked for before the rest is left. */
const NAMED = 5
const MOST_DAMAGED = 100

type Gone = Record<string, number>

/**
 * Copies what is new, and notes what is gone since; forgets what was gone before a moment. Files that cannot be
 * read, or are not what their digest says, are not copied, and named.
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

/** Does something with each, some at once. When one fails, nothing is under way any more when that is told. */
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

/** Copies one file; its name is its digest. */
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

/** What is wrong with one file alone keeps no other from being copied; what is wrong with the place of all does. */
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
    // A clock that was ahead may have noted it.
    const since = Math.min(before[place] ?? now, now)
    if (since >= goneBefore) {
      gone[place] = since
      continue
    }
    await target.remove(`${FOLDER}${place}`)
    // The same may have been kept once more meanwhile, and been copied just before.
    await copyFile(target, files, place)
  }
  if (Object.keys(gone).length > 0 || Object.keys(before).length > 0) await putJson(target, GONE, gone)
}

/** What was noted of files that are gone. Where that is damaged it begins anew: they stay for longer then. */
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

/** How many bytes the files of a target have. */
export const keptBytes = async (target: Target): Promise<number> =>
  (await target.list(FOLDER)).reduce((sum, { bytes }) => sum + bytes, 0)

/**
 * The file of a data folder that says that its files were brought: among them are some that no row has, such as those
 * that were deleted since the oldest base, since nobody knows here what the restored moment has.
 */
export const BROUGHT = 'files-brought'

/**
 * Brings all files into a data folder, and says so in it; nothing is under way any more when it fails.
 * @throws {Damaged} with those that are not whole
 */
export const bringFiles = async (target: Target, dataDir: string): Promise<number> => {
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
  if (brought > 0) await writeWhole(join(dataDir, BROUGHT), `${brought}\n`)
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
