// Refusals of uploads: whole requests, and references to an upload.
import { fault, refusal } from '#platform/refusal'

export const uploadRefusals = {
  uploadNotFound: refusal('not-found', 'There is no upload {id} in this company'),
  uploadConnected: refusal('operation-not-allowed', 'Upload {id} is connected to {what} and cannot be deleted'),
  uploadOfAnother: refusal('not-found', 'Upload {id} is not connected to this supplier invoice'),
}

export const uploadFaults = {
  unknownUpload: fault('there is no upload {id}'),
  deletedUpload: fault('upload {id} is deleted'),
  connectedUpload: fault('upload {id} is already connected to {what}'),
  unknownEntry: fault('there is no journal entry {id}'),
}
