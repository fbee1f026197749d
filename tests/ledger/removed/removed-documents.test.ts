// Documents that go with a removed fiscal year: those that are over, with all that belongs to them. What is left
// answers what it answered.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsContribution } from '#documents'
import { verifyWitnesses } from '#integrity/witness'
import { sql } from '#platform/sql'
import { salesContribution } from '#sales'
import { archiveContribution } from '#server/sales/archive/contribution'
import { ok } from '#support/entries'
import { member } from '#support/owned'
import { marksByTable } from '#support/reading/marks'
import { type Documented, documented } from '#support/samples/documented'
import { type Service, startService } from '#support/service'
import { removal, SECRET } from '#tests/ledger/aged'
import { allVerified } from '#tests/ledger/support'

let service: Service
let books: Documented
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
  books = await documented(service)
})
afterAll(() => service.close())

const inEnglish = { 'accept-language': 'en' }
const see = async (year: number) => ok(await books.company.as('GET', removal(books.years, year), undefined, inEnglish))
const remove = async (year: number) => ok(await books.company.as('POST', removal(books.years, year), {}, inEnglish))

/** Everything that verification finds in the books and in sales, and in the chain of witnesses. */
const faults = async (): Promise<string[]> => [
  ...(await allVerified(service, books.company.id)).faults,
  ...(await service.operateFor(books.company.id, salesContribution.verify)),
  ...(await service.operateFor(books.company.id, ({ db, companyId }) => verifyWitnesses(db, { companyId }))),
]

/** What is read of days that no removal touches, as text, byte for byte. */
const readsOf = async (from: string): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const read = async (path: string) => {
    const answer = await books.company.as('GET', path)
    expect(answer.status, path).toBe(200)
    found[path] = answer.text
  }
  for (const customer of Object.values(books.customers))
    await read(`/customers/${customer}/statement?from=${from}&to=2026-06-10`)
  for (const day of [from, '2018-12-31', '2026-06-10']) await read(`/reports/customer-ledger?on=${day}&details=true`)
  for (const year of [2018, 2019, 2025])
    for (const report of ['balance-sheet', 'income-statement', 'trial-balance', 'general-ledger'])
      await read(`/reports/${report}?fiscalYearId=${books.years[year]}`)
  for (const { id } of [books.invoices.owing, books.invoices.late18, books.invoices.now].flatMap((one) => one ?? []))
    for (const more of ['', '/payments', '/settlements', '/attachments']) await read(`/invoices/${id}${more}`)
  return found
}

const found = async (...names: string[]) => {
  const states: Record<string, number> = {}
  for (const name of names) states[name] = (await books.company.get(`/invoices/${books.invoices[name]?.id}`)).status
  return states
}

const OF_2016 = ['paid16', 'credited16', 'reminded16', 'reduced16']
const OF_2017 = ['paid17', 'credited17']
const LEFT = ['owing', 'late18', 'now']
const each = (names: string[], status: number) => Object.fromEntries(names.map((name) => [name, status]))

