// What the law says by day: amounts, rates and shares with the days they hold, their source and when it was checked.
// Editions (`rules/law/*.json`) lie on each other: what a later one says holds on its days in place of the earlier.
// Nothing else in the service is a constant of the law; a day without a value is an error, never a default.
import { isLawKey, type LawKey, lawKeys } from '#rule/law-keys'
import { isVatRate } from '#rule/vat-rates'
import edition2026 from './law/2026.json' with { type: 'json' }

/** How sure a value is: read in the statute, from the authority, of two sources or one, or known but not confirmed. */
export const certainties = ['statute', 'authority', 'twoSources', 'oneSource', 'unconfirmed'] as const
type Certainty = (typeof certainties)[number]

/** A value and the days it holds, the first and the last included; `to` is null while no end is known. */
export type LawValue = {
  key: LawKey
  from: string
  to: string | null
  /** In the unit of its key. */
  value: number
  source: string
  certainty: Certainty
  /** The day when the source was read, and the edition that says it. */
  checkedOn: string
  edition: string
}

/** A file of the law: values with their sources, as it was checked on a day. */
export type Edition = { name: string; checkedOn: string; values: readonly LawValue[] }

/** A table of the law that may not be used; `faults` are sentences for the operator. */
export class LawError extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(faults.join('\n'))
    this.name = 'LawError'
    this.faults = faults
  }
}

const MAX_VALUES = 5000
const MAX_TEXT = 300
const FOR_EVER = '9999-12-31'
const DAY_MS = 86_400_000

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && daysAfter(value, 0) === value

const daysAfter = (day: string, days: number): string => {
  const time = Date.parse(day) + days * DAY_MS
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, 10)
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT

/**
 * The edition in a file: `{ edition, checkedOn, values: [{ key, from, to, value, source, certainty }] }`.
 * @throws {LawError} with everything that is wrong in it
 */
export const editionOf = (file: unknown): Edition => {
  const { edition, checkedOn, values } = Object(file) as Record<string, unknown>
  const faults = [
    ...(isText(edition) ? [] : ['edition: a name is missing']),
    ...(isDay(checkedOn) ? [] : ['checkedOn: a day, such as 2026-11-28, is missing']),
    ...(Array.isArray(values) && values.length > 0 && values.length <= MAX_VALUES
      ? values.flatMap(wrongInValue)
      : [`values: a list of 1 to ${MAX_VALUES} values is missing`]),
  ]
  if (faults.length > 0) throw new LawError(faults)
  const of = { edition: String(edition), checkedOn: String(checkedOn) }
  // The casts are safe: every value has been looked at.
  const found = (values as LawValue[]).map(({ key, from, to, value, source, certainty }) => ({
    key,
    from,
    to,
    value,
    source,
    certainty,
    ...of,
  }))
  const overlaps = keysOf(found).flatMap((key) => overlapsIn(found.filter((one) => one.key === key)))
  if (overlaps.length > 0) throw new LawError(overlaps)
  return { name: of.edition, checkedOn: of.checkedOn, values: found }
}

const wrongInValue = (given: unknown, index: number): string[] => {
  const { key, from, to, value, source, certainty } = Object(given) as Record<string, unknown>
  const at = `values[${index}]`
  if (typeof key !== 'string' || !isLawKey(key)) return [`${at}: the key ${JSON.stringify(key)} is unknown`]
  const isKnown = (one: Certainty) => one === certainty
  return [
    ...(isDay(from) ? [] : [`${at} ${key}: from is not a day`]),
    ...(to === null || (isDay(to) && String(from) <= to) ? [] : [`${at} ${key}: to is neither null nor a later day`]),
    ...(isValueOf(key, value) ? [] : [`${at} ${key}: ${JSON.stringify(value)} is no value in ${lawKeys[key].unit}`]),
    ...(isText(source) ? [] : [`${at} ${key}: the source is missing`]),
    ...(certainties.some(isKnown) ? [] : [`${at} ${key}: certainty is none of ${certainties.join(', ')}`]),
  ]
}

