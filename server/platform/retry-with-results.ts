// Does slow work outside of transactions and database connections, even where only the transaction knows the input,
// such as the PDF whose number is assigned under a lock. A verb that finds something missing throws: its transaction
// rolls back, the missing thing is made while no locks are held, and the verb runs again. The result is the same unless
// a concurrent request committed first; then something else is missing and is made next. After a few attempts the
// client is told to retry.
import { Outage } from './outage.ts'

type Make = () => Promise<unknown>

/** Results made so far, by key. `missing` collects what is not made yet, when the verb continues past it. */
export type ResultsMade = { things: Map<string, () => unknown>; missing?: Map<string, Make> }

/** Thrown to have these things made outside of the transaction. */
class Missing extends Error {
  readonly things: ReadonlyMap<string, Make>

  constructor(things: ReadonlyMap<string, Make>) {
    super('Something has to be made outside of the transaction')
    this.things = things
  }
}

/** How many times concurrent requests may change the input before we give up. */
const ATTEMPTS = 8

/**
 * The result of `make`, which runs outside of the transaction, where the caller runs {@link retryWithResults}. The key
 * must cover every input of `make`. When `made.missing` is present, the verb continues with `instead`, so that one run
 * finds all missing things; it must end with {@link requireAllResults}.
 */
export const madeOutside = async <T>(
  { made }: { made?: ResultsMade | undefined },
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

/** Throws if the verb continued past anything missing. */
export const requireAllResults = ({ made }: { made?: ResultsMade | undefined }): void => {
  if (made?.missing && made.missing.size > 0) throw new Missing(made.missing)
}

/** Runs work that opens its own transaction, and runs it again with the results that were missing. */
export const retryWithResults = async <T>(work: (made: ResultsMade) => Promise<T>): Promise<T> => {
  const made: ResultsMade = { things: new Map() }
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    try {
      return await work(made)
    } catch (cause) {
      if (!(cause instanceof Missing)) throw cause
      made.things.clear()
      for (const [key, make] of cause.things) made.things.set(key, await outcomeOf(make))
    }
  }
  throw new Outage('lock', `Concurrent requests changed the input ${ATTEMPTS} times`, { undone: true })
}

/** Failures are rethrown when the result is requested, inside the transaction that stores refusals. */
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