describe('the first year', () => {
  let before: Record<string, string>
  beforeAll(async () => {
    before = await readsOf('2017-01-01')
    // Those of the reduction that was put in by hand.
    expect(await faults()).toHaveLength(2)
  })

  test('the preview says what goes and what stays, and it is so', async () => {
    const preview = await see(2016)
    expect(preview).toMatchObject({
      removed: [
        { what: 'Entries with their items and tags' },
        { what: 'Reminders', count: 1 },
        { what: 'Credit notes', count: 1 },
        { what: 'Invoices with payments, tax reductions, attachments and mails', count: 4 },
      ],
      kept: [
        { what: 'Invoices that were not settled when the year ended', count: 3 },
        { what: 'Entries that invoices, credit notes and their payments refer to', count: 4 },
      ],
    })
    expect(await remove(2016)).toEqual({ ...preview, seal: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('what was over is not there any more, and the rest is', async () => {
    expect(await found(...OF_2016)).toEqual(each(OF_2016, 404))
    expect(await found(...OF_2017, ...LEFT)).toEqual(each([...OF_2017, ...LEFT], 200))
    expect(ok(await books.company.get('/reminders')).items).toEqual([])
  })

  test('what is left answers what it answered, byte for byte', async () => {
    expect(Object.values(before).every((text) => text.length > 20)).toBe(true)
    expect(await readsOf('2017-01-01')).toEqual(before)
    expect(await faults()).toEqual([])
  })
})

test('what stays of it is taken along with everything of the company', async () => {
  const headers = await member(service, books.company, 'administrator')
  const answer = await fetch(`${books.company.url}/export`, { headers })
  expect(answer.status).toBe(200)
  const work = mkdtempSync(join(tmpdir(), 'grundbok-removed-'))
  writeFileSync(join(work, 'export.zip'), Buffer.from(await answer.arrayBuffer()))
  const names = execFileSync('unzip', ['-Z1', join(work, 'export.zip')], { encoding: 'utf8' })
  rmSync(work, { recursive: true })
  const { owing, paid16 } = books.invoices
  expect(names).toMatch(new RegExp(`/år/tidigare/fakturor/[^/]*${owing?.number}[^/]*\\.pdf`))
  expect(names).not.toMatch(new RegExp(`/fakturor/[^/]*[^0-9]${paid16?.number}\\.pdf`))
})

test('what is asked of days that have gone is refused', async () => {
  const asked = async (path: string) => (await books.company.as('GET', path)).body.errors
  const end = '2016-12-31'
  expect(await asked(`/reports/customer-ledger?on=${end}`)).toEqual([
    { field: 'on', message: `reaches into a fiscal year that was removed: choose days after ${end}` },
  ])
  expect(await asked(`/customers/${books.customers.owing}/statement?from=${end}`)).toEqual([
    { field: 'from', message: `is in a fiscal year that was removed: choose a day after ${end}` },
  ])
})

test('what was open then goes with the year in which it came to its end', async () => {
  const before = await readsOf('2018-01-01')
  const { removed } = await remove(2017)
  expect(removed).toContainEqual({
    what: 'Invoices with payments, tax reductions, attachments and mails',
    count: 2,
  })
  expect(await found(...OF_2017)).toEqual(each(OF_2017, 404))
  expect(await readsOf('2018-01-01')).toEqual(before)
  expect(await faults()).toEqual([])
})

test('a customer whose documents have gone can be erased, and nothing of them is left', async () => {
  for (const name of [...OF_2016, ...OF_2017])
    ok(await books.company.as('POST', `/customers/${books.customers[name]}/erasure`, {}))
  const marks = await marksByTable(service)
  const left: Record<string, string[]> = {}
  for (const [table, names] of marks) {
    const own = [...names].filter((one) => /1[67]/.test(one))
    if (own.length > 0 && table !== 'platform.event') left[table] = own
  }
  expect(left).toEqual({})
})

test('files go once their rest is over', async () => {
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  expect(
    await documentsContribution.deleteDroppedFiles(
      service.database,
      service.standing,
      later,
      salesContribution.attachmentFiles,
    ),
  ).toBe(6)
  expect(
    await documentsContribution.deleteDroppedFiles(
      service.database,
      service.standing,
      later,
      archiveContribution.paperFiles,
    ),
  ).toBeGreaterThan(0)
  const left = sql`select count(*) as count from sales.dropped_paper where company_id = ${books.company.id}`
  expect(await service.database.one(left)).toEqual({ count: 0n })
})

test('numbers are not reused', async () => {
  const numbers = Object.values(books.invoices).map(({ number }) => Number(number))
  const { customer } = books.invoices.now ?? { customer: '' }
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
  const draft = { customerRef: { id: customer }, lineItems: [line], invoiceDate: '2026-06-10' }
  const { id } = ok(await books.company.post('/invoices', draft))
  const { invoiceNumber } = ok(await books.company.post(`/invoices/${id}/publish`))
  expect(Number(invoiceNumber)).toBe(Math.max(...numbers) + 1)
  expect(await faults()).toEqual([])
})
