// Readings over HTTP: receipts and invoices as they come are read in the background, what they say is proposed with its
// place, the supplier and the accounts of last time beside it; and what cannot be read says why.
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteUpload } from '#documents'
import { setVatSetting } from '#identity'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { localReader, readingsContribution } from '#readings'
import { factsOf } from '#rules/readings/facts'
import { changeSettings } from '#sales'
import type { ReaderLimits } from '#server/readings/local-reader'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { needs } from '#support/needs'
import { drafted } from '#support/owned'
import { fontsOf } from '#support/reading/pages'
import { typedPage } from '#support/reading/typed-page'
import { matboden, type Row, receiptPdf, receiptPicture, scanned, sideways } from '#support/samples/receipts'
import { encryptedPdf, pdfOf, pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

const NAMES = { png: 'kvitto.png', jpeg: 'kvitto.jpg', pdf: 'kvitto.pdf' } as const

const added = async (bytes: Buffer, kind: keyof typeof NAMES = 'pdf', at = company): Promise<string> =>
  ok(await at.upload('/uploads', NAMES[kind], bytes)).id

/** Does what waits, as a worker would. */
const work = (limits: ReaderLimits = {}) => newRunner(service, readingsContribution.jobs(localReader(limits))).runDue()

const readingOf = async (id: string, at = company) => ok(await at.get(`/uploads/${id}/reading`))

const read = async (bytes: Buffer, kind: keyof typeof NAMES = 'pdf', at = company) => {
  const id = await added(bytes, kind, at)
  await work()
  const reading = await readingOf(id, at)
  expect(reading).toMatchObject({ state: 'read', reason: null, readDateTime: '2026-06-10T10:00:00Z' })
  return { id, ...reading.proposals }
}

const ofMatboden = {
  date: { value: '2026-06-05', page: 1 },
  total: { value: 129.5, page: 1 },
  organizationNumber: { value: '556036-0793' },
  vat: [{ taxRate: 12, taxAmount: 13.88, netAmount: 115.62 }],
  supplier: { supplierRef: null, name: 'Matboden Storgatan' },
  candidates: [],
}

test('the receipts of these tests have their fonts with them, and look the same on every machine', async () => {
  needs('poppler')
  const fonts = fontsOf(await receiptPdf({ rows: matboden }))
  expect(fonts.map(({ embedded, unicode }) => [embedded, unicode])).toEqual([
    [true, true],
    [true, true],
  ])
})

describe('what is read', () => {
  test('the text of a PDF, with its place', async () => {
    const { total, ...others } = await read(await receiptPdf({ rows: matboden }))
    expect({ total, ...others }).toMatchObject(ofMatboden)
    expect(total).toMatchObject({ text: '129,50', confidence: 1 })
    // The eighth of eleven rows, at the right.
    const { left, top, width, height } = total.box
    expect([left > 0.7, left + width < 1, top > 0.55, top + height < 0.75]).toEqual([true, true, true, true])
  })

  test.each([
    ['a picture', 'png', async () => receiptPicture({ rows: matboden })],
    [
      'one that lies askew, with dirt on it',
      'png',
      async () => receiptPicture({ rows: matboden, turned: 2, specks: 250 }),
    ],
    ['a photo', 'jpeg', async () => receiptPicture({ rows: matboden, turned: -1.5 }, 'jpeg')],
    ['a photo of a camera that was held sideways', 'jpeg', async () => sideways({ rows: matboden }, 'MM')],
    ['the same, by another maker', 'jpeg', async () => sideways({ rows: matboden }, 'II')],
    ['what was scanned into a PDF', 'pdf', async () => scanned(await receiptPicture({ rows: matboden }), [256, 247])],
  ] as const)('%s', async (_, kind, drawn) => {
    needs('poppler')
    const { vat, organizationNumber, ...found } = await read(await drawn(), kind)
    const { vat: __, organizationNumber: ___, ...expected } = ofMatboden
    expect(found).toMatchObject(expected)
    const { box, confidence } = found.total
    expect([box.left > 0.7, box.top > 0.55, box.top < 0.7, box.height < 0.08]).toEqual([true, true, true, true])
    expect(confidence).toBeGreaterThan(0.5)
  })

  test('an invoice of our own says to others what it says', async () => {
    await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5050-1055' }))
    const { id } = await drafted(company, '2026-06-01', 1000)
    const invoice = ok(await company.post(`/invoices/${id}/publish`))
    const pdf = await fetch(`${company.url}/invoices/${id}/download`, {
      headers: { authorization: `Bearer ${company.token}` },
    })
    const buyer = checkedCompany(await service.newCompany())
    await service.database.rows(sql`
      update identity.company set organization_number = '556036-0793' where id = ${buyer.id}`)
    const bytes = Buffer.from(await pdf.arrayBuffer())
    const found = await read(bytes, 'pdf', buyer)
    expect(found).toMatchObject({
      date: { value: '2026-06-01' },
      dueDate: { value: invoice.dueDate },
      total: { value: 1250 },
      currency: { value: 'SEK' },
      invoiceNumber: { value: String(invoice.invoiceNumber) },
      paymentReference: { value: invoice.paymentReference },
      bankgiro: { value: '5050-1055' },
      organizationNumber: { value: '559999-0008' },
      vat: [{ taxRate: 25, taxAmount: 250, netAmount: 1000 }],
      candidates: [],
    })
  })

  test('the number of who reads it is not that of who sold', async () => {
    const rows: Row[] = [['Papper AB'], ['Org.nr 559999-0008'], ['Att betala', '129,50']]
    expect(await read(await receiptPdf({ rows }))).toMatchObject({
      organizationNumber: null,
      supplier: { supplierRef: null, name: 'Papper AB' },
    })
  })

  test('what is no text to the database is left out of what a file says', async () => {
    const id = await added(await receiptPdf({ rows: matboden }))
    const page = typedPage('Pap\u0000per \ud83dAB\nAtt betala  129,50')
    await newRunner(
      service,
      readingsContribution.jobs(async (_, known) => ({ facts: factsOf([page], known) })),
    ).runDue()
    expect(await readingOf(id)).toMatchObject({
      state: 'read',
      proposals: { total: { value: 129.5 }, supplier: { supplierRef: null, name: 'Papper AB' } },
    })
  })

  test('what can be read in two ways is told, and not chosen', async () => {
    const rows: Row[] = [['Papper AB'], ['Total', '100,00'], ['Total', '129,50']]
    const { total, candidates, proposedItems } = await read(await receiptPdf({ rows }))
    expect(total).toBeNull()
    expect(candidates).toMatchObject([
      { field: 'total', value: '100.00', page: 1 },
      { field: 'total', value: '129.50', page: 1 },
    ])
    expect(proposedItems).toBeNull()
  })
})

/** A receipt of a shop of its own: numbers are those of tests. */
const receiptOf = (shop: string, total = '129,50', tax = '25,90'): Promise<Buffer> =>
  receiptPdf({
    rows: [[shop], ['2026-06-05 12:41'], ['Att betala', total], ['Moms 25 %', tax]],
  })

const book = async (uploadId: string, accounts: readonly [cost: number, payment: number], at = company) => {
  const [account, payment] = accounts
  const items = [
    { account, debit: 103.6 },
    { account: 2641, debit: 25.9 },
    { account: payment, credit: 129.5 },
  ]
  const entry = { title: 'Kvitto', date: '2026-06-05', uploadRef: { id: uploadId }, items }
  return ok(await at.post('/journal-entries', entry)).id
}

describe('how it may be booked', () => {
  test('the first time on the usual accounts, and what was bought is open', async () => {
    const { proposedItems, proposedLines, likeEntryId } = await read(await receiptOf('Penna och Papper'))
    expect([proposedItems, proposedLines, likeEntryId]).toEqual([
      [
        { role: 'cost', account: null, debit: 103.6, credit: null },
        { role: 'vat', account: 2641, debit: 25.9, credit: null },
        { role: 'payment', account: 1930, debit: null, credit: 129.5 },
      ],
      [{ account: null, netAmount: 103.6, taxRate: 25 }],
      null,
    ])
  })

  test('the next time on the accounts of the last time, while that stands', async () => {
    const first = await read(await receiptOf('Kontorsgrossisten'))
    const entryId = await book(first.id, [6110, 2893])
    const next = await read(await receiptOf('KONTORSGROSSISTEN AB', '250,00', '50,00'))
    expect(next.likeEntryId).toBe(entryId)
    expect(next.proposedItems).toEqual([
      { role: 'cost', account: 6110, debit: 200, credit: null },
      { role: 'vat', account: 2641, debit: 50, credit: null },
      { role: 'payment', account: 2893, debit: null, credit: 250 },
    ])
    // Another shop is another matter.
    expect((await read(await receiptOf('Skruv och Mutter'))).likeEntryId).toBeNull()
    ok(await company.post(`/journal-entries/${entryId}/reverse`, {}))
    expect((await readingOf(next.id)).proposals).toMatchObject({
      likeEntryId: null,
      proposedItems: [{ account: null }, {}, {}],
    })
  })

  test('tax is a part of the cost where the company is not registered for it', async () => {
    const at = checkedCompany(await service.newCompany())
    await service.operateFor(at.id, (call) => setVatSetting(call, 'notRegisteredForVat'))
    const { proposedItems, proposedLines } = await read(await receiptOf('Penna och Papper'), 'pdf', at)
    expect([proposedItems, proposedLines]).toEqual([
      [
        { role: 'cost', account: null, debit: 129.5, credit: null },
        { role: 'payment', account: 1930, debit: null, credit: 129.5 },
      ],
      [{ account: null, netAmount: 129.5, taxRate: 0 }],
    ])
  })

  test('nothing is booked by itself', async () => {
    const { totalItems: before } = ok(await company.get('/journal-entries'))
    await read(await receiptOf('Bokhandeln'))
    expect(ok(await company.get('/journal-entries')).totalItems).toBe(before)
  })

  test('a supplier is known by number first, then by name, and its last invoice says the account', async () => {
    const at = checkedCompany(await service.newCompany())
    const supplier = async (body: object): Promise<string> => ok(await at.post('/suppliers', body)).id
    const byNumber = await supplier({ name: 'Livsmedel i Norr AB', orgNumber: '556036-0793' })
    const byName = await supplier({ name: 'Åkes Fikaställe AB' })
    const byGiro = await supplier({
      name: 'Trycksaker KB',
      paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
    })
    // What stands on top is no name of theirs, and the number is.
    expect((await read(await receiptPdf({ rows: matboden }), 'pdf', at)).supplier).toMatchObject({
      supplierRef: { id: byNumber, name: 'Livsmedel i Norr AB' },
      text: '556036-0793',
    })
    expect((await read(await receiptOf('ÅKES FIKASTÄLLE'), 'pdf', at)).supplier).toMatchObject({
      supplierRef: { id: byName },
      text: 'ÅKES FIKASTÄLLE',
    })
    const rows: Row[] = [
      ['Tryckeriet'],
      ['Bankgiro', '5050-1055'],
      ['Förfallodatum', '2026-07-01'],
      ['Att betala', '129,50'],
    ]
    const invoice = await receiptPdf({ rows })
    expect((await read(invoice, 'pdf', at)).supplier).toMatchObject({ supplierRef: { id: byGiro } })
    const bill = { supplierRef: { id: byGiro }, invoiceNumber: '1', totalAmount: 125 }
    const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
    const { id } = ok(await at.post('/supplier-invoices', { ...bill, ...dates }))
    ok(await at.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 5410, netAmount: 100, taxRate: 25 }] }))
    expect((await read(invoice, 'pdf', at)).proposedLines).toEqual([{ account: 5410, netAmount: null, taxRate: null }])
    // Two of the same name: neither is chosen.
    await supplier({ name: 'Åkes Fikaställe' })
    expect((await read(await receiptOf('ÅKES FIKASTÄLLE'), 'pdf', at)).supplier).toMatchObject({ supplierRef: null })
  })

  test('suppliers and accounts are told to those who may see them', async () => {
    const scopes = ['uploads:read', 'uploads:write']
    const at = checkedCompany(await service.newCompany({ scopes }))
    const found = await read(await receiptOf('Penna och Papper'), 'pdf', at)
    expect(found).toMatchObject({
      total: { value: 129.5 },
      supplier: { supplierRef: null },
      proposedItems: null,
      proposedLines: [],
    })
  })
})

