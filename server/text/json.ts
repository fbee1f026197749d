// The strict parser of request bodies: JSON.parse, then one walk that rejects what JSON allows but the service must not
// accept. Also the canonical text of a value and the JSON pointers that name fields in errors.
import { isUtf8 } from 'node:buffer'
import { type FieldError, MAX_ERRORS } from '#platform/refusal'
import { runSteps, type Steps } from '#threads/steps'
import { countKeys, hasMoreValues, repeatedKey } from './json-keys.ts'

/** Deepest nesting of objects and arrays. */
export const MAX_JSON_DEPTH = 32

/** Most values in a body: objects, arrays and their members. */
export const MAX_JSON_VALUES = 50_000

/** Most names in all objects: they are the most expensive to parse, so they are counted before. */
export const MAX_JSON_NAMES = 15_000

/** How many of them one object may have: no schema has as many, and to copy and to look them up is slow. */
export const MAX_OBJECT_NAMES = 1_000

/** How many UTF-16 code units a key may have. It bounds the pointers in an answer. */
export const MAX_JSON_KEY_LENGTH = 200

/** A rejected body, with everything wrong that was found, at most {@link MAX_ERRORS}. No message quotes the body. */
export class JsonFault extends Error {
  readonly errors: readonly FieldError[]

  constructor(errors: readonly FieldError[]) {
    super('The body is not JSON that can be accepted')
    this.name = 'JsonFault'
    this.errors = errors
  }
}

/**
 * The value of a request body (RFC 8259). A byte order mark first is passed over, as the RFC permits. Throws
 * {@link JsonFault} for an empty body, bytes that are not UTF-8, malformed JSON (with line and column), nesting beyond
 * {@link MAX_JSON_DEPTH}, more than {@link MAX_JSON_VALUES} values, more than {@link MAX_OBJECT_NAMES} names in an
 * object, keys beyond {@link MAX_JSON_KEY_LENGTH}, keys that
 * reach a prototype, keys that an object has twice, NUL and lone surrogates in keys and strings (PostgreSQL has no text
 * for them), and numbers of more than 2^53 - 1 either side of zero, which a double does not hold exactly. A body that
 * holds many requests may have so many `times` as many names and values.
 */
export const parseJson = (body: Buffer, times = 1): { value: unknown } => {
  if (!isUtf8(body)) throw new JsonFault([{ field: '#', message: 'The body is not valid UTF-8' }])
  const text = withoutByteOrderMark(body.toString('utf8'))
  if (text.length === 0) throw new JsonFault([{ field: '#', message: 'The body is empty' }])
  const most = { names: MAX_JSON_NAMES * times, values: MAX_JSON_VALUES * times }
  if (hasMoreNames(text, most.names)) {
    throw new JsonFault([{ field: '#', message: `More than ${most.names} names` }])
  }
  if (hasMoreValues(text, most.values)) throw new JsonFault([tooManyValues(most.values)])
  const value = parsed(text)
  // JSON.parse rejects a bare NUL, and valid UTF-8 has no surrogates, so only \u escapes can produce them.
  const { errors, keys } = faultsIn(value, text.includes('\\u'), most.values)
  if (errors.length > 0) throw new JsonFault(errors)
  if (countKeys(text) > keys) throw new JsonFault([{ field: pointer(...(repeatedKey(text) ?? [])), message: TWICE }])
  return { value }
}

/**
 * The same text for equal JSON values: no spaces, keys sorted by UTF-16 code units, numbers and strings as ECMA-262
 * writes them. Source: RFC 8785. Takes values from {@link parseJson}, so the depth is bounded.
 */
export const canonicalJson = (value: unknown): string => runSteps(canonicalSteps(value))

/** The names of what differs between two versions of a record. */
export const namesChanged = <Of extends object>(before: Of, after: Of): (keyof Of & string)[] =>
  (Object.keys(after) as (keyof Of & string)[]).filter(
    (name) => canonicalJson(before[name]) !== canonicalJson(after[name]),
  )

/** The JSON of a column; null where there is nothing. */
export const jsonOrNull = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** The same in steps, for values that may be large. */
export function* canonicalSteps(value: unknown): Steps<string> {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const item of value) {
      parts.push(isContainer(item) ? yield* canonicalSteps(item) : JSON.stringify(item ?? null))
      yield
    }
    return `[${parts.join(',')}]`
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  members.sort(([left], [right]) => (left < right ? -1 : 1))
  for (const [key, member] of members) {
    const text = isContainer(member) ? yield* canonicalSteps(member) : JSON.stringify(member)
    parts.push(`${JSON.stringify(key)}:${text}`)
    yield
  }
  return `{${parts.join(',')}}`
}

