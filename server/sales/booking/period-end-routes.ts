// The endpoints of the end of a period: days are locked. Years are closed by what stands above.
import { DateOnly, Id, named, nullable, object, type Row, row, Type } from '#http'
import { bookOf, lockBooks } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayFrom } from '#platform/day'
import { bookingRefusals } from './booking-refusals.ts'
import { lockDays, lockNumbers } from './period-end.ts'

const company = '/companies/{companyId}'

const lockDate = nullable({
  ...DateOnly,
  description: 'The last locked day, with all days before it; null when none is locked',
})
const vatLockDate = nullable({
  ...DateOnly,
  description:
    'Up to and including this day nothing is booked that would change a VAT return: set when VAT is reported. Other entries are booked',
})
const LockDate = named('LockDate', object({ lockDate, vatLockDate }))
const LockDateChange = named('LockDateChange', object({ lockDate, vatLockDate: Type.Optional(vatLockDate) }))
const lockDatesOf = async (call: CompanyCall) => {
  const book = await bookOf(call, true)
  return { lockDate: book.lockDate, vatLockDate: book.vatLockDate }
}

/** What an answer tells of documents that the books lacked. */
export const unrecordedDocuments = Type.Array(
  object({
    id: Id,
    kind: Type.Enum(['invoice', 'creditNote', 'payment', 'settlement', 'supplierInvoice']),
    number: Type.String({ examples: ['1001'] }),
    date: DateOnly,
  }),
  {
    description:
      'What was not in the books: published documents, which can be recorded on the first open day; and under the cash ' +
      'method payments and settlements, with the number of their invoice, and supplier invoices that are unpaid at the ' +
      'end of a year',
  },
)

/** The query of what ends a period. */
export const force = object({
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Go on although published documents, or the result of the year, are not in the books',
    }),
  ),
})

export const periodEndRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${company}/lock-date`,
    operationId: 'getLockDate',
    tag: 'Fiscal years',
    summary: 'Read the lock date',
    description:
      'Nothing can be booked on that day or before it; up to `vatLockDate`, nothing that would change a VAT return that is made.',
    by: 'people',
    scope: 'lock-date:read',
    answer: { json: LockDate },
    tagged: true,
    refusals: [],
    run: lockDatesOf,
  }),
  row({
    method: 'PATCH',
    path: `${company}/lock-date`,
    operationId: 'setLockDate',
    tag: 'Fiscal years',
    summary: 'Lock the books up to a day',
    description:
      'Locks every day up to and including it, or none. An earlier date opens the days after it again. `vatLockDate` opens days whose VAT is reported, or locks them again; left out, it stays as it is.',
    by: 'people',
    scope: 'lock-date:write',
    query: force,
    body: LockDateChange,
    answer: { json: object({ lockDate, vatLockDate, unrecordedDocuments }) },
    events: ['lock-date.set', 'period-end.forced'],
    refusals: [bookingRefusals.unrecordedDocuments],
    current: async (call) => {
      await lockNumbers(call)
      await lockBooks(call)
      return lockDatesOf(call)
    },
    example: { body: { lockDate: '2025-12-31' } },
    run: async (call, { query, body }) => {
      const date = body.lockDate === null ? null : dayFrom(body.lockDate)
      const { vatLockDate: vat } = body
      const vatDate = vat === undefined ? {} : { vatDate: vat === null ? null : dayFrom(vat) }
      const left = await lockDays(call, { date, ...vatDate, force: query.force ?? false })
      return { ...(await lockDatesOf(call)), unrecordedDocuments: left }
    },
  }),
]
