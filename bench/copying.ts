// A yardstick for writing many rows: psql copies the same ones into tables with the same columns, checks and indexes,
// on the same server, in one transaction; without numbers, chains, witnesses or events.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from '#platform/sql'
import { findProgram } from './pgbench.ts'
import { processorTime } from './processor-time.ts'
import type { Service } from './service.ts'
import { output } from './workshop.ts'

/** Time limit for psql, in seconds. */
const PATIENCE_SECONDS = 600

/** The tables of entries, and the column of the company. */
const tables = [
  { schema: 'ledger', name: 'journal_entry', company: 'company_id' },
  { schema: 'ledger', name: 'journal_entry_item', company: 'company_id' },
  { schema: 'platform', name: 'event', company: 'tenant_id' },
] as const

/**
 * Copies the rows of a company's entries into empty tables: the elapsed time, and the processor time of the database.
 */
export type Copying = () => Promise<{ seconds: number; database: number }>

/** Null without psql. */
export const copyingOf = async (service: Service, companyId: string, folder: string): Promise<Copying | null> => {
  const psql = findProgram('psql')
  if (!psql) return null
  const { connection } = service
  const server = ['-h', connection.host, '-p', String(connection.port), '-U', connection.user]
  const words = [...server, '-d', connection.database, '-q', '-v', 'ON_ERROR_STOP=1']
  const run = async (name: string, lines: readonly string[]): Promise<number> => {
    const script = join(folder, `${name}.sql`)
    writeFileSync(script, `${lines.join('\n')}\n`)
    const started = performance.now()
    await output(psql, [...words, '-f', script], PATIENCE_SECONDS)
    return (performance.now() - started) / 1000
  }
  const copies = await Promise.all(
    tables.map(async ({ schema, name, company }) => {
      const { columns } = await service.database.one<{ columns: string }>(sql`
        select string_agg(quote_ident(attname), ', ' order by attnum) as columns from pg_attribute
        where attrelid = ${`${schema}.${name}`}::regclass and attnum > 0 and not attisdropped and attgenerated = ''`)
      return { schema, name, company, columns, file: join(folder, `${name}.copy`) }
    }),
  )
  await run('prepare', [
    'create schema yardstick;',
    ...copies.map(({ schema, name }) => `create table yardstick.${name} (like ${schema}.${name} including all);`),
    ...copies.map(
      ({ schema, name, company, columns, file }) =>
        `\\copy (select ${columns} from ${schema}.${name} where ${company} = '${companyId}') to '${file}'`,
    ),
  ])
  return async () => {
    await run('empty', [`truncate ${copies.map(({ name }) => `yardstick.${name}`).join(', ')};`])
    const all = copies.map(({ name, columns, file }) => `\\copy yardstick.${name} (${columns}) from '${file}'`)
    const worked = () => processorTime(service.pid, service.postmaster)?.database ?? Number.NaN
    const before = worked()
    const seconds = await run('copy', ['begin;', ...all, 'commit;'])
    return { seconds, database: worked() - before }
  }
}
