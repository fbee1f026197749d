// Bank payments and the transactions that paid them: they are matched in either order of arrival.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin, bankingContribution, listBankAccounts } from '#banking'
import { dayFrom } from '#platform/day'
import type { CamtKind } from '#rules/banking/statements/camt'
import { findPaymentByEndToEndId, markPaid } from '#server/banking/payments/payment'
import { checkedCompany } from '#support/checked'
import { bookedBy, ok } from '#support/entries'
import type { WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { importing, transacted } from './importing.ts'
import { aPayment, decided, newSignatory, paid, statusOf, withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
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
  return `R${references}`
}

/** One transaction, in a statement of its own: where it is, and as it is shown. */
const one = async (entry: WrittenEntry, of: TestCompany): Promise<{ url: string; item: Answer['body'] }> => {
  const statement = { id: 'U', entries: [{ reference: aReference(), ...entry }] }
  const { path, items } = await transacted(of, { statements: [statement] })
  return { url: `${path}/${items[0].id}`, item: items[0] }
}

const entry = (ore: bigint, said: Partial<NonNullable<WrittenEntry['details']>[0]> = {}): WrittenEntry => ({
  ore,
  details: [{ ore, ...said }],
})

const match = (url: string, body: object, of: TestCompany): Promise<Answer> => of.post(`${url}/match`, body)

const name = (id: string) => ({ endToEndId: id.replaceAll('-', ''), name: 'Papper AB' })

test('a payment in a statement is found and recorded once', async () => {
  const own = await newCompany()
  const [{ id }, other] = [await paid(own), await paid(own)]
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path, { ids: [id] })
  const named = (text: string, of = own.id) => service.operateFor(of, (call) => findPaymentByEndToEndId(call, text))
  const { endToEndId } = name(id)
  expect(await named(endToEndId.toUpperCase())).toMatchObject({ id, amountOre: 125_050n, state: 'signed' })
  const strangers = (await service.newCompany()).id
  expect([await named('NOTPROVIDED'), await named(''), await named(endToEndId, strangers)]).toEqual([null, null, null])
  const pay = (paidId: string) =>
    service.operateFor(own.id, (call) =>
      markPaid(call, { id: paidId, date: dayFrom('2026-06-11'), bankTransactionId: paidId }),
    )
  expect([await pay(id), await pay(id), await pay(other.id)]).toEqual([true, false, false])
  expect([await statusOf(own, id), await statusOf(own, other.id)]).toEqual(['paid', 'readyToSign'])
})

test('is paid by a statement that came before its signature', async () => {
  const own = await newCompany()
  const early = await paid(own)
  const other = await paid(own)
  const { url, item } = await one(entry(-125_050n, name(early.id)), own)
  expect(item).toMatchObject({ status: 'open', bankPaymentRef: null })
  const waiting = (await match(url, { bankPaymentId: early.id }, own)).body
  expect([waiting.code, waiting.message]).toEqual([
    'operation-not-allowed',
    `The bank payment ${early.id} is waiting for a signature: sign it, or cancel it if it was paid in another way`,
  ])
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path)
  expect(ok(await own.get(url)).bankPaymentRef).toEqual({ id: early.id })
  expect([await statusOf(own, early.id), await statusOf(own, other.id)]).toEqual(['paid', 'scheduled'])
  // What is paid goes into no file.
  expect(ok(await own.post('/bank-payments/files')).numberOfPayments).toBe(1)
})

test('is matched before and after its file, and before and after what it paid', async () => {
  const own = await newCompany()
  const { visitor, path } = await newSignatory(service, own)
  for (const [inFile, bookedFirst] of [
    [false, false],
    [false, true],
    [true, false],
    [true, true],
  ]) {
    const payment = await paid(own)
    await decided(visitor, path)
    if (inFile) ok(await own.post('/bank-payments/files'))
    const { url } = await one(entry(-125_050n, { name: 'Banken' }), own)
    const booking = { account: 6570 }
    const noting = { bankPaymentId: payment.id }
    for (const body of bookedFirst ? [booking, noting] : [noting, booking]) ok(await match(url, body, own))
    expect(ok(await own.get(url)), `${inFile} ${bookedFirst}`).toMatchObject({
      status: 'booked',
      bankPaymentRef: { id: payment.id },
      matchedWith: { account: 6570 },
    })
    expect(await statusOf(own, payment.id)).toBe('paid')
    expect((await match(url, noting, own)).body.message).toMatch(/is paid, or another transaction has paid/)
  }
})