/** Whether a value may be one of its key: a rate of VAT is one that the accounts and boxes know. */
const isValueOf = (key: LawKey, value: unknown): boolean => {
  if (typeof value !== 'number' || !Number.isFinite(value) || value < 0) return false
  const { unit } = lawKeys[key]
  if (unit === 'percent' && key.startsWith('vat.')) return value === 0 || isVatRate(value)
  if (unit === 'percent') return value <= 100
  return unit === 'kronor' ? Number.isSafeInteger(value * 100) : true
}

const keysOf = (values: readonly LawValue[]): LawKey[] => [...new Set(values.map(({ key }) => key))]

const byDay = (left: LawValue, right: LawValue): number => (left.from < right.from ? -1 : 1)

const lastDay = ({ to }: LawValue): string => to ?? FOR_EVER

const neighboursIn = (values: readonly LawValue[]): [LawValue, LawValue][] => {
  const sorted = [...values].sort(byDay)
  return sorted.flatMap((one, index) => {
    const next = sorted[index + 1]
    return next ? [[one, next] as [LawValue, LawValue]] : []
  })
}

const overlapsIn = (values: readonly LawValue[]): string[] =>
  neighboursIn(values)
    .filter(([one, next]) => lastDay(one) >= next.from)
    .map(([{ key }, { from }]) => `${key}: two values for ${from}`)

const gapsIn = (values: readonly LawValue[]): string[] =>
  neighboursIn(values)
    .filter(([one, next]) => daysAfter(lastDay(one), 1) < next.from)
    .map(([one, { key, from }]) => `${key}: no value from ${daysAfter(lastDay(one), 1)} until ${from}`)

/** The days of a value that another one leaves to it. */
const left = (value: LawValue, other: LawValue): LawValue[] => {
  if (lastDay(other) < value.from || lastDay(value) < other.from) return [value]
  const before = value.from < other.from ? [{ ...value, to: daysAfter(other.from, -1) }] : []
  const after = other.to !== null && other.to < lastDay(value) ? [{ ...value, from: daysAfter(other.to, 1) }] : []
  return [...before, ...after]
}

type Table = ReadonlyMap<LawKey, readonly LawValue[]>

/**
 * The table of editions, each on top of those before it.
 * @throws {LawError} where a key has no value, or none between two others
 */
const tableOf = (editions: readonly Edition[]): Table => {
  const table = new Map<LawKey, LawValue[]>()
  for (const value of editions.flatMap(({ values }) => values)) {
    table.set(value.key, [...(table.get(value.key) ?? []).flatMap((one) => left(one, value)), value])
  }
  for (const values of table.values()) values.sort(byDay)
  const faults = (Object.keys(lawKeys) as LawKey[]).flatMap((key) => {
    const values = table.get(key)
    return values ? gapsIn(values) : [`${key}: no value at all`]
  })
  if (faults.length > 0) throw new LawError(faults)
  return table
}

/** The editions that the release has, the first one at the bottom. */
export const releasedEditions: readonly Edition[] = [editionOf(edition2026)]

let table = tableOf(releasedEditions)

/**
 * Lays the operator's editions on those of the release, for this process.
 * @throws {LawError} where they do not fit together; the table stays what it was
 */
export const layEditions = (editions: readonly Edition[]): void => {
  table = tableOf([...releasedEditions, ...editions])
}

/**
 * Checks whether editions fit on those of the release; nothing is laid.
 * @throws {LawError} where they do not
 */
export const fitEditions = (editions: readonly Edition[]): void => {
  tableOf([...releasedEditions, ...editions])
}

/** Every value of a key, the earliest first. */
export const lawValues = (key: LawKey): readonly LawValue[] => table.get(key) ?? []

type LawOfDay = {
  /** The value of a key in its unit. @throws where the table has none for the day */
  value(key: LawKey): number
  /** Kronor as öre. @throws where the table has none for the day */
  ore(key: LawKey): bigint
  /** The value with its source; null where the table has none for the day. */
  find(key: LawKey): LawValue | null
}

/** What the law says on a day. */
export const lawOn = (day: string): LawOfDay => {
  const find = (key: LawKey) => lawValues(key).find((one) => one.from <= day && day <= lastDay(one)) ?? null
  const value = (key: LawKey) => {
    const found = find(key)
    if (found === null) throw new Error(`The law's table has no ${key} for ${day}`)
    return found.value
  }
  return { find, value, ore: (key) => BigInt(Math.round(value(key) * 100)) }
}
