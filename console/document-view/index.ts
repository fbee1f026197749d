// The view of a document of any owner.
export { DocumentView, type Place } from './DocumentView.tsx'
