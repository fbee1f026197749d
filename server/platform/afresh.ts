// What is slow is made outside of transactions, and of turns at the connections, also where only the transaction knows
// what is to be made, such as the PDF with a number that is given under a lock. A verb that finds that something is
// missing throws; its transaction is undone, the thing is made while nothing is held, and the verb runs anew. It comes
// to the same, unless another request was faster: then something else is missing, and is made next. After a few
// attempts the caller is told to come back.
import { Outage } from '#platform/outage'

type Make = () => Promise<unknown>

/** What was made so far, by its key; and what is missing, where the work goes on to find all of that. */
export type Made = { things: Map<string, () => unknown>; missing?: Map<string, Make> }

/** Says what is to be made outside of the transaction. */
class Missing extends Error {
  readonly things: ReadonlyMap<string, Make>

  constructor(things: ReadonlyMap<string, Make>) {
    super('Something has to be made outside of the transaction')
    this.things = things
  }
}

/** How often other requests may be faster. */
const ATTEMPTS = 8

/**
 * What `make` comes to, made outside of the transaction where the caller runs {@link afresh}. The key says all that it
 * depends on: the same key, the same thing. Where `made.missing` is kept, the work goes on with `instead`, so that
 * several things are found in one run; it has to end with {@link requireMade}.
 */
export const madeOutside = async <T>(
  { made }: { made?: Made | undefined },
  key: string,
  make: () => Promise<T>,
  instead?: T,
): Promise<T> => {
  if (!made) return make()
  const known = made.things.get(key)
  if (known) return known() as T
  if (!made.missing || instead === undefined) throw new Missing(new Map([[key, make]]))
  made.missing.set(key, make)
  return instead
}

/** Throws where something was missing that the work has gone on without. */
export const requireMade = ({ made }: { made?: Made | undefined }): void => {
  if (made?.missing && made.missing.size > 0) throw new Missing(made.missing)
}

/** Runs work that opens a transaction of its own, and again with what it found missing. */
export const afresh = async <T>(work: (made: Made) => Promise<T>): Promise<T> => {
  const made: Made = { things: new Map() }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await work(made)
    } catch (cause) {
      if (!(cause instanceof Missing)) throw cause
      made.things.clear()
      for (const [key, make] of cause.things) made.things.set(key, await outcomeOf(make))
    }
  }
  throw new Outage('lock', `Others were faster ${ATTEMPTS} times`, { undone: true })
}

/** A failure is told where the thing is asked for: inside the transaction that keeps refusals. */
const outcomeOf = async (make: Make): Promise<() => unknown> => {
  try {
    const thing = await make()
    return () => thing
  } catch (cause) {
    return () => {
      throw cause
    }
  }
}