test.each([
  ['signed before         ', 'before', false],
  ['signed after          ', 'after', false],
  ['booked before, as well', 'before', true],
])('is paid by a notification whose statement names it, %s', async (_, signed, isBooked) => {
  const own = await newCompany()
  const payment = await paid(own)
  const { visitor, path } = await newSignatory(service, own)
  if (signed === 'before') await decided(visitor, path)
  const reference = aReference()
  const file = (kind: CamtKind, date: string, said: object) => ({
    kind,
    statements: [{ entries: [{ ...entry(-125_050n, said), date, reference }] }],
  })
  const { path: at, items } = await transacted(own, file('camt.054', '2026-06-08', {}))
  const url = `${at}/${items[0].id}`
  expect(await statusOf(own, payment.id)).not.toBe('paid')
  if (isBooked) ok(await match(url, { account: 6570 }, own))
  const { items: told } = await transacted(own, file('camt.053', '2026-06-09', { ...name(payment.id), ocr: '1002377' }))
  expect(told.map(({ id }) => id)).toEqual([items[0].id])
  if (signed === 'after') await decided(visitor, path)
  expect(await statusOf(own, payment.id)).toBe('paid')
  const { counterparty, references, endToEndId, bankPaymentRef } = ok(await own.get(url))
  expect(bankPaymentRef).toEqual({ id: payment.id })
  // Booked transactions stay as the user saw them.
  expect({ counterparty, references, endToEndId }).toEqual(
    isBooked
      ? { counterparty: undefined, references: [], endToEndId: undefined }
      : { counterparty: 'Papper AB', references: ['1002377'], endToEndId: name(payment.id).endToEndId },
  )
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})

test('two that were booked as one are paid by a notification that names them', async () => {
  const own = await newCompany()
  const first = await paid(own, { amount: 1000 })
  const second = await paid(own, { amount: 2000 })
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path)
  const reference = aReference()
  const { path: at, items } = await transacted(own, { statements: [{ entries: [{ ore: -300_000n, reference }] }] })
  const url = `${at}/${items[0].id}`
  const parts = [
    { account: 6570, amount: -1000, title: 'Ett' },
    { account: 6570, amount: -2000, title: 'Annat' },
  ]
  ok(await match(url, { parts }, own))
  // One is named with another amount than its own: it is not that payment.
  const details = [
    { ore: -100_000n, ...name(first.id) },
    { ore: -200_000n, ...name(first.id) },
  ]
  const told = (id: string, of: typeof details) =>
    transacted(own, { kind: 'camt.054', statements: [{ id, entries: [{ ore: -300_000n, reference, details: of }] }] })
  await told('N1', details)
  expect([await statusOf(own, first.id), await statusOf(own, second.id)]).toEqual(['paid', 'scheduled'])
  await told('N2', [
    { ore: -100_000n, ...name(second.id) },
    { ore: -200_000n, ...name(second.id) },
  ])
  expect(await statusOf(own, second.id)).toBe('paid')
  expect(ok(await own.get(url))).toMatchObject({ status: 'booked', bankPaymentRef: null })
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})

test.each([
  ['names without amounts', 'names'],
  ['a group of our file', 'group'],
  ['a group of our file, of an account that has a bankgiro number since', 'group then'],
  ['our file', 'file'],
])('two that the bank paid as one are each paid by a transaction of their own, known by %s', async (_, by) => {
  const own = await newCompany()
  const first = await paid(own, { amount: 1000 })
  const second = await paid(own, { amount: 2000 })
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path)
  const file = ok(await own.post('/bank-payments/files')).id.replaceAll('-', '')
  if (by === 'group then') {
    await service.operateFor(own.id, async (call) => {
      const [account] = await listBankAccounts(call)
      await bankingAdmin.changeBankAccount(call, account?.id ?? '', { bankgiro: '991-2346' })
    })
  }
  const details = [first, second].map(({ id }) => ({ ore: -1n, isUntold: true, ...name(id) }))
  const said = by === 'names' ? { details } : { batch: by === 'file' ? file : `${file}-1` }
  const lump = { ore: -300_000n, reference: aReference() }
  // The statement says nothing of it, and the notification whom it paid.
  await transacted(own, { statements: [{ entries: [lump] }] })
  expect([await statusOf(own, first.id), await statusOf(own, second.id)]).toEqual(['scheduled', 'scheduled'])
  const { path: at, items } = await transacted(own, {
    kind: 'camt.054',
    statements: [{ entries: [{ ...lump, ...said }] }],
  })
  const shown = items.map(({ amount, bankPaymentRef, status }) => [amount, bankPaymentRef?.id, status])
  expect(shown.toSorted(([one], [two]) => two - one)).toEqual([
    [-1000, first.id, 'open'],
    [-2000, second.id, 'open'],
  ])
  expect([await statusOf(own, first.id), await statusOf(own, second.id)]).toEqual(['paid', 'paid'])
  const unbooked = async () => {
    const query = encodeURIComponent('status==paid&&isBooked==false')
    return ok(await own.get(`/bank-payments?query=${query}`)).items.length
  }
  expect(await unbooked()).toBe(2)
  for (const { id } of items) ok(await match(`${at}/${id}`, { account: 6570 }, own))
  expect(await unbooked()).toBe(0)
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})

