// All of the API and its dependencies, loaded only by commands that need it.
import { rows } from '#programs/app'
import { archiveOf, exportCompany, makeExportReady, noteExport } from '#records'

export { archiveOf, exportCompany, makeExportReady, noteExport, rows }
