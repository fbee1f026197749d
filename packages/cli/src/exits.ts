// How a command ends: with a code that scripts can decide by, and a sentence on stderr.
import { GrundbokError, NetworkError, OAuthError } from '@grundbok/sdk'
import { CommanderError } from 'commander'
import { red } from './terminal.ts'

export const EXITS = {
  done: 0,
  /** Anything else. */
  other: 1,
  /** What was typed makes no command. */
  usage: 2,
  /** Not logged in, or not allowed. */
  unauthorized: 3,
  notFound: 4,
  /** The service refuses what was asked for. */
  refused: 5,
  /** Too many requests, or no room. */
  limited: 6,
  /** No answer, or the service is away: what was asked for may have happened. */
  unavailable: 7,
} as const

/** What a command finds out itself. */
export class Failure extends Error {
  readonly exit: keyof typeof EXITS
  constructor(exit: keyof typeof EXITS, message: string) {
    super(message)
    this.exit = exit
  }
}

/** Says what went wrong, and returns the code. */
export const told = (thrown: unknown): number => {
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXITS.done : EXITS.usage
  const exit = exitOf(thrown)
  process.stderr.write(`${red('bok:')} ${thrown instanceof Error ? thrown.message : String(thrown)}\n`)
  if (thrown instanceof GrundbokError) {
    const { code, reason, errorId } = thrown
    const rest = [code, reason, errorId && `error id ${errorId}`].filter(Boolean).join(', ')
    process.stderr.write(`     ${rest}\n`)
  }
  if (thrown instanceof NetworkError && thrown.asked.idempotencyKey) {
    process.stderr.write(
      `     It may have been done. To find out, repeat it with --key ${thrown.asked.idempotencyKey}\n`,
    )
  }
  return EXITS[exit]
}

const exitOf = (thrown: unknown): keyof typeof EXITS => {
  if (thrown instanceof Failure) return thrown.exit
  if (thrown instanceof NetworkError) return 'unavailable'
  if (thrown instanceof OAuthError) return 'unauthorized'
  if (!(thrown instanceof GrundbokError)) return 'other'
  const { status, code } = thrown
  if (status === 429 || code === 'quota-exceeded' || code === 'limit-exceeded') return 'limited'
  if (status === 401 || status === 403) return 'unauthorized'
  if (status === 404) return 'notFound'
  return status >= 500 ? 'unavailable' : 'refused'
}
