// What verbs say of requests that succeed although something about them is doubtful, as one header of the answer.
import type { Call } from '#platform/call'
import type { Brand } from './brand.ts'
import { sentenceOf } from './bulk-operation.ts'

/** The most warnings of an answer; of more, the last one says how many are left out. */
export const MAX_WARNINGS = 10
/** The most characters of a warning as it goes out, encoded: all of them fit the 4 KiB that proxies give a header. */
export const MAX_WARNING_LENGTH = 300

/** The header with what a call's verb has warned of; none when it has not. */
export const warningHeader = ({ warnings }: Pick<Call, 'warnings'>, brand: Brand): Record<string, string> =>
  warnings && warnings.size > 0 ? { [brand.warning.toLowerCase()]: headerOf([...warnings]) } : {}

/** The same of several answers, by their places among the operations of a request: what their own headers say. */
export const warningsOfSeveral = (headers: ReadonlyMap<number, string>, brand: Brand): Record<string, string> => {
  const warnings = [...headers].sort(([one], [other]) => one - other)
  const told = warnings.flatMap(([index, header]) => warningsIn(header).map((sentence) => sentenceOf(index, sentence)))
  return warningHeader({ warnings: new Set(told) }, brand)
}

/** The sentences of a header, as they were before they were encoded; none where there is no header. */
export const warningsIn = (header: string | undefined): string[] => header?.split(', ').map(decoded) ?? []

/** What a header would say of these, as sentences: no more of them, and none longer. */
export const warningsOf = (warnings: ReadonlySet<string>): string[] =>
  warnings.size > 0 ? warningsIn(headerOf([...warnings])) : []

/** What was cut may end in half of a character's code. */
const decoded = (sentence: string): string => {
  try {
    return decodeURIComponent(sentence)
  } catch {
    return sentence
  }
}

const headerOf = (sentences: readonly string[]): string => {
  const room = sentences.length > MAX_WARNINGS ? MAX_WARNINGS - 1 : MAX_WARNINGS
  const left = sentences.length - room
  const told = left > 0 ? [...sentences.slice(0, room), `${left} more warnings`] : sentences
  return told.map(encoded).join(', ')
}

/** Visible ASCII and spaces stay as they are; a comma, a percent sign and all else are percent-encoded UTF-8. */
const encoded = (sentence: string): string => {
  // Half a surrogate pair, which JSON may hold, becomes a character that can be encoded.
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

/** Stands where a warning was cut. */
const CUT = '...'
