// The endpoint of statements of account.
import { DateOnly, Id, named, nullable, object, type Row, row, type Static, Type } from '#http'
import { dayFrom } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { customerRefusals } from './customer-refusals.ts'
import { statementKinds } from './statement.rules.ts'
import { customerStatement, type Statement } from './statement.ts'
import { statementSheet } from './statement-sheet.rules.ts'

/** Sums may exceed the limit of a single amount. */
const Sum = Type.Number({ examples: [1250.5], description: "In the statement's currency" })

const Entry = named(
  'StatementEntry',
  object({
    date: DateOnly,
    kind: Type.Enum([...statementKinds]),
    settlementType: nullable(Type.String({ examples: ['badDebt'] })),
    id: { ...Id, description: 'Of the invoice, credit note, payment or settlement' },
    invoiceRef: object({ id: Id, invoiceNumber: Type.String({ examples: ['1001'] }) }),
    number: nullable(Type.String({ examples: ['1002'], description: 'Of an invoice or a credit note' })),
    dueDate: nullable(DateOnly),
    amount: { ...Sum, description: 'Above zero it raises what the customer owes' },
    balance: { ...Sum, description: 'What the customer owes after it; below zero it is owed to them' },
  }),
)

const UnpaidInvoice = named(
  'StatementUnpaid',
  object({
    invoiceRef: object({ id: Id, invoiceNumber: Type.String({ examples: ['1001'] }) }),
    date: DateOnly,
    dueDate: DateOnly,
    daysOverdue: Type.Integer({ minimum: 0 }),
    total: Sum,
    rest: Sum,
  }),
)

const CustomerStatement = named(
  'CustomerStatement',
  object({
    customer: object({
      id: Id,
      customerNumber: Type.String({ examples: ['1'] }),
      name: Type.String({ examples: ['Kund AB'] }),
    }),
    from: DateOnly,
    to: DateOnly,
    currencies: Type.Array(
      object({
        currency: Type.String({ examples: ['SEK'] }),
        opening: { ...Sum, description: 'What the customer owed when the first day began' },
        entries: Type.Array(Entry),
        closing: { ...Sum, description: 'What the customer owes when the last day ends' },
        overdue: Sum,
        unpaid: Type.Array(UnpaidInvoice),
      }),
      {
        description:
          'The accounting currency first; a currency is left out where nothing was owed and nothing happened',
      },
    ),
  }),
)

const shown = ({ customer, from, to, currencies }: Statement): Static<typeof CustomerStatement> => ({
  customer: { id: customer.id, customerNumber: customer.customerNumber, name: customer.name },
  from,
  to,
  currencies: currencies.map(({ currency, openingOre, entries, closingOre, overdueOre, unpaid }) => ({
    currency,
    opening: numberFromOre(openingOre),
    entries: entries.map(({ date, kind, type, id, invoiceId, invoiceNumber, number, dueDate, ore, balanceOre }) => ({
      date,
      kind,
      settlementType: type,
      id,
      invoiceRef: { id: invoiceId, invoiceNumber },
      number,
      dueDate,
      amount: numberFromOre(ore),
      balance: numberFromOre(balanceOre),
    })),
    closing: numberFromOre(closingOre),
    overdue: numberFromOre(overdueOre),
    unpaid: unpaid.map(({ id, number, date, dueDate, daysOverdue, totalOre, restOre }) => ({
      invoiceRef: { id, invoiceNumber: number },
      date,
      dueDate,
      daysOverdue,
      total: numberFromOre(totalOre),
      rest: numberFromOre(restOre),
    })),
  })),
})

/** The period of a statement. */
export const periodProperties = {
  from: Type.Optional({ ...DateOnly, description: 'The first day; if left out, the first of the year of `to`' }),
  to: Type.Optional({ ...DateOnly, description: 'The last day; today if left out' }),
}

type Period = { from?: string | undefined; to?: string | undefined }

export const asked = (customerId: string | undefined, { from, to }: Period) => ({
  customerId: customerId ?? '',
  from: from === undefined ? undefined : dayFrom(from),
  to: to === undefined ? undefined : dayFrom(to),
})

export const statementRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/customers/{customerId}/statement',
    operationId: 'getCustomerStatement',
    tag: 'Customers',
    summary: "Read a customer's statement of account",
    description:
      'What the customer owed when a period began, every invoice, credit note, payment, settlement and refused tax reduction in it with the balance after each, and what is unpaid when it ends: by currency. The sums are those of the customer ledger, less what was overpaid. With `format=pdf` it is a page to send.',
    scope: 'reports:read',
    query: object(periodProperties),
    answer: { json: CustomerStatement },
    snapshot: true,
    refusals: [customerRefusals.customerNotFound],
    run: async (call, { params, query }) => shown(await customerStatement(call, asked(params.customerId, query))),
    sheet: async (call, { params, query, language }) =>
      statementSheet(await customerStatement(call, asked(params.customerId, query)), language),
  }),
]
