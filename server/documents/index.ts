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

export { pictureOf } from './image.rules.ts'
export { documentPartyParts } from './party-data.ts'
export { countUploads, documentsRetainedTables, uploadsToRemove } from './removal.ts'
export { contentLimits, documentRows } from './routes.ts'
export { safeNameOf } from './safe-name.rules.ts'
export {
  companiesWrongInFiles,
  deleteDroppedFiles,
  deleteUnownedFiles,
  type FileNamespace,
  type FileOwners,
  fetchFile,
  folderOf,
  lockFile,
  ownersWithoutFile,
  readFile,
  type SharedFolder,
  storeFile,
  unownedFiles,
  verifyFiles,
} from './stored-file.ts'
export { todosOfUploads, uploadsRemainingWork } from './todo.ts'
export {
  companiesWrongInUploads,
  createUpload,
  deleteUpload,
  downloadUpload,
  fetchUpload,
  getUpload as readUpload,
  listUploads,
  MAX_UPLOAD_BYTES,
  type Upload,
  uploadFiles,
  verifyUploads,
} from './upload.ts'
export { UploadRef } from './upload-ref.ts'
export { uploadRefusals } from './upload-refusals.ts'
