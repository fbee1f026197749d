// The statements that one posted entry, or a report, takes, written down while the service's own code runs them, and
// made into a script for pgbench. So the comparison follows whatever the service does.
import { callerReader } from '#guard-callers'
import type { RowCall } from '#http'
import { operator } from '#platform/call'
import type { Database, Db } from '#platform/db'
import type { Sql } from '#platform/sql'
import { reportRows } from '#reports'
import { bookTogether, entryOn } from './entry.ts'
import type { Company, Service } from './service.ts'

/** A script for pgbench that posts an entry of this company as one request of the service does, without keys. */
export const scriptOf = async (service: Service, company: Company, day: string): Promise<string> => {
  const statements: Sql[] = []
  const database = recording(service.database, statements)
  const readCaller = callerReader(database)
  // The first time brings what is done once a minute, or once a process.
  for (let time = 1; time <= 2; time++) {
    statements.length = 0
    const now = new Date()
    const { caller } = await readCaller(company.token, { companyId: company.id }, now)
    if (!caller || !('private' in caller)) throw new Error('The token of a company was not found')
    const { actor } = caller.private
    const call = { ...service.standing, db: database, now, actor, from: null, companyId: company.id }
    await bookTogether(call, [entryOn(day)])
  }
  return statements.map((statement) => `${inlined(statement)};\n`).join('')
}

/** A script for pgbench that reads a report without parameters as one request of the service does. */
export const readingScriptOf = async (service: Service, company: Company, operationId: string): Promise<string> => {
  const row = reportRows.find((one) => one.operationId === operationId)
  if (!row) throw new Error(`There is no report ${operationId}`)
  const lookUps: Sql[] = []
  const statements: Sql[] = []
  for (let time = 1; time <= 2; time++) {
    lookUps.length = 0
    statements.length = 0
    const now = new Date()
    await callerReader(recording(service.database, lookUps))(company.token, { companyId: company.id }, now)
    const db = recording(service.database, statements)
    const call = { ...service.standing, db, now, actor: operator, from: null, companyId: company.id }
    const input = { language: 'sv', params: {}, query: {}, body: undefined }
    await row.run(call as unknown as RowCall, input as unknown as Parameters<typeof row.run>[1])
  }
  const lines = [
    ...lookUps.map((one) => `${inlined(one)};`),
    'begin isolation level repeatable read, read only;',
    ...statements.map((one) => `${inlined(one)};`),
    'commit;',
  ]
  return `${lines.join('\n')}\n`
}

/** The database, with every statement added to a list. A transaction would be more than one statement, and is none. */
const recording = (database: Database, statements: Sql[]): Database => {
  const db: Db = {
    rows(statement, name) {
      statements.push(statement)
      return database.rows(statement, name)
    },
    one(statement, name) {
      statements.push(statement)
      return database.one(statement, name)
    },
    maybe(statement, name) {
      statements.push(statement)
      return database.maybe(statement, name)
    },
    tell: database.tell,
  }
  const transaction = () => Promise.reject(new Error('A post is not expected to open a transaction of its own'))
  // Callers are looked up on connections of their own, and yet by a statement of the post.
  return { ...database, ...db, lookUps: db, transaction }
}

const inlined = ({ text, values }: Sql): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1]))

const literalOf = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  if (value instanceof Date) return quoted(value.toISOString())
  if (Array.isArray(value)) return quoted(`{${value.join(',')}}`)
  if (typeof value !== 'string') throw new Error(`A ${typeof value} among the values of a post was not expected`)
  const id = ENTRY_ID.exec(value)?.[1]
  if (!id) return quoted(value)
  // A colon before a letter is a variable to pgbench, also within quotes.
  const entry = value.replaceAll(id, '@ID@').replaceAll('":', '": ')
  return `replace(${quoted(entry)}, '@ID@', uuidv7()::text)::jsonb`
}

/** Where the id of an entry stands in the entries' JSON: each run of the script books another one. */
const ENTRY_ID = /^\[\{"id":"([0-9a-f-]{36})"/

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
