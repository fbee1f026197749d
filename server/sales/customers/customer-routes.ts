// The endpoints of customers.
import {
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  type Static,
  Type,
} from '#http'
import { Country, CountrySubdivision, known, OrganizationNumber, optionalText, partyLimits, VatNumber } from '#parties'
import { momentText } from '#platform/day'
import type { CustomerBody } from './customer.rules.ts'
import {
  type CustomerRecord,
  createCustomer,
  deleteCustomer,
  examineCustomer,
  holdCustomer,
  listCustomers,
  readCustomer,
  updateCustomer,
} from './customer.ts'
import { customerRefusals as refusals } from './customer-refusals.ts'

/** Maximum number of contacts of one customer. */
const MAX_CONTACTS = 100
const MAX_EMAIL_LENGTH = 254

const line = (example: string) => Type.String({ maxLength: partyLimits.line, examples: [example] })

/** An address with a country subdivision, which invoices to the United Kingdom require. */
const Address = named(
  'AddressWithCountrySubdivision',
  object({
    line1: line('Storgatan 1'),
    line2: optionalText(partyLimits.line),
    city: line('Umeå'),
    postalCode: Type.String({ maxLength: partyLimits.postalCode, examples: ['903 26'] }),
    country: Country('ISO 3166-1 alpha-2'),
    countrySubdivision: CountrySubdivision,
  }),
)

const MAX_SCHEME_LENGTH = 4

/** The Peppol address that e-invoices are sent to. */
const PeppolAddress = named(
  'PeppolAddress',
  object(
    {
      scheme: Type.String({ maxLength: MAX_SCHEME_LENGTH, examples: ['0088'], description: 'EAS code' }),
      id: Type.String({ maxLength: partyLimits.number, examples: ['7300010000001'] }),
    },
    { description: 'Where the customer is found in the Peppol network, when its numbers do not tell' },
  ),
)

const CustomerWrite = named(
  'CustomerWrite',
  object({
    id: readOnly(Id),
    name: Name({ maxLength: partyLimits.name, examples: ['Kund AB'] }),
    type: Type.Enum(['company', 'private']),
    customerNumber: optionalText(partyLimits.number, {
      description:
        'Unique in the company. When left out, a new customer gets the next free number and an existing one keeps its own.',
    }),
    vatNumber: VatNumber,
    orgNumber: OrganizationNumber('In Sweden an organization number, or the personal number of a private customer'),
    paymentTerms: optionalText(partyLimits.line, { description: 'A number of days, or a text', examples: ['30'] }),
    contactsDetails: Type.Optional(
      nullable(
        Type.Array(
          object({
            id: Type.Optional(nullable(Id)),
            name: optionalText(partyLimits.name, { format: 'name' }),
            email: optionalText(MAX_EMAIL_LENGTH),
            phone: optionalText(partyLimits.number),
            isDefault: Type.Optional(nullable(Type.Boolean())),
          }),
          { maxItems: MAX_CONTACTS },
        ),
      ),
    ),
    address: Type.Optional(nullable(Address)),
    peppolAddress: Type.Optional(nullable(PeppolAddress)),
    language: Type.Optional(nullable(Type.Enum(['sv', 'en']))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const Customer = named(
  'Customer',
  object({
    id: Id,
    name: Type.String(),
    type: Type.Enum(['company', 'private']),
    customerNumber: Type.String({ examples: ['1'] }),
    vatNumber: Type.Optional(Type.String()),
    orgNumber: Type.Optional(Type.String()),
    paymentTerms: Type.Optional(Type.String()),
    contactsDetails: Type.Array(
      object({
        id: Id,
        name: Type.Optional(Type.String()),
        email: Type.Optional(Type.String()),
        phone: Type.Optional(Type.String()),
        isDefault: Type.Boolean(),
      }),
    ),
    address: Type.Optional(Address),
    peppolAddress: Type.Optional(PeppolAddress),
    language: Type.Optional(Type.Enum(['sv', 'en'])),
    modifiedDateTime: DateTime,
  }),
)

const example = {
  name: 'Kund AB',
  type: 'company',
  vatNumber: 'SE556036079301',
  orgNumber: '556036-0793',
  paymentTerms: '30',
  contactsDetails: [{ name: 'Karin Berg', email: 'karin@example.com', phone: '070-174 06 05', isDefault: true }],
  address: { line1: 'Storgatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' },
  language: 'sv',
}

/** A customer as the API shows it; unknown fields are omitted. */
const shown = (customer: CustomerRecord): Static<typeof Customer> => {
  const { id, name, type, customerNumber, vatNumber, orgNumber, paymentTerms, contacts } = customer
  const { address, peppolAddress, language } = customer
  return {
    id,
    name,
    type,
    customerNumber,
    ...known({ vatNumber, orgNumber, paymentTerms }),
    contactsDetails: contacts.map(({ id: contactId, isDefault, ...rest }) => ({
      id: contactId,
      ...known(rest),
      isDefault,
    })),
    ...known({ address, peppolAddress, language }),
    modifiedDateTime: momentText(customer.modifiedAt),
  }
}

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Customers',
  scope: 'customers',
  path: '/companies/{companyId}/customers',
  idName: 'customerId',
  answer: Customer,
  shown,
  notFound: refusals.customerNotFound,
})

export const customerRows: readonly Row[] = [
  create({
    operationId: 'createCustomer',
    summary: 'Add a customer',
    description:
      'Numbers are checked: organization numbers, or personal numbers of private customers, in Sweden, and VAT numbers by the form of their country. An organization or VAT number with a wrong check digit is kept, and a header says so; an e-invoice refuses it. An address in GB needs countrySubdivision. Exactly one contact detail is the default: the first when none is marked.',
    body: CustomerWrite,
    events: ['customer.created'],
    example: { body: example },
    examine: examineCustomer,
    run: (call, body) => createCustomer(call, body as CustomerBody),
  }),
  list({
    operationId: 'listCustomers',
    summary: 'List customers',
    description:
      'Newest first. `query` filters on name, type, customerNumber, vatNumber, orgNumber, modifiedDateTime, and unpaid: nothing, notDue or overdue.',
    query: pageQuery('type==company&&name~AB'),
    run: listCustomers,
  }),
  read({
    operationId: 'getCustomer',
    summary: 'Read a customer',
    description: 'One customer with its contact details.',
    run: readCustomer,
  }),
  replace({
    operationId: 'updateCustomer',
    summary: 'Change a customer',
    description:
      'What is left out is removed, except the customer number. Contact details given with their id keep it; others are new. Published documents keep what they said.',
    body: CustomerWrite,
    example: { body: { ...example, name: 'Kunden i Umeå AB' } },
    examine: examineCustomer,
    events: ['customer.changed', 'invoice.changed', 'credit-note.changed'],
    hold: holdCustomer,
    run: (call, id, body) => updateCustomer(call, id, body as CustomerBody),
  }),
  remove({
    operationId: 'deleteCustomer',
    summary: 'Remove a customer',
    description: 'Only a customer that was added through the API, and that no invoice or credit note refers to.',
    events: ['customer.deleted'],
    refusals: [refusals.customerOfConsole, refusals.customerInUse, refusals.customerRecurring],
    hold: holdCustomer,
    run: deleteCustomer,
  }),
]
