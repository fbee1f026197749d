// What reads any number of rows also reads one, and one at most.
import type { Db } from './db.ts'
import type { Sql } from './sql.ts'

export const readingBy = (rows: Db['rows']): Omit<Db, 'tell'> => {
  const maybe = async <Row>(statement: Sql, name?: string): Promise<Row | null> => {
    const found = await rows<Row>(statement, name)
    if (found.length > 1) throw new Error(`Expected one row at most, got ${found.length}: ${statement.text}`)
    return found[0] ?? null
  }
  const one = async <Row>(statement: Sql, name?: string): Promise<Row> => {
    const found = await maybe<Row>(statement, name)
    if (found === null) throw new Error(`Expected a row, got none: ${statement.text}`)
    return found
  }
  return { rows, one, maybe }
}
