// What can be wrong with a field by the schema of its endpoint.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { TObject } from 'typebox'
import { FIRST_YEAR, LAST_YEAR } from '#platform/day'
import { nearestKnownName } from '#platform/misspelling'
import { type FaultKind, type FieldError, fault, invisibleCharactersFault, noDay } from '#platform/refusal'

const faults = {
  required: fault('field.required', 'is required', 'krävs'),
  unknown: fault('field.unknown', 'is not a known property', 'är ingen känd egenskap'),
  invalid: fault('field.invalid', 'is not valid', 'är inte giltigt'),
  constant: fault('field.constant', 'must be {value}', 'ska vara {value}'),
  oneOf: fault('field.one-of', 'must be one of {allowed}', 'ska vara något av {allowed}'),
  meant: fault('field.meant', 'is not known here; did you mean {known}?', 'är inte känt här; menade du {known}?'),
  minimum: fault('field.minimum', 'must be at least {limit}', 'får vara minst {limit}'),
  maximum: fault('field.maximum', 'must be at most {limit}', 'får vara högst {limit}'),
  above: fault('field.above', 'must be above {limit}', 'ska vara över {limit}'),
  below: fault('field.below', 'must be below {limit}', 'ska vara under {limit}'),
  empty: fault('field.empty', 'must not be empty', 'får inte vara tomt'),
  tooShort: fault('field.too-short', 'must have at least {limit} characters', 'ska ha minst {limit} tecken'),
  tooLong: fault('field.too-long', 'must have at most {limit} characters', 'får ha högst {limit} tecken'),
  noItems: fault('field.no-items', 'must have at least one item', 'ska ha minst en post'),
  tooFewItems: fault('field.too-few-items', 'must have at least {limit} items', 'ska ha minst {limit} poster'),
  tooManyItems: fault('field.too-many-items', 'must have at most {limit} items', 'får ha högst {limit} poster'),
  tooManyProperties: fault(
    'field.too-many-properties',
    'must have at most {limit} properties',
    'får ha högst {limit} egenskaper',
  ),
  number: fault('field.number', 'must be a number', 'ska vara ett tal'),
  integer: fault('field.integer', 'must be a whole number', 'ska vara ett heltal'),
  string: fault('field.string', 'must be a text', 'ska vara en text'),
  boolean: fault('field.boolean', 'must be true or false', 'ska vara sant eller falskt'),
  object: fault('field.object', 'must be an object', 'ska vara ett objekt'),
  array: fault('field.array', 'must be an array', 'ska vara en lista'),
  date: fault(
    'field.date',
    'must be a day as YYYY-MM-DD, such as 2026-03-31',
    'ska vara en dag, till exempel 2026-03-31',
  ),
  id: fault(
    'field.id',
    'must be an id, such as 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
    'ska vara ett id, till exempel 019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d',
  ),
  moment: fault(
    'field.moment',
    'must be a moment as 2026-03-31T09:30:00Z',
    'ska vara ett ögonblick, till exempel 2026-03-31T09:30:00Z',
  ),
  other: fault('field.other', '{problem}', '{problem}'),
}

/** The fault that an error of the validator tells, for the field that it is told of. */
type FaultOfField = (field: string) => FieldError

/** The fault of an error: `own` where the schema has a sentence of its own. */
export const faultOf = (error: ErrorObject, own: FieldError | null): FaultOfField => {
  if (own) return (field) => ({ ...own, field })
  return kinds[error.keyword]?.(error) ?? other(error)
}

const other = ({ message }: ErrorObject): FaultOfField =>
  message === undefined ? faults.invalid : (field) => faults.other(field, { problem: message })

const limited =
  (kind: FaultKind, ofOne?: FaultKind) =>
  ({ params }: ErrorObject): FaultOfField => {
    const { limit = 0 } = params as { limit?: number }
    return limit === 1 && ofOne ? ofOne : (field) => kind(field, { limit })
  }

/** What each keyword of a schema tells. */
const kinds: Readonly<Record<string, (error: ErrorObject) => FaultOfField>> = {
  required: () => faults.required,
  additionalProperties: () => faults.unknown,
  enum: (error) => faultOfEnum(error),
  discriminator: (error) => faultOfTag(error),
  const: ({ params }) => {
    const value = String((params as { allowedValue: unknown }).allowedValue)
    return (field) => faults.constant(field, { value })
  },
  type: (error) => types[(error.params as { type: string }).type] ?? other(error),
  minimum: limited(faults.minimum),
  maximum: limited(faults.maximum),
  exclusiveMinimum: limited(faults.above),
  exclusiveMaximum: limited(faults.below),
  minLength: limited(faults.tooShort, faults.empty),
  maxLength: limited(faults.tooLong),
  minItems: limited(faults.tooFewItems, faults.noItems),
  maxItems: limited(faults.tooManyItems),
  maxProperties: limited(faults.tooManyProperties),
  format: (error) => faultOfFormat(error),
}

/** What a value of a type is, in words. */
const types: Readonly<Record<string, FaultKind>> = {
  number: faults.number,
  integer: faults.integer,
  string: faults.string,
  boolean: faults.boolean,
  object: faults.object,
  array: faults.array,
}

/** What a value of a format is, in words that a newcomer can follow. */
const formats: Readonly<Record<string, FaultKind>> = {
  date: faults.date,
  uuid: faults.id,
  'date-time': faults.moment,
  name: invisibleCharactersFault,
}

const faultOfFormat = (error: ErrorObject): FaultOfField => {
  const { format } = error.params as { format: string }
  const [, year] = /^(\d{4})-\d\d-\d\d$/.exec(String(error.data)) ?? []
  if (format === 'date' && year !== undefined && !isYear(Number(year))) return noDay
  return formats[format] ?? other(error)
}

const isYear = (year: number): boolean => year >= FIRST_YEAR && year <= LAST_YEAR

/** How many words are listed in any case; of a longer list the nearest word is named alone. */
const MAX_LISTED_WORDS = 20

const faultOfEnum = ({ params, data }: ErrorObject): FaultOfField => {
  const { allowedValues: allowed } = params as { allowedValues: unknown[] }
  const words = allowed.filter((word) => typeof word === 'string')
  const known = words.length > MAX_LISTED_WORDS && typeof data === 'string' ? nearestKnownName(data, words) : null
  return (field) =>
    known === null ? faults.oneOf(field, { allowed: allowed.join(', ') }) : faults.meant(field, { known })
}

/** What the property that tells kinds apart must be. */
const faultOfTag = ({ params, parentSchema }: ErrorObject): FaultOfField => {
  const { tag, tagValue } = params as { tag: string; tagValue: unknown }
  const { oneOf = [] } = (parentSchema ?? {}) as { oneOf?: TObject[] }
  const words = oneOf.map(({ properties }) => (properties[tag] as { const?: string }).const)
  return (field) =>
    tagValue === undefined ? faults.required(field) : faults.oneOf(field, { allowed: words.join(', ') })
}
