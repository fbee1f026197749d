// The endpoints of open items: customer and supplier ledgers, and ageing.
import { DateOnly, Id, named, nullable, object, type Row, row, saying, Type } from '#http'
import type { Day } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { daysOverdue } from '#reports/overdue.rules'
import { KNOWN_AT, Kronor, reports, scope, tag } from '#reports/parameters'
import { reportFaults as faults } from '#reports/refusals'
import { type Age, ages } from '#rule/ageing'
import { type Aged, type AgedParty, type Ageing, agedItems } from './ageing.ts'
import { itemEventKinds, type Side } from './item-events.ts'
import { agedSheet, itemSheet } from './open-item-sheet.rules.ts'
import {
  MAX_FILE_ITEMS,
  MAX_ITEMS,
  type OpenItem,
  type OpenItems,
  openItems,
  USUAL_ITEMS,
  whole,
} from './open-items.ts'
import type { Compared } from './reconciliation.rules.ts'

const asked = {
  on: Type.Optional({ ...DateOnly, description: 'At the end of this day; today if left out' }),
  knownAt: Type.Optional(
    saying(
      faults.knownAt(''),
      Type.String({
        pattern: KNOWN_AT,
        maxLength: 40,
        examples: ['2026-03-31T10:00:00Z'],
        description:
          'Counts what was published, paid and booked up to this moment, or to that of a registration number',
      }),
    ),
  ),
}
const paged = {
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ITEMS, default: USUAL_ITEMS })),
  cursor: Type.Optional(
    Type.String({
      maxLength: 2000,
      description: 'Empty to begin, then the nextCursor of the previous answer, with the same parameters',
    }),
  ),
}
const details = {
  details: Type.Optional(
    Type.Boolean({ description: 'With the credit notes, payments and settlements of each item, as `events`' }),
  ),
}
const oneCustomer = { customerId: Type.Optional({ ...Id, description: 'The items of this customer alone' }) }
const oneSupplier = { supplierId: Type.Optional({ ...Id, description: 'The items of this supplier alone' }) }

const Known = {
  on: DateOnly,
  knownAt: Type.String({
    format: 'date-time',
    examples: ['2026-03-31T10:00:00.123Z'],
    description: 'What was known at this moment is counted: pins these figures',
  }),
}

const Reconciled = named(
  'OpenItemReconciliation',
  object({
    account: Type.Integer({ examples: [1510] }),
    openItems: { ...Kronor, description: 'What the items of the account come to, in the accounting currency' },
    notBooked: { ...Kronor, description: 'What of that is not in the books on the day' },
    booked: { ...Kronor, description: 'What the entries of the items leave on the account' },
    books: { ...Kronor, description: 'What stands on the account' },
    difference: { ...Kronor, description: 'books less booked: 0 unless something else was booked on the account' },
    accounts: Type.String({ examples: ['1510'], description: '`accounts` of listJournalEntries' }),
    query: Type.String({ examples: ['date<=2026-03-31&&registration<=1234'], description: '`query` of the same' }),
  }),
)

const Reconciliation = {
  reconciliation: nullable(
    Type.Array(Reconciled, { description: 'How the items agree with the books; null of one party alone' }),
  ),
}
const NextCursor = {
  nextCursor: Type.Optional(
    Type.String({
      examples: ['WzEsMl0'],
      description: 'Present when the request has `cursor` and more follows; the header Link has it as well',
    }),
  ),
}

const customer = {
  customer: object({
    id: Id,
    customerNumber: nullable(Type.String({ examples: ['1'] })),
    name: Type.String({ examples: ['Kund AB'] }),
  }),
}
const supplier = { supplier: object({ id: Id, name: Type.String({ examples: ['Papper AB'] }) }) }

const item = {
  date: DateOnly,
  dueDate: DateOnly,
  daysOverdue: Type.Integer({ minimum: 0 }),
  currency: Type.String({ examples: ['SEK'] }),
  total: { ...Kronor, description: "What the document comes to, in the document's currency" },
  restInCurrency: { ...Kronor, description: "What is left of it, in the document's currency" },
  amount: { ...Kronor, description: 'What it comes to in the accounting currency; 0 while its own day has not come' },
}
const Events = {
  events: Type.Optional(
    Type.Array(
      named(
        'OpenItemEvent',
        object({
          kind: Type.Enum([...itemEventKinds]),
          settlementType: nullable(Type.String({ examples: ['cashDiscount'] })),
          id: Id,
          number: nullable(Type.String({ description: 'Of a credit note', examples: ['1002'] })),
          date: DateOnly,
          amount: { ...Kronor, description: 'What it takes off, in the accounting currency; below zero it adds' },
          journalEntryRef: nullable(object({ id: Id, journalEntryNumber: Type.String({ examples: ['V342'] }) })),
        }),
      ),
      { description: 'Present with `details`: what is credited, paid and settled, one by one' },
    ),
  ),
}
const rest = { ...Kronor, description: 'What is left, in the accounting currency; below zero where too much was paid' }

