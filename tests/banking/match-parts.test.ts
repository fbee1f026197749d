// One bank transaction for several things: their payments make its amount, and are booked all or none. Over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { connectWhere } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { faultOf, transacted } from './importing.ts'
import { withBankAccount } from './paying.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await newCompany()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  const made = checkedCompany(await service.newCompany())
  await withBankAccount(service, made)
  return made
}

let references = 0
const aReference = () => {
  references += 1
  return `P${references}`
}

/** The address of a transaction of so many öre. */
const moved = async (ore: bigint, of = company): Promise<string> => {
  const { path, items } = await transacted(of, { statements: [{ entries: [{ ore, reference: aReference() }] }] })
  return `${path}/${items[0].id}`
}

/** A recorded invoice of 1 250 kronor. */
const sold = async (of = company): Promise<string> => {
  const customer = ok(await of.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
  const { id } = ok(await of.post('/invoices', draft))
  ok(await of.post(`/invoices/${id}/publish`))
  return ok(await of.post(`/invoices/${id}/record`)).id
}

/** A recorded supplier invoice, below zero a credit note. */
const bought = async (total: number, of = company): Promise<string> => {
  const { id } = ok(await of.post('/suppliers', { name: 'Papper AB' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id }, invoiceNumber: aReference(), ...dates, totalAmount: total }
  const made = ok(await of.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: total, taxRate: 0, vatTreatment: 'exempt' }]
  return ok(await of.post(`/supplier-invoices/${made.id}/record`, { lines })).id
}

const byHand = async (kronor: number, of = company): Promise<string> => {
  const items = [
    { account: 1930, debit: kronor },
    { account: 3990, credit: kronor },
  ]
  return ok(await of.post('/journal-entries', { title: 'Swish', date: '2026-06-09', items })).id
}

const match = (url: string, parts: object[], of = company): Promise<Answer> => of.post(`${url}/match`, { parts })

/** What the entries of a matched transaction have booked together. */
const bookedBy = async ({ matchedWith }: Answer['body'], of = company): Promise<Record<number, number>> => {
  const sums: Record<number, number> = {}
  for (const { journalEntryRef } of matchedWith.parts) {
    const { items } = ok(await of.get(`/journal-entries/${journalEntryRef.id}`))
    for (const { account, debit = 0, credit = 0 } of items)
      sums[account] = Math.round(((sums[account] ?? 0) + debit - credit) * 100) / 100
  }
  return sums
}

const soundness = async (of = company) => [
  ...(await service.operateFor(of.id, salesContribution.verify)),
  ...(await service.operateFor(of.id, purchasingContribution.verify)),
  await faultOf(service, of),
]

test("a customer's payment of three invoices, one in part, less the bank's fee", async () => {
  const one = await sold()
  const two = await sold()
  const three = await sold()
  const url = await moved(298_500n)
  const parts = [
    { invoiceId: one, amount: 1250 },
    { invoiceId: two, amount: 1250 },
    { invoiceId: three, amount: 500 },
    { account: 6570, amount: -15, title: 'Avgift för inbetalningen' },
  ]
  const matched = ok(await match(url, parts))
  expect(matched).toMatchObject({ status: 'booked', proposals: [] })
  expect(
    matched.matchedWith.parts.map(({ amount, invoiceId = null, account = null }: Answer['body']) => [
      amount,
      invoiceId,
      account,
    ]),
  ).toEqual([
    [1250, one, null],
    [1250, two, null],
    [500, three, null],
    [-15, null, 6570],
  ])
  expect(matched.journalEntryRef).toEqual(matched.matchedWith.parts[0].journalEntryRef)
  expect(await bookedBy(matched)).toEqual({ 1510: -3000, 1930: 2985, 6570: 15 })
  const statuses = await Promise.all(
    [one, two, three].map(async (id) => ok(await company.get(`/invoices/${id}`)).status),
  )
  expect(statuses).toEqual(['paid', 'paid', 'underPaid'])
  const { journalEntryRef } = matched.matchedWith.parts[3]
  expect(ok(await company.get(`/journal-entries/${journalEntryRef.id}`))).toMatchObject({
    title: 'Avgift för inbetalningen',
    date: '2026-06-09',
  })
  expect(ok(await company.get(url))).toEqual(matched)
  expect((await match(url, parts)).body.message).toMatch(/is already booked, as journal entry/)
  expect(await soundness()).toEqual([null])
})

test('a transfer that pays two supplier invoices less a credit note, and a few öre', async () => {
  const one = await bought(1000)
  const two = await bought(500.4)
  const credit = await bought(-200)
  const parts = [
    { supplierInvoiceId: one, amount: -1000 },
    { supplierInvoiceId: two, amount: -500.4 },
    { supplierInvoiceId: credit, amount: 200 },
    { account: 3740, amount: 0.4, title: 'Öresavrundning' },
  ]
  const matched = ok(await match(await moved(-130_000n), parts))
  expect(await bookedBy(matched)).toEqual({ 1930: -1300, 2440: 1300.4, 3740: -0.4 })
  for (const id of [one, two, credit]) expect(ok(await company.get(`/supplier-invoices/${id}`)).remainingAmount).toBe(0)
  expect(await soundness()).toEqual([null])
})

test('money that was booked before is a part, and its entry then matches nothing else', async () => {
  const before = await byHand(300)
  const alone = await byHand(300)
  const invoice = await sold()
  const matched = ok(
    await match(await moved(155_000n), [
      { invoiceId: invoice, amount: 1250 },
      { journalEntryId: before, amount: 300 },
    ]),
  )
  expect(matched.matchedWith.parts[1]).toEqual({ amount: 300, journalEntryId: before, journalEntryRef: { id: before } })
  const other = await moved(30_000n)
  const proposed = ok(await company.get(other)).proposals.map(({ id }: Answer['body']) => id)
  expect(proposed).toEqual([alone])
  expect((await company.post(`${other}/match`, { journalEntryId: before })).body.errors).toMatchObject([
    {
      field: '#/journalEntryId',
      message: expect.stringContaining(`already matched with the transaction ${matched.id}`),
    },
  ])
  expect(
    (
      await match(await moved(40_000n), [
        { journalEntryId: before, amount: 300 },
        { account: 3990, amount: 100 },
      ])
    ).body.errors,
  ).toMatchObject([{ field: '#/parts/0/journalEntryId' }])
  expect(await soundness()).toEqual([null])
})

test('parts that are wrong are refused with what is wrong, and nothing is booked', async () => {
  const own = await newCompany()
  const invoice = await sold(own)
  const supplied = await bought(100, own)
  const url = await moved(250_000n, own)
  const before = await balancesOf(own)
  const of = (id: string, amount: number) => ({ invoiceId: id, amount })
  const missing = newId()
  const refused: [parts: object[], field: string, message: RegExp][] = [
    [[of(invoice, 1250), { account: 6570, amount: -15 }], '#/parts', /add up to 1235, .* for 2500: .* remaining 1265/],
    [[of(invoice, 1250), { account: 3990, amount: 1250.01 }], '#/parts', /add up to 2500.01, .* remaining -0.01/],
    [[of(invoice, 1250), of(invoice.toUpperCase(), 1250)], '#/parts/1', /refers to the same thing as an earlier part/],
    [[of(invoice, 2500), { account: 6570, amount: 0 }], '#/parts/1/amount', /other than 0/],
    [[of(invoice, 2500.005), { account: 6570, amount: 1 }], '#/parts/0/amount', /at most two decimals/],
    [[of(invoice, 1250), { amount: 1250 }], '#/parts/1', /needs exactly one of/],
    [
      [
        { ...of(invoice, 1250), account: 1930 },
        { account: 3990, amount: 1250 },
      ],
      '#/parts/0',
      /needs exactly one of/,
    ],
    [
      [
        { ...of(invoice, 1250), title: 'x' },
        { account: 3990, amount: 1250 },
      ],
      '#/parts/0/title',
      /an account only/,
    ],
    [[of(invoice, 1250), of(missing, 1250)], '#/parts/1/invoiceId', /there is no invoice/],
    [[of(invoice, 1250), { account: 1930, amount: 1250 }], '#/parts/1/account', /the bank account itself/],
    [[of(invoice, 1250), { account: 9999, amount: 1250 }], '#/parts/1/account', /not in the chart/],
    [[of(invoice, 2500)], '#/parts', /./],
  ]
  for (const [parts, field, message] of refused) {
    const { status, body } = await match(url, parts, own)
    expect([status, body.errors], JSON.stringify(parts)).toMatchObject([400, [{ field }]])
    expect(body.errors[0].message).toMatch(message)
  }
  expect(
    (await own.post(`${url}/match`, { account: 3990, parts: [of(invoice, 1250), of(missing, 1250)] })).body,
  ).toMatchObject({
    errors: [{ field: '#', message: expect.stringContaining('exactly one of') }],
  })
  // The last part fails: the first is not booked either.
  const beyond = await match(url, [of(invoice, 2700), { supplierInvoiceId: supplied, amount: -200 }], own)
  expect(beyond.body).toMatchObject({ code: 'operation-not-allowed', message: expect.stringContaining('100 remains') })
  expect(await balancesOf(own)).toEqual(before)
  expect(ok(await own.get(`/invoices/${invoice}`)).paidAmount).toBe(0)
  expect(ok(await own.get(url))).toMatchObject({ status: 'open', matchedWith: null })
})

test('two who share the same invoices in other orders do not wait for each other, and pay them once', async () => {
  const own = await newCompany()
  const one = await bought(400, own)
  const two = await bought(600, own)
  const urls = [await moved(-100_000n, own), await moved(-100_000n, own)]
  const parts = [
    { supplierInvoiceId: one, amount: -400 },
    { supplierInvoiceId: two, amount: -600 },
  ]
  const answers = await Promise.all(urls.map((url, place) => match(url, place === 0 ? parts : parts.toReversed(), own)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
  expect((await balancesOf(own))[1930]).toBe(-1000)
})

test('several transactions to one invoice are part payments, and proposals know what is left', async () => {
  const own = await newCompany()
  const id = await sold(own)
  const { paymentReference } = ok(await own.get(`/invoices/${id}`))
  const entries = [50_000n, 50_000n, 25_000n].map((ore) => ({
    ore,
    reference: aReference(),
    details: [{ ore, ocr: paymentReference }],
  }))
  const { path, items } = await transacted(own, { statements: [{ entries }] })
  const left: number[] = []
  for (const { id: transaction } of items) {
    const [proposal] = ok(await own.get(`${path}/${transaction}`)).proposals
    left.push(proposal.amount)
    ok(await own.post(`${path}/${transaction}/match`, { invoiceId: id }))
  }
  expect(left).toEqual([1250, 750, 250])
  expect(ok(await own.get(`/invoices/${id}`)).status).toBe('paid')
})

test('the database holds that the parts are the whole, once; and the verification sees', async () => {
  const first = await byHand(100)
  const second = await byHand(200)
  const url = await moved(30_000n)
  const id = url.split('/').at(-1)
  const matched = ok(
    await match(url, [
      { journalEntryId: first, amount: 100 },
      { journalEntryId: second, amount: 200 },
    ]),
  )
  const other = (await moved(30_000n)).split('/').at(-1)
  const third = await byHand(100)
  const part = (transaction: unknown, entry: string) => `insert into banking.transaction_part
    values ('${company.id}', '${transaction}', 2, '${entry}', 1930)`
  const matching = (entry: string) => `update banking.transaction set journal_entry_id = '${entry}', account = 1930,
    matched_at = now(), matched_with = '{}', matched_by_kind = 'token', matched_by_id = id, matched_by_name = 'Prov'
    where id = '${other}'`
  const refused: [statement: string, code: string][] = [
    [part(id, third), 'GB072'],
    [part(other, first), 'GB072'],
    [part(other, second), '23505'],
    [`${part(other, third)}; ${matching(third)}`, 'GB072'],
    [matching(first), 'GB072'],
    [matching(second), 'GB072'],
    [`update banking.transaction_part set position = 3 where transaction_id = '${id}'`, 'GB072'],
    [`delete from banking.transaction_part where transaction_id = '${id}'`, 'GB072'],
    ['truncate banking.transaction_part', 'GB072'],
  ]
  const client = await connectWhere(service, company.id)
  try {
    for (const [text, code] of refused) await expect(client.query(text), text).rejects.toMatchObject({ code })
    expect(await faultOf(service, company)).toBe(null)
    await client.query('set session_replication_role = replica')
    await client.query(`delete from banking.transaction_part where transaction_id = '${id}'`)
  } finally {
    await client.end()
  }
  expect(await faultOf(service, company)).toBe(
    `bank transaction ${matched.id} is for 30000, its entry has 10000 on account 1930`,
  )
})
