// The content of an invoice or credit note as sent: everything required by law, as plain data. The PDF and the
// e-invoice are made from it alone, so a published document always looks the same.
import type { PeppolAddress } from '#numbers/peppol-address'
import type { Day } from '#platform/day'
import { type AccountingCurrency, USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import type { ReductionType } from '#rule/tax-reductions'
import type { UnionCountry } from '#rule/union-vat'

/** Whole öre (or cents) of the document's currency, as a JSON number far below 2^53. */
export type PaperAmount = number

export type PaperAddress = {
  line1: string
  line2: string | null
  postalCode: string
  city: string
  /** ISO 3166-1 alpha-2 */
  country: string
  countrySubdivision: string | null
}

/**
 * The VAT treatment of a line: taxed by its rate; exempt, or taxed on its margin; reverse charge (domestic, services to
 * a business in another EU country, triangular trade by the middleman); or goods to a business in another EU country,
 * or export.
 */
export type VatTreatment =
  | 'rate'
  | 'exempt'
  | 'reverseCharge'
  | 'euGoods'
  | 'triangular'
  | 'euServices'
  | 'exportGoods'
  | 'exportServices'
  | 'marginScheme'

export type PaperLine =
  | { kind: 'text'; description: string }
  | {
      kind: 'sale'
      description: string
      productType: 'goods' | 'services'
      /** Decimal text with `.`, at most six decimals. */
      quantity: string
      /** One of the API's unit types, such as `hour`. */
      unitType: string
      unitPrice: string
      /** Percent: 0, 6, 12 or 25, or a rate of `unionCountry`. */
      taxRate: number
      /** The member state whose VAT is charged (One Stop Shop); absent for Swedish VAT. */
      unionCountry?: UnionCountry
      treatment: VatTreatment
      net: PaperAmount
      /** Whether the line is work with a tax reduction. */
      taxReduction: { type: ReductionType; jobType: string } | null
    }

/**
 * The VAT of all lines of one rate and treatment; `baseTax` is in the accounting currency of the seller if the
 * document's is another.
 */
export type PaperTax = {
  taxRate: number
  unionCountry?: UnionCountry
  treatment: VatTreatment
  net: PaperAmount
  tax: PaperAmount
  baseTax: PaperAmount | null
}

export type PaperSeller = {
  /** Marks a test company's documents, which must not be paid. */
  isTest?: true
  name: string
  /** Ten digits with a hyphen. */
  organizationNumber: string
  isLimitedCompany: boolean
  vatNumber: string | null
  address: PaperAddress | null
  phone: string | null
  email: string | null
  website: string | null
  /** Registered seat (säte), which a limited company must state (aktiebolagslagen 28 kap. 5 §). */
  seat: string | null
  hasFTax: boolean
  bankgiro: string | null
  plusgiro: string | null
  iban: string | null
  bic: string | null
  /** The text about interest on late payment. */
  lateInterest: string | null
}

export type PaperBuyer = {
  name: string
  isCompany: boolean
  customerNumber: string
  organizationNumber: string | null
  vatNumber: string | null
  address: PaperAddress | null
  /** The customer's network address; documents of earlier versions have none. */
  peppolAddress?: PeppolAddress | null
  contact: { name: string | null; email: string | null; phone: string | null } | null
}

/** Amounts in öre of SEK. Personal numbers are not included: they are shown on the PDF and stored only encrypted. */
export type PaperTaxReduction = {
  type: ReductionType
  description: string
  propertyType: 'realEstate' | 'housingDesignation' | null
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  /** Work including tax, the material of installations of green technology, and everything else, including tax. */
  labour: PaperAmount
  material?: PaperAmount
  other: PaperAmount
  deductions: PaperAmount[]
  deduction: PaperAmount
}

/** Whether the buyer still has to pay: a cash invoice is already paid, and a credit note is no debt. */
export const isToBePaid = ({ kind }: Pick<Paper, 'kind'>): boolean => kind !== 'creditNote' && kind !== 'cashInvoice'

export type Paper = {
  kind: 'invoice' | 'cashInvoice' | 'advanceInvoice' | 'creditNote'
  /** A preview of publication: it has no number, and must not be paid. */
  isDraft?: boolean
  language: 'sv' | 'en'
  number: string
  date: Day
  dueDate: Day
  publishedAt: string
  /** The invoice that a credit note changes (mervärdesskattelagen 17 kap. 22-23 §§). */
  credits: { number: string; date: Day } | null
  /** OCR reference with its check digit. */
  paymentReference: string | null
  paymentTerms: string | null
  references: {
    orderNumber: string | null
    project: string | null
    buyer: string | null
    contract: string | null
  }
  seller: PaperSeller
  buyer: PaperBuyer
  deliveryAddress: PaperAddress | null
  /** The day of supply, and the exemption reason; documents of earlier versions have neither. */
  deliveryDate?: Day | null
  vatExemptionReason?: string | null
  currency: string
  /** The price of one unit of the currency in the accounting currency, decimal text. */
  currencyRate: string
  /** Of the seller; left out where it is SEK, as in all documents of earlier versions. */
  accountingCurrency?: AccountingCurrency
  lines: PaperLine[]
  taxes: PaperTax[]
  net: PaperAmount
  tax: PaperAmount
  rounding: PaperAmount
  total: PaperAmount
  taxReduction: PaperTaxReduction | null
  /** The amount payable by the buyer: the total less the amount requested from the tax authority. */
  payable: PaperAmount
}

/**
 * The accounting currency of the seller, in which VAT is told beside another currency (mervärdesskattelagen 2023:200,
 * 17 kap.).
 */
export const ownCurrencyOf = ({ accountingCurrency = USUAL_ACCOUNTING_CURRENCY }: Paper): AccountingCurrency =>
  accountingCurrency
