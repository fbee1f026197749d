// Refusals of accruals.
import { fault, refusal } from '#platform/refusal'

export const accrualRefusals = {
  accrualNotFound: refusal('not-found', 'There is no accrual {id}'),
  tooManyAccruals: refusal('limit-exceeded', 'A company has at most {limit} accruals'),
  sourceReversed: refusal('operation-not-allowed', 'The journal entry {number} is reversed: nothing of it is left'),
  accrualReversed: refusal('operation-not-allowed', 'The accrual {id} is reversed'),
  nothingToBook: refusal('operation-not-allowed', 'No accrual has anything left to book up to {to}'),
  tooManyPortions: refusal(
    'operation-not-allowed',
    'There are {count} entries to book up to {to}, and one call books at most {limit}: choose an earlier month',
  ),
}

export const accrualFaults = {
  unknownEntry: fault('is no journal entry of this company'),
  notOfEntry: fault('must be an income or expense account that the journal entry has: {account} is none'),
  accrualAmount: fault('must be an amount from 0.01 to {most}, which is what is left of the account in the entry'),
  nothingLeft: fault('has nothing left in the journal entry: all of it is accrued'),
  balanceAccount: fault('must be an active account of accruals (17xx or 29xx): {account} is none'),
  accrualMonth: fault('must be a month such as 2026-03'),
  accrualLastMonth: fault('must be at most {limit}: the last month would be after 2199-12'),
}
