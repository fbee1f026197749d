// Before all tests, once for the run and once for each kind of files: a PostgreSQL, and in it one database with the
// whole schema that each test copies its own from.
// TEST_DATABASE_URL names a server of yours, as a superuser; without it the embedded one is started for the run.
// What the service runs in threads is bundled, as it is for the programs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#platform/migrate'
import { startPostgres } from '#platform/postgres'

/** The server of this run: the address of its maintenance database, and the name of the database to copy. */
export type TestServer = { url: string; template: string }

declare module 'vitest' {
  // The name and shape of this are vitest's.
  interface ProvidedContext {
    postgres: TestServer
  }
}

const TEMPLATE = 'grundbok_template'

const undo: (() => Promise<void> | void)[] = []

export const setup = async (project: TestProject): Promise<void> => {
  try {
    execFileSync(process.execPath, [join('scripts', 'build.mjs'), 'threads'])
    const url = process.env.TEST_DATABASE_URL || (await startServer())
    await query(url, `drop database if exists ${TEMPLATE} with (force)`)
    await query(url, `create database ${TEMPLATE} template template0 encoding 'UTF8'`)
    undo.push(() => query(url, `drop database if exists ${TEMPLATE} with (force)`))
    await migrate({ connectionString: urlOfDatabase(url, TEMPLATE) }, join(process.cwd(), 'database', 'migrations'))
    project.provide('postgres', { url, template: TEMPLATE })
  } catch (error) {
    await teardown()
    throw error
  }
}

export const teardown = async (): Promise<void> => {
  for (const step of undo.splice(0).reverse()) await step()
}

/** Nothing of a test has to survive a power cut, and many files run beside each other. */
const TEST_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '300',
}

const startServer = async (): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-tests-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres(folder, { settings: TEST_SETTINGS })
  undo.push(() => server.stop())
  const { host, port, user } = server.connection
  return `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}&sslmode=disable`
}

/** The address of another database on the same server. */
export const urlOfDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const query = async (url: string, text: string): Promise<void> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}
