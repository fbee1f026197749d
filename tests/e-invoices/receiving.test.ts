// E-invoices from suppliers as they are received: a supplier invoice that waits, with the file as it came.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setVatSetting } from '#identity'
import { setRate } from '#ledger'
import { sql } from '#platform/sql'
import { purchasingAdmin } from '#purchasing'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type IncomingInvoice, incoming, incomingIn, SELLER_NUMBER } from '#support/samples/e-invoice-file'
import { pdfFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

const RECEIVING = '/supplier-invoices/e-invoices'

let service: Service
let company: TestCompany
let buyerNumber: string
beforeAll(async () => {
  service = await startService()
  await service.operate((call) => setRate(call, { currency: 'EUR', date: '2026-06-01', rate: '11' }))
  company = checkedCompany(await service.newCompany())
  buyerNumber = (await company.get('/company-information')).body.organizationNumber
})
afterAll(() => service.close())

const send = (invoice: IncomingInvoice = {}, to = company): Promise<Answer> =>
  to.upload(RECEIVING, 'faktura.xml', Buffer.from(incoming({ buyerNumber, ...invoice })))

const received = async (invoice: IncomingInvoice = {}): Promise<Answer['body']> => {
  const { status, body, text } = await send(invoice)
  expect(status, text).toBe(200)
  return body
}

const messages = ({ body }: Answer): string[] => body.errors.map(({ message }: { message: string }) => message)

test('an e-invoice becomes a supplier invoice of a new supplier, and waits to be recorded', async () => {
  const pdf = await pdfFile()
  const attachment = { name: 'spec.pdf', type: 'application/pdf', bytes: pdf }
  const xml = incoming({ buyerNumber, attachment })
  const { body: invoice } = await company.upload(RECEIVING, 'faktura.xml', Buffer.from(xml))
  const dates = { invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  expect(invoice).toMatchObject({ invoiceNumber: '4711', ...dates, totalAmount: 1250, status: 'toRecord' })
  expect((await company.get(`/suppliers/${invoice.supplierRef.id}`)).body).toMatchObject({
    name: 'Papper AB',
    orgNumber: SELLER_NUMBER,
    vatNumber: 'SE556036079301',
    paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
  })
  const [first, second] = invoice.uploadRefs
  const kept = await Promise.all([first, second].map(({ id }) => company.get(`/uploads/${id}/download`)))
  expect(kept[0]?.headers.get('content-type')).toBe('application/xml')
  expect(kept[1]?.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(kept[0]?.text ?? '', 'latin1').toString()).toBe(xml)
  const { body: told } = await company.get(`/supplier-invoices/${invoice.id}/e-invoice`)
  expect(told).toMatchObject({
    kind: 'invoice',
    seller: { name: 'Papper AB', organizationNumber: SELLER_NUMBER },
    lines: [{ name: 'Kopieringspapper A4', quantity: 10, price: 100, netAmount: 1000, taxRate: 25 }],
    taxes: [{ category: 'S', taxRate: 25, netAmount: 1000, taxAmount: 250 }],
    totals: { payable: 1250 },
    attachments: [{ name: 'spec.pdf', contentType: 'application/pdf' }],
    doubts: [],
    proposedLines: [{ account: null, netAmount: 1000, taxRate: 25, taxAmount: 250, vatTreatment: 'domestic' }],
  })
  // What was booked last time is proposed next time, and fits to be recorded as it is.
  const lines = [{ ...told.proposedLines[0], account: 6110 }]
  expect((await company.post(`/supplier-invoices/${invoice.id}/record`, { lines })).status).toBe(200)
  const next = await received({ number: '4712', net: 80 })
  expect(next.supplierRef.id).toBe(invoice.supplierRef.id)
  const { proposedLines } = (await company.get(`/supplier-invoices/${next.id}/e-invoice`)).body
  expect(proposedLines).toMatchObject([{ account: 6110, netAmount: 80, taxAmount: 20 }])
  expect((await company.post(`/supplier-invoices/${next.id}/record`, { lines: proposedLines })).status).toBe(200)
})

describe('what is proposed is recorded as it is', () => {
  const seller = { seller: 'Avrundarna AB', sellerNumber: '559015-1238' }
  const cases: [string, string, IncomingInvoice, [account: number | null, netAmount: number][]][] = [
    [
      'tax a krona beyond its rate   ',
      'SEK',
      { number: 'A-1', tax: 251 },
      [
        [null, 1000],
        [null, 1],
      ],
    ],
    [
      'a rounding of another currency',
      'EUR',
      { number: 'A-2', rounding: -0.05 },
      [
        [null, 1000],
        [3740, -0.05],
      ],
    ],
  ]
  test.each(cases)('%s, %s', async (_, currency, invoice, expected) => {
    const xml = Buffer.from(incomingIn(currency, { buyerNumber, ...seller, ...invoice }))
    const { id } = ok(await company.upload(RECEIVING, 'faktura.xml', xml))
    const { proposedLines } = ok(await company.get(`/supplier-invoices/${id}/e-invoice`))
    type Line = { account: number | null; netAmount: number }
    expect(proposedLines.map(({ account, netAmount }: Line) => [account, netAmount])).toEqual(expected)
    const lines = proposedLines.map((line: Line) => ({ ...line, account: line.account ?? 6110 }))
    ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
  })
})

test('tax is proposed as a part of the cost to a company that is not registered for it', async () => {
  const buyer = checkedCompany(await service.newCompany())
  await service.operateFor(buyer.id, (call) => setVatSetting(call, 'notRegisteredForVat'))
  const { organizationNumber } = (await buyer.get('/company-information')).body
  const { id } = ok(await send({ buyerNumber: organizationNumber }, buyer))
  const { proposedLines } = ok(await buyer.get(`/supplier-invoices/${id}/e-invoice`))
  expect(proposedLines).toEqual([{ account: null, netAmount: 1250, taxRate: 0, vatTreatment: 'exempt' }])
  ok(await buyer.post(`/supplier-invoices/${id}/record`, { lines: [{ ...proposedLines[0], account: 6110 }] }))
})

test('the same invoice is received once, also when it is sent twice at once', async () => {
  const invoice = { number: 'R-1', seller: 'Nya Tryckeriet AB', sellerNumber: '559010-1234' }
  const answers = await Promise.all([send(invoice), send(invoice), send({ ...invoice, reference: 'another file' })])
  const [made, ...refused] = answers.sort((one, other) => one.status - other.status)
  expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
  for (const { body } of refused) expect(body.message).toContain(`supplier invoice ${made?.body.id}`)
  const { items } = (await company.get('/suppliers?query=name=="Nya Tryckeriet AB"')).body
  expect(items).toHaveLength(1)
  // A credit note may have the number of what it credits, once.
  const credit = await received({ ...invoice, kind: 'CreditNote' })
  expect(credit.totalAmount).toBe(-1250)
  expect((await send({ ...invoice, kind: 'CreditNote', reference: 'x' })).status).toBe(409)
  // What was removed may be received again.
  expect((await company.delete(`/supplier-invoices/${credit.id}`)).status).toBe(204)
  expect((await send({ ...invoice, kind: 'CreditNote' })).status).toBe(200)
})

test('an invoice entered by hand is not received a second time', async () => {
  const { id } = (await company.post('/suppliers', { name: 'Städ AB', orgNumber: '559020-1233' })).body
  const typed = { supplierRef: { id }, invoiceNumber: 'S 1', invoiceDate: '2026-06-01', dueDate: '2026-07-01' }
  const { body: before } = await company.post('/supplier-invoices', { ...typed, totalAmount: 1250 })
  const answer = await send({ number: 's1', sellerNumber: '559020-1233' })
  expect(messages(answer)).toEqual([
    `this supplier already has an invoice S 1 of 2026-06-01: supplier invoice ${before.id}`,
  ])
})

test("another company's invoice is refused, and whose it is is told", async () => {
  const { status, body } = await send({ buyer: 'Grannen AB', buyerNumber: '556703-7485' })
  expect([status, body.code]).toEqual([400, 'operation-not-allowed'])
  expect(body.message).toBe(
    `The e-invoice is addressed to Grannen AB (556703-7485), not to Provbolaget AB (${buyerNumber}): ` +
      'send it to that company, or ask the supplier for a new one',
  )
})

test('of a text that is too long a whole character is the last that is kept', async () => {
  const kept = `${'1'.repeat(999)}😀`
  const { id } = await received({ number: 'L-1', reference: `${kept}😀` })
  expect((await company.get(`/supplier-invoices/${id}/e-invoice`)).body.paymentReference).toBe(kept)
})

test('invisible characters are left out, of the name of a new supplier too', async () => {
  const { id, supplierRef } = await received({
    number: 'O-1\u200e',
    seller: '\u202eOsynligt\u0085AB\u009f',
    sellerNumber: '559013-1230',
  })
  expect(supplierRef.name).toBe('Osynligt AB')
  const { number, seller } = (await company.get(`/supplier-invoices/${id}/e-invoice`)).body
  expect([number, seller.name]).toEqual(['O-1', 'Osynligt AB'])
  expect(messages(await send({ seller: '\u009f\u202e' }))).toEqual([
    'BR-06: PartyLegalEntity/RegistrationName is missing',
  ])
})

test('a number of at most 100 characters is taken whole, and a longer one not at all', async () => {
  const number = '😀'.repeat(100)
  expect((await received({ number, seller: 'Långa Nummer AB', sellerNumber: '559014-1239' })).invoiceNumber).toBe(
    number,
  )
  expect(messages(await send({ number: '1'.repeat(101) }))).toEqual(['BR-02: ID has more than 100 characters'])
  expect(messages(await send({ number: '1'.repeat(2000) }))).toEqual(['BR-02: ID has more than 100 characters'])
})

test('an account that is not the one of the supplier is told', async () => {
  const seller = { seller: 'Bluffmakarna AB', sellerNumber: '559030-1232' }
  await received({ ...seller, number: 'B-1' })
  const { id } = await received({ ...seller, number: 'B-2', bankgiro: '991-2346' })
  const { doubts } = (await company.get(`/supplier-invoices/${id}/e-invoice`)).body
  expect(doubts).toEqual([
    {
      rule: 'account',
      message: 'it asks to be paid to 991-2346, which is not the account of the supplier here',
      reason: 'e-invoice.other-account',
      values: { account: '991-2346' },
    },
  ])
})

test('what is doubtful is told by its reason, in the language that it is read in', async () => {
  const seller = { seller: 'Språkrör AB', sellerNumber: '559030-1299' }
  const { id } = await received({ ...seller, number: 'S-1', net: -1000 })
  const told = async (language: string) => {
    const { doubts } = ok(await company.get(`/supplier-invoices/${id}/e-invoice`, { 'accept-language': language }))
    return doubts.find(({ rule }: { rule: string }) => rule === 'sign')
  }
  const { message, ...before } = await told('sv')
  expect(before).toMatchObject({ reason: 'e-invoice.credit-of-invoice', values: { amount: '-1250.00 SEK' } })
  expect(message).toMatch(/^den är en faktura på ett negativt belopp, -1250/)
  // As another version of the service worded it.
  await service.database.rows(sql`
    update e_invoices.e_invoice
    set doubts = (select jsonb_agg(d || '{"message": "it is below zero"}') from jsonb_array_elements(doubts) d)
    where company_id = ${company.id} and supplier_invoice_id = ${id}`)
  expect(await told('sv')).toEqual({ message, ...before })
})

test('what is wrong with a file has a reason of its own', async () => {
  const answer = await company.upload(RECEIVING, 'faktura.xml', Buffer.from('no xml'))
  expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: '#/file', reason: 'e-invoice.not-xml' }] } })
})

