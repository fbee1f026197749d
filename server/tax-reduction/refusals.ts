// Why a tax reduction is refused: whole requests, and single fields.
import { fault, refusal } from '#platform/refusal'

export const taxReductionRefusals = {
  none: refusal('not-found', 'The invoice {id} has no tax reduction'),
  nothingToSubmit: refusal(
    'not-found',
    'No invoice with {type} was paid by its customer from {from} to {to} and waits to be submitted',
  ),
  tooManyCases: refusal(
    'limit-exceeded',
    'There are {count} cases and a file takes {limit}: ask for part 1 to {parts}, one file each',
  ),
  notReady: refusal(
    'operation-not-allowed',
    'The tax reduction of invoice {id} is {status}: it is submitted when the customer has paid, and once',
  ),
  notSubmitted: refusal(
    'operation-not-allowed',
    'The tax reduction of invoice {id} is {status}: the tax authority answers what was submitted',
  ),
  unreadableNumbers: refusal(
    'operation-not-allowed',
    'The secret key that sealed the personal number of person {people} of invoice {number} is not here. Bring the key ' +
      'back, or credit the invoice and publish it anew with the number entered again',
  ),
  notRecorded: refusal('operation-not-allowed', 'The invoice {id} is not recorded yet: record the invoice first'),
}

export const taxReductionFaults = {
  lineWithoutReduction: fault('needs a tax reduction of the invoice'),
  lineOfOtherType: fault('must be {type}, as the tax reduction of the invoice is'),
  jobOfOtherType: fault('is no work of type {type}'),
  lineNotWork: fault('is for lines of services whose unitType is hour or unspecified'),
  noWork: fault('needs a line of work with a tax reduction'),
  tooManyHours: fault('is more than {limit} hours of one kind of work, which the tax authority does not take'),
  privateOnly: fault('is for customers of type private'),
  sekOnly: fault('is for invoices in SEK'),
  descriptionMissing: fault('must not be empty'),
  propertyMissing: fault('must be realEstate or housingDesignation: rot needs to know where the work was done'),
  propertyOfRut: fault('is for rot only'),
  propertyPartMissing: fault('is needed for {propertyType}'),
  propertyPartOfOther: fault('is not for {propertyType}'),
  tenantOrgNumber: fault('must be an organization number with its check digit'),
  personalNumber: fault('must be a personal number with its check digit, YYYYMMDD-NNNN'),
  unreadableNumber: fault('was sealed with a secret key that is not here: enter the personal number again'),
  personTwice: fault('is there twice'),
  tooYoung: fault('must be of somebody who is 18 or more at the end of {year}'),
  wholeKronor: fault('must be whole kronor'),
  nothingAsked: fault('must ask for something'),
  noRate: fault('has no rate for payments from {from} to {to}'),
  aboveShare: fault('asks for {asked} kronor: of work for {labour} kronor with tax at most {most} may be asked for'),
  aboveTotal: fault('asks for {asked} kronor, which is more than the invoice comes to'),
  aboveCap: fault('is above what the person may still have in {year}: {left} kronor'),
  typeMissing: fault('must say rot or rut: both wait to be submitted, and a file is of one type'),
  twoYears: fault('must be in the same year as from: a file is of one year'),
  backwards: fault('must not be before from'),
  noSuchPart: fault('there are {parts} parts'),
  amount: fault('must be above zero and at most {most} kronor, which the tax authority has not answered yet'),
}
