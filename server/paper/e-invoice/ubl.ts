// The e-invoice: Peppol BIS Billing 3.0, i.e. UBL 2.1 (ISO/IEC 19845) by EN 16931 with the rules of the network and of
// Sweden. Elements are in schema order.
import { organizationNumber } from '#numbers/organization-number'
import type { PeppolAddress } from '#numbers/peppol-address'
import { swedishVatNumber } from '#numbers/vat-number'
import { isToBePaid, ownCurrencyOf, type Paper } from '#paper/paper'
import { dayText } from '#paper/pdf/pdf-format'
import { wordsIn } from '#paper/pdf/pdf-words'
import { paperFaults, paperRefusals } from '#paper/refusals'
import { categoryOf } from '#paper/treatments.rules'
import type { FieldError } from '#platform/refusal'
import { documentLine, salesOf } from './ubl-line.ts'
import {
  address,
  buyerCountry,
  buyerEndpoint,
  buyerParty,
  countryOnly,
  digitsOf,
  line,
  sellerParty,
} from './ubl-party.ts'
import { amount, taxTotals } from './ubl-tax.ts'
import { type XmlNode, xmlText } from './xml.ts'

/** An attached file: PDF, PNG or JPEG. */
export type PaperAttachment = { fileName: string; contentType: string; content: Buffer }

const CUSTOMIZATION = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0'
const PROFILE = 'urn:fdc:peppol.eu:2017:poacc:billing:01:1.0'
const UBL = 'urn:oasis:names:specification:ubl:schema:xsd'

/**
 * The document as XML.
 * @throws operation-not-allowed with every reason why the network would reject it
 */
export const ublOf = (paper: Paper, attachments: readonly PaperAttachment[] = []): string => {
  const endpoint = buyerEndpoint(paper.buyer)
  const wrong = wrongNumbers(paper.buyer)
  const reasons = [...hindrances(paper), ...wrong.map(({ message }) => message)]
  if (!endpoint || reasons.length > 0) {
    throw paperRefusals.noElectronicInvoice({ number: paper.number, reasons: reasons.join('; ') }, wrong)
  }
  // Totals that do not agree are a bug in the document's creation.
  if (!addsUp(paper)) throw new Error(`The sums of document ${paper.number} do not agree`)
  return xmlOf(paper, endpoint, attachments)
}

/** The XML to embed in the PDF; null if the network would reject it, which does not prevent the PDF. */
export const enclosedUbl = (paper: Paper): string | null => {
  const endpoint = buyerEndpoint(paper.buyer)
  const isHindered = hindrances(paper).length > 0 || wrongNumbers(paper.buyer).length > 0
  return endpoint && !isHindered && addsUp(paper) ? xmlOf(paper, endpoint, []) : null
}

const xmlOf = (paper: Paper, endpoint: PeppolAddress, attachments: readonly PaperAttachment[]): string => {
  const isCredit = paper.kind === 'creditNote'
  const name = isCredit ? 'CreditNote' : 'Invoice'
  return xmlText({
    [name]: {
      '@xmlns': `${UBL}:${name}-2`,
      '@xmlns:cac': `${UBL}:CommonAggregateComponents-2`,
      '@xmlns:cbc': `${UBL}:CommonBasicComponents-2`,
      ...head(paper),
      ...referencesIn(paper, attachments),
      ...partiesIn(paper, endpoint),
      'cac:Delivery': delivery(paper),
      'cac:PaymentMeans': isCredit ? [] : paymentMeans(paper),
      'cac:PaymentTerms': { 'cbc:Note': terms(paper) },
      'cac:TaxTotal': taxTotals(paper),
      'cac:LegalMonetaryTotal': totals(paper),
      [`cac:${name}Line`]: salesOf(paper.lines).map((sale, index) => documentLine(paper, sale, index)),
    },
  })
}

/**
 * Why the network would reject the document. Published documents cannot be corrected: only mandatory content counts.
 */
const hindrances = (paper: Paper): string[] => {
  const { buyer, seller, lines } = paper
  const categories = new Set(lines.flatMap((each) => (each.kind === 'sale' ? categoryOf(each.treatment, seller) : [])))
  const isOnlyOutside = [...categories].every((category) => category === 'O')
  return [
    ...(categories.size > 0 ? [] : ['it has no line with an amount']),
    ...(buyer.isCompany ? [] : ['the customer is a private person']),
    ...(!buyer.isCompany || buyerEndpoint(buyer) || wrongNumbers(buyer).length > 0
      ? []
      : [
          "neither organization number nor VAT number gives the customer's address in the Peppol network: give the customer a peppolAddress",
        ]),
    ...(seller.vatNumber || isOnlyOutside ? [] : ['the VAT number of the company is missing']),
    ...(buyer.vatNumber || !categories.has('K') ? [] : ['the VAT number of the customer is missing']),
  ]
}

