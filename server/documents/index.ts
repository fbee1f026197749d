// Documents: uploaded files, kept byte for byte, what they are by their content, and what they are connected to.

export {
  connectToEntry,
  connectToSupplierInvoice,
  giveEntryToUploadsOf,
  hasFile,
  orderUploadsOf,
  refusalOfUploadRef,
  releaseUpload,
  releaseUploadsOf,
  uploadsOfSupplierInvoice,
  wrongInUploadRef,
} from './connection.ts'
export { contentTypes } from './content.rules.ts'
export { judgeOf, wholePicture } from './content.ts'
export { documentsContribution } from './contribution.ts'
export { pictureOf } from './image.rules.ts'
export { contentLimits, documentRows } from './routes.ts'
export { safeNameOf } from './safe-name.rules.ts'
export { documentsService } from './service.ts'
export {
  type FileNamespace,
  type FileOwners,
  fetchFile,
  lockFile,
  readFile,
  type SharedFolder,
  storeFile,
} from './stored-file.ts'
export {
  createUpload,
  deleteUpload,
  downloadUpload,
  fetchUpload,
  getUpload as readUpload,
  listUploads,
  MAX_UPLOAD_BYTES,
  type Upload,
} from './upload.ts'
export { UploadRef } from './upload-ref.ts'
