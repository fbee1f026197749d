// Writes database/schema.sql: what all migrations add up to. With --check it writes nothing, and fails when the file
// is not what the migrations say. It needs an empty database: on the server of TEST_DATABASE_URL, as a superuser, or
// else on an embedded one that it starts for the purpose.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { root, serverCode } from './bundle.mjs'

const file = join(root, 'database', 'schema.sql')
const { startPostgres, migrate, dumpSchema } = await serverCode([
  `export { startPostgres } from '#platform/postgres'`,
  `export { migrate } from '#platform/migrate'`,
  `export { dumpSchema } from '#platform/schema-dump'`,
])

const schema = await onServer((url) =>
  onNewDatabase(url, async (connectionString) => {
    await migrate({ connectionString }, join(root, 'database', 'migrations'))
    return await dumpSchema({ connectionString })
  }),
)

if (!process.argv.includes('--check')) {
  writeFileSync(file, schema)
} else if (current() !== schema) {
  console.error('database/schema.sql is not what the migrations say: run npm run schema')
  process.exitCode = 1
}

/** @returns {string} the file as it is; empty when there is none */
function current() {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Runs `work` with the address of a server. @param {(url: string) => Promise<string>} work */
async function onServer(work) {
  if (process.env.TEST_DATABASE_URL) return await work(process.env.TEST_DATABASE_URL)
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-schema-'))
  try {
    const server = await startPostgres(folder, { settings: { fsync: 'off' } })
    const { host, port, user } = server.connection
    try {
      return await work(
        `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}&sslmode=disable`,
      )
    } finally {
      await server.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs `work` with the address of an empty database.
 * @param {string} url @param {(url: string) => Promise<string>} work
 */
async function onNewDatabase(url, work) {
  const name = `schema_${process.pid}`
  const address = new URL(url)
  address.pathname = `/${name}`
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`create database ${name} template template0 encoding 'UTF8'`)
    return await work(address.href)
  } finally {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.end()
  }
}
