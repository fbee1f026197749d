// Whether an e-invoice has the elements of Peppol BIS Billing 3.0, as often and in the order that the schema asks for,
// with codes that are in its lists: held against a description of the format that others have made and publish.
import { invoiceSchema } from '@e-invoice-eu/core'
import { Ajv2019 } from 'ajv/dist/2019.js'
import type { Element } from './ubl-document.ts'

type Schema = {
  $ref?: string
  type?: string
  properties?: Record<string, Schema>
  items?: Schema
  pattern?: string
}

type Json = string | { [name: string]: Json } | Json[]

const INVOICE = 'ubl:Invoice'

/** The published schema; it gives prices two decimals, for which EN 16931 has no limit (BT-146). */
const schema = structuredClone(invoiceSchema) as unknown as Schema
const priced = schema.properties?.[INVOICE]?.properties?.['cac:InvoiceLine']?.items?.properties?.['cac:Price']
if (!priced?.properties) throw new Error('The published schema has no prices')
priced.properties['cbc:PriceAmount'] = { type: 'string', pattern: '^\\d+(\\.\\d{1,6})?$' }

const fits = new Ajv2019({ strict: false, allErrors: true }).compile(schema as object)

/** The sequences of UBL 2.1 (UBL-Invoice-2.1.xsd, UBL-CreditNote-2.1.xsd), as far as the format uses them. */
const sequences: Record<string, string[]> = {
  Invoice: [
    'CustomizationID',
    'ProfileID',
    'ID',
    'IssueDate',
    'DueDate',
    'InvoiceTypeCode',
    'Note',
    'TaxPointDate',
    'DocumentCurrencyCode',
    'TaxCurrencyCode',
    'AccountingCost',
    'BuyerReference',
    'InvoicePeriod',
    'OrderReference',
    'BillingReference',
    'DespatchDocumentReference',
    'ReceiptDocumentReference',
    'OriginatorDocumentReference',
    'ContractDocumentReference',
    'AdditionalDocumentReference',
    'ProjectReference',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'PayeeParty',
    'TaxRepresentativeParty',
    'Delivery',
    'PaymentMeans',
    'PaymentTerms',
    'AllowanceCharge',
    'TaxTotal',
    'LegalMonetaryTotal',
    'InvoiceLine',
  ],
  CreditNote: [
    'CustomizationID',
    'ProfileID',
    'ID',
    'IssueDate',
    'TaxPointDate',
    'CreditNoteTypeCode',
    'Note',
    'DocumentCurrencyCode',
    'TaxCurrencyCode',
    'AccountingCost',
    'BuyerReference',
    'InvoicePeriod',
    'OrderReference',
    'BillingReference',
    'DespatchDocumentReference',
    'ReceiptDocumentReference',
    'ContractDocumentReference',
    'AdditionalDocumentReference',
    'OriginatorDocumentReference',
    'AccountingSupplierParty',
    'AccountingCustomerParty',
    'PayeeParty',
    'TaxRepresentativeParty',
    'Delivery',
    'PaymentMeans',
    'PaymentTerms',
    'AllowanceCharge',
    'TaxTotal',
    'LegalMonetaryTotal',
    'CreditNoteLine',
  ],
}

/** What the published schema, which describes both as invoices, calls the elements of credit notes. */
const inInvoices: Record<string, string> = {
  'cbc:CreditNoteTypeCode': 'cbc:InvoiceTypeCode',
  'cac:CreditNoteLine': 'cac:InvoiceLine',
  'cbc:CreditedQuantity': 'cbc:InvoicedQuantity',
}

/** What is wrong with the structure of a document; empty when nothing is. */
export const misplaced = (root: Element): string[] => {
  const sequence = sequences[root.name]
  const invoice = schema.properties?.[INVOICE]
  if (!sequence || !invoice) return [`${root.name} is no document`]
  const names = root.children.map(({ name }) => name.slice('cbc:'.length))
  const json = jsonOf(root, invoice)
  return [
    ...disordered(names, sequence, root.name),
    ...root.children.flatMap((child) => disorderedBelow(child, schemaOf(invoice, child.name))),
    ...(fits({ [INVOICE]: json })
      ? []
      : (fits.errors ?? []).map(
          ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
        )),
  ]
}

/** The schema of an element, through the list it may stand in. */
const schemaOf = (parent: Schema | undefined, name: string): Schema | undefined => {
  const found = parent?.properties?.[inInvoices[name] ?? name]
  return found?.items ?? found
}

const disordered = (names: string[], sequence: string[], where: string): string[] => {
  const places = names.map((name) => sequence.indexOf(name))
  return places.flatMap((place, index) => [
    ...(place < 0 ? [`${where} has ${names[index]}, which the schema does not know there`] : []),
    ...(place < (places[index - 1] ?? 0) ? [`${where} has ${names[index]} after ${names[index - 1]}`] : []),
  ])
}

const disorderedBelow = (element: Element, own: Schema | undefined): string[] => {
  const names = element.children.map(({ name }) => inInvoices[name] ?? name)
  return [
    ...disordered(names, Object.keys(own?.properties ?? {}), element.name),
    ...element.children.flatMap((child) => disorderedBelow(child, schemaOf(own, child.name))),
  ]
}

/** The document as the published schema has it: `name@attribute` beside the element, lists where it has lists. */
const jsonOf = ({ children }: Element, own: Schema | undefined): Json => {
  const json: { [name: string]: Json } = {}
  for (const child of children) {
    const name = inInvoices[child.name] ?? child.name
    const value = child.children.length > 0 ? jsonOf(child, schemaOf(own, name)) : child.text
    const before = json[name]
    if (own?.properties?.[name]?.type === 'array') json[name] = [...((before as Json[]) ?? []), value]
    else json[name] = before === undefined ? value : [before, value]
    for (const [attribute, text] of Object.entries(child.attributes)) json[`${name}@${attribute}`] = text
  }
  return json
}
