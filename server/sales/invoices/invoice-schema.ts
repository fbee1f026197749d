// The schemas of invoices, and those shared by invoices and credit notes.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  readOnly,
  type Static,
  SumOfAmounts,
  saying,
  Type,
} from '#http'
import { AccountNumber } from '#ledger'
import { MAX_FACTOR } from '#platform/decimal'
import { vatKinds } from '#rule/vat-kind'
import { taxRates } from '#rule/vat-rates'
import { bookedByWays } from '#sales/booking/booked-unpaid'
import { InvoiceTaxReduction, LineItemTaxReduction } from '#sales/tax-reduction/schema'
import { invoiceFaults as faults } from './invoice-refusals.ts'
import { INVOICE_STATUSES } from './invoice-status.rules.ts'
import {
  invoiceTypes,
  MAX_METADATA_KEY_LENGTH,
  MAX_METADATA_KEYS,
  MAX_METADATA_VALUE_LENGTH,
  unitTypes,
} from './invoice-values.rules.ts'

/** Maximum number of lines in one document. */
export const MAX_LINES = 1000
/** Maximum number of characters in a line's text and in a reference. */
export const MAX_DESCRIPTION_LENGTH = 2000
const MAX_REFERENCE_LENGTH = 200
const MAX_ADDRESS_LENGTH = 200

const LineId = Type.Integer({
  minimum: 1,
  maximum: 2_147_483_647,
  examples: [1],
  description: 'Stays with the line while the document is a draft; leave it out for a new line',
})
const Description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, examples: ['Konsulttimmar'] })
const ItemRef = Type.Object(
  { id: Type.Optional(Id), description: Type.Optional(readOnly(nullable(Type.String()))) },
  { additionalProperties: false, description: 'The item that the line is made from' },
)
const ProductType = Type.Enum(['goods', 'services'])
const UnitType = Type.Enum([...unitTypes], { default: 'unspecified' })
/** A quantity or a price. */
export const Decimal = (options: Record<string, unknown>) =>
  saying(
    faults.decimals('', { limit: MAX_FACTOR }),
    Type.Number({ exclusiveMinimum: -MAX_FACTOR, exclusiveMaximum: MAX_FACTOR, ...options }),
  )
const Quantity = Decimal({ examples: [2.5], description: 'At most six decimals' })
const Rate = Type.Enum([...taxRates].toReversed(), { examples: [25], description: 'Percent' })
const Kind = Type.Enum([...vatKinds], {
  examples: ['food'],
  description:
    'What it is: the rate then follows from this and the day of supply (deliveryDate, or the day of the document), in place of taxRate (specific to this service)',
})
const MAX_UNION_RATE = 50
const UnionRate = Type.Number({
  exclusiveMinimum: 0,
  maximum: MAX_UNION_RATE,
  examples: [19],
  description:
    'Percent, with at most two decimals; the standard rate of the country on the day of supply, if it is left out',
})
const UNION_VAT =
  'The VAT of another member state, on a sale to a consumer there under the union scheme (One Stop Shop); taxRate is zero then, or left out (specific to this service)'
const UnionCountryCode = Type.String({
  pattern: '^[A-Z]{2}$',
  maxLength: 2,
  examples: ['DE'],
  description: 'ISO 3166-1 alpha-2',
})
const UnionVat = Type.Object(
  { country: UnionCountryCode, taxRate: UnionRate },
  { additionalProperties: false, description: UNION_VAT },
)
const UnionVatWrite = Type.Object(
  { country: UnionCountryCode, taxRate: Type.Optional(UnionRate) },
  { additionalProperties: false, description: UNION_VAT },
)
const Account = AccountNumber({
  examples: [3001],
  description: 'Used instead of the account that would otherwise be chosen',
})

const SalesInvoiceItem = named(
  'SalesInvoiceItem',
  object({
    id: LineId,
    itemRef: nullable(ItemRef),
    description: Description,
    itemType: Type.Literal('salesItem'),
    productType: ProductType,
    unitType: UnitType,
    quantity: Quantity,
    unitPrice: Quantity,
    taxRate: Rate,
    unionVat: Type.Optional(UnionVat),
    vatKind: Type.Optional(Kind),
    bookkeepingAccountNumber: nullable(Account),
    taxReduction: nullable(LineItemTaxReduction),
  }),
)
const DescriptionOnlyInvoiceItem = named(
  'DescriptionOnlyInvoiceItem',
  object({
    id: LineId,
    itemRef: nullable(ItemRef),
    description: Description,
    itemType: Type.Literal('descriptionOnlyItem'),
  }),
)
/** A line in responses. */
export const InvoiceItem = named('InvoiceItem', Type.Union([SalesInvoiceItem, DescriptionOnlyInvoiceItem]))
export type ShownLine = Static<typeof InvoiceItem>

