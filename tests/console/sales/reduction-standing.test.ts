// What an invoice says of its tax reduction, by what has come of it.
import { expect, test } from 'vitest'
import { reductionStanding } from '#console-rules/sales/tax-reduction/reduction-standing'

const cases = [
  ['draft        ', 0, 0, null],
  ['awaitingPayment', 0, 0, 'notAsked'],
  ['readyToSubmit', 0, 0, 'askable'],
  ['submitted    ', 0, 0, 'asked'],
  ['submitted    ', 300, 0, 'answeredInPart'],
  ['submitted    ', 0, 200, 'answeredInPart'],
  ['completed    ', 500, 0, 'paid'],
  ['completed    ', 300, 200, 'paidInPart'],
  ['removed      ', 0, 500, 'refused'],
  ['removed      ', 0, 0, 'nothingLeft'],
] as const

test.each(cases)('%s with %d paid and %d refused', (status, paidAmount, refusedAmount, standing) => {
  expect(reductionStanding({ status: status.trim(), paidAmount, refusedAmount })).toBe(standing)
})