/** Customer numbers with wrong check digits: these may be stored, but no e-invoice is sent with them. */
const wrongNumbers = (buyer: Paper['buyer']): FieldError[] => {
  const { isCompany, organizationNumber: number, vatNumber: vat } = buyer
  const isSwedish = buyerCountry(buyer) === 'SE'
  const wrong: FieldError[] = []
  if (isCompany && isSwedish && number !== null && organizationNumber(number) === null) {
    wrong.push(paperFaults.checkDigit('#/customerRef/orgNumber', { name: 'orgNumber', number }))
  }
  if (isCompany && vat?.startsWith('SE') && swedishVatNumber(vat) === null) {
    wrong.push(paperFaults.checkDigit('#/customerRef/vatNumber', { name: 'vatNumber', number: vat }))
  }
  return wrong
}

const addsUp = ({ lines, taxes, net, tax, rounding, total }: Paper): boolean => {
  const sum = (amounts: number[]) => amounts.reduce((whole, part) => whole + part, 0)
  const ofLines = sum(lines.map((each) => (each.kind === 'sale' ? each.net : 0)))
  const agree = ofLines === net && sum(taxes.map((each) => each.net)) === net
  return agree && sum(taxes.map((each) => each.tax)) === tax && net + tax + rounding === total
}

const head = (paper: Paper): XmlNode => {
  const isCredit = paper.kind === 'creditNote'
  return {
    'cbc:CustomizationID': CUSTOMIZATION,
    'cbc:ProfileID': PROFILE,
    'cbc:ID': paper.number,
    'cbc:IssueDate': paper.date,
    // A credit note has no due date in UBL, and a paid invoice is not due.
    'cbc:DueDate': isToBePaid(paper) ? paper.dueDate : null,
    ...(isCredit
      ? { 'cbc:CreditNoteTypeCode': '381' }
      : { 'cbc:InvoiceTypeCode': paper.kind === 'advanceInvoice' ? PREPAYMENT : COMMERCIAL }),
    'cbc:Note': note(paper),
    'cbc:DocumentCurrencyCode': paper.currency,
    'cbc:TaxCurrencyCode': paper.currency === ownCurrencyOf(paper) ? null : ownCurrencyOf(paper),
    'cbc:BuyerReference': buyerReference(paper),
  }
}

/**
 * A buyer reference or order number is mandatory (PEPPOL-EN16931-R003). Without either, the contact or the customer
 * number is used.
 */
const buyerReference = ({ references, buyer }: Paper): string | null => {
  if (line(references.buyer)) return line(references.buyer)
  return line(references.orderNumber) ? null : line(buyer.contact?.name ?? null) || line(buyer.customerNumber)
}

/** Information that the amounts do not contain; only one note is allowed (PEPPOL-EN16931-R002). */
const note = (paper: Paper): string => {
  const { taxReduction, language, currency, currencyRate } = paper
  const own = ownCurrencyOf(paper)
  const words = wordsIn[language]
  return [
    taxReduction && `${words.deduction[taxReduction.type]}: ${taxReduction.description}. ${words.reductionNote}`,
    currency !== own && `${words.currencyRate}: 1 ${currency} = ${currencyRate} ${own}`,
  ]
    .filter(Boolean)
    .join('\n')
}

const referencesIn = ({ kind, credits, references }: Paper, attachments: readonly PaperAttachment[]): XmlNode => {
  const isCredit = kind === 'creditNote'
  const { orderNumber, project, contract } = references
  return {
    'cac:OrderReference': { 'cbc:ID': line(orderNumber) },
    'cac:BillingReference': credits && {
      'cac:InvoiceDocumentReference': { 'cbc:ID': credits.number, 'cbc:IssueDate': credits.date },
    },
    'cac:ContractDocumentReference': { 'cbc:ID': line(contract) },
    'cac:AdditionalDocumentReference': [
      // The place of the project in a credit note (PEPPOL-EN16931-R080); its code is 50.
      ...(isCredit && line(project) ? [{ 'cbc:ID': line(project), 'cbc:DocumentTypeCode': '50' }] : []),
      ...attachments.map((attachment, index) => attached(attachment, index)),
    ],
    'cac:ProjectReference': isCredit ? null : { 'cbc:ID': line(project) },
  }
}

