// Who approves supplier invoices: within limits, two people for large ones, and never people who must not.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeMember } from '#identity'
import { setRate } from '#ledger'
import { type ApprovalRules, type Decided, hindranceOf, isLooser, neededFor } from '#rules/purchasing/invoices/approval'
import { type Ask, asking, callingAs, historyOfKind, logInAs } from '#support/calling'
import { codeThrough, newOwner, type Owner } from '#support/consent'
import { ok } from '#support/entries'
import { CALLBACK, newIntegration } from '#support/integration'
import { mailsTo } from '#support/outbox'
import { request, type Service, startService, type TestCompany } from '#support/service'
import { cookieOf } from '#support/visitor'

let service: Service
let company: TestCompany
let karin: Worker
let olle: Worker
let eva: Worker
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  karin = await newWorker()
  olle = await newWorker()
  eva = await newWorker()
})
afterAll(() => service.close())

type Worker = { id: string; name: string; email: string; ask: Ask }

const mailsOf = ({ email }: Worker) => mailsTo(service, email)

const newWorker = async (): Promise<Worker> => {
  const { person, headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  return { id: person.id, name: person.name, email: person.email, ask: asking(company.url, headers) }
}

const decide = async (change: object) =>
  ok(
    await karin.ask('PATCH', '/purchasing-settings', {
      approves: true,
      approvesOwn: true,
      twoApproversFrom: null,
      approvers: [],
      ...change,
    }),
  )

const invoiceOf = async (totalAmount: number, { ask }: Pick<Worker, 'ask'> = karin): Promise<string> => {
  const supplier = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  return ok(await ask('POST', '/supplier-invoices', { supplierRef: { id: supplier.id }, ...dates, totalAmount })).id
}
const approve = ({ ask }: Pick<Worker, 'ask'>, id: string) => ask('POST', `/supplier-invoices/${id}/approve`)
const stands = async (id: string) => ok(await company.get(`/supplier-invoices/${id}`))
const reasonOf = async (answer: ReturnType<typeof approve>) => {
  const { status, body } = await answer
  expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
  return body.message as string
}

test('only those who are named approve, up to their limits', async () => {
  const approvers = [{ personId: karin.id, limit: 1000 }, { personId: olle.id }]
  const decided = await decide({ approvers })
  expect(decided.approvers).toHaveLength(2)
  expect(decided.approvers).toContainEqual({ personId: karin.id, name: karin.name, limit: 1000 })
  const small = await invoiceOf(1000)
  const large = await invoiceOf(1000.01)
  const credit = await invoiceOf(-5000)
  expect(await reasonOf(approve(eva, small))).toMatch(/ask one of its approvers/)
  expect(ok(await approve(karin, small))).toMatchObject({ status: 'toRecord', approvals: [{ name: karin.name }] })
  for (const id of [large, credit])
    expect(await reasonOf(approve(karin, id))).toMatch(/above your limit of 1000.00 SEK/)
  expect(ok(await approve(olle, large)).approvalsMissing).toBe(0)
  const [told] = await historyOfKind(company, 'purchasing-settings.changed')
  expect(told.detail.after.approvers).toHaveLength(2)
})

test('a large one waits for two people, and one counts once', async () => {
  await decide({ twoApproversFrom: 10_000 })
  const id = await invoiceOf(10_000)
  expect(await stands(id)).toMatchObject({ status: 'toApprove', approvals: [], approvalsMissing: 2 })
  const pay = () => company.post(`/supplier-invoices/${id}/payments`, { date: '2026-06-09', amount: 10_000 })
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount: 8000 }] }))
  // The same person twice at the same time, and then once more.
  const both = await Promise.all([approve(karin, id), approve(karin, id)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await stands(id)).toMatchObject({ status: 'toApprove', approvalsMissing: 1 })
  expect(await reasonOf(approve(karin, id))).toMatch(/another person must approve it too/)
  expect((await pay()).status).toBe(400)
  // Two others at once: one completes it, and the other finds it approved.
  const others = await Promise.all([approve(olle, id), approve(eva, id)])
  expect(others.map(({ status }) => status).sort()).toEqual([200, 400])
  expect(await stands(id)).toMatchObject({ status: 'toPay', approvalsMissing: 0 })
  expect((await pay()).status).toBe(200)
  expect(await historyOfKind(company, 'supplier-invoice.approving')).toMatchObject([{ detail: { id } }])
})

