// Invoices and credit notes in UBL 2.1 by EN 16931, in the profile of Peppol BIS Billing 3: from bytes to plain data,
// or all errors. Pure.
import { type Day, isDay } from '#platform/day'
import { numberFromOre, oreFromText } from '#platform/money'
import type { DeclaredSentence } from '#platform/sentences'
import { repeated } from '#text/truncate'
import { element, elements, readXml, text, textIn, XmlFault } from '#text/xml'
import type { EInvoiceCharge, EInvoiceContent, EInvoiceKind, EInvoiceLine, EInvoiceWarning } from './e-invoice.rules.ts'
import { type Embedded, MAX_EMBEDDED, withoutEmbedded } from './embedded.rules.ts'
import { eInvoiceProblems as problems } from './refusals.ts'
import { checkSums, type Sides } from './sums.rules.ts'
import { shortTextIn } from './text.rules.ts'
import { accountsIn, partyIn } from './ubl-party.rules.ts'

type EInvoiceReading =
  | { findings: DeclaredSentence[] }
  | { content: EInvoiceContent; embedded: Embedded[]; doubts: EInvoiceWarning[] }

/** Maximum number of bytes beside the attachments (1 MiB), and of lines. */
const MAX_XML_BYTES = 1024 * 1024
const MAX_LINES = 2000
/** The maximum XML size: 2,000 lines have 30,000 elements and 10,000 attributes. */
const MOST = { elements: 50_000, attributes: 30_000, references: 30_000 }
/** Maximum number of errors reported. */
const MAX_FINDINGS = 50
/** Maximum number of characters stored of one text. */
const MAX_TEXT = 1000
/**
 * Maximum number of characters in its number, the same as for entered ones: a shortened number would be a different
 * one.
 */
const MAX_NUMBER = 100

/** The specification identifier that every e-invoice has. */
const STANDARD = 'urn:cen.eu:en16931:2017'

/** The content of a file, or all its errors. */
export const readUbl = (bytes: Uint8Array): EInvoiceReading => {
  try {
    const { rest, contents } = withoutEmbedded(bytes)
    if (contents.size > MAX_EMBEDDED) throw new XmlFault(problems.tooManyAttachments.said({ limit: MAX_EMBEDDED }))
    if (rest.length > MAX_XML_BYTES) throw new XmlFault(problems.tooLarge.said({ limit: MAX_XML_BYTES }))
    const { kind, root } = rootOf(readXml(rest, problems, MOST))
    const findings: DeclaredSentence[] = []
    const reader = readerOf(kind, root, (problem) => void findings.push(problem))
    const content = contentOf(reader)
    const doubts = content && findings.length === 0 ? checkSums(content, sidesIn(reader), reader.find) : []
    if (!content || findings.length > 0) return { findings: findings.slice(0, MAX_FINDINGS) }
    return { content, embedded: embeddedIn(reader, contents), doubts }
  } catch (cause) {
    if (cause instanceof XmlFault) return { findings: [cause.said] }
    throw cause
  }
}

/** The optional envelope of the network. */
const ENVELOPE = 'StandardBusinessDocument'

const rootOf = (tree: object): { kind: EInvoiceKind; root: unknown } => {
  const [outer = ''] = Object.keys(tree)
  const within: unknown = outer === ENVELOPE ? element(tree, ENVELOPE) : tree
  for (const [name, kind] of kinds) {
    const root = element(within, name)
    if (root === undefined) continue
    if (!text(root, 'CustomizationID')?.startsWith(STANDARD)) throw new XmlFault(problems.otherForm.said())
    return { kind, root }
  }
  throw new XmlFault(problems.otherRoot.said({ root: repeated(outer) }))
}

const kinds: readonly (readonly [string, EInvoiceKind])[] = [
  ['Invoice', 'invoice'],
  ['CreditNote', 'creditNote'],
]

type Names = [string, ...string[]]

type Reader = {
  kind: EInvoiceKind
  root: unknown
  currency: string
  find: (problem: DeclaredSentence) => void
  said(of: unknown, ...names: Names): string | null
  /** A text required by the rule. */
  must(rule: string, of: unknown, ...names: Names): string
  /** An amount in the invoice's currency; `rule` requires it, null if it is optional. */
  amount(rule: string | null, of: unknown, ...names: Names): number
  day(of: unknown, ...names: Names): Day | null
}

