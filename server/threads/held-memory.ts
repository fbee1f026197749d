// Memory that pieces of work take, counted before they take it: together they have so many bytes, and one owner a share
// of these at most. What does not fit waits, and is out of order when that takes too long.
import { Outage } from '#platform/outage'

type HeldMemory = {
  /**
   * Does work that takes so many bytes, at most those of one owner, once there is room for it.
   * @throws {Outage} when there is none within the time, or too many wait
   */
  during<T>(whose: string, bytes: number, work: () => Promise<T>, own?: { maxWaitMs?: number }): Promise<T>
  /** The same for what ends later: what it answers gives the bytes back, once. */
  take(whose: string, bytes: number, own?: { maxWaitMs?: number }): Promise<() => void>
}

type HeldMemoryOptions = { bytes: number; most: number; maxWaitMs: number; overtakenMs?: number }

/** How many pieces of work may wait for room. */
const MOST_WAITING = 500

/** For how long any piece of work overtakes one that waits, in milliseconds: then those do that do not delay it. */
const OVERTAKEN_MS = 5_000

type Waiting = { whose: string; bytes: number; since: number; start(): void }

/** `most` is for one owner; a piece of work that takes more counts as so much. */
export const newHeldMemory = (options: HeldMemoryOptions): HeldMemory => {
  const { bytes: all, most, maxWaitMs: usualWaitMs, overtakenMs = OVERTAKEN_MS } = options
  const held = new Map<string, number>()
  /** What each piece at work takes. */
  const running: number[] = []
  const waiting: Waiting[] = []
  let total = 0

  const isWithinShare = ({ whose, bytes }: Waiting): boolean => (held.get(whose) ?? 0) + bytes <= most

  const fits = (one: Waiting): boolean => total + one.bytes <= all && isWithinShare(one)

  const change = (whose: string, bytes: number): void => {
    const own = (held.get(whose) ?? 0) + bytes
    if (own <= 0) held.delete(whose)
    else held.set(whose, own)
    total += bytes
  }

  /** Who came first goes first; what does not fit yet is overtaken by what does. */
  const letIn = (): void => {
    let old: Waiting | null = null
    for (const one of [...waiting]) {
      if (fits(one) && (old === null || fitsBeside(running, one.bytes, all - old.bytes))) {
        waiting.splice(waiting.indexOf(one), 1)
        running.push(one.bytes)
        change(one.whose, one.bytes)
        one.start()
      } else if (old === null && isWithinShare(one) && performance.now() - one.since >= overtakenMs) old = one
    }
  }

  const enter = (whose: string, bytes: number, maxWaitMs: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (why: string) => reject(new Outage('busy', why, { undone: true }))
      if (waiting.length >= MOST_WAITING) return giveUp(`More than ${MOST_WAITING} wait for memory`)
      const late = setTimeout(() => {
        const at = waiting.indexOf(one)
        if (at !== -1) waiting.splice(at, 1)
        letIn()
        giveUp(`There was no memory for it in ${maxWaitMs} ms`)
      }, maxWaitMs)
      const one: Waiting = {
        whose,
        bytes,
        since: performance.now(),
        start() {
          clearTimeout(late)
          resolve()
        },
      }
      waiting.push(one)
      letIn()
    })

  const take: HeldMemory['take'] = async (whose, wanted, { maxWaitMs = usualWaitMs } = {}) => {
    const bytes = Math.min(wanted, most)
    await enter(whose, bytes, maxWaitMs)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      running.splice(running.indexOf(bytes), 1)
      change(whose, -bytes)
      letIn()
    }
  }

  return { take, during: duringOf(take) }
}

/** Whether a piece delays none that has waited for long: it takes of what that leaves, together with others like it. */
const fitsBeside = (running: readonly number[], bytes: number, left: number): boolean =>
  running.reduce((sum, one) => sum + (one <= left ? one : 0), bytes) <= left

const duringOf =
  (take: HeldMemory['take']): HeldMemory['during'] =>
  async (whose, bytes, work, own) => {
    const giveBack = await take(whose, bytes, own)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