const white = () => pngFile({ width: 600, height: 400 })

describe('what cannot be read', () => {
  const told = async (bytes: Buffer, kind: keyof typeof NAMES, limits: ReaderLimits = {}) => {
    const id = await added(bytes, kind)
    await work(limits)
    const { state, reason, proposals } = await readingOf(id)
    return [state, reason, proposals]
  }

  test.each([
    ['nothing stands on it', 'png', white, {}, 'it has no legible text'],
    ['it has a password', 'pdf', encryptedPdf, {}, 'it has a password'],
    [
      'it has too many pixels',
      'png',
      () => pngFile({ width: 16_000, height: 4000 }),
      {},
      'it has too many pixels, or asks for too much memory',
    ],
    [
      'it asks for too much memory',
      'pdf',
      bomb,
      { maxMemoryMb: 200 },
      'it has too many pixels, or asks for too much memory',
    ],
    [
      'it takes too long',
      'png',
      // It is looked at every now and then: the text of a picture takes much longer than that.
      () => receiptPicture({ rows: matboden }),
      { maxCpuMs: 1 },
      'it takes too long to read',
    ],
  ] as const)('%s', async (_, kind, file, limits, reason) => {
    if (reason === 'it takes too long to read') needs('poppler')
    expect(await told(await file(), kind, limits)).toEqual(['unreadable', reason, null])
  })

  test.each([
    ['a picture that is cut off', 'image/png', () => pngFile({ width: 600, height: 400 }).subarray(0, 60)],
    ['no picture', 'image/jpeg', () => Buffer.from('no picture')],
    ['no PDF', 'application/pdf', () => Buffer.from('%PDF-1.7\nno PDF')],
  ] as const)('%s is damaged, and harms no one', async (_, contentType, file) => {
    const known = { today: '2026-06-10' as Day, ownNumber: null }
    expect(await localReader()({ bytes: file(), contentType }, known)).toEqual({ wrong: 'broken' })
  })

  test('what was not readable is read on a new request', async () => {
    needs('poppler')
    const id = await added(await receiptPicture({ rows: matboden }), 'png')
    await work({ maxCpuMs: 1 })
    const inSwedish = ok(await company.get(`/uploads/${id}/reading`, { 'accept-language': 'sv' }))
    expect(inSwedish).toMatchObject({
      state: 'unreadable',
      reason: 'det tar för lång tid att läsa',
      reasonName: 'reading.too-long',
      reasonValues: {},
    })
    expect(ok(await company.post(`/uploads/${id}/reading`))).toMatchObject({ state: 'waiting', reason: null })
    await work()
    expect((await readingOf(id)).state).toBe('read')
  })

  test('one that was deleted meanwhile is not read', async () => {
    const id = await added(await receiptOf('Penna och Papper'))
    await service.operateFor(company.id, (call) => deleteUpload(call, id))
    expect(await work()).toBe(1)
    expect((await company.get(`/uploads/${id}/reading`)).status).toBe(404)
  })
})