const readerOf = (kind: EInvoiceKind, root: unknown, find: Reader['find']): Reader => {
  const currency = text(root, 'DocumentCurrencyCode') ?? ''
  const said: Reader['said'] = (of, ...names) => shortTextIn(MAX_TEXT, of, ...names)
  const must: Reader['must'] = (rule, of, ...names) => {
    const found = said(of, ...names)
    if (found === null) find(problems.missing.said({ rule, name: names.join('/') }))
    return found ?? ''
  }
  const amount: Reader['amount'] = (rule, of, ...names) => {
    const name = names.join('/')
    const found = element(of, ...names)
    const written = textIn(found)
    if (written === null) {
      if (rule !== null) find(problems.missing.said({ rule, name }))
      return 0
    }
    const own = text(found, '@currencyID') ?? ''
    if (own !== currency)
      find(
        problems.otherCurrency.said({
          rule: IN_ONE_CURRENCY,
          name,
          found: repeated(own),
          currency: repeated(currency),
        }),
      )
    const ore = oreFromText(plain(written))
    if (ore === null) find(problems.badAmount.said({ name, amount: repeated(written) }))
    return numberFromOre(ore ?? 0n)
  }
  const day: Reader['day'] = (of, ...names) => {
    const found = said(of, ...names)
    if (found === null) return null
    if (isDay(found)) return found
    find(problems.badDay.said({ name: names.join('/'), found: repeated(found) }))
    return null
  }
  return { kind, root, currency, find, said, must, amount, day }
}

const IN_ONE_CURRENCY = 'PEPPOL-EN16931-R051'

/** A decimal of XML Schema in canonical form: without a plus and redundant zeros. */
const plain = (written: string): string =>
  written
    .replace(/^\+/, '')
    .replace(/^(-?)\./, '$10.')
    .replace(/(\.\d{2})0+$/, '$1')
    .replace(/\.$/, '')

const contentOf = (reader: Reader): EInvoiceContent | null => {
  const { kind, root, currency, find, said, must, day } = reader
  must('BR-05', root, 'DocumentCurrencyCode')
  const number = must('BR-02', root, 'ID')
  if ([...number].length > MAX_NUMBER) find(problems.tooLong.said({ rule: 'BR-02', name: 'ID', limit: MAX_NUMBER }))
  if (must('BR-03', root, 'IssueDate') === '') return null
  const invoiceDate = day(root, 'IssueDate')
  const lines = elements(root, kind === 'invoice' ? 'InvoiceLine' : 'CreditNoteLine')
  if (lines.length === 0) find(problems.missing.said({ rule: 'BR-16', name: 'InvoiceLine' }))
  if (lines.length > MAX_LINES) throw new XmlFault(problems.tooMany.said({ limit: MAX_LINES }))
  const means = elements(root, 'PaymentMeans')
  const content = {
    kind,
    number,
    currency,
    dueDate: day(root, 'DueDate') ?? day(root, 'PaymentMeans', 'PaymentDueDate'),
    note: said(root, 'Note'),
    seller: partyIn(element(root, 'AccountingSupplierParty', 'Party'), must, 'BR-06'),
    buyer: partyIn(element(root, 'AccountingCustomerParty', 'Party'), must, 'BR-07'),
    references: referencesIn(reader),
    accounts: accountsIn(means),
    paymentReference: means.map((one) => said(one, 'PaymentID')).find((one) => one !== null) ?? null,
    paymentTerms: said(root, 'PaymentTerms', 'Note'),
    lines: lines.map((line) => lineOf(reader, line)),
    charges: elements(root, 'AllowanceCharge').map((charge) => chargeOf(reader, charge)),
    ...sumsIn(reader),
    attachments: documentsIn(root).map(({ document }) => ({
      name: nameOf(document),
      contentType: said(document, 'Attachment', 'EmbeddedDocumentBinaryObject', '@mimeCode'),
      address: said(document, 'Attachment', 'ExternalReference', 'URI'),
    })),
  }
  return invoiceDate === null ? null : { ...content, invoiceDate }
}

const referencesIn = ({ root, said }: Reader): EInvoiceContent['references'] => ({
  buyer: said(root, 'BuyerReference'),
  order: said(root, 'OrderReference', 'ID'),
  contract: said(root, 'ContractDocumentReference', 'ID'),
  project: said(root, 'ProjectReference', 'ID'),
  invoices: elements(root, 'BillingReference').flatMap(
    (reference) => said(reference, 'InvoiceDocumentReference', 'ID') ?? [],
  ),
})