test('a change takes approvals away, and rules that change hold for what waits', async () => {
  await decide({ twoApproversFrom: 100 })
  const id = await invoiceOf(500)
  ok(await approve(olle, id))
  const { supplierRef } = await stands(id)
  const body = { supplierRef, invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 600 }
  ok(await karin.ask('PUT', `/supplier-invoices/${id}`, body))
  expect(await stands(id)).toMatchObject({ status: 'toApprove', approvals: [], approvalsMissing: 2 })
  ok(await approve(olle, id))
  // One is enough from now on: a person who has approved it approves it again.
  await decide({ twoApproversFrom: 1000 })
  expect(await stands(id)).toMatchObject({ status: 'toApprove', approvalsMissing: 1 })
  expect(ok(await approve(olle, id))).toMatchObject({ status: 'toRecord', approvals: [{ name: olle.name }] })
  // If no approval is needed any more, the new content has none.
  await decide({ approves: false })
  const changed = await karin.ask('PUT', `/supplier-invoices/${id}`, { ...body, totalAmount: 700 })
  expect(ok(changed)).toMatchObject({ status: 'toRecord', approvals: [], approvalsMissing: 0 })
})

test('another rate takes approvals away: an invoice is measured in SEK', async () => {
  await decide({ approvers: [{ personId: olle.id, limit: 1000 }], approvesOwn: true })
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
  const supplier = ok(await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const body = { supplierRef: { id: supplier.id }, ...dates, totalAmount: 10_000 }
  const { id } = ok(await karin.ask('POST', '/supplier-invoices', body))
  const setTo = async (rate: number) => ok(await karin.ask('POST', `/supplier-invoices/${id}/rate`, { rate }))
  await setTo(0.001)
  expect(ok(await approve(olle, id)).approvalsMissing).toBe(0)
  expect(await setTo(0.001)).toMatchObject({ status: 'toRecord', approvalsMissing: 0 })
  expect(await setTo(11)).toMatchObject({ status: 'toApprove', approvals: [], approvalsMissing: 1 })
  expect(await reasonOf(approve(olle, id))).toMatch(/above your limit of 1000.00 SEK/)
  await setTo(0.001)
  ok(await approve(olle, id))
  const lines = [{ account: 6110, netAmount: 10_000, vatTreatment: 'exempt' }]
  const recorded = ok(await company.post(`/supplier-invoices/${id}/record`, { currencyRate: 11, lines }))
  expect(recorded).toMatchObject({ status: 'toApprove', approvals: [] })
})

test('the person who wrote an invoice does not approve it, if the company wants that', async () => {
  await decide({ approvesOwn: false })
  const id = await invoiceOf(100, karin)
  expect(await reasonOf(approve(karin, id))).toMatch(/^You entered or changed supplier invoice/)
  const { supplierRef } = await stands(id)
  const body = { supplierRef, invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 200 }
  ok(await olle.ask('PUT', `/supplier-invoices/${id}`, body))
  // A change by another person makes both of them its writers.
  for (const one of [olle, karin])
    expect(await reasonOf(approve(one, id))).toMatch(/^You entered or changed supplier invoice/)
  ok(await olle.ask('PUT', `/supplier-invoices/${id}`, { ...body, totalAmount: 300 }))
  ok(await karin.ask('PUT', `/supplier-invoices/${id}`, { ...body, totalAmount: 400 }))
  expect(await reasonOf(approve(olle, id))).toMatch(/^You entered or changed supplier invoice/)
  ok(await approve(eva, id))
})

test('another number of the supplier takes approvals of what is unpaid away, recorded or not', async () => {
  await decide({ approvesOwn: false, twoApproversFrom: 1000 })
  const giro = (bankgiroNumber: string) => ({ type: 'bankgiro', bankgiroNumber })
  const body = { name: 'Papper AB', paymentDetails: giro('5050-1055') }
  const supplier = ok(await company.post('/suppliers', body))
  const whole = await invoiceOf(500)
  const half = await invoiceOf(1000)
  const paid = await invoiceOf(125)
  const apart = await invoiceOf(1)
  const of = { supplierRef: { id: supplier.id }, invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  for (const [id, totalAmount] of [
    [whole, 500],
    [half, 1000],
    [paid, 125],
  ] as const)
    ok(await karin.ask('PUT', `/supplier-invoices/${id}`, { ...of, totalAmount }))
  for (const id of [whole, half, paid, apart]) ok(await approve(olle, id))
  for (const [id, netAmount] of [
    [whole, 400],
    [paid, 100],
  ] as const)
    ok(await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 6110, netAmount }] }))
  const pay = (id: string, amount: number) =>
    company.post(`/supplier-invoices/${id}/payments`, { date: '2026-06-09', amount })
  ok(await pay(paid, 125))
  ok(await pay(whole, 100))
  const put = ({ ask }: Pick<Worker, 'ask'>, change: object) =>
    ask('PUT', `/suppliers/${supplier.id}`, { ...body, ...change })
  ok(await put(eva, { address: { city: 'Umeå', line1: 'Storgatan 1', country: 'SE', postalCode: '903 26' } }))
  expect(await stands(whole)).toMatchObject({ status: 'toPay', approvalsMissing: 0 })
  ok(await put(eva, { paymentDetails: giro('991-2346') }))
  expect(await stands(whole)).toMatchObject({ status: 'toApprove', approvals: [], approvalsMissing: 1 })
  expect(await stands(half)).toMatchObject({ status: 'toApprove', approvals: [], approvalsMissing: 2 })
  expect(await stands(paid)).toMatchObject({ status: 'paid', approvals: [{ name: olle.name }] })
  expect(await stands(apart)).toMatchObject({ status: 'toRecord', approvals: [{ name: olle.name }] })
  expect((await pay(whole, 400)).status).toBe(400)
  expect(await reasonOf(approve(eva, whole))).toMatch(/^You entered or changed supplier invoice/)
  ok(await approve(olle, whole))
  ok(await pay(whole, 400))
})

