// No tenant starves another: the requests of others find a connection under any load from one company; and nothing slow
// is done while a transaction waits for it.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { object, type Row, row, Type } from '#http'
import { madeOutside, retryWithResults } from '#platform/retry-with-results'
import { sql } from '#platform/sql'
import { pngFile } from '#support/samples/sample-files'
import { voucherFile } from '#support/samples/voucher-file'
import { anEntry, request, requestsWith, type Service, startService, type TestCompany } from '#support/service'

const POOL = 4
/** Requests of each kind that the busy company sends at once: more than there are connections. */
const MANY = 10
const FILE_BYTES = 14 * 1024 * 1024

let service: Service
let busy: TestCompany
let other: TestCompany
beforeAll(async () => {
  // Locks are had in the end, however busy the machine is.
  service = await startService({ poolSize: POOL, patience: { lockMs: 120_000 } })
  busy = await service.newCompany({ name: 'Upptagna AB' })
  other = await service.newCompany({ name: 'Andra AB' })
})
afterAll(() => service.close())

const id = ({ status, text, body }: { status: number; text: string; body: { id: string } }): string => {
  expect(status, text).toBeLessThan(300)
  return body.id
}

const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }

const draftsOf = async (company: TestCompany, count: number): Promise<string[]> => {
  const customerRef = { id: id(await company.post('/customers', { name: 'Kund AB', type: 'company' })) }
  const made: string[] = []
  for (let left = count; left > 0; left -= 1) {
    made.push(id(await company.post('/invoices', { invoiceDate: '2026-06-10', customerRef, lineItems: [line] })))
  }
  return made
}

/** A file that takes long to read and says little. */
const largeFile = (): Buffer => {
  const said = `#OKÄND "${'x'.repeat(1000)}"\r\n`
  const [head, ...vouchers] = voucherFile(3, '2026-06-10').toString().split('#VER')
  return Buffer.from([`${head}${said.repeat(FILE_BYTES / said.length)}`, ...vouchers].join('#VER'), 'latin1')
}

test('a company that imports, waits for its own lock and publishes leaves connections to others', async () => {
  const published = await draftsOf(busy, MANY)
  for (const one of published) expect((await busy.post(`/invoices/${one}/publish`)).status).toBe(200)
  const pictured = await draftsOf(busy, MANY)
  const picture = pngFile({ width: 1500, height: 1500 })
  for (const one of pictured) id(await busy.upload(`/invoices/${one}/attachments`, 'bild.png', picture))

  const holder = new Client({ connectionString: service.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  await holder.query('select from ledger.book where company_id = $1 for update', [busy.id])
  let open = 0
  const counted = <T>(work: Promise<T>): Promise<T> => {
    open += 1
    return work.finally(() => {
      open -= 1
    })
  }
  const waiting = [
    busy.upload('/sie/import', 'stor.se', largeFile()),
    ...published.map((one) => busy.post(`/invoices/${one}/record`)),
    ...published.map(() => busy.post('/journal-entries', anEntry())),
    ...published.map(() => busy.get('/journal-entries')),
  ].map(counted)
  const publishing = pictured.map((one) => busy.post(`/invoices/${one}/publish`))

  for (let round = 0; round < MANY; round += 1) {
    const [read, post, ready] = await Promise.all([
      other.get('/journal-entries'),
      other.post('/journal-entries', anEntry()),
      request(`${service.origin}/ready`),
    ])
    expect([read.status, post.status, ready.status]).toEqual([200, 200, 200])
  }
  // All of it came in between: the lock is still held.
  expect(open).toBeGreaterThan(MANY)
  await holder.end()
  for (const { status, text } of await Promise.all([...waiting, ...publishing])) expect(status, text).toBe(200)
  expect((await other.get('/journal-entries')).body.totalItems).toBe(MANY)
})

test('documents that two services publish at once have the numbers that their papers say', async () => {
  const company = await service.newCompany()
  const beside = await startService({ beside: service })
  const doors = [company, requestsWith(company.url.replace(service.base, beside.base), company.token)]
  const made = await draftsOf(company, 6)
  // What encloses something is drawn before, with the number that it will have.
  for (const one of made) id(await company.upload(`/invoices/${one}/attachments`, 'bild.png', pngFile({ width: 30 })))
  const publish = async (one: string, place: number) => {
    const path = `/invoices/${one}/publish`
    for (;;) {
      const answer = await doors[place % doors.length]?.post(path)
      // Other transactions were faster too often: nothing was done.
      if (answer?.status !== 503) return answer
    }
  }
  const answers = await Promise.all(made.map(publish))
  expect(answers.map((answer) => answer?.status)).toEqual(made.map(() => 200))
  const rows = await service.database.rows<{ number: bigint; said: string; digest: Buffer }>(sql`
    select i.number, p.content ->> 'number' as said, p.pdf_digest as digest
    from sales.invoice i left join sales.paper p on p.company_id = i.company_id and p.invoice_id = i.id
    where i.company_id = ${company.id} order by i.number`)
  expect(rows.map(({ number, said }) => [String(number), said])).toEqual(
    made.map((_, index) => [String(index + 1), String(index + 1)]),
  )
  expect(new Set(rows.map(({ digest }) => digest.toString('hex'))).size).toBe(made.length)
  await beside.close()
})

/** An endpoint that needs something slow, and says how often its transaction began and what was open meanwhile. */
const slowRow = (makes: () => Promise<string>): Row =>
  row({
    method: 'POST',
    path: '/companies/{companyId}/slow',
    operationId: 'makeSlow',
    tag: 'Prov',
    summary: 'Make something slow',
    description: 'For tests.',
    scope: 'journal-entries:write',
    answer: { json: object({ thing: Type.String() }) },
    refusals: [],
    run: async (call) => {
      await call.db.rows(sql`select from ledger.book where company_id = ${call.companyId} for update`)
      return { thing: await madeOutside(call, 'thing', makes) }
    },
  })

test('what is slow is made while no transaction is open, once', async () => {
  let made = 0
  const open: bigint[] = []
  const slow = await startService({
    beside: service,
    table: [
      slowRow(async () => {
        made += 1
        const { count } = await slow.database.one<{ count: bigint }>(sql`
          select count(*) from pg_stat_activity
          where datname = current_database() and state like 'idle in transaction%'`)
        open.push(count)
        return 'sak'
      }),
    ],
  })
  const door = requestsWith(other.url.replace(service.base, slow.base), other.token)
  for (const headers of [{}, { 'idempotency-key': 'slow' }, { 'idempotency-key': 'slow' }]) {
    expect(await door.post('/slow', undefined, headers)).toMatchObject({ status: 200, body: { thing: 'sak' } })
  }
  expect([made, open]).toEqual([2, [0n, 0n]])
  await slow.close()
})

test('whom others overtake each time is told to come back', async () => {
  let asked = 0
  let made = 0
  const work = retryWithResults(async (given) => {
    asked += 1
    await madeOutside({ made: given }, `number ${asked}`, async () => {
      made += 1
    })
  })
  await expect(work).rejects.toMatchObject({ kind: 'lock', undone: true })
  expect(asked).toBe(made)
})
