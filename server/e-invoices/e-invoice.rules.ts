// The content of an e-invoice: amounts in kronor of its currency, as stored and shown.
import type { Day } from '#platform/day'
import { type DeclaredSentence, type KeptSaid, keptOf } from '#platform/sentences'

export type EInvoiceKind = 'invoice' | 'creditNote'

export type EInvoiceParty = {
  name: string
  organizationNumber: string | null
  vatNumber: string | null
  /** `0007:5560360793`, as the network addresses it. */
  endpoint: string | null
  address: {
    line1: string | null
    line2: string | null
    postalCode: string | null
    city: string | null
    country: string
  }
  contact: { name: string | null; phone: string | null; email: string | null }
}

/** An account for payment. */
export type EInvoiceAccount = { type: 'bankgiro' | 'plusgiro' | 'iban' | 'other'; number: string; bic: string | null }

export type EInvoiceLine = {
  number: string
  name: string
  description: string | null
  quantity: number | null
  unit: string | null
  price: number | null
  /** The quantity that the price refers to. */
  priceFor: number
  netAmount: number
  charges: EInvoiceCharge[]
  category: string
  taxRate: number | null
}

/** Negative for an allowance, positive for a charge; a negative allowance adds. */
export type EInvoiceCharge = {
  reason: string | null
  amount: number
  category: string | null
  taxRate: number | null
}

export type EInvoiceTax = {
  category: string
  taxRate: number | null
  netAmount: number
  taxAmount: number
  reason: string | null
}

type EInvoiceTotals = {
  lines: number
  allowances: number
  charges: number
  net: number
  tax: number
  gross: number
  prepaid: number
  rounding: number
  payable: number
}

export type EInvoiceContent = {
  kind: EInvoiceKind
  number: string
  invoiceDate: Day
  dueDate: Day | null
  currency: string
  note: string | null
  seller: EInvoiceParty
  buyer: EInvoiceParty
  references: {
    buyer: string | null
    order: string | null
    contract: string | null
    project: string | null
    /** The invoices that a credit note credits. */
    invoices: string[]
  }
  accounts: EInvoiceAccount[]
  /** The payment reference, often an OCR number. */
  paymentReference: string | null
  paymentTerms: string | null
  lines: EInvoiceLine[]
  charges: EInvoiceCharge[]
  taxes: EInvoiceTax[]
  totals: EInvoiceTotals
  attachments: { name: string; contentType: string | null; address: string | null }[]
}

/**
 * A warning: by a rule of EN 16931 or Peppol, or by a rule of the service. Those of an earlier version are stored
 * without the reason and values of their sentence.
 */
export type EInvoiceWarning = { rule: string; message: string } & (KeptSaid | { reason?: never; values?: never })

export const warningOf = (rule: string, said: DeclaredSentence): EInvoiceWarning => ({
  rule,
  message: said.in('en'),
  ...keptOf(said),
})
