// A service that is killed while it makes recurring invoices and sends them: started again, it goes on where it was,
// and each date has one invoice, one number and one mail.
import type { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { dayOf } from '#platform/day'
import { connectTo, endPrograms, newUsedDataDir, type RunningService, startMain, until } from '#support/programs'
import { openPost } from '#support/servers/post'
import { type Answer, requestsWith } from '#support/service'

afterAll(endPrograms)

const { companyId, token } = inject('installation')
const COUNT = 8
/** Where the service stands still: so many are made by then. */
const MADE = 3

const made = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

const api = ({ base }: RunningService) => requestsWith(`${base}/companies/${companyId}`, token)

/** Recurring invoices that are due today, and are sent. */
const dueToday = async (service: RunningService): Promise<void> => {
  const contactsDetails = [{ name: 'Karin', email: 'karin@kund.example', isDefault: true }]
  const { id } = made(await api(service).post('/customers', { name: 'Kund AB', type: 'company', contactsDetails }))
  const line = { description: 'Avtal', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }
  const schedule = { every: 1, unit: 'years', firstDate: dayOf(new Date()) }
  const body = { customerRef: { id }, lineItems: [line], schedule, outcome: 'sent' }
  for (let left = COUNT; left > 0; left -= 1) made(await api(service).post('/recurring-invoices', body))
}

const countOf = async (client: Client, from: string): Promise<number> =>
  (await client.query(`select count(*)::int as count from ${from}`)).rows[0].count

/** What is looked for now and then is looked for now, and what waits after a failure is tried. */
const hasten = async (client: Client): Promise<void> => {
  await client.query(`
    with hastened as (
      update platform.job set due_at = now()
      where kind in ('recurring.find', 'recurring.make', 'mail.send') and claim_id is null and due_at > now()
      returning 1)
    select pg_notify('grundbok_jobs', '') from hastened limit 1`)
}

/** Hastens until it is so. */
const hastenedUntil = (client: Client, isSo: () => Promise<boolean> | boolean) =>
  until(async () => {
    if (await isSo()) return true
    await hasten(client)
    return false
  })

/** Kills it; what it was doing is anybody's at once, and not only when its claims end by themselves. */
const kill = async (service: RunningService, client: Client): Promise<void> => {
  process.kill(service.pid, 'SIGKILL')
  await service.ended
  await client.query('update platform.job set due_at = now() where claim_id is not null')
}

test('killed while it makes and while it sends, it has made and sent each once', async () => {
  const { dataDir } = await newUsedDataDir()
  let isStuck = false
  let handedOver = 0
  const post = await openPost({
    onMailFrom: (_address, _session, done) => {
      // Silence: what has begun is never answered.
      if (isStuck) handedOver += 1
      else done()
    },
  })
  const env = { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0', SMTP_URL: `smtp://127.0.0.1:${post.port}` }
  let service = await startMain({ env })
  await dueToday(service)
  const client = await connectTo(dataDir)
  const holder = await connectTo(dataDir)

  // It stands still in the middle of making: another transaction holds the next one.
  await holder.query('begin')
  // In two statements: those that an offset leaves out would be held with it.
  const { rows: next } = await holder.query('select id from recurring.schedule order by id offset $1 limit 1', [MADE])
  await holder.query('select from recurring.schedule where id = $1 for update', [next[0].id])
  await hastenedUntil(client, async () => (await countOf(client, 'recurring.occurrence')) >= MADE)
  await until(async () => (await countOf(client, 'pg_locks where not granted')) > 0)
  await kill(service, client)
  await holder.query('rollback')
  expect(await countOf(client, 'recurring.occurrence')).toBe(MADE)
  const before = await countOf(client, 'sales.invoice where number is not null')
  expect(before).toBe(MADE)

  // It makes the others, and stands still while it hands mails over.
  isStuck = true
  service = await startMain({ env })
  await hastenedUntil(client, async () => (await countOf(client, 'recurring.occurrence')) === COUNT)
  await hastenedUntil(client, () => handedOver > 0)
  await kill(service, client)
  isStuck = false
  service = await startMain({ env })
  await hastenedUntil(client, async () => (await countOf(client, 'sales.sending where sent_at is not null')) === COUNT)

  const occurrences = "recurring.occurrence where failure is null and outcome = 'sent'"
  expect(await countOf(client, occurrences)).toBe(COUNT)
  const { rows } = await client.query('select number::int from sales.invoice order by number')
  expect(rows.map(({ number }) => number)).toEqual(Array.from({ length: COUNT }, (_, place) => place + 1))
  expect(await countOf(client, 'sales.sending')).toBe(COUNT)
  // A mail whose acceptance was not recorded goes out again, under the same id: a recipient who gets it twice can
  // recognize it.
  const ids = new Set(post.received.map(({ text }) => /^Message-ID: <([^@]+)@/im.exec(text)?.[1]))
  expect(ids.size).toBe(COUNT)
  await client.end()
  await holder.end()
  expect(await service.stop()).toMatchObject({ code: 0 })
  await post.close()
})
