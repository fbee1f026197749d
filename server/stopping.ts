// How the programs that run until they are told to stop hear of it.
import { setTimeout as pause } from 'node:timers/promises'
import { NeedsCorrection, StartupError } from '#platform/startup-error'

/** How long running requests, or a start that is under way, have to finish after a stop signal, in milliseconds. */
export const SHUTDOWN_MS = 10_000

/** Ends with the first stop signal. Later ones change nothing: npm passes on what the terminal has sent us already. */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  })

/** A start that is told to stop goes on to its end, so that it can be undone in order; but not for long. */
export const unlessStopped = <T>(start: Promise<T>, stopping: Promise<void>): Promise<T> => {
  const tooLate = stopping.then(async () => {
    await pause(SHUTDOWN_MS, undefined, { ref: false })
    throw new StartupError('It was told to stop before its database was open.')
  })
  tooLate.catch(() => {})
  return Promise.race([start, tooLate])
}

/** The exit code of what needs correction (EX_CONFIG of sysexits.h): after it systemd tries nothing again. */
const NEEDS_CORRECTION = 78

/**
 * Ends the process with the program: when it did not start by 1, or 78 where that needs correction, and a sentence,
 * printed unless `tell` says it.
 */
export const runProgram = async (
  program: () => Promise<void>,
  tell: (sentence: string) => Promise<void> = async (sentence) => console.error(`Grundbok did not start. ${sentence}`),
): Promise<void> => {
  try {
    await program()
    // Statements of what was cut off end with the process.
    process.exit(0)
  } catch (cause) {
    if (cause instanceof StartupError) await tell(cause.message)
    else console.error(cause)
    process.exit(cause instanceof NeedsCorrection ? NEEDS_CORRECTION : 1)
  }
}
