// A document as it came, beside what it becomes; shared by pages that show one.
export { DocumentView } from './DocumentView.tsx'
