// What a party's numbers and country may be. Each rule takes what a request said, which may be anything: what a schema
// finds of types is not told again.
import { isCountry, organizationNumber, vatNumber, writtenOrganizationNumber, writtenVatNumber } from '#numbers'
import { pointer } from '#platform/json'
import type { FieldError } from '#platform/refusal'
import { partyFaults as faults, partyDoubts } from './refusals.ts'

/** A party without an address is at home. */
export const HOME = 'SE'

/** In the United Kingdom the invoice says which country of it. */
const COUNTRY_WITH_SUBDIVISION = 'GB'

/** The country of a party's address. */
export const countryOf = ({ address }: { address?: unknown }): string => {
  const { country } = objectOf(address)
  return typeof country === 'string' ? country : HOME
}

/** An organization number in its kept form: at home by its form, whatever its check digit; elsewhere as written. */
export const organizationNumberIn = (text: string, country: string): string | null =>
  country === HOME ? writtenOrganizationNumber(text) : text

/** A VAT number in its kept form: its check digit may be wrong. */
export const vatNumberIn = (text: string, country: string): string | null => writtenVatNumber(text, country)

/** What is doubtful about the numbers of a party in which nothing is wrong. */
export const doubtsInNumbers = ({ orgNumber, vatNumber: vat, address }: PartyNumbers): FieldError[] => {
  const country = countryOf({ address })
  const [number, ofVat] = [textOf(orgNumber), textOf(vat)]
  const doubts: FieldError[] = []
  if (number !== null && country === HOME && organizationNumber(number) === null) {
    doubts.push(partyDoubts.checkDigit('#/orgNumber', { number }))
  }
  if (ofVat !== null && vatNumber(ofVat, country) === null) {
    doubts.push(partyDoubts.checkDigit('#/vatNumber', { number: ofVat }))
  }
  return doubts
}

type PartyNumbers = { orgNumber?: unknown; vatNumber?: unknown; address?: unknown }

export const wrongInOrganizationNumber = (value: unknown, country: string): FieldError[] => {
  const number = textOf(value)
  return number !== null && organizationNumberIn(number, country) === null
    ? [faults.organizationNumber('#/orgNumber')]
    : []
}

/** In a country that is none no number is judged: the country is what is wrong. */
export const wrongInVatNumber = (value: unknown, country: string): FieldError[] => {
  const number = textOf(value)
  return number !== null && isCountry(country) && vatNumberIn(number, country) === null
    ? [faults.vatNumber('#/vatNumber', { country })]
    : []
}

/** What is wrong with the country of an address, and the part of it. */
export const wrongInCountry = ({ country, countrySubdivision }: Record<string, unknown>): FieldError[] => {
  if (typeof country === 'string' && !isCountry(country)) return [faults.country(pointer('address', 'country'))]
  return country === COUNTRY_WITH_SUBDIVISION && textOf(countrySubdivision) === null
    ? [faults.countrySubdivision(pointer('address', 'countrySubdivision'), { country })]
    : []
}

/** What is read of a text; null when there is none. */
export const keptText = (value: string | null | undefined, read: (text: string) => string | null): string | null => {
  const text = textOf(value)
  return text === null ? null : read(text)
}

/** The text without blanks around it; null when there is none. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** The members of an object; none of what is no object. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

type Known<T> = { [Name in keyof T]?: NonNullable<T[Name]> }

/** What is known of something: what is null is left out. */
export const known = <T extends Record<string, unknown>>(values: T): Known<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known<T>

/**
 * Whether a number has the form of a personal number, or of a coordination number, with or without its century: the
 * database has the same rule as platform.is_personal_number.
 */
export const isPersonalForm = (number: string): boolean => /^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$/.test(number)
