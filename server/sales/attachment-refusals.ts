// Why attachments are refused.
import { refusal } from '#platform/refusal'

export const attachmentRefusals = {
  attachmentNotFound: refusal('not-found', 'There is no attachment {id} on this invoice'),
  attachmentsTooLarge: refusal(
    'limit-exceeded',
    'The attachments of invoice {id} would be {size} bytes; at most {limit} in all are allowed',
  ),
  tooManyAttachments: refusal('limit-exceeded', 'An invoice takes at most {limit} attachments'),
}
