// The endpoints of e-invoices from suppliers.
import { Amount, DateOnly, DateTime, messageProperties, named, nullable, object, type Row, row, Type } from '#http'
import { purchasingContribution, SupplierInvoiceGet, shownSupplierInvoice, vatTreatments } from '#purchasing'
import { ofStorage } from '#storage'
import { readEInvoice } from './e-invoice.ts'
import { judgeEInvoice, MAX_E_INVOICE_BYTES } from './reading.ts'
import { receiveEInvoice } from './receiving.ts'
import { eInvoiceRefusals as refusals } from './refusals.ts'

const Text = (example: string, description?: string) =>
  Type.String({ examples: [example], ...(description ? { description } : {}) })
const maybe = (example: string, description?: string) => nullable(Text(example, description))

const Party = (name: string, number: string) =>
  object({
    name: Text(name),
    organizationNumber: maybe(number, 'Left out of what is kept where it is a personal number'),
    vatNumber: maybe(`SE${number.replace('-', '')}01`),
    endpoint: maybe(`0007:${number.replace('-', '')}`, 'The address in the Peppol network'),
    address: object({
      line1: maybe('Storgatan 1'),
      line2: nullable(Type.String()),
      postalCode: maybe('903 26'),
      city: maybe('Umeå'),
      country: Text('SE'),
    }),
    contact: object({
      name: maybe('Anna Berg'),
      phone: maybe('090-123 45 67'),
      email: maybe('faktura@papper.example'),
    }),
  })

const rate = nullable(Type.Number({ examples: [25], description: 'Percent' }))
const category = Text('S', 'UNCL 5305: S, AE, K, E, Z, O or G')

const Charge = object({
  reason: maybe('Frakt'),
  amount: { ...Amount, description: 'Below zero where it is taken off' },
  category: nullable(category),
  taxRate: rate,
})

const Line = object({
  number: Text('1'),
  name: Text('Kopieringspapper A4'),
  description: nullable(Type.String()),
  quantity: nullable(Type.Number({ examples: [10] })),
  unit: maybe('EA', 'UN/ECE Recommendation 20'),
  price: nullable(Type.Number({ examples: [100] })),
  priceFor: Type.Number({ examples: [1], description: 'How many the price is for' }),
  netAmount: Amount,
  charges: Type.Array(Charge),
  category,
  taxRate: rate,
})

const Totals = object({
  lines: Amount,
  allowances: Amount,
  charges: Amount,
  net: Amount,
  tax: Amount,
  gross: Amount,
  prepaid: Amount,
  rounding: Amount,
  payable: Amount,
})

const ProposedLine = object({
  account: nullable(Type.Integer({ examples: [4000], description: 'Null where a user has to choose it' })),
  netAmount: Amount,
  taxRate: Type.Number({ examples: [25] }),
  taxAmount: Type.Optional(Amount),
  vatTreatment: Type.Enum([...vatTreatments]),
})

const EInvoiceGet = named(
  'SupplierEInvoiceGet',
  object({
    kind: Type.Enum(['invoice', 'creditNote'], { description: 'Amounts of a credit note are above zero here' }),
    number: Text('4711'),
    invoiceDate: DateOnly,
    dueDate: nullable(DateOnly),
    currency: Text('SEK'),
    note: nullable(Type.String()),
    seller: Party('Papper AB', '556036-0793'),
    buyer: Party('Byggbolaget AB', '556703-7485'),
    references: object({
      buyer: maybe('Anna Berg'),
      order: nullable(Type.String()),
      contract: nullable(Type.String()),
      project: nullable(Type.String()),
      invoices: Type.Array(Type.String(), { description: 'The invoices that a credit note credits' }),
    }),
    accounts: Type.Array(
      object({
        type: Type.Enum(['bankgiro', 'plusgiro', 'iban', 'other']),
        number: Text('5050-1055'),
        bic: nullable(Type.String()),
      }),
    ),
    paymentReference: maybe('123456782', 'An OCR reference, often'),
    paymentTerms: maybe('30 dagar netto'),
    lines: Type.Array(Line),
    charges: Type.Array(Charge),
    taxes: Type.Array(
      object({ category, taxRate: rate, netAmount: Amount, taxAmount: Amount, reason: nullable(Type.String()) }),
    ),
    totals: Totals,
    attachments: Type.Array(
      object({
        name: Text('specifikation.pdf'),
        contentType: maybe('application/pdf'),
        address: nullable(Type.String()),
      }),
    ),
    doubts: Type.Array(
      object({
        rule: Text('BR-CO-17', 'The rule of EN 16931 or Peppol, or a code of this service'),
        ...messageProperties('e-invoice.no-due-date'),
      }),
      { description: 'What to check before it is booked and paid' },
    ),
    receivedDateTime: DateTime,
    proposedLines: Type.Array(ProposedLine, {
      description:
        'How it may be booked, as recording takes it: on the accounts of last time, a line for each tax rate',
    }),
  }),
)

const tag = 'Supplier invoices'

export const eInvoiceRows: readonly Row[] = [
  row({
    method: 'POST',
    path: '/companies/{companyId}/supplier-invoices/e-invoices',
    operationId: 'receiveElectronicInvoice',
    tag,
    summary: 'Receive an e-invoice from a supplier',
    description:
      'An invoice or credit note in Peppol BIS Billing 3 (UBL 2.1 by EN 16931) of at most 20 MiB, addressed to the company by its organization number or VAT number. It becomes a supplier invoice that waits to be approved, where the company approves them, and recorded: nothing is booked. The supplier is recognized by organization number, VAT number, payment account or name, and added where none is recognized, for which the scope `suppliers:write` is needed. The file is kept as it came, as an upload of the invoice, and so is each PDF, JPEG or PNG file that is attached in it. Sums that do not agree are refused with the name of the rule; what is doubtful is told as warnings. The same file, or the same number of the supplier in a year, is refused a second time, and the error names the invoice that it became.',
    scope: 'supplier-invoices:write',
    upload: { field: 'file', limit: MAX_E_INVOICE_BYTES, contentTypeOf: judgeEInvoice },
    answer: { json: SupplierInvoiceGet },
    tagged: true,
    events: [
      'supplier.created',
      'supplier-invoice.created',
      'upload.created',
      'upload.connected',
      'supplier-invoice.changed',
      'storage.nearly-full',
    ],
    refusals: [
      ...ofStorage,
      refusals.alreadyReceived,
      refusals.numberReceived,
      refusals.addressedToAnother,
      refusals.supplierMissing,
    ],
    run: (call, { file }) => receiveEInvoice(call, file).then(shownSupplierInvoice),
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/e-invoice',
    operationId: 'getElectronicInvoice',
    tag,
    summary: 'Read the e-invoice of a supplier invoice',
    description:
      'What the e-invoice says that a supplier invoice was received as: parties, lines, tax, totals and where to pay, with what is doubtful about it and how it may be booked. The file itself is among the uploads of the invoice.',
    scope: 'supplier-invoices:read',
    answer: { json: EInvoiceGet },
    refusals: [purchasingContribution.supplierInvoiceRefusals.supplierInvoiceNotFound, refusals.noElectronicInvoice],
    run: (call, { params }) => readEInvoice(call, params.supplierInvoiceId ?? ''),
  }),
]
