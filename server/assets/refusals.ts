// Why something of fixed assets is refused.
import { fault, phrase, refusal } from '#platform/refusal'

export const assetRefusals = {
  fixedAssetNotFound: refusal('not-found', 'There is no fixed asset {id}'),
  tooManyAssets: refusal('limit-exceeded', 'A company has at most {limit} fixed assets in the register'),
  hasEntries: refusal(
    'operation-not-allowed',
    'Depreciation of the fixed asset {id} is booked: reverse its entries, and add the fixed asset anew',
  ),
  nothingDue: refusal('operation-not-allowed', 'Nothing is left to depreciate from {from} to {to}'),
  disposed: refusal('operation-not-allowed', 'The fixed asset {id} was disposed of on {date}'),
  notDepreciated: refusal(
    'operation-not-allowed',
    'The depreciation of the fixed asset {id} is not booked for {month}: book it first',
  ),
  depreciatedLater: refusal(
    'operation-not-allowed',
    'The fixed asset {id} is depreciated for {month}, which is not before {date}: reverse that entry first',
  ),
  valueChanged: refusal(
    'operation-not-allowed',
    'The fixed asset {id} was written down or disposed of in part: of its plan only the number of months changes',
  ),
  tooManyChanges: refusal('limit-exceeded', 'A fixed asset has at most {limit} write-downs, reversals and parts sold'),
  goodwill: refusal('operation-not-allowed', 'A write-down of goodwill is not reversed'),
}

export const assetFaults = {
  account: fault('must be an active account of fixed assets (1010–1299): {account} is none'),
  otherAccount: fault('must be an active account of the chart: {account} is none'),
  accountMissing: fault('is needed: the chart has no usual account for this'),
  numberTaken: fault('is the number of another fixed asset, {name}'),
  nameMissing: fault('is needed'),
  badMonth: fault('must be a month such as 2026-03'),
  amount: fault('must be an amount in kronor with at most two decimals, from {least}'),
  residual: fault('must be at most the acquisition value'),
  notOfPlan: fault('is of assets that are depreciated: say for how many months, too'),
  before: fault('must be at most the acquisition value less the residual value'),
  beforeBooked: fault(
    'must be at most {most}: the rest is depreciated in entries; reverse first those of months that had nothing left',
  ),
  throughBooked: fault('must be before {month}, whose depreciation is booked'),
  noMonthLeft: fault('must leave a month that is not booked, for what is left to depreciate'),
  beforeBooks: fault(
    'must be what was depreciated before the books began on {day}, with its last month as depreciatedThrough: {month} is left; where nothing was, choose a later firstMonth',
  ),
  beforePair: fault('goes together with {other}'),
  lastMonth: fault('must be at most {limit}: the last month would be after 2199-12'),
  through: fault('must be a month of the plan, or leave nothing to depreciate'),
  order: fault('must not be before from, {from}'),
  tooManyMonths: fault('must be at most {limit} months after from'),
  removedYear: fault('is in a fiscal year that was removed: choose a day after {end}'),
  beforeAcquisition: fault('must not be before the day of acquisition, {day}'),
  beforeChange: fault('must not be before {day}, the day of the last write-down, reversal or sale of a part'),
  onePart: fault('must be given alone: either the acquisition value of the part or its percentage'),
  percent: fault('must be above 0 and below 100, with at most two decimals'),
  wholePart: fault('must be from {least} and less than {most}, all that is left: dispose of all of it instead'),
  mostWrittenDown: fault('must be at most {most}: the book value does not go below the residual value'),
  mostReversed: fault(
    'must be at most {most}: the book value does not go above what it would be had nothing been written down',
  ),
  otherWriteDownAccount: fault('must be {account}, which earlier write-downs of the fixed asset stand on'),
}

export const assetPhrases = {
  accountAdded: phrase('Account {account} ({name}) was added to the chart: write-downs are booked on it'),
}
