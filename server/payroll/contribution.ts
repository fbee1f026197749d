// What payroll contributes to what is made of all contexts: refusals, sealed columns, personal data.
import { payrollErasure, payrollPartyParts } from '#payroll/people/party-data'
import { peopleRefusals } from '#payroll/people/people-refusals'
import { sealedEmployeeNumbers } from '#payroll/people/sealed-number'

export const payrollContribution = {
  erasure: payrollErasure,
  partyParts: payrollPartyParts,
  peopleRefusals,
  sealedEmployeeNumbers,
}