describe('the sign of what is billed', () => {
  const credits =
    'it is an invoice for a negative amount, -1250.00 SEK, so it credits 1250.00 SEK: ask the supplier whether it is a credit or a charge'
  const claims =
    'it is a credit note for a negative amount, -1250.00 SEK, so 1250.00 SEK is owed for it: ask the supplier whether it is a credit or a charge'
  const cases: ['Invoice' | 'CreditNote', number, number, string | null][] = [
    ['Invoice   ', 1000, 1250, null],
    ['CreditNote', 1000, -1250, null],
    ['Invoice   ', -1000, -1250, credits],
    ['CreditNote', -1000, 1250, claims],
    ['CreditNote', 0, 0, null],
  ].map(([kind, ...rest]) => [String(kind).trim(), ...rest]) as never
  test.each(cases)('%s of %d net is a supplier invoice of %d', async (kind, net, totalAmount, message) => {
    const seller = { seller: 'Tecken AB', sellerNumber: '559030-1232' }
    const found = await received({ ...seller, kind, net, number: `T ${kind} ${net}` })
    expect(found.totalAmount).toBe(totalAmount)
    const { doubts } = ok(await company.get(`/supplier-invoices/${found.id}/e-invoice`))
    expect(doubts.filter(({ rule }: { rule: string }) => rule === 'sign')).toEqual(
      message === null ? [] : [expect.objectContaining({ rule: 'sign', message })],
    )
  })
})

