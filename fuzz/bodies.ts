// Changes of JSON bodies: every leaf of what is sent, and of what the document says may be sent beside it.
import { type Path, placesIn, valueAt, withValue } from '#support/reading/places'
import type { Random } from './random.ts'
import type { Change, Draft } from './request.ts'
import { bodySchemaOf, edgesOf, type Schema, schemasAt, valueFor } from './schemas.ts'
import { hostile, wholeBodies } from './values.ts'

const kinds = ['texts', 'days', 'numbers', 'shapes', 'ids'] as const
/** How often the body is another one, a name is left out or stands twice, and what is no JSON stands in a place. */
const WHOLE = 0.02
const MISSING = 0.12
const TWICE = 0.03
const BROKEN = 0.02
const SPREAD = 0.06
const EDGE = 0.25
const ADDED = 0.3
const REPEATED = [2, 3, 50, 1001, 10_001]

/** One change of the body of a draft; null where it has none. */
export const bodyChange = (draft: Draft, random: Random): Change | null => {
  if (draft.json === undefined) return null
  if (random.happens(WHOLE)) return wholeBody(random)
  const schema = bodySchemaOf(draft.row)
  if (schema && random.happens(ADDED)) {
    const added = addition(draft, schema, random)
    if (added) return added
  }
  const place = random.pick(placesIn(draft.json))
  return changeAt(draft, place, schema, random)
}

const wholeBody = (random: Random): Change => {
  const raw = random.pick(wholeBodies)
  return { says: `the body is ${String(raw).slice(0, 20)}`, apply: (draft) => ({ ...draft, raw }) }
}

const changeAt = (draft: Draft, place: Path, schema: Schema | null, random: Random): Change => {
  const name = `#/${place.join('/')}`
  const key = place.at(-1)
  const value = valueAt(draft.json, place)
  if (typeof key === 'string' && random.happens(MISSING)) return textIn(place, undefined, `${name} is missing`)
  if (Array.isArray(value) && value.length > 0 && random.happens(SPREAD * 4)) return repeated(place, value, random)
  const text = textFor(value, schema ? schemasAt(schema, place) : [], random)
  const short = text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
  if (typeof key === 'string' && random.happens(TWICE)) {
    return textIn(place, `${text},${JSON.stringify(key)}:${JSON.stringify(value)}`, `${name} stands twice, as ${short}`)
  }
  return textIn(place, text, `${name} is ${short}`)
}

const textFor = (value: unknown, schemas: readonly Schema[], random: Random): string => {
  if (random.happens(BROKEN)) return random.pick(hostile.broken)
  if (schemas.length > 0 && random.happens(EDGE)) {
    const edges = schemas.flatMap(edgesOf)
    if (edges.length > 0) return random.pick(edges)
  }
  if (random.happens(0.65)) {
    if (typeof value === 'number') return random.pick(hostile.numbers)
    if (typeof value === 'string' && /^\d{4}-\d\d-\d\d/.test(value)) return random.pick(hostile.days)
    if (typeof value === 'string') return random.pick(hostile.texts)
  }
  return random.pick(hostile[random.pick(kinds)])
}

const textIn = (place: Path, text: string | undefined, says: string): Change => ({
  says,
  apply: (draft) => ({ ...draft, texts: [...draft.texts, [place, text]] }),
})

const repeated = (place: Path, value: readonly unknown[], random: Random): Change => {
  const count = random.pick(REPEATED)
  const one = JSON.stringify(random.pick(value))
  const text = `[${Array.from({ length: Math.min(count, Math.ceil(900_000 / (one.length + 1))) }, () => one).join(',')}]`
  return textIn(place, text, `#/${place.join('/')} has ${count} of one`)
}

/** Something that the document names and the body lacks; mostly what fits. */
const addition = (draft: Draft, schema: Schema, random: Random): Change | null => {
  const objects = placesIn(draft.json).filter((place) => {
    const value = valueAt(draft.json, place)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  })
  const place = random.pick(objects)
  const object = valueAt(draft.json, place) as object
  const lacking = schemasAt(schema, place).flatMap(({ properties = {} }) =>
    Object.entries(properties).filter(([name, { readOnly }]) => !(name in object) && !readOnly),
  )
  if (lacking.length === 0) return null
  const [name, kind] = random.pick(lacking)
  const value = valueFor(kind, random)
  if (value === undefined) return null
  const at = [...place, name]
  const says = `#/${at.join('/')} is added: ${JSON.stringify(value)?.slice(0, 60)}`
  return {
    says,
    apply: (one) => ({ ...one, json: isObjectAt(one.json, place) ? withValue(one.json, at, value) : one.json }),
  }
}

const isObjectAt = (json: unknown, place: Path): boolean => {
  const found = valueAt(json, place)
  return typeof found === 'object' && found !== null
}
