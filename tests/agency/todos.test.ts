// To-dos: worked out from the books, for members, in the language that is asked for; and the list over companies.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClientCompany, addMember, changeCompany, setVatSetting } from '#identity'
import { createFiscalYear } from '#ledger'
import { type Day, dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { purchasingAdmin } from '#purchasing'
import { bookUnpaid } from '#sales'
import { newIntegration } from '#support/callers'
import { checkedCompany } from '#support/checked'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'
import { todosIn } from '#todo/todo'
import { reportVat, vatContribution } from '#vat'
import { asToken, type Member, newMember, newStaffedAgency, ok, type Requests, said } from './support.ts'

const plainly = { force: false, dryRun: false }

let service: Service
let api: Requests
let agency: { id: string; path: string; administrator: Member }

beforeAll(async () => {
  service = await startService()
  agency = await newStaffedAgency(service)
  const { token } = await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })
  api = asToken(service, token)
})
afterAll(() => service.close())

/** A client company of the agency whose books are empty, and a member of it. */
const newClient = async (
  name = 'Klienten AB',
  accountingMethod: 'accrual' | 'cash' = 'accrual',
  fiscalYear: [string, string] = ['2026-01-01', '2026-12-31'],
): Promise<{ client: TestCompany; member: Member }> => {
  const client = checkedCompany(await service.newCompany({ name, accountingMethod, fiscalYear }))
  await service.operate((call) => addClientCompany(call, { agencyId: agency.id, companyId: client.id }))
  return { client, member: await newMember(service, { type: 'company', id: client.id }) }
}

const todosAt = (client: TestCompany, member: { id: string }) =>
  `${agency.path}/companies/${client.id}/users/${member.id}/todos`

const inLanguage = (path: string, language?: string) =>
  api.get(path, language === undefined ? {} : { 'accept-language': language })

/** Prepared amounts have spaces that do not break. */
const plain = (text: string) => text.replace(/\u00a0|\u202f/g, ' ')

const upload = async (client: TestCompany, description: string): Promise<string> =>
  ok(await client.upload('/uploads', `${description}.png`, pngFile())).id

const bought = async (client: TestCompany, name: string, totalAmount: number, dueDate: string): Promise<string> => {
  const supplier = ok(await client.post('/suppliers', { name }))
  const body = {
    supplierRef: { id: supplier.id },
    invoiceNumber: '4711',
    invoiceDate: '2026-06-01',
    dueDate,
    totalAmount,
  }
  return ok(await client.post('/supplier-invoices', body)).id
}

const sold = async (
  client: TestCompany,
  name: string,
  unitPrice: number,
  dueDate: string,
  invoiceDate = '2026-06-02',
): Promise<string> => {
  const customer = ok(await client.post('/customers', { name, type: 'company' }))
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice, taxRate: 25 }
  const body = { customerRef: { id: customer.id }, invoiceDate, dueDate, lineItems: [line] }
  const { id } = ok(await client.post('/invoices', body))
  ok(await client.post(`/invoices/${id}/publish`))
  return id
}

/** Publishes a credit note of the whole invoice that has this place among them, the newest first. */
const credited = async (client: TestCompany, place: number): Promise<string> => {
  const invoice = ok(await client.get('/invoices')).items[place - 1]
  const { id } = ok(await client.post(`/invoices/${invoice.id}/credit`))
  ok(await client.post(`/credit-notes/${id}/publish`))
  return id
}

const toSign = async (client: TestCompany, amount: number): Promise<void> => {
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', message: 'Tack' }
  ok(await client.post('/bank-payments', { amount, paymentDate: '2026-06-12', recipientRef }))
}

const taxed = async (client: TestCompany, date: string): Promise<void> => {
  const items = [
    { account: 1930, debit: 125 },
    { account: 3001, credit: 100 },
    { account: 2611, credit: 25 },
  ]
  ok(await client.post('/journal-entries', { title: 'Försäljning', date, items }))
}

