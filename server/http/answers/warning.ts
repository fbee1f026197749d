// Warnings of verbs about requests that succeed, combined in one response header.
import type { Brand } from '#http/brand'
import { sentenceOf } from '#http/bulk-operation'
import type { Call } from '#platform/call'
import { phrase } from '#platform/refusal'

const moreWarnings = phrase('request.more-warnings', '{count} more warnings', '{count} till')

/** The most warnings of an answer; of more, the last one says how many are left out. */
export const MAX_WARNINGS = 10
/** Most characters of an encoded warning: all of them fit in the 4 KiB that proxies allow for a header. */
export const MAX_WARNING_LENGTH = 300

/** The header with a call's warnings; empty if there are none. */
export const warningHeader = ({ warnings }: Pick<Call, 'warnings'>, brand: Brand): Record<string, string> =>
  warnings && warnings.size > 0 ? { [brand.warning.toLowerCase()]: headerOf([...warnings]) } : {}

/** The same for several responses, by their index in a bulk, from their own headers. */
export const warningsOfSeveral = (headers: ReadonlyMap<number, string>, brand: Brand): Record<string, string> => {
  const warnings = [...headers].sort(([one], [other]) => one - other)
  const told = warnings.flatMap(([index, header]) => warningsIn(header).map((sentence) => sentenceOf(index, sentence)))
  return warningHeader({ warnings: new Set(told) }, brand)
}

/** The decoded sentences of a header; empty without a header. */
export const warningsIn = (header: string | undefined): string[] => header?.split(', ').map(decoded) ?? []

/** The warnings as sentences, with the header's limits on number and length. */
export const warningsOf = (warnings: ReadonlySet<string>): string[] =>
  warnings.size > 0 ? warningsIn(headerOf([...warnings])) : []

/** Truncation may have split an encoded character. */
const decoded = (sentence: string): string => {
  try {
    return decodeURIComponent(sentence)
  } catch {
    return sentence
  }
}

/** The sentences as one header, no more of them than {@link MAX_WARNINGS}. */
export const headerOf = (sentences: readonly string[]): string => {
  const room = sentences.length > MAX_WARNINGS ? MAX_WARNINGS - 1 : MAX_WARNINGS
  const left = sentences.length - room
  const told = left > 0 ? [...sentences.slice(0, room), moreWarnings({ count: left })] : sentences
  return told.map(encoded).join(', ')
}

/** Visible ASCII and spaces are kept; commas, percent signs and everything else become percent-encoded UTF-8. */
const encoded = (sentence: string): string => {
  // A lone surrogate, which JSON may contain, becomes a replacement character.
  const wellFormed = Buffer.from(sentence).toString()
  const parts = [...wellFormed.trim()].map((character) =>
    /[ -~]/.test(character) && !/[,%]/.test(character) ? character : encodeURIComponent(character),
  )
  const whole = parts.join('')
  if (whole.length <= MAX_WARNING_LENGTH) return whole
  let text = ''
  for (const part of parts) {
    if (text.length + part.length + CUT.length > MAX_WARNING_LENGTH) break
    text += part
  }
  return text + CUT
}

/** Marks a truncated warning. */
const CUT = '...'