test('those that an entry names and that do not make it stay on their way, and the import warns of them', async () => {
  const own = await newCompany()
  const made = [await paid(own, { amount: 1000 }), await paid(own, { amount: 2000 })]
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path)
  const details = made.map(({ id, amount }) => ({ ore: BigInt(amount) * -100n, ...name(id) }))
  const entries = [{ ore: -305_000n, reference: aReference(), details }]
  const answer = await importing(own, { statements: [{ entries }] })
  expect(decodeURIComponent(answer.headers.get('service-warning') ?? '')).toContain(
    'names payments that do not add up to it; check whether they were made: Papper AB 1000.00; Papper AB 2000.00',
  )
  expect(ok(answer).statements[0].undividedEntries).toBe(1)
  for (const { id } of made) expect(await statusOf(own, id)).toBe('scheduled')
  // One detail that names our file may have paid it as one.
  for (let count = 0; count < 4; count++) made.push(await paid(own, { amount: 10 + count }))
  await decided(visitor, path)
  const batch = ok(await own.post('/bank-payments/files')).id.replaceAll('-', '')
  const whole = { ore: -305_000n, reference: aReference(), batch, details: [{ ore: -305_000n }] }
  const again = await importing(own, { statements: [{ id: 'U2', entries: [whole] }] })
  expect(decodeURIComponent(again.headers.get('service-warning') ?? '')).toMatch(
    /check whether they were made: Papper AB 1000\.00; Papper AB 2000\.00; Papper AB 10\.00; Papper AB 11\.00; \+2$/,
  )
})

test('that is paid waits until its transaction is booked, and is mentioned when an equal one is made', async () => {
  const own = await newCompany()
  const payment = await paid(own)
  const { visitor, path } = await newSignatory(service, own)
  await decided(visitor, path)
  const found = async (isBooked: boolean): Promise<string[]> => {
    const query = encodeURIComponent(`status==paid&&isBooked==${isBooked}`)
    return ok(await own.get(`/bank-payments?query=${query}`)).items.map(({ id }: Answer['body']) => id)
  }
  const { url } = await one(entry(-125_050n, name(payment.id)), own)
  expect([await found(false), await found(true)]).toEqual([[payment.id], []])
  const again = await own.post('/bank-payments', aPayment())
  expect(decodeURIComponent(again.headers.get('service-warning') ?? '')).toContain(
    'of 1250.50 to the same recipient with the same reference was paid on 2026-06-09, and is not booked yet',
  )
  await decided(visitor, path, { ids: [ok(again).id], decision: 'cancel' })
  ok(await match(url, { account: 6570 }, own))
  expect([await found(false), await found(true)]).toEqual([[], [payment.id]])
  const later = await own.post('/bank-payments', aPayment())
  expect([later.status, later.headers.get('service-warning')]).toEqual([200, null])
})

test('in euro is paid by what it came to in kronor, and on an account in euro by its amount', async () => {
  const own = await newCompany()
  const iban = 'DE89370400440532013000'
  await withBankAccount(service, own, { iban: 'FI2112345600000785', currency: 'EUR', account: 1940 })
  const { visitor, path } = await newSignatory(service, own)
  const recipientRef = { kind: 'internationalPayment', recipientName: 'Papier GmbH', iban, currency: 'EUR' }
  const made = [0, 1, 2].map(() => paid(own, { amount: 100, recipientRef }))
  const [first, second, third] = (await Promise.all(made)).map(({ id }) => id)
  await decided(visitor, path)
  await one(entry(-115_000n, name(first)), own)
  expect(await statusOf(own, first)).toBe('paid')
  const statement = { account: 'FI2112345600000785', currency: 'EUR' }
  const inEuro = async (ore: bigint, said: object) => {
    const entries = [{ ...entry(ore, said), reference: aReference() }]
    return transacted(own, { statements: [{ ...statement, entries }] })
  }
  await inEuro(-9_999n, name(second))
  expect(await statusOf(own, second)).toBe('scheduled')
  await inEuro(-10_000n, name(second))
  expect(await statusOf(own, second)).toBe('paid')
  const { path: at, items } = await inEuro(-10_000n, {})
  expect(ok(await match(`${at}/${items[0].id}`, { bankPaymentId: third }, own)).bankPaymentRef).toEqual({ id: third })
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})

