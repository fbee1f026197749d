// Validation of a party's numbers and country. Each rule accepts any value; type errors that the schema reports are not
// repeated.
import { isCountry } from '#numbers/country'
import { organizationNumber, writtenOrganizationNumber } from '#numbers/organization-number'
import { vatNumber, writtenVatNumber } from '#numbers/vat-number'
import type { FieldError } from '#platform/refusal'
import { pointer } from '#text/json'
import { partyFaults as faults, partyWarnings } from './refusals.ts'

/** The country of a party without an address. */
export const HOME = 'SE'

/** In the United Kingdom, the invoice states the country subdivision. */
const COUNTRY_WITH_SUBDIVISION = 'GB'

/** The country of a party's address. */
export const countryOf = ({ address }: { address?: unknown }): string => {
  const { country } = objectOf(address)
  return typeof country === 'string' ? country : HOME
}

/** An organization number in its stored form: normalized in Sweden, with any check digit; elsewhere as written. */
export const organizationNumberIn = (text: string, country: string): string | null =>
  country === HOME ? writtenOrganizationNumber(text) : text

/** A VAT number in its stored form; the check digit may be wrong. */
export const vatNumberIn = (text: string, country: string): string | null => writtenVatNumber(text, country)

/** Warnings about the numbers of a valid party. */
export const warningsInNumbers = ({ orgNumber, vatNumber: vat, address }: PartyNumbers): FieldError[] => {
  const country = countryOf({ address })
  const number = textOf(orgNumber)
  const ofVat = textOf(vat)
  const doubts: FieldError[] = []
  if (number !== null && country === HOME && organizationNumber(number) === null) {
    doubts.push(partyWarnings.checkDigit('#/orgNumber', { number }))
  }
  if (ofVat !== null && vatNumber(ofVat, country) === null) {
    doubts.push(partyWarnings.checkDigit('#/vatNumber', { number: ofVat }))
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

/** With an invalid country, numbers are not checked: the country is the error. */
export const wrongInVatNumber = (value: unknown, country: string): FieldError[] => {
  const number = textOf(value)
  return number !== null && isCountry(country) && vatNumberIn(number, country) === null
    ? [faults.vatNumber('#/vatNumber', { country })]
    : []
}

/** Errors in the country of an address, and its subdivision. */
export const wrongInCountry = ({ country, countrySubdivision }: Record<string, unknown>): FieldError[] => {
  if (typeof country === 'string' && !isCountry(country)) return [faults.country(pointer('address', 'country'))]
  return country === COUNTRY_WITH_SUBDIVISION && textOf(countrySubdivision) === null
    ? [faults.countrySubdivision(pointer('address', 'countrySubdivision'), { country })]
    : []
}

/** The stored form of a text; null if there is none. */
export const keptText = (value: string | null | undefined, read: (text: string) => string | null): string | null => {
  const text = textOf(value)
  return text === null ? null : read(text)
}

/** The trimmed text; null if blank. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null

export const isBlank = (value: unknown): boolean => typeof value === 'string' && value.trim() === ''

/** The members of an object; empty for other values. */
export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

type Known<T> = { [Name in keyof T]?: NonNullable<T[Name]> }

/** The known values: nulls are left out. */
export const known = <T extends Record<string, unknown>>(values: T): Known<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as Known<T>

/**
 * Whether a number has the form of a personal or coordination number, with or without century; the database has the
 * same rule in platform.is_personal_number.
 */
export const isPersonalForm = (number: string): boolean => /^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$/.test(number)
