// What PostgreSQL says where a database has not the tables that this version knows.
import { codeOf } from '#platform/postgres-folder'

/** The codes of a schema, table, column, function or type that is not there. */
const MISSING: ReadonlySet<string> = new Set(['3F000', '42P01', '42703', '42883', '42704'])

/** Whether that was thrown. */
export const hasOtherTables = (cause: unknown): boolean => MISSING.has(codeOf(cause))
