// The rules of the Peppol network for invoices, and those of Sweden for Swedish sellers.
import { isDay } from '#platform/day'
import { all, anywhere, divided, type Element, first, linesOf, micro, quantityOf, text } from './ubl-document.ts'
import type { Rule } from './ubl-rules.ts'

const SELLER = 'cac:AccountingSupplierParty/cac:Party'
const BUYER = 'cac:AccountingCustomerParty/cac:Party'

const numbersOf = (root: Element, scheme: string): string[] =>
  ['cbc:EndpointID', 'cbc:CompanyID']
    .flatMap((name) => anywhere(root, name))
    .filter(({ attributes }) => attributes.schemeID === scheme)
    .map((each) => each.text)

const luhn = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, place) => {
    const product = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (product > 9 ? product - 9 : product)
  }, 0)
  return sum % 10 === 0
}

const isSwedishNumber = (number: string) => /^\d{10}$/.test(number) && luhn(number)

const modulo11 = (number: string): boolean =>
  [...number].reduce((total, digit, place) => total + Number(digit) * ([3, 2, 7, 6, 5, 4, 3, 2, 1][place] ?? 0), 0) %
    11 ===
  0

/** The reason codes that belong to one category each. */
const reasonCodes: [string, string, string, Rule['of']][] = [
  ['PEPPOL-EN16931-P0104', 'VATEX-EU-G', 'G', 'exportGoods'],
  ['PEPPOL-EN16931-P0105', 'VATEX-EU-O', 'O', 'outside'],
  ['PEPPOL-EN16931-P0106', 'VATEX-EU-IC', 'K', 'euGoods'],
  ['PEPPOL-EN16931-P0107', 'VATEX-EU-AE', 'AE', 'reverseCharge'],
]

const amountNames = /^cbc:(?:\w*Amount)$/

const amounts = (element: Element): Element[] => [
  ...(amountNames.test(element.name) ? [element] : []),
  ...element.children.flatMap(amounts),
]