test('those who had approved, and the one who registered, are told by mail when approvals lapse', async () => {
  await decide({ approvesOwn: true, twoApproversFrom: 1000 })
  const gone = await newWorker()
  const giro = (bankgiroNumber: string) => ({ type: 'bankgiro', bankgiroNumber })
  const supplier = ok(await company.post('/suppliers', { name: 'Betong AB', paymentDetails: giro('5050-1055') }))
  const add = async ({ ask }: Worker, invoiceNumber: string, totalAmount: number) =>
    ok(
      await ask('POST', '/supplier-invoices', {
        supplierRef: { id: supplier.id },
        invoiceNumber,
        totalAmount,
        invoiceDate: '2026-06-01',
        dueDate: '2026-07-01',
      }),
    ).id
  const whole = await add(karin, 'B-1', 500)
  const half = await add(eva, 'B-2', 2000)
  const untouched = await add(eva, 'B-3', 500)
  ok(await approve(olle, whole))
  ok(await approve(gone, half))
  await service.operate((call) =>
    removeMember(call, { tenant: { type: 'company', id: company.id }, personId: gone.id }),
  )
  const before = await Promise.all([karin, olle, eva, gone].map(mailsOf))
  ok(await eva.ask('PUT', `/suppliers/${supplier.id}`, { name: 'Betong AB', paymentDetails: giro('991-2346') }))
  const told = (await Promise.all([karin, olle, eva, gone].map(mailsOf))).map((mails, at) =>
    mails.slice(0, mails.length - (before[at]?.length ?? 0)),
  )
  expect(told.map((mails) => mails.length)).toEqual([1, 1, 1, 0])
  expect(told[0]?.[0]?.subject).toBe('Attesten gäller inte längre: Betong AB har nya betalningsuppgifter')
  expect(told.map(([mail]) => /på nytt: (.+)\./.exec(mail?.text ?? '')?.[1])).toEqual(['B-1', 'B-1', 'B-2', undefined])
  expect(told[1]?.[0]?.text).toContain(`/companies/${company.id}/supplier-invoices?show=toApprove`)
  const history = (await historyOfKind(company, 'supplier-invoice.approval-lapsed')).filter(
    ({ detail }: { detail: { supplierId: string } }) => detail.supplierId === supplier.id,
  )
  expect(history.map(({ detail }: { detail: { id: string } }) => detail.id).sort()).toEqual([whole, half].sort())
  expect(JSON.stringify(history)).toContain(olle.name)
  const { items } = ok(await olle.ask('GET', '/queue?kind=supplierInvoice.unapproved&pageSize=100'))
  const waiting = items.map(({ id }: { id: string }) => id)
  for (const id of [whole, half, untouched]) expect(waiting).toContain(id)
  // What is not approved cannot lapse again.
  ok(await eva.ask('PUT', `/suppliers/${supplier.id}`, { name: 'Betong AB', paymentDetails: giro('5050-1055') }))
  expect((await mailsOf(olle)).length).toBe((before[1]?.length ?? 0) + 1)
})

