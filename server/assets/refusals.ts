// Why something of fixed assets is refused.
import { fault, refusal } from '#platform/refusal'

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
    'The depreciation of the fixed asset {id} is not booked for {month}: book it before the disposal',
  ),
  depreciatedLater: refusal(
    'operation-not-allowed',
    'The fixed asset {id} is depreciated for {month}, which is not before the disposal: reverse that entry first',
  ),
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
}
