// What a document must have: BR-01 to BR-65, and the conditions between them.
import { all, anywhere, type Element, first, linesOf, micro, quantityOf, text } from './ubl-document.ts'
import type { PaperName } from './ubl-papers.ts'
import type { Rule } from './ubl-rules.ts'

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'
const TOTAL = 'cac:LegalMonetaryTotal'

/** A rule that something has a text. */
const has = (id: string, says: string, path: string, of: PaperName = 'plain'): Rule => {
  const name = path.split('/').at(-1) ?? ''
  const [outer] = path.split('/')
  const within = path.includes('/') ? `(<${outer}>[\\s\\S]*?)` : '()'
  return {
    id,
    says,
    of,
    holds: (root) => all(root, path).length > 0 && all(root, path).every((each) => !isEmpty(each)),
    breaks: [new RegExp(`${within}<${name}(?: [^>]*)?>[\\s\\S]*?</${name}>`), '$1'],
  }
}

const isEmpty = ({ text: own, children }: Element) => own.trim() === '' && children.length === 0

/** A rule that every line has something. */
const everyLine = (id: string, says: string, holds: (line: Element) => boolean, breaks: Rule['breaks']): Rule => ({
  id,
  says,
  of: 'plain',
  holds: (root) => linesOf(root).every(holds),
  breaks,
})

const present = (path: string) => (element: Element) => first(element, path) !== undefined

const IN_LINE = '(<cac:InvoiceLine>[\\s\\S]*?)'
const IN_SUBTOTAL = '(<cac:TaxSubtotal>[\\s\\S]*?)'
const REMOVED = '$1'