describe('who asks for it', () => {
  test('uploads are read by themselves, but not those that are booked', async () => {
    expect((await readingOf(await added(white(), 'png'))).state).toBe('waiting')
    const entryId = await book(await added(white(), 'png'), [6110, 1930])
    const answer = await company.upload('/uploads', 'kvitto.png', white(), {}, { journalEntryId: entryId })
    expect((await readingOf(ok(answer).id)).state).toBe('notAsked')
    await work()
  })

  test('the event tells when', async () => {
    const id = await added(white(), 'png')
    await work()
    const { items } = ok(await company.get('/events?pageSize=5'))
    const kinds = items.map(({ kind, resource }: { kind: string; resource: { id: string } }) => [kind, resource.id])
    expect(kinds).toContainEqual(['upload.read', id])
  })

  test('a company sees its own only', async () => {
    const id = await added(white(), 'png')
    await work()
    const stranger = checkedCompany(await service.newCompany())
    expect((await stranger.get(`/uploads/${id}/reading`)).status).toBe(404)
    expect((await stranger.post(`/uploads/${id}/reading`)).status).toBe(404)
  })

  test('where reading is off uploads are taken all the same', async () => {
    const off = await startService({ beside: service, readsDocuments: false })
    try {
      const at = checkedCompany(await off.newCompany())
      const id = await added(await receiptOf('Penna och Papper'), 'pdf', at)
      expect(await readingOf(id, at)).toMatchObject({ state: 'off', reason: null, readDateTime: null, proposals: null })
      const { status, body } = await at.post(`/uploads/${id}/reading`)
      expect([status, body.message]).toEqual([
        400,
        'This service does not read documents: ask its operator to set DOCUMENT_READER, or enter the values by hand',
      ])
      expect(await work()).toBe(0)
    } finally {
      await off.close()
    }
  })
})

/** A PDF of a page whose drawing, once it is inflated, is 600 MB of nothing. */
function bomb(): Buffer {
  const drawing = deflateSync(Buffer.alloc(600_000_000, ' '), { level: 1 })
  return pdfOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] /Contents 4 0 R >>',
    Buffer.concat([
      Buffer.from(`<< /Length ${drawing.length} /Filter /FlateDecode >>\nstream\n`),
      drawing,
      Buffer.from('\nendstream'),
    ]),
  )
}
