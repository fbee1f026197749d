// Why attachments are refused.
import { refusal } from '#platform/refusal'

export const attachmentRefusals = {
  attachmentNotFound: refusal(
    'not-found',
    'attachment.not-found',
    'There is no attachment {id} on this invoice',
    'Det finns ingen bilaga {id} till fakturan',
  ),
  attachmentsTooLarge: refusal(
    'limit-exceeded',
    'attachment.attachments-too-large',
    'The attachments of invoice {id} would be {size} bytes; at most {limit} in all are allowed',
    'Bilagorna till fakturan {id} skulle bli {size} byte; högst {limit} sammanlagt är tillåtet',
  ),
  tooManyAttachments: refusal(
    'limit-exceeded',
    'attachment.too-many-attachments',
    'An invoice can have at most {limit} attachments',
    'En faktura får ha högst {limit} bilagor',
  ),
}
