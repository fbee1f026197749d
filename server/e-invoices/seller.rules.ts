// The seller of an e-invoice as a supplier: how it is recognized, how it is added, and warnings about it.
import { isCountry } from '#numbers/country'
import { writtenOrganizationNumber } from '#numbers/organization-number'
import { vatNumber } from '#numbers/vat-number'
import { isPersonalForm } from '#parties'
import { oreFromNumber, textFromOre } from '#platform/money'
import type { LikelySupplier, PaymentDetails, SupplierBody } from '#purchasing'
import { type EInvoiceAccount, type EInvoiceContent, type EInvoiceWarning, warningOf } from './e-invoice.rules.ts'
import { isForeignTax } from './proposal.rules.ts'
import { eInvoiceWarnings as doubts } from './refusals.ts'
import { totalOf } from './sums.rules.ts'

/** The search criteria for its supplier. An invalid Swedish number matches nothing and excludes nothing. */
export const invoicingOf = ({ seller, accounts }: EInvoiceContent) => ({
  name: seller.name,
  orgNumber:
    seller.organizationNumber !== null && seller.address.country === 'SE'
      ? writtenOrganizationNumber(seller.organizationNumber)
      : seller.organizationNumber,
  vatNumber: seller.vatNumber,
  accounts: accounts.map(({ number }) => number),
})

/** The supplier to add if the seller is unknown. */
export const newSupplierOf = ({ seller, accounts, currency }: EInvoiceContent): SupplierBody => {
  const { line1, line2, postalCode, city, country } = seller.address
  return {
    name: seller.name,
    orgNumber: seller.organizationNumber,
    vatNumber: isCountry(country) && seller.vatNumber ? vatNumber(seller.vatNumber, country) : null,
    currency,
    address: isCountry(country)
      ? { line1, line2, postalCode, city, country, countrySubdivision: country === 'GB' ? (city ?? country) : null }
      : null,
    paymentDetails: accounts.map(detailsOf).find((details) => details !== null) ?? null,
  }
}

const detailsOf = ({ type, number, bic }: EInvoiceAccount): PaymentDetails | null => {
  if (type === 'bankgiro') return { type, bankgiroNumber: number }
  if (type === 'plusgiro') return { type, plusgiroNumber: number }
  return type === 'iban' && bic !== null ? { type: 'internationalPayment', iban: number, bic } : null
}

/**
 * Warnings beside the totals: the addressee, whether it is a debt, the payment account, what is left to pay, the due
 * date, foreign VAT.
 */
export const warningsBeside = (content: EInvoiceContent, supplier: LikelySupplier | null): EInvoiceWarning[] => {
  const { accounts, totals, dueDate, invoiceDate, kind, taxes, seller, currency } = content
  const found: EInvoiceWarning[] = [...doubtsInName(seller.name, supplier), ...doubtsInSign(content)]
  const known = supplier?.paymentDetails ? numberOf(supplier.paymentDetails) : null
  const [first] = accounts
  if (known !== null && first && totalOf(content) > 0 && !accounts.some(({ number }) => isSame(number, known))) {
    found.push(warningOf('account', doubts.otherAccount.said({ account: first.number })))
  }
  if (totals.prepaid !== 0) {
    const values = { amount: amountIn(currency, totals.prepaid), left: amountIn(currency, totals.payable) }
    found.push(warningOf('prepaid', doubts.prepaid.said(values)))
  }
  if (dueDate === null && kind === 'invoice' && totals.payable > 0) {
    found.push(warningOf('due', doubts.noDueDate.said()))
  }
  if (dueDate !== null && dueDate < invoiceDate) {
    found.push(warningOf('due', doubts.dueBeforeDate.said({ due: dueDate })))
  }
  if (taxes.some((tax) => isForeignTax(tax, seller) && tax.taxAmount !== 0)) {
    found.push(warningOf('tax', doubts.foreignTax.said()))
  }
  return found
}

const amountIn = (currency: string, amount: number): string => `${textFromOre(oreFromNumber(amount) ?? 0n)} ${currency}`

/**
 * The standard allows negative invoices and credit notes, which turn into the other kind: some suppliers mean that,
 * while some programs write credited amounts with a minus. Only the supplier can tell which.
 */
const doubtsInSign = (content: EInvoiceContent): EInvoiceWarning[] => {
  const { kind, currency } = content
  const total = totalOf(content)
  const isCredit = kind === 'creditNote'
  if (total === 0 || isCredit === total < 0) return []
  const written = amountIn(currency, -Math.abs(total))
  const meant = amountIn(currency, Math.abs(total))
  const said = isCredit
    ? doubts.debtOfCredit.said({ amount: written, owed: meant })
    : doubts.creditOfInvoice.said({ amount: written, credited: meant })
  return [warningOf('sign', said)]
}

/** Accounts and VAT numbers may be shared: a different name may mean a different company. */
const doubtsInName = (seller: string, supplier: LikelySupplier | null): EInvoiceWarning[] => {
  if (!supplier || plainName(supplier.name) === plainName(seller)) return []
  const values = { seller, supplier: supplier.name }
  if (supplier.by === 'account') return [warningOf('supplier', doubts.knownByAccount.said(values))]
  return supplier.by === 'vatNumber' ? [warningOf('supplier', doubts.knownByVatNumber.said(values))] : []
}

/** A name without its legal form, punctuation and case. */
const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/(?<!\p{L})(?:ab|aktiebolag|hb|kb|handelsbolag|kommanditbolag|publ|inc|ltd|gmbh|as|oy)(?!\p{L})/gu, '')
    .replace(/[^\p{L}\d]+/gu, '')

const numberOf = (details: PaymentDetails): string => {
  switch (details.type) {
    case 'bankgiro':
      return details.bankgiroNumber
    case 'plusgiro':
      return details.plusgiroNumber
    case 'transfer':
      return `${details.clearingNumber}${details.accountNumber}`
    case 'internationalPayment':
      return details.iban
  }
}

/** Compares accounts ignoring notation. */
const isSame = (one: string, other: string): boolean => {
  const [plain, known] = [one, other].map((number) => number.replace(/[^0-9A-Z]/gi, '').toUpperCase())
  return plain === known
}

/**
 * The stored content. A sole proprietor's number is a personal number: it is stored encrypted with the supplier, and
 * nowhere else.
 */
export const keptContent = (content: EInvoiceContent): EInvoiceContent => {
  const { seller } = content
  const number = seller.organizationNumber
  if (number === null || !isPersonalForm(number)) return content
  return { ...content, seller: { ...seller, organizationNumber: null, endpoint: null } }
}
