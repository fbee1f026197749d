// Tax reduction of household work (rot and rut): the permitted amounts and persons, stored beside the invoice, and the
// request to the tax authority.

export type { JobType, ReductionType } from '#rule/household-work'
export { taxReductionContribution } from './contribution.ts'
export { peopleOfInvoices, requireReadable } from './person.ts'
export { sharedOut, workPriceOf } from './reduction.rules.ts'
export {
  type KeptReduction,
  lowerTaxReduction,
  openedReduction,
  type ReductionHost,
  type ReductionRow,
  reductionOfInvoiceSql,
  reductionStatusSql,
  requestTaxReductionAtPublication,
  requireReductionReadyForPublication,
  saveTaxReduction,
  setAsked,
  shownReduction,
  shownTaxReductions,
  wrongInKeptReduction,
  wrongInTaxReduction,
} from './reduction.ts'
export { taxReductionFaults, taxReductionRefusals } from './refusals.ts'
export {
  afterCredit,
  type Case,
  casesOf,
  filesOf,
  MAX_CASES,
  requestFile,
  requestName,
  type WorkToPay,
} from './request.rules.ts'
export {
  InvoiceTaxReduction,
  isWholeReduction,
  LineItemTaxReduction,
  type ShownTaxReduction,
  type TaxReductionStatus,
  taxReductionStatuses,
} from './schema.ts'
export {
  awaitingPayment,
  hasReduction,
  noteAnswer,
  noteSubmitted,
  type ReductionAnswer,
  type ReductionStanding,
  refusalsOfReduction,
  standingOf as standingOfReduction,
} from './standing.ts'