/** A line in requests: one schema for both kinds, so that errors refer to the kind given. */
export const InvoiceItemWrite = named(
  'InvoiceItemWrite',
  object(
    {
      id: Type.Optional(nullable(LineId)),
      itemRef: Type.Optional(nullable(ItemRef)),
      description: Type.Optional(Description),
      itemType: Type.Enum(['salesItem', 'descriptionOnlyItem']),
      productType: Type.Optional(ProductType),
      unitType: Type.Optional(Type.Enum([...unitTypes])),
      quantity: Type.Optional(Quantity),
      unitPrice: Type.Optional(Quantity),
      taxRate: Type.Optional(Rate),
      unionVat: Type.Optional(nullable(UnionVatWrite)),
      vatKind: Type.Optional(nullable(Kind)),
      bookkeepingAccountNumber: Type.Optional(nullable(Account)),
      taxReduction: Type.Optional(nullable(LineItemTaxReduction)),
    },
    {
      description:
        "A salesItem needs description, productType, unitPrice, and taxRate, vatKind or unionVat; a descriptionOnlyItem has only a description. The values of the item in itemRef override the line's own, except itemType, quantity and unitPrice; what the line leaves out comes from the item.",
    },
  ),
)
export type LineBody = Static<typeof InvoiceItemWrite>

/** A new line, whose id is assigned by the service. */
export const NewInvoiceItem = named('NewInvoiceItem', object({ ...InvoiceItemWrite.properties, id: readOnly(LineId) }))

const DeliveryAddress = named(
  'DeliveryAddress',
  object({
    line1: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LENGTH })),
    line2: Type.Optional(nullable(Type.String({ maxLength: MAX_ADDRESS_LENGTH }))),
    city: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LENGTH })),
    postalCode: Type.Optional(Type.String({ maxLength: MAX_ADDRESS_LENGTH })),
    country: Type.Optional(
      saying(faults.badCountry(''), Type.String({ pattern: '^[A-Z]{2}$', maxLength: 2, examples: ['SE'] })),
    ),
  }),
)

const DeliveryDate = Type.String({
  format: 'date',
  examples: ['2026-06-10'],
  description:
    "The date when the goods or services were supplied, if it is not the document's date (specific to this service)",
})
const VatExemptionReason = Type.String({
  maxLength: MAX_REFERENCE_LENGTH,
  examples: ['Artikel 151 i direktiv 2006/112/EG'],
  description:
    'Why lines at 0 % have no tax, where rules and numbers do not say: needed for buyers in other EU countries without a VAT number, and to name a margin scheme (specific to this service)',
})

const BillingAddress = object({
  line1: Type.String(),
  line2: Type.Optional(nullable(Type.String())),
  city: Type.String(),
  postalCode: Type.String(),
  country: Type.String(),
  countrySubdivision: Type.Optional(nullable(Type.String())),
})

const Reference = Type.Optional(nullable(Type.String({ maxLength: MAX_REFERENCE_LENGTH })))

/** The request fields shared by invoices and credit notes. */
export const documentBody = {
  orderNumberReference: Reference,
  projectReference: Reference,
  buyerReference: Reference,
  contractReference: Reference,
  currency: Type.Optional(
    saying(
      faults.currency(''),
      Type.String({ maxLength: 3, examples: ['SEK'], description: 'ISO 4217; SEK when it is left out' }),
    ),
  ),
  currencyRate: Type.Optional(
    saying(
      faults.rate('', { limit: MAX_FACTOR }),
      Type.Number({
        exclusiveMinimum: 0,
        exclusiveMaximum: MAX_FACTOR,
        examples: [1],
        description: 'SEK for one unit of the currency; needed when that is not SEK',
      }),
    ),
  ),
  lineItems: Type.Array(InvoiceItemWrite, { maxItems: MAX_LINES }),
  deliveryAddress: Type.Optional(nullable(DeliveryAddress)),
  deliveryDate: Type.Optional(nullable(DeliveryDate)),
  vatExemptionReason: Type.Optional(nullable(VatExemptionReason)),
  metadata: Type.Optional(
    nullable(
      saying(
        faults.metadataCount('', { limit: MAX_METADATA_KEYS }),
        Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: saying(
            faults.metadataValue('', { limit: MAX_METADATA_VALUE_LENGTH }),
            Type.String({ maxLength: MAX_METADATA_VALUE_LENGTH }),
          ),
          maxProperties: MAX_METADATA_KEYS,
          description: `Keys of at most ${MAX_METADATA_KEY_LENGTH} letters, digits and _, with texts of at most ${MAX_METADATA_VALUE_LENGTH} characters`,
        }),
      ),
    ),
  ),
}

