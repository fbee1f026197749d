// What the bank answers to a file of payments: what it refuses is to be paid again, what it says later counts, and what
// does not fit is told to a person. Nothing is booked by it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { identityService } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { checkedCompany, checkedRequests } from '#support/checked'
import { ok } from '#support/entries'
import { NATIONAL, statusReportFile, type WrittenReport } from '#support/samples/status-report-file'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { imported } from './importing.ts'
import { aBankgiro, aTransfer, decided, newSignatory, paid, withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: object = {}): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany(options))
  await withBankAccount(service, company)
  return company
}

type Filed = { fileId: string; ids: string[] }

/** Payments that are signed and in a file. */
const filed = async (company: TestCompany, changes: readonly object[] = [{}]): Promise<Filed> => {
  const ids: string[] = []
  for (const change of changes) ids.push((await paid(company, { ...change })).id)
  const { visitor, path } = await newSignatory(service, company)
  await decided(visitor, path)
  return { fileId: ok(await company.post('/bank-payments/files')).id, ids }
}

const nameOf = (id: string): string => id.replaceAll('-', '')

const send = (company: TestCompany, fileId: string, report: WrittenReport): Promise<Answer> =>
  company.upload('/bank-statements', 'aterrapport.xml', statusReportFile({ messageId: nameOf(fileId), ...report }))

const sent = async (company: TestCompany, fileId: string, report: WrittenReport) =>
  ok(await send(company, fileId, report)).paymentStatusReport

const refusing = (fileId: string, ids: readonly string[], code = 'AC04'): WrittenReport => ({
  status: 'PART',
  batches: [
    {
      name: `${nameOf(fileId)}-1`,
      status: 'PART',
      payments: ids.map((id) => ({
        endToEndId: nameOf(id),
        status: 'RJCT',
        reasons: [{ code, words: ['Kontot finns inte'] }],
      })),
    },
  ],
})

const paymentOf = async (company: TestCompany, id: string) => ok(await company.get(`/bank-payments/${id}`))
const statesOf = (company: TestCompany, ids: readonly string[]) =>
  Promise.all(ids.map(async (id) => (await paymentOf(company, id)).status))

/** What happened to a payment, in order. */
const eventsOf = async (company: TestCompany, id: string): Promise<string[]> =>
  (
    await service.database.rows<{ what: string }>(sql`
      select what from platform.history where company_id = ${company.id} and detail->>'id' = ${id} order by id`)
  ).map(({ what }) => what)

/** What waits for a person, in the company's queue. */
const waitsIn = async (company: TestCompany): Promise<string[]> => {
  const { visitor } = await newSignatory(service, company)
  const { items } = JSON.parse((await visitor.get(`/v1/companies/${company.id}/queue`)).text)
  return items.flatMap(({ kind, name, number = '' }: Record<string, string>) =>
    kind?.startsWith('payment.') ? [`${kind} ${name} ${number}`] : [],
  )
}

test('what the bank refuses is taken back with its reason, and waits for a person until it is seen to', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company, [{}, { recipientRef: aTransfer }, { amount: 77 }])
  const [first = '', second = '', third = ''] = ids
  const report = await sent(company, fileId, { ...refusing(fileId, [second]), namespace: NATIONAL })
  expect(report).toEqual({
    reference: 'PSR-1',
    reportDateTime: '2026-06-10T07:00:00Z',
    statusReportRef: { id: expect.any(String) },
    paymentFileRef: { id: fileId },
    accepted: 0,
    waiting: 0,
    refused: 1,
    unclear: 0,
    contradictory: 0,
    unknown: 0,
    unknownPayments: [],
    payments: [
      {
        bankPaymentRef: { id: second },
        recipientName: 'Karin Ek',
        amount: 1250.5,
        currency: 'SEK',
        status: 'RJCT',
        outcome: 'refused',
        effect: 'rejected',
        reason: {
          code: 'AC04',
          swedish: 'Kontot är avslutat',
          english: 'The account is closed',
          words: 'Kontot finns inte',
        },
      },
    ],
  })
  expect(await statesOf(company, [first, second, third])).toEqual(['scheduled', 'rejected', 'scheduled'])
  expect(await paymentOf(company, second)).toMatchObject({
    bankAnswer: { status: 'RJCT', outcome: 'refused', dateTime: '2026-06-10T07:00:00Z' },
    reason: { code: 'AC04', words: 'Kontot finns inte' },
    needsAttention: true,
  })
  expect(ok(await company.get('/bank-payments?query=needsAttention==true')).items).toMatchObject([{ id: second }])
  expect(await waitsIn(company)).toEqual(['payment.refused Karin Ek AC04'])
  // The signatories see it on their page as well.
  const { visitor, path } = await newSignatory(service, company)
  expect((await visitor.get(path)).text).toContain('AC04 Kontot är avslutat: Kontot finns inte')
  const seen = ok(await company.post(`/bank-payments/acknowledgements/${second}`))
  expect(seen).toMatchObject({ status: 'rejected', needsAttention: false, reason: { code: 'AC04' } })
  expect(await waitsIn(company)).toEqual([])
  expect(ok(await company.post(`/bank-payments/acknowledgements/${second}`))).toEqual(seen)
  expect((await eventsOf(company, second)).slice(-2)).toEqual(['bank-payment.rejected', 'bank-payment.acknowledged'])
})

