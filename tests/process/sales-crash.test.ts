// A service that is killed while it publishes and records: asked again under the same Idempotency-Key, each document
// has one number and one entry, and the series has no hole.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { expect, inject, test } from 'vitest'
import { dayOf } from '#platform/day'
import {
  adminJson,
  connectTo,
  newUsedDataDir,
  type RunningService,
  serverOf,
  startMain,
  until,
} from '#support/programs'
import { type Answer, requestsWith } from '#support/service'

const { companyId, token } = inject('installation')

const api = ({ base }: RunningService) => requestsWith(`${base}/companies/${companyId}`, token)

const startOn = (dataDir: string) => startMain({ env: { DATA_DIR: dataDir, RATE_LIMIT_PER_MINUTE: '0' } })

const today = dayOf(new Date())
const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }

const made = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

const draftsOn = async (service: RunningService, count: number): Promise<string[]> => {
  const { id } = made(await api(service).post('/customers', { name: 'Kund AB', type: 'company' }))
  const invoice = { invoiceDate: today, customerRef: { id }, lineItems: [line] }
  const drafts: string[] = []
  for (let left = count; left > 0; left -= 1) drafts.push(made(await api(service).post('/invoices', invoice)).id)
  return drafts
}

const keyOf = (name: string) => ({ 'idempotency-key': name })

/** What comes back, or null when the connection ends before. */
const ask = (service: RunningService, path: string, key: string): Promise<Answer | null> =>
  api(service)
    .post(path, undefined, keyOf(key))
    .catch(() => null)

/** Sends a request and kills the service as soon as the database says that it is done, or has got where it should. */
const killWhen = async (service: RunningService, path: string, key: string, isThere: () => Promise<boolean>) => {
  const lost = ask(service, path, key)
  await until(isThere)
  process.kill(service.pid, 'SIGKILL')
  await Promise.all([lost, service.ended])
}

const numbersIn = async (client: Client): Promise<number[]> => {
  const { rows } = await client.query('select number from sales.invoice where number is not null order by number')
  return rows.map(({ number }) => Number(number))
}

const finds = async (client: Client, statement: string, ...values: unknown[]) =>
  (await client.query(statement, values)).rowCount !== 0

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test.concurrent('killed after the commit and before the answer, it gives the same answer again', async () => {
  const { dataDir } = await newUsedDataDir()
  let service = await startOn(dataDir)
  const [id = '', next = ''] = await draftsOn(service, 2)
  const client = await connectTo(dataDir)
  const steps: [path: string, key: string, done: string][] = [
    [`/invoices/${id}/publish`, 'publish', 'select from sales.invoice where id = $1 and number is not null'],
    [`/invoices/${id}/record`, 'record', 'select from sales.invoice where id = $1 and recorded_at is not null'],
    [`/invoices/${id}/credit`, 'credit', 'select from sales.invoice where credits_id = $1'],
  ]
  for (const [path, key, isDone] of steps) {
    await killWhen(service, path, key, () => finds(client, isDone, id))
    service = await startOn(dataDir)
    const again = await ask(service, path, key)
    expect(again?.headers.get('idempotent-replayed')).toBe('true')
    expect(made(again as Answer)).toMatchObject({ status: key === 'credit' ? 'draft' : 'published' })
    expect((await ask(service, path, key))?.body).toEqual(again?.body)
  }
  expect(made(await api(service).post(`/invoices/${next}/publish`)).invoiceNumber).toBe('2')
  expect(await numbersIn(client)).toEqual([1, 2])
  expect((await client.query('select from sales.invoice')).rowCount).toBe(3)
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: 1, faults: [] })
})

test.concurrent('killed before the commit, it has done nothing, and does it when asked again', async () => {
  const { dataDir } = await newUsedDataDir()
  let service = await startOn(dataDir)
  const [first = '', id = ''] = await draftsOn(service, 2)
  made(await api(service).post(`/invoices/${first}/publish`))
  const client = await connectTo(dataDir)
  const holder = await connectTo(dataDir)
  const steps: [path: string, lock: string][] = [
    [`/invoices/${id}/publish`, 'select from sales.counter for update'],
    [`/invoices/${id}/record`, 'select from ledger.book for update'],
  ]
  for (const [path, lock] of steps) {
    await holder.query('begin')
    await holder.query(lock)
    await killWhen(service, path, path, () => finds(client, 'select from pg_locks where not granted'))
    await holder.query('rollback')
    expect(await numbersIn(client)).toEqual(path.endsWith('publish') ? [1] : [1, 2])
    service = await startOn(dataDir)
    const again = await ask(service, path, path)
    expect(again?.headers.get('idempotent-replayed')).toBeNull()
    expect(made(again as Answer)).toMatchObject({ invoiceNumber: '2' })
  }
  expect(await service.stop()).toMatchObject({ code: 0 })
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: 1, faults: [] })
})

const DRAFTS = 30
const CLIENTS = 4

test.concurrent('service and database killed among many publications, all are finished without a hole', async () => {
  const { dataDir } = await newUsedDataDir()
  const service = await startOn(dataDir)
  const drafts = await draftsOn(service, DRAFTS)
  const answers = new Map<string, Answer>()
  const finish = async (by: RunningService, ids: readonly string[], kill: () => void) => {
    const left = [...ids]
    const client = async (): Promise<void> => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        for (const action of ['publish', 'record']) {
          const answer = await ask(by, `/invoices/${id}/${action}`, `${id} ${action}`.replace(' ', '-'))
          if (answer === null) return
          const key = `${id}-${action}`
          const before = answers.get(key)
          if (before) expect(answer.body).toEqual(before.body)
          expect(answer.status, answer.text).toBe(200)
          answers.set(key, answer)
          if (answers.size === DRAFTS) kill()
        }
      }
    }
    await Promise.all(Array.from({ length: CLIENTS }, client))
  }
  await finish(service, drafts, () => {
    for (const pid of [service.pid, serverOf(dataDir) ?? 0]) process.kill(pid, 'SIGKILL')
  })
  await service.ended
  expect(answers.size).toBeLessThan(2 * DRAFTS)

  const again = await startOn(dataDir)
  await finish(again, drafts, () => {})
  expect(answers.size).toBe(2 * DRAFTS)
  const client = await connectTo(dataDir)
  expect(await numbersIn(client)).toEqual(upTo(DRAFTS))
  expect(new Set([...answers.values()].map(({ body }) => body.invoiceNumber)).size).toBe(DRAFTS)
  expect(await again.stop()).toMatchObject({ code: 0 })
  expect(readdirSync(join(dataDir, 'work')).length).toBeLessThanOrEqual(CLIENTS)
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, entries: DRAFTS, faults: [] })
})
