// What a customer may be: names, numbers, address and contacts judged, and brought to the form in which they are kept.
import { isEmail } from '#identity'
import { isCountry, organizationNumber, personalNumber, vatNumber } from '#numbers'
import type { Day } from '#platform/day'
import { pointer } from '#platform/json'
import type { FieldError } from '#platform/refusal'
import { customerFaults as faults } from './customer-refusals.ts'

export type CustomerType = 'company' | 'private'

export type CustomerAddress = {
  line1: string
  line2: string | null
  city: string
  postalCode: string
  /** ISO 3166-1 alpha-2 */
  country: string
  countrySubdivision: string | null
}

export type ContactRecord = {
  id: string
  name: string | null
  email: string | null
  phone: string | null
  isDefault: boolean
}

/** What a request says of a customer. What is left out, null or blank is not there. */
export type CustomerBody = {
  name: string
  type: CustomerType
  customerNumber?: string | null
  vatNumber?: string | null
  orgNumber?: string | null
  paymentTerms?: string | null
  contactsDetails?: readonly ContactBody[] | null
  address?: AddressBody | null
  language?: 'sv' | 'en' | null
}

type AddressBody = {
  line1: string
  line2?: string | null
  city: string
  postalCode: string
  country: string
  countrySubdivision?: string | null
}

export type ContactBody = {
  id?: string | null
  name?: string | null
  email?: string | null
  phone?: string | null
  isDefault?: boolean | null
}

/** A customer as it is kept, but for its id and number. */
export type CustomerContent = {
  name: string
  type: CustomerType
  vatNumber: string | null
  orgNumber: string | null
  paymentTerms: string | null
  address: CustomerAddress | null
  language: 'sv' | 'en' | null
}

/** A customer without an address is at home. */
const HOME = 'SE'

/** In the United Kingdom the invoice says which country of it. */
const COUNTRY_WITH_SUBDIVISION = 'GB'

/** Most days that an invoice may be due after. */
export const MAX_TERM_DAYS = 365

/** What is kept of a body in which nothing is wrong. */
export const contentOf = (body: CustomerBody, today: Day): CustomerContent => ({
  name: body.name.trim(),
  type: body.type,
  vatNumber: kept(body.vatNumber, (text) => vatNumber(text, countryOf(body))),
  orgNumber: kept(body.orgNumber, (text) => numberOf(text, body.type, countryOf(body), today)),
  paymentTerms: textOf(body.paymentTerms),
  address: body.address ? addressOf(body.address) : null,
  language: body.language ?? null,
})

/** The contacts as they are kept: the first is the default when none is said to be. */
export const contactsOf = (contacts: readonly ContactBody[], newId: () => string): ContactRecord[] => {
  const marked = contacts.findIndex(({ isDefault }) => isDefault === true)
  const chosen = marked < 0 ? 0 : marked
  return contacts.map((contact, index) => ({
    id: contact.id ?? newId(),
    name: textOf(contact.name),
    email: textOf(contact.email),
    phone: textOf(contact.phone),
    isDefault: index === chosen,
  }))
}

/**
 * How many days after its date an invoice is due by these payment terms: a number of days, with or without the word for
 * them. Null when the terms are other words.
 */
export const termDays = (paymentTerms: string | null): number | null => {
  const [, days] = /^(\d{1,3})(?:\s*(?:dagar|dag|days|day))?(?:\s+(?:netto|net))?$/i.exec(paymentTerms ?? '') ?? []
  return days !== undefined && Number(days) <= MAX_TERM_DAYS ? Number(days) : null
}

/** Everything that is wrong with a body. It may be any object: what its schema finds of types is not told again. */
export const wrongInCustomer = (body: unknown, today: Day): FieldError[] => {
  const given = objectOf(body)
  const errors: FieldError[] = []
  const country = countryOf(given)
  if (isBlank(given.name)) errors.push(faults.blank('#/name'))
  const vat = textOf(given.vatNumber)
  if (vat !== null && isCountry(country) && vatNumber(vat, country) === null) {
    errors.push(faults.vatNumber('#/vatNumber', { country }))
  }
  const number = textOf(given.orgNumber)
  const { type } = given
  if (number !== null && (type === 'company' || type === 'private')) {
    const faultOf = type === 'private' ? faults.personalNumber : faults.organizationNumber
    if (numberOf(number, type, country, today) === null) errors.push(faultOf('#/orgNumber'))
  }
  const terms = textOf(given.paymentTerms)
  if (terms !== null && /^\d+$/.test(terms) && termDays(terms) === null) {
    errors.push(faults.paymentTerms('#/paymentTerms', { limit: MAX_TERM_DAYS }))
  }
  errors.push(...wrongInAddress(objectOf(given.address)), ...wrongInContacts(given.contactsDetails))
  return errors
}

const wrongInAddress = (address: Record<string, unknown>): FieldError[] => {
  const at = (field: string) => pointer('address', field)
  const errors = ['line1', 'city', 'postalCode']
    .filter((field) => isBlank(address[field]))
    .map((f) => faults.blank(at(f)))
  const { country, countrySubdivision } = address
  if (typeof country === 'string' && !isCountry(country)) errors.push(faults.country(at('country')))
  if (country === COUNTRY_WITH_SUBDIVISION && textOf(countrySubdivision) === null) {
    errors.push(faults.countrySubdivision(at('countrySubdivision'), { country }))
  }
  return errors
}

const wrongInContacts = (contacts: unknown): FieldError[] => {
  if (!Array.isArray(contacts)) return []
  const errors: FieldError[] = []
  const seen = new Set<string>()
  let defaults = 0
  for (const [index, contact] of contacts.map(objectOf).entries()) {
    const at = (field: string) => pointer('contactsDetails', index, field)
    const { id, isDefault } = contact
    const email = textOf(contact.email)
    if (email !== null && !isEmail(email)) errors.push(faults.email(at('email')))
    if (typeof id === 'string' && seen.has(id)) errors.push(faults.repeatedContact(at('id'), { id }))
    if (typeof id === 'string') seen.add(id)
    if (isDefault === true) defaults += 1
    if (isDefault === true && defaults > 1) errors.push(faults.secondDefault(at('isDefault')))
  }
  return errors
}

/** The number of a customer in its kept form: checked at home, as it was written elsewhere. */
const numberOf = (text: string, type: CustomerType, country: string, today: Day): string | null => {
  if (country !== HOME) return text
  return type === 'private' ? personalNumber(text, today) : organizationNumber(text)
}

const addressOf = ({ line1, line2, city, postalCode, country, countrySubdivision }: AddressBody): CustomerAddress => ({
  line1: line1.trim(),
  line2: textOf(line2),
  city: city.trim(),
  postalCode: postalCode.trim(),
  country,
  countrySubdivision: textOf(countrySubdivision),
})

const countryOf = ({ address }: { address?: unknown }): string => {
  const { country } = objectOf(address)
  return typeof country === 'string' ? country : HOME
}

const kept = (value: string | null | undefined, read: (text: string) => string | null): string | null => {
  const text = textOf(value)
  return text === null ? null : read(text)
}

/** The text without blanks around it; null when there is none. */
const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() ? value.trim() : null)

const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