/** A value whose JSON text already exists, such as one that the database produced; the text is sent unchanged. */
export class Written<Value> {
  readonly text: string
  /** Only for the compiler: the type of the value. */
  declare readonly says: Value
  constructor(text: string) {
    this.text = text
  }
}

/** A field's name in errors, `#/lineItems/0/taxRate`: a JSON pointer after `#`, with `~` and `/` escaped (RFC 6901). */
export const pointer = (...segments: readonly (string | number)[]): string =>
  ['#', ...segments.map((segment) => String(segment).replaceAll('~', '~0').replaceAll('/', '~1'))].join('/')

const tooManyValues = (most: number): FieldError => ({ field: '#', message: `More than ${most} values` })

/** Whether a text has too many names: every quote before a colon counts, and a few of them may be inside strings. */
const hasMoreNames = (text: string, most: number): boolean => {
  let names = 0
  for (let at = text.indexOf('":'); at !== -1; at = text.indexOf('":', at + 2)) {
    names += 1
    if (names > most) return true
  }
  return false
}

const withoutByteOrderMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // The engine's own message would quote the body.
    throw new JsonFault([{ field: '#', message: syntaxMessage(text) }])
  }
}

/** An object or array on the path from the root to the current position; `next` is the index of its next member. */
type Frame = {
  readonly parent: Frame | null
  readonly segment: string | number
  readonly depth: number
  readonly value: object
  readonly keys: readonly string[] | null
  next: number
}

/** Everything wrong with a value, and the total number of keys in its objects. */
const faultsIn = (root: unknown, escapes: boolean, most: number): { errors: FieldError[]; keys: number } => {
  const top: Frame = { parent: null, segment: '', depth: 0, value: [root], keys: null, next: 0 }
  const errors: FieldError[] = []
  let values = 0
  let found = 0
  let frame: Frame | null = top
  while (frame !== null && errors.length < MAX_ERRORS) {
    const at: number = frame.next++
    const key: string | number | undefined = frame.keys === null ? at : frame.keys[at]
    if (key === undefined || (frame.keys === null && at >= (frame.value as unknown[]).length)) {
      frame = frame.parent
      continue
    }
    values += 1
    if (values > most) {
      return { errors: [tooManyValues(most)], keys: found }
    }
    if (typeof key === 'string') found += 1
    const value = (frame.value as Record<string | number, unknown>)[key]
    const badKey = typeof key === 'string' ? keyFault(key, value, escapes) : null
    if (badKey !== null) {
      errors.push({ field: pointerTo(frame), message: badKey })
      continue
    }
    const fault = frame.depth === MAX_JSON_DEPTH && isContainer(value) ? TOO_DEEP : valueFault(value, escapes)
    if (fault !== null) errors.push({ field: pointerTo(frame, key), message: fault })
    else if (isContainer(value)) {
      const keys = Array.isArray(value) ? null : Object.keys(value)
      if (keys !== null && keys.length > MAX_OBJECT_NAMES) {
        errors.push({ field: pointerTo(frame, key), message: `More than ${MAX_OBJECT_NAMES} names in one object` })
        continue
      }
      frame = { parent: frame, segment: key, depth: frame.depth + 1, value, keys, next: 0 }
    }
  }
  return { errors, keys: found }
}

const TWICE = 'The key is given twice'

const TOO_DEEP = `Nested deeper than ${MAX_JSON_DEPTH} levels`

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null

const keyFault = (key: string, value: unknown, escapes: boolean): string | null => {
  if (key.length > MAX_JSON_KEY_LENGTH) return `A key is longer than ${MAX_JSON_KEY_LENGTH} characters`
  if (key === '__proto__') return 'The key __proto__ is not allowed'
  if (key === 'constructor' && isContainer(value) && Object.hasOwn(value, 'prototype')) {
    return 'The key constructor with a key prototype in it is not allowed'
  }
  return escapes ? textFault(key, 'A key') : null
}

const valueFault = (value: unknown, escapes: boolean): string | null => {
  if (typeof value === 'number') {
    return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? null : 'The number is too large to be held exactly'
  }
  return escapes && typeof value === 'string' ? textFault(value, 'The text') : null
}

const textFault = (text: string, what: string): string | null => {
  if (text.includes('\0')) return `${what} contains a NUL character`
  return LONE_SURROGATE.test(text) ? `${what} contains half of a surrogate pair` : null
}

