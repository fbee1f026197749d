// The building block of verification: a statement that finds no rows in sound books, and a sentence for each row found.
import { attemptIn, type Db } from '#platform/db'
import { raw, type Sql, sql } from '#platform/sql'
import { reasonOf } from '#platform/startup-error'

/** `{name}` in the sentence is replaced by that column of the row. */
export type Comparison = { sentence: string; statement: Sql }

/** The company that a statement is about: its id, or the column that has the id of each company of a set. */
export type CompanyTerm = string | Sql

/** How many faults of one kind are told for each company; the statements of comparisons are limited to it. */
export const MOST_FAULTS = 100

/** A sentence for every fault found. A statement that fails counts as a fault and does not stop the others. */
export const faultsOf = async (db: Db, comparisons: readonly Comparison[]): Promise<string[]> => {
  const faults: string[] = []
  for (const { sentence, statement } of comparisons) {
    try {
      const found = await attemptIn(db, () => db.rows<Record<string, unknown>>(statement))
      faults.push(...found.map((row) => sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(row[name]))))
    } catch (cause) {
      faults.push(`whether "${sentence}" could not be found out: ${reasonOf(cause)}`)
    }
  }
  return faults
}

/**
 * The companies of a set of which a query has rows. It is the query of one company, asked of each within one statement;
 * `offset 0` keeps the planner from making one join of it, which would read the tables whole. One that cannot be made
 * throws.
 */
export const companiesWith = async (
  db: Db,
  companyIds: readonly string[],
  query: (company: CompanyTerm) => Sql,
): Promise<string[]> => {
  const found = await db.rows<{ id: string }>(sql`
    select of_set.company_id as id from unnest(${companyIds}::uuid[]) as of_set (company_id)
    where exists (select from (${query(EACH_COMPANY)}) found offset 0)`)
  return found.map(({ id }) => id)
}

/** The companies of a set in which any of the comparisons finds something. */
export const companiesAtFault = async (
  db: Db,
  companyIds: readonly string[],
  comparisons: (company: CompanyTerm) => readonly Comparison[],
): Promise<string[]> => {
  const found: string[] = []
  for (const { statement } of comparisons(EACH_COMPANY)) {
    found.push(...(await companiesWith(db, companyIds, () => statement)))
  }
  return found
}

const EACH_COMPANY = raw('of_set.company_id')
