// Why there is nothing to download.
import { refusal } from '#platform/refusal'

export const downloadRefusals = {
  notPublished: refusal(
    'operation-not-allowed',
    'The document {id} is a draft: it can be downloaded once it is published',
  ),
}