test('the same report again, and an older one, changes nothing; a later one moves on', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company, [{}, { amount: 77 }])
  const [first = '', second = ''] = ids
  const accepted = { status: 'ACCP', madeAt: '2026-06-10T10:00:00' }
  expect(await sent(company, fileId, accepted)).toMatchObject({ accepted: 2, refused: 0 })
  expect(await statesOf(company, ids)).toEqual(['scheduled', 'scheduled'])
  const refused = { ...refusing(fileId, [first]), madeAt: '2026-06-10T11:00:00', id: 'PSR-2' }
  expect(await sent(company, fileId, refused)).toMatchObject({ refused: 1 })
  const before = await paymentOf(company, first)
  const events = await eventsOf(company, first)
  expect(events.slice(-2)).toEqual(['bank-payment.answered', 'bank-payment.rejected'])
  const again = ok(await send(company, fileId, refused))
  expect([again.alreadyImported, again.paymentStatusReport.payments[0].effect]).toEqual([true, 'known'])
  const older = ok(await send(company, fileId, { ...accepted, madeAt: '2026-06-10T10:30:00' }))
  expect(older.paymentStatusReport.payments.map(({ effect }: { effect: string }) => effect)).toEqual([
    'earlier',
    'noted',
  ])
  expect(await paymentOf(company, first)).toEqual(before)
  expect(await eventsOf(company, first)).toEqual(events)
  expect(await statesOf(company, ids)).toEqual(['rejected', 'scheduled'])
  expect(await paymentOf(company, second)).toMatchObject({ bankAnswer: { status: 'ACCP', outcome: 'accepted' } })
})

test('a file or a batch that is refused takes all its payments with it', async () => {
  const company = await newCompany()
  const whole = await filed(company, [{}, { amount: 77 }])
  const reasons = [{ code: 'AM10', words: ['Kontrollsumman'] }]
  expect(await sent(company, whole.fileId, { status: 'RJCT', reasons })).toMatchObject({ refused: 2 })
  expect(await statesOf(company, whole.ids)).toEqual(['rejected', 'rejected'])
  const parts = await filed(company, [{}, { paymentDate: '2026-06-15' }, { amount: 77 }])
  const batches = [{ name: `${nameOf(parts.fileId)}-1`, status: 'RJCT', reasons: [{ code: 'DT01' }] }]
  expect(await sent(company, parts.fileId, { status: 'PART', batches })).toMatchObject({ refused: 2 })
  expect(await statesOf(company, parts.ids)).toEqual(['rejected', 'scheduled', 'rejected'])
})

test('a bank that names the file otherwise is understood by its batches and payments', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company)
  expect(await sent(company, fileId, { ...refusing(fileId, ids), messageId: 'BANK-77' })).toMatchObject({ refused: 1 })
  const other = await filed(company)
  const batches = [{ name: 'BANK-1', payments: [{ endToEndId: nameOf(other.ids[0] ?? ''), status: 'RJCT' }] }]
  expect(await sent(company, other.fileId, { messageId: 'BANK-78', batches })).toMatchObject({ refused: 1 })
  // With two files at once, which is meant is ambiguous.
  const mixed = [
    { name: 'B', payments: [...ids, ...other.ids].map((id) => ({ endToEndId: nameOf(id), status: 'RJCT' })) },
  ]
  expect((await send(company, fileId, { messageId: 'BANK-79', batches: mixed })).status).toBe(400)
})

