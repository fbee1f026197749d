// Files beside the database: what was received is kept under its digest, byte for byte; what is being worked on stands
// in a folder of its own, whose leftovers are removed at every start.
import { createWriteStream, mkdirSync, readdirSync } from 'node:fs'
import { chown, copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { newId } from '#platform/id'

export type Files = {
  /** A path for a file that is being made; nobody else has it. */
  newWorkFile(): string
  /** Keeps the bytes of a file under the tenant and digest; keeping the same bytes again changes nothing. */
  keep(tenantId: string, digest: Buffer, from: string): Promise<void>
  /** Where the kept bytes are. */
  pathOf(tenantId: string, digest: Buffer): string
  workFolder: string
}

/** How old a work file must be before another start takes it for a leftover, in milliseconds (one day). */
const LEFTOVER_AGE_MS = 24 * 60 * 60 * 1000

/** Files on disk, below `folder`. */
export const filesOnDisk = (folder: string): Files => {
  const workFolder = join(folder, 'work')
  mkdirSync(workFolder, { recursive: true, mode: 0o700 })
  const pathOf = (tenantId: string, digest: Buffer) => {
    const name = digest.toString('hex')
    return join(folder, 'files', tenantId, name.slice(0, 2), name)
  }
  return {
    workFolder,
    newWorkFile: () => join(workFolder, newId()),
    pathOf,
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
