// Validation of customers: names, numbers, address and contacts, and their conversion to the stored form.
import { isEmail } from '#identity'
import { type PeppolAddress, peppolAddress, peppolSchemes } from '#numbers/peppol-address'
import { personalNumber } from '#numbers/personal-number'
import {
  countryOf,
  HOME,
  isBlank,
  keptText,
  objectOf,
  organizationNumberIn,
  textOf,
  vatNumberIn,
  warningsInNumbers,
  wrongInCountry,
  wrongInOrganizationNumber,
  wrongInVatNumber,
} from '#parties'
import type { Day } from '#platform/day'
import type { FieldError } from '#platform/refusal'
import { MAX_TERM_DAYS, termDays } from '#rule/payment-terms'
import { pointer } from '#text/json'
import { customerFaults as faults } from './customer-refusals.ts'

type CustomerType = 'company' | 'private'

type CustomerAddress = {
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

/** A customer in a request. Omitted, null and blank fields count as missing. */
export type CustomerBody = {
  name: string
  type: CustomerType
  customerNumber?: string | null
  vatNumber?: string | null
  orgNumber?: string | null
  paymentTerms?: string | null
  contactsDetails?: readonly ContactBody[] | null
  address?: AddressBody | null
  peppolAddress?: PeppolAddress | null
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

type ContactBody = {
  id?: string | null
  name?: string | null
  email?: string | null
  phone?: string | null
  isDefault?: boolean | null
}

/** A stored customer, without its id and number. */
export type CustomerContent = {
  name: string
  type: CustomerType
  vatNumber: string | null
  orgNumber: string | null
  paymentTerms: string | null
  address: CustomerAddress | null
  /** The Peppol address, if it cannot be derived from the numbers or differs from the derived one. */
  peppolAddress: PeppolAddress | null
  language: 'sv' | 'en' | null
}

/** What is kept of a body in which nothing is wrong. */
export const contentOf = (body: CustomerBody, today: Day): CustomerContent => ({
  name: body.name.trim(),
  type: body.type,
  vatNumber: keptText(body.vatNumber, (text) => vatNumberIn(text, countryOf(body))),
  orgNumber: keptText(body.orgNumber, (text) => numberOf(text, body.type, countryOf(body), today)),
  paymentTerms: textOf(body.paymentTerms),
  address: body.address ? addressOf(body.address) : null,
  peppolAddress: body.peppolAddress ? peppolAddress(body.peppolAddress) : null,
  language: body.language ?? 'sv',
})

/**
 * Converts contacts to their stored form: the first is the default if none is marked. A contact without an id keeps the
 * id of an existing contact with the same name and e-mail, unless another one claims it.
 */
export const contactsOf = (
  contacts: readonly ContactBody[],
  before: readonly ContactRecord[],
  newId: () => string,
): ContactRecord[] => {
  const marked = contacts.findIndex(({ isDefault }) => isDefault === true)
  const chosen = marked < 0 ? 0 : marked
  const taken = new Set(contacts.map(({ id }) => id))
  const idOf = ({ id, name, email }: ContactBody): string => {
    if (id) return id
    const same = before.find(
      (one) => !taken.has(one.id) && one.name === textOf(name) && lower(one.email) === lower(textOf(email)),
    )
    if (same) taken.add(same.id)
    return same?.id ?? newId()
  }
  return contacts.map((contact, index) => ({
    id: idOf(contact),
    name: textOf(contact.name),
    email: textOf(contact.email),
    phone: textOf(contact.phone),
    isDefault: index === chosen,
  }))
}

const lower = (text: string | null): string | undefined => text?.toLowerCase()

/** Everything that is wrong with a body. It may be any object: what its schema finds of types is not told again. */
export const wrongInCustomer = (body: unknown, today: Day): FieldError[] => {
  const given = objectOf(body)
  const errors: FieldError[] = []
  const country = countryOf(given)
  if (isBlank(given.name)) errors.push(faults.blank('#/name'))
  errors.push(...wrongInVatNumber(given.vatNumber, country), ...wrongInOrgNumber(given, country, today))
  const terms = textOf(given.paymentTerms)
  if (terms !== null && /^\d+$/.test(terms) && termDays(terms) === null) {
    errors.push(faults.paymentTerms('#/paymentTerms', { limit: MAX_TERM_DAYS }))
  }
  errors.push(...wrongInAddress(objectOf(given.address)), ...wrongInContacts(given.contactsDetails))
  errors.push(...wrongInPeppolAddress(objectOf(given.peppolAddress)))
  return errors
}

/** Warnings about a valid customer; a personal number is never doubtful. */
export const warningsInCustomer = ({ type, orgNumber, vatNumber, address }: CustomerContent): FieldError[] =>
  warningsInNumbers({ orgNumber: type === 'company' ? orgNumber : null, vatNumber, address })

/** Companies have an organization number, private customers a personal number. */
const wrongInOrgNumber = ({ type, orgNumber }: Record<string, unknown>, country: string, today: Day): FieldError[] => {
  if (type === 'company') return wrongInOrganizationNumber(orgNumber, country)
  const number = textOf(orgNumber)
  return type === 'private' && number !== null && numberOf(number, type, country, today) === null
    ? [faults.personalNumber('#/orgNumber')]
    : []
}

const wrongInAddress = (address: Record<string, unknown>): FieldError[] => [
  ...['line1', 'city', 'postalCode']
    .filter((field) => isBlank(address[field]))
    .map((field) => faults.blank(pointer('address', field))),
  ...wrongInCountry(address),
]

const wrongInPeppolAddress = ({ scheme, id }: Record<string, unknown>): FieldError[] => {
  if (typeof scheme !== 'string' || typeof id !== 'string') return []
  if (!peppolSchemes.includes(scheme)) return [faults.peppolScheme('#/peppolAddress/scheme')]
  return peppolAddress({ scheme, id }) ? [] : [faults.peppolNumber('#/peppolAddress/id', { scheme })]
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

/** The number in its stored form: normalized for Sweden, as entered for other countries. */
const numberOf = (text: string, type: CustomerType, country: string, today: Day): string | null =>
  type === 'private' && country === HOME ? personalNumber(text, today) : organizationNumberIn(text, country)

const addressOf = ({ line1, line2, city, postalCode, country, countrySubdivision }: AddressBody): CustomerAddress => ({
  line1: line1.trim(),
  line2: textOf(line2),
  city: city.trim(),
  postalCode: postalCode.trim(),
  country,
  countrySubdivision: textOf(countrySubdivision),
})
