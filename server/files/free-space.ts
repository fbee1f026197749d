// Checks free disk space. A PostgreSQL that cannot write its log stops at once and fails every request, so writing
// requests are refused while there is still room for those in progress.
import { statfs } from 'node:fs/promises'
import { Outage } from '#platform/outage'

export type FreeSpace = {
  /** Throws an outage if there is less free space than required. */
  require(): Promise<void>
}

/** How long a measurement is reused, in milliseconds. */
const SEEN_FOR_MS = 1000
const MIB = 1024 * 1024

/** Watches the disk of a folder; 0 is always enough. */
export const newFreeSpace = (folder: string, leastMib: number): FreeSpace =>
  watched(folder, leastMib, ({ bavail, bsize }) => {
    const free = Math.floor((bavail * bsize) / MIB)
    if (free >= leastMib) return null
    return `Only ${free} MiB are free on the disk of ${folder}, less than MIN_FREE_SPACE (${leastMib} MiB)`
  })

/** The same for files, which stop while there is room for the books: of `leastPercent` of the disk. */
export const newRoomForFiles = (folder: string, leastPercent: number): FreeSpace =>
  watched(folder, leastPercent, ({ bavail, blocks }) => {
    if (bavail * 100 >= blocks * leastPercent) return null
    const percent = Math.floor((bavail * 100) / blocks)
    return `Only ${percent} % are free on the disk of ${folder}, less than MIN_FREE_FOR_FILES (${leastPercent} %)`
  })

type Disk = { bavail: number; bsize: number; blocks: number }

const watched = (folder: string, least: number, wrong: (disk: Disk) => string | null): FreeSpace => {
  let seenAt = Number.NEGATIVE_INFINITY
  let seen: Promise<Disk> | null = null
  return {
    async require() {
      if (least === 0) return
      if (seen === null || performance.now() - seenAt > SEEN_FOR_MS) {
        seenAt = performance.now()
        seen = statfs(folder)
      }
      const message = wrong(await seen)
      if (message !== null) throw new Outage('disk', message, { undone: true })
    },
  }
}