const documentRules: Rule[] = [
  {
    id: 'PEPPOL-EN16931-R001',
    says: 'has a business process',
    of: 'plain',
    holds: (root) => first(root, 'cbc:ProfileID') !== undefined,
    breaks: [/<cbc:ProfileID>.*/, ''],
  },
  {
    id: 'PEPPOL-EN16931-R002',
    says: 'has one note at most',
    of: 'foreignCurrency',
    holds: (root) => all(root, 'cbc:Note').length <= 1,
    breaks: [/(<cbc:Note>.*)/, '$1$1'],
  },
  {
    id: 'PEPPOL-EN16931-R003',
    says: 'has a reference of the buyer or an order number',
    of: 'nothingSaid',
    holds: (root) => Boolean(text(root, 'cbc:BuyerReference') ?? text(root, 'cac:OrderReference/cbc:ID')),
    breaks: [/<cbc:BuyerReference>.*/, ''],
  },
  {
    id: 'PEPPOL-EN16931-R004',
    says: 'names the specification',
    of: 'plain',
    holds: (root) =>
      text(root, 'cbc:CustomizationID') ===
      'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0',
    breaks: [/#compliant#/, '#conformant#'],
  },
  {
    id: 'PEPPOL-EN16931-R005',
    says: 'the accounting currency is another than the currency',
    of: 'foreignCurrency',
    holds: (root) => text(root, 'cbc:TaxCurrencyCode') !== text(root, 'cbc:DocumentCurrencyCode'),
    breaks: [/<cbc:DocumentCurrencyCode>USD/, '<cbc:DocumentCurrencyCode>SEK'],
  },
  {
    id: 'PEPPOL-EN16931-R007',
    says: 'the business process is billing',
    of: 'plain',
    holds: (root) => /^urn:fdc:peppol\.eu:2017:poacc:billing:\d\d:1\.0$/.test(text(root, 'cbc:ProfileID') ?? ''),
    breaks: [/billing:01:1.0/, 'billing:1:1.0'],
  },
  {
    id: 'PEPPOL-EN16931-R008',
    says: 'no element is empty',
    of: 'everything',
    holds: function filled(element): boolean {
      return element.children.length > 0 ? element.children.every(filled) : element.text.trim() !== ''
    },
    breaks: [/<cbc:Telephone>.*/, '<cbc:Telephone> </cbc:Telephone>'],
  },
  {
    id: 'PEPPOL-EN16931-R010',
    says: 'the buyer has an address in the network',
    of: 'plain',
    holds: (root) => first(root, `${BUYER}/cbc:EndpointID`) !== undefined,
    breaks: [/(<cac:AccountingCustomerParty>\s*<cac:Party>\s*)<cbc:EndpointID.*/, '$1'],
  },
  {
    id: 'PEPPOL-EN16931-R020',
    says: 'the seller has an address in the network',
    of: 'plain',
    holds: (root) => first(root, `${SELLER}/cbc:EndpointID`) !== undefined,
    breaks: [/<cbc:EndpointID.*/, ''],
  },
  {
    id: 'PEPPOL-EN16931-R051',
    says: 'amounts are in the currency of the document',
    of: 'foreignCurrency',
    holds: (root) => {
      const own = text(root, 'cbc:DocumentCurrencyCode')
      const inSek = all(root, 'cac:TaxTotal').filter((each) => !first(each, 'cac:TaxSubtotal'))
      const apart = inSek.flatMap(amounts)
      return amounts(root).every((each) => apart.includes(each) || each.attributes.currencyID === own)
    },
    breaks: [/<cbc:PayableAmount currencyID="USD">/, '<cbc:PayableAmount currencyID="SEK">'],
  },
  {
    id: 'PEPPOL-EN16931-R053',
    says: 'has one tax total with groups',
    of: 'plain',
    holds: (root) => all(root, 'cac:TaxTotal').filter((each) => first(each, 'cac:TaxSubtotal')).length === 1,
    breaks: [/(<cac:TaxTotal>[\s\S]*<\/cac:TaxTotal>)/, '$1$1'],
  },
  {
    id: 'PEPPOL-EN16931-R054',
    says: 'has a tax total without groups when there is an accounting currency, and only then',
    of: 'plain',
    holds: (root) =>
      all(root, 'cac:TaxTotal').filter((each) => !first(each, 'cac:TaxSubtotal')).length ===
      all(root, 'cbc:TaxCurrencyCode').length,
    breaks: [/(<cac:LegalMonetaryTotal>)/, '<cac:TaxTotal><cbc:TaxAmount>0</cbc:TaxAmount></cac:TaxTotal>$1'],
  },
  {
    id: 'PEPPOL-EN16931-R055',
    says: 'the tax has one sign in both currencies',
    of: 'foreignCurrency',
    holds: (root) => {
      const [own = 0n, other = own] = all(root, 'cac:TaxTotal/cbc:TaxAmount').map((each) => micro(each.text))
      return own * other >= 0n
    },
    breaks: [/(<cbc:TaxAmount currencyID="SEK">)/, '$1-'],
  },
  {
    id: 'PEPPOL-EN16931-R080',
    says: 'a credit note has one project at most',
    of: 'credit',
    holds: (root) => all(root, 'cac:AdditionalDocumentReference/cbc:DocumentTypeCode').length <= 1,
    breaks: [/(<cac:AdditionalDocumentReference>[\s\S]*<\/cac:AdditionalDocumentReference>)/, '$1$1'],
  },
  {
    id: 'PEPPOL-EN16931-P0100',
    says: 'an invoice is of type 380',
    of: 'plain',
    holds: (root) => root.name !== 'Invoice' || text(root, 'cbc:InvoiceTypeCode') === '380',
    breaks: [/>380</, '>381<'],
  },
  {
    id: 'PEPPOL-EN16931-P0101',
    says: 'a credit note is of type 381',
    of: 'credit',
    holds: (root) => root.name !== 'CreditNote' || text(root, 'cbc:CreditNoteTypeCode') === '381',
    breaks: [/>381</, '>380<'],
  },
  {
    id: 'PEPPOL-EN16931-F001',
    says: 'dates are YYYY-MM-DD',
    of: 'plain',
    holds: (root) =>
      ['cbc:IssueDate', 'cbc:DueDate', 'cbc:ActualDeliveryDate']
        .flatMap((name) => anywhere(root, name))
        .every((each) => isDay(each.text)),
    breaks: [/2026-06-10</, '2026-06-1<'],
  },
  ...reasonCodes.map(
    ([id, code, category, of]): Rule => ({
      id,
      says: `${code} is the reason of ${category} only`,
      of,
      holds: (root) =>
        anywhere(root, 'cac:TaxCategory').every(
          (each) => text(each, 'cbc:TaxExemptionReasonCode') !== code || text(each, 'cbc:ID') === category,
        ),
      breaks: [new RegExp(`(<cac:TaxCategory>\\s*<cbc:ID>)${category}<`), '$1E<'],
    }),
  ),
]

const lineRules: Rule[] = [
  {
    id: 'PEPPOL-EN16931-R120',
    says: 'a line is its quantity by its price',
    of: 'everything',
    holds: (root) =>
      linesOf(root).every((line) => {
        const price = micro(text(line, 'cac:Price/cbc:PriceAmount'))
        const per = micro(text(line, 'cac:Price/cbc:BaseQuantity') ?? '1')
        const exact = divided(price * micro(quantityOf(line)?.text), per)
        const off = micro(text(line, 'cbc:LineExtensionAmount')) - exact
        return off <= 5_000n && off >= -5_000n
      }),
    breaks: [/(<cbc:BaseQuantity[^>]*>)10/, '$1100'],
  },
  {
    id: 'PEPPOL-EN16931-R121',
    says: 'a price is for a quantity above zero',
    of: 'everything',
    holds: (root) => anywhere(root, 'cbc:BaseQuantity').every((each) => micro(each.text) > 0n),
    breaks: [/(<cbc:BaseQuantity[^>]*>)10/, '$10'],
  },
  {
    id: 'PEPPOL-EN16931-R130',
    says: 'a price is for the unit of the line',
    of: 'everything',
    holds: (root) =>
      linesOf(root).every((line) => {
        const base = first(line, 'cac:Price/cbc:BaseQuantity')
        return !base || base.attributes.unitCode === quantityOf(line)?.attributes.unitCode
      }),
    breaks: [/<cbc:BaseQuantity unitCode="KMT">/, '<cbc:BaseQuantity unitCode="MTR">'],
  },
]

const numberRules: Rule[] = [
  {
    id: 'PEPPOL-COMMON-R041',
    says: 'a Norwegian organization number is right',
    of: 'exportGoods',
    holds: (root) => numbersOf(root, '0192').every((number) => /^\d{9}$/.test(number) && modulo11(number)),
    breaks: [/>974760673</, '>974760674<'],
  },
  {
    id: 'PEPPOL-COMMON-R042',
    says: 'a Danish number is right',
    of: 'creditEuGoods',
    holds: (root) => numbersOf(root, '0184').every((number) => /^DK\d{8}$/.test(number)),
    breaks: [/(<cbc:EndpointID schemeID="0184">)DK/, '$1'],
  },
  {
    id: 'PEPPOL-COMMON-R049',
    says: 'a Swedish organization number is right',
    of: 'plain',
    holds: (root) => numbersOf(root, '0007').every(isSwedishNumber),
    breaks: [/>5599990008</, '>5599990009<'],
  },
]

const sellerVat = (root: Element) =>
  all(root, `${SELLER}/cac:PartyTaxScheme`)
    .filter((each) => text(each, 'cac:TaxScheme/cbc:ID') === 'VAT')
    .map((each) => text(each, 'cbc:CompanyID') ?? '')

const giro = (root: Element, branch: string): string[] =>
  all(root, 'cac:PaymentMeans/cac:PayeeFinancialAccount')
    .filter((account) => text(account, 'cac:FinancialInstitutionBranch/cbc:ID') === branch)
    .map((account) => text(account, 'cbc:ID') ?? '')

const legal = `${SELLER}/cac:PartyLegalEntity/cbc:CompanyID`

const swedishRules: Rule[] = [
  {
    id: 'SE-R-001',
    says: 'the VAT number has 14 characters',
    of: 'plain',
    holds: (root) => sellerVat(root).every((number) => number.length === 14),
    breaks: [/SE559999000801/, 'SE5599990008'],
  },
  {
    id: 'SE-R-002',
    says: 'the VAT number has digits after SE',
    of: 'plain',
    holds: (root) => sellerVat(root).every((number) => /^SE\d+$/.test(number)),
    breaks: [/SE559999000801/, 'SE559999-00801'],
  },
  {
    id: 'SE-R-003',
    says: 'the organization number has digits only',
    of: 'plain',
    holds: (root) => /^\d+$/.test(text(root, legal) ?? ''),
    breaks: [/<cbc:CompanyID schemeID="0007">559999/, '<cbc:CompanyID schemeID="0007">559999-'],
  },
  {
    id: 'SE-R-004',
    says: 'the organization number has 10 characters',
    of: 'plain',
    holds: (root) => text(root, legal)?.length === 10,
    breaks: [/<cbc:CompanyID schemeID="0007">55/, '<cbc:CompanyID schemeID="0007">1655'],
  },
  {
    id: 'SE-R-005',
    says: 'the tax registration is Godkänd för F-skatt',
    of: 'plain',
    holds: (root) =>
      all(root, `${SELLER}/cac:PartyTaxScheme`)
        .filter((each) => text(each, 'cac:TaxScheme/cbc:ID') !== 'VAT')
        .every((each) => text(each, 'cbc:CompanyID') === 'Godkänd för F-skatt'),
    breaks: [/Godkänd för F-skatt/, 'Innehar F-skattsedel'],
  },
  {
    id: 'SE-R-006',
    says: 'the rate of S is 25, 12 or 6',
    of: 'everything',
    holds: (root) =>
      ['cac:TaxCategory', 'cac:ClassifiedTaxCategory']
        .flatMap((name) => anywhere(root, name))
        .filter((each) => text(each, 'cbc:ID') === 'S')
        .every((each) => ['25', '12', '6'].includes(text(each, 'cbc:Percent') ?? '')),
    breaks: [/<cbc:Percent>12</, '<cbc:Percent>10<'],
  },
  {
    id: 'SE-R-007',
    says: 'a plusgiro number has digits only',
    of: 'plain',
    holds: (root) => giro(root, 'SE:PLUSGIRO').every((number) => /^\d+$/.test(number)),
    breaks: [/>2865434</, '>286543-4<'],
  },
  {
    id: 'SE-R-008',
    says: 'a bankgiro number has digits only',
    of: 'plain',
    holds: (root) => giro(root, 'SE:BANKGIRO').every((number) => /^\d+$/.test(number)),
    breaks: [/>58056201</, '>5805-6201<'],
  },
  {
    id: 'SE-R-009',
    says: 'a bankgiro number has 7 or 8 digits',
    of: 'plain',
    holds: (root) => giro(root, 'SE:BANKGIRO').every(({ length }) => length === 7 || length === 8),
    breaks: [/>58056201</, '>580562011<'],
  },
  {
    id: 'SE-R-010',
    says: 'a plusgiro number has 2 to 8 digits',
    of: 'plain',
    holds: (root) => giro(root, 'SE:PLUSGIRO').every(({ length }) => length >= 2 && length <= 8),
    breaks: [/>2865434</, '>286543411<'],
  },
  {
    id: 'SE-R-011',
    says: 'giros are told by code 30 and their branch',
    of: 'plain',
    holds: (root) =>
      all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode').every((each) => !['50', '56'].includes(each.text)),
    breaks: [/<cbc:PaymentMeansCode>30/, '<cbc:PaymentMeansCode>50'],
  },
  {
    id: 'SE-R-012',
    says: 'a domestic credit transfer has code 30',
    of: 'plain',
    holds: (root) => all(root, 'cac:PaymentMeans/cbc:PaymentMeansCode').every((each) => each.text !== '31'),
    breaks: [/<cbc:PaymentMeansCode>30/, '<cbc:PaymentMeansCode>31'],
  },
  {
    id: 'SE-R-013',
    says: 'the check digit of the organization number is right',
    of: 'plain',
    holds: (root) => luhn(text(root, legal) ?? ''),
    breaks: [/<cbc:CompanyID schemeID="0007">5599990008/, '<cbc:CompanyID schemeID="0007">5599990009'],
  },
]

export const networkRules: readonly Rule[] = [...documentRules, ...lineRules, ...numberRules, ...swedishRules]