const lineOf = (reader: Reader, line: unknown): EInvoiceLine => {
  const { kind, said, must, amount } = reader
  const quantity = kind === 'invoice' ? 'InvoicedQuantity' : 'CreditedQuantity'
  return {
    number: said(line, 'ID') ?? '',
    name: must('BR-25', line, 'Item', 'Name'),
    description: said(line, 'Item', 'Description') ?? said(line, 'Note'),
    quantity: factorIn(line, quantity),
    unit: said(line, quantity, '@unitCode'),
    price: factorIn(line, 'Price', 'PriceAmount'),
    priceFor: factorIn(line, 'Price', 'BaseQuantity') || 1,
    netAmount: amount('BR-24', line, 'LineExtensionAmount'),
    charges: elements(line, 'AllowanceCharge').map((charge) => chargeOf(reader, charge)),
    category: must('BR-CO-04', line, 'Item', 'ClassifiedTaxCategory', 'ID'),
    taxRate: factorIn(line, 'Item', 'ClassifiedTaxCategory', 'Percent'),
  }
}

/** A quantity, price or rate; null if missing or not a number. */
const factorIn = (of: unknown, ...names: Names): number | null => {
  const written = text(of, ...names) ?? ''
  return /^[+-]?(\d{1,15}(\.\d{0,20})?|\.\d{1,20})$/.test(written) ? Number(written) : null
}

/** A charge or allowance; the standard allows both to be negative (only prices may not be: BR-27, BR-28). */
const chargeOf = ({ said, amount }: Reader, charge: unknown): EInvoiceCharge => {
  const written = amount('BR-31', charge, 'Amount')
  return {
    reason: said(charge, 'AllowanceChargeReason'),
    amount: isAdded(charge) ? written : 0 - written,
    category: said(charge, 'TaxCategory', 'ID'),
    taxRate: factorIn(charge, 'TaxCategory', 'Percent'),
  }
}

const isAdded = (charge: unknown): boolean => text(charge, 'ChargeIndicator') === 'true'

/** The amounts that the totals count on each side, as written: a negative allowance is still an allowance. */
const sidesIn = ({ root, amount }: Reader): Sides => {
  const charges = elements(root, 'AllowanceCharge')
  const written = (charge: unknown) => amount('BR-31', charge, 'Amount')
  return {
    allowances: charges.filter((charge) => !isAdded(charge)).map(written),
    charges: charges.filter(isAdded).map(written),
  }
}

/** VAT is stated in the invoice's currency, and optionally its sum in another. */
const sumsIn = ({ root, currency, said, must, amount }: Reader): Pick<EInvoiceContent, 'taxes' | 'totals'> => {
  const totals = elements(root, 'TaxTotal')
  const own = totals.find((total) => text(total, 'TaxAmount', '@currencyID') === currency) ?? totals[0]
  const taxes = elements(own, 'TaxSubtotal').map((subtotal) => ({
    category: must('BR-47', subtotal, 'TaxCategory', 'ID'),
    taxRate: factorIn(subtotal, 'TaxCategory', 'Percent'),
    netAmount: amount('BR-45', subtotal, 'TaxableAmount'),
    taxAmount: amount('BR-46', subtotal, 'TaxAmount'),
    reason: said(subtotal, 'TaxCategory', 'TaxExemptionReason'),
  }))
  const sums = element(root, 'LegalMonetaryTotal')
  return {
    taxes,
    totals: {
      lines: amount('BR-12', sums, 'LineExtensionAmount'),
      allowances: amount(null, sums, 'AllowanceTotalAmount'),
      charges: amount(null, sums, 'ChargeTotalAmount'),
      net: amount('BR-13', sums, 'TaxExclusiveAmount'),
      tax: amount('BR-CO-14', own, 'TaxAmount'),
      gross: amount('BR-14', sums, 'TaxInclusiveAmount'),
      prepaid: amount(null, sums, 'PrepaidAmount'),
      rounding: amount(null, sums, 'PayableRoundingAmount'),
      payable: amount('BR-15', sums, 'PayableAmount'),
    },
  }
}

const documentsIn = (root: unknown): { document: unknown; content: string | null }[] =>
  elements(root, 'AdditionalDocumentReference').flatMap((document) =>
    element(document, 'Attachment') === undefined
      ? []
      : { document, content: text(document, 'Attachment', 'EmbeddedDocumentBinaryObject') },
  )

const nameOf = (document: unknown): string =>
  shortTextIn(MAX_TEXT, document, 'Attachment', 'EmbeddedDocumentBinaryObject', '@filename') ??
  shortTextIn(MAX_TEXT, document, 'DocumentDescription') ??
  shortTextIn(MAX_TEXT, document, 'ID') ??
  '?'

/** The attachments that have embedded bytes. */
const embeddedIn = ({ root }: Reader, contents: ReadonlyMap<string, string>): Embedded[] =>
  documentsIn(root).flatMap(({ document, content }) =>
    content === null ? [] : { name: nameOf(document), base64: contents.get(content) ?? '' },
  )
