// Names of tags, dimension numbers, and how an entry may be tagged: pure rules.
import { ledgerFaults } from '#ledger/refusals'
import { isId } from '#platform/id'
import { type Ore, rounded, size } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'

/** A tag with its share of an item or entry. */
export type TagUse = { tagId: string; weight: number }

/** A tag as shown on entries. */
export type EntryTag = TagUse & { tagGroupId: string; tagName: string; tagGroupName: string }

/** A tag with its group. */
export type KnownTag = Omit<EntryTag, 'weight'>

/** The tags in a body: of the entry as a whole, or of its items. */
export type TagsBody = {
  tags?: readonly TagUse[] | undefined
  items?: readonly { id?: number | undefined; tags?: readonly TagUse[] | undefined }[] | undefined
}

/** The tags of one place; `line` is null for the entry as a whole. */
export type TagPlace = { line: number | null; field: string; tags: readonly TagUse[] }

/** Maximum number of characters in the name of a group or tag, and of an alias. */
export const MAX_TAG_NAME_LENGTH = 200
export const MAX_ALIAS_LENGTH = 3
/** Maximum number of tags on one item, or on an entry as a whole. */
export const MAX_TAGS_IN_PLACE = 100
/** The highest dimension number: six digits, as in the SIE reader. */
export const MAX_DIMENSION = 999_999
/** The number of decimals in weights, and the number of such units in 1. */
const WEIGHT_DECIMALS = 6
export const WHOLE = 10 ** WEIGHT_DECIMALS

/** Whether a company may create a dimension with this number: 3-5 and 11-19 are reserved by the format. */
export const isOwnDimension = (number: number): boolean =>
  Number.isInteger(number) &&
  (number === 1 || number === 2 || (number >= 6 && number <= 10) || (number >= 20 && number <= MAX_DIMENSION))

/** A weight in millionths; null if it has more decimals. */
const millionthsOf = (weight: number): number | null => {
  const millionths = Math.round(weight * WHOLE)
  return millionths / WHOLE === weight ? millionths : null
}

/** The places of a body that have tags. Malformed tags are skipped; the schema reports them. */
export const placesOf = (body: unknown): TagPlace[] => {
  const { tags, items } = Object(body) as { tags?: unknown; items?: unknown }
  const ofItems = Array.isArray(items)
    ? items.map((item: unknown, index) => {
        const { id = index + 1, tags: own } = Object(item) as { id?: unknown; tags?: unknown }
        return { line: numberIn(id), field: pointer('items', index, 'tags'), tags: usesIn(own) }
      })
    : []
  return [{ line: null, field: pointer('tags'), tags: usesIn(tags) }, ...ofItems].filter((place) => place.tags.length)
}

const usesIn = (tags: unknown): TagUse[] => {
  if (!Array.isArray(tags)) return []
  return tags.map((use: unknown) => {
    const { tagId, weight = 1 } = Object(use) as { tagId?: unknown; weight?: unknown }
    return { tagId: typeof tagId === 'string' ? tagId : '', weight: numberIn(weight) }
  })
}

/** The value may be anything, and some values throw when converted to a number. */
const numberIn = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN)

/** The distinct tag ids. */
export const tagIdsIn = (places: readonly TagPlace[]): string[] => [
  ...new Set(places.flatMap(({ tags }) => tags.map(({ tagId }) => tagId)).filter(isId)),
]

/** All errors in tags beyond their schema. */
export const wrongInTags = (places: readonly TagPlace[], known: ReadonlyMap<string, KnownTag>): FieldError[] => {
  const errors = places.flatMap((place) => wrongInPlace(place, known))
  const onEntry = places.find(({ line }) => line === null)
  if (onEntry && places.length > 1) errors.push(ledgerFaults.tagsOnBoth(onEntry.field))
  return errors
}

