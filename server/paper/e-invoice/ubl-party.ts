// Seller and buyer in e-invoices, and their Peppol addresses.
import { isCountry } from '#numbers/country'
import { organizationNumber } from '#numbers/organization-number'
import {
  BELGIAN_NUMBER,
  FINNISH_OVT,
  NORWEGIAN_NUMBER,
  type PeppolAddress,
  peppolAddress,
  SWEDISH_NUMBER,
} from '#numbers/peppol-address'
import type { Paper, PaperAddress, PaperBuyer, PaperSeller } from '#paper/paper'
import { wordsIn } from '#paper/pdf/pdf-words'
import { inXml, type XmlNode } from './xml.ts'

const SWEDEN = 'SE'

/**
 * The schemes whose identifiers are VAT numbers, by prefix. Countries whose network uses another number that cannot be
 * derived from the VAT number are missing.
 */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  DK: '0184',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FR: '9957',
  GB: '9932',
  HR: '9934',
  HU: '9910',
  IE: '9935',
  IT: '0211',
  LT: '9937',
  LU: '9938',
  LV: '9939',
  MT: '9943',
  NL: '9944',
  PL: '9945',
  PT: '9946',
  RO: '9947',
  SI: '9949',
  SK: '9950',
}

/** Schemes whose identifiers are the digits of VAT numbers, by prefix: the enterprise number, the OVT code. */
const digitSchemes: Readonly<Record<string, { scheme: string; before: string }>> = {
  BE: { scheme: BELGIAN_NUMBER, before: '' },
  FI: { scheme: FINNISH_OVT, before: '0037' },
}

/** The seller's network address: its organization number. */
const sellerEndpoint = ({ organizationNumber: number }: PaperSeller): PeppolAddress => ({
  scheme: SWEDISH_NUMBER,
  id: digitsOf(number),
})

/**
 * The buyer's network address: the customer's own setting, otherwise derived from the organization number or VAT
 * number; null for people, and if unknown.
 */
export const buyerEndpoint = (buyer: PaperBuyer): PeppolAddress | null => {
  if (!buyer.isCompany) return null
  if (buyer.peppolAddress) return buyer.peppolAddress
  const country = buyerCountry(buyer)
  const own = swedishNumberOf(buyer)
  if (own) return { scheme: SWEDISH_NUMBER, id: own }
  const registered = digitsOf(buyer.organizationNumber ?? buyer.vatNumber ?? '')
  const norwegian = country === 'NO' ? peppolAddress({ scheme: NORWEGIAN_NUMBER, id: registered }) : null
  if (norwegian) return norwegian
  const vatNumber = buyerVatNumber(buyer) ?? ''
  const prefix = vatNumber.slice(0, 2)
  const inDigits = digitSchemes[prefix]
  if (inDigits) return peppolAddress({ scheme: inDigits.scheme, id: `${inDigits.before}${vatNumber.slice(2)}` })
  const scheme = vatSchemes[prefix]
  return scheme ? { scheme, id: vatNumber } : null
}

/** The organization number of a Swedish buyer, ten digits; derived from the VAT number if that is all there is. */
const swedishNumberOf = (buyer: PaperBuyer): string | null => {
  const inVat = buyer.vatNumber?.startsWith(SWEDEN) ? buyer.vatNumber.slice(2, 12) : null
  const registered = buyerCountry(buyer) === SWEDEN ? buyer.organizationNumber : null
  const number = organizationNumber(registered ?? inVat ?? '')
  return number && digitsOf(number)
}

/** The buyer's VAT number with the country prefix, which is required (BR-CO-09). */
const buyerVatNumber = (buyer: PaperBuyer): string | null => {
  const { vatNumber } = buyer
  if (vatNumber === null) return null
  const prefix = vatNumber.slice(0, 2)
  const hasPrefix = prefix === 'EL' || prefix === 'XI' || (isCountry(prefix) && !/^\d/.test(vatNumber))
  return hasPrefix ? vatNumber : `${buyerCountry(buyer)}${vatNumber}`
}

