// The endpoint that closes a fiscal year as it stands.
import { object, type Row, row } from '#http'
import { FiscalYearGet, ledgerContribution, shownYear } from '#ledger'
import { endOfPeriod, salesContribution } from '#sales'
import { closeAsItStands } from './in-currency.ts'

export const closeRow: Row = row({
  method: 'POST',
  path: '/companies/{companyId}/fiscal-years/{fiscalYearId}/close',
  operationId: 'closeFiscalYear',
  tag: 'Fiscal years',
  summary: 'Close a fiscal year',
  description:
    'Closes the year as it stands: nothing more can be booked in it. It books nothing and makes no opening balances, so the result must be booked, and the next year begin with what this one ends with, or `force` used; closeYearEnd does all of it. Years are closed in their order. What stands in other currencies at old rates is warned of.',
  by: 'people',
  scope: 'fiscal-years:manage',
  query: endOfPeriod.force,
  answer: { json: object({ fiscalYear: FiscalYearGet, unrecordedDocuments: endOfPeriod.unrecordedDocuments }) },
  events: [
    'fiscal-year.closed',
    'period-end.forced',
    'fiscal-year.unpaid-booked',
    'fiscal-year.unpaid-purchases-booked',
    'invoice.recorded',
    'credit-note.recorded',
    'supplier-invoice.changed',
    'upload.changed',
    'journal-entry.booked',
    'journal-entry.changed',
  ],
  refusals: [
    ledgerContribution.refusals.fiscalYearNotFound,
    ledgerContribution.refusals.yearClosedAlready,
    ledgerContribution.refusals.earlierYearOpen,
    salesContribution.bookingRefusals.unrecordedDocuments,
    salesContribution.bookingRefusals.resultNotBooked,
    salesContribution.bookingRefusals.nextBeginsOtherwise,
  ],
  run: async (call, { params, query }) => {
    const { year, unrecorded } = await closeAsItStands(call, {
      id: params.fiscalYearId ?? '',
      force: query.force ?? false,
    })
    return { fiscalYear: shownYear(year), unrecordedDocuments: unrecorded }
  },
})
