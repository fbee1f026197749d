// Parses a request by its row: path, query and body, with all errors, and what was ignored.
import { chooseLanguage } from '#http/answers/language'
import { httpFaults, httpRefusals } from '#http/answers/refusals'
import { type Input, namesTenant, placeholdersOf, type Read, type ReadInput, type Row, type Sent } from '#http/row'
import { queryOfRow, withoutTrial } from '#http/trial'
import { isId } from '#platform/id'
import { nearestKnownName } from '#platform/misspelling'
import type { FieldError } from '#platform/refusal'
import { yieldToEventLoop } from '#threads/event-loop'
import { preferenceIn } from './preference.ts'
import { bodyReaderOf, MAX_UNKNOWN_NAMES, referenceMeant, referencesIn } from './reading.ts'
import { checkOf, checkOfText, nothing, type TSchema, withoutReadOnly } from './schema.ts'

/** Parses and checks the parts of a request; all field errors are reported at once. */
export const inputReader = (row: Row): ReadInput => {
  const readQuery = queryReader(row)
  const readBody = bodyReader(row)
  // The guard has checked the tenant's id, without revealing whether the tenant exists.
  const ids = placeholdersOf(row.path).filter((name) => !namesTenant(row, name) && name.endsWith('Id'))
  return (request, strict) => {
    const params = request.params as Record<string, string>
    for (const name of ids) {
      const id = params[name] ?? ''
      if (!isId(id)) throw httpRefusals.unknownId({ what: wordsOf(name), id })
    }
    requireReadable(queryOf(request))
    const { query: asked, errors, ignored } = readQuery(request.query as Record<string, unknown>, strict)
    const { query, dryRun } = withoutTrial(row, asked)
    const language = chooseLanguage([], request.headers['accept-language'])
    const whole = (reading: BodyReading, body: unknown): Read => {
      const input = { language, params, query, body } as Input<unknown, unknown>
      return { input, errors: [...errors, ...reading.errors], ignored: [...ignored, ...reading.ignored], dryRun }
    }
    if (request.hasLargeBody) return inTurns(() => readBody(request, strict), whole)
    const reading = readBody(request, strict)
    return whole(reading, reading.finish())
  }
}

/** Others are heard before and after each of the two halves. */
const inTurns = async (
  read: () => BodyReading,
  whole: (reading: BodyReading, body: unknown) => Read,
): Promise<Read> => {
  await yieldToEventLoop()
  const reading = read()
  await yieldToEventLoop()
  const body = reading.finish()
  await yieldToEventLoop()
  return whole(reading, body)
}

/** The query string of a request as it was sent. */
export const queryOf = ({ url }: Pick<Sent, 'url'>): string =>
  url.includes('?') ? url.slice(url.indexOf('?') + 1) : ''

/** Lower-cases the ids in a path, as they are everywhere inside. */
export const foldIds = (params: Record<string, string>): void => {
  for (const [name, value] of Object.entries(params)) if (name.endsWith('Id')) params[name] = value.toLowerCase()
}

/** Whether the client wants unknown fields to be refused: `Prefer: handling=strict` (RFC 7240 §4.4). */
export const wantsStrict = (header: string | string[] | undefined): boolean =>
  preferenceIn(header, 'handling') === 'strict'

/**
 * The ignored fields for a header: pointers and names, separated by commas. Characters that a header cannot hold are
 * percent-encoded, as for pointers in URLs (RFC 6901 §6). A long list is truncated with three dots.
 */
export const ignoredText = (ignored: readonly string[]): string => {
  let text = ''
  for (const [index, name] of ignored.entries()) {
    const next = name.replace(/\p{Surrogate}/gu, '\uFFFD').replace(UNFIT, encodeURIComponent)
    if (index >= MAX_UNKNOWN_NAMES || text.length + next.length > MAX_IGNORED_LENGTH) return `${text}, ...`
    text += index === 0 ? next : `, ${next}`
  }
  return text
}

