// Log lines for a terminal: one line each, with the time of day. Everywhere else the log is JSON.
import { styleText } from 'node:util'

type Cause = { type?: string; message?: string; stack?: string; errors?: Cause[] }
type Line = { level?: string; time?: string; msg?: string; err?: Cause }

const LEVELS: Readonly<Record<string, 'dim' | 'yellow' | 'red'>> = {
  trace: 'dim',
  debug: 'dim',
  warn: 'yellow',
  error: 'red',
  fatal: 'red',
}
/** The width of the level. */
const LEVEL_WIDTH = 5

/** A JSON log line as text; other lines are unchanged. */
export const readableLine = (json: string, inColour: boolean): string => {
  let line: Line & Record<string, unknown>
  try {
    line = JSON.parse(json)
  } catch {
    return json
  }
  const { level = '', time = '', msg = '', err, ...rest } = line
  const colour = LEVELS[level]
  const name = level.toUpperCase().padEnd(LEVEL_WIDTH)
  const head = `${timeOfDay(time)} ${colour && inColour ? styleText(colour, name) : name}`
  const cause = err ? causeText(err) : ''
  return `${head} ${msg === 'request' ? requestText(rest) : [msg, ...pairs(rest)].join('  ')}${cause}\n`
}

/** A cause, followed by the causes it aggregates. */
const causeText = ({ type, message, stack, errors = [] }: Cause): string =>
  [`\n  ${stack ?? `${type}: ${message}`}`, ...errors.map(causeText)].join('')

/** In the time zone of the machine. */
const timeOfDay = (time: string): string => {
  const moment = new Date(time)
  return Number.isNaN(moment.getTime()) ? time : moment.toTimeString().slice(0, 8)
}

const requestText = ({ method, route, status, durationMs, reqId: _, ...rest }: Record<string, unknown>): string =>
  [`${method} ${route}`, `${status}`, `${durationMs} ms`, ...pairs(rest)].join('  ')

const pairs = (values: Record<string, unknown>): string[] =>
  Object.entries(values)
    .filter(([name]) => name !== 'reqId')
    .map(([name, value]) => `${name}=${typeof value === 'object' ? JSON.stringify(value) : value}`)
