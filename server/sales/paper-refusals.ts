// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const downloadRefusals = {
  noCustomer: refusal(
    'operation-not-allowed',
    'The invoice has no customer yet: choose one, then see what the invoice will look like',
  ),
  textsTooLong: refusal(
    'operation-not-allowed',
    'The texts of the invoice are too long for one PDF: shorten its lines',
  ),
  notPublished: refusal('operation-not-allowed', 'The document {id} is a draft: publish it before you download it'),
}
