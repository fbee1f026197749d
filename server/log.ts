// One structured log (pino), a line a request; never a token, a personal number or a body.
import { writeSync } from 'node:fs'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { type OutageKind, outageOf } from '#platform/outage'
import { readableLine } from './log-lines.ts'

/** How long nothing may have been out of order before an outage is over, in milliseconds. */
const OUTAGE_OVER_MS = 60_000

/** How long the line of a request waits for others that are written with it, in milliseconds. */
const TOGETHER_MS = 20

/** How the line of a request ends. */
const OF_REQUEST = '"msg":"request"}\n'

/** A terminal gets readable lines, everything else JSON. */
const output = (): DestinationStream =>
  process.stdout.isTTY
    ? { write: (line) => void process.stdout.write(readableLine(line, process.env.NO_COLOR === undefined)) }
    : together(standardOutput())

/** How long a pipe that takes nothing is waited for, and how long between attempts, in milliseconds. */
const PATIENCE_MS = 1000
const PAUSE_MS = 5
const STANDARD_OUTPUT = 1

/**
 * Standard output, line by line as it is written. A log that cannot be written, since a disk is full or nobody reads a
 * pipe any more, is no reason to stop: what it does not take is lost, and it is tried again with the next line.
 */
const standardOutput = (): DestinationStream => {
  const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
  let isStuck = false
  return {
    write(text) {
      const bytes = Buffer.from(text)
      const until = Date.now() + (isStuck ? 0 : PATIENCE_MS)
      for (let at = 0; at < bytes.length; ) {
        try {
          at += writeSync(STANDARD_OUTPUT, bytes, at)
          isStuck = false
        } catch (cause) {
          isStuck = (cause as NodeJS.ErrnoException).code !== 'EAGAIN' || Date.now() >= until
          if (isStuck) return
          Atomics.wait(never, 0, 0, PAUSE_MS)
        }
      }
    },
  }
}

/**
 * Writes the lines of requests that come shortly after each other at once: a call of the system for each costs more
 * than the line. Everything else is there as it is said, behind the requests before it.
 */
const together = (destination: DestinationStream): DestinationStream => {
  let waiting: string[] = []
  const flush = () => {
    if (waiting.length > 0) destination.write(waiting.join(''))
    waiting = []
  }
  process.once('exit', flush)
  return {
    write(line) {
      const count = waiting.push(line)
      if (!line.endsWith(OF_REQUEST)) flush()
      else if (count === 1) setTimeout(flush, TOGETHER_MS).unref()
    },
  }
}

/** Logs to standard output, unless told where else. What is out of order is said once, and counted until it is over. */
export const newLogger = (level: string, destination: DestinationStream = output()): Logger => {
  const isSaid = outageCounter((summary) => logger.warn(summary, 'the trouble is over'))
  const logger: Logger = pino(
    {
      level: pino.levels.values[level] === undefined && level !== 'silent' ? 'info' : level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['headers.authorization', 'headers.cookie'],
      serializers: { err: causeOf },
      hooks: {
        logMethod(given, method) {
          const [about] = given as [unknown]
          const kind = typeof about === 'object' && about !== null && 'err' in about ? outageOf(about.err) : null
          if (kind === null || !isSaid(kind)) method.apply(this, given as Parameters<LogFn>)
        },
      },
    },
    destination,
  )
  return logger
}

type Summary = { outage: OutageKind; times: number; since: string }

/** Whether an outage of this kind has been said already; when none was noticed for a while, `tell` hears of its end. */
const outageCounter = (tell: (summary: Summary) => void): ((kind: OutageKind) => boolean) => {
  const open = new Map<OutageKind, { times: number; quiet: NodeJS.Timeout }>()
  return (kind) => {
    const known = open.get(kind)
    if (known) {
      known.times += 1
      known.quiet.refresh()
      return true
    }
    const since = new Date().toISOString()
    const quiet = setTimeout(() => {
      const { times = 1 } = open.get(kind) ?? {}
      open.delete(kind)
      tell({ outage: kind, times, since })
    }, OUTAGE_OVER_MS).unref()
    open.set(kind, { times: 1, quiet })
    return false
  }
}

type Told = {
  type: string
  message: string
  code?: string | undefined
  constraint?: string | undefined
  table?: string | undefined
  stack?: string
  errors?: Told[] | undefined
}

/** A cause as it is logged: what failed and where, without the values of statements; of several things each. */
const causeOf = (cause: unknown): Told => {
  if (!(cause instanceof Error)) return { type: typeof cause, message: 'not an error' }
  const { code, constraint, table } = cause as { code?: string; constraint?: string; table?: string }
  const { name: type, message, stack } = withoutValues(cause, code)
  const errors = cause instanceof AggregateError ? cause.errors.map(causeOf) : undefined
  return { type, message, code, constraint, table, stack, errors }
}

/** PostgreSQL repeats a value that is no number, no date or no id in quotes; such errors are class 22 of SQLSTATE. */
const withoutValues = (
  { name, message, stack = '' }: Error,
  code = '',
): { name: string; message: string; stack: string } => {
  if (!/^22...$/.test(code)) return { name, message, stack }
  const told = message.replace(/".*"/s, '"…"')
  return { name, message: told, stack: stack.replace(message, told) }
}
