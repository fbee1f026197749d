// Statements of account: every event with the balance after it, and the sums of the customer ledger.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { statementOf } from '#rules/sales/customers/statement'
import { checkedCompany } from '#support/checked'
import { needs } from '#support/needs'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { credited, paid, recorded, settledAndRecorded } from '#tests/sales/booking/booked'
import { aLine, fieldsOf, madeCustomer } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
let customerId: string

const ok = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
  customerId = (await madeCustomer(company, { name: 'Berg & Dal AB' })).id
  const customerRef = { id: customerId }
  const old = await recorded(company, {
    customerRef,
    invoiceDate: '2026-02-01',
    lineItems: [aLine({ unitPrice: 800 })],
  })
  await paid(company, old.id, { date: '2026-03-01', sum: 300 })
  const next = await recorded(company, { customerRef, invoiceDate: '2026-04-02', lineItems: [aLine()] })
  await paid(company, old.id, { date: '2026-04-10', sum: 200 })
  await credited(company, next.id)
  const lost = await recorded(company, {
    customerRef,
    invoiceDate: '2026-05-01',
    lineItems: [aLine({ unitPrice: 40 })],
  })
  await settledAndRecorded(company, lost.id, { type: 'bankFee', sum: 10, date: '2026-05-20' })
  const euro = { customerRef, currency: 'EUR', currencyRate: 11.333333, invoiceDate: '2026-05-02' }
  const foreign = await recorded(company, { ...euro, lineItems: [aLine({ unitPrice: 33.33 })] })
  await paid(company, foreign.id, { date: '2026-05-25', sum: 100.01 })
  await recorded(company, { lineItems: [aLine({ unitPrice: 9000 })] })
})
afterAll(() => service.close())

type Currency = {
  currency: string
  opening: number
  closing: number
  overdue: number
  entries: { kind: string; date: string; amount: number; balance: number }[]
  unpaid: { rest: number; daysOverdue: number }[]
}

const statement = async (query: string): Promise<{ currencies: Currency[] }> =>
  ok(await company.get(`/customers/${customerId}/statement?${query}`))

test('has the balance before, what happened, and what is unpaid', async () => {
  const { currencies } = await statement('from=2026-04-01&to=2026-06-10')
  const [krona, euro] = currencies
  expect(krona).toMatchObject({ currency: 'SEK', opening: 700, closing: 540 })
  expect(krona?.entries.map(({ kind, date, amount, balance }) => [date, kind, amount, balance])).toEqual([
    ['2026-04-02', 'invoice', 125, 825],
    ['2026-04-10', 'payment', -200, 625],
    ['2026-05-01', 'invoice', 50, 675],
    ['2026-05-20', 'settlement', -10, 665],
    ['2026-06-10', 'creditNote', -125, 540],
  ])
  expect(krona?.unpaid.map(({ rest }) => rest)).toEqual([500, 40])
  expect(euro).toMatchObject({ currency: 'EUR', opening: 0 })
  expect(euro?.entries).toHaveLength(2)
})

test.each(['2026-01-31', '2026-03-31', '2026-04-30', '2026-05-24', '2026-06-10'])(
  'comes to what the customer ledger says on %s',
  async (day) => {
    const ledger = ok(await company.get(`/reports/customer-ledger?customerId=${customerId}&on=${day}`))
    const rests = new Map<string, number>()
    for (const { currency, restInCurrency, overpaid } of ledger.items)
      rests.set(currency, (rests.get(currency) ?? 0) + Math.round(restInCurrency * 100) - Math.round(overpaid * 100))
    const whole = await statement(`from=2026-01-01&to=${day}`)
    const rest = await statement(`from=${day}&to=${day}`)
    for (const { currencies } of [whole, rest]) {
      const closings = currencies.map(({ currency, closing }) => [currency, Math.round(closing * 100)] as const)
      expect(Object.fromEntries(closings.filter(([, ore]) => ore !== 0))).toEqual(
        Object.fromEntries([...rests].filter(([, ore]) => ore !== 0)),
      )
      for (const { opening, entries, closing } of currencies) {
        const sum = entries.reduce((all, { amount }) => all + Math.round(amount * 100), Math.round(opening * 100))
        expect(sum).toBe(Math.round(closing * 100))
      }
    }
  },
)

