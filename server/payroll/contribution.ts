// What payroll contributes to what is made of all contexts: refusals, sealed columns, personal data.
import { payrollErasure, payrollPartyParts } from '#payroll/people/party-data'
import { peopleRefusals } from '#payroll/people/people-refusals'
import { sealedEmployeeNumbers } from '#payroll/people/sealed-number'
import { downloadReturn, listReturns, sealedReturns } from '#payroll/returns/employer-return'
import { holidayPort } from '#payroll/runs/payslip-paper'
import { payrollToRemove } from '#payroll/runs/removal'
import { payItemSourcesPort } from '#payroll/runs/run-people'
import { runsReversed } from '#payroll/runs/run-steps'

export const payrollContribution = {
  erasure: payrollErasure,
  partyParts: payrollPartyParts,
  holidayPort,
  payItemSourcesPort,
  returns: { list: listReturns, download: downloadReturn },
  reversed: runsReversed,
  peopleRefusals,
  sealedEmployeeNumbers,
  sealedReturns,
  toRemove: payrollToRemove,
}
