// Why attachments are refused: whole requests, and the file.
import { fault, refusal } from '#platform/refusal'

export const attachmentRefusals = {
  attachmentNotFound: refusal('not-found', 'There is no attachment {id} on this invoice'),
  attachmentsTooLarge: refusal(
    'limit-exceeded',
    'The attachments of invoice {id} would be {size} bytes; they are at most {limit} in all',
  ),
  tooManyAttachments: refusal('limit-exceeded', 'An invoice takes at most {limit} attachments'),
}

export const attachmentFaults = {
  notTaken: fault('must be a JPEG, PNG or PDF file by its content'),
  damaged: fault('the picture could not be read: {reason}'),
  tooLarge: fault('the picture is {width} × {height} pixels; at most {most} × {highest} are taken'),
  unreadable: fault('the PDF could not be read'),
  encrypted: fault('the PDF is encrypted'),
  tooManyPages: fault('the PDF has more than {limit} pages'),
}
