// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const downloadRefusals = {
  notPublished: refusal(
    'operation-not-allowed',
    'The document {id} is a draft: it can be downloaded once it is published',
  ),
  keyMissing: refusal(
    'operation-not-allowed',
    'The PDF of invoice {number} shows personal numbers and was sealed with a secret key that is not here: bring the ' +
      'key back to read it',
  ),
}