test('is a PDF and a table too, and the period must run forwards', async () => {
  const pdf = await company.get(`/customers/${customerId}/statement?format=pdf&from=2026-04-01`)
  expect(pdf.headers.get('content-type')).toBe('application/pdf')
  const { text } = await company.get(`/customers/${customerId}/statement?format=csv&from=2026-04-01`)
  expect(text).toContain('Bankavgift,4,,,SEK,-10.00,665.00')
  const wrong = await company.get(`/customers/${customerId}/statement?from=2026-05-02&to=2026-05-01`)
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ['from']])
})

test('reads what is open of its customer alone', async () => {
  needs('one machine')
  const own = await service.newCompany()
  const customer = await madeCustomer(own)
  const { id: asked } = await recorded(own, { customerRef: { id: customer.id } })
  const { id, customerRef } = await recorded(own)
  // Another customer owes as much 5,000 times more, behind the triggers.
  const db = service.database.of(own.id)
  await db.transaction(async (at) => {
    await at.rows(sql`set local session_replication_role = replica`)
    await at.rows(sql`
      insert into sales.invoice (
        company_id, id, kind, customer_id, currency, currency_rate, date, due_date, net_ore, tax_ore, total_ore,
        total_base_ore, number, published_at, created_by_kind, created_by_id, created_at, modified_at)
      select company_id, gen_random_uuid(), kind, customer_id, currency, currency_rate, date, due_date, net_ore,
        tax_ore, total_ore, total_base_ore, number + n, published_at, created_by_kind, created_by_id, created_at,
        modified_at
      from sales.invoice cross join generate_series(1, 5000) n where company_id = ${own.id} and id = ${id}`)
    await at.rows(sql`
      insert into sales.open_days (company_id, invoice_id, days, changed_at)
      select i.company_id, i.id, o.days, o.changed_at
      from sales.open_days o join sales.invoice i on i.company_id = o.company_id and i.id <> o.invoice_id
      where o.company_id = ${own.id} and o.invoice_id = ${id} and i.customer_id = ${customerRef.id}`)
  })
  const claims = (of: string | null) => sql`
    select c.id from sales.claims_on(${own.id}::uuid, '2026-06-20'::date, '2026-07-01'::timestamptz,
      ${Number.MAX_SAFE_INTEGER}::bigint, ${of}::uuid) c`
  expect(await db.rows(claims(customer.id))).toEqual([{ id: asked }])
  expect(await db.rows(claims(null))).toHaveLength(5002)
  const [explained] = await db.rows<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    sql`explain (analyze, buffers, format json) ${claims(customer.id)}`,
  )
  const { 'Shared Hit Blocks': hit = 0, 'Shared Read Blocks': read = 0 } = explained?.['QUERY PLAN'][0].Plan ?? {}
  expect(hit + read).toBeGreaterThan(0)
  expect(hit + read).toBeLessThan(1000)
})

const event = {
  invoiceId: 'i',
  invoiceNumber: '1',
  type: null,
  id: 'i',
  number: '1',
  dueDate: null,
  currency: 'EUR',
  totalOre: 1000n,
  totalBaseOre: 11_333n,
  toldOre: null,
  advanceOre: 0n,
} as const

test('turns what is kept in SEK into the currency without losing a cent', () => {
  const thirds = ['2026-01-02', '2026-01-03', '2026-01-04'].map(dayFrom)
  const parts = [3778n, 3778n, 3777n]
  const [found] = statementOf(
    [
      { ...event, kind: 'invoice', date: dayFrom('2026-01-01'), claimOre: 11_333n },
      ...thirds.map((date, at) => ({ ...event, kind: 'payment' as const, date, claimOre: -(parts[at] ?? 0n) })),
    ],
    { from: dayFrom('2026-01-01'), opening: new Map(), own: 'SEK' },
  )
  expect(found?.entries.map(({ ore }) => ore)).toEqual([1000n, -333n, -334n, -333n])
  expect(found?.closingOre).toBe(0n)
})