/** VAT prefixes that differ from country codes: Greece, and Northern Ireland for the United Kingdom. */
const countries: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB' }

/** The buyer's country; Sweden if unknown. */
export const buyerCountry = ({ address, vatNumber }: PaperBuyer): string => {
  const prefix = vatNumber?.slice(0, 2) ?? SWEDEN
  return address?.country ?? countries[prefix] ?? (isCountry(prefix) ? prefix : SWEDEN)
}

export const sellerParty = ({ seller, language }: Paper): XmlNode => {
  const { scheme, id } = sellerEndpoint(seller)
  const seat = seller.seat && `${wordsIn[language].seat}: ${seller.seat}`
  const schemes: XmlNode[] = []
  if (seller.vatNumber) schemes.push(taxScheme(seller.vatNumber, 'VAT'))
  // In Swedish for every language: rule SE-R-005 requires exactly this text.
  if (seller.hasFTax) schemes.push(taxScheme('Godkänd för F-skatt', 'TAX'))
  return {
    'cbc:EndpointID': { '@schemeID': scheme, '#': id },
    'cac:PartyName': { 'cbc:Name': line(seller.name) },
    'cac:PostalAddress': seller.address ? address(seller.address) : countryOnly(SWEDEN),
    'cac:PartyTaxScheme': schemes,
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': line(seller.name),
      'cbc:CompanyID': { '@schemeID': SWEDISH_NUMBER, '#': id },
      'cbc:CompanyLegalForm': seat,
    },
    'cac:Contact': { 'cbc:Telephone': line(seller.phone), 'cbc:ElectronicMail': line(seller.email) },
  }
}

export const buyerParty = ({ buyer }: Paper, endpoint: PeppolAddress, isTaxed: boolean): XmlNode => {
  const swedish = swedishNumberOf(buyer)
  const vatNumber = isTaxed ? buyerVatNumber(buyer) : null
  return {
    'cbc:EndpointID': { '@schemeID': endpoint.scheme, '#': endpoint.id },
    'cac:PartyIdentification': { 'cbc:ID': line(buyer.customerNumber) },
    'cac:PartyName': { 'cbc:Name': line(buyer.name) },
    'cac:PostalAddress': buyer.address ? address(buyer.address) : countryOnly(buyerCountry(buyer)),
    'cac:PartyTaxScheme': vatNumber && taxScheme(vatNumber, 'VAT'),
    'cac:PartyLegalEntity': {
      'cbc:RegistrationName': line(buyer.name),
      'cbc:CompanyID': swedish ? { '@schemeID': SWEDISH_NUMBER, '#': swedish } : line(buyer.organizationNumber),
    },
    'cac:Contact': buyer.contact && {
      'cbc:Name': line(buyer.contact.name),
      'cbc:Telephone': line(buyer.contact.phone),
      'cbc:ElectronicMail': line(buyer.contact.email),
    },
  }
}

const taxScheme = (companyId: string, scheme: 'VAT' | 'TAX'): XmlNode => ({
  'cbc:CompanyID': companyId,
  'cac:TaxScheme': { 'cbc:ID': scheme },
})

export const address = ({ line1, line2, city, postalCode, countrySubdivision, country }: PaperAddress): XmlNode => ({
  'cbc:StreetName': line(line1),
  'cbc:AdditionalStreetName': line(line2),
  'cbc:CityName': line(city),
  'cbc:PostalZone': line(postalCode),
  'cbc:CountrySubentity': line(countrySubdivision),
  'cac:Country': { 'cbc:IdentificationCode': country },
})

export const countryOnly = (country: string): XmlNode => ({ 'cac:Country': { 'cbc:IdentificationCode': country } })

/** A text on one line. */
export const line = (text: string | null): string | null => text && inXml(text).replace(/\s+/g, ' ').trim()

export const digitsOf = (text: string): string => text.replace(/\D/g, '')
