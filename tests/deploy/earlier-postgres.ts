// A data folder that the service has worked in on an earlier major version of PostgreSQL.
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { expect } from 'vitest'
import { dayOf } from '#platform/day'
import { startPostgres } from '#postgres/postgres'
import { findEarlierPostgres } from '#postgres/postgres-package'
import { EARLIER_POSTGRES } from '#support/needs'
import { newDataDir, type RunningService, startMain } from '#support/programs'
import { anEntry, requestsWith } from '#support/service'

export const today = dayOf(new Date())

export type Filled = { dataDir: string; companyId: string; token: string; entries: string; numbers: Numbers }

/** How far the numbers have come that the database itself gives. */
type Numbers = Record<string, number>

export const numbersOf = async (client: Client): Promise<Numbers> => {
  const { rows } = await client.query('select sequencename as name, last_value as last from pg_sequences')
  return Object.fromEntries(rows.map(({ name, last }) => [name, Number(last ?? 0)]))
}

export const booksOf = async ({ base }: RunningService, { companyId, token }: Pick<Filled, 'companyId' | 'token'>) =>
  JSON.stringify((await requestsWith(`${base}/companies/${companyId}`, token).get('/journal-entries')).body)

export const earlier = () => findEarlierPostgres('17', EARLIER_POSTGRES)

/** A data folder that the service has worked in, on the earlier version. */
export const filledByEarlier = async (): Promise<Filled> => {
  const dataDir = newDataDir()
  const server = await startPostgres(dataDir, { programs: earlier() })
  const { host, port, user, database } = server.connection
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`
  const service = await startMain({ env: { DATA_DIR: dataDir, DATABASE_URL: url } })
  const { companyId, token } = service
  const company = requestsWith(`${service.base}/companies/${companyId}`, token)
  for (const title of ['Lokalhyra', "O'Brien \\N \\. \u00e5\u{1f600}"]) {
    expect((await company.post('/journal-entries', anEntry({ title, date: today }))).status).toBe(200)
  }
  expect((await company.upload('/uploads', 'kvitto.pdf', readFileSync('examples/kvitto.pdf'))).status).toBe(200)
  const entries = await booksOf(service, { companyId, token })
  expect(await service.stop()).toMatchObject({ code: 0 })
  const client = new Client(server.connection)
  await client.connect()
  const numbers = await numbersOf(client)
  await client.end()
  await server.stop()
  return { dataDir, companyId, token, entries, numbers }
}

/** The command that brings it to the present one. */
export const upgrade = ['database', 'upgrade', '--programs', EARLIER_POSTGRES]
