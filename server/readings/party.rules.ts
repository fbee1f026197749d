// Identifies the seller: by numbers with check digits, and by the text at the top.
import { bankgiroNumber, plusgiroNumber } from '#numbers/giro'
import { organizationNumber } from '#numbers/organization-number'
import { swedishVatNumber } from '#numbers/vat-number'
import { truncate } from '#text/truncate'
import { type LabelOf, labelsIn } from './labels.rules.ts'
import { type Found, firstOfEach, type Line, placeOf } from './page.rules.ts'

export type PartyFacts = {
  organizationNumber: Found[]
  bankgiro: Found[]
  plusgiro: Found[]
  names: Found[]
}

/** Limits on the number of lines that may name the seller, and on their length. */
const MAX_NAMES = 40
const MAX_NAME_LENGTH = 80

const ORGANIZATION = /(?<![\d.,/-])(?:16)?(\d{6}) ?[-–] ?(\d{4})(?![\d-])/g
const BARE_ORGANIZATION = /(?<![\d.,/-])(?:16)?(\d{6}) ?(\d{4})(?![\d-])/g
const VAT_NUMBER = /(?<!\p{L})SE ?(\d{6})[ -]?(\d{4})[ -]?01(?!\d)/giu
/** Digits of an account at Bankgirot or Plusgirot: the check digit, or four digits, after a hyphen. */
const GIRO = /(?<![\d.,/-])(?:\d{3,4} ?[-–] ?\d{4}|\d{1,3}(?: ?\d{1,3}){0,3} ?[-–] ?\d)(?![\d-])/g

export const partyFacts = (lines: readonly Line[], labelOf: LabelOf, ownNumber: string | null): PartyFacts => {
  const organizations: Found[] = []
  const bankgiro: Found[] = []
  const plusgiro: Found[] = []
  for (const [index, line] of lines.entries()) {
    for (const { value, from, to } of organizationsIn(line, index, labelOf)) {
      if (value !== ownNumber) organizations.push({ ...placeOf(line, from, to), value })
    }
    for (const match of line.text.matchAll(GIRO)) {
      const from = match.index
      const to = match.index + match[0].length
      const role = labelOf(index, from, to)?.role
      const text = match[0].replace(/ ?[-–] ?/, '-')
      const bank = role === 'bankgiro' ? bankgiroNumber(text.replaceAll(' ', '')) : null
      const plus = role === 'plusgiro' ? plusgiroNumber(text) : null
      if (bank) bankgiro.push({ ...placeOf(line, from, to), value: bank })
      if (plus) plusgiro.push({ ...placeOf(line, from, to), value: plus })
    }
  }
  return {
    organizationNumber: firstOfEach(organizations),
    bankgiro: firstOfEach(bankgiro),
    plusgiro: firstOfEach(plusgiro),
    names: namesIn(lines),
  }
}

/**
 * Organization numbers of legal persons only: a sole proprietor's is a personal number, which is never stored
 * unencrypted.
 */
const organizationsIn = (line: Line, index: number, labelOf: LabelOf) => {
  const found = [...line.text.matchAll(ORGANIZATION), ...line.text.matchAll(VAT_NUMBER)]
  // Ten consecutive digits may be anything, unless labelled.
  for (const match of line.text.matchAll(BARE_ORGANIZATION)) {
    const role = labelOf(index, match.index, match.index + match[0].length)?.role
    if (role === 'organization') found.push(match)
  }
  return found.flatMap((match) => {
    const [all, front = '', back = ''] = match
    const isVat = /^SE/i.test(all)
    const value = organizationNumber(`${front}-${back}`)
    const isRight =
      value !== null && Number(front[2]) >= 2 && (!isVat || swedishVatNumber(`SE${front}${back}01`) !== null)
    return isRight ? [{ value, from: match.index, to: match.index + all.length }] : []
  })
}

/** Words on every receipt that are no names. */
const COMMON = new RegExp(
  `^(?:${[
    'kvitto\\S*',
    'faktura',
    'kreditfaktura',
    'kopia',
    'original',
    'välkommen',
    'tack',
    'hej',
    'sida',
    'datum',
    'kassa',
    'kassör',
    'säljare',
    'invoice',
    'receipt',
    'öppet',
    'öppettider',
    'beskrivning',
    'artikel',
    'www\\.\\S*',
    'http\\S*',
    '\\S+@\\S+',
    '\\S+\\.(?:se|com|nu)',
  ].join('|')})(?!\\p{L})`,
  'iu',
)

/** The lines of the first page that may be a name, from the top, without numbers. */
const namesIn = (lines: readonly Line[]): Found[] =>
  lines
    .filter(({ page }) => page === 1)
    .flatMap((line) => {
      const [first] = line.text.split('  ')
      const text = (first ?? '').replace(/[\d#]{4,}.*/, '').trim()
      const letters = text.match(/\p{L}/gu)?.length ?? 0
      const to = line.text.indexOf(text) + text.length
      if (letters < 3 || COMMON.test(text) || labelsIn({ ...line, text }).length > 0) return []
      return [{ ...placeOf(line, to - text.length, to), value: truncate(text, MAX_NAME_LENGTH) }]
    })
    .slice(0, MAX_NAMES)

const FORM = /(?<!\p{L})(?:ab|aktiebolag|hb|kb|handelsbolag|kommanditbolag|publ|inc|ltd|gmbh|as|oy)(?!\p{L})/giu

/** A name without its legal form, punctuation and case. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(FORM, ' ')
    .replace(/[^\p{L}\d]+/gu, ' ')
    .trim()

/** The key that identifies the seller on the next receipt; null if there is none. */
export const partyOf = (facts: {
  organizationNumber: Found | null
  bankgiro: Found | null
  plusgiro: Found | null
  names: readonly Found[]
}): string | null => {
  const { organizationNumber, bankgiro, plusgiro, names } = facts
  if (organizationNumber) return `number ${organizationNumber.value}`
  if (bankgiro) return `bankgiro ${bankgiro.value}`
  if (plusgiro) return `plusgiro ${plusgiro.value}`
  const name = plainName(names[0]?.value ?? '')
  return name === '' ? null : `name ${name}`
}