const CustomerItem = named(
  'CustomerLedgerItem',
  object({
    ...customer,
    invoice: object({
      id: Id,
      invoiceNumber: Type.String({ examples: ['1001'] }),
      type: Type.String({ examples: ['invoice'] }),
    }),
    ...item,
    taxReduction: { ...Kronor, description: 'What the tax authority is to pay, in the accounting currency' },
    credited: Kronor,
    paid: Kronor,
    settled: { ...Kronor, description: 'Settlements; below zero where they raise what is owed' },
    rest,
    overpaid: { ...Kronor, description: 'What was paid beyond the claim and is owed to the customer' },
    ...Events,
  }),
)
const SupplierItem = named(
  'SupplierLedgerItem',
  object({
    ...supplier,
    supplierInvoice: object({
      id: Id,
      invoiceNumber: nullable(Type.String({ examples: ['F-4711'] })),
      type: Type.Enum(['invoice', 'creditNote', 'advance'], {
        description: 'advance: an advance to the supplier, by the id of listSupplierAdvances',
      }),
    }),
    ...item,
    paid: Kronor,
    rest,
    advance: { ...Kronor, description: 'What was paid in advance and is not used, as it was booked' },
    ...Events,
  }),
)

const total = { count: Type.Integer({ minimum: 0 }), rest: Kronor, overdue: Kronor }
const CustomerLedger = named(
  'CustomerLedger',
  object({
    ...Known,
    total: object({ ...total, overpaid: Kronor }),
    items: Type.Array(CustomerItem),
    ...Reconciliation,
    ...NextCursor,
  }),
)
const SupplierLedger = named(
  'SupplierLedger',
  object({
    ...Known,
    total: object({ ...total, advances: Kronor }),
    items: Type.Array(SupplierItem),
    ...Reconciliation,
    ...NextCursor,
  }),
)

const AgedSums = {
  count: Type.Integer({ minimum: 0 }),
  rest,
  notDue: Kronor,
  days1To30: Kronor,
  days31To60: Kronor,
  days61To90: Kronor,
  over90Days: Kronor,
}
const agedOf = (name: string, party: typeof customer | typeof supplier) =>
  named(
    name,
    object({
      ...Known,
      total: named('AgedTotal', object(AgedSums)),
      parties: Type.Array(object({ ...party, ...AgedSums })),
      ...NextCursor,
    }),
  )
const AgedReceivables = agedOf('AgedReceivables', customer)
const AgedPayables = agedOf('AgedPayables', supplier)

const kronor = numberFromOre

const knownOf = ({ on, at }: { on: string; at: Date }) => ({ on, knownAt: at.toISOString() })

const nextOf = ({ nextCursor }: { nextCursor: string | null }) => (nextCursor === null ? {} : { nextCursor })

const comparedOf = ({ on, known, reconciliation }: OpenItems) => ({
  reconciliation:
    reconciliation?.map((one: Compared) => ({
      account: one.account,
      openItems: kronor(one.restOre),
      notBooked: kronor(one.notBookedOre),
      booked: kronor(one.bookedOre),
      books: kronor(one.booksOre),
      difference: kronor(one.differenceOre),
      accounts: String(one.account),
      query: `date<=${on}&&registration<=${known.registration}`,
    })) ?? null,
})

const totalOf = ({ sums }: OpenItems) => ({
  count: Number(sums.count),
  rest: kronor(sums.restOre),
  overdue: kronor(sums.overdueOre),
})

const itemOf = (one: OpenItem, on: Day) => ({
  date: one.date,
  dueDate: one.dueDate,
  daysOverdue: daysOverdue(one, on),
  currency: one.currency,
  total: kronor(one.totalOre),
  restInCurrency: kronor(one.restCurrencyOre),
  amount: kronor(one.amountOre),
})

const eventsOf = ({ events }: OpenItem) =>
  events === undefined
    ? {}
    : {
        events: events.map(({ kind, type, id, number, date, ore, entryId, entryNumber }) => ({
          kind,
          settlementType: type,
          id,
          number,
          date,
          amount: kronor(ore),
          journalEntryRef: entryId && entryNumber ? { id: entryId, journalEntryNumber: entryNumber } : null,
        })),
      }

const customerOf = ({ partyId, partyNumber, partyName }: Pick<OpenItem, 'partyId' | 'partyNumber' | 'partyName'>) => ({
  customer: { id: partyId, customerNumber: partyNumber, name: partyName },
})
const supplierOf = ({ partyId, partyName }: Pick<OpenItem, 'partyId' | 'partyName'>) => ({
  supplier: { id: partyId, name: partyName },
})

const customerLedgerOf = (found: OpenItems) => ({
  ...knownOf(found),
  total: { ...totalOf(found), overpaid: kronor(found.sums.advanceOre) },
  items: found.items.map((one) => ({
    ...customerOf(one),
    invoice: { id: one.id, invoiceNumber: one.number ?? '', type: one.type },
    ...itemOf(one, found.on),
    taxReduction: kronor(one.reductionOre),
    credited: kronor(one.creditedOre),
    paid: kronor(one.paidOre),
    settled: kronor(one.settledOre),
    rest: kronor(one.restOre),
    overpaid: kronor(one.advanceOre),
    ...eventsOf(one),
  })),
  ...comparedOf(found),
  ...nextOf(found),
})

