// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const archiveRefusals = {
  keyMissing: refusal(
    'operation-not-allowed',
    'The PDF of invoice {number} shows personal numbers and was sealed with a secret key that is not here: bring the ' +
      'key back to read it',
  ),
}