/** What the books of the first client ask for, oldest first. */
const todosOfClient = [
  {
    resourceType: 'vat',
    actionType: 'toRecord',
    totalAmount: null,
    date: '2026-05-12',
    title: 'Redovisa moms för januari–mars 2026',
  },
  {
    resourceType: 'invoice',
    actionType: 'toRecord',
    totalAmount: 2500,
    date: '2026-06-02',
    title: 'Bokför fakturan på 2 500,00 kr till Kunden AB (faktura 1)',
  },
  {
    resourceType: 'receipt',
    actionType: 'toRecord',
    totalAmount: null,
    date: '2026-06-10',
    title: 'Bokför underlaget kvitto.png',
  },
  {
    resourceType: 'payment',
    actionType: 'toSchedulePay',
    totalAmount: 300,
    date: '2026-06-12',
    title: 'Signera betalningen på 300,00 kr till Papper AB',
  },
  {
    resourceType: 'supplierInvoice',
    actionType: 'toPay',
    totalAmount: 1250.5,
    date: '2026-06-20',
    title: 'Betala 1 250,50 kr till Papper AB (faktura 4711)',
  },
  {
    resourceType: 'invoice',
    actionType: 'getPaid',
    totalAmount: 2500,
    date: '2026-07-02',
    title: 'Få betalt 2 500,00 kr av Kunden AB (faktura 1)',
  },
]