const attached = ({ fileName, contentType, content }: PaperAttachment, index: number): XmlNode => ({
  'cbc:ID': String(index + 1),
  'cbc:DocumentDescription': fileName,
  'cac:Attachment': {
    'cbc:EmbeddedDocumentBinaryObject': {
      '@mimeCode': contentType,
      '@filename': line(fileName),
      '#': content.toString('base64'),
    },
  },
})

/** A document outside the scope of VAT contains no VAT numbers (BR-O-02). */
const partiesIn = (paper: Paper, endpoint: PeppolAddress): XmlNode => {
  const isTaxed = paper.seller.vatNumber !== null
  return {
    'cac:AccountingSupplierParty': { 'cac:Party': sellerParty(paper) },
    'cac:AccountingCustomerParty': { 'cac:Party': buyerParty(paper, endpoint, isTaxed) },
  }
}

/**
 * Place and date of supply, if stated. For goods to another member state both are mandatory (BR-IC-11, BR-IC-12): the
 * defaults are the invoice date and the buyer's country.
 */
const delivery = ({ deliveryAddress, deliveryDate, buyer, taxes, date }: Paper): XmlNode | null => {
  const isIntraUnion = taxes.some(({ treatment }) => treatment === 'euGoods')
  const place = deliveryAddress ?? (isIntraUnion ? buyer.address : null)
  const country = isIntraUnion ? countryOnly(buyerCountry(buyer)) : null
  return {
    'cbc:ActualDeliveryDate': deliveryDate ?? (isIntraUnion ? date : null),
    'cac:DeliveryLocation': { 'cac:Address': place ? address(place) : country },
  }
}

/** Bankgiro and plusgiro take this currency alone. */
const CURRENCY_OF_GIROS = 'SEK'

/** Credit transfer; other currencies than SEK are not paid by giro if there is an account. */
const paymentMeans = ({ kind, seller, currency, paymentReference }: Paper): XmlNode[] => {
  if (kind === 'cashInvoice') return [{ 'cbc:PaymentMeansCode': IN_CASH }]
  const { bankgiro, plusgiro, iban, bic } = seller
  const giros: [string | null, string][] = [
    [bankgiro, 'SE:BANKGIRO'],
    [plusgiro, 'SE:PLUSGIRO'],
  ]
  const accounts = [
    ...(currency === CURRENCY_OF_GIROS || !iban ? giros : []).flatMap(([number, branch]) =>
      number ? [{ id: digitsOf(number), branch }] : [],
    ),
    ...(iban ? [{ id: iban, branch: bic }] : []),
  ]
  return accounts.map(({ id, branch }) => ({
    'cbc:PaymentMeansCode': CREDIT_TRANSFER,
    'cbc:PaymentID': paymentReference,
    'cac:PayeeFinancialAccount': {
      'cbc:ID': id,
      'cbc:Name': line(seller.name),
      'cac:FinancialInstitutionBranch': { 'cbc:ID': branch },
    },
  }))
}

/** UNCL 1001: a commercial invoice, and one of an advance. */
const COMMERCIAL = '380'
const PREPAYMENT = '386'

/** UNCL 4461; for Swedish giros as SE-R-011 requires. */
const CREDIT_TRANSFER = '30'
const IN_CASH = '10'

const terms = ({ kind, date, credits, paymentTerms, seller, language }: Paper): string => {
  if (kind === 'creditNote') return wordsIn[language].creditNoted(credits?.number ?? '')
  if (kind === 'cashInvoice') return wordsIn[language].paidOn(dayText(date, language))
  return [line(paymentTerms), line(seller.lateInterest)].filter(Boolean).join('\n')
}

/**
 * The tax authority's share of a tax reduction is stated as prepaid: the buyer pays the rest. A cash invoice is prepaid
 * in full.
 */
const totals = ({ kind, currency, net, tax, rounding, total, payable: left }: Paper): XmlNode => {
  const payable = kind === 'cashInvoice' ? 0 : left
  const unlessZero = (cents: number) => (cents === 0 ? null : amount(cents, currency))
  return {
    'cbc:LineExtensionAmount': amount(net, currency),
    'cbc:TaxExclusiveAmount': amount(net, currency),
    'cbc:TaxInclusiveAmount': amount(net + tax, currency),
    'cbc:PrepaidAmount': unlessZero(total - payable),
    'cbc:PayableRoundingAmount': unlessZero(rounding),
    'cbc:PayableAmount': amount(payable, currency),
  }
}
