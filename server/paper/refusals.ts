// Why a document cannot be had in a form that it has otherwise.
import { refusal } from '#platform/refusal'

export const paperRefusals = {
  noElectronicInvoice: refusal('operation-not-allowed', 'There is no e-invoice of document {number}: {reasons}'),
}