const LONE_SURROGATE = /\p{Surrogate}/u

/** The pointer to a frame, or to a member of it. The outermost frame only holds the root and has no segment. */
const pointerTo = (frame: Frame, ...members: readonly (string | number)[]): string => {
  const segments = [...members]
  for (let each = frame; each.parent !== null; each = each.parent) segments.unshift(each.segment)
  return pointer(...segments.slice(1))
}

const syntaxMessage = (text: string): string => {
  const found = firstSyntaxFault(text)
  if (found === 'too deep') return TOO_DEEP
  const { at, expected } = found ?? { at: text.length, expected: 'something else' }
  const before = text.slice(0, at)
  const line = before.split('\n').length
  const column = at - before.lastIndexOf('\n')
  return `Malformed JSON at line ${line}, column ${column}: expected ${expected}`
}

/** The offset at which the text stops being JSON, and what was expected there. */
type SyntaxFault = { readonly at: number; readonly expected: string }

/** Parser states, each with what it expects, for errors. */
const waits = {
  value: 'a value',
  firstItem: 'a value or ]',
  firstKey: 'a key in double quotes or }',
  key: 'a key in double quotes',
  colon: ':',
  afterItem: ', or ]',
  afterMember: ', or }',
  end: 'the end',
} as const

type Wait = keyof typeof waits

/** The state after a punctuation character; `close` ends the innermost object or array. */
const punctuation: Readonly<Record<Wait, Readonly<Record<string, Wait | 'close'>>>> = {
  value: { '[': 'firstItem', '{': 'firstKey' },
  firstItem: { '[': 'firstItem', '{': 'firstKey', ']': 'close' },
  firstKey: { '}': 'close' },
  key: {},
  colon: { ':': 'value' },
  afterItem: { ',': 'value', ']': 'close' },
  afterMember: { ',': 'key', '}': 'close' },
  end: {},
}

/**
 * Locates the syntax error in text that JSON.parse rejected, with a state table and a stack of open brackets. Text
 * nested too deep is rejected for that first.
 */
const firstSyntaxFault = (text: string): SyntaxFault | 'too deep' | null => {
  const open: Wait[] = []
  let wait: Wait = 'value'
  let at = endOfBlanks(text, 0)
  while (at < text.length) {
    const character = text.charAt(at)
    const move: Wait | 'close' | undefined = punctuation[wait][character]
    if (move === 'close') {
      open.pop()
      wait = open.at(-1) ?? 'end'
      at += 1
    } else if (move !== undefined) {
      if (character === '[') open.push('afterItem')
      if (character === '{') open.push('afterMember')
      if (open.length > MAX_JSON_DEPTH) return 'too deep'
      wait = move
      at += 1
    } else {
      const scalar: boolean = wait === 'value' || wait === 'firstItem'
      const end: number | SyntaxFault | null = scalar ? endOfScalar(text, at) : endOfKey(text, at, wait)
      if (typeof end !== 'number') return end ?? { at, expected: waits[wait] }
      wait = scalar ? (open.at(-1) ?? 'end') : 'colon'
      at = end
    }
    at = endOfBlanks(text, at)
  }
  return wait === 'end' ? null : { at, expected: waits[wait] }
}

const endOfBlanks = (text: string, start: number): number => {
  let at = start
  while (at < text.length && ' \t\n\r'.includes(text.charAt(at))) at += 1
  return at
}

const endOfKey = (text: string, at: number, wait: Wait): number | SyntaxFault | null =>
  (wait === 'key' || wait === 'firstKey') && text[at] === '"' ? endOfString(text, at) : null

/** The offset after the string, number or word that begins here; null if none does. */
const endOfScalar = (text: string, at: number): number | SyntaxFault | null => {
  if (text[at] === '"') return endOfString(text, at)
  const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y
  scalar.lastIndex = at
  return scalar.test(text) ? scalar.lastIndex : null
}

const endOfString = (text: string, start: number): number | SyntaxFault => {
  const end = endOfText(text, start + 1)
  const character = text.charAt(end)
  if (character === '"') return end + 1
  if (character === '') return { at: end, expected: 'the closing quote of a string' }
  const expected = character === '\\' ? 'an escape sequence' : 'no control characters in a string'
  return { at: end, expected }
}

/**
 * The end of the valid part of a string. One portion at a time, because the engine allocates for each character of a
 * match.
 */
const endOfText = (text: string, start: number): number => {
  const portion = /(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})){1,1000}/y
  portion.lastIndex = start
  let at = start
  while (portion.test(text)) at = portion.lastIndex
  return at
}
