// Refusals of VAT returns.
import { fault, phrase, refusal } from '#platform/refusal'

export const vatRefusals = {
  returnNotFound: refusal('not-found', 'There is no VAT return {id} in this company'),
  noSetting: refusal(
    'operation-not-allowed',
    'Nobody has said how often the company reports VAT: set it first, with PATCH /vat-setting',
  ),
  notRegistered: refusal(
    'operation-not-allowed',
    'The company is not registered for VAT, by its own setting: change that first, with PATCH /vat-setting',
  ),
  alreadyReported: refusal(
    'operation-not-allowed',
    'Days of {start} to {end} are reported already, by the return {id}: correct it with a return that names it in corrects',
  ),
  correctedAlready: refusal('operation-not-allowed', 'The return is corrected already, by {id}: correct that one'),
  noFigures: refusal(
    'operation-not-allowed',
    'The return was made elsewhere, and its figures are not known here: the file is where it was made',
  ),
}

export const vatFaults = {
  daysMissing: fault('must be given, unless corrects says which return it is about'),
  order: fault('must not be before the start date'),
  notOver: fault('{end} has not passed yet: a period is reported when it is over'),
  notPeriod: fault('is no VAT period of the company: around this day it is {start} to {end}'),
  noYear: fault('{day} is in no fiscal year'),
  elsewhereToo: fault(
    'must be true, as it is of the return that is corrected: what was booked for it is not known here, so book the difference by hand',
  ),
  otherDays: fault('the return that is corrected is about {start} to {end}: leave the days out'),
}

/** Warnings about an accepted return. */
export const vatDoubts = {
  dated: phrase('Days up to and including {lockDate} are locked: the entry is dated {date}'),
  notInBooks: phrase('Documents of the period are not in the books: {names}'),
  earlier: phrase('Earlier periods are not reported: {names}'),
  differs: phrase(
    'The base in boxes {bases} differs by {sum} kr from the one that the VAT in boxes {taxes} is computed on: look at {entries}',
  ),
  locked: phrase('Days up to and including {end} are locked now'),
}