const headRules: Rule[] = [
  has('BR-01', 'has a specification identifier', 'cbc:CustomizationID'),
  has('BR-02', 'has a number', 'cbc:ID'),
  has('BR-03', 'has an issue date', 'cbc:IssueDate'),
  {
    id: 'BR-04',
    says: 'has a type code',
    of: 'plain',
    holds: (root) =>
      anywhere(root, 'cbc:InvoiceTypeCode').length + anywhere(root, 'cbc:CreditNoteTypeCode').length === 1,
    breaks: [/<cbc:InvoiceTypeCode>.*/, ''],
  },
  has('BR-05', 'has a currency', 'cbc:DocumentCurrencyCode'),
  has('BR-06', 'has the name of the seller', `${SELLER}/cac:PartyLegalEntity/cbc:RegistrationName`),
  {
    ...has('BR-07', 'has the name of the buyer', `${BUYER}/cac:PartyLegalEntity/cbc:RegistrationName`),
    breaks: [/(<cac:AccountingCustomerParty>[\s\S]*)<cbc:RegistrationName>.*/, REMOVED],
  },
  has('BR-08', 'has the address of the seller', `${SELLER}/cac:PostalAddress`),
  has('BR-09', 'has the country of the seller', `${SELLER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
  has('BR-10', 'has the address of the buyer', `${BUYER}/cac:PostalAddress`),
  has('BR-11', 'has the country of the buyer', `${BUYER}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`),
  has('BR-12', 'has the sum of the lines', `${TOTAL}/cbc:LineExtensionAmount`),
  has('BR-13', 'has the total without tax', `${TOTAL}/cbc:TaxExclusiveAmount`),
  has('BR-14', 'has the total with tax', `${TOTAL}/cbc:TaxInclusiveAmount`),
  has('BR-15', 'has what is to be paid', `${TOTAL}/cbc:PayableAmount`),
  {
    id: 'BR-16',
    says: 'has a line',
    of: 'plain',
    holds: (root) => linesOf(root).length > 0,
    breaks: [/<cac:InvoiceLine>[\s\S]*<\/cac:InvoiceLine>/, ''],
  },
]

const lineRules: Rule[] = [
  everyLine('BR-21', 'a line has an identifier', present('cbc:ID'), [new RegExp(`${IN_LINE}<cbc:ID>.*`), REMOVED]),
  everyLine('BR-22', 'a line has a quantity', (line) => quantityOf(line) !== undefined, [
    /<cbc:InvoicedQuantity.*/,
    '',
  ]),
  everyLine('BR-23', 'a quantity has a unit', (line) => Boolean(quantityOf(line)?.attributes.unitCode), [
    / unitCode="HUR"/,
    '',
  ]),
  everyLine('BR-24', 'a line has a net amount', present('cbc:LineExtensionAmount'), [
    new RegExp(`${IN_LINE}<cbc:LineExtensionAmount.*`),
    REMOVED,
  ]),
  everyLine('BR-25', 'a line says what is sold', present('cac:Item/cbc:Name'), [
    new RegExp(`${IN_LINE}<cbc:Name>.*`),
    REMOVED,
  ]),
  everyLine('BR-26', 'a line has a price', present('cac:Price/cbc:PriceAmount'), [/<cbc:PriceAmount.*/, '']),
  everyLine('BR-27', 'a price is not negative', (line) => micro(text(line, 'cac:Price/cbc:PriceAmount')) >= 0n, [
    /(<cbc:PriceAmount[^>]*>)/,
    '$1-',
  ]),
  everyLine('BR-CO-04', 'a line has a tax category', present('cac:Item/cac:ClassifiedTaxCategory/cbc:ID'), [
    /(<cac:ClassifiedTaxCategory>\s*)<cbc:ID>.*/,
    REMOVED,
  ]),
]

const everySubtotal = (id: string, says: string, path: string): Rule => {
  const name = path.split('/').at(-1) ?? ''
  return {
    id,
    says,
    of: 'plain',
    holds: (root) => all(root, 'cac:TaxTotal/cac:TaxSubtotal').every(present(path)),
    breaks: [new RegExp(`${IN_SUBTOTAL}<${name}[ >].*`), REMOVED],
  }
}

const isTransfer = (means: Element) => ['30', '58'].includes(text(means, 'cbc:PaymentMeansCode') ?? '')
const account = 'cac:PayeeFinancialAccount/cbc:ID'

const groupRules: Rule[] = [
  everySubtotal('BR-45', 'a tax group has its base', 'cbc:TaxableAmount'),
  everySubtotal('BR-46', 'a tax group has its tax', 'cbc:TaxAmount'),
  everySubtotal('BR-47', 'a tax group has its category', 'cac:TaxCategory/cbc:ID'),
  {
    ...everySubtotal('BR-48', 'a tax group has its rate', 'cac:TaxCategory/cbc:Percent'),
    holds: (root) =>
      all(root, 'cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory').every(
        (each) => text(each, 'cbc:ID') === 'O' || present('cbc:Percent')(each),
      ),
  },
  {
    id: 'BR-49',
    says: 'a means of payment has its code',
    of: 'plain',
    holds: (root) => all(root, 'cac:PaymentMeans').every(present('cbc:PaymentMeansCode')),
    breaks: [/<cbc:PaymentMeansCode>.*/, ''],
  },
  {
    id: 'BR-50',
    says: 'an account has its number',
    of: 'plain',
    holds: (root) => all(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount').every(present('cbc:ID')),
    breaks: [/(<cac:PayeeFinancialAccount>\s*)<cbc:ID>.*/, REMOVED],
  },
  {
    id: 'BR-53',
    says: 'the tax is also told in the accounting currency where that is another',
    of: 'foreignCurrency',
    holds: (root) => {
      const currency = text(root, 'cbc:TaxCurrencyCode')
      const told = all(root, 'cac:TaxTotal/cbc:TaxAmount').map(({ attributes }) => attributes.currencyID)
      return currency === undefined || told.includes(currency)
    },
    breaks: [/<cbc:TaxAmount currencyID="SEK">.*/, ''],
  },
  {
    id: 'BR-55',
    says: 'an invoice that is referred to has its number',
    of: 'credit',
    holds: (root) => all(root, 'cac:BillingReference').every(present('cac:InvoiceDocumentReference/cbc:ID')),
    breaks: [/(<cac:InvoiceDocumentReference>\s*)<cbc:ID>.*/, REMOVED],
  },
  {
    id: 'BR-57',
    says: 'a delivery address has its country',
    of: 'everything',
    holds: (root) =>
      all(root, 'cac:Delivery/cac:DeliveryLocation/cac:Address').every(present('cac:Country/cbc:IdentificationCode')),
    breaks: [/(<cac:DeliveryLocation>[\s\S]*?)<cbc:IdentificationCode>.*/, REMOVED],
  },
  {
    id: 'BR-61',
    says: 'a credit transfer has an account',
    of: 'plain',
    holds: (root) => all(root, 'cac:PaymentMeans').every((means) => !isTransfer(means) || present(account)(means)),
    breaks: [/<cac:PayeeFinancialAccount>[\s\S]*?<\/cac:PayeeFinancialAccount>/, ''],
  },
  {
    id: 'BR-62',
    says: 'the address of the seller in the network has its scheme',
    of: 'plain',
    holds: (root) => Boolean(first(root, `${SELLER}/cbc:EndpointID`)?.attributes.schemeID),
    breaks: [/<cbc:EndpointID schemeID="0007">/, '<cbc:EndpointID>'],
  },
  {
    id: 'BR-63',
    says: 'the address of the buyer in the network has its scheme',
    of: 'euGoods',
    holds: (root) => Boolean(first(root, `${BUYER}/cbc:EndpointID`)?.attributes.schemeID),
    breaks: [/<cbc:EndpointID schemeID="9930">/, '<cbc:EndpointID>'],
  },
]

const vatNumbers = (root: Element) =>
  anywhere(root, 'cac:PartyTaxScheme')
    .filter((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT')
    .map((each) => text(each, 'cbc:CompanyID') ?? '')

const conditionRules: Rule[] = [
  {
    id: 'BR-CO-09',
    says: 'a VAT number begins with its country',
    of: 'exportGoods',
    holds: (root) => vatNumbers(root).every((number) => /^(?:SE|BE|DE|FI|NO|DK|EL|FR|IT|NL|XI|GB|CH)/.test(number)),
    breaks: [/<cbc:CompanyID>NO/, '<cbc:CompanyID>'],
  },
  {
    id: 'BR-CO-25',
    says: 'what is to be paid has a due date or terms',
    of: 'nothingSaid',
    holds: (root) =>
      micro(text(root, `${TOTAL}/cbc:PayableAmount`)) <= 0n ||
      present('cbc:DueDate')(root) ||
      present('cac:PaymentTerms/cbc:Note')(root),
    breaks: [/<cbc:DueDate>.*/, ''],
  },
  {
    id: 'BR-CO-26',
    says: 'the seller has a number to be known by',
    of: 'outside',
    holds: (root) =>
      present(`${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`)(root) ||
      all(root, `${SELLER}/cac:PartyTaxScheme`).some((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT'),
    breaks: [/(<cac:PartyLegalEntity>[\s\S]*?)<cbc:CompanyID.*/, REMOVED],
  },
  {
    id: 'UBL-SR-47',
    says: 'all means of payment are of one kind',
    of: 'plain',
    holds: (root) => new Set(all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode').map((each) => each.text)).size <= 1,
    breaks: [/<cbc:PaymentMeansCode>30/, '<cbc:PaymentMeansCode>58'],
  },
  {
    id: 'UBL-SR-44',
    says: 'there is one payment reference',
    of: 'plain',
    holds: (root) => new Set(all(root, 'cac:PaymentMeans/cbc:PaymentID').map((each) => each.text)).size <= 1,
    breaks: [/<cbc:PaymentID>1/, '<cbc:PaymentID>2'],
  },
]

export const documentRules: readonly Rule[] = [...headRules, ...lineRules, ...groupRules, ...conditionRules]
