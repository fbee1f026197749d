// Why credit notes are refused: whole requests, and single fields.
import { fault, phrase, refusal } from '#platform/refusal'

export const creditNoteRefusals = {
  draftNotCredited: refusal('operation-not-allowed', 'The invoice {id} is a draft: change or delete it instead'),
  nothingToCredit: refusal('operation-not-allowed', 'Nothing remains to be credited on invoice {number} ({id})'),
  notCreditable: refusal(
    'operation-not-allowed',
    'The credit note {id} credits more than remains on invoice {number}: {reason}',
  ),
  tooManyCreditNotes: refusal('limit-exceeded', 'An invoice takes at most {limit} credit notes'),
}

/** Why a credit note exceeds what can still be credited. */
export const uncreditable = {
  lost: phrase(
    '{lost} of it is written off as a loss, which has brought its tax back; beside that, {left} is left to credit',
  ),
  discounted: phrase(
    '{discounted} of it is a cash discount, which has lowered what was sold; beside that, {left} is left to credit. ' +
      'Take the discount back first, by one below zero, to credit it as well',
  ),
  lostAndDiscounted: phrase(
    '{lost} of it is written off as a loss and {discounted} is a cash discount, which have lowered what was sold; ' +
      'beside that, {left} is left to credit',
  ),
}

/** The same for one VAT rate. */
export const uncreditableOfRate = {
  lost: phrase(
    'losses have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. ' +
      'Credit less of it',
  ),
  discounted: phrase(
    'cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to ' +
      'credit. Credit less of it, or take a cash discount back first, by one below zero',
  ),
  lostAndDiscounted: phrase(
    'losses and cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, ' +
      'is left to credit. Credit less of it, or take a cash discount back first, by one below zero',
  ),
}

export const creditNoteFaults = {
  lineMissing: fault('must be the id of the line of the invoice that is credited'),
  notOnInvoice: fault('the invoice has no line {id}'),
  otherKind: fault('line {id} of the invoice is a {itemType}'),
  asOnInvoice: fault('must be {value}, as on the invoice'),
  beyond: fault('must be from 0 to {limit}, which line {id} of the invoice has'),
  moreThanLine: fault('line {id} has {left} left to credit, without tax, which is less than {net}'),
  moreThanInvoice: fault('the lines come to {total}; the invoice has {left} left to credit'),
  moreThanRate: fault(
    'the lines come to {net} of what is sold at {taxRate} %, without tax, of which {left} is left to credit: credit a ' +
      'discount together with what it is on',
  ),
  negative: fault('the lines come to {total}: a credit note cannot be below zero'),
  beforeInvoice: fault('must not be before the invoice, {date}'),
}
