// Validation of suppliers: name, numbers, currency, address and payment details, and their conversion to the stored
// form.
import {
  bankAccount,
  bankOfClearingNumber,
  bicFitsIban,
  bicNumber,
  ibanNumber,
  writtenBankAccount,
  writtenIbanNumber,
} from '#numbers/bank-account'
import { bankgiroNumber, plusgiroNumber, writtenBankgiroNumber, writtenPlusgiroNumber } from '#numbers/giro'
import {
  countryOf,
  HOME,
  isBlank,
  keptText,
  objectOf,
  organizationNumberIn,
  partyWarnings,
  textOf,
  vatNumberIn,
  warningsInNumbers,
  wrongInCountry,
  wrongInOrganizationNumber,
  wrongInVatNumber,
} from '#parties'
import type { FieldError } from '#platform/refusal'
import type { AccountingCurrency } from '#rule/currency'
import { pointer } from '#text/json'
import { supplierFaults as faults } from './supplier-refusals.ts'

type SupplierAddress = {
  line1: string | null
  line2: string | null
  city: string | null
  postalCode: string | null
  /** ISO 3166-1 alpha-2 */
  country: string
  countrySubdivision: string | null
}

/** The account that a supplier is paid to. */
export type PaymentDetails =
  | { type: 'bankgiro'; bankgiroNumber: string }
  | { type: 'plusgiro'; plusgiroNumber: string }
  | { type: 'transfer'; clearingNumber: string; accountNumber: string }
  | { type: 'internationalPayment'; iban: string; bic: string }

/** A supplier in a request. Omitted, null and blank fields count as missing. */
export type SupplierBody = {
  name: string
  orgNumber?: string | null
  vatNumber?: string | null
  currency?: string | null
  address?: { [Part in keyof SupplierAddress]?: string | null } | null
  paymentDetails?: PaymentDetails | null
}

/** A stored supplier, without its id. */
export type SupplierContent = {
  name: string
  orgNumber: string | null
  vatNumber: string | null
  /** ISO 4217: the currency of the supplier's invoices. */
  currency: string
  address: SupplierAddress | null
  paymentDetails: PaymentDetails | null
}

const currenciesWithout = [
  ...'SEK GBP EUR USD NOK DKK AUD BRL CAD CHF CNY CZK HKD HUF IDR'.split(' '),
  ...'INR ISK JPY KRW MAD MXN NZD PLN RUB SAR SGD THB TRY ZAR'.split(' '),
]
const currenciesWith = 'SEK EUR NOK USD DKK GBP PLN RON CZK HUF ISK CHF'.split(' ')

/** The currencies allowed for suppliers of a company: more with a business account in the service. */
export const supplierCurrencies = (hasBusinessAccount: boolean): readonly string[] =>
  hasBusinessAccount ? currenciesWith : currenciesWithout

/** Converts a validated body to its stored form; a supplier without a currency has that of the books. */
export const contentOf = (body: SupplierBody, own: AccountingCurrency): SupplierContent => {
  const country = countryOf(body)
  return {
    name: body.name.trim(),
    orgNumber: keptText(body.orgNumber, (text) => organizationNumberIn(text, country)),
    vatNumber: keptText(body.vatNumber, (text) => vatNumberIn(text, country)),
    currency: body.currency ?? own,
    address: body.address ? addressOf(body.address) : null,
    paymentDetails: body.paymentDetails ? detailsOf(body.paymentDetails) : null,
  }
}

/** All errors in a body, which may be any object; type errors that the schema reports are not repeated. */
export const wrongInSupplier = (body: unknown, currencies: readonly string[]): FieldError[] => {
  const { name, orgNumber, vatNumber: vat, currency, address, paymentDetails } = objectOf(body)
  const country = countryOf({ address })
  const errors: FieldError[] = []
  if (isBlank(name)) errors.push(faults.blank('#/name'))
  errors.push(...wrongInOrganizationNumber(orgNumber, country), ...wrongInVatNumber(vat, country))
  if (typeof currency === 'string' && !currencies.includes(currency)) {
    errors.push(faults.currency('#/currency', { currencies: currencies.join(', ') }))
  }
  return [...errors, ...wrongInCountry(objectOf(address)), ...wrongInDetails(objectOf(paymentDetails))]
}