test('what this company has not made is told, and nothing is changed', async () => {
  const company = await newCompany()
  const other = await newCompany()
  const { fileId, ids } = await filed(company)
  const strange = await send(other, fileId, refusing(fileId, ids))
  expect([strange.status, strange.body.errors[0].message]).toEqual([
    400,
    expect.stringContaining('which is not a payment file that this company has made here: nothing was changed'),
  ])
  const debit = await send(company, newId(), { status: 'ACCP', messageKind: 'pain.008.001.02' })
  expect(debit.body.errors[0].message).toContain('(pain.008.001.02)')
  expect(await statesOf(company, ids)).toEqual(['scheduled'])
  const known = refusing(fileId, [...ids, newId()])
  expect(await sent(company, fileId, known)).toMatchObject({ refused: 1, unknown: 1 })
  const early = await send(company, fileId, { status: 'ACCP', madeAt: '2026-06-12T10:00:00Z' })
  expect(early.body.errors[0].message).toContain('the bank will not make it until 2026-06-12T10:00:00Z')
  const unclear = await send(company, fileId, {
    ...refusing(fileId, ids),
    status: 'RJCT',
    batches: [{ name: `${nameOf(fileId)}-1`, status: 'ACCP' }],
  })
  expect(unclear.body.errors[0].message).toBe(
    'batch 1: it has the status ACCP, but the group that it belongs to is refused',
  )
})

test('a refusal of what a statement has paid, and a payment of what was refused, are for a person', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company, [{ recipientRef: aTransfer }, { amount: 77 }])
  const [first = '', second = ''] = ids
  const leaving = (id: string, ore: bigint, reference: string) => ({
    ore,
    date: '2026-06-11',
    reference,
    details: [{ ore, endToEndId: nameOf(id) }],
  })
  await imported(company, { statements: [{ id: 'U1', entries: [leaving(first, -125_050n, 'R1')] }] })
  const report = await sent(company, fileId, refusing(fileId, ids))
  expect(report).toMatchObject({ refused: 2, contradictory: 1 })
  expect(await paymentOf(company, first)).toMatchObject({ status: 'paid', needsAttention: true })
  expect(await waitsIn(company)).toEqual(['payment.contradicted Karin Ek AC04', 'payment.refused Papper AB AC04'])
  const entries = async () => ok(await company.get('/journal-entries')).totalItems
  expect(await entries()).toBe(0)
  // The other one leaves the account after all.
  const file = { statements: [{ id: 'U2', entries: [leaving(second, -7_700n, 'R2')] }] }
  await imported(company, file)
  expect(await paymentOf(company, second)).toMatchObject({ status: 'paid', needsAttention: true })
  expect((await eventsOf(company, second)).slice(-2)).toEqual(['bank-payment.paid', 'bank-payment.contradicted'])
  expect((await waitsIn(company)).map((one) => one.split(' ')[0])).toEqual([
    'payment.contradicted',
    'payment.contradicted',
  ])
  // Once the bank says so too, it is settled.
  await sent(company, fileId, { status: 'ACSC', madeAt: '2026-06-10T11:00:00' })
  expect(await waitsIn(company)).toEqual([])
  expect(await entries()).toBe(0)
})

test('a file that reached the bank twice is refused as a duplicate, and its payments stay on their way', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company)
  expect(await sent(company, fileId, { status: 'RJCT', reasons: [{ code: 'DU01' }] })).toMatchObject({
    refused: 1,
    contradictory: 1,
    payments: [{ effect: 'contradicts', reason: { code: 'DU01' } }],
  })
  expect(await paymentOf(company, ids[0] ?? '')).toMatchObject({ status: 'scheduled', needsAttention: true })
  expect(await waitsIn(company)).toEqual(['payment.contradicted Papper AB DU01'])
})

test('what a person noted counts until the bank says otherwise', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company, [{}, { amount: 77 }])
  const [first = '', second = ''] = ids
  await service.operateFor(company.id, async (call) => {
    await bankingAdmin.rejectPayment(call, { id: first, reason: 'Kontot är avslutat', failed: false })
    await bankingAdmin.cancelPayment(call, { id: second, reason: null, alsoInFile: true })
  })
  expect(await paymentOf(company, first)).toMatchObject({
    status: 'rejected',
    needsAttention: true,
    reason: { words: 'Kontot är avslutat' },
  })
  // What was made before is older than what the person noted.
  const before = await sent(company, fileId, { status: 'ACTC', madeAt: '2026-06-10T08:00:00' })
  expect(before.payments.map(({ effect }: { effect: string }) => effect)).toEqual(['earlier', 'earlier'])
  expect(await sent(company, fileId, { status: 'ACSP', madeAt: '2026-06-10T13:00:00' })).toMatchObject({
    contradictory: 2,
  })
  expect(await statesOf(company, ids)).toEqual(['rejected', 'cancelled'])
  expect((await waitsIn(company)).map((one) => one.split(' ')[0])).toEqual([
    'payment.contradicted',
    'payment.contradicted',
  ])
})

