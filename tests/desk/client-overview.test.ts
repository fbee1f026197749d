// All client companies of an agency at a glance: what each one's own queue and key figures say, as soon as it changes.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tenant } from '#identity'
import { dayFrom } from '#platform/day'
import { kindsWaiting } from '#rules/desk/queue'
import { newAgency } from '#support/callers'
import { asking, logInAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let agency: Tenant
let busy: TestCompany
let quiet: TestCompany
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService({ alone: true })
  busy = checkedCompany(await service.newCompany({ name: 'Bråda AB' }))
  quiet = await service.newCompany({ name: 'Lugna AB' })
  agency = { type: 'agency', id: (await newAgency(service, [busy.id, quiet.id])).id }
  headers = (await logInAs(service, agency, 'consultant')).headers
  const { id } = ok(await busy.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 800, taxRate: 25 }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const invoice = ok(await busy.post('/invoices', { ...dates, customerRef: { id }, lineItems: [line] }))
  ok(await busy.post(`/invoices/${invoice.id}/publish`))
  ok(await busy.upload('/uploads', 'kvitto.png', pngFile()))
  ok(await busy.post('/journal-entries', anEntry()))
})
afterAll(() => service.close())

type Item = {
  id: string
  name: string
  isCurrent: boolean
  asOf: string | null
  counts: { kind: string; count: number; overdueCount: number }[]
  deadline: { kind: string; dueDate: string } | null
  figures: Record<string, number> | null
}
type Overview = { items: Item[]; waiting: number; hasMore: boolean }

const ask = (path: string, of = headers) => asking(service.base, of)('GET', path)
const overview = async (of = headers): Promise<Overview> => ok(await ask(`/agencies/${agency.id}/client-overview`, of))

/** Asked until everything is counted. */
const current = async (of = headers): Promise<Overview> => {
  const told = await overview(of)
  return told.waiting === 0 ? told : current(of)
}

const itemOf = ({ items }: Overview, { id }: TestCompany): Item => {
  const item = items.find((one) => one.id === id)
  if (!item) throw new Error(`${id} is not told of`)
  return item
}

test('each company is told as its own queue and key figures have it', async () => {
  const told = await current()
  expect(told.items.map(({ name }) => name)).toEqual(['Bråda AB', 'Lugna AB'])
  expect(told.hasMore).toBe(false)
  for (const company of [busy, quiet]) {
    const item = itemOf(told, company)
    const queue = ok(await ask(`/companies/${company.id}/queue`))
    const figures = ok(await ask(`/companies/${company.id}/reports/key-figures`))
    expect(item.counts.map(({ kind, count }) => ({ kind, count }))).toEqual(queue.counts)
    const overdue = queue.items.filter(({ isOverdue }: { isOverdue: boolean }) => isOverdue)
    expect(item.counts.reduce((sum, { overdueCount }) => sum + overdueCount, 0)).toBe(overdue.length)
    expect(item.deadline).toEqual(figures.deadlines[0] ?? null)
    expect(item.figures).toEqual({
      cash: figures.cash.amount,
      result: figures.yearSoFar.result,
      receivables: figures.receivables.amount,
      overdueReceivables: figures.receivables.overdueAmount,
      payables: figures.payables.amount,
    })
  }
  expect(itemOf(told, busy).counts.map(({ kind }) => kind)).toContain('receipt.unrecorded')
  expect(itemOf(told, busy).figures).toMatchObject({ cash: -500, overdueReceivables: 1000 })
})

test('what happens in one company changes that one, and a new day all of them', async () => {
  const before = await current()
  const asOf = (told: Overview) => [busy, quiet].map((company) => itemOf(told, company).asOf)
  service.setNow('2026-06-10T11:00:00Z')
  expect(asOf(await current())).toEqual(asOf(before))
  ok(await busy.post('/journal-entries', anEntry()))
  const after = await current()
  expect(itemOf(after, busy).figures?.cash).toBe(-1000)
  expect(itemOf(after, busy).asOf).toBe('2026-06-10T11:00:00Z')
  expect(itemOf(after, quiet)).toEqual(itemOf(before, quiet))
  service.setNow('2026-06-11T10:00:00.000Z')
  const own = (await logInAs(service, agency, 'administrator')).headers
  expect(asOf(await current(own))).toEqual(['2026-06-11T10:00:00Z', '2026-06-11T10:00:00Z'])
})

test('no one else gets it, and no program', async () => {
  const other: Tenant = { type: 'agency', id: (await newAgency(service, [])).id }
  const stranger = (await logInAs(service, other, 'administrator')).headers
  expect((await ask(`/agencies/${agency.id}/client-overview`, stranger)).status).toBe(403)
  expect(await overview(stranger).catch(() => 'refused')).toBe('refused')
  const own = ok(await ask(`/agencies/${other.id}/client-overview`, stranger))
  expect(own).toEqual({ items: [], waiting: 0, hasMore: false })
})

test('what waits is counted by kind, and what should be done by now', () => {
  const waiting = [
    { kind: 'invoice.unpaid', date: dayFrom('2026-06-09') },
    { kind: 'receipt.unrecorded', date: dayFrom('2026-06-10') },
    { kind: 'invoice.unpaid', date: dayFrom('2026-06-11') },
  ] as const
  expect(kindsWaiting(waiting, dayFrom('2026-06-10'))).toEqual([
    { kind: 'invoice.unpaid', count: 2, overdueCount: 1 },
    { kind: 'receipt.unrecorded', count: 1, overdueCount: 0 },
  ])
})
