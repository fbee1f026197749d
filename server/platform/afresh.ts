// What is slow is made outside of transactions, also where only the transaction knows what is to be made, such as the
// PDF with a number that is given under a lock. A verb that finds that something is missing throws; its transaction is
// undone, the thing is made while nothing is locked, and the verb runs anew. It comes to the same, unless somebody was
// faster: then something else is missing, and is made in turn. Whom others overtake again and again makes it within the
// transaction in the end, where nobody is faster.
/** What was made so far, by its key. */
export type Made = Map<string, () => unknown>

/** Says what is to be made outside of the transaction. */
class Missing extends Error {
  readonly key: string
  readonly make: () => Promise<unknown>

  constructor(key: string, make: () => Promise<unknown>) {
    super('Something has to be made outside of the transaction')
    this.key = key
    this.make = make
  }
}

/** How often somebody else may be faster before it is made within the transaction. */
const ATTEMPTS = 4

/**
 * What `make` comes to, made outside of the transaction where the caller goes on {@link afresh}. The key says all that
 * it depends on: the same key, the same thing.
 */
export const madeOutside = async <T>(
  { made }: { made?: Made | undefined },
  key: string,
  make: () => Promise<T>,
): Promise<T> => {
  if (!made) return make()
  const known = made.get(key)
  if (!known) throw new Missing(key, make)
  return known() as T
}

/** Runs work that opens a transaction of its own, and again with what it found missing. */
export const afresh = async <T>(work: (made?: Made) => Promise<T>): Promise<T> => {
  const made: Made = new Map()
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await work(made)
    } catch (cause) {
      if (!(cause instanceof Missing)) throw cause
      made.clear()
      made.set(cause.key, await outcomeOf(cause.make))
    }
  }
  return work()
}

/** A failure is told where the thing is asked for: inside the transaction that keeps refusals. */
const outcomeOf = async (make: () => Promise<unknown>): Promise<() => unknown> => {
  try {
    const thing = await make()
    return () => thing
  } catch (cause) {
    return () => {
      throw cause
    }
  }
}
