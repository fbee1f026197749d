// Records the statements of one posted entry, or of a report, while the service's own code runs them, and makes a
// pgbench script of them, so that the comparison follows changes of the service.
import { callerReader } from '#guard/guard-callers'
import type { RowCall } from '#http'
import { operator } from '#platform/actor'
import type { Database, Db } from '#platform/db'
import type { Sql } from '#platform/sql'
import { rows } from '#programs/app'
import { bookTogether, entryOn } from './entry.ts'
import type { Company, Service } from './service.ts'

/** A pgbench script that posts an entry of this company like one request of the service, without keys. */
export const scriptOf = async (service: Service, company: Company, day: string): Promise<string> => {
  const statements: Sql[] = []
  const database = recording(service.database, statements)
  const readCaller = callerReader(database)
  // The first time includes work done once per minute, or once per process.
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

/** A read: an operation with the parameters of its path. */
export type Reading = { operationId: string; params: Readonly<Record<string, string>> }

/** A pgbench script that reads like one request of the service, and its number of round trips. */
export const readingScriptOf = async (
  service: Service,
  company: Company,
  { operationId, params }: Reading,
): Promise<{ script: string; roundTrips: number }> => {
  const row = rows.find((one) => one.operationId === operationId)
  if (!row) throw new Error(`There is no operation ${operationId}`)
  let isAtOnce = false
  const lookUps: Sql[] = []
  const statements: Sql[] = []
  for (let time = 1; time <= 2; time++) {
    lookUps.length = 0
    statements.length = 0
    const now = new Date()
    await callerReader(recording(service.database, lookUps))(company.token, { companyId: company.id }, now)
    const db = recording(service.database, statements)
    const call = { ...service.standing, db, now, actor: operator, from: null, companyId: company.id }
    const input = { language: 'sv', params, query: {}, body: undefined } as unknown as Parameters<typeof row.run>[1]
    isAtOnce = row.atOnce !== undefined && (await row.atOnce(call as unknown as RowCall, input)) !== null
    if (!isAtOnce) await row.run(call as unknown as RowCall, input)
  }
  const isTransaction = row.snapshot && !isAtOnce
  const read = statements.map((one) => `${inlined(one)};`)
  const lines = [
    ...lookUps.map((one) => `${inlined(one)};`),
    ...(isTransaction ? ['begin isolation level repeatable read, read only;', ...read, 'commit;'] : read),
  ]
  return { script: `${lines.join('\n')}\n`, roundTrips: lines.length }
}

/** The database, recording every statement. A transaction would add further statements, and none is expected. */
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
  const transaction = () => Promise.reject(new Error('A post is not expected to open a separate transaction'))
  // Callers are looked up on separate connections, but this is a statement of the post too.
  return { ...database, ...db, lookUps: db, transaction }
}

const inlined = ({ text, values }: Sql): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => literalOf(values[Number(place) - 1]))

const literalOf = (value: unknown): string => {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value)
  if (value instanceof Date) return quoted(value.toISOString())
  if (Array.isArray(value)) return quoted(`{${value.join(',')}}`)
  if (typeof value !== 'string') throw new Error(`A parameter of type ${typeof value} was not expected in a post`)
  const id = ENTRY_ID.exec(value)?.[1]
  if (!id) return quoted(value)
  // pgbench interprets a colon before a letter as a variable, even within quotes.
  const entry = value.replaceAll(id, '@ID@').replaceAll('":', '": ')
  return `replace(${quoted(entry)}, '@ID@', uuidv7()::text)::jsonb`
}

/** The position of the entry's id in the JSON: each run of the script needs a new one. */
const ENTRY_ID = /"entries":\[\{"id":"([0-9a-f-]{36})"/

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`
