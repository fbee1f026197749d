// What an invoice or credit note says to whoever gets it: everything that the law asks for, as plain data. The PDF and
// the e-invoice are made from it and from nothing else, so a published document looks the same for ever.
import type { PeppolAddress } from '#numbers'
import type { Day } from '#platform/day'

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
 * How value added tax is dealt with on a line: by its rate; without tax since the sale is exempt, or taxed on its
 * margin; without since the buyer owes it (domestic reverse charge, services to a business in another EU country, the
 * sale of the middleman in a triangular trade); or since goods go to a business in another EU country, or it is export.
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
      /** Percent: 0, 6, 12 or 25. */
      taxRate: number
      treatment: VatTreatment
      net: PaperAmount
      /** Whether the line is work that a tax reduction is asked for. */
      taxReduction: { type: 'rot' | 'rut'; jobType: string } | null
    }

/** The tax of all lines of one rate and treatment; `baseTax` is in SEK when the currency is another. */
export type PaperTax = {
  taxRate: number
  treatment: VatTreatment
  net: PaperAmount
  tax: PaperAmount
  baseTax: PaperAmount | null
}

export type PaperSeller = {
  /** A test company's documents say so: nobody is to pay them. */
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
  /** What is said of interest on late payment. */
  lateInterest: string | null
}

export type PaperBuyer = {
  name: string
  isCompany: boolean
  customerNumber: string
  organizationNumber: string | null
  vatNumber: string | null
  address: PaperAddress | null
  /** Where the customer is found in the network; papers of earlier versions have none. */
  peppolAddress?: PeppolAddress | null
  contact: { name: string | null; email: string | null; phone: string | null } | null
}

/** Amounts in SEK öre. Personal numbers are no part of it: they are shown on the PDF and kept nowhere in clear. */
export type PaperTaxReduction = {
  type: 'rot' | 'rut'
  description: string
  propertyType: 'realEstate' | 'housingDesignation' | null
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  /** Work including tax, and everything else including tax. */
  labour: PaperAmount
  other: PaperAmount
  deductions: PaperAmount[]
  deduction: PaperAmount
}

/** Whether the buyer is still to pay: what was paid at once is not due, and a credit note is nobody's debt. */
export const isToBePaid = ({ kind }: Pick<Paper, 'kind'>): boolean => kind !== 'creditNote' && kind !== 'cashInvoice'

export type Paper = {
  kind: 'invoice' | 'cashInvoice' | 'advanceInvoice' | 'creditNote'
  /** What it would be if it were published: it has no number, and nobody is to pay it. */
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
  /** When the goods or services were supplied, and why sales are exempt; papers of earlier versions have neither. */
  deliveryDate?: Day | null
  vatExemptionReason?: string | null
  currency: string
  /** SEK for one unit of the currency, decimal text. */
  currencyRate: string
  lines: PaperLine[]
  taxes: PaperTax[]
  net: PaperAmount
  tax: PaperAmount
  rounding: PaperAmount
  total: PaperAmount
  taxReduction: PaperTaxReduction | null
  /** What the buyer pays: the total without what the tax authority is asked to pay. */
  payable: PaperAmount
}
