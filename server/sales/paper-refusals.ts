// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const downloadRefusals = {
  notPublished: refusal('operation-not-allowed', 'The document {id} is a draft: publish it before you download it'),
}