describe('of a company', () => {
  test('come from its books, oldest first, and go with what is done', async () => {
    const { client, member } = await newClient()
    const path = todosAt(client, member)
    expect(ok(await inLanguage(path))).toEqual([])
    const receipt = await upload(client, 'kvitto')
    const supplierInvoice = await bought(client, 'Papper AB', 1250.5, '2026-06-20')
    const invoice = await sold(client, 'Kunden AB', 2000, '2026-07-02')
    await toSign(client, 300)
    await service.operateFor(client.id, (call) => setVatSetting(call, 'quarterly'))
    await taxed(client, '2026-03-15')
    await taxed(client, '2026-04-15')
    const todos = ok(await inLanguage(path))
    expect(todos.map((todo: { title: string }) => ({ ...todo, title: plain(todo.title) }))).toEqual(todosOfClient)
    const left = async () => ok(await inLanguage(path)).map((todo: { title: string }) => plain(todo.title))
    const before = (await left()).length
    await taxed(client, '2026-06-05')
    const entry = ok(
      await client.post('/journal-entries', {
        title: 'Kvitto',
        date: '2026-06-05',
        uploadRef: { id: receipt },
        items: [
          { account: 6110, debit: 10 },
          { account: 1930, credit: 10 },
        ],
      }),
    )
    expect(entry.uploadRef).toEqual({ id: receipt })
    ok(await client.post(`/invoices/${invoice}/record`))
    const payment = { date: '2026-06-10', sumBaseCurrency: 1000, bookkeepingAccountNumber: 1930 }
    ok(await client.post(`/invoices/${invoice}/payments`, payment))
    const lines = [{ account: 6110, netAmount: 1000.4 }]
    ok(await client.post(`/supplier-invoices/${supplierInvoice}/record`, { lines }))
    ok(await client.post(`/supplier-invoices/${supplierInvoice}/payments`, { date: '2026-06-10', amount: 1250.5 }))
    await service.operateFor(client.id, (call) =>
      reportVat(call, { start: '2026-01-01' as Day, end: '2026-03-31' as Day, isElsewhere: true }, plainly),
    )
    expect([before, await left()]).toEqual([
      6,
      ['Signera betalningen på 300,00 kr till Papper AB', 'Få betalt 1 500,00 kr av Kunden AB (faktura 1)'],
    ])
  })

  test('call credit notes what they are, with amounts below zero', async () => {
    const { client, member } = await newClient()
    await service.operateFor(client.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
    ok(await client.post(`/invoices/${await sold(client, 'Kunden AB', 2000, '2026-07-02')}/record`))
    await credited(client, 1)
    await bought(client, 'Papper AB', -100, '2026-06-20')
    const told = async (language: string) =>
      ok(await inLanguage(todosAt(client, member), language)).map((todo: { title: string; totalAmount: number }) => [
        plain(todo.title),
        todo.totalAmount,
      ])
    expect(await told('sv')).toEqual([
      ['Bokför kreditfakturan på 2 500,00 kr till Kunden AB (kreditfaktura 2)', -2500],
      ['Attestera kreditfakturan på 100,00 kr från Papper AB (kreditfaktura 4711)', -100],
    ])
    expect(await told('en')).toEqual([
      ['Book the credit note of SEK 2,500.00 to Kunden AB (credit note 2)', -2500],
      ['Approve the credit note of SEK 100.00 from Papper AB (credit note 4711)', -100],
    ])
  })

  test('name what waits for an approval, and not what the cash method never records', async () => {
    const { client, member } = await newClient('Kontant AB', 'cash')
    await service.operateFor(client.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
    const id = await bought(client, 'Papper AB', 100, '2026-06-20')
    await sold(client, 'Kunden AB', 100, '2026-06-30')
    const titles = async () =>
      ok(await inLanguage(todosAt(client, member), 'en')).map((todo: { title: string }) => plain(todo.title))
    const unpaid = 'Collect SEK 125.00 from Kunden AB (invoice 1)'
    expect(await titles()).toEqual(['Approve SEK 100.00 to Papper AB (invoice 4711)', unpaid])
    await service.operateFor(client.id, (call) => purchasingAdmin.approveSupplierInvoice(call, { id }))
    expect(await titles()).toEqual(['Pay SEK 100.00 to Papper AB (invoice 4711)', unpaid])
  })

  test('name what is sold in the Union, which the cash method records as well', async () => {
    const { client, member } = await newClient('Kontant AB', 'cash')
    const address = { line1: 'Gatan 1', postalCode: '00100', city: 'Helsingfors', country: 'FI' }
    const buyer = { name: 'Kunden Oy', type: 'company', vatNumber: 'FI20774740', address }
    const customer = ok(await client.post('/customers', buyer))
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 0 }
    const dates = { invoiceDate: '2026-06-02', dueDate: '2026-06-30' }
    const { id } = ok(await client.post('/invoices', { customerRef: { id: customer.id }, ...dates, lineItems: [line] }))
    ok(await client.post(`/invoices/${id}/publish`))
    const titles = async () =>
      ok(await inLanguage(todosAt(client, member), 'en')).map((todo: { title: string }) => plain(todo.title))
    const unpaid = 'Collect SEK 100.00 from Kunden Oy (invoice 1)'
    expect(await titles()).toEqual(['Book the invoice of SEK 100.00 to Kunden Oy (invoice 1)', unpaid])
    ok(await client.post(`/invoices/${id}/record`))
    expect(await titles()).toEqual([unpaid])
  })

  test('name what is paid and not recorded under the cash method, which no period ends over', async () => {
    const { client, member } = await newClient('Kontant AB', 'cash')
    const id = await sold(client, 'Kunden AB', 100, '2026-06-30')
    const add = async (sumBaseCurrency: number, date: string): Promise<string> =>
      ok(await client.post(`/invoices/${id}/payments`, { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 })).id
    const told = async (language: string) =>
      ok(await inLanguage(todosAt(client, member), language)).map((todo: { title: string }) => ({
        ...todo,
        title: plain(todo.title),
      }))
    const first = await add(100, '2026-06-08')
    const second = await add(25, '2026-06-09')
    const todo = { resourceType: 'payment', actionType: 'toRecord', totalAmount: 125, date: '2026-06-08' }
    expect(await told('sv')).toEqual([{ ...todo, title: 'Bokför betalningen på 125,00 kr från Kunden AB (faktura 1)' }])
    ok(await client.post(`/invoices/${id}/payments/${first}/record`))
    const title = 'Book the payment of SEK 25.00 from Kunden AB (invoice 1)'
    expect(await told('en')).toEqual([{ ...todo, title, totalAmount: 25, date: '2026-06-09' }])
    ok(await client.post(`/invoices/${id}/payments/${second}/record`))
    expect(await told('en')).toEqual([])
    const back = await add(-25, '2026-06-10')
    expect((await told('en')).map(({ title: one }: { title: string }) => one)).toEqual([
      'Book the repayment of SEK 25.00 to Kunden AB (invoice 1)',
      'Collect SEK 25.00 from Kunden AB (invoice 1)',
    ])
    ok(await client.delete(`/invoices/${id}/payments/${back}`))
    expect(await told('en')).toEqual([])
  })

  test('name what is dated ahead when its day comes', async () => {
    const { client, member } = await newClient()
    const unrecorded = async () =>
      ok(await inLanguage(todosAt(client, member), 'en')).filter(({ title }: { title: string }) => /^Book/.test(title))
    await sold(client, 'Kunden AB', 100, '2026-07-11', '2026-06-11')
    expect(await unrecorded()).toEqual([])
    await sold(client, 'Kunden AB', 100, '2026-07-10', '2026-06-10')
    expect(await unrecorded()).toHaveLength(1)
  })

  test('name what credits an invoice that the cash method has booked at the end of its year', async () => {
    const { client, member } = await newClient('Kontant AB', 'cash', ['2025-01-01', '2025-12-31'])
    const titles = async () =>
      ok(await inLanguage(todosAt(client, member), 'en')).map((todo: { title: string }) => plain(todo.title))
    await sold(client, 'Kunden AB', 100, '2025-07-30', '2025-06-30')
    await service.operateFor(client.id, async (call) => {
      await createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31', accountingMethod: 'cash' })
      await bookUnpaid(call, { fiscalYearId: client.fiscalYearId })
    })
    const note = await credited(client, 1)
    expect(await titles()).toEqual(['Book the credit note of SEK 125.00 to Kunden AB (credit note 2)'])
    ok(await client.post(`/credit-notes/${note}/record`))
    expect(await titles()).toEqual([])
  })

  test.each([
    ['monthly', ['2026-06-12', '2026-07-13'], 'Redovisa moms för april 2026'],
    ['quarterly', [], ''],
    ['yearly', [], ''],
    ['notRegisteredForVat', [], ''],
  ] as const)('ask for VAT reported %s', async (setting, ends, title) => {
    const { client, member } = await newClient()
    await service.operateFor(client.id, (call) => setVatSetting(call, setting))
    for (const date of ['2026-04-02', '2026-05-31', '2026-06-01']) await taxed(client, date)
    const todos = ok(await inLanguage(todosAt(client, member)))
    expect(todos.map(({ date }: { date: string }) => date)).toEqual(ends)
    expect(plain(todos[0]?.title ?? '')).toBe(title)
  })

  test('have VAT where its return is due, and not where its period ends', async () => {
    const { client, member } = await newClient()
    await service.operateFor(client.id, (call) => setVatSetting(call, 'monthly'))
    await taxed(client, '2026-05-31')
    await upload(client, 'kvitto')
    const todos = ok(await inLanguage(todosAt(client, member)))
    expect(todos.map(({ resourceType, date }: Record<string, string>) => [resourceType, date])).toEqual([
      ['receipt', '2026-06-10'],
      ['vat', '2026-07-13'],
    ])
  })

  /** The last day of a period, and the day after it: a period is over when its last day is. */
  test.each([
    ['monthly', '2026-05-31', '2026-06-01'],
    ['quarterly', '2026-06-30', '2026-07-01'],
    ['yearly', '2026-12-31', '2027-01-01'],
  ] as const)('ask for VAT reported %s when %s is over', async (setting, last, next) => {
    const { client } = await newClient()
    await service.operateFor(client.id, (call) => setVatSetting(call, setting))
    await taxed(client, '2026-05-31')
    // Tokens live an hour: the list is asked for as it is at the door, with another day.
    const endsOn = async (day: string) => {
      const parts = vatContribution.todos({ company: sql`${client.id}::uuid`, today: dayFrom(day), limit: 10 })
      return (await service.database.rows<{ date: string }>(todosIn(parts, 10))).map(({ date }) => date)
    }
    expect(await endsOn(last)).toEqual([])
    expect(await endsOn(next)).toEqual([last])
  })

  test('ask for no VAT that was reported month by month before the quarter was', async () => {
    const { client, member } = await newClient()
    for (const date of ['2026-01-15', '2026-03-15']) await taxed(client, date)
    await service.operateFor(client.id, (call) => setVatSetting(call, 'quarterly'))
    const months = [
      ['2026-01-01', '2026-01-31'],
      ['2026-03-01', '2026-03-31'],
      ['2026-02-01', '2026-02-28'],
    ] as [Day, Day][]
    const left = []
    for (const [start, end] of months) {
      left.push(ok(await inLanguage(todosAt(client, member))).length)
      await service.operateFor(client.id, (call) => reportVat(call, { start, end, isElsewhere: true }, plainly))
    }
    expect([...left, ok(await inLanguage(todosAt(client, member))).length]).toEqual([1, 1, 1, 0])
  })
})

describe('the language', () => {
  test.each([
    [undefined, 'sv'],
    ['', 'sv'],
    ['sv', 'sv'],
    ['en', 'en'],
    ['en-GB', 'en'],
    ['EN-us', 'en'],
    ['sv-FI,en;q=0.5', 'sv'],
    ['de, en;q=0.3', 'en'],
    ['en;q=0.2, sv;q=0.8', 'sv'],
    ['sv;q=0, en;q=0.1', 'en'],
    ['de', 'sv'],
    ['*', 'sv'],
    ['x'.repeat(3000), 'sv'],
  ])('%s is answered in %s', async (asked, language) => {
    const { client, member } = await newClient()
    await upload(client, 'kvitto')
    const answer = await inLanguage(todosAt(client, member), asked)
    expect([answer.status, answer.headers.get('content-language'), answer.headers.get('vary')]).toEqual([
      200,
      language,
      'accept-language',
    ])
    expect(answer.body[0].title).toBe(
      language === 'sv' ? 'Bokför underlaget kvitto.png' : 'Book the receipt kvitto.png',
    )
  })
})

describe('a user', () => {
  test('must be a member of the company, regardless of roles elsewhere', async () => {
    const { client, member } = await newClient()
    const unknown = newId()
    const stranger = await newMember(service, { type: 'company', id: (await service.newCompany()).id })
    expect((await inLanguage(todosAt(client, member))).status).toBe(200)
    expect(said(await inLanguage(todosAt(client, agency.administrator)))).toEqual([
      403,
      'forbidden',
      `The user ${agency.administrator.id} is not a member of the company`,
    ])
    for (const id of [unknown, stranger.id]) {
      expect((await inLanguage(todosAt(client, { id }))).status).toBe(404)
      expect((await inLanguage(`${agency.path}/users/${id}/todos`)).status).toBe(404)
    }
  })

  test('has a list over the first five companies by name, at most a hundred, oldest first', async () => {
    const member = await newMember(service, { type: 'agency', id: agency.id }, 'consultant')
    const path = `${agency.path}/users/${member.id}/todos`
    expect(ok(await inLanguage(path))).toEqual([])
    const names = ['F', 'B', 'a', 'D', 'C', 'E']
    const clients = await Promise.all(names.map(async (name) => (await newClient(name)).client))
    for (const [index, client] of clients.entries()) {
      const tenant = { type: 'company' as const, id: client.id }
      await service.operate((call) => addMember(call, { tenant, personId: member.id, role: 'bookkeeper' }))
      await bought(client, `Leverantör ${names[index]}`, 100 + index, `2026-07-${10 + index}`)
    }
    const foreign = checkedCompany(await service.newCompany({ name: 'A' }))
    await service.operate((call) =>
      addMember(call, { tenant: { type: 'company', id: foreign.id }, personId: member.id, role: 'owner' }),
    )
    await bought(foreign, 'Utanför', 1, '2026-06-01')
    const dates = ok(await inLanguage(path)).map(({ date }: { date: string }) => date)
    expect(dates).toEqual(['2026-07-11', '2026-07-12', '2026-07-13', '2026-07-14', '2026-07-15'])
    const [first] = clients
    if (!first) throw new Error('There is a first company')
    for (let count = 0; count < 3; count += 1) await upload(clients[2] as TestCompany, `kvitto ${count}`)
    const all = ok(await inLanguage(path))
    expect(all.map(({ date }: { date: string }) => date)).toEqual([...Array(3).fill('2026-06-10'), ...dates])
    await service.operateFor(first.id, (call) => changeCompany(call, { name: 'Aa' }))
    const renamed = ok(await inLanguage(path)).map(({ date }: { date: string }) => date)
    expect(renamed).toEqual([...Array(3).fill('2026-06-10'), '2026-07-10', ...dates.slice(0, 3), '2026-07-14'])
  })

  test('sees a hundred at most', async () => {
    const { client, member } = await newClient()
    await service.database.rows({
      text: `insert into documents.upload (company_id, id, description, file_name, content_type, size, digest,
          created_by_kind, created_by_id, created_by_name, created_at, modified_at)
        select $1, ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'kvitto', 'k.png', 'image/png', 1,
          sha256(n::text::bytea), 'token', $2, 'Prov', '2026-06-01', '2026-06-01' from generate_series(1, 150) n`,
      values: [client.id, newId()],
    } as never)
    expect(ok(await inLanguage(todosAt(client, member)))).toHaveLength(100)
  })
})
