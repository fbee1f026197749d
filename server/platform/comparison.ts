// What verification shares: statements that find nothing in sound books, each with the sentence for a row it finds.
import { attemptIn, type Db } from '#platform/db'
import { reasonOf } from '#platform/postgres-folder'
import type { Sql } from '#platform/sql'

/** `{name}` in the sentence stands for that column of the row. */
export type Comparison = { sentence: string; statement: Sql }

/** How many faults of one kind are told for each company; the statements of comparisons are limited to it. */
export const MOST_FAULTS = 100

/** Every fault that the comparisons find, in words. One that cannot be made is a fault, and keeps no other from it. */
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