/** A name for the log: anything that does not look like a name may be a secret, and is replaced. */
export const loggableName = (name: string): string =>
  /^(?:#\/)?\w{1,40}(?:\/\w{1,40})*$/.test(name) && !/\d{5}/.test(name) ? name : '?'

/** Characters that a header cannot hold, or that separate names in it. */
const UNFIT = /[^!#$&'()*+\-./0-9:;=?@A-Z_a-z~]/gu

/** Most characters of names in one header: many servers and clients limit all headers to 8 KiB. */
const MAX_IGNORED_LENGTH = 2_000

/**
 * The query parser keeps invalid percent-encoding as it is, and would search for something other than the client meant.
 */
const requireReadable = (query: string): void => {
  if (!query.includes('%')) return
  try {
    decodeURIComponent(query)
  } catch {
    throw httpRefusals.badUrl({ reason: 'its query is not percent-encoded UTF-8' })
  }
}

type Query = { query: Record<string, unknown>; errors: FieldError[]; ignored: string[] }

/** Clients that page through lists often send these to all endpoints; on those without pages they are ignored. */
const pageParameters = new Set(['page', 'pagesize'])

const queryReader = (row: Row): ((given: Record<string, unknown>, strict: boolean) => Query) => {
  const schema = queryOfRow(row)
  const check = checkOfText(schema)
  const { properties = {} } = schema as { properties?: Record<string, TSchema & { format?: string }> }
  const names = Object.keys(properties)
  const references = referencesIn(Object.entries(properties))
  const nameOf = new Map(names.map((name) => [name.toLowerCase(), name]))
  const isPaged = names.includes('page')
  return (given, strict) => {
    const read: Query = { query: {}, errors: [], ignored: [] }
    for (const [key, value] of Object.entries(given)) {
      const folded = key.toLowerCase()
      const name = nameOf.get(folded)
      if (name === undefined) {
        // Ignoring a filter would list everything.
        const isFilter = folded === 'query' && isPaged && value !== ''
        const isPassedOver = row.method === 'GET' && !isPaged && pageParameters.has(folded)
        const known = isPassedOver ? null : (referenceMeant(key, references) ?? nearestKnownName(key, names))
        if (known !== null) read.errors.push(httpFaults.misspeltParameter(key, { known }))
        else if (isFilter || (strict && !pageParameters.has(folded))) read.errors.push(httpFaults.unknownParameter(key))
        else read.ignored.push(key)
      } else if (Array.isArray(value) || Object.hasOwn(read.query, name)) {
        read.errors.push(httpFaults.twice(name))
      } else if (String(value).includes('\0')) {
        // PostgreSQL text cannot contain it.
        read.errors.push(httpFaults.badText(name))
      } else {
        read.query[name] = properties[name]?.format === 'uuid' ? String(value).toLowerCase() : value
      }
    }
    const told = new Set(read.errors.map(({ field }) => field))
    read.errors.push(...check(read.query).filter(({ field }) => !told.has(field)))
    return read
  }
}

/** What of a body is read: `finish` checks it by the schema, adds to the errors, and answers it. */
type BodyReading = { errors: FieldError[]; ignored: readonly string[]; finish: () => unknown }

/** Reads a body by the row's schema. A row that takes none ignores what was sent all the same. */
const bodyReader = (row: Row): ((request: Sent, strict: boolean) => BodyReading) => {
  const schema = row.body ?? nothing
  const readBody = bodyReaderOf(schema)
  const check = checkOf(withoutReadOnly(schema))
  const without = (errors: FieldError[] = []) => ({ errors, ignored: [], finish: () => undefined })
  return (request, strict) => {
    if (row.upload) return without()
    const { body } = request
    if (request.isMultipart()) throw httpRefusals.wrongMediaType({ expected: 'application/json' })
    // Null is absent, as everywhere within a body. Where one is needed, its schema says what it must be.
    if (body === undefined || (body === null && !row.body))
      return without(row.body ? [httpFaults.bodyMissing('#')] : [])
    const { value, errors, ignored } = readBody(body, strict)
    const finish = () => {
      const told = new Set(errors.map(({ field }) => field))
      for (const error of check(value)) if (!told.has(error.field)) errors.push(error)
      return row.body ? value : undefined
    }
    return { errors, ignored, finish }
  }
}

/** `journalEntryId` → `journal entry` */
const wordsOf = (name: string) =>
  name
    .replace(/Id$/, '')
    .replace(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`)
    .trim()
