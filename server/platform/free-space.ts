// How much room is left on the disk. A PostgreSQL that cannot write its log stops at once, and takes every request
// along; so requests that change something are refused while there is still room for those that are under way.
import { statfs } from 'node:fs/promises'
import { Outage } from './outage.ts'

export type FreeSpace = {
  /** Throws an outage while there is less room than there must be. */
  require(): Promise<void>
}

/** How long what was seen counts, in milliseconds. */
const SEEN_FOR_MS = 1000
const MIB = 1024 * 1024

/** Watches the disk of a folder; 0 is always enough. */
export const newFreeSpace = (folder: string, leastMib: number): FreeSpace => {
  let seenAt = Number.NEGATIVE_INFINITY
  let seen: Promise<number> | null = null
  const freeMib = async () => {
    const { bavail, bsize } = await statfs(folder)
    return Math.floor((bavail * bsize) / MIB)
  }
  return {
    async require() {
      if (leastMib === 0) return
      if (seen === null || performance.now() - seenAt > SEEN_FOR_MS) {
        seenAt = performance.now()
        seen = freeMib()
      }
      const free = await seen
      if (free >= leastMib) return
      const message = `Only ${free} MiB are free on the disk of ${folder}, less than MIN_FREE_SPACE (${leastMib} MiB)`
      throw new Outage('disk', message, { undone: true })
    },
  }
}
