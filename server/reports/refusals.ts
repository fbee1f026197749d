// Why reports are refused.
import { fault, refusal } from '#platform/refusal'

export const reportRefusals = {
  noFiscalYear: refusal(
    'operation-not-allowed',
    'The company has no fiscal year yet: add one, or say both from and to',
  ),
}

export const reportFaults = {
  notYetRegistered: fault('must be at most {count}, the last registration number of the books'),
  registeredBefore: fault('must be at least {count}: earlier entries have gone with a fiscal year that was removed'),
  notYetThere: fault('is a moment in the future: leave it out to use everything that is known'),
  yearOrDays: fault('cannot be combined with from and to: leave them out'),
  noSuchYear: fault('is not a fiscal year of this company'),
  removedYear: fault('reaches into a fiscal year that was removed: choose days after {end}'),
  removedDays: fault(
    'reaches into a fiscal year that was removed, of which only whole months are left: choose whole months, or days after {end}',
  ),
  outside: fault('must be a day from {first} to {last}'),
  order: fault('must not be before from, {from}'),
  tooManyParts: fault('makes more than {limit} columns: choose fewer days, or longer parts'),
  acrossYears: fault('must be in the same fiscal year as from: it ends on {end}'),
  cursor: fault('is not a cursor of this report: ask for it with the same parameters that it came with'),
  tooManyItems: fault('is needed here: a file has at most {limit} rows, and this report has more'),
  tooManyEvents: fault('makes more than {limit} rows: ask for fewer items, by pageSize or of one party'),
  compare: fault('must be previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31'),
  compareOrBudget: fault('must be budget, previousPeriod, previousYear, or two days such as 2025-01-01..2025-12-31'),
  budgetOfTags: fault('cannot be budget together with tagId or tagGroupId: budgets are of whole accounts'),
  noBudget: fault('finds no budget for these days: import a SIE file that has one'),
  noSuchTag: fault('is not a tag of this company'),
  tagOrNone: fault('cannot be combined with tagId: ask for one of them'),
  noSuchTagGroup: fault('is not a tag group of this company'),
  tooManyTags: fault('has more than {limit} tags: read the report of one tag at a time, by tagId'),
  accounts: fault('must be account numbers and ranges separated by commas, such as 1930,3000-3999'),
  monthOrQuarter: fault('must be the last day of a month that begins on from, or of a quarter of the calendar'),
  phoneMissing: fault('must be given, since the company has no telephone number of at most 17 characters'),
  knownAt: fault('must be a registration number, or a moment such as 2026-03-31T10:00:00Z'),
}
