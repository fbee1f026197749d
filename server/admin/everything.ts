// All of the API and its dependencies, loaded only by commands that need it.

import { codeOf } from '#platform/startup-error'
import { rows } from '#programs/app'
import { archiveOf, exportCompany, makeExportReady, noteExport } from '#records'

export { archiveOf, exportCompany, makeExportReady, noteExport, rows }

/** The codes for a missing schema, table, column, function or type. */
const MISSING: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883', '42704'])

/** Whether this is such an error. */
export const hasOtherTables = (cause: unknown): boolean => MISSING.has(codeOf(cause))
