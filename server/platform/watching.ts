// Who traces hears of each statement here. Nobody does, unless somebody asks for it: then it costs one look.
import { channel } from 'node:diagnostics_channel'

/** A statement that is under way. Whoever hears of it says what is to be done when it has ended. */
export type Watched = { text: string; ended: (cause?: unknown) => void }

const statements = channel('grundbok:statement')

/** Hears of every statement that begins from now on, until what is answered is called. */
export const watchStatements = (hear: (watched: Watched) => void): (() => void) => {
  const heard = (message: unknown) => hear(message as Watched)
  statements.subscribe(heard)
  return () => void statements.unsubscribe(heard)
}

/** Runs a statement, and tells of it. */
export const watchedStatement = <T>(text: string, run: () => Promise<T>): Promise<T> =>
  statements.hasSubscribers ? tell(text, run) : run()

const tell = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
  const watched: Watched = { text, ended: () => {} }
  statements.publish(watched)
  try {
    const result = await run()
    watched.ended()
    return result
  } catch (cause) {
    watched.ended(cause)
    throw cause
  }
}