test('the person who made the token, owns the integration or consented to it has written what it writes', async () => {
  await decide({ approvesOwn: false })
  const made = ok(await karin.ask('POST', '/tokens', { name: 'Egen', scopes: ['supplier-invoices:write'] }))
  const byToken = await invoiceOf(100, { ask: asking(company.url, { authorization: `Bearer ${made.token}` }) })
  expect(await reasonOf(approve(karin, byToken))).toMatch(/^You entered or changed supplier invoice/)
  ok(await approve(olle, byToken))

  const scope = 'supplier-invoices:write'
  const integration = await newIntegration(service, { scopes: scope })
  const first = await newOwner(service, company)
  const second = await newOwner(service, company)
  const askOf = async ({ visitor }: Owner) => {
    const cookie = cookieOf(visitor)
    const { session } = (await request(`${service.base}/me`, { headers: { cookie } })).body
    return { ask: asking(company.url, { cookie, 'csrf-token': session.csrfToken }) }
  }
  const { code = '' } = await codeThrough(first, integration, { scope })
  const form = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
  const { access_token: token } = ok(await integration.token(form))
  const byIntegration = await invoiceOf(100, { ask: asking(company.url, { authorization: `Bearer ${token}` }) })
  await codeThrough(second, integration, { scope })
  for (const one of [first, second])
    expect(await reasonOf(approve(await askOf(one), byIntegration))).toMatch(/^You entered or changed supplier invoice/)
  ok(await approve(olle, byIntegration))
})

test('a person who set another rate of an invoice counts as its writer, despite later changes by others', async () => {
  await decide({ approvesOwn: false })
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
  const supplier = ok(await company.post('/suppliers', { name: 'Papier GmbH', currency: 'EUR' }))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const body = { supplierRef: { id: supplier.id }, ...dates, totalAmount: 100 }
  const { id } = ok(await company.post('/supplier-invoices', body))
  const setTo = async ({ ask }: Worker, rate: number) =>
    ok(await ask('POST', `/supplier-invoices/${id}/rate`, { rate }))
  await setTo(karin, 12)
  await setTo(olle, 13)
  await setTo(eva, 13)
  for (const one of [karin, olle])
    expect(await reasonOf(approve(one, id))).toMatch(/^You entered or changed supplier invoice/)
  ok(await approve(eva, id))
})

