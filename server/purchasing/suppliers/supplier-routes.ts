// The endpoints of suppliers.
import {
  DateTime,
  Id,
  kindsOf,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  type Static,
  saying,
  Type,
} from '#http'
import { Country, CountrySubdivision, known, OrganizationNumber, optionalText, partyLimits, VatNumber } from '#parties'
import { momentText } from '#platform/day'
import { noCurrency } from '#platform/refusal'
import {
  createSupplier,
  deleteSupplier,
  examineSupplier,
  examineSupplierChange,
  holdSupplier,
  listSuppliers,
  readSupplier,
  type SupplierRecord,
  updateSupplier,
} from './supplier.ts'
import { supplierRefusals as refusals } from './supplier-refusals.ts'

const number = (example: string, options: Record<string, unknown> = {}) =>
  Type.String({ maxLength: partyLimits.number, examples: [example], ...options })

const BankgiroPaymentDetails = named(
  'BankgiroPaymentDetails',
  object({ type: Type.Literal('bankgiro'), bankgiroNumber: number('5050-1055') }),
)
const PlusgiroPaymentDetails = named(
  'PlusgiroPaymentDetails',
  object({ type: Type.Literal('plusgiro'), plusgiroNumber: number('28 65 43-4') }),
)
const TransferPaymentDetails = named(
  'TransferPaymentDetails',
  object({ type: Type.Literal('transfer'), clearingNumber: number('9071'), accountNumber: number('4172383') }),
)
const InternationalPaymentDetails = named(
  'InternationalPaymentDetails',
  object({
    type: Type.Literal('internationalPayment'),
    iban: number('SE4550000000058398257466'),
    bic: number('ESSESESS', { description: 'Of a bank in the country of the IBAN' }),
  }),
)

const PaymentDetails = named(
  'PaymentDetails',
  kindsOf(
    'type',
    [BankgiroPaymentDetails, PlusgiroPaymentDetails, TransferPaymentDetails, InternationalPaymentDetails],
    {
      description:
        'Where money for the supplier goes. Every number is checked by its form; any kind goes with any currency.',
      examples: [{ type: 'bankgiro', bankgiroNumber: '5050-1055' }],
    },
  ),
)

const part = Type.Optional(Type.String())

/** An address, all parts optional. */
const SupplierAddress = named(
  'SupplierAddress',
  object({
    line1: part,
    line2: part,
    city: part,
    postalCode: part,
    country: Type.String({ examples: ['SE'] }),
    countrySubdivision: part,
  }),
)

const SupplierWrite = named(
  'SupplierWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    name: Name({ maxLength: partyLimits.name, examples: ['Papper AB'] }),
    orgNumber: OrganizationNumber('In Sweden an organization number'),
    vatNumber: VatNumber,
    currency: Type.Optional(
      nullable(
        saying(
          noCurrency(''),
          Type.String({
            maxLength: 3,
            examples: ['SEK'],
            description: "The currency of the supplier's invoices; the accounting currency when left out",
          }),
        ),
      ),
    ),
    address: Type.Optional(
      nullable(
        object({
          line1: optionalText(partyLimits.line, { examples: ['Storgatan 1'] }),
          line2: optionalText(partyLimits.line),
          city: optionalText(partyLimits.line, { examples: ['Umeå'] }),
          postalCode: optionalText(partyLimits.postalCode, { examples: ['903 26'] }),
          country: Type.Optional(nullable(Country('ISO 3166-1 alpha-2; SE when left out'))),
          countrySubdivision: CountrySubdivision,
        }),
      ),
    ),
    paymentDetails: Type.Optional(nullable(PaymentDetails)),
  }),
)

const Supplier = named(
  'Supplier',
  object({
    id: Id,
    name: Type.String(),
    orgNumber: Type.Optional(Type.String()),
    vatNumber: Type.Optional(Type.String()),
    currency: Type.String({ examples: ['SEK'] }),
    address: Type.Optional(SupplierAddress),
    paymentDetails: Type.Optional(PaymentDetails),
    modifiedDateTime: DateTime,
  }),
)

const example = {
  name: 'Papper AB',
  orgNumber: '556036-0793',
  vatNumber: 'SE556036079301',
  currency: 'SEK',
  address: { line1: 'Storgatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' },
  paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
}

/** A supplier as the API shows it; unknown fields are omitted. */
const shown = (supplier: SupplierRecord): Static<typeof Supplier> => {
  const { id, name, orgNumber, vatNumber, currency, address, paymentDetails } = supplier
  return {
    id,
    name,
    ...known({ orgNumber, vatNumber }),
    currency,
    ...(address ? { address: { ...known(address), country: address.country } } : {}),
    ...known({ paymentDetails }),
    modifiedDateTime: momentText(supplier.modifiedAt),
  }
}

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Suppliers',
  scope: 'suppliers',
  path: '/companies/{companyId}/suppliers',
  idName: 'supplierId',
  answer: Supplier,
  shown,
  notFound: refusals.supplierNotFound,
})

export const supplierRows: readonly Row[] = [
  create({
    operationId: 'createSupplier',
    summary: 'Add a supplier',
    description:
      'Numbers are checked: organization numbers in Sweden, VAT numbers by the form of their country, and the numbers of the payment details by their own. A number with a wrong check digit is kept, and a header says so; a bank payment refuses it. Which currencies are allowed depends on whether the company has a business account with the service (hasBBA). An address in GB needs countrySubdivision.',
    body: SupplierWrite,
    events: ['supplier.created'],
    example: { body: example },
    examine: examineSupplier,
    run: createSupplier,
  }),
  list({
    operationId: 'listSuppliers',
    summary: 'List suppliers',
    description: 'Newest first. `query` filters on name, vatNumber, orgNumber and modifiedDateTime.',
    query: pageQuery('orgNumber==556036-0793||name~Papper'),
    run: listSuppliers,
  }),
  read({
    operationId: 'getSupplier',
    summary: 'Read a supplier',
    description: 'One supplier, with where it is paid.',
    run: readSupplier,
  }),
  replace({
    operationId: 'updateSupplier',
    summary: 'Change a supplier',
    description:
      'What is left out is removed; the currency becomes the accounting currency. The currency cannot change while supplier invoices refer to the supplier. A supplier may keep a currency that new suppliers can no longer have. Where money goes to another number from now on, the approvals of its unpaid invoices are gone, and these wait for approval again.',
    body: SupplierWrite,
    example: { body: { ...example, name: 'Papper i Umeå AB' } },
    examine: examineSupplierChange,
    events: ['supplier.changed', 'supplier-invoice.changed', 'supplier-invoice.approval-lapsed'],
    hold: holdSupplier,
    run: updateSupplier,
  }),
  remove({
    operationId: 'deleteSupplier',
    summary: 'Remove a supplier',
    description: 'Only a supplier that was added through the API, and that no supplier invoice refers to.',
    events: ['supplier.deleted'],
    refusals: [refusals.supplierOfConsole, refusals.supplierInUse],
    hold: holdSupplier,
    run: deleteSupplier,
  }),
]
