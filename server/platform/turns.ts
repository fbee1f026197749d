// Work that is heavy is done a few pieces at a time; whoever comes later waits, but not behind all that one company has
// sent: the companies take turns.
import { Outage, type OutageKind } from './outage.ts'

/**
 * How many pieces of one company are under way at most; how long one waits for its turn, in milliseconds, and what it
 * is told to be out of order after that.
 */
export type TurnOptions = { most?: number; maxWaitMs?: number; late?: OutageKind }

/** Runs work when it is the company's turn. */
export type InTurn = <T>(companyId: string, work: () => Promise<T>) => Promise<T>

/** Maximum number of pieces of work of one company that wait. */
const MOST_WAITING = 1000

/**
 * Runs work of companies, at most `limit` pieces at once. One company never has all of them, so that the others do not
 * wait for what is slow of it. Of what waits, each company has one piece done before any of them has another. Whoever
 * waits for too long is told that too much is waiting.
 */
export const turns = (limit: number, options: TurnOptions = {}): InTurn => {
  const { most = Math.max(1, limit - 1), maxWaitMs, late: kind = 'busy' } = options
  const running = new Map<string, number>()
  const waiting = new Map<string, Waiting[]>()
  let all = 0

  const begin = (companyId: string): void => {
    running.set(companyId, (running.get(companyId) ?? 0) + 1)
    all += 1
  }

  const startNext = (): void => {
    for (const [companyId, [first, ...others]] of waiting) {
      if (all >= limit) return
      if ((running.get(companyId) ?? 0) >= most) continue
      // At the end of the row again, for what else it has.
      waiting.delete(companyId)
      if (others.length > 0) waiting.set(companyId, others)
      begin(companyId)
      first?.start()
    }
  }

  const end = (companyId: string): void => {
    const left = (running.get(companyId) ?? 1) - 1
    if (left === 0) running.delete(companyId)
    else running.set(companyId, left)
    all -= 1
    startNext()
  }

  const leave = (companyId: string, one: Waiting): void => {
    const others = (waiting.get(companyId) ?? []).filter((other) => other !== one)
    if (others.length > 0) waiting.set(companyId, others)
    else waiting.delete(companyId)
  }

  const waitInRow = (companyId: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const before = waiting.get(companyId) ?? []
      const giveUp = (why: string) => reject(new Outage(kind, why, { undone: true }))
      if (before.length >= MOST_WAITING) return giveUp(`More than ${MOST_WAITING} wait for their turn`)
      const late =
        maxWaitMs === undefined
          ? undefined
          : setTimeout(() => {
              leave(companyId, one)
              giveUp(`Its turn did not come in ${maxWaitMs} ms`)
            }, maxWaitMs)
      const one: Waiting = {
        start() {
          clearTimeout(late)
          resolve()
        },
      }
      waiting.set(companyId, [...before, one])
    })

  return async (companyId, work) => {
    const isFree = all < limit && (running.get(companyId) ?? 0) < most
    if (isFree) begin(companyId)
    else await waitInRow(companyId)
    try {
      return await work()
    } finally {
      end(companyId)
    }
  }
}

type Waiting = { start(): void }
