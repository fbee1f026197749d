// Refusals of uploads: whole requests, and references to an upload.
import { fault, refusal } from '#platform/refusal'

export const uploadRefusals = {
  uploadNotFound: refusal(
    'not-found',
    'upload.not-found',
    'There is no upload {id} in this company',
    'Det finns inget underlag {id} i företaget',
  ),
  uploadConnected: refusal(
    'operation-not-allowed',
    'upload.connected',
    'Upload {id} is connected to {what} and cannot be deleted',
    'Underlaget {id} hör till {what} och kan inte tas bort',
  ),
  uploadOfAnother: refusal(
    'not-found',
    'upload.of-another',
    'Upload {id} is not connected to this supplier invoice',
    'Underlaget {id} hör inte till den här leverantörsfakturan',
  ),
}

export const uploadFaults = {
  unknownUpload: fault('upload.unknown-upload', 'there is no upload {id}', 'det finns inget underlag {id}'),
  deletedUpload: fault('upload.deleted-upload', 'upload {id} is deleted', 'underlaget {id} är borttaget'),
  connectedUpload: fault(
    'upload.connected-upload',
    'upload {id} is already connected to {what}',
    'underlaget {id} hör redan till {what}',
  ),
  unknownEntry: fault('upload.unknown-entry', 'there is no journal entry {id}', 'det finns ingen verifikation {id}'),
}
