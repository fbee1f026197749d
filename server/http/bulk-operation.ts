// One operation of a bulk: which endpoint it is for, and what it says, read and judged as if it came by itself.
import { parse } from 'node:querystring'
import type { CompanyCall } from '#platform/call'
import type { FieldError } from '#platform/refusal'
import { invalidWith } from '#platform/refusal'
import { type Answers, type Dangling, resolved } from './bulk-reference.rules.ts'
import { foldIds, inputReader, queryOf, type ReadInput } from './input.ts'
import type { Language } from './language.ts'
import { httpFaults, httpRefusals } from './refusals.ts'
import type { CompanyRowCall, Input, Reading, Row, RowCall } from './row.ts'
import { soundPartOf } from './sound-body.ts'

export type Operation = {
  name?: string
  method: string
  path: string
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string
}

/** An operation whose endpoint is found: its path without references, with the ids that stand in it. */
export type Placed = { row: Row; read: ReadInput; path: string; params: Record<string, string>; body: unknown }

/** Finds the endpoint of an operation. */
export type Place = (operation: Operation, companyId: string, answers: Answers) => Placed

/** What comes before the paths of operations. */
const COMPANY = '/companies/{companyId}'

/** The endpoints that a bulk may speak to: each that writes in a company, except files. */
export const operationRows = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => row.method !== 'GET' && row.path.startsWith(COMPANY) && !row.upload && !row.bulk)

/** Finds endpoints among these. Several may fit, such as a word where others have an id: words go first. */
export const placerOf = (rows: readonly Row[]): Place => {
  const known = rows.map((row) => ({ row, parts: row.path.slice(COMPANY.length).split('/'), read: inputReader(row) }))
  const literal = ({ parts }: (typeof known)[number]) => parts.filter((part) => !part.startsWith('{')).length
  const byWords = known.sort((one, other) => literal(other) - literal(one))
  return (operation, companyId, answers) => {
    const { path, body, dangling } = resolved(operation, answers)
    const [first] = dangling
    if (first) throw invalidWith(dangling.map(faultOf))
    const parts = withoutQuery(path).split('/')
    const found = byWords.find((one) => one.row.method === operation.method && fits(one.parts, parts))
    if (!found) throw httpRefusals.noOperation({ method: operation.method, path: path.slice(0, MAX_SHOWN) })
    const params = Object.fromEntries(
      found.parts.flatMap((part, place) =>
        part.startsWith('{') ? [[part.slice(1, -1), decoded(parts[place] ?? '')] as const] : [],
      ),
    )
    foldIds(params)
    return { row: found.row, read: found.read, path, params: { ...params, companyId }, body }
  }
}

const withoutQuery = (path: string): string => path.split('?', 1)[0] ?? ''

/** Maximum number of characters in a path that are said again. */
const MAX_SHOWN = 200

const fits = (pattern: readonly string[], parts: readonly string[]): boolean =>
  pattern.length === parts.length &&
  pattern.every((part, place) => (part.startsWith('{') ? parts[place] !== '' : part === parts[place]))

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

const reasons: Readonly<Record<Dangling['reason'], string>> = {
  malformed: 'it is not a name followed by # and a JSON pointer',
  unknown: 'no earlier operation has that name',
  refused: 'that operation was refused',
  absent: 'that answer has nothing there',
}

const faultOf = ({ reference, reason }: Dangling): FieldError =>
  httpFaults.dangling('#', { reference: reference.slice(0, MAX_SHOWN), reason: reasons[reason] })

/** How operations are read: in the language of the request, and which one it is. */
export type ReadAs = { language: Language; reading: Reading; index: number }

/**
 * What an operation asks for, checked as the endpoint itself would: who may, by scope, role and plan; and every field.
 * What is passed over of it is noted.
 * @throws the refusal of what is wrong
 */
export const inputOf = async (
  call: CompanyRowCall,
  { row, read, path, params, body }: Placed,
  { language, reading, index }: ReadAs,
): Promise<Input<unknown, unknown>> => {
  call.requireRow(row)
  const query = parse(queryOf({ url: path }))
  const sent = { params, query, url: path, headers: {}, body, isMultipart: () => false }
  const { input, errors, ignored } = await read(sent, reading.strict)
  reading.ignored.push(...ignored.map((name) => placeOf(index, name)))
  const feature = row.featureOf?.(input.body)
  if (feature) call.requireFeature(feature)
  if (errors.length > 0) throw invalidWith([...errors, ...(await furtherErrors(call, row, input, errors))])
  return { ...input, language }
}

/** Where something stands in a request of many: `#/vatNumber` of the fourth is `#/operations/3/body/vatNumber`. */
export const placeOf = (index: number, field: string): string =>
  field.startsWith('#') ? `#/operations/${index}/body${field.slice(1)}` : `#/operations/${index}/path?${field}`

/** The same of a sentence that may begin with its field. */
export const sentenceOf = (index: number, sentence: string): string =>
  sentence.startsWith('#/') ? placeOf(index, sentence) : `#/operations/${index}: ${sentence}`

/** What the endpoint's own judgement adds, as far as what is sound of a body lets it judge. */
export const furtherErrors = async (
  call: CompanyCall,
  row: Row,
  { params, body }: Pick<Input<unknown, unknown>, 'params' | 'body'>,
  errors: FieldError[],
): Promise<FieldError[]> => {
  if (!row.examine) return []
  const sound = soundPartOf(body, errors)
  if (sound === undefined) return []
  const further = await row.examine(call as RowCall, sound, params)
  // What was left out is told already; that something is missing or does not add up for want of it says nothing more.
  const isTold = (field: string) => errors.some((error) => error.field === field || error.field.startsWith(`${field}/`))
  return further.filter(({ field }) => !isTold(field))
}
