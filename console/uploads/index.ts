// Documents as they came, beside what they become, and what they say; shared by pages that show some.
export { Documents } from './Documents.tsx'
export { DropDocument } from './DropDocument.tsx'
export {
  type Mark,
  type Marks,
  ReadNote,
  ReadPlace,
  type ReadProposals,
  ReadSummary,
  readMark,
  useReading,
  useShownPlace,
} from './reading.tsx'
export { UploadView } from './UploadView.tsx'
export { dropped, isXml, sendEInvoice, uploadDocument, XML_TYPES } from './upload.ts'
export { useKeeping } from './use-keeping.ts'
