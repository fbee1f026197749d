// Seller, buyer and payment accounts in e-invoices. Pure.
import { bicNumber, ibanNumber } from '#numbers/bank-account'
import { writtenBankgiroNumber, writtenPlusgiroNumber } from '#numbers/giro'
import { writtenOrganizationNumber } from '#numbers/organization-number'
import { truncate } from '#text/truncate'
import { element, elements, text } from '#text/xml'
import type { EInvoiceAccount, EInvoiceParty } from './e-invoice.rules.ts'
import { shortTextIn } from './text.rules.ts'

/** Maximum number of characters stored of a name, a number or a country code. */
const MAX_NAME = 200
const MAX_NUMBER = 50
const MAX_COUNTRY = 2

type Must = (rule: string, of: unknown, ...names: [string, ...string[]]) => string

/** A party; `rule` is the rule that requires its name. */
export const partyIn = (party: unknown, must: Must, rule: string): EInvoiceParty => {
  const said = (limit: number, ...names: [string, ...string[]]) => shortTextIn(limit, party, ...names)
  const country = (said(MAX_COUNTRY, 'PostalAddress', 'Country', 'IdentificationCode') ?? 'SE').toUpperCase()
  return {
    name: truncate(must(rule, party, 'PartyLegalEntity', 'RegistrationName'), MAX_NAME),
    organizationNumber: registeredNumber(party, country),
    vatNumber: vatNumberIn(party),
    endpoint: endpointOf(party),
    address: {
      line1: said(MAX_NAME, 'PostalAddress', 'StreetName'),
      line2: said(MAX_NAME, 'PostalAddress', 'AdditionalStreetName'),
      postalCode: said(MAX_NUMBER, 'PostalAddress', 'PostalZone'),
      city: said(MAX_NAME, 'PostalAddress', 'CityName'),
      country,
    },
    contact: {
      name: said(MAX_NAME, 'Contact', 'Name'),
      phone: said(MAX_NUMBER, 'Contact', 'Telephone'),
      email: said(MAX_NAME, 'Contact', 'ElectronicMail'),
    },
  }
}

/** The registration number: normalized if Swedish, otherwise as written. */
const registeredNumber = (party: unknown, country: string): string | null => {
  const number = shortTextIn(MAX_NUMBER, party, 'PartyLegalEntity', 'CompanyID')
  return number !== null && country === 'SE' ? (writtenOrganizationNumber(number.replace(/\s/g, '')) ?? number) : number
}

/** The VAT number among the tax numbers: Swedish sellers also state their F-tax approval. */
const vatNumberIn = (party: unknown): string | null => {
  const schemes = elements(party, 'PartyTaxScheme')
  const own = schemes.find((scheme) => text(scheme, 'TaxScheme', 'ID')?.toUpperCase() === 'VAT')
  const number = shortTextIn(MAX_NAME, own, 'CompanyID')
  return number === null ? null : truncate(number.replace(/[\s.-]/g, '').toUpperCase(), MAX_NUMBER)
}

const endpointOf = (party: unknown): string | null => {
  const scheme = shortTextIn(MAX_NUMBER, party, 'EndpointID', '@schemeID')
  const id = shortTextIn(MAX_NAME, party, 'EndpointID')
  return scheme && id ? truncate(`${scheme}:${id}`, MAX_NAME) : null
}

/** The payment accounts, in file order. */
export const accountsIn = (means: readonly unknown[]): EInvoiceAccount[] => {
  const accounts = means.flatMap((one) => {
    const account = element(one, 'PayeeFinancialAccount')
    const number = shortTextIn(MAX_NUMBER, account, 'ID')
    return number ? accountOf(number, text(account, 'FinancialInstitutionBranch', 'ID')) : []
  })
  const keyOf = ({ type, number }: EInvoiceAccount) => `${type} ${number}`
  return [...new Map(accounts.map((account) => [keyOf(account), account])).values()]
}

const accountOf = (number: string, branch: string | null): EInvoiceAccount => {
  const bankgiro = branch === 'SE:BANKGIRO' ? writtenBankgiroNumber(number) : null
  if (bankgiro) return { type: 'bankgiro', number: bankgiro, bic: null }
  const plusgiro = branch === 'SE:PLUSGIRO' ? writtenPlusgiroNumber(number) : null
  if (plusgiro) return { type: 'plusgiro', number: plusgiro, bic: null }
  const iban = ibanNumber(number)
  if (iban) return { type: 'iban', number: iban, bic: branch && bicNumber(branch) }
  return { type: 'other', number, bic: null }
}
