// Where tests keep what lives for seconds: databases, data folders, uploads. In memory where the machine has plenty: a
// run copies more than a thousand databases of a thousand files each, which takes four times as long on a disk.
import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
// Short, since a socket's path has at most 107 bytes.
const OWN = 'gb-'

/** How much must be free, in memory and in its folder, so that a run takes no more than a small part; in bytes. */
const PLENTY = 6 * 2 ** 30

/** Makes a folder for this run in memory; undefined where there is none, or too little. */
export const scratchInMemory = (): string | undefined => {
  try {
    accessSync(MEMORY, constants.W_OK)
    forgetEarlierRuns()
    const { bavail, bsize } = statfsSync(MEMORY)
    if (bavail * bsize < PLENTY || process.availableMemory() < PLENTY) return undefined
    const folder = join(MEMORY, `${OWN}${process.pid}`)
    // The embedded PostgreSQL runs as another user where this is root.
    mkdirSync(folder, { mode: 0o755 })
    return folder
  } catch {
    return undefined
  }
}

/** A run that was killed leaves its folder behind, which would stay in memory. */
const forgetEarlierRuns = (): void => {
  for (const name of readdirSync(MEMORY).filter((one) => one.startsWith(OWN))) {
    if (!isAlive(Number(name.slice(OWN.length)))) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}

/** Whether a process with that id runs, under any user. */
export const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
