// Why credit notes are refused: whole requests, and single fields.
import { fault, phrase, refusal } from '#platform/refusal'

export const creditNoteRefusals = {
  draftNotCredited: refusal(
    'operation-not-allowed',
    'credit-note.draft-not-credited',
    'The invoice {id} is a draft: change or delete it instead',
    'Fakturan {id} är ett utkast: ändra eller ta bort den i stället',
  ),
  nothingToCredit: refusal(
    'operation-not-allowed',
    'credit-note.nothing-to-credit',
    'Nothing remains to be credited on invoice {number} ({id})',
    'Det finns inget kvar att kreditera på faktura {number} ({id})',
  ),
  notCreditable: refusal(
    'operation-not-allowed',
    'credit-note.not-creditable',
    'The credit note {id} credits more than remains on invoice {number}: {reason}',
    'Kreditfakturan {id} krediterar mer än vad som återstår på faktura {number}: {reason}',
  ),
  tooManyCreditNotes: refusal(
    'limit-exceeded',
    'credit-note.too-many-credit-notes',
    'An invoice can have at most {limit} credit notes',
    'En faktura får ha högst {limit} kreditfakturor',
  ),
}

/** Why a credit note exceeds what can still be credited. */
export const uncreditable = {
  lost: phrase(
    'uncreditable.lost',
    '{lost} of it is written off as a loss, which has recovered its tax; beside that, {left} is left to credit',
    '{lost} av den är avskrivet som kundförlust, och momsen har kommit tillbaka med den; utöver det finns {left} kvar att kreditera',
  ),
  discounted: phrase(
    'uncreditable.discounted',
    '{discounted} of it is a cash discount, which has lowered what was sold; beside that, {left} is left to credit. To credit the discount as well, first take it back with a negative one',
    '{discounted} av den är kassarabatt, som har sänkt försäljningen; utöver det finns {left} kvar att kreditera. För att kreditera även rabatten, ta först tillbaka den med en negativ',
  ),
  lostAndDiscounted: phrase(
    'uncreditable.lost-and-discounted',
    '{lost} of it is written off as a loss and {discounted} is a cash discount, which have lowered what was sold; beside that, {left} is left to credit',
    '{lost} av den är avskrivet som kundförlust och {discounted} är kassarabatt, och båda har sänkt försäljningen; utöver det finns {left} kvar att kreditera',
  ),
}

/** The same for one VAT rate. */
export const uncreditableOfRate = {
  lost: phrase(
    'uncreditable-rate.lost',
    'losses have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it',
    'kundförluster har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det',
  ),
  discounted: phrase(
    'uncreditable-rate.discounted',
    'cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it, or first take back a cash discount with a negative one',
    'kassarabatter har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det, eller ta först tillbaka en kassarabatt med en negativ',
  ),
  lostAndDiscounted: phrase(
    'uncreditable-rate.lost-and-discounted',
    'losses and cash discounts have lowered what was sold at {taxRate} %; beside that, {left} of it, excluding tax, is left to credit. Credit less of it, or first take back a cash discount with a negative one',
    'kundförluster och kassarabatter har sänkt det som såldes med {taxRate} % moms; utöver det finns {left} exklusive moms kvar att kreditera. Kreditera mindre av det, eller ta först tillbaka en kassarabatt med en negativ',
  ),
}

export const creditNoteFaults = {
  lineMissing: fault(
    'credit-note.line-missing',
    'must be the id of the line of the invoice that is credited',
    'ska vara id för den rad på fakturan som krediteras',
  ),
  notOnInvoice: fault('credit-note.not-on-invoice', 'the invoice has no line {id}', 'fakturan har ingen rad {id}'),
  otherKind: fault(
    'credit-note.other-kind',
    'line {id} of the invoice is a {itemType}',
    'rad {id} på fakturan är en {itemType}',
  ),
  asOnInvoice: fault(
    'credit-note.as-on-invoice',
    'must be {value}, as on the invoice',
    'ska vara {value}, som på fakturan',
  ),
  beyond: fault(
    'credit-note.beyond',
    'must be from 0 to {limit}, which line {id} of the invoice has',
    'ska vara från 0 till {limit}, som rad {id} på fakturan har',
  ),
  moreThanLine: fault(
    'credit-note.more-than-line',
    'line {id} has {left} left to credit, excluding tax, which is less than {net}',
    'rad {id} har {left} kvar att kreditera, utan moms, och det är mindre än {net}',
  ),
  moreThanInvoice: fault(
    'credit-note.more-than-invoice',
    'the lines come to {total}; the invoice has {left} left to credit',
    'raderna blir {total}; fakturan har {left} kvar att kreditera',
  ),
  moreThanRate: fault(
    'credit-note.more-than-rate',
    'the lines credit {net} of sales at {taxRate} %, excluding tax, but only {left} is left to credit: credit a discount together with the line that it applies to',
    'raderna krediterar {net} av försäljning med {taxRate} % moms, exklusive moms, men bara {left} finns kvar att kreditera: kreditera en rabatt tillsammans med det den gäller',
  ),
  negative: fault(
    'credit-note.negative',
    'the lines come to {total}: a credit note cannot be negative',
    'raderna blir {total}: en kreditfaktura kan inte vara negativ',
  ),
  beforeInvoice: fault(
    'credit-note.before-invoice',
    'must not be before the invoice, {date}',
    'får inte vara före fakturan, {date}',
  ),
}
