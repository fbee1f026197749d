// Names of people, companies and agencies, which others see on pages, in mail and in the history.
import { identityFaults } from '#identity/refusals'
import type { FieldError } from '#platform/refusal'
import { hasInvisibleCharacters } from '#text/invisible-characters'

export const MAX_PERSON_NAME = 100

export type NameFault = 'missing' | 'long' | 'unseen'

/** The error of a name; null if it is valid. Surrounding blanks are ignored. */
export const nameFault = (name: string, limit: number): NameFault | null => {
  if (name.trim() === '') return 'missing'
  if (name.trim().length > limit) return 'long'
  return hasInvisibleCharacters(name.trim()) ? 'unseen' : null
}

/** The same as a field error. */
export const wrongName = (name: string, limit: number, field = '#/name'): FieldError[] => {
  const fault = nameFault(name, limit)
  if (fault === null) return []
  const { nameMissing, nameTooLong, nameUnseen } = identityFaults
  const errors = { missing: nameMissing(field), long: nameTooLong(field, { limit }), unseen: nameUnseen(field) }
  return [errors[fault]]
}

/** The longest address that mail can be sent to (RFC 5321 §4.5.3.1.3, without the brackets). */
export const MAX_EMAIL = 254

/** Whether a text has the form of a mail address: something, `@`, and a domain or host name. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[\p{L}\p{N}.-]+$/u.test(text)
