// Sentences that the service says to callers. Each is declared once, in English and Swedish beside each other, under a
// public reason that stays the same from release to release.
import type { Language } from '#rule/language'

/** The languages of answers, pages and mails. */
export { type Language, languages } from '#rule/language'

/** A sentence as it is declared. `{name}` stands for a value, in both languages. */
type SentenceTexts = {
  /** The public name, such as `invoice.not-draft`. */
  readonly reason: string
  readonly en: string
  readonly sv: string
  /** The error code that it goes with; null where it is no refusal and no fault of a field. */
  readonly code: string | null
}

/** Values of a sentence by their names. A value may be a sentence itself. */
export type Values = Readonly<Record<string, string | number | DeclaredSentence>>

/** A declared sentence with its values. */
export class DeclaredSentence {
  readonly declared: SentenceTexts
  readonly values: Values

  constructor(declared: SentenceTexts, values: Values) {
    this.declared = declared
    this.values = values
  }

  in(language: Language): string {
    return filled(this.declared[language], (name) => {
      const value = this.values[name]
      return value instanceof DeclaredSentence ? value.in(language) : valueIn(language, value)
    })
  }

  /** As part of a text: in English. */
  toString(): string {
    return this.in('en')
  }
}

const byReason = new Map<string, SentenceTexts>()
const byEnglish = new Map<string, Readonly<Record<Language, string>>>()
let patterns: ReadonlyMap<string, readonly Pattern[]> | null = null

/** Declares a sentence; throws at start when its reason is taken or is no name. */
export const declareSentence = (reason: string, en: string, sv: string, code: string | null = null): SentenceTexts => {
  if (byReason.has(reason)) throw new Error(`The reason ${reason} is declared twice`)
  if (!/^[a-z][a-z0-9-]*\.[a-z0-9-]+$/.test(reason)) throw new Error(`${reason} is no name of a reason`)
  const declared = { reason, en, sv, code }
  byReason.set(reason, declared)
  byEnglish.set(en, declared)
  patterns = null
  return declared
}

/** Declares words that stand in sentences as values, Swedish by English. */
export const declareTerms = (words: Readonly<Record<string, string>>): void => {
  for (const [en, sv] of Object.entries(words)) byEnglish.set(en, { en, sv })
}

/** All sentences that the loaded modules declare, by reason. */
export const declaredSentences = (): SentenceTexts[] =>
  [...byReason.values()].sort((one, other) => (one.reason < other.reason ? -1 : 1))

/**
 * A declared sentence as it is kept beside its English text, and as threads send it: by its reason, so that its
 * language is chosen when it is read. Values that are sentences themselves are kept in the same way.
 */
export type KeptSaid = { reason: string; values: KeptValues }
export type KeptValues = { [name: string]: string | number | KeptSaid }

export const keptOf = ({ declared: { reason }, values }: DeclaredSentence): KeptSaid => ({
  reason,
  values: Object.fromEntries(
    Object.entries(values).map(([name, one]) => [name, one instanceof DeclaredSentence ? keptOf(one) : one]),
  ),
})

/** The kept sentence with its declaration; null when no loaded module declares the reason. */
export const saidOf = ({ reason, values }: KeptSaid): DeclaredSentence | null => {
  const declared = byReason.get(reason)
  if (!declared) return null
  const found = Object.entries(values).map(
    ([name, one]) => [name, typeof one === 'object' ? saidOf(one) : one] as const,
  )
  return new DeclaredSentence(declared, Object.fromEntries(found.map(([name, one]) => [name, one ?? ''])))
}

/**
 * Why something failed, as answers tell it: the English text, and the reason and values of its sentence, by which the
 * language is chosen when it is read. The words of others have no reason.
 */
export const failureOf = (text: string | null, kept: KeptSaid | null): SaidFailure => ({
  failure: text,
  failureReason: kept?.reason ?? null,
  failureValues: kept?.values ?? {},
})

export type SaidFailure = { failure: string | null; failureReason: string | null; failureValues: KeptValues }

/** The same for a property named `reason`. */
export const reasonOf = (text: string | null, kept: KeptSaid | null): SaidReason => ({
  reason: text,
  reasonName: kept?.reason ?? null,
  reasonValues: kept?.values ?? {},
})

export type SaidReason = { reason: string | null; reasonName: string | null; reasonValues: KeptValues }

