// Refusals of accruals.
import { fault, refusal } from '#platform/refusal'

export const accrualRefusals = {
  accrualNotFound: refusal(
    'not-found',
    'accrual.not-found',
    'There is no accrual {id}',
    'Det finns ingen periodisering {id}',
  ),
  tooManyAccruals: refusal(
    'limit-exceeded',
    'accrual.too-many-accruals',
    'A company has at most {limit} accruals',
    'Ett företag har högst {limit} periodiseringar',
  ),
  sourceReversed: refusal(
    'operation-not-allowed',
    'accrual.source-reversed',
    'The journal entry {number} is reversed: nothing is left of it',
    'Verifikation {number} är rättad: det finns inget kvar av den',
  ),
  accrualReversed: refusal(
    'operation-not-allowed',
    'accrual.reversed',
    'The accrual {id} is reversed',
    'Periodiseringen {id} är rättad',
  ),
  nothingToBook: refusal(
    'operation-not-allowed',
    'accrual.nothing-to-book',
    'No accrual has anything left to book up to {to}',
    'Ingen periodisering har något kvar att bokföra till och med {to}',
  ),
  tooManyPortions: refusal(
    'operation-not-allowed',
    'accrual.too-many-portions',
    'There are {count} entries to book up to {to}, and one call books at most {limit}: choose an earlier month',
    'Det finns {count} verifikationer att bokföra till och med {to}, och ett anrop bokför högst {limit}: välj en tidigare månad',
  ),
}

export const accrualFaults = {
  unknownEntry: fault(
    'accrual.unknown-entry',
    'is not a journal entry of this company',
    'är ingen verifikation i företaget',
  ),
  notOfEntry: fault(
    'accrual.not-of-entry',
    'must be an income or expense account that the journal entry has: {account} is not one',
    'ska vara ett intäkts- eller kostnadskonto som verifikationen har: {account} är inget sådant',
  ),
  accrualAmount: fault(
    'accrual.amount',
    'must be an amount from 0.01 to {most}, which is left on the account in the entry',
    'ska vara ett belopp från 0,01 till {most}, som är vad som finns kvar på kontot i verifikationen',
  ),
  nothingLeft: fault(
    'accrual.nothing-left',
    'has nothing left in the journal entry: all of it has been accrued',
    'har inget kvar i verifikationen: allt är periodiserat',
  ),
  balanceAccount: fault(
    'accrual.balance-account',
    'must be an active accrual account (17xx or 29xx): {account} is not one',
    'ska vara ett aktivt konto för periodiseringar (17xx eller 29xx): {account} är inget sådant',
  ),
  accrualMonth: fault('accrual.month', 'must be a month such as 2026-03', 'ska vara en månad, till exempel 2026-03'),
  accrualLastMonth: fault(
    'accrual.last-month',
    'must be at most {limit}: the last month would be after 2199-12',
    'får vara högst {limit}: den sista månaden skulle vara efter 2199-12',
  ),
}
