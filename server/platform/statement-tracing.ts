// Diagnostics channel for tracing of statements. Without a subscriber it costs one check per statement.
import { channel } from 'node:diagnostics_channel'

/** A running statement. The subscriber sets `ended`, which is called when it has ended. */
type TracedStatement = { text: string; ended: (cause?: unknown) => void }

const statements = channel('grundbok:statement')

/** Calls `hear` for every statement from now on, until the returned function is called. */
export const subscribeToStatements = (hear: (watched: TracedStatement) => void): (() => void) => {
  const heard = (message: unknown) => hear(message as TracedStatement)
  statements.subscribe(heard)
  return () => void statements.unsubscribe(heard)
}

/** Runs a statement, and publishes it if there is a subscriber. */
export const runTraced = <T>(text: string, run: () => Promise<T>): Promise<T> =>
  statements.hasSubscribers ? tell(text, run) : run()

const tell = async <T>(text: string, run: () => Promise<T>): Promise<T> => {
  const watched: TracedStatement = { text, ended: () => {} }
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