const ShownReference = nullable(Type.String())
const Ref = object({ id: Id })

/** The read-only fields shared by both. */
export const documentAnswer = {
  invoiceNumber: readOnly(nullable(Type.String({ examples: ['1001'] }))),
  orderNumberReference: ShownReference,
  projectReference: ShownReference,
  buyerReference: ShownReference,
  contractReference: ShownReference,
  currency: Type.String({ examples: ['SEK'] }),
  currencyRate: Type.Number({ examples: [1] }),
  totalAmount: readOnly(Amount),
  totalTax: readOnly(Amount),
  paidAmount: readOnly(SumOfAmounts),
  publishedDateTime: readOnly(nullable(DateTime)),
  lineItems: Type.Array(InvoiceItem),
  billingAddress: Type.Optional(readOnly(BillingAddress)),
  deliveryAddress: Type.Optional(DeliveryAddress),
  deliveryDate: Type.Optional(DeliveryDate),
  vatExemptionReason: Type.Optional(VatExemptionReason),
  attachmentRefs: readOnly(Type.Array(object({ id: Id, name: Type.String() }))),
  journalEntryRef: readOnly(nullable(Ref)),
  bookedBy: readOnly(
    nullable(
      Type.Enum([...bookedByWays], {
        description:
          'How it gets into the books: by recording it, or, under the cash method, by recording what is paid; null for a draft (specific to this service)',
      }),
    ),
  ),
  metadata: Type.Unsafe<Record<string, string>>({ type: 'object', additionalProperties: { type: 'string' } }),
  modifiedDateTime: readOnly(DateTime),
}

const CustomerRef = object({
  id: Type.Optional(Id),
  name: Type.Optional(readOnly(Type.String())),
  customerNumber: Type.Optional(readOnly(Type.String())),
})
const ContactDetailRef = object({
  id: Type.Optional(nullable(Id)),
  email: Type.Optional(readOnly(nullable(Type.String()))),
  phone: Type.Optional(readOnly(nullable(Type.String()))),
})
const InvoiceType = Type.Enum([...invoiceTypes])

/** The read-only fields of invoices. */
const invoiceAnswer = {
  paymentReference: readOnly(nullable(Type.String({ examples: ['100164'], description: 'OCR with check digit' }))),
  status: readOnly(Type.Enum([...INVOICE_STATUSES])),
  creditNoteRefs: readOnly(Type.Array(Ref)),
  writtenOffAmount: readOnly({
    ...SumOfAmounts,
    description:
      'Written off as bad debt, less what has come in since; in SEK. The status of what is written off wholly is paid (specific to this service)',
  }),
}

/** An invoice in responses. */
export const Invoice = named(
  'Invoice',
  object({
    id: readOnly(Id),
    type: InvoiceType,
    customerRef: Type.Optional(CustomerRef),
    contactDetailRef: nullable(ContactDetailRef),
    ...invoiceAnswer,
    ...documentAnswer,
    invoiceDate: DateOnly,
    dueDate: DateOnly,
    taxReduction: nullable(InvoiceTaxReduction),
  }),
)
export type ShownInvoice = Static<typeof Invoice>

/** An invoice in requests. Read-only fields may be included and are ignored. */
export const InvoiceWrite = named(
  'InvoiceWrite',
  object({
    id: readOnly(Id),
    type: Type.Optional(
      Type.Enum([...invoiceTypes], {
        default: 'invoice',
        description: 'An advanceInvoice (förskottsfaktura) is not income: its tax is owed when it is paid',
      }),
    ),
    customerRef: Type.Optional(CustomerRef),
    contactDetailRef: Type.Optional(nullable(ContactDetailRef)),
    ...invoiceAnswer,
    ...documentAnswer,
    ...documentBody,
    invoiceDate: DateOnly,
    dueDate: Type.Optional(DateOnly),
    taxReduction: Type.Optional(nullable(InvoiceTaxReduction)),
  }),
)
export type InvoiceBody = Pick<
  Static<typeof InvoiceWrite>,
  'type' | 'customerRef' | 'contactDetailRef' | 'invoiceDate' | 'dueDate' | 'taxReduction' | keyof typeof documentBody
>
