// Memory that pieces of work take, counted before they take it: together they have so many bytes, and one owner a share
// of these at most. What does not fit waits, and is out of order when that takes too long.
import { Outage } from '#platform/outage'

export type HeldMemory = {
  /**
   * Does work that takes so many bytes, at most those of one owner, once there is room for it.
   * @throws {Outage} when there is none within the time, or too many wait
   */
  during<T>(whose: string, bytes: number, work: () => Promise<T>): Promise<T>
  /** The same for what ends later: what it answers gives the bytes back, once. */
  take(whose: string, bytes: number): Promise<() => void>
}

export type HeldMemoryOptions = { bytes: number; most: number; maxWaitMs: number }

/** How many pieces of work may wait for room. */
const MOST_WAITING = 500

type Waiting = { whose: string; bytes: number; start(): void }

/** `most` is for one owner; a piece of work that takes more counts as so much. */
export const newHeldMemory = ({ bytes: all, most, maxWaitMs }: HeldMemoryOptions): HeldMemory => {
  const held = new Map<string, number>()
  const waiting: Waiting[] = []
  let total = 0

  const fits = ({ whose, bytes }: Pick<Waiting, 'whose' | 'bytes'>): boolean =>
    total + bytes <= all && (held.get(whose) ?? 0) + bytes <= most

  const change = (whose: string, bytes: number): void => {
    const own = (held.get(whose) ?? 0) + bytes
    if (own <= 0) held.delete(whose)
    else held.set(whose, own)
    total += bytes
  }

  /** Who came first goes first; what does not fit yet is passed over by what does. */
  const letIn = (): void => {
    for (let at = 0; at < waiting.length; ) {
      const one = waiting[at]
      if (!one || !fits(one)) {
        at += 1
        continue
      }
      waiting.splice(at, 1)
      change(one.whose, one.bytes)
      one.start()
    }
  }

  const enter = (whose: string, bytes: number): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = (why: string) => reject(new Outage('busy', why, { undone: true }))
      if (waiting.length >= MOST_WAITING) return giveUp(`More than ${MOST_WAITING} wait for memory`)
      const late = setTimeout(() => {
        const at = waiting.indexOf(one)
        if (at !== -1) waiting.splice(at, 1)
        giveUp(`There was no memory for it in ${maxWaitMs} ms`)
      }, maxWaitMs)
      const one: Waiting = {
        ...{ whose, bytes },
        start() {
          clearTimeout(late)
          resolve()
        },
      }
      waiting.push(one)
      letIn()
    })

  const take = async (whose: string, wanted: number): Promise<() => void> => {
    const bytes = Math.min(wanted, most)
    await enter(whose, bytes)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      change(whose, -bytes)
      letIn()
    }
  }

  return { take, during: duringOf(take) }
}

const duringOf =
  (take: HeldMemory['take']): HeldMemory['during'] =>
  async (whose, bytes, work) => {
    const giveBack = await take(whose, bytes)
    try {
      return await work()
    } finally {
      giveBack()
    }
  }
