// How much an export asks of the database: lists below resources are asked for together, and say what they say of each.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeholdersOf } from '#http'
import { rows } from '#programs/app'
import { exportedLists } from '#server/records/export'
import { ok } from '#support/entries'
import { member, type Owned, owned } from '#support/owned'
import { type DatabaseProxy, startProxy } from '#support/servers/database-proxy'
import { anEntry, type Service, startService } from '#support/service'
import { withMarkedParties } from './marked-parties.ts'

let service: Service
let behind: Service
let proxy: DatabaseProxy
let company: Owned
let headers: Record<string, string>
let work: string
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'grundbok-export-'))
  service = await startService({ alone: true })
  proxy = await startProxy(service.databaseUrl)
  behind = await startService({ beside: proxy.before(service) })
  company = await owned(service, { name: 'Bygg AB' })
  await withMarkedParties(service, company)
  headers = await member(service, company, 'owner')
  await more(3)
  await paid()
})
afterAll(async () => {
  rmSync(work, { recursive: true, force: true })
  await behind.close()
  await proxy.close()
  await service.close()
})

/** Some of each resource that has lists of its own, and something in one of these. */
const more = async (count: number): Promise<void> => {
  const customerRef = { id: ok(await company.get('/customers')).items[0].id }
  const lineItems = [{ itemType: 'salesItem', description: 'Vara', productType: 'goods', unitType: 'piece' }]
  for (let made = 0; made < count; made++) {
    const entry = ok(await company.post('/journal-entries', anEntry({ title: `Post ${made}` })))
    for (const content of ['Först', 'Sedan']) await company.post(`/journal-entries/${entry.id}/comments`, { content })
    ok(await company.post('/customers', { name: `Kund ${made}`, type: 'company' }))
    ok(
      await company.post('/invoices', {
        customerRef,
        invoiceDate: '2026-05-01',
        dueDate: '2026-05-31',
        lineItems: lineItems.map((line) => ({ ...line, quantity: 1, unitPrice: 10, taxRate: 25 })),
      }),
    )
  }
}

/** Two invoices, with two payments each. */
const paid = async (): Promise<void> => {
  const drafts = ok(await company.get('/invoices?query=status==draft')).items
  for (const { id } of drafts.slice(0, 2)) {
    ok(await company.post(`/invoices/${id}/publish`))
    const payment = { date: '2026-06-10', bookkeepingAccountNumber: 1930 }
    for (const sumBaseCurrency of [1, 2])
      ok(await company.post(`/invoices/${id}/payments`, { ...payment, sumBaseCurrency }))
  }
}

/** Takes the export; answers its folder, and the statements of the longest transaction. */
const taken = async (): Promise<{ folder: string; statements: string[] }> => {
  proxy.transactions()
  const answer = await fetch(`${company.url.replace(service.base, behind.base)}/export`, { headers })
  expect(answer.status).toBe(200)
  const own = mkdtempSync(join(work, 'taken-'))
  writeFileSync(join(own, 'export.zip'), Buffer.from(await answer.arrayBuffer()))
  execFileSync('unzip', ['-q', 'export.zip'], { cwd: own })
  const name = readdirSync(own).find((one) => one.startsWith('export-')) ?? ''
  const statements = proxy.transactions().reduce((one, other) => (other.length > one.length ? other : one), [])
  return { folder: join(own, name), statements }
}

/** Every item of a list as a client reads it, page by page. */
const allOf = async (path: string): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = []
  for (let next: string | null = `${path}?pageSize=100`; next !== null; ) {
    const answer = await company.as('GET', next)
    expect(answer.status, next).toBe(200)
    items.push(...(Array.isArray(answer.body) ? answer.body : answer.body.items))
    const cursor = Array.isArray(answer.body) ? undefined : answer.body.nextCursor
    next = cursor ? `${path}?pageSize=100&cursor=${encodeURIComponent(cursor)}` : null
  }
  return items
}

const pathOf = (path: string): string => path.replace('/companies/{companyId}', '')

test('lists below resources say what each of them says when it is asked for by itself', async () => {
  const { folder } = await taken()
  const below = exportedLists(rows).flatMap(({ row, parent }) => (parent ? [{ row, parent }] : []))
  const filled: string[] = []
  for (const { row, parent } of below) {
    const [placeholder = ''] = placeholdersOf(row.path).filter((name) => name !== 'companyId')
    const lines: string[] = []
    for (const { id } of await allOf(pathOf(parent.path)))
      for (const item of await allOf(pathOf(row.path).replace(`{${placeholder}}`, String(id))))
        lines.push(`${JSON.stringify({ [placeholder]: id, ...item })}\n`)
    const file = pathOf(row.path)
      .split('/')
      .filter((part) => part && !part.startsWith('{'))
      .join('-')
    expect(readFileSync(join(folder, 'register', `${file}.ndjson`), 'utf8'), file).toBe(lines.join(''))
    if (lines.length > 1) filled.push(file)
  }
  expect(filled).toEqual(expect.arrayContaining(['journal-entries-comments', 'invoices-payments']))
})

/** How many resources of each kind are added, and the most statements more: a page of a list may begin with them. */
const ADDED = 30
const MOST_MORE = 4

test('more resources are no more statements', async () => {
  const before = await taken()
  await more(ADDED)
  const after = await taken()
  const grown = after.statements.length - before.statements.length
  expect(grown, `${before.statements.length} statements, then ${after.statements.length}`).toBeLessThanOrEqual(
    MOST_MORE,
  )
})
