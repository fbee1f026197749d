// VAT numbers. Swedish ones are validated completely; others by the format that the Commission publishes for VIES.
// Their check digits are not validated: not every member state publishes its algorithm, and only VIES knows whether a
// number is in use.
import { isEuCountry } from './country.ts'
import { organizationNumber, writtenOrganizationNumber } from './organization-number.ts'

/**
 * The number in upper case without spaces, dots, hyphens and slashes; null if it cannot belong to a business in
 * `country` (ISO 3166-1 alpha-2). The prefix of a member state decides, since a business may be registered in another
 * state than its own.
 */
export const vatNumber = (text: string, country: string): string | null => {
  const number = writtenVatNumber(text, country)
  return number?.startsWith('SE') ? swedishVatNumber(number) : number
}

/** As {@link vatNumber}, but accepts a wrong check digit of a Swedish legal person. */
export const writtenVatNumber = (text: string, country: string): string | null => {
  const number = text.toUpperCase().replace(/[\s./-]/g, '')
  if (number.startsWith('SE')) return swedishNumber(number, writtenOrganizationNumber)
  const inUnion = unionForms[number.slice(0, 2)]
  if (inUnion?.test(number.slice(2))) return number
  if (isEuCountry(country)) return null
  return (otherForms[country] ?? ANY_FORM).test(number) ? number : null
}

/**
 * A Swedish number as `SE` and twelve digits: an organization number and a registration count, usually 01. Null if
 * invalid.
 */
export const swedishVatNumber = (text: string): string | null => swedishNumber(text, organizationNumber)

const swedishNumber = (text: string, read: (organization: string) => string | null): string | null => {
  const parts = /^SE(\d{10})(\d{2})$/.exec(text.toUpperCase().replace(/[\s-]/g, ''))
  if (!parts) return null
  const [number, organization = '', count = ''] = parts
  return read(organization) && Number(count) >= 1 && Number(count) <= LAST_COUNT ? number : null
}

const LAST_COUNT = 94

/**
 * The format after the prefix of a member state. EL is Greece, XI is Northern Ireland, which counts as one for goods.
 */
const unionForms: Readonly<Record<string, RegExp>> = {
  AT: /^U\d{8}$/,
  BE: /^[01]\d{9}$/,
  BG: /^\d{9,10}$/,
  CY: /^\d{8}[A-Z]$/,
  CZ: /^\d{8,10}$/,
  DE: /^\d{9}$/,
  DK: /^\d{8}$/,
  EE: /^\d{9}$/,
  EL: /^\d{9}$/,
  ES: /^(?:[A-Z]\d{7}[A-Z\d]|\d{8}[A-Z])$/,
  FI: /^\d{8}$/,
  FR: /^[A-HJ-NP-Z\d]{2}\d{9}$/,
  HR: /^\d{11}$/,
  HU: /^\d{8}$/,
  IE: /^(?:\d{7}[A-Z]{1,2}|\d[A-Z+*]\d{5}[A-Z])$/,
  IT: /^\d{11}$/,
  LT: /^(?:\d{9}|\d{12})$/,
  LU: /^\d{8}$/,
  LV: /^\d{11}$/,
  MT: /^\d{8}$/,
  NL: /^\d{9}B\d{2}$/,
  PL: /^\d{10}$/,
  PT: /^\d{9}$/,
  RO: /^\d{2,10}$/,
  SI: /^\d{8}$/,
  SK: /^\d{10}$/,
  XI: /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
}

/** The formats of neighbouring countries; the prefix is optional where people omit it. */
const otherForms: Readonly<Record<string, RegExp>> = {
  CH: /^CHE\d{9}(?:MWST|TVA|IVA)?$/,
  GB: /^(?:GB)?(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/,
  NO: /^(?:NO)?\d{9}(?:MVA)?$/,
}

const ANY_FORM = /^[A-Z\d]{2,30}$/