const supplierLedgerOf = (found: OpenItems) => ({
  ...knownOf(found),
  total: { ...totalOf(found), advances: kronor(found.sums.advanceOre) },
  items: found.items.map((one) => ({
    ...supplierOf(one),
    supplierInvoice: { id: one.id, invoiceNumber: one.number, type: one.type as 'invoice' | 'creditNote' | 'advance' },
    ...itemOf(one, found.on),
    paid: kronor(one.paidOre),
    rest: kronor(one.restOre),
    advance: kronor(one.advanceOre),
    ...eventsOf(one),
  })),
  ...comparedOf(found),
  ...nextOf(found),
})

const agedSums = (aged: Aged) => ({
  count: Number(aged.count),
  rest: kronor(aged.restOre),
  ...(Object.fromEntries(ages.map(({ key }) => [key, kronor(aged[key])])) as Record<Age, number>),
})

const agedAnswer = <Party>(found: Ageing, partyOf: (party: AgedParty) => Party) => ({
  ...knownOf(found),
  total: agedSums(found.total),
  parties: found.parties.map((one) => ({ ...partyOf(one), ...agedSums(one) })),
  ...nextOf(found),
})

const common = { method: 'GET', tag, scope, snapshot: true, refusals: [] } as const

const ledgerOf = { customer: openItems('customer'), supplier: openItems('supplier') }
const agedFor = { customer: agedItems('customer'), supplier: agedItems('supplier') }
const files = {
  customer: whole('customer', ledgerOf.customer),
  supplier: whole('supplier', ledgerOf.supplier),
  agedCustomer: whole('customer', agedFor.customer),
  agedSupplier: whole('supplier', agedFor.supplier),
}
const ofCustomer = <Query extends { customerId?: string | undefined }>({ customerId, ...query }: Query) => ({
  ...query,
  partyId: customerId?.toLowerCase(),
})
const ofSupplier = <Query extends { supplierId?: string | undefined }>({ supplierId, ...query }: Query) => ({
  ...query,
  partyId: supplierId?.toLowerCase(),
})

const itemsDescription = (whom: Side): string =>
  `${whom === 'customer' ? 'What each customer owes' : 'What each supplier is owed'} at the end of a day, invoice by invoice, ordered by name and due date. \`reconciliation\` holds it against the books, and tells every difference. A file has all items, up to ${MAX_FILE_ITEMS}.`

export const openItemRows: readonly Row[] = [
  row({
    ...common,
    path: `${reports}/customer-ledger`,
    operationId: 'getCustomerLedger',
    summary: 'Read the customer ledger',
    description: itemsDescription('customer'),
    query: object({ ...asked, ...oneCustomer, ...details, ...paged }),
    answer: { json: CustomerLedger },
    run: async (call, { query }) => customerLedgerOf(await ledgerOf.customer(call, ofCustomer(query))),
    sheet: async (call, { query, language }) =>
      itemSheet('customer', await files.customer(call, ofCustomer(query)), language),
  }),
  row({
    ...common,
    path: `${reports}/supplier-ledger`,
    operationId: 'getSupplierLedger',
    summary: 'Read the supplier ledger',
    description: itemsDescription('supplier'),
    query: object({ ...asked, ...oneSupplier, ...details, ...paged }),
    answer: { json: SupplierLedger },
    run: async (call, { query }) => supplierLedgerOf(await ledgerOf.supplier(call, ofSupplier(query))),
    sheet: async (call, { query, language }) =>
      itemSheet('supplier', await files.supplier(call, ofSupplier(query)), language),
  }),
  row({
    ...common,
    path: `${reports}/aged-receivables`,
    operationId: 'getAgedReceivables',
    summary: 'Read receivables by age',
    description:
      'What each customer owes at the end of a day, by how many days it is overdue, in the accounting currency.',
    query: object({ ...asked, ...oneCustomer, ...paged }),
    answer: { json: AgedReceivables },
    run: async (call, { query }) => agedAnswer(await agedFor.customer(call, ofCustomer(query)), customerOf),
    sheet: async (call, { query, language }) =>
      agedSheet('customer', await files.agedCustomer(call, ofCustomer(query)), language),
  }),
  row({
    ...common,
    path: `${reports}/aged-payables`,
    operationId: 'getAgedPayables',
    summary: 'Read payables by age',
    description:
      'What each supplier is owed at the end of a day, by how many days it is overdue, in the accounting currency.',
    query: object({ ...asked, ...oneSupplier, ...paged }),
    answer: { json: AgedPayables },
    run: async (call, { query }) => agedAnswer(await agedFor.supplier(call, ofSupplier(query)), supplierOf),
    sheet: async (call, { query, language }) =>
      agedSheet('supplier', await files.agedSupplier(call, ofSupplier(query)), language),
  }),
]
