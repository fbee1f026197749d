// Moves of whole databases: an embedded one to the current PostgreSQL version, an external one onto the machines of its
// cluster.

import type { Answer } from '#admin/answer'
import { fromCaller, type Given, UsageError } from '#admin/arguments'
import type { Alone, Command } from '#admin/command'
import { identityService } from '#identity'
import { ledgerAdmin } from '#ledger'
import { revokedRights } from '#lifecycle/revoked-rights'
import { textFromOre } from '#platform/money'
import type { EmbeddedConnection } from '#postgres/postgres'
import { POSTGRES_MAJOR } from '#postgres/postgres-package'
import { upgradePostgres } from '#postgres/postgres-upgrade'
import { asOperator, openSystem, rootFolder, type System } from '#programs/system'
import { type Distributed, distribute, hasMovedRows, removeMovedRows } from '#schema/distribution-move'
import { SERVICE_ROLE } from '#schema/grants'
import { migrate, roleOf, schemaFolders } from '#schema/migrate'
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
  {
    name: 'database distribute',
    summary: 'Move a database with books in it onto the machines of its cluster, while the service is stopped',
    options: [],
    runAlone: (alone, _, report) => ontoMachines(alone, report),
  },
]

const upgrade = async ({ config, env }: Alone, given: Given, report: (sentence: string) => void): Promise<Answer> => {
  if (config.databaseUrl !== undefined) {
    throw new UsageError('DATABASE_URL names a PostgreSQL of your own: upgrade it by its own means')
  }
  const programs = given.text('programs')
  const grantee = { role: SERVICE_ROLE, make: true, revoked: revokedRights }
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

/** Verifies the books in a database that is not in use yet, with the files and the key of this installation. */
const faultsIn = async (
  { host, port, user, database }: EmbeddedConnection,
  env: Alone['env'],
  report: (sentence: string) => void,
): Promise<string[]> => {
  const url = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}&sslmode=disable`
  const system = await openSystem('command', report, { env: { ...env, DATABASE_URL: url } })
  try {
    const { faults } = await verifyAll(system, [], report)
    return faults.map(({ company, part, fault }) => `${company}, ${part}: ${fault}`)
  } finally {
    await system.close()
  }
}

/** Most companies that are named. */
const NAMED_COMPANIES = 50

const ontoMachines = async ({ config, env }: Alone, report: (sentence: string) => void): Promise<Answer> => {
  const { databaseUrl, migrationDatabaseUrl } = config
  if (databaseUrl === undefined) {
    throw new UsageError(
      'The embedded database stands on one machine: DATABASE_URL names a database whose extension citus knows others ' +
        '(docs/guides/scale.md)',
    )
  }
  const used = { connectionString: databaseUrl }
  const connection = { connectionString: migrationDatabaseUrl ?? databaseUrl }
  const grantee = migrationDatabaseUrl && { role: await roleOf(used), make: false, revoked: revokedRights }
  const distributed = await distribute(connection, {
    folders: schemaFolders(rootFolder()),
    grantee: grantee || undefined,
    sums: ledgerAdmin.sumsOfBooks.text,
    report,
  })
  if (!distributed && !(await hasMovedRows(connection)))
    return { json: { distributed: false }, text: 'The database is spread over the machines of its cluster already' }
  report('Verifying the books in their new place.')
  const system = await openSystem('command', report, { env })
  try {
    const { faults } = await verifyAll(system, [], report)
    const named = faults.map(({ company, part, fault }) => `${company}, ${part}: ${fault}`)
    if (faults.length === 0) await removeMovedRows(connection)
    const companies = distributed ? await withNames(system, distributed) : []
    const json = { distributed: true, ...countsOf(distributed), companies, faults: named }
    return { json, text: wordsOf(distributed, companies, named), failed: named.length > 0 }
  } finally {
    await system.close()
  }
}

type Compared = { id: string; name: string; rows: number; items: number; debit: string; credit: string }

const countsOf = (distributed: Distributed | null) =>
  distributed && { tables: distributed.tables, rows: Number(distributed.rows), machines: distributed.machines }

/** The contents of each company, before and after: equal, otherwise nothing was moved. */
const withNames = async (system: System, { companies }: Distributed): Promise<Compared[]> => {
  const known = await asOperator(system, (call) => identityService.listCompanies(call, NAMED_COMPANIES))
  const names = new Map(known.map(({ id, name }) => [id, name]))
  return companies
    .filter(({ id }) => names.has(id))
    .map(({ id, rows, sums }) => {
      const { items, debit, credit } = JSON.parse(sums)
      const name = names.get(id) ?? ''
      return {
        id,
        name,
        rows: Number(rows),
        items,
        debit: textFromOre(BigInt(debit)),
        credit: textFromOre(BigInt(credit)),
      }
    })
}

const wordsOf = (
  distributed: Distributed | null,
  companies: readonly Compared[],
  faults: readonly string[],
): string => {
  const compared = companies.map(
    ({ name, rows, items, debit, credit }) =>
      `  ${name}: ${rows} rows, ${items} items of entries, debit ${debit}, credit ${credit}`,
  )
  const more = (distributed?.companies.length ?? 0) - companies.length
  return [
    distributed
      ? `${distributed.rows} rows of ${distributed.tables} tables stand on ${distributed.machines} machines, and are the ` +
        'same as before. The same in:'
      : 'The database was spread already; what was left to do is done.',
    ...compared,
    ...(more > 0 ? [`  and ${more} more companies`] : []),
    ...(faults.length === 0
      ? ['The books are right. The service may start.']
      : ['The books were not found in order, and what stood on the first machine before is kept there:', ...faults]),
  ].join('\n')
}
