// Stop signals, for programs that run until stopped.
import { setTimeout as pause } from 'node:timers/promises'
import { NeedsCorrection, StartupError } from '#platform/startup-error'

/** How long running requests, or a start in progress, have to finish after a stop signal, in milliseconds. */
export const SHUTDOWN_MS = 10_000

/**
 * Resolves at the first stop signal. Later ones have no effect: npm repeats the one that the terminal has already sent.
 */
export const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve())
  })

/** A start that is stopped continues to its end, so that it can be undone in order; but not for long. */
export const unlessStopped = <T>(start: Promise<T>, stopping: Promise<void>): Promise<T> => {
  const tooLate = stopping.then(async () => {
    await pause(SHUTDOWN_MS, undefined, { ref: false })
    throw new StartupError('It was stopped before its database was ready.')
  })
  tooLate.catch(() => {})
  return Promise.race([start, tooLate])
}

/** The exit code for errors that need correction (EX_CONFIG of sysexits.h), after which systemd does not restart. */
const NEEDS_CORRECTION = 78

/**
 * Ends the process with the program. If it fails to start, the exit code is 1, or 78 if that needs correction, and the
 * sentence is printed, unless `tell` handles it.
 */
export const runProgram = async (
  program: () => Promise<void>,
  tell: (sentence: string) => Promise<void> = async (sentence) => console.error(`Grundbok did not start. ${sentence}`),
): Promise<void> => {
  try {
    await program()
    // Statements that were cut off end with the process.
    process.exit(0)
  } catch (cause) {
    if (cause instanceof StartupError) await tell(cause.message)
    else console.error(cause)
    process.exit(cause instanceof NeedsCorrection ? NEEDS_CORRECTION : 1)
  }
}
