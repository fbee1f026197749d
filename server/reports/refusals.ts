// Why reports are refused.
import { fault, refusal } from '#platform/refusal'

export const reportRefusals = {
  noRateOfEuro: refusal(
    'operation-not-allowed',
    'report.no-rate-of-euro',
    'The books are in EUR and are declared in SEK, at the mean rate of {from} to {to}: rates of the euro are missing there. Load them, or give rateOfEuro where the request has it',
    'Bokföringen är i EUR och redovisas i SEK, till medelkursen för {from} till {to}: där saknas kurser för euron. Läs in dem, eller ange rateOfEuro där begäran har det',
  ),
  noFiscalYear: refusal(
    'operation-not-allowed',
    'report.no-fiscal-year',
    'The company has no fiscal year yet: add one, or give both from and to',
    'Företaget har inget räkenskapsår än: lägg upp ett, eller ange både från och till',
  ),
}

export const reportFaults = {
  notYetRegistered: fault(
    'report.not-yet-registered',
    'must be at most {count}, the last registration number of the books',
    'får vara högst {count}, böckernas sista registreringsnummer',
  ),
  registeredBefore: fault(
    'report.registered-before',
    'must be at least {count}: earlier entries were removed with their fiscal year',
    'måste vara minst {count}: tidigare verifikationer är borttagna med sitt räkenskapsår',
  ),
  notYetThere: fault(
    'report.not-yet-there',
    'is a moment in the future: leave it out to use everything that is known',
    'är ett ögonblick i framtiden: utelämna det för att använda allt som är känt',
  ),
  yearOrDays: fault(
    'report.year-or-days',
    'cannot be combined with from and to: leave them out',
    'går inte ihop med från och till: utelämna dem',
  ),
  noSuchYear: fault('report.no-such-year', 'is not a fiscal year of this company', 'är inget räkenskapsår i företaget'),
  removedYear: fault(
    'report.removed-year',
    'reaches into a fiscal year that was removed: choose days after {end}',
    'går in i ett räkenskapsår som är borttaget: välj dagar efter {end}',
  ),
  removedDays: fault(
    'report.removed-days',
    'reaches into a fiscal year that was removed, of which only whole months are left: choose whole months, or days after {end}',
    'går in i ett räkenskapsår som är borttaget, och bara hela månader är kvar av det: välj hela månader, eller dagar efter {end}',
  ),
  outside: fault('report.outside', 'must be a day from {first} to {last}', 'ska vara en dag från {first} till {last}'),
  order: fault('report.order', 'must not be before from, {from}', 'får inte vara före från-dagen, {from}'),
  tooManyParts: fault(
    'report.too-many-parts',
    'results in more than {limit} columns: choose fewer days, or longer parts',
    'ger fler än {limit} kolumner: välj färre dagar, eller längre delar',
  ),
  acrossYears: fault(
    'report.across-years',
    'must be in the same fiscal year as from: it ends on {end}',
    'ska vara i samma räkenskapsår som från: det slutar {end}',
  ),
  cursor: fault(
    'report.cursor',
    'is not a cursor of this report: request it with the same parameters as before',
    'är ingen markör i den här rapporten: fråga med samma parametrar som förut',
  ),
  tooManyItems: fault(
    'report.too-many-items',
    'is required here: a file has at most {limit} rows, and this report has more',
    'behövs här: en fil har högst {limit} rader, och rapporten har fler',
  ),
  tooManyEvents: fault(
    'report.too-many-events',
    'results in more than {limit} rows: request fewer items with pageSize, or those of one party',
    'ger fler än {limit} rader: fråga efter färre poster, med pageSize eller för en part',
  ),
  compare: fault(
    'report.compare',
    'must be previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31',
    'ska vara previousPeriod, previousYear eller två dagar, till exempel 2025-01-01..2025-12-31',
  ),
  compareOrBudget: fault(
    'report.compare-or-budget',
    'must be budget, previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31',
    'ska vara budget, previousPeriod, previousYear eller två dagar, till exempel 2025-01-01..2025-12-31',
  ),
  budgetOfTags: fault(
    'report.budget-of-tags',
    'cannot be budget together with tagId or tagGroupId: budgets are set for whole accounts',
    'går inte ihop med taggar: budgeten gäller hela konton',
  ),
  noBudget: fault(
    'report.no-budget',
    'finds no budget for these days: set the budget of the fiscal year, or import a SIE file that has one',
    'hittar ingen budget för dagarna: lägg upp räkenskapsårets budget, eller läs in en SIE-fil som har en',
  ),
  noSuchTag: fault('report.no-such-tag', 'is not a tag of this company', 'är ingen tagg i företaget'),
  tagOrNone: fault(
    'report.tag-or-none',
    'cannot be combined with tagId: give only one of them',
    'går inte ihop med tagId: ange bara ett av dem',
  ),
  noSuchTagGroup: fault(
    'report.no-such-tag-group',
    'is not a tag group of this company',
    'är ingen dimension i företaget',
  ),
  tooManyTags: fault(
    'report.too-many-tags',
    'has more than {limit} tags: read the report of one tag at a time, by tagId',
    'har fler än {limit} taggar: läs rapporten för en tagg i taget, med tagId',
  ),
  accounts: fault(
    'report.accounts',
    'must be account numbers and ranges separated by commas, such as 1930,3000-3999',
    'ska vara kontonummer och intervall med kommatecken emellan, till exempel 1930,3000-3999',
  ),
  monthOrQuarter: fault(
    'report.month-or-quarter',
    'must be the last day of a month that begins on from, or of a quarter of the calendar',
    'ska vara den sista dagen i en månad som börjar på från-dagen, eller i ett kvartal',
  ),
  phoneMissing: fault(
    'report.phone-missing',
    'must be given, since the company has no telephone number of at most 17 characters',
    'måste anges, eftersom företaget inte har något telefonnummer på högst 17 tecken',
  ),
  knownAt: fault(
    'report.known-at',
    'must be a registration number, or a moment such as 2026-03-31T10:00:00Z',
    'ska vara ett registreringsnummer, eller ett ögonblick, till exempel 2026-03-31T10:00:00Z',
  ),
}
