// A company that is moved to another machine while it is written to: nothing is lost, nothing is booked twice, and what
// keeps books whole is there as well. The service learns of it by itself.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { connectAt, type Home, homeOf } from '#support/servers/spread'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let first: Client
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  first = new Client({ connectionString: service.databaseUrl })
  await first.connect()
})
afterAll(async () => {
  await first.end()
  await service.close()
})

const home = async (): Promise<Home> => {
  const found = await homeOf(service.databaseUrl, company.id, service.usedDatabase.lookUps)
  if (!found) throw new Error('The database of this run is not spread over machines')
  return found
}

type Node = { host: string; port: number }

/** Waits until the machine that the last move left has dropped its copy: until then nothing moves back there. */
const cleaned = async (): Promise<void> => {
  const leftovers = async () => {
    await first.query('call citus_cleanup_orphaned_resources()')
    return (await first.query('select from pg_dist_cleanup')).rowCount
  }
  await expect.poll(leftovers, { timeout: 60_000 }).toBe(0)
}

/** Has the cluster move the company's group of shards to another machine, without asking us. */
const move = async (how: 'force_logical' | 'block_writes'): Promise<{ from: number; to: number }> => {
  const { machine } = (await home()).dress
  const { rows } = await first.query<Node>(
    'select nodename as host, nodeport as port from pg_dist_node where shouldhaveshards and nodeport <> $1 limit 1',
    [machine.port],
  )
  const [to] = rows
  if (!to) throw new Error('There is no other machine')
  await cleaned()
  await first.query(
    `select citus_move_shard_placement(
       get_shard_id_for_distribution_column('ledger.book', $1::uuid), $2, $3::integer, $4, $5::integer, $6)`,
    [company.id, machine.host, machine.port, to.host, to.port, how],
  )
  return { from: machine.port, to: to.port }
}

/** Posts one after the other until it is told to end; what was acknowledged. */
const posting = (round: string) => {
  let isOver = false
  const acknowledged: string[] = []
  const unclear: string[] = []
  const statuses = new Set<number>()
  const work = async (hand: number) => {
    for (let place = 1; !isOver; place += 1) {
      const title = `${round}-${hand}-${place}`
      const { status } = await company.post('/journal-entries', anEntry({ title }), { 'idempotency-key': title })
      statuses.add(status)
      if (status === 200) acknowledged.push(title)
      else unclear.push(title)
    }
  }
  const hands = Promise.all(Array.from({ length: HANDS }, (_, hand) => work(hand)))
  return {
    acknowledged,
    async end() {
      isOver = true
      await hands
      return { acknowledged, unclear, statuses }
    },
  }
}

const HANDS = 4

const titles = async (): Promise<string[]> => {
  const rows: string[] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await company.get(`/journal-entries?pageSize=100&cursor=${encodeURIComponent(cursor)}`)
    rows.push(...body.items.map(({ title }: { title: string }) => title))
    cursor = body.nextCursor
  }
  return rows
}

test.each(['force_logical', 'block_writes'] as const)(
  'moved under load, %s: all that was acknowledged is there once',
  async (how) => {
    const before = await titles()
    const load = posting(how)
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(3)
    const { to } = await move(how)
    const then = load.acknowledged.length
    await expect.poll(() => load.acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(then + 3)
    const { acknowledged, unclear, statuses } = await load.end()
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([])
    // What was not acknowledged is sent again under its key, as a client would.
    for (const title of unclear) {
      const { status } = await company.post('/journal-entries', anEntry({ title }), { 'idempotency-key': title })
      expect(status).toBe(200)
    }
    expect((await home()).dress.machine.port).toBe(to)
    expect((await titles()).sort()).toEqual([...before, ...acknowledged, ...unclear].sort())
    const books = await service.operateFor(company.id, ledgerContribution.verifyBooks)
    expect(books.fault).toBe(null)
  },
  180_000,
)

test('there and back again, it has its triggers', async () => {
  await company.post('/journal-entries', anEntry())
  // It is not requested in between: the machine that it comes back to knew it before.
  await move('block_writes')
  await move('block_writes')
  expect((await company.post('/journal-entries', anEntry())).status).toBe(200)
  const client = await connectAt(await home())
  const change = client.query(`update ledger.journal_entry set title = 'x' where company_id = $1`, [company.id])
  await expect(change).rejects.toMatchObject({ code: 'GB001' })
  await client.end()
}, 180_000)
