// Seller and buyer as e-invoices name them, and their addresses in the Peppol network.
import { isCountry, organizationNumber } from '#numbers'
import type { Paper, PaperAddress, PaperBuyer, PaperSeller } from './paper.ts'
import { wordsIn } from './pdf-words.ts'
import { inXml, type XmlNode } from './xml.ts'

/** A number with the scheme it is of (the code list EAS). */
export type Endpoint = { scheme: string; id: string }

const SWEDEN = 'SE'
/** Schemes of Swedish and Norwegian organization numbers. */
const SWEDISH_NUMBER = '0007'
const NORWEGIAN_NUMBER = '0192'

/**
 * The schemes whose identifiers are VAT numbers, by their prefix. Where a country's network goes by another number that
 * cannot be told from the VAT number, it is missing.
 */
const vatSchemes: Readonly<Record<string, string>> = {
  AT: '9914',
  BE: '9925',
  BG: '9926',
  CY: '9928',
  CZ: '9929',
  DE: '9930',
  DK: '0184',
  EE: '9931',
  EL: '9933',
  ES: '9920',
  FI: '0213',
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

/** Where the seller is found: its organization number. */
export const sellerEndpoint = ({ organizationNumber: number }: PaperSeller): Endpoint => ({
  scheme: SWEDISH_NUMBER,
  id: digitsOf(number),
})

/** Where the buyer is found, by its organization number or VAT number; null for people, and when neither tells. */
export const buyerEndpoint = (buyer: PaperBuyer): Endpoint | null => {
  if (!buyer.isCompany) return null
  const country = buyerCountry(buyer)
  const own = swedishNumberOf(buyer)
  if (own) return { scheme: SWEDISH_NUMBER, id: own }
  const registered = digitsOf(buyer.organizationNumber ?? buyer.vatNumber ?? '')
  if (country === 'NO' && isNorwegianNumber(registered)) return { scheme: NORWEGIAN_NUMBER, id: registered }
  const vatNumber = buyerVatNumber(buyer) ?? ''
  const scheme = vatSchemes[vatNumber.slice(0, 2)]
  return scheme ? { scheme, id: vatNumber } : null
}

/** The organization number of a Swedish buyer, ten digits; one that has only a VAT number has it in there. */
const swedishNumberOf = (buyer: PaperBuyer): string | null => {
  const inVat = buyer.vatNumber?.startsWith(SWEDEN) ? buyer.vatNumber.slice(2, 12) : null
  const registered = buyerCountry(buyer) === SWEDEN ? buyer.organizationNumber : null
  const number = organizationNumber(registered ?? inVat ?? '')
  return number && digitsOf(number)
}

/** Nine digits, the last of which checks the others modulo 11. */
const isNorwegianNumber = (digits: string): boolean => {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1]
  const sum = weights.reduce((total, weight, place) => total + weight * Number(digits[place] ?? Number.NaN), 0)
  return digits.length === weights.length && sum % 11 === 0
}

/** The buyer's VAT number with the country's prefix, which it must have (BR-CO-09). */
export const buyerVatNumber = (buyer: PaperBuyer): string | null => {
  const { vatNumber } = buyer
  if (vatNumber === null) return null
  const prefix = vatNumber.slice(0, 2)
  const hasPrefix = prefix === 'EL' || prefix === 'XI' || (isCountry(prefix) && !/^\d/.test(vatNumber))
  return hasPrefix ? vatNumber : `${buyerCountry(buyer)}${vatNumber}`
}

/** Where the buyer is; what says nothing else is in Sweden. */
export const buyerCountry = ({ address, vatNumber }: PaperBuyer): string => {
  const prefix = vatNumber?.slice(0, 2) ?? SWEDEN
  return address?.country ?? (prefix === 'EL' ? 'GR' : isCountry(prefix) ? prefix : SWEDEN)
}

export const sellerParty = ({ seller, language }: Paper): XmlNode => {
  const { scheme, id } = sellerEndpoint(seller)
  const seat = seller.seat && `${wordsIn[language].seat}: ${seller.seat}`
  const schemes: XmlNode[] = []
  if (seller.vatNumber) schemes.push(taxScheme(seller.vatNumber, 'VAT'))
  // In Swedish whatever the language: the rule SE-R-005 asks for these very words.
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

export const buyerParty = ({ buyer }: Paper, endpoint: Endpoint, isTaxed: boolean): XmlNode => {
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