/** The properties beside a kept sentence that have its reason and its values, by the name of the sentence. */
export const besideOf = (name: string): { reason: string; values: string } => {
  // As in the body of a refusal.
  if (name === 'message') return { reason: 'reason', values: 'values' }
  return { reason: `${name}${/reason$/i.test(name) ? 'Name' : 'Reason'}`, values: `${name}Values` }
}

/** The sentence of a reason with these values; null when no loaded module declares the reason. */
export const sentenceOf = (language: Language, reason: string, values: KeptValues): string | null =>
  saidOf({ reason, values })?.in(language) ?? null

/**
 * English text in another language: a declared sentence is found again with its values, which is how warnings, and
 * text that is a value of another sentence, are translated. Text that no module declares stays as it is.
 */
export const translateText = (language: Language, text: string, depth = DEPTH): string => {
  if (language === 'en') return text
  const whole = byEnglish.get(text)
  if (whole) return whole[language]
  if (depth === 0 || !text.includes(' ')) return text
  for (const pattern of patternsFor(text)) {
    const values = valuesIn(text, pattern)
    if (!values) continue
    return filled(pattern.declared[language], (name) => valueIn(language, values.get(name), depth - 1))
  }
  return text
}

/** How deep sentences stand within each other. */
const DEPTH = 3

/** A sentence with values: the names of its values, and the text before, between and after them. */
type Pattern = { plain: readonly string[]; names: readonly string[]; declared: SentenceTexts; weight: number }

const PLACEHOLDER = /\{(\w+)\}/g

/** The sentences with values by their first characters; those that begin with a value are under the empty text. */
const allPatterns = (): ReadonlyMap<string, readonly Pattern[]> => {
  if (patterns) return patterns
  const found = new Map<string, Pattern[]>()
  for (const declared of byReason.values()) {
    if (!/\{\w+\}/.test(declared.en) || /^\{\w+\}$/.test(declared.en)) continue
    const pattern = patternOf(declared)
    const key = (pattern.plain[0] ?? '').slice(0, KEY_LENGTH)
    found.set(key, [...(found.get(key) ?? []), pattern])
  }
  patterns = found
  return found
}

/** Those that may match a text. Of two that do, the one with more words of its own comes first. */
const patternsFor = (text: string): Pattern[] => {
  const all = allPatterns()
  const keys = Array.from({ length: KEY_LENGTH + 1 }, (_, length) => text.slice(0, length))
  const found = [...new Set(keys)].flatMap((key) => all.get(key) ?? [])
  return found.toSorted((left, right) => right.weight - left.weight)
}

/** How many characters of its beginning a sentence is found by. */
const KEY_LENGTH = 4

const patternOf = (declared: SentenceTexts): Pattern => {
  const parts = declared.en.split(PLACEHOLDER)
  const names = parts.filter((_, place) => place % 2 === 1)
  const plain = parts.filter((_, place) => place % 2 === 0)
  return { plain, names, declared, weight: plain.join('').length }
}

/**
 * The values with which a sentence makes this text; null where it does not. Each value is as short as it can be, and
 * the search never goes back, so that a text of any content takes time by its length alone.
 */
const valuesIn = (text: string, { plain, names }: Pattern): ReadonlyMap<string, string> | null => {
  const [first = '', ...after] = plain
  const last = after.at(-1) ?? ''
  if (!text.startsWith(first) || !text.endsWith(last)) return null
  const values = new Map<string, string>()
  let at = first.length
  for (const [place, name] of names.entries()) {
    const isLast = place === names.length - 1
    const end = isLast ? text.length - last.length : text.indexOf(after[place] ?? '', at + 1)
    if (end <= at) return null
    values.set(name, text.slice(at, end))
    at = end + (after[place] ?? '').length
  }
  return values
}

/** A decimal number, or several, each with the account that it is on. */
const DECIMALS = /^-?\d+\.\d+$|^-?\d+\.\d+ \(\d+\)(, -?\d+\.\d+ \(\d+\))*$/

const valueIn = (language: Language, value: string | number | undefined, depth = DEPTH - 1): string | undefined => {
  if (value === undefined || language === 'en') return value?.toString()
  const text = String(value)
  return DECIMALS.test(text) ? text.replaceAll('.', ',') : translateText(language, text, depth)
}

const filled = (sentence: string, lookup: (name: string) => string | undefined): string =>
  sentence.replace(PLACEHOLDER, (placeholder, name: string) => lookup(name) ?? placeholder)
