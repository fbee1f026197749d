// Refusals for operators.
import { fault, refusal } from '#platform/refusal'

export const operatorRefusals = {
  noJob: refusal('not-found', 'No job {id} is waiting or has failed: it may be done by now'),
  noMail: refusal('not-found', 'No mail {id} is left to be sent: it has gone out, or is too old'),
  noVerification: refusal('not-found', 'There is no verification {id}'),
  underWay: refusal('conflict', 'A verification is under way: wait until it is done'),
}

export const operatorFaults = {
  noAccount: fault('must be the address of somebody who has an account: make one for them first'),
  halfYear: fault('must be the first day of January or July'),
  halves: fault('must be a multiple of 0.5: the central bank rounds it up to a half (räntelagen 9 §)'),
  elevated: fault('must name an elevated scope, one of {known}'),
}
