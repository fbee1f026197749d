// Before all tests, once for the run: a PostgreSQL, and in it one database with the whole schema that each test copies
// its own from.
// TEST_DATABASE_URL names a server of yours, as a superuser; without it the embedded one is started for the run.
// What the service runs in threads is bundled, as it is for the programs.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { revokedRights } from '#lifecycle/revoked-rights'
import { startPostgres } from '#postgres/postgres'
import { SERVICE_ROLE } from '#schema/grants'
import { migrate, schemaFolders } from '#schema/migrate'
import { testSettings } from '#scripts/test-settings'
import { joinMachines, leaveAlone, machinesOf } from '#support/servers/cluster'

/**
 * The server of this run: the address of its maintenance database, the same of the other machines where it is a
 * cluster, and the name of the database to copy.
 */
type TestServer = { url: string; machines: string[]; template: string }

declare module 'vitest' {
  // The name and shape of this are vitest's.
  interface ProvidedContext {
    postgres: TestServer
  }
}

const TEMPLATE = 'grundbok_template'

/** What all kinds of files have in common: each loads this file anew, so it stands where they all find it. */
type Shared = { server: Promise<TestServer>; users: number; undo: (() => Promise<void> | void)[] }
const SHARED = Symbol.for('the PostgreSQL of this run')
const everywhere = globalThis as { [SHARED]?: Shared }

export const setup = async (project: TestProject): Promise<void> => {
  const undo: Shared['undo'] = []
  everywhere[SHARED] ??= { server: prepare(undo), users: 0, undo }
  everywhere[SHARED].users += 1
  try {
    project.provide('postgres', await everywhere[SHARED].server)
  } catch (error) {
    await teardown()
    throw error
  }
}

/** The last kind of files to be done undoes everything. */
const teardown = async (): Promise<void> => {
  const shared = everywhere[SHARED]
  if (!shared) return
  shared.users -= 1
  if (shared.users > 0) return
  for (const step of shared.undo.splice(0).reverse()) await step()
  delete everywhere[SHARED]
}

const prepare = async (undo: Shared['undo']): Promise<TestServer> => {
  execFileSync(process.execPath, [join('scripts', 'build.mjs'), 'parts'])
  const url = process.env.TEST_DATABASE_URL || (await startServer(undo))
  const machines = await machinesOf(url)
  for (const one of [...machines, url]) {
    await query(one, `drop database if exists ${TEMPLATE} with (force)`)
    await query(one, `create database ${TEMPLATE} template template0 encoding 'UTF8'`)
    undo.push(() => query(one, `drop database if exists ${TEMPLATE} with (force)`))
  }
  if (machines.length > 0) await joinMachines(url, machines, TEMPLATE)
  const template = { connectionString: urlOfDatabase(url, TEMPLATE) }
  await migrate(template, schemaFolders(process.cwd()), { role: SERVICE_ROLE, make: true, revoked: revokedRights })
  if (machines.length > 0) await leaveAlone([url, ...machines], TEMPLATE)
  const { password } = new URL(url)
  if (password) await query(url, `alter role ${SERVICE_ROLE} password '${decodeURIComponent(password)}'`)
  return { url, machines, template: TEMPLATE }
}

const startServer = async (undo: Shared['undo']): Promise<string> => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-tests-'))
  undo.push(() => rmSync(folder, { recursive: true, force: true }))
  const server = await startPostgres(folder, { settings: testSettings })
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

/** The same database as the service reaches it: by a role that owns nothing. */
export const urlOfService = (url: string): string => {
  const address = new URL(url)
  address.username = SERVICE_ROLE
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
