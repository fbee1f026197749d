// The endpoints of advances to suppliers.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  partRows,
  type Row,
  readOnly,
  resourceRows,
  SumOfAmounts,
  Type,
} from '#http'
import { AccountNumber, ledgerContribution } from '#ledger'
import { purchaseBookingRefusals } from '#purchasing/invoices/booking-refusals'
import { createSupplierAdvance, examineSupplierAdvance, listAdvances, readAdvance, shownAdvance } from './advance.ts'
import { advanceRefusals as refusals } from './advance-refusals.ts'
import {
  examineAdvanceUse,
  getAdvanceUse,
  listAdvanceUses,
  takeBackAdvanceUse,
  useKinds,
  useSupplierAdvance,
} from './advance-use.ts'

const MAX_DESCRIPTION_LENGTH = 200

const paymentAccount = (description: string) =>
  Type.Optional(AccountNumber({ examples: [1930], description: `${description}; 1930 when left out` }))

const description = nullable(
  Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, examples: ['Handpenning, maskin'], description: 'What it is for' }),
)

const SupplierAdvanceCreate = named(
  'SupplierAdvanceCreate',
  object({
    id: readOnly(Id),
    supplierRef: object({ id: Id, name: readOnly(Type.String()) }),
    supplierInvoiceRef: readOnly(nullable(object({ id: Id }))),
    date: DateOnly,
    amount: { ...Amount, description: "What is paid, in the supplier's currency, above zero" },
    sumBaseCurrency: Type.Optional({
      ...Amount,
      description:
        'What left the account, in the accounting currency; may be left out only if the supplier has that currency',
    }),
    bookkeepingAccountNumber: paymentAccount('The payment account: 19xx, 1580, 1630, 1686, 2018 or 2893'),
    description: Type.Optional(description),
    remainingAmount: readOnly(SumOfAmounts),
    currency: readOnly(Type.String()),
    journalEntryRef: readOnly(nullable(object({ id: Id }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const SupplierAdvance = named(
  'SupplierAdvance',
  object({
    id: Id,
    supplierRef: object({ id: Id, name: Type.String() }),
    supplierInvoiceRef: nullable(
      object({ id: Id }, { description: 'The invoice for the advance; null if it was paid without one' }),
    ),
    date: DateOnly,
    description,
    amount: { ...Amount, description: "In the supplier's currency; tax included where the supplier invoiced it" },
    remainingAmount: {
      ...SumOfAmounts,
      description: 'What is paid and not used yet, in the currency',
    },
    currency: Type.String({ examples: ['SEK'] }),
    sumBaseCurrency: { ...SumOfAmounts, description: 'In the accounting currency, as it was booked' },
    bookkeepingAccountNumber: Type.Optional(
      Type.Integer({ examples: [1930], description: 'What it was paid from, if it was paid without an invoice' }),
    ),
    journalEntryRef: nullable(object({ id: Id })),
    modifiedDateTime: DateTime,
  }),
)

const SupplierAdvanceUse = named(
  'SupplierAdvanceUse',
  object({
    id: readOnly(Id),
    supplierAdvanceId: readOnly(Id),
    kind: readOnly(
      Type.Enum([...useKinds], {
        description:
          'Set off against an invoice, paid back by the supplier, or deducted by a line of a recorded invoice or credit note',
      }),
    ),
    supplierInvoiceRef: Type.Optional(
      nullable(
        object({ id: { ...Id, description: 'The invoice that it pays; without it, the supplier pays it back' } }),
      ),
    ),
    date: Type.Optional({ ...DateOnly, description: 'The day of the entry; today if left out' }),
    amount: Type.Optional({
      ...Amount,
      description:
        'In the currency of the advance; all that can be used if left out. Below zero where it was taken back',
    }),
    sumBaseCurrency: Type.Optional({
      ...Amount,
      description:
        'Of a repayment: what came to the account, in the accounting currency; in answers about others, what it takes of the advance as booked',
    }),
    bookkeepingAccountNumber: paymentAccount('Of a repayment: the account that the money came to'),
    journalEntryRef: readOnly(nullable(object({ id: Id }))),
    reverses: readOnly(nullable(object({ id: Id }, { description: 'The use that it takes back' }))),
    modifiedDateTime: readOnly(DateTime),
  }),
)

const TakenBackAdvanceUse = named(
  'TakenBackAdvanceUse',
  object({ date: Type.Optional({ ...DateOnly, description: 'The day of the entry; today if left out' }) }),
)

const advances = '/companies/{companyId}/supplier-advances'
const { documentNotBookable } = ledgerContribution.refusals
const booked = ['journal-entry.booked', 'account.created'] as const

const { create, list, read } = resourceRows({
  tag: 'Supplier advances',
  scope: 'supplier-invoices',
  path: advances,
  idName: 'supplierAdvanceId',
  answer: SupplierAdvance,
  shown: shownAdvance,
  notFound: refusals.advanceNotFound,
})

const uses = partRows({
  tag: 'Supplier advances',
  scope: 'supplier-invoices',
  path: `${advances}/{supplierAdvanceId}/uses`,
  ids: ['supplierAdvanceId', 'useId'],
  notFound: [refusals.advanceNotFound, refusals.useNotFound],
  answer: SupplierAdvanceUse,
})

const useEvents = [
  ...booked,
  ...(['journal-entry.changed', 'supplier-invoice-payment.created', 'supplier-invoice.paid'] as const),
  ...(['supplier-advance.used', 'upload.changed'] as const),
]

const ofPayments = [
  purchaseBookingRefusals.supplierInvoiceNotApproved,
  purchaseBookingRefusals.supplierInvoiceNotRecorded,
  purchaseBookingRefusals.tooManySupplierPayments,
  documentNotBookable,
]

export const supplierAdvanceRows: readonly Row[] = [
  create({
    operationId: 'createSupplierAdvance',
    summary: 'Pay a supplier in advance',
    description:
      "Without an invoice: what is paid is booked at once on the account of the role supplierAdvance (1480), without tax, in the supplier's currency. Where the supplier sends an invoice for the advance, add that as a supplier invoice, and record it on the same account: it becomes an advance too.",
    body: SupplierAdvanceCreate,
    events: [...booked, 'supplier-advance.created'],
    refusals: [documentNotBookable],
    example: {
      body: { supplierRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' }, date: '2026-06-09', amount: 2000 },
    },
    examine: examineSupplierAdvance,
    run: createSupplierAdvance,
  }),
  list({
    operationId: 'listSupplierAdvances',
    summary: 'List advances to suppliers',
    description:
      'Newest first. `query` filters on supplierRef (the id, or with `~` the name), date, amount, remainingAmount, currency and modifiedDateTime.',
    query: pageQuery('remainingAmount>0&&currency==SEK'),
    run: listAdvances,
  }),
  read({
    operationId: 'getSupplierAdvance',
    summary: 'Read an advance to a supplier',
    description: 'One advance, with what is left of it.',
    run: (call, id) => readAdvance(call, id),
  }),
  uses.create({
    operationId: 'useSupplierAdvance',
    summary: 'Set an advance off, or book its repayment',
    description:
      'With supplierInvoiceRef the advance pays that invoice of the same supplier, in whole or in part, without money: it is a payment of the invoice, at the rate at which the advance was paid, and the difference to the rate of the invoice is a currency gain or loss. If the supplier invoiced the advance with tax, the tax on what is set off is taken back, since the invoice for the purchase has all of it. Without supplierInvoiceRef the supplier pays back what was paid without an invoice.',
    body: SupplierAdvanceUse,
    events: useEvents,
    refusals: [refusals.repaidByCreditNote, refusals.tooManyUses, ...ofPayments],
    example: {
      body: { supplierInvoiceRef: { id: '019a9d2c-5a00-7c3e-9b1f-000000000001' }, date: '2026-06-09', amount: 250 },
    },
    examine: examineAdvanceUse,
    run: useSupplierAdvance,
  }),
  uses.list({
    operationId: 'listSupplierAdvanceUses',
    summary: 'List the uses of an advance',
    description: 'Newest first. `query` filters on date, amount and modifiedDateTime.',
    query: pageQuery('date>=2026-01-01&&amount>10'),
    run: listAdvanceUses,
  }),
  uses.read({
    operationId: 'getSupplierAdvanceUse',
    summary: 'Read a use of an advance',
    description: 'One use of the advance.',
    run: getAdvanceUse,
  }),
  uses.act({
    word: 'reversal',
    operationId: 'reverseSupplierAdvanceUse',
    summary: 'Take a use of an advance back',
    description: 'A set-off or a repayment, once and whole: the answer is the use below zero that takes it back.',
    body: TakenBackAdvanceUse,
    events: useEvents,
    refusals: [refusals.useTakenBack, refusals.useOfRecord, refusals.tooManyUses, ...ofPayments],
    example: { body: { date: '2026-06-09' } },
    run: (call, advanceId, id, body) => takeBackAdvanceUse(call, { advanceId, id }, body),
  }),
]