test('what is left out of a change of the rules stays', async () => {
  await decide({ twoApproversFrom: 250.5, approvers: [{ personId: eva.id, limit: 12.5 }] })
  const after = ok(await karin.ask('PATCH', '/purchasing-settings', { approvesOwn: false }))
  expect(after).toEqual({
    approves: true,
    approvesOwn: false,
    twoApproversFrom: 250.5,
    twoSignersFrom: null,
    approvers: [{ personId: eva.id, name: eva.name, limit: 12.5 }],
  })
  // A person who has left is still in the list, and does not prevent changes of it.
  expect((await karin.ask('DELETE', `/members/${eva.id}`)).status).toBe(204)
  const approvers = [eva, olle].map(({ id: personId }) => ({ personId, limit: 12.5 }))
  const kept = ok(await karin.ask('PATCH', '/purchasing-settings', { approvers }))
  expect(kept.approvers).toHaveLength(2)
  // A role that may not change them.
  const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'bookkeeper')
  const bookkeeper = asking(company.url, headers)
  expect((await bookkeeper('PATCH', '/purchasing-settings', { approvers: [] })).status).toBe(403)
})

test('an administrator makes the rules stricter, and only an owner lets more through', async () => {
  const other = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id: other.id }, 'administrator')
  const administrator = asking(other.url, headers)
  const second = await logInAs(service, { type: 'company', id: other.id }, 'administrator')
  const owner = await callingAs(service, other, 'owner')
  const strict = {
    approves: true,
    approvesOwn: false,
    twoApproversFrom: 1000,
    twoSignersFrom: 1000,
    approvers: [{ personId: person.id, limit: 500 }],
  }
  ok(await administrator('PATCH', '/purchasing-settings', strict))
  const looser: object[] = [
    { approves: false },
    { approvesOwn: true },
    { approvers: [] },
    { twoApproversFrom: null },
    { twoApproversFrom: 1000.01 },
    { twoSignersFrom: null },
    { twoSignersFrom: 1000.01 },
    { twoSignersFrom: 2000, twoApproversFrom: 1 },
    { approvers: [{ personId: person.id }] },
    { approvers: [{ personId: person.id, limit: 500.01 }] },
    // A second account of the administrator's, beside the first or in its place.
    { approvers: [...strict.approvers, { personId: second.person.id, limit: 1 }] },
    { approvers: [{ personId: second.person.id }] },
  ]
  for (const change of looser) {
    const { status, body } = await administrator('PATCH', '/purchasing-settings', change)
    expect([change, status, body.message]).toEqual([change, 400, expect.stringMatching(/^Only owners of the company/)])
  }
  const kept = ok(await administrator('GET', '/purchasing-settings'))
  expect(kept).toMatchObject({ ...strict, approvers: [{ ...strict.approvers[0], name: person.name }] })
  ok(await administrator('PATCH', '/purchasing-settings', { twoSignersFrom: 999.99, approvesOwn: false }))
  ok(await administrator('PATCH', '/purchasing-settings', { approvers: [{ personId: person.id, limit: 499 }] }))
  for (const change of looser) ok(await owner('PATCH', '/purchasing-settings', change))
})

test('if the company has no owner, administrators let more through as well', async () => {
  const administrator = await callingAs(service, await service.newCompany(), 'administrator')
  ok(await administrator('PATCH', '/purchasing-settings', { twoSignersFrom: 100 }))
  expect(ok(await administrator('PATCH', '/purchasing-settings', { twoSignersFrom: 100_000 })).twoSignersFrom).toBe(
    100_000,
  )
})

