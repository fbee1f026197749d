// One operation of a bulk: its endpoint and input, parsed and validated as if it were a separate request.
import { parse } from 'node:querystring'
import type { Language } from '#http/answers/language'
import { httpFaults, httpRefusals } from '#http/answers/refusals'
import { foldIds, inputReader, queryOf } from '#http/bodies/input'
import { validPartOf } from '#http/bodies/valid-part'
import type { CompanyCall } from '#platform/call'
import { type FieldError, invalidWith } from '#platform/refusal'
import { type Answers, type Dangling, resolved } from './bulk-reference.rules.ts'
import type { CompanyRowCall, Input, Operation, Placed, Reading, Row, RowCall } from './row.ts'
import { requireTrial } from './trial.ts'

/** Finds the endpoint of an operation. */
export type Place = (operation: Operation, companyId: string, answers: Answers) => Placed

/** The prefix of operations' paths. */
const COMPANY = '/companies/{companyId}'

/** The endpoints available in a bulk: all that write in a company, except uploads. */
export const operationRows = (rows: readonly Row[]): Row[] =>
  rows.filter((row) => row.method !== 'GET' && row.path.startsWith(COMPANY) && !row.upload && !row.bulk)

/**
 * Returns a function that finds the endpoint among these. If several match, such as a word where others have an id,
 * literal segments win.
 */
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

/** Most characters of a path that an error repeats. */
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

/** How operations are read: the language and strictness of the request, and the operation's index. */
export type ReadAs = { language: Language; reading: Reading; index: number }

/**
 * The input of an operation, checked as by the endpoint itself: scope, role, plan, and every field. Ignored fields are
 * recorded.
 * @throws the refusal
 */
export const inputOf = async (
  call: CompanyRowCall,
  { row, read, path, params, body }: Placed,
  { language, reading, index }: ReadAs,
): Promise<Input<unknown, unknown>> => {
  call.requireRow(row)
  const query = parse(queryOf({ url: path }))
  const sent = { params, query, url: path, headers: {}, body, isMultipart: () => false }
  const { input, errors, ignored, dryRun } = await read(sent, reading.strict)
  if (dryRun !== undefined) errors.push(httpFaults.trialOfOne('dryRun'))
  if (reading.isTrial) requireTrial(row)
  reading.ignored.push(...ignored.map((name) => placeOf(index, name)))
  const feature = row.featureOf?.(input.body)
  if (feature) call.requireFeature(feature)
  if (errors.length > 0) throw invalidWith([...errors, ...(await furtherErrors(call, row, input, errors))])
  return { ...input, language }
}

/** The location within a bulk: `#/vatNumber` of the fourth operation is `#/operations/3/body/vatNumber`. */
const placeOf = (index: number, field: string): string =>
  field.startsWith('#') ? `#/operations/${index}/body${field.slice(1)}` : `#/operations/${index}/path?${field}`

/** The same for a sentence that may begin with its field. */
export const sentenceOf = (index: number, sentence: string): string =>
  sentence.startsWith('#/') ? placeOf(index, sentence) : `#/operations/${index}: ${sentence}`

/** Errors of the endpoint's own validation, as far as the valid part of the body allows it. */
export const furtherErrors = async (
  call: CompanyCall,
  row: Row,
  { params, body }: Pick<Input<unknown, unknown>, 'params' | 'body'>,
  errors: FieldError[],
): Promise<FieldError[]> => {
  if (!row.examine) return []
  const sound = validPartOf(body, errors)
  if (sound === undefined) return []
  const further = await row.examine(call as RowCall, sound, params)
  // Invalid fields were left out, so errors about them as missing or inconsistent add nothing.
  const isTold = (field: string) => errors.some((error) => error.field === field || error.field.startsWith(`${field}/`))
  return further.filter(({ field }) => !isTold(field))
}
