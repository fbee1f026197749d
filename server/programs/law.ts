// Follows the operator's editions of the law: every process lays them on those of the release as it starts, and looks
// again each minute, since an import is a command or a request to one of several processes.
import { operatorService } from '#operator'
import type { Database } from '#platform/db'
import { StartupError } from '#platform/startup-error'
import { LawError } from '#rule/law'

/** How often a process looks for new editions, in milliseconds. */
const LOOK_MS = 60_000

/**
 * Lays what was imported; the returned function ends the looking.
 * @throws {StartupError} where the editions do not fit together
 */
export const followLaw = async (database: Database, report: (sentence: string) => void): Promise<() => void> => {
  try {
    await operatorService.takeEditions(database)
  } catch (cause) {
    if (!(cause instanceof LawError)) throw cause
    throw new StartupError(`The editions of the law do not fit together: ${cause.faults.join('; ')}.`, { cause })
  }
  const look = () =>
    operatorService.takeEditions(database).catch((cause: Error) => report(`The law was not read: ${cause.message}`))
  const timer = setInterval(look, LOOK_MS).unref()
  return () => clearInterval(timer)
}
