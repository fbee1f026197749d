// Tests on a cluster (Citus): TEST_DATABASE_URL is that of its first machine, whose database knows the others. The
// database of a test is a copy on each of them; what machines know of each other holds for the copies as well.
import { Client } from 'pg'

type Machine = { host: string; port: number }

/** How many groups of shards a database of a test has: each of them has every table once. */
const GROUPS = 4

/** The addresses of the other machines; none where the server is no cluster. */
export const machinesOf = async (url: string): Promise<string[]> => {
  const extension = await rows(url, `select from pg_extension where extname = 'citus'`)
  if (extension.length === 0) return []
  const machines = await rows<Machine>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards order by nodeid`,
  )
  return machines.map(({ host, port }) => {
    const address = new URL(url)
    address.hostname = host
    address.port = String(port)
    return address.href
  })
}

/** Makes a cluster of databases of one name. */
export const joinMachines = async (url: string, machines: readonly string[], database: string): Promise<void> => {
  for (const one of [...machines, url]) await rows(inDatabase(one, database), 'create extension citus')
  const first = inDatabase(url, database)
  const { hostname, port } = new URL(url)
  await rows(first, `select citus_set_coordinator_host('${hostname}', ${port})`)
  for (const one of machines) {
    const { hostname: host, port: at } = new URL(one)
    await rows(first, `select citus_add_node('${host}', ${at})`)
  }
  await rows(url, `alter database ${database} set citus.shard_count = ${GROUPS}`)
}

/** Ends all connections to a database that is to be copied, even those of the server's own maintenance. */
export const leaveAlone = async (servers: readonly string[], database: string): Promise<void> => {
  for (const one of servers) {
    await rows(one, `alter database ${database} allow_connections false`)
    await rows(one, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
  }
}

const inDatabase = (url: string, database: string): string => {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

const rows = async <Row>(url: string, text: string): Promise<Row[]> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}
