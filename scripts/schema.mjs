// Writes database/schema.sql, the result of all migrations and functions, and increments the revision of the functions
// if they have changed. With --check it writes nothing, and fails if either is out of date. It needs an empty database:
// on the server of TEST_DATABASE_URL, as a superuser, or otherwise on an embedded one that it starts.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { root, serverCode } from './bundle.mjs'

const file = join(root, 'database', 'schema.sql')
const { startPostgres, migrate, schemaFolders, readFiles, readRevision, REVISION_FILE, dumpSchema } = await serverCode([
  `export { startPostgres } from '#postgres/postgres'`,
  `export { migrate, schemaFolders } from '#schema/migrate'`,
  `export { readFiles, readRevision, REVISION_FILE } from '#platform/functions'`,
  `export { dumpSchema } from '#postgres/schema-dump'`,
])
const folders = schemaFolders(root)
const REVISION_HEAD =
  '# The revision of the functions in this folder and the SHA-256 of them, counted by npm run schema.\n'
const isCheck = process.argv.includes('--check')
countRevision()

const schema = await onServer((url) =>
  onNewDatabase(url, async (connectionString) => {
    await migrate({ connectionString }, folders)
    return await dumpSchema({ connectionString })
  }),
)

if (!isCheck) {
  writeFileSync(file, schema)
} else if (current() !== schema) {
  console.error('database/schema.sql is out of date: run npm run schema')
  process.exitCode = 1
}

/** Increments the revision if the functions differ from the highest one; removes other lines. */
function countRevision() {
  const path = join(folders.functions, REVISION_FILE)
  const { digest } = readFiles(folders.functions)
  const counted = readRevision(folders.functions)
  if (counted?.digest === digest) return
  if (isCheck) {
    console.error(`${path} is out of date: run npm run schema`)
    process.exit(1)
  }
  writeFileSync(path, `${REVISION_HEAD}${(counted?.revision ?? 0) + 1} ${digest}\n`)
}

/** @returns {string} the current file; empty if there is none */
function current() {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/**
 * Runs `work` with the URL of a server.
 * @param {(url: string) => Promise<string>} work
 */
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
 * Runs `work` with the URL of an empty database.
 * @param {string} url
 * @param {(url: string) => Promise<string>} work
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
