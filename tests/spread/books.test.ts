// Books in a database that is spread over machines: what is of a company stands on one of them, what a request says
// goes there and nowhere else, and what keeps books whole holds there too.
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sql } from '#platform/sql'
import { connectAt, type Home, homeOf } from '#support/servers/spread'
import { anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let companies: TestCompany[]
let homes: Home[]
beforeAll(async () => {
  // Requests of the month are counted, as in production.
  service = await startService({ limits: { perMinute: 0, monthlyQuota: 5000 } })
  companies = []
  for (let count = 0; count < COMPANIES; count += 1) companies.push(await service.newCompany())
  const { databaseUrl, usedDatabase } = service
  const found = await Promise.all(companies.map(({ id }) => homeOf(databaseUrl, id, usedDatabase.lookUps)))
  homes = found.map((home) => {
    if (!home) throw new Error('The database of this run is not spread over machines')
    return home
  })
})
afterAll(() => service.close())

/** So many that they stand on both machines: one in four thousand runs has them all on one. */
const COMPANIES = 13

const machineOf = ({ dress }: Home): number => dress.machine.port

test('companies stand on more than one machine', () => {
  expect(new Set(homes.map(machineOf)).size).toBeGreaterThan(1)
})

test('each machine has the books of its companies, and of no other', async () => {
  for (const [index, company] of companies.entries()) {
    await company.post('/journal-entries', anEntry({ title: `Nummer ${index}` }))
  }
  for (const [index, home] of homes.entries()) {
    const client = await connectAt(home)
    const { rows } = await client.query('select title from ledger.journal_entry where company_id = $1', [
      companies[index]?.id,
    ])
    await client.end()
    expect(rows.map(({ title }) => title)).toEqual([`Nummer ${index}`])
  }
  const lists = await Promise.all(companies.map((company) => company.get('/journal-entries')))
  expect(lists.map(({ body }) => body.items.length)).toEqual(companies.map(() => 1))
})

/** What the server says of a statement that goes through the planner of the cluster. */
const OF_CLUSTER = /Custom Scan \(Citus|Distributed Subplan|Task Count/

describe('a statement of a company', () => {
  const hot: [what: string, ask: (company: TestCompany) => Promise<{ status: number }>][] = [
    ['booking', (company) => company.post('/journal-entries', anEntry())],
    ['booking under a key', (company) => company.post('/journal-entries', anEntry(), { 'idempotency-key': 'a' })],
    ['the list of entries', (company) => company.get('/journal-entries?query=title~Nummer')],
    ['the chart', (company) => company.get('/chart-of-accounts')],
    ['the balance of an account', (company) => company.get('/chart-of-accounts/1930')],
    ['fiscal years', (company) => company.get('/fiscal-years')],
    ['a customer', (company) => company.post('/customers', { name: 'Kund AB', type: 'company' })],
    ['customers', (company) => company.get('/customers')],
    ['an invoice', draft],
    ['invoices', (company) => company.get('/invoices')],
    ['supplier invoices', (company) => company.get('/supplier-invoices')],
    ['events', (company) => company.get('/events')],
    ['the trial balance', (company) => company.get('/reports/trial-balance')],
    ['the income statement', (company) => company.get('/reports/income-statement')],
    ['the general ledger', (company) => company.get('/reports/general-ledger')],
    ['bank transactions', (company) => company.get('/bank-transactions')],
  ]

  test.each(hot)('goes to the one machine that has it: %s', async (_, ask) => {
    const company = companies[0]
    const home = homes[0]
    if (!company || !home) throw new Error('There is no company')
    const said = sayingOf()
    const { status } = await ask(company)
    const others = new Set<unknown>(companies.filter((one) => one !== company).map(({ id }) => id))
    // What is counted of the others may be settled meanwhile.
    const statements = said.end().filter(({ values }) => !values.some((value) => others.has(value)))
    expect(status).toBe(200)
    expect(statements.length).toBeGreaterThan(0)
    expect(new Set(statements.map(({ port }) => port))).toEqual(new Set([machineOf(home)]))
    const client = new Client({ connectionString: home.url })
    await client.connect()
    for (const { text, values } of statements) {
      await client.query('begin')
      const { rows } = await client.query(`explain ${text}`, values)
      await client.query('rollback')
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).not.toMatch(OF_CLUSTER)
    }
    await client.end()
  })
})

async function draft(company: TestCompany) {
  const customer = await company.post('/customers', { name: 'Kund AB', type: 'company' })
  return company.post('/invoices', {
    customerRef: { id: customer.body.id },
    invoiceDate: '2026-06-10',
    lineItems: [{ description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }],
  })
}

type Said = { port: number; text: string; values: unknown[] }

/** Hears what is said of companies, with the port of the machine that it is said to; until the end. */
const sayingOf = () => {
  const heard: Said[] = []
  const original = Client.prototype.query as (...given: unknown[]) => unknown
  Client.prototype.query = function (this: Client, ...given: unknown[]) {
    const [asked] = given as [Partial<Sql> & { text?: string }]
    const { text = '', values = [] } = typeof asked === 'string' ? { text: asked } : (asked ?? {})
    if (OF_COMPANIES.test(text) && values.length > 0) heard.push({ port: this.port, text, values: [...values] })
    return original.apply(this, given)
  } as typeof Client.prototype.query
  return {
    end() {
      Client.prototype.query = original as typeof Client.prototype.query
      return heard
    },
  }
}

/** Shards have a number behind their names, and tables of companies none in a query for all of them. */
const OF_COMPANIES = /\b(ledger|sales|purchasing|banking|plans)\.[a-z_]+/

describe('on its machine', () => {
  const refused: [what: string, state: string, text: string][] = [
    ['an entry is changed', 'GB001', `update ledger.journal_entry set title = 'x' where company_id = $1`],
    ['an entry is removed', 'GB001', 'delete from ledger.journal_entry where company_id = $1'],
    ['the items of an entry are removed', 'GB001', 'delete from ledger.journal_entry_item where company_id = $1'],
    ['an item is added to an entry', 'GB005', addedItem],
    ['an account with entries is removed', 'GB007', 'delete from ledger.account where company_id = $1'],
    ['a witness is removed', 'GB001', 'delete from platform.witness where chain_id = $1'],
    ['the history is removed', 'GB001', 'delete from platform.event where tenant_id = $1 and id is not null'],
  ]

  test.each(refused)('PostgreSQL refuses it when %s', async (_, state, text) => {
    const company = companies[0]
    const home = homes[0]
    if (!company || !home) throw new Error('There is no company')
    const client = await connectAt(home)
    await expect(client.query(text, [company.id])).rejects.toMatchObject({ code: state })
    await client.end()
  })

  test('PostgreSQL refuses a row of a company that stands elsewhere', async () => {
    const company = companies[0]
    const home = homes[0]
    const elsewhere = companies.find((_, index) => homes[index]?.dress.hold !== home?.dress.hold)
    if (!company || !home || !elsewhere) throw new Error('All companies stand together')
    const client = await connectAt(home)
    const text = `insert into ledger.series values ($1, gen_random_uuid(), 'A', 1, '')`
    await expect(client.query(text, [elsewhere.id])).rejects.toMatchObject({ constraint: 'of_this_group' })
    await client.end()
  })
})

const addedItem = `insert into ledger.journal_entry_item (company_id, journal_entry_id, line, account, debit, credit)
  select company_id, id, 9, 1930, 0, 0 + 1 from ledger.journal_entry where company_id = $1`
