// One structured log (pino), a line a request; never a token, a personal number or a body.
import { type DestinationStream, type Logger, pino } from 'pino'

/** Logs to standard output, unless told where else. */
export const newLogger = (level: string, destination: DestinationStream = pino.destination(1)): Logger =>
  pino(
    {
      level: pino.levels.values[level] === undefined && level !== 'silent' ? 'info' : level,
      base: null,
      formatters: { level: (label) => ({ level: label }) },
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: ['headers.authorization', 'headers.cookie'],
      serializers: { err: causeOf },
    },
    destination,
  )

/** A cause as it is logged: what failed and where, without the values of statements. */
const causeOf = (cause: unknown) => {
  if (!(cause instanceof Error)) return { type: typeof cause, message: 'not an error' }
  const { code, constraint, table } = cause as { code?: string; constraint?: string; table?: string }
  const { name: type, message, stack } = withoutValues(cause, code)
  return { type, message, code, constraint, table, stack }
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
