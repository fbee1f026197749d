// The endpoints of what the columns of a bank's tables hold.
import { paymentRefusals } from '#banking/payments/payment-refusals'
import { DateTime, Id, named, nullable, object, type Row, readOnly, row, type Static, Type } from '#http'
import { momentText } from '#platform/day'
import { COLUMN_KINDS, type Layout } from './columns.rules.ts'
import {
  type StatementColumns as Kept,
  MAX_LAYOUTS,
  putStatementColumns,
  readStatementColumns,
} from './statement-columns.ts'
import { LEAST_COLUMNS, MAX_COLUMNS } from './table.rules.ts'
import { DAY_ORDERS, DECIMAL_MARKS } from './values.rules.ts'

const path = '/companies/{companyId}/bank-accounts/{bankAccountId}/statement-columns'
const tag = 'Bank statements'

/** Maximum number of characters in the title of a column. */
const MAX_TITLE = 100

const column = object({
  title: Type.String({
    maxLength: MAX_TITLE,
    examples: ['Datum'],
    description: 'As the head of the table has it, in any case; the number of the column in a table without a head',
  }),
  holds: Type.Enum([...COLUMN_KINDS], {
    description:
      'bookedDate: the day on which the bank booked it; amount: with its sign, money out below zero; moneyIn and moneyOut: in two columns instead; text: of several, put together; ignored: nothing that is needed',
  }),
})

const columns = Type.Array(column, {
  minItems: LEAST_COLUMNS,
  maxItems: MAX_COLUMNS,
  description: 'All columns of the table, in their order',
  examples: [
    [
      { title: 'När', holds: 'bookedDate' },
      { title: 'Vad', holds: 'text' },
      { title: 'Kronor', holds: 'amount' },
    ],
  ],
})
const decimalMark = Type.Enum([...DECIMAL_MARKS], {
  description: 'Before the decimals; follows from the amounts when left out',
})
const dayOrder = Type.Enum([...DAY_ORDERS], {
  description: 'Of days with the year last; follows from the days when left out',
})

const StatementColumns = named(
  'StatementColumns',
  object({
    bankAccountRef: readOnly(object({ id: Id })),
    layouts: Type.Array(
      object({
        columns,
        decimalMark: Type.Optional(nullable(decimalMark)),
        dayOrder: Type.Optional(nullable(dayOrder)),
      }),
      { maxItems: MAX_LAYOUTS },
    ),
    modifiedDateTime: readOnly(nullable({ ...DateTime, description: 'Null before anything is said' })),
  }),
)

const shown = ({ bankAccountId, layouts, modifiedAt }: Kept): Static<typeof StatementColumns> => ({
  bankAccountRef: { id: bankAccountId },
  layouts,
  modifiedDateTime: modifiedAt === null ? null : momentText(modifiedAt),
})

const idOf = ({ bankAccountId = '' }: Readonly<Record<string, string>>): string => bankAccountId

export const statementColumnsRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getStatementColumns',
    tag,
    summary: "Read what the columns of a bank account's tables hold",
    description:
      'As said for statements in CSV or XLSX whose columns have other names than those that Swedish banks use: a layout for each head.',
    scope: 'bank-statements:read',
    answer: { json: StatementColumns },
    tagged: true,
    refusals: [paymentRefusals.bankAccountNotFound],
    run: (call, { params }) => readStatementColumns(call, idOf(params)).then(shown),
  }),
  row({
    method: 'PUT',
    path,
    operationId: 'putStatementColumns',
    tag,
    summary: "Say what the columns of a bank account's tables hold",
    description:
      'In place of what was said before. A table is read by the layout that has all its titles in their order; a layout goes before what the titles mean by themselves, so that a column that is misread can be ignored. Each layout needs a booked day, a text or a counterparty, and an amount, or money in or out. No two columns of one hold the same, but for texts.',
    scope: 'bank-statements:write',
    events: ['statement-columns.changed'],
    body: StatementColumns,
    answer: { json: StatementColumns },
    tagged: true,
    current: (call, { params }) => readStatementColumns(call, idOf(params)).then(shown),
    refusals: [paymentRefusals.bankAccountNotFound],
    example: {
      body: {
        layouts: [
          {
            columns: [
              { title: 'När', holds: 'bookedDate' },
              { title: 'Vad', holds: 'text' },
              { title: 'Kronor', holds: 'amount' },
            ],
          },
        ],
      },
    },
    run: (call, { params, body }) => {
      const layouts = body.layouts.map(
        ({ columns: each, decimalMark: mark = null, dayOrder: order = null }): Layout => ({
          columns: each,
          decimalMark: mark,
          dayOrder: order,
        }),
      )
      return putStatementColumns(call, idOf(params), layouts).then(shown)
    },
  }),
]
