// Opens a restored database of an external server, with PostgreSQL's programs of the same major version. That server's
// settings are not used: they could archive its log somewhere or load libraries that are missing here.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { reasonOf } from '#platform/startup-error'
import { type EmbeddedServer, type Owned, startPostgres } from '#postgres/postgres'
import { programsOf } from '#postgres/postgres-package'
import type { Config } from '#settings/config'

/** The running server with its URL; or why it could not be tried. */
type Opened = { server: EmbeddedServer; databaseUrl: string } | { untried: string }

/** Overrides for settings of the other server, in its own file or next to its data. */
const APART: Readonly<Record<string, string>> = {
  archive_mode: 'off',
  hot_standby: 'off',
  logging_collector: 'off',
  log_destination: 'stderr',
  max_prepared_transactions: '100',
  primary_conninfo: '',
  shared_preload_libraries: '',
  session_preload_libraries: '',
  local_preload_libraries: '',
  ssl: 'off',
}

/** Errors due to this machine, which do not concern the backup. */
const NOT_HERE = /locale|collation|incompatible with (?:operating system|server)|could not access file|library/i

/** Starts a server on `into/postgres/data`, with the role and the database of the settings. */
export const openForeign = async (
  into: string,
  major: string,
  { config, report }: { config: Config; report: (sentence: string) => void },
): Promise<Opened> => {
  const owned = ownedBy(config.migrationDatabaseUrl ?? config.databaseUrl)
  if (!owned) return { untried: 'DATABASE_URL does not name the database' }
  const programs = programsOf(major)
  if (!programs) return { untried: `PostgreSQL ${major} is not installed here` }
  const settings = join(into, 'check.conf')
  const access = join(into, 'check-access.conf')
  await writeFile(settings, '', { mode: 0o644 })
  await writeFile(access, 'local all all trust\n', { mode: 0o644 })
  try {
    const own = { ...APART, config_file: settings, hba_file: access, ident_file: settings }
    const server = await startPostgres(into, {
      user: config.databaseSystemUser,
      report,
      programs,
      owned,
      settings: own,
    })
    const { host, port, user, database } = server.connection
    const named = `${encodeURIComponent(user)}@localhost:${port}/${encodeURIComponent(database)}`
    return { server, databaseUrl: `postgres://${named}?host=${encodeURIComponent(host)}` }
  } catch (cause) {
    if (!NOT_HERE.test(reasonOf(cause))) throw cause
    return { untried: reasonOf(cause) }
  }
}

const ownedBy = (databaseUrl: string | undefined): Owned | null => {
  if (databaseUrl === undefined) return null
  const { username, pathname } = new URL(databaseUrl)
  const user = decodeURIComponent(username)
  const database = decodeURIComponent(pathname.slice(1)) || user
  return user === '' ? null : { user, database }
}
