// Refusals of downloads, and of characters that a PDF cannot show.
import { fault, refusal } from '#platform/refusal'

export const downloadRefusals = {
  noCustomer: refusal(
    'operation-not-allowed',
    'The invoice has no customer yet: choose one, then see what the invoice will look like',
  ),
  textsTooLong: refusal(
    'operation-not-allowed',
    'The texts of the invoice are too long for one PDF: shorten its lines',
  ),
  signsUnknown: refusal(
    'operation-not-allowed',
    'The invoice has signs that a PDF cannot show: write them in another way',
  ),
  notPublished: refusal('operation-not-allowed', 'The document {id} is a draft: publish it before you download it'),
}

export const paperFaults = {
  strangeSigns: fault('has {signs}, which no font of the PDF has: write it in another way'),
  strangeInCompany: fault(
    '"{text}", which the company says of itself, has {signs}, which no font of the PDF has: change it in the settings',
  ),
}
