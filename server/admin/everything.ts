// All of the API, and what takes from it. Commands that need it load it then: others do without.
export { rows } from '#app'
export { archiveOf, exportCompany, makeExportReady, noteExport } from '#records'
