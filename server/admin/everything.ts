// All of the API, and what takes from it. Commands that need it load it then: others do without.
import { rows } from '#app'
import { archiveOf, exportCompany, makeExportReady, noteExport } from '#records'

export { archiveOf, exportCompany, makeExportReady, noteExport, rows }