test('in both accounting methods the supplier invoice is to be paid again, and is booked once', async () => {
  for (const accountingMethod of ['accrual', 'cash'] as const) {
    const company = await newCompany({ accountingMethod })
    const supplierRef = { id: ok(await company.post('/suppliers', { name: 'Papper AB' })).id }
    const dated = { invoiceNumber: '1002377', invoiceDate: '2026-06-01', dueDate: '2026-07-01', totalAmount: 900 }
    const { id } = ok(await company.post('/supplier-invoices', { supplierRef, ...dated }))
    const lines = [{ account: 6110, netAmount: 720, taxRate: 25, vatTreatment: 'domestic' }]
    ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
    const invoice = async () => ok(await company.get(`/supplier-invoices/${id}`))
    const open = await invoice()
    const entries = async () => ok(await company.get('/journal-entries')).totalItems
    const booked = await entries()
    const asked = { amount: 900, ownNote: '1002377' }
    const { fileId, ids } = await filed(company, [asked])
    await sent(company, fileId, refusing(fileId, ids))
    expect(await invoice()).toEqual(open)
    // Nothing stands in the way of paying it once more: the refused payment is no equal one that waits.
    const again = await company.post('/bank-payments', {
      ...asked,
      paymentDate: '2026-06-11',
      recipientRef: aBankgiro,
    })
    expect([again.status, again.headers.get('service-warning')]).toEqual([200, null])
    expect(await entries()).toBe(booked)
    const { visitor, path } = await newSignatory(service, company)
    await decided(visitor, path)
    ok(await company.post('/bank-payments/files'))
    const detail = { ore: -90_000n, endToEndId: nameOf(again.body.id) }
    const [statement] = await imported(company, {
      statements: [{ entries: [{ ore: -90_000n, reference: 'R1', details: [detail] }] }],
    })
    const [line] = ok(await company.get(`/bank-statements/${statement.id}/transactions`)).items
    ok(await company.post(`/bank-statements/${statement.id}/transactions/${line.id}/match`, { supplierInvoiceId: id }))
    expect(await invoice()).toMatchObject({ status: 'paid', remainingAmount: 0 })
    expect(await entries()).toBe(booked + 1)
    expect(await statesOf(company, [...ids, again.body.id])).toEqual(['rejected', 'paid'])
  }
})

test('a program sees what was said of its own payments alone, and without the scope of none', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company)
  const report = refusing(fileId, ids)
  const as = async (scopes: readonly string[]) => {
    const { token } = await service.operateFor(company.id, (call) =>
      identityService.createToken(call, { name: 'Annan', scopes }),
    )
    return send({ ...company, ...checkedRequests(company.url, token) }, fileId, report)
  }
  const others = ok(await as(['bank-statements:write', 'bank-payments:read-limited'])).paymentStatusReport
  expect([others.refused, others.payments]).toEqual([1, []])
  expect(ok(await as(['bank-statements:write'])).paymentStatusReport.payments).toEqual([])
  expect((await sent(company, fileId, report)).payments).toHaveLength(1)
  expect((await as(['bank-payments:read-limited'])).status).toBe(403)
})

test('a report is kept as it came, once, and found from its file and its payments', async () => {
  const company = await newCompany()
  const { fileId, ids } = await filed(company, [{}, {}])
  const [refusedId = '', other = ''] = ids
  const bytes = statusReportFile({ messageId: nameOf(fileId), ...refusing(fileId, [refusedId]) })
  const first = ok(await company.upload('/bank-statements', 'aterrapport.xml', bytes)).paymentStatusReport
  const { statusReportRef: ref } = first
  const again = ok(await company.upload('/bank-statements', 'igen.xml', bytes)).paymentStatusReport
  expect(again.statusReportRef).toEqual(ref)
  expect((await paymentOf(company, refusedId)).bankAnswer.statusReportRef).toEqual(ref)
  const later = { madeAt: '2026-06-10T11:00:00', batches: [{ name: `${nameOf(fileId)}-1`, status: 'ACSP' }] }
  const next = await sent(company, fileId, later)
  const path = `/bank-payments/files/${fileId}/status-reports`
  expect(ok(await company.get(path))).toMatchObject([
    { id: ref.id, reference: 'PSR-1', reportDateTime: '2026-06-10T07:00:00Z', fileName: 'aterrapport.xml' },
    { id: next.statusReportRef.id, reportDateTime: '2026-06-10T09:00:00Z' },
  ])
  expect((await paymentOf(company, other)).bankAnswer.statusReportRef).toEqual(next.statusReportRef)
  const kept = await fetch(`${company.url}${path}/${ref.id}/download`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(Buffer.from(await kept.arrayBuffer())).toEqual(bytes)
  const another = await newCompany()
  expect((await another.get(`${path}/${ref.id}/download`)).status).toBe(404)
})
