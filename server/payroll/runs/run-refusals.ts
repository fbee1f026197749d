// Refusals of pay items and pay runs: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'
import { declareTerms } from '#platform/sentences'
import { type RunState, runStateNames } from '#rule/payroll/run-states'

const listed = (names: Readonly<Record<RunState, string>>, or: string, ...states: readonly RunState[]): string =>
  states.map((state) => names[state]).join(` ${or} `)

/** States as they stand in a sentence: `reviewed or approved`. */
export const statesInWords = (...states: readonly RunState[]): string => {
  const words = listed(runStateNames.en, 'or', ...states)
  declareTerms({ [words]: listed(runStateNames.sv, 'eller', ...states) })
  return words
}

export const runRefusals = {
  itemNotFound: refusal(
    'not-found',
    'pay-item.not-found',
    'There is no pay item {id} in this company',
    'Det finns ingen lönepost {id} i företaget',
  ),
  itemInUse: refusal(
    'operation-not-allowed',
    'pay-item.in-use',
    'Pay item {id} is part of pay run {number}, which is no draft any more: correct it with another item',
    'Löneposten {id} ingår i lönekörning {number}, som inte längre är ett utkast: rätta med en ny post',
  ),
  runNotFound: refusal(
    'not-found',
    'pay-run.not-found',
    'There is no pay run {id} in this company',
    'Det finns ingen lönekörning {id} i företaget',
  ),
  payslipNotFound: refusal(
    'not-found',
    'payslip.not-found',
    'There is no payslip {id} in this pay run',
    'Det finns inget lönebesked {id} i lönekörningen',
  ),
  wrongState: refusal(
    'operation-not-allowed',
    'pay-run.wrong-state',
    'Pay run {number} is {state}, and this needs one that is {wanted}',
    'Lönekörning {number} är {state}, och det här kräver en som är {wanted}',
  ),
  samePerson: refusal(
    'operation-not-allowed',
    'pay-run.same-person',
    'Pay run {number} must be approved by another person than the one who reviewed it',
    'Lönekörning {number} ska godkännas av någon annan än den som granskade den',
  ),
  onlyPeople: refusal(
    'operation-not-allowed',
    'pay-run.only-people',
    'Pay run {number} must be approved by a person, as the settings of payroll say',
    'Lönekörning {number} ska godkännas av en människa, enligt löneinställningarna',
  ),
  outdated: refusal(
    'operation-not-allowed',
    'pay-run.outdated',
    'Pay run {number} would come out differently now: take it back and review it again',
    'Lönekörning {number} skulle bli annorlunda nu: ta tillbaka den och granska den igen',
  ),
  empty: refusal(
    'operation-not-allowed',
    'pay-run.empty',
    'Pay run {number} pays no one',
    'Lönekörning {number} betalar ingen',
  ),
  belowZero: refusal(
    'operation-not-allowed',
    'pay-run.below-zero',
    'The deductions of {name} are above the pay: the net pay would be {net}',
    'Avdragen för {name} är större än lönen: nettolönen skulle bli {net}',
  ),
  withoutAccount: refusal(
    'operation-not-allowed',
    'pay-run.without-account',
    '{name} has no bank account to pay to',
    '{name} har inget bankkonto att betala till',
  ),
  unreadableNumber: refusal(
    'operation-not-allowed',
    'pay-run.unreadable-number',
    'The personal number of {name} is sealed with a key that this service does not have: enter it again',
    'Personnumret för {name} är krypterat med en nyckel som tjänsten inte har: ange det på nytt',
  ),
  noTables: refusal(
    'operation-not-allowed',
    'pay-run.no-tables',
    'There are no tax tables or rates for {day} yet',
    'Det finns inga skattetabeller eller avgifter för {day} än',
  ),
  notInKronor: refusal(
    'operation-not-allowed',
    'pay-run.not-in-kronor',
    'Pay is booked in Swedish kronor, and the books of this company are in another currency',
    'Löner bokförs i svenska kronor, och företagets bokföring är i en annan valuta',
  ),
}

export const runFaults = {
  employmentUnknown: fault(
    'pay-item.employment-unknown',
    'is no employment of this company',
    'är ingen anställning i företaget',
  ),
  amount: fault(
    'pay-item.amount',
    'must be given, with at most two decimals, or else a quantity with its rate',
    'ska anges, med högst två decimaler, eller också ett antal med sitt pris',
  ),
  rate: fault(
    'pay-item.rate',
    'is required with a quantity: this pay type has no usual rate on that day',
    'krävs till ett antal: lönearten har inget vanligt belopp den dagen',
  ),
  quantity: fault('pay-item.quantity', 'must have at most three decimals', 'får ha högst tre decimaler'),
  protectedAmount: fault('pay-item.protected-amount', 'must have at most two decimals', 'får ha högst två decimaler'),
  oneDay: fault(
    'pay-item.one-day',
    'must be the first day: this absence is told day by day',
    'ska vara den första dagen: den här frånvaron redovisas dag för dag',
  ),
  lastDay: fault('pay-run.last-day', 'must not be before the first day', 'får inte vara före den första dagen'),
  tooLong: fault(
    'pay-run.too-long',
    'must be within {days} days of the first day',
    'ska vara inom {days} dagar från den första dagen',
  ),
  runUnknown: fault('pay-item.run-unknown', 'is no pay run of this company', 'är ingen lönekörning i företaget'),
  account: fault(
    'payroll-settings.account',
    'must be an account of the chart, or of the BAS plan',
    'ska vara ett konto i kontoplanen, eller i BAS-planen',
  ),
}
