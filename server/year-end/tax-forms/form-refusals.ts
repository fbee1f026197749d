// Refusals of the tax forms, what is wrong in what is entered, and what is found before the file is made.
import { fault, phrase, refusal } from '#platform/refusal'

export const formRefusals = {
  noField: refusal(
    'not-found',
    'tax-forms.no-field',
    'The tax return of the company has no field {field} on a form {form}, copy {copy}',
    'Företagets deklaration har inget fält {field} på en blankett {form}, exemplar {copy}',
  ),
  notEntered: refusal(
    'not-found',
    'tax-forms.not-entered',
    'Nothing is entered in the field {field} of {form}',
    'Inget är ifyllt för hand i fältet {field} på {form}',
  ),
  noFile: refusal(
    'not-found',
    'tax-forms.no-file',
    'There is no file {file}: the files are {known}',
    'Det finns ingen fil {file}: filerna är {known}',
  ),
  noPartner: refusal(
    'not-found',
    'tax-forms.no-partner',
    'The partnership has no partner {partner} with a number on INK4DU',
    'Bolaget har ingen delägare {partner} med nummer på INK4DU',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'tax-forms.not-ready',
    'The files cannot be made yet: {count} in the tax forms must be settled first',
    'Filerna kan inte skapas än: {count} i blanketterna ska klaras av först',
  ),
}

export const formFaults = {
  kronor: fault('tax-forms.kronor', 'must be whole kronor, such as 12000', 'ska vara hela kronor, till exempel 12000'),
  negative: fault(
    'tax-forms.negative-entered',
    'must not be below zero: the form reads its sign from the row',
    'får inte vara under noll: blanketten läser tecknet av raden',
  ),
  cross: fault('tax-forms.cross', 'must be X', 'ska vara X'),
  text: fault(
    'tax-forms.text',
    'must have at most {limit} characters and no #',
    'får ha högst {limit} tecken och inget #',
  ),
  number: fault(
    'tax-forms.number',
    'must be a personal number or an organization number',
    'ska vara ett personnummer eller organisationsnummer',
  ),
}

export const formProblems = {
  openYear: phrase(
    'tax-form-problem.open-year',
    'the fiscal year is open: its figures may change',
    'räkenskapsåret är öppet: siffrorna kan ändras',
  ),
  unmapped: phrase(
    'tax-form-problem.unmapped',
    'account {account} {name} has {amount} and no field: give it an SRU code',
    'konto {account} {name} har {amount} och inget fält: ge det en SRU-kod',
  ),
  unbalanced: phrase(
    'tax-form-problem.unbalanced',
    'assets and equity with debts differ by {amount}',
    'tillgångarna skiljer sig från eget kapital och skulder med {amount}',
  ),
  negative: phrase(
    'tax-form-problem.negative',
    'row {row} is below zero, which the form does not take',
    'rad {row} är under noll, vilket blanketten inte tar emot',
  ),
  excluded: phrase(
    'tax-form-problem.excluded',
    'rows {row} and {other} exclude each other',
    'raderna {row} och {other} utesluter varandra',
  ),
  missing: phrase('tax-form-problem.missing', '{name} is missing', '{name} saknas'),
  notMoved: phrase(
    'tax-form-problem.not-moved',
    'row {row} is not what {source} has, {amount}',
    'rad {row} är inte vad {source} har, {amount}',
  ),
  sumDiffers: phrase(
    'tax-form-problem.sum-differs',
    'rows {row} and {other} say {stated}, and the rows above make {sum}',
    'raderna {row} och {other} säger {stated}, och raderna ovanför blir {sum}',
  ),
  unanswered: phrase('tax-form-problem.unanswered', 'not answered: {name}', 'inte besvarat: {name}'),
  beyondCap: phrase(
    'tax-form-problem.beyond-cap',
    'row {row} is more than the {most} that may be deducted there',
    'rad {row} är mer än de {most} som får dras av där',
  ),
  noRate: phrase(
    'tax-form-problem.no-rate',
    'the rate of interest allocation of the year is not known: enter the rows by hand',
    'räntan för årets räntefördelning är inte känd: fyll i raderna för hand',
  ),
  onPaper: phrase(
    'tax-form-problem.on-paper',
    'the main form {form} is in no file, since its fields are not published: fill it in at the tax authority',
    'huvudblanketten {form} finns inte i någon fil, eftersom dess fält inte är publicerade: fyll i den hos Skatteverket',
  ),
  computationLacks: phrase(
    'tax-form-problem.computation-lacks',
    'the law’s table lacks values for the tax computation: enter the reserve’s rows and earlier deficits by hand',
    'lagens tabell saknar värden för skatteberäkningen: fyll i fondens rader och tidigare underskott för hand',
  ),
  computationDiffers: phrase(
    'tax-form-problem.computation-differs',
    'the result is {stated}, and {computed} by the tax computation that the tax is booked by',
    'resultatet är {stated}, men {computed} enligt skatteberäkningen som skatten bokförs efter',
  ),
  sharesDiffer: phrase(
    'tax-form-problem.shares-differ',
    'the partners have {shared} together, and the partnership has {result}',
    'delägarna har {shared} tillsammans, och bolaget har {result}',
  ),
}

/** A sentence with its values, in either language. */
export type Sentence = ReturnType<(typeof formProblems)['noRate']['said']>
