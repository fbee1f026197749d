// Documents as they came, beside what they become; shared by pages that show some.
export { Documents } from './Documents.tsx'
export { DocumentView } from './DocumentView.tsx'
export { DropDocument } from './DropDocument.tsx'
export { UploadView } from './UploadView.tsx'
export { dropped, uploadDocument } from './upload.ts'
