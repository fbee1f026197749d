// Whether an e-invoice is addressed to the company. Pure.
import { SWEDISH_NUMBER } from '#numbers/peppol-address'
import { swedishVatNumber } from '#numbers/vat-number'
import type { EInvoiceParty } from './e-invoice.rules.ts'

/**
 * Whether the buyer is the company: by organization number or VAT number. If it has neither, as the standard allows,
 * the network address decides.
 */
export const isOf = (buyer: EInvoiceParty, companyNumber: string): boolean => {
  const own = digitsOf(companyNumber)
  const { organizationNumber: number, vatNumber, endpoint } = buyer
  const ofVat = vatNumber === null ? null : swedishVatNumber(vatNumber)
  const stated = [number && digitsOf(number), ofVat && digitsOf(ofVat).slice(0, SWEDISH_DIGITS)].filter(Boolean)
  if (stated.length > 0) return stated.some((one) => one === own || (one?.length === LONG_DIGITS && one.endsWith(own)))
  const [scheme, id = ''] = endpoint?.split(':') ?? []
  return scheme === SWEDISH_NUMBER && digitsOf(id) === own
}

const SWEDISH_DIGITS = 10
/** With the century of a person, or the prefix of a legal person. */
const LONG_DIGITS = 12

const digitsOf = (text: string): string => text.replace(/\D/g, '')
