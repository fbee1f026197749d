// The embedded database of an earlier PostgreSQL, brought to the one that comes along.
import { SERVICE_ROLE } from '#platform/grants'
import { migrate, schemaFolders } from '#platform/migrate'
import type { EmbeddedConnection } from '#platform/postgres'
import { POSTGRES_MAJOR } from '#platform/postgres-package'
import { upgradePostgres } from '#platform/postgres-upgrade'
import { openSystem, rootFolder } from '#system'
import { withheld } from '#withheld'
import type { Answer } from './answer.ts'
import { fromCaller, type Given, UsageError } from './arguments.ts'
import type { Alone, Command } from './command.ts'
import { verifyAll } from './verify.ts'

export const databaseCommands: readonly Command[] = [
  {
    name: 'database upgrade',
    summary: 'Bring the embedded database of an earlier PostgreSQL to the one that comes along',
    options: [
      {
        name: 'programs',
        value: 'FOLDER',
        description: 'The programs of the earlier PostgreSQL; those of the system if left out',
      },
    ],
    runAlone: (alone, given, report) => upgrade(alone, given, report),
  },
]

const upgrade = async ({ config, env }: Alone, given: Given, report: (sentence: string) => void): Promise<Answer> => {
  if (config.databaseUrl !== undefined) {
    throw new UsageError('DATABASE_URL names a PostgreSQL of your own: upgrade it by its own means')
  }
  const programs = given.text('programs')
  const grantee = { role: SERVICE_ROLE, make: true, withheld }
  const upgraded = await upgradePostgres(config.dataDir, {
    user: config.databaseSystemUser,
    programs: programs === undefined ? undefined : fromCaller(programs),
    report,
    migrate: (connection) => migrate(connection, schemaFolders(rootFolder()), grantee),
    verify: (connection) => faultsIn(connection, env, report),
  })
  if (upgraded === null) {
    return { json: { upgraded: false }, text: `The database is of PostgreSQL ${POSTGRES_MAJOR} already` }
  }
  const { from, to, rows, tables, kept } = upgraded
  const text =
    `The database is of PostgreSQL ${to} now, and was of ${from}: ${rows} rows of ${tables} tables are the same, and the ` +
    `books were verified. The old one is kept in ${kept}; remove it when you have a new backup.`
  return { json: { upgraded: true, ...upgraded }, text }
}

/** Verifies the books in a database that is not in its place yet, with the files and the key of this installation. */
const faultsIn = async (
  { host, port, user, database }: EmbeddedConnection,
  env: Alone['env'],
  report: (sentence: string) => void,
): Promise<string[]> => {
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`
  const system = await openSystem('command', report, { env: { ...env, DATABASE_URL: url, BACKUP_TO: '' } })
  try {
    const { faults } = await verifyAll(system, [], report)
    return faults.map(({ company, part, fault }) => `${company}, ${part}: ${fault}`)
  } finally {
    await system.close()
  }
}
