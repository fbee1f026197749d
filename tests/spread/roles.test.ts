// The role that the service works with, on machines that each have roles of their own.
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrate, schemaFolders } from '#schema/migrate'
import { newOwnCluster, type OwnCluster, programsOf, runOnServer } from '#support/servers/own-cluster'

let cluster: OwnCluster
beforeAll(async () => {
  cluster = await newOwnCluster({ programs: await programsOf(inject('postgres').url) })
})
afterAll(() => cluster?.remove())

/** As a user makes a role in a database of the first machine that is outside the cluster. */
const madeApart = (role: string) =>
  runOnServer(cluster.url.replace(/\/[a-z]+$/, '/postgres'), `create role ${role} login`)

const migratedFor = (role: string, make: boolean) =>
  migrate({ connectionString: cluster.url }, schemaFolders(process.cwd()), { role, make, revoked: [] })

test('a role of the operator that a machine lacks is named, with the machine, and nothing is spread', async () => {
  await madeApart('bookkeeping')
  const [first, ...others] = cluster.nodes
  const named = others.map(({ port }) => `127.0.0.1:${port}`).sort()
  const refused = await migratedFor('bookkeeping', false).then(
    () => null,
    (cause: Error) => [cause.constructor.name, cause.message],
  )
  expect(refused).toEqual([
    'StartupError',
    expect.stringContaining(`does not exist on ${named.join(', ')}: create it there`),
  ])
  expect(refused?.[1]).not.toContain(String(first?.port))
  expect(await runOnServer(cluster.url, 'select from pg_dist_partition')).toEqual([])
  for (const { url } of others)
    await runOnServer(url, `set citus.enable_create_role_propagation = off; create role bookkeeping login`)
  expect((await migratedFor('bookkeeping', false)).join()).toContain('tables spread over the machines')
})

test('our own role is made on every machine, wherever it is already', async () => {
  await madeApart('grundbok_service')
  await migratedFor('grundbok_service', true)
  for (const { url } of cluster.nodes) {
    const [may] = await runOnServer<{ may: boolean }>(
      url,
      `select has_table_privilege('grundbok_service', 'ledger.book', 'select') as may`,
    )
    expect(may).toEqual({ may: true })
  }
})
