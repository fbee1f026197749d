// The structured log (pino), one line per request; never contains a token, a personal number or a body.
import { writeSync } from 'node:fs'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { type OutageKind, outageOf } from '#platform/outage'
import { readableLine } from './log-lines.ts'

/** How long an outage must not occur before it counts as over, in milliseconds. */
const OUTAGE_OVER_MS = 60_000

/** How long the line of a request waits to be written together with others, in milliseconds. */
const TOGETHER_MS = 20

/** The end of a request's line. */
const OF_REQUEST = '"msg":"request"}\n'

/** Readable lines on a terminal, otherwise JSON. */
const output = (): DestinationStream =>
  process.stdout.isTTY
    ? { write: (line) => void process.stdout.write(readableLine(line, process.env.NO_COLOR === undefined)) }
    : together(standardOutput())

/** How long to wait for a blocked pipe, and the pause between attempts, in milliseconds. */
const PATIENCE_MS = 1000
const PAUSE_MS = 5
const STANDARD_OUTPUT = 1

/**
 * Standard output, written synchronously line by line. The service must not stop because the log cannot be written,
 * such as on a full disk or a pipe without a reader: the line is lost, and the next one is tried again.
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
 * Combines the lines of requests within a short time into one write, because a system call per line costs more than the
 * line itself. Other lines are written immediately, after the requests before them.
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

/** Logs to standard output, or another destination. An outage is logged once, and counted until it is over. */
export const newLogger = (level: string, destination: DestinationStream = output()): Logger => {
  const isSaid = outageCounter((summary) => logger.warn(summary, 'the outage is over'))
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

/**
 * Returns whether an outage of this kind has been logged already; `tell` is called when it has not occurred for a
 * while.
 */
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

/**
 * A cause for the log: what failed and where, without the values of statements; for an aggregate, each of its causes.
 */
const causeOf = (cause: unknown): Told => {
  if (!(cause instanceof Error)) return { type: typeof cause, message: 'not an error' }
  const { code, constraint, table } = cause as { code?: string; constraint?: string; table?: string }
  const { name: type, message, stack } = withoutValues(cause, code)
  const errors = cause instanceof AggregateError ? cause.errors.map(causeOf) : undefined
  return { type, message, code, constraint, table, stack, errors }
}

/** PostgreSQL's errors about invalid numbers, dates or ids (SQLSTATE class 22) quote the value. */
const withoutValues = (
  { name, message, stack = '' }: Error,
  code = '',
): { name: string; message: string; stack: string } => {
  if (!/^22...$/.test(code)) return { name, message, stack }
  const told = message.replace(/".*"/s, '"…"')
  return { name, message: told, stack: stack.replace(message, told) }
}
