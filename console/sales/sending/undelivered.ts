// What to do about a mail that did not arrive, by what the servers said: codes (RFC 3463) tell more than words.
import type { sendingWords } from './sending-words.ts'

type Advice = keyof (typeof sendingWords)['sv']['whatToDo']

/** By the extended code without its first part. */
const advices: readonly (readonly [RegExp, Advice])[] = [
  [/^1\.|^2\.1$|^4\.4$/, 'address'],
  [/^2\.2$/, 'mailbox'],
  [/^2\.3$|^3\.4$/, 'size'],
  [/^7\./, 'refused'],
]

/** How a mail can have gone that its receiver does not have. */
export const isUndelivered = (state: string): boolean => state === 'bounced' || state === 'failed'

/** The reasons for which the service took a mail back itself: there is nothing to do about that. */
const WITHDRAWN = ['reminder-mail.withdrawn-before', 'reminder-mail.settled-before']

export const isWithdrawn = (reason: string | null): boolean => WITHDRAWN.includes(reason ?? '')

export const adviceOn = (failure: string | null): Advice => {
  const [, code = ''] = /\b[45]\.(\d{1,3}\.\d{1,3})\b/.exec(failure ?? '') ?? []
  return advices.find(([shape]) => shape.test(code))?.[1] ?? 'unknown'
}
