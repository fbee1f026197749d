// A document, whoever has it, as it is looked at.
export { DocumentView, type Place } from './DocumentView.tsx'