const wrongInPlace = ({ field, tags }: TagPlace, known: ReadonlyMap<string, KnownTag>): FieldError[] => {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  const sums = new Map<string, { name: string; millionths: number }>()
  for (const [index, { tagId, weight }] of tags.entries()) {
    const tag = known.get(tagId)
    // The schema reports invalid shares.
    const millionths = weight > 0 && weight <= 1 ? millionthsOf(weight) : 0
    if (!tag) errors.push(ledgerFaults.unknownTag(`${field}/${index}/tagId`, { id: tagId }))
    if (seen.has(tagId)) errors.push(ledgerFaults.repeatedTag(`${field}/${index}/tagId`, { id: tagId }))
    if (millionths === null) {
      errors.push(ledgerFaults.weightDecimals(`${field}/${index}/weight`, { decimals: WEIGHT_DECIMALS }))
    }
    seen.add(tagId)
    if (!tag || millionths === null) continue
    const sum = sums.get(tag.tagGroupId) ?? { name: tag.tagGroupName, millionths: 0 }
    sums.set(tag.tagGroupId, { ...sum, millionths: sum.millionths + millionths })
  }
  for (const { name, millionths } of sums.values()) {
    if (millionths > WHOLE) {
      errors.push(ledgerFaults.weightsBeyondOne(field, { group: name, sum: String(millionths / WHOLE) }))
    }
  }
  return errors
}

/** The tags of places as shown on an entry, in the order of `known`. */
export const shownTags = (uses: readonly TagUse[], known: ReadonlyMap<string, KnownTag>): EntryTag[] => {
  const weights = new Map(uses.map(({ tagId, weight }) => [tagId, weight]))
  return [...known.values()].flatMap((tag) => {
    const weight = weights.get(tag.tagId)
    return weight === undefined ? [] : [{ ...tag, weight }]
  })
}

/** An item with the tags of the item or its entry; debit is positive. */
type TaggedItem = { ore: Ore; tags: readonly EntryTag[] }

/**
 * The combined tags of items of one account, each with its share of the sum. Items on the opposite side of the sum are
 * ignored. Shares are rounded cumulatively within a group, so that they add up to 1 if everything is tagged; if there
 * are more than a place allows, the smallest are dropped.
 */
export const tagsTogether = (items: readonly TaggedItem[]): TagUse[] => {
  const sum = items.reduce((total, { ore }) => total + ore, 0n)
  const counted = items.filter(({ ore }) => ore * sum > 0n)
  const whole = counted.reduce((total, { ore }) => total + size(ore), 0n)
  const parts = new Map<string, { tagGroupId: string; part: bigint }>()
  for (const { ore, tags } of counted) {
    for (const { tagId, tagGroupId, weight } of tags) {
      const part = size(ore) * BigInt(Math.round(weight * WHOLE))
      parts.set(tagId, { tagGroupId, part: part + (parts.get(tagId)?.part ?? 0n) })
    }
  }
  const before = new Map<string, bigint>()
  const shares = [...parts].map(([tagId, { tagGroupId, part }]) => {
    const from = before.get(tagGroupId) ?? 0n
    before.set(tagGroupId, from + part)
    return { tagId, weight: Number(rounded(from + part, whole) - rounded(from, whole)) / WHOLE }
  })
  const largestFirst = shares.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight)
  return largestFirst.slice(0, MAX_TAGS_IN_PLACE)
}

/**
 * A short alias for an imported group: `D6` for dimension 6, the number itself if it has three digits, otherwise three
 * free letters.
 */
export const aliasFor = (dimension: number, taken: ReadonlySet<string>): string => {
  for (const alias of [`D${dimension}`, String(dimension)]) {
    if (alias.length <= MAX_ALIAS_LENGTH && !taken.has(alias)) return alias
  }
  // Starts at the dimension number, so that a file with thousands of dimensions does not try every alias for each.
  for (let tried = 0; tried < LETTERS ** MAX_ALIAS_LENGTH; tried++) {
    const at = dimension + tried
    const alias = [LETTERS ** 2, LETTERS, 1].map((place) => letterAt(Math.floor(at / place) % LETTERS)).join('')
    if (!taken.has(alias)) return alias
  }
  throw new Error('Every alias of three letters is taken')
}

const LETTERS = 26
const CODE_OF_A = 65
const letterAt = (index: number): string => String.fromCharCode(CODE_OF_A + index)

/** The name of an imported group: with the dimension number appended if another group has the same name. */
export const groupNameFor = (name: string, dimension: number, taken: ReadonlySet<string>): string => {
  const characters = [...(name.trim() || `Dimension ${dimension}`)]
  const short = characters.slice(0, MAX_TAG_NAME_LENGTH).join('')
  if (!taken.has(short)) return short
  for (let more = 1; ; more++) {
    const mark = more === 1 ? ` (${dimension})` : ` (${dimension}, ${more})`
    const named = characters.slice(0, MAX_TAG_NAME_LENGTH - mark.length).join('') + mark
    if (!taken.has(named)) return named
  }
}