/** Any kind of payment details suits any currency: the payment states the currency, and the bank exchanges it. */
const wrongInDetails = (details: Record<string, unknown>): FieldError[] => {
  switch (details.type) {
    case 'bankgiro':
      return typeof details.bankgiroNumber === 'string' && writtenBankgiroNumber(details.bankgiroNumber) === null
        ? [faults.bankgiroNumber(at('bankgiroNumber'))]
        : []
    case 'plusgiro':
      return typeof details.plusgiroNumber === 'string' && writtenPlusgiroNumber(details.plusgiroNumber) === null
        ? [faults.plusgiroNumber(at('plusgiroNumber'))]
        : []
    case 'transfer':
      return wrongInTransfer(details)
    case 'internationalPayment':
      return wrongInInternational(details)
    default:
      return []
  }
}

const wrongInTransfer = ({ clearingNumber, accountNumber }: Record<string, unknown>): FieldError[] => {
  if (typeof clearingNumber !== 'string') return []
  const bank = bankOfClearingNumber(clearingNumber)
  if (bank === null) return [faults.clearingNumber(at('clearingNumber'))]
  return typeof accountNumber === 'string' && writtenBankAccount(clearingNumber, accountNumber) === null
    ? [faults.accountNumber(at('accountNumber'), { bank })]
    : []
}

const wrongInInternational = (details: Record<string, unknown>): FieldError[] => {
  const errors: FieldError[] = []
  const iban = typeof details.iban === 'string' ? writtenIbanNumber(details.iban) : null
  const bic = typeof details.bic === 'string' ? bicNumber(details.bic) : null
  if (typeof details.iban === 'string' && iban === null) errors.push(faults.iban(at('iban')))
  if (typeof details.bic === 'string' && bic === null) errors.push(faults.bic(at('bic')))
  if (iban !== null && bic !== null && !bicFitsIban(bic, iban)) {
    errors.push(faults.bicOfOtherCountry(at('bic'), { country: bic.slice(4, 6) }))
  }
  return errors
}

/** Warnings about a valid supplier: wrong check digits, which payments refuse. */
export const warningsInSupplier = (supplier: SupplierContent): FieldError[] => [
  ...warningsInNumbers(supplier),
  ...(supplier.paymentDetails ? doubtsInDetails(supplier.paymentDetails) : []),
]

const doubtsInDetails = (details: PaymentDetails): FieldError[] => {
  const doubt = (field: string, number: string) => [partyWarnings.checkDigit(at(field), { number })]
  switch (details.type) {
    case 'bankgiro':
      return bankgiroNumber(details.bankgiroNumber) ? [] : doubt('bankgiroNumber', details.bankgiroNumber)
    case 'plusgiro':
      return plusgiroNumber(details.plusgiroNumber) ? [] : doubt('plusgiroNumber', details.plusgiroNumber)
    case 'transfer':
      return bankAccount(details.clearingNumber, details.accountNumber)
        ? []
        : doubt('accountNumber', details.accountNumber)
    case 'internationalPayment':
      return ibanNumber(details.iban) ? [] : doubt('iban', details.iban)
  }
}

const at = (field: string): string => pointer('paymentDetails', field)

const detailsOf = (details: PaymentDetails): PaymentDetails => {
  switch (details.type) {
    case 'bankgiro':
      return { type: 'bankgiro', bankgiroNumber: read(writtenBankgiroNumber, details.bankgiroNumber) }
    case 'plusgiro':
      return { type: 'plusgiro', plusgiroNumber: read(writtenPlusgiroNumber, details.plusgiroNumber) }
    case 'transfer': {
      const account = writtenBankAccount(details.clearingNumber, details.accountNumber)
      if (account === null) throw new Error('An invalid account was not refused')
      return { type: 'transfer', clearingNumber: account.clearingNumber, accountNumber: account.accountNumber }
    }
    case 'internationalPayment':
      return {
        type: 'internationalPayment',
        iban: read(writtenIbanNumber, details.iban),
        bic: read(bicNumber, details.bic),
      }
  }
}

const read = (reader: (text: string) => string | null, text: string): string => {
  const number = reader(text)
  if (number === null) throw new Error('An invalid number was not refused')
  return number
}

const addressOf = (address: NonNullable<SupplierBody['address']>): SupplierAddress => ({
  line1: textOf(address.line1),
  line2: textOf(address.line2),
  city: textOf(address.city),
  postalCode: textOf(address.postalCode),
  country: address.country ?? HOME,
  countrySubdivision: textOf(address.countrySubdivision),
})
