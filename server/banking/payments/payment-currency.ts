// The currency of a bank payment in statements.
import { type Sql, sql } from '#platform/sql'

/** The currency of the payment `p`, as `currencyOf` tells it: payments in Sweden are in kronor. */
export const currencyInSql = (p: Sql): Sql => sql`coalesce(${p}.recipient->>'currency', 'SEK')`
