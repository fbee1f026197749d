// A database as an earlier version left it: with the migrations before one that is named.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { migrate, schemaFolders } from '#schema/migrate'
import { createEmptyDatabase } from '#support/servers/database'

const folders = schemaFolders('.')

/** `ask` runs statements as the owner; `bringUp` applies the named migration and those after it, and
 * gives it the functions. */
export type EarlierDatabase = {
  url: string
  ask(text: string): Promise<Record<string, unknown>[]>
  bringUp(): Promise<unknown>
  drop(): Promise<void>
}

/** Makes a database that lacks the migration `name` (without its number), and all after it. */
export const databaseBefore = async (name: string): Promise<EarlierDatabase> => {
  const files = readdirSync(folders.migrations).sort()
  const at = files.findIndex((file) => file.slice('0000-'.length) === `${name}.sql`)
  if (at === -1) throw new Error(`There is no migration ${name}`)
  const database = await createEmptyDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-earlier-'))
  for (const file of files.slice(0, at)) copyFileSync(join(folders.migrations, file), join(folder, file))
  await migrate(database.connection, { migrations: folder })
  rmSync(folder, { recursive: true })
  return {
    url: database.url,
    ask: async (text) => {
      const client = new Client(database.connection)
      await client.connect()
      try {
        return (await client.query<Record<string, unknown>>(text)).rows
      } finally {
        await client.end()
      }
    },
    bringUp: () => migrate(database.connection, folders),
    drop: () => database.drop(),
  }
}
