// Errors of a database whose tables are those of another version.
import { codeOf } from '#platform/startup-error'

/** The codes for a missing schema, table, column, function or type. */
const MISSING: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883', '42704'])

/** Whether this is such an error. */
export const hasOtherTables = (cause: unknown): boolean => MISSING.has(codeOf(cause))
