// What the service answers to requests that it refuses, in Swedish. The API speaks English, as programs expect; the
// console finds the sentence that an answer was made from, and says it in Swedish with the same values.
import { agency } from './agency.ts'
import { bank } from './bank.ts'
import { books } from './books.ts'
import { eInvoices } from './e-invoices.ts'
import { mailIn } from './mail-in.ts'
import { readings } from './readings.ts'
import { reminders } from './reminders.ts'
import { requests } from './requests.ts'
import { deeds, roles } from './roles.ts'
import { trade } from './trade.ts'

export { fields } from './fields.ts'
export { mailFailure } from './mail.ts'
export { deeds } from './roles.ts'

/** Swedish sentences by the English ones that the service declares; `{name}` stands for a value in both. */
export const swedish: Readonly<Record<string, string>> = {
  ...requests,
  ...books,
  ...trade,
  ...reminders,
  ...bank,
  ...eInvoices,
  ...mailIn,
  ...agency,
  ...readings,
}

/** Words that stand in sentences as values. */
const values: Readonly<Record<string, string>> = { ...roles, ...deeds }

type Pattern = { shape: RegExp; names: string[]; sentence: string; weight: number }

const PLACEHOLDER = /\{(\w+)\}/g

let patterns: readonly Pattern[] | undefined

/** The most telling ones first: of two that fit, the one with more words of its own is meant. */
const allPatterns = (): readonly Pattern[] => {
  patterns ??= Object.entries(swedish)
    .filter(([english]) => /\{\w+\}/.test(english))
    .map(([english, sentence]) => patternOf(english, sentence))
    .toSorted((left, right) => right.weight - left.weight)
  return patterns
}

const patternOf = (english: string, sentence: string): Pattern => {
  const parts = english.split(PLACEHOLDER)
  const names = parts.filter((_, place) => place % 2 === 1)
  const plain = parts.filter((_, place) => place % 2 === 0)
  const shape = plain.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')
  return { shape: new RegExp(`^${shape}$`, 's'), names, sentence, weight: plain.join('').length }
}

/** How deep sentences stand within each other, such as a reason. */
const DEPTH = 3

/** A decimal number, or several, each with the account that it is on. */
const DECIMALS = /^-?\d+\.\d+$|^-?\d+\.\d+ \(\d+\)(, -?\d+\.\d+ \(\d+\))*$/

/** A value of a sentence: a word that has one of its own, decimal numbers, or a sentence. */
const valueInSwedish = (value: string, depth: number): string =>
  values[value] ?? (DECIMALS.test(value) ? value.replaceAll('.', ',') : inSwedish(value, depth))

/** The sentence in Swedish; the original if there is no translation yet. */
export const inSwedish = (message: string, depth = DEPTH): string => {
  const whole = swedish[message]
  if (whole !== undefined) return whole
  const errors = /^(\d+) errors?$/.exec(message)
  if (errors) return `${errors[1]} fel`
  const more = /^(\d+) more warnings$/.exec(message)
  if (more) return `${more[1]} till`
  for (const { shape, names, sentence } of depth > 0 ? allPatterns() : []) {
    const found = shape.exec(message)
    if (!found) continue
    const values = new Map(names.map((name, place) => [name, valueInSwedish(found[place + 1] ?? '', depth - 1)]))
    return sentence.replace(PLACEHOLDER, (_, name: string) => values.get(name) ?? '')
  }
  return message
}
