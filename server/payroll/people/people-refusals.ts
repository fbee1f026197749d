// Refusals of employees and employments: whole requests, and single fields.
import { partyFaults } from '#parties'
import { fault, refusal } from '#platform/refusal'

export const peopleRefusals = {
  employeeNotFound: refusal(
    'not-found',
    'employee.not-found',
    'There is no employee {id} in this company',
    'Det finns ingen anställd {id} i företaget',
  ),
  employeeInUse: refusal(
    'operation-not-allowed',
    'employee.in-use',
    'Employee {id} cannot be removed: remove the employments first',
    'Den anställda {id} kan inte tas bort: ta bort anställningarna först',
  ),
  employeeHindered: refusal(
    'operation-not-allowed',
    'employee.hindered',
    'No data of employee {id} has been erased yet. {reasons}',
    'Inga uppgifter om den anställda {id} är raderade än. {reasons}',
  ),
  employmentNotFound: refusal(
    'not-found',
    'employment.not-found',
    'There is no employment {id} in this company',
    'Det finns ingen anställning {id} i företaget',
  ),
  employmentInUse: refusal(
    'operation-not-allowed',
    'employment.in-use',
    'Employment {id} cannot be removed: pay runs have paid it, so give it a last day instead',
    'Anställningen {id} kan inte tas bort: den finns i lönekörningar, så ange en sista dag i stället',
  ),
}

export const peopleFaults = {
  blank: partyFaults.blank,
  country: partyFaults.country,
  personalNumber: fault(
    'employee.personal-number',
    'must be a personal or coordination number with its check digit, such as 19900101-2385',
    'ska vara ett personnummer eller samordningsnummer med sin kontrollsiffra, till exempel 19900101-2385',
  ),
  numberTaken: fault(
    'employee.number-taken',
    'is that of another employee of the company',
    'hör till en annan anställd i företaget',
  ),
  clearingNumber: fault(
    'employee.clearing-number',
    'must be the clearing number of a Swedish bank, such as 5000 or 8424-4',
    'ska vara en svensk banks clearingnummer, till exempel 5000 eller 8424-4',
  ),
  accountNumber: fault(
    'employee.account-number',
    'must be an account number at {bank}, with its check digit',
    'ska vara ett kontonummer i {bank}, med sin kontrollsiffra',
  ),
  taxTable: fault(
    'employee.tax-table',
    'is required where tax is withheld by table, and only there',
    'krävs när skatten dras enligt tabell, och bara då',
  ),
  taxDecision: fault(
    'employee.tax-decision',
    'must state either a percentage or an amount',
    'ska ange antingen en procentsats eller ett belopp',
  ),
  decisionDays: fault(
    'employee.decision-days',
    'must not be before the first day of the decision',
    'får inte vara före beslutets första dag',
  ),
  wholeKronor: fault('employee.whole-kronor', 'must be in whole kronor', 'ska vara i hela kronor'),
  employeeUnknown: fault(
    'employment.employee-unknown',
    'is no employee of this company',
    'är ingen anställd i företaget',
  ),
  employeeFixed: fault(
    'employment.employee-fixed',
    'must stay the employee of the employment',
    'ska förbli den anställda som anställningen gäller',
  ),
  lastDay: fault('employment.last-day', 'must not be before the first day', 'får inte vara före den första dagen'),
  payDays: fault(
    'employment.pay-days',
    'must be later than the day of the pay before',
    'ska vara senare än dagen för lönen före',
  ),
  firstPay: fault(
    'employment.first-pay',
    'must be no later than the first day of the employment',
    'får inte vara senare än anställningens första dag',
  ),
  payAmount: fault(
    'employment.pay-amount',
    'must be above zero, with at most two decimals',
    'ska vara över noll, med högst två decimaler',
  ),
}
