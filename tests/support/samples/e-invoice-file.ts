// E-invoices as suppliers send them, of one line, for tests.

export type IncomingInvoice = {
  number?: string
  date?: string
  dueDate?: string | null
  kind?: 'Invoice' | 'CreditNote'
  category?: string
  country?: string
  net?: number
  tax?: number
  /** Taken off or added as a whole, beside the line of `net`, at its rate. */
  charges?: { isAdded: boolean; amount: number }[]
  seller?: string
  sellerNumber?: string
  /** That of the seller's number, if nothing is said. */
  vatNumber?: string
  buyer?: string
  buyerNumber?: string
  bankgiro?: string
  reference?: string
  /** What is added to be paid, or taken off below zero. */
  rounding?: number
  /** A file in it. */
  attachment?: { name: string; type: string; bytes: Buffer }
}

const enclosed = ({ type, name, bytes }: NonNullable<IncomingInvoice['attachment']>): string =>
  `<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cac:Attachment>
    <cbc:EmbeddedDocumentBinaryObject mimeCode="${type}" filename="${name}">
      ${bytes.toString('base64')}
    </cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:AdditionalDocumentReference>`

export const SELLER_NUMBER = '556036-0793'

export const incoming = ({
  number = '4711',
  date = '2026-06-01',
  dueDate = '2026-07-01',
  kind = 'Invoice',
  category = 'S',
  country = 'SE',
  net = 1000,
  charges = [],
  tax = category === 'S' ? taxedIn(net, charges) / 4 : 0,
  seller = 'Papper AB',
  sellerNumber = SELLER_NUMBER,
  vatNumber = country === 'SE' ? `SE${digits(sellerNumber)}01` : 'DE811907980',
  buyer = 'Provbolaget AB',
  buyerNumber = '559999-0008',
  bankgiro = '5050-1055',
  reference = '4711',
  rounding = 0,
  attachment,
}: IncomingInvoice = {}): string => {
  const rate = category === 'S' ? '25' : category === 'O' ? '' : '0'
  const scheme = '<cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme>'
  const taxed = (name: string) =>
    `<cac:${name}><cbc:ID>${category}</cbc:ID>${rate && `<cbc:Percent>${rate}</cbc:Percent>`}${scheme}</cac:${name}>`
  const typeCode =
    kind === 'Invoice'
      ? `<cbc:DueDate>${dueDate ?? ''}</cbc:DueDate><cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode>`
      : '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode>'
  const quantity = kind === 'Invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  const taxable = taxedIn(net, charges)
  const subtotal = amount('TaxableAmount', taxable) + amount('TaxAmount', tax) + taxed('TaxCategory')
  const ofVat = `<cac:PartyTaxScheme><cbc:CompanyID>${vatNumber}</cbc:CompanyID>${scheme}</cac:PartyTaxScheme>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<${kind} xmlns="${UBL}:${kind}-2"
  xmlns:cac="${UBL}:CommonAggregateComponents-2"
  xmlns:cbc="${UBL}:CommonBasicComponents-2">
  <cbc:CustomizationID>${STANDARD}</cbc:CustomizationID>
  <cbc:ID>${number}</cbc:ID><cbc:IssueDate>${date}</cbc:IssueDate>${typeCode}
  <cbc:DocumentCurrencyCode>SEK</cbc:DocumentCurrencyCode><cbc:BuyerReference>Anna</cbc:BuyerReference>
  ${attachment ? enclosed(attachment) : ''}
  <cac:AccountingSupplierParty>${party(seller, sellerNumber, country, ofVat)}</cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty>${party(buyer, buyerNumber, 'SE', '')}</cac:AccountingCustomerParty>
  <cac:PaymentMeans>
    <cbc:PaymentMeansCode>30</cbc:PaymentMeansCode><cbc:PaymentID>${reference}</cbc:PaymentID>
    <cac:PayeeFinancialAccount><cbc:ID>${digits(bankgiro)}</cbc:ID>
      <cac:FinancialInstitutionBranch><cbc:ID>SE:BANKGIRO</cbc:ID></cac:FinancialInstitutionBranch>
    </cac:PayeeFinancialAccount>
  </cac:PaymentMeans>
  ${charges.map((one) => charged(one, taxed('TaxCategory'))).join('')}
  <cac:TaxTotal>${amount('TaxAmount', tax)}
    <cac:TaxSubtotal>${subtotal}</cac:TaxSubtotal>
  </cac:TaxTotal>
  <cac:LegalMonetaryTotal>
    ${amount('LineExtensionAmount', net)}
    ${amount('TaxExclusiveAmount', taxable)}
    ${amount('TaxInclusiveAmount', taxable + tax)}
    ${charges.length > 0 ? sideIn(charges, false) + sideIn(charges, true) : ''}
    ${rounding === 0 ? '' : amount('PayableRoundingAmount', rounding)}
    ${amount('PayableAmount', taxable + tax + rounding)}
  </cac:LegalMonetaryTotal>
  <cac:${kind}Line>
    <cbc:ID>1</cbc:ID><cbc:${quantity} unitCode="EA">10</cbc:${quantity}>${amount('LineExtensionAmount', net)}
    <cac:Item><cbc:Name>Kopieringspapper A4</cbc:Name>${taxed('ClassifiedTaxCategory')}</cac:Item>
    <cac:Price>${amount('PriceAmount', net / 10)}</cac:Price>
  </cac:${kind}Line>
</${kind}>`
}

/** The same in another currency. */
export const incomingIn = (currency: string, invoice: IncomingInvoice = {}): string =>
  incoming(invoice).replaceAll('"SEK"', `"${currency}"`).replace('CurrencyCode>SEK<', `CurrencyCode>${currency}<`)

const amount = (name: string, value: number) => `<cbc:${name} currencyID="SEK">${value.toFixed(2)}</cbc:${name}>`

type Charge = NonNullable<IncomingInvoice['charges']>[0]

const charged = ({ isAdded, amount: size }: Charge, taxCategory: string): string => `<cac:AllowanceCharge>
    <cbc:ChargeIndicator>${isAdded}</cbc:ChargeIndicator><cbc:AllowanceChargeReason>Avdrag</cbc:AllowanceChargeReason>
    ${amount('Amount', size)}${taxCategory}
  </cac:AllowanceCharge>`

const sideIn = (charges: readonly Charge[], isAdded: boolean): string => {
  const side = charges.filter((one) => one.isAdded === isAdded)
  const sum = side.reduce((total, one) => total + one.amount, 0)
  return amount(isAdded ? 'ChargeTotalAmount' : 'AllowanceTotalAmount', sum)
}

const taxedIn = (net: number, charges: readonly Charge[]): number =>
  charges.reduce((sum, { isAdded, amount: size }) => sum + (isAdded ? size : -size), net)

const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'
const STANDARD = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'

const digits = (text: string): string => text.replace(/\D/g, '')

const party = (name: string, id: string, country: string, tail: string): string => `<cac:Party>
    <cbc:EndpointID schemeID="0007">${digits(id)}</cbc:EndpointID>
    <cac:PostalAddress><cbc:CityName>Umeå</cbc:CityName>
      <cac:Country><cbc:IdentificationCode>${country}</cbc:IdentificationCode></cac:Country>
    </cac:PostalAddress>${tail}
    <cac:PartyLegalEntity>
      <cbc:RegistrationName>${name}</cbc:RegistrationName><cbc:CompanyID>${digits(id)}</cbc:CompanyID>
    </cac:PartyLegalEntity>
  </cac:Party>`
