// Limits concurrency of heavy work, fairly: work waits neither behind everything that one company has sent, nor behind
// everything that one person or integration has sent for many companies.
import { Outage, type OutageKind } from './outage.ts'

/** Most concurrent pieces per owner; the longest wait in milliseconds, and the kind of the outage after that. */
export type FairLimitOptions = { most?: number; maxWaitMs?: number; late?: OutageKind }

/** The owners of a piece of work: the company, and the person or integration that requested it. */
export type WorkOwners = string | readonly [string, ...string[]]

/** Runs work when it is its owners' turn; `own.maxWaitMs` overrides the longest wait. */
export type FairLimit = <T>(whose: WorkOwners, work: () => Promise<T>, own?: { maxWaitMs?: number }) => Promise<T>

/** Most waiting pieces of work per owner. */
const MOST_WAITING = 1000

/**
 * Runs work, at most `limit` pieces at once. No owner ever has all of them, so that others need not wait for its slow
 * work; a piece with several owners counts for each. The next piece is the one whose owners were served longest ago. A
 * piece that has waited too long fails with an outage.
 */
export const newFairLimit = (limit: number, options: FairLimitOptions = {}): FairLimit => {
  const { most = Math.max(1, limit - 1), maxWaitMs, late: kind = 'busy' } = options
  const running = new Map<string, number>()
  const row = newRow()
  let all = 0

  const isFree = (owners: Owners): boolean => owners.every((one) => (running.get(one) ?? 0) < most)

  const begin = (owners: Owners): void => {
    for (const one of owners) running.set(one, (running.get(one) ?? 0) + 1)
    all += 1
  }

  const end = (owners: Owners): void => {
    for (const one of owners) {
      const left = (running.get(one) ?? 1) - 1
      if (left === 0) running.delete(one)
      else running.set(one, left)
    }
    all -= 1
    while (all < limit) {
      const next = row.takeNext(isFree)
      if (!next) return
      begin(next.owners)
      next.start()
    }
  }

  const waitInRow = (owners: Owners, waitMs: number | undefined): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (why: string) => reject(new Outage(kind, why, { undone: true }))
      if (row.isFull(owners)) return giveUp(`More than ${MOST_WAITING} wait for their turn`)
      const late =
        waitMs === undefined
          ? undefined
          : setTimeout(() => {
              row.leave(one)
              giveUp(`Its turn did not come in ${waitMs} ms`)
            }, waitMs)
      const one: Waiting = {
        owners,
        start() {
          clearTimeout(late)
          resolve()
        },
      }
      row.enter(one)
    })

  return async (whose, work, own = {}) => {
    const owners = typeof whose === 'string' ? [whose] : [...new Set(whose)]
    if (all < limit && isFree(owners)) begin(owners)
    else await waitInRow(owners, own.maxWaitMs ?? maxWaitMs)
    try {
      return await work()
    } finally {
      end(owners)
    }
  }
}

type Owners = readonly string[]
type Waiting = { owners: Owners; start(): void }

/** The queue of one set of owners, in order of arrival. */
type Line = { owners: Owners; waiting: Waiting[] }

/** An owner's number of waiting pieces, and when it was last served, or its first piece arrived. */
type Standing = { waiting: number; at: number }

/** The waiting pieces. Moments are a counter, not a clock. */
const newRow = () => {
  const lines = new Map<string, Line>()
  const standings = new Map<string, Standing>()
  let moment = 0

  const isSooner = (line: Line, than: Line): boolean => {
    const own = latestOf(line)
    const other = latestOf(than)
    return own.last < other.last || (own.last === other.last && own.sum < other.sum)
  }

  const latestOf = ({ owners }: Line): { last: number; sum: number } => {
    const moments = owners.map((one) => standings.get(one)?.at ?? 0)
    return { last: Math.max(...moments), sum: moments.reduce((sum, at) => sum + at, 0) }
  }

  const remove = (one: Waiting): void => {
    const name = one.owners.join(' ')
    const line = lines.get(name)
    const place = line?.waiting.indexOf(one) ?? -1
    if (!line || place === -1) return
    line.waiting.splice(place, 1)
    if (line.waiting.length === 0) lines.delete(name)
    for (const owner of one.owners) {
      const standing = standings.get(owner)
      if (!standing) continue
      standing.waiting -= 1
      if (standing.waiting === 0) standings.delete(owner)
    }
  }

  return {
    isFull: (owners: Owners): boolean => owners.some((owner) => (standings.get(owner)?.waiting ?? 0) >= MOST_WAITING),

    enter(one: Waiting): void {
      moment += 1
      const name = one.owners.join(' ')
      const line = lines.get(name) ?? { owners: one.owners, waiting: [] }
      lines.set(name, line)
      line.waiting.push(one)
      for (const owner of one.owners) {
        const standing = standings.get(owner) ?? { waiting: 0, at: moment }
        standings.set(owner, standing)
        standing.waiting += 1
      }
    },

    leave: remove,

    /** Takes the next piece among those whose owners may start one. */
    takeNext(mayBegin: (owners: Owners) => boolean): Waiting | null {
      let next: Line | null = null
      for (const line of lines.values()) {
        if (mayBegin(line.owners) && (next === null || isSooner(line, next))) next = line
      }
      const [one] = next?.waiting ?? []
      if (!one) return null
      moment += 1
      for (const owner of one.owners) {
        const standing = standings.get(owner)
        if (standing) standing.at = moment
      }
      remove(one)
      return one
    },
  }
}