test.each([
  ['ours, that the bank returns', true, {}],
  ['ours, that the bank reverses', true, { reversal: true }],
  ['made elsewhere, that the bank returns', false, {}],
  ['made elsewhere, that the bank reverses', false, { reversal: true }],
])('%s leaves the supplier invoice unpaid again, and is proposed so', async (_, isOurs, how) => {
  const own = await newCompany()
  const { id: supplierId } = ok(await own.post('/suppliers', { name: 'Papper AB' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id: supplierId }, invoiceNumber: 'F-77', ...dates, totalAmount: 1250.5 }
  const { id } = ok(await own.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: 1250.5, taxRate: 0, vatTreatment: 'exempt' }]
  ok(await own.post(`/supplier-invoices/${id}/record`, { lines }))
  const { visitor, path } = await newSignatory(service, own)
  const payment = await paid(own)
  await decided(visitor, path)
  const named = isOurs ? name(payment.id) : { endToEndId: 'Lev-77', name: 'Papper AB' }
  const back = async (ore: bigint, endToEndId = named.endToEndId.toUpperCase()) =>
    one({ ...entry(ore, { endToEndId, name: 'Banken' }), ...how }, own)
  // Nothing is paid yet.
  expect((await back(125_050n)).item.proposals).toEqual([])
  ok(await match((await one(entry(-125_050n, named), own)).url, { supplierInvoiceId: id }, own))
  expect(ok(await own.get(`/supplier-invoices/${id}`)).status).toBe('paid')
  expect((await back(125_000n)).item.proposals).toEqual([])
  expect((await back(125_050n, 'Lev-78')).item.proposals).toEqual([])
  const { items } = ok(await own.get('/bank-transactions?query=amount==1250.5'))
  const returned = items.filter(({ endToEndId }: Answer['body']) => endToEndId !== 'Lev-78')
  expect(returned.map(({ proposals }: Answer['body']) => proposals)).toEqual([
    [
      {
        reason: 'endToEndId',
        kind: 'supplierInvoice',
        id,
        number: 'F-77',
        name: 'Papper AB',
        amount: 1250.5,
        isSure: true,
      },
    ],
  ])
  const { bankStatementRef, id: transaction } = returned[0]
  const url = `/bank-statements/${bankStatementRef.id}/transactions/${transaction}`
  expect(await bookedBy(own, ok(await match(url, { supplierInvoiceId: id }, own)))).toEqual({
    1930: 1250.5,
    2440: -1250.5,
  })
  expect(ok(await own.get(`/supplier-invoices/${id}`))).toMatchObject({ status: 'toPay', remainingAmount: 1250.5 })
  // It comes back once.
  expect((await back(125_050n)).item.proposals).toEqual([])
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})

const hyphened = (id: string): string => id.toUpperCase()
const unhyphened = (id: string): string => id.replaceAll('-', '')

test.each([
  ['without a name, linked by a user', () => null, unhyphened],
  ['without a name, and back with hyphens', () => null, hyphened],
  ['with hyphens', hyphened, unhyphened],
  ['without hyphens, and back with them', unhyphened, hyphened],
])('ours %s, that was rounded, comes back as what it paid', async (_, gone, back) => {
  const own = await newCompany()
  const { id: supplierId } = ok(await own.post('/suppliers', { name: 'Papper AB' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const draft = { supplierRef: { id: supplierId }, invoiceNumber: 'F-77', ...dates, totalAmount: 1250.1 }
  const { id } = ok(await own.post('/supplier-invoices', draft))
  const lines = [{ account: 6110, netAmount: 1250.1, taxRate: 0, vatTreatment: 'exempt' }]
  ok(await own.post(`/supplier-invoices/${id}/record`, { lines }))
  const { visitor, path } = await newSignatory(service, own)
  const payment = await paid(own)
  await decided(visitor, path)
  const endToEndId = gone(payment.id)
  const { url } = await one(entry(-125_050n, { name: 'Banken', ...(endToEndId && { endToEndId }) }), own)
  if (endToEndId === null) ok(await match(url, { bankPaymentId: payment.id }, own))
  ok(await match(url, { supplierInvoiceId: id }, own))
  expect(ok(await own.get(url)).bankPaymentRef).toEqual({ id: payment.id })
  const returning = await one(entry(125_050n, { endToEndId: back(payment.id), name: 'Banken' }), own)
  expect(returning.item.proposals).toMatchObject([{ reason: 'endToEndId', id, isSure: true }])
  expect(await bookedBy(own, ok(await match(returning.url, { supplierInvoiceId: id }, own)))).toEqual({
    1930: 1250.5,
    2440: -1250.1,
    3740: -0.4,
  })
  expect(ok(await own.get(`/supplier-invoices/${id}`))).toMatchObject({ status: 'toPay', remainingAmount: 1250.1 })
  expect(await service.operateFor(own.id, bankingContribution.verifyStatements)).toEqual([])
})
