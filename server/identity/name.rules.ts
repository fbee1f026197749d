// Names of people, companies and agencies, which others see: on pages, in mails, in the history.
import type { FieldError } from '#platform/refusal'
import { hasUnseen } from '#platform/unseen'
import { identityFaults } from './refusals.ts'

export const MAX_PERSON_NAME = 100

export type NameFault = 'missing' | 'long' | 'unseen'

/** What is wrong with a name; null when it may be taken. Blanks around it do not count. */
export const nameFault = (name: string, limit: number): NameFault | null => {
  if (name.trim() === '') return 'missing'
  if (name.trim().length > limit) return 'long'
  return hasUnseen(name.trim()) ? 'unseen' : null
}

/** The same as an error of a field. */
export const wrongName = (name: string, limit: number, field = '#/name'): FieldError[] => {
  const fault = nameFault(name, limit)
  if (fault === null) return []
  const { nameMissing, nameTooLong, nameUnseen } = identityFaults
  const errors = { missing: nameMissing(field), long: nameTooLong(field, { limit }), unseen: nameUnseen(field) }
  return [errors[fault]]
}