describe('whose it is', () => {
  let own: TestCompany
  let ownNumber: string
  beforeAll(async () => {
    own = checkedCompany(await service.newCompany())
    ownNumber = (await own.get('/company-information')).body.organizationNumber
  })

  const supplier = async (body: object): Promise<string> => ok(await own.post('/suppliers', body)).id
  const receivedFile = async (invoice: IncomingInvoice, currency = 'SEK') => {
    const xml = incomingIn(currency, { buyerNumber: ownNumber, ...invoice })
    const { id, supplierRef } = ok(await own.upload(RECEIVING, 'faktura.xml', Buffer.from(xml)))
    return { supplierRef, doubts: ok(await own.get(`/supplier-invoices/${id}/e-invoice`)).doubts }
  }

  test('members of a VAT group are told apart by their organization numbers', async () => {
    const vatNumber = 'SE559040123701'
    const one = await receivedFile({ number: 'G-1', seller: 'Ett AB', sellerNumber: '559040-1237', vatNumber })
    const two = await receivedFile({ number: 'G-1', seller: 'Två AB', sellerNumber: '559050-1234', vatNumber })
    expect([one.supplierRef.name, two.supplierRef.name]).toEqual(['Ett AB', 'Två AB'])
    expect(two.doubts).toEqual([])
    expect((await own.get(`/suppliers/${two.supplierRef.id}`)).body).toMatchObject({
      orgNumber: '559050-1234',
      vatNumber,
    })
  })

  test('one that is known by a shared VAT number alone is told', async () => {
    const vatNumber = 'SE559060123201'
    const id = await supplier({ name: 'Modern AB', vatNumber })
    const found = await receivedFile({ seller: 'Dottern AB', sellerNumber: '559070-1230', vatNumber })
    expect(found).toMatchObject({ supplierRef: { id } })
    expect(found.doubts).toEqual([
      {
        rule: 'supplier',
        message:
          'it says that it is from Dottern AB, but the supplier Modern AB was found by the VAT number, which several companies may share',
        reason: 'e-invoice.known-by-vat-number',
        values: { seller: 'Dottern AB', supplier: 'Modern AB' },
      },
    ])
  })

  test('an account that claims were sold to leads to no supplier with another VAT number', async () => {
    const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5051-1054' }
    await supplier({ name: 'Sålda Fordringar AB', vatNumber: 'SE559080123801', paymentDetails })
    const { supplierRef } = await receivedFile({
      seller: 'Ny Säljare AB',
      sellerNumber: '559090-1236',
      bankgiro: '5051-1054',
    })
    expect(supplierRef.name).toBe('Ny Säljare AB')
  })

  test('who is found by an account alone is told, unless the name is the same', async () => {
    const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5051-1054' }
    const id = await supplier({ name: 'Utan Nummer', paymentDetails })
    const invoice = { sellerNumber: '559011-1232', bankgiro: '5051-1054' }
    const other = await receivedFile({ ...invoice, number: 'U-1', seller: 'Någon Annan AB' })
    expect(other).toMatchObject({ supplierRef: { id }, doubts: [{ rule: 'supplier' }] })
    expect(other.doubts[0].message).toBe(
      'it says that it is from Någon Annan AB, but the supplier Utan Nummer was found by the payment account, which several companies may share',
    )
    const same = await receivedFile({ ...invoice, number: 'U-2', seller: 'UTAN NUMMER AB' })
    expect(same).toMatchObject({ supplierRef: { id }, doubts: [] })
  })

  test('one that is known by number in another currency is not taken for who shares its account', async () => {
    const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5052-1053' }
    await supplier({ name: 'Factoringbolaget', currency: 'EUR', paymentDetails })
    const seller = { seller: 'Exportören AB', sellerNumber: '559012-1231', bankgiro: '5052-1053' }
    await supplier({ name: seller.seller, orgNumber: seller.sellerNumber })
    const { supplierRef } = await receivedFile(seller, 'EUR')
    expect((await own.get(`/suppliers/${supplierRef.id}`)).body).toMatchObject({
      name: 'Exportören AB',
      orgNumber: '559012-1231',
      currency: 'EUR',
    })
  })
})

test('where supplier invoices are approved, it waits for that first', async () => {
  const approving = checkedCompany(await service.newCompany())
  await service.operateFor(approving.id, (call) => purchasingAdmin.changePurchasingSettings(call, { approves: true }))
  const { organizationNumber } = (await approving.get('/company-information')).body
  const { body } = await approving.upload(
    RECEIVING,
    'a.xml',
    Buffer.from(incoming({ buyerNumber: organizationNumber })),
  )
  expect(body.status).toBe('toApprove')
})

test('who may not add suppliers receives from known ones only', async () => {
  const scopes = ['supplier-invoices:write', 'supplier-invoices:read', 'company-information:read']
  const limited = await service.newCompany({ scopes })
  const { organizationNumber } = (await limited.get('/company-information')).body
  const answer = await limited.upload(RECEIVING, 'a.xml', Buffer.from(incoming({ buyerNumber: organizationNumber })))
  expect(answer.body.message).toBe(
    `There is no supplier Papper AB (${SELLER_NUMBER}) here: add the supplier first, or use a token with the scope suppliers:write`,
  )
})