describe('the rules', () => {
  const rules = (changes: Partial<ApprovalRules> = {}): ApprovalRules => ({
    twoFromOre: null,
    approvesOwn: true,
    approvers: [],
    ...changes,
  })
  const limited = [
    { personId: 'a', limitOre: 100n },
    { personId: 'b', limitOre: null },
  ]
  const invoice = (totalBaseOre: bigint, approvedByIds: string[] = []) => ({
    totalBaseOre,
    writtenByIds: ['v', 'w'],
    approvedByIds,
  })
  test.each([
    [rules(), invoice(1n), 'a', null],
    [rules({ approvers: limited }), invoice(100n), 'a', null],
    [rules({ approvers: limited }), invoice(101n), 'a', 'overLimit'],
    [rules({ approvers: limited }), invoice(-101n), 'a', 'overLimit'],
    [rules({ approvers: limited }), invoice(101n), 'b', null],
    [rules({ approvers: limited }), invoice(1n), 'c', 'notApprover'],
    [rules({ approvesOwn: false }), invoice(1n), 'w', 'own'],
    [rules({ approvesOwn: false }), invoice(1n), 'v', 'own'],
    [rules({ approvesOwn: false }), invoice(1n), 'a', null],
    [rules({ twoFromOre: 50n }), invoice(50n, ['a']), 'a', 'again'],
    [rules({ twoFromOre: 50n }), invoice(50n, ['a']), 'b', null],
    [rules({ twoFromOre: 51n }), invoice(50n, ['a']), 'a', null],
  ] as const)('case %#', (of, asked, person, kind) => {
    expect(hindranceOf(of, { ...asked, approvedByIds: [...asked.approvedByIds] }, person)?.kind ?? null).toBe(kind)
  })
  test.each([
    [null, 1_000_000n, 1],
    [100n, 99n, 1],
    [100n, 100n, 2],
    [100n, -100n, 2],
  ])('two people from an amount, case %#', (twoFromOre, total, needed) => {
    expect(neededFor({ twoFromOre }, invoice(total))).toBe(needed)
  })

  const decided = (changes: Partial<Decided> = {}): Decided => ({
    ...rules(),
    approves: true,
    twoSignersFromOre: null,
    ...changes,
  })
  const b = [{ personId: 'b', limitOre: null }]
  test.each([
    [{}, {}, false],
    [{ approves: false }, { approves: true }, false],
    [{ approves: true }, { approves: false }, true],
    [{ approvesOwn: true }, { approvesOwn: false }, false],
    [{ approvesOwn: false }, { approvesOwn: true }, true],
    [{ twoFromOre: null }, { twoFromOre: 1n }, false],
    [{ twoFromOre: 2n }, { twoFromOre: 1n }, false],
    [{ twoFromOre: 1n }, { twoFromOre: 2n }, true],
    [{ twoFromOre: 1n }, { twoFromOre: null }, true],
    [{ twoSignersFromOre: null }, { twoSignersFromOre: 1n }, false],
    [{ twoSignersFromOre: 2n }, { twoSignersFromOre: 1n }, false],
    [{ twoSignersFromOre: 1n }, { twoSignersFromOre: 2n }, true],
    [{ twoSignersFromOre: 1n }, { twoSignersFromOre: null }, true],
    [{ approvers: [] }, { approvers: limited }, false],
    [{ approvers: [] }, { approvers: b }, false],
    [{ approvers: limited }, { approvers: b }, false],
    [{ approvers: b }, { approvers: limited }, true],
    [{ approvers: limited }, { approvers: [] }, true],
    [{ approvers: [{ personId: 'a', limitOre: 99n }] }, { approvers: limited }, true],
    [{ approvers: [{ personId: 'a', limitOre: null }] }, { approvers: limited }, true],
    [{ approvers: limited }, { approvers: limited.map((one) => ({ ...one, limitOre: 99n })) }, false],
    [{ approvers: limited }, { approvers: limited.slice(0, 1) }, false],
    [{ approvers: limited.slice(0, 1) }, { approvers: [{ personId: 'c', limitOre: 1n }] }, true],
  ] as [Partial<Decided>, Partial<Decided>, boolean][])('what lets more through, case %#', (before, after, looser) => {
    expect(isLooser(decided(before), decided(after))).toBe(looser)
  })
})
