// Refusals of holiday: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const holidayRefusals = {
  holidayInKronor: refusal(
    'operation-not-allowed',
    'holiday.in-kronor',
    'The holiday debt is in kronor, and is booked only in books that are kept in kronor',
    'Semesterlöneskulden är i kronor, och bokförs bara i böcker som förs i kronor',
  ),
  debtUnchanged: refusal(
    'operation-not-allowed',
    'holiday.debt-unchanged',
    'The books already have the holiday debt of {date}: there is no difference to book',
    'Semesterlöneskulden {date} är redan bokförd: det finns ingen skillnad att bokföra',
  ),
  payUnknown: refusal(
    'operation-not-allowed',
    'holiday.pay-unknown',
    'The holiday debt cannot be computed: enter the pay base of the earning year of employment {number}',
    'Semesterlöneskulden kan inte räknas ut: ange löneunderlaget för intjänandeåret för anställning {number}',
  ),
  employmentLasts: refusal(
    'operation-not-allowed',
    'holiday.employment-lasts',
    'Employment {id} has no last day, and the request states none',
    'Anställning {id} har ingen sista dag, och anropet anger ingen',
  ),
}

export const holidayFaults = {
  yearStart: fault(
    'holiday.year-start',
    'must be the first day of a holiday year of the employment, such as 2026-{start}',
    'ska vara den första dagen i ett av anställningens semesterår, till exempel 2026-{start}',
  ),
  yearOrder: fault('holiday.year-order', 'must be later than the year before', 'ska vara senare än året före'),
  savedYear: fault(
    'holiday.saved-year',
    'must be an earlier year, and stated once',
    'ska vara ett tidigare år, och anges en gång',
  ),
  amount: fault('holiday.amount', 'must have at most two decimals', 'får ha högst två decimaler'),
}
