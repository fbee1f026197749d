// Purchases from the receipt to the bank's statement, with the real programs: a receipt is uploaded and booked, a
// supplier invoice comes in and is recorded, its payment is signed in the browser and goes to the bank in a file, the
// statement tells what happened, all of it is matched, and the books are right.
import { expect, test } from 'vitest'
import { addDays, dayOf } from '#platform/day'
import { checkedRequests } from '#support/checked'
import { adminJson, newServedDataDir, startMain } from '#support/programs'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pdfFile, pngFile } from '#support/samples/sample-files'
import type { Answer } from '#support/service'
import { newVisitor } from '#support/visitor'

const today = dayOf(new Date())
const EMAIL = 'anna@example.com'
const PASSWORD = 'tre blå kaniner'

const ok = (answer: Answer): Answer['body'] => {
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body
}

type Api = ReturnType<typeof checkedRequests>

const balancesOf = async (api: Api, ...accounts: number[]): Promise<Record<number, number>> => {
  const balances: Record<number, number> = {}
  for (const account of accounts) {
    balances[account] = ok(await api.get(`/chart-of-accounts/${account}`)).accountBalance
  }
  return balances
}

/** A receipt that was paid by card is booked as it comes. */
const bookReceipt = async (api: Api): Promise<string> => {
  const receipt = ok(await api.upload('/uploads', 'kvitto.png', pngFile()))
  const entry = ok(
    await api.post('/journal-entries', {
      title: 'Kontorsmaterial',
      date: today,
      items: [
        { account: 6110, debit: 400 },
        { account: 2641, debit: 100 },
        { account: 1930, credit: 500 },
      ],
      uploadRef: { id: receipt.id },
    }),
  )
  expect(entry.uploadRef).toEqual({ id: receipt.id })
  expect(ok(await api.get(`/uploads/${receipt.id}`)).journalEntryId).toBe(entry.id)
  return entry.id
}

/** A supplier's invoice with its document, recorded as what was bought. */
const takeSupplierInvoice = async (api: Api): Promise<{ id: string; bankgiroNumber: string }> => {
  const bankgiroNumber = '5050-1055'
  const paymentDetails = { type: 'bankgiro', bankgiroNumber }
  const supplier = ok(await api.post('/suppliers', { name: 'Papper AB', orgNumber: '556036-0793', paymentDetails }))
  const document = ok(await api.upload('/uploads', 'faktura 4711.pdf', await pdfFile()))
  const invoice = ok(
    await api.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceNumber: '4711',
      invoiceDate: today,
      dueDate: addDays(today, 30),
      totalAmount: 12_500,
      uploadRef: { id: document.id },
    }),
  )
  const lines = [{ account: 5410, netAmount: 10_000 }]
  const recorded = ok(await api.post(`/supplier-invoices/${invoice.id}/record`, { lines }))
  expect(recorded).toMatchObject({ remainingAmount: 12_500, uploadRefs: [{ id: document.id }] })
  expect(ok(await api.get(`/uploads/${document.id}`)).journalEntryId).toBe(recorded.journalEntryRef.id)
  return { id: invoice.id, bankgiroNumber }
}

const sendInvoice = async (api: Api): Promise<{ id: string; paymentReference: string }> => {
  const customer = ok(await api.post('/customers', { name: 'Kunden AB', type: 'company' }))
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 2000, taxRate: 25 }
  const invoice = ok(
    await api.post('/invoices', { customerRef: { id: customer.id }, invoiceDate: today, lineItems: [line] }),
  )
  const { paymentReference } = ok(await api.post(`/invoices/${invoice.id}/publish`))
  ok(await api.post(`/invoices/${invoice.id}/record`))
  return { id: invoice.id, paymentReference }
}

/** A signatory of the company signs in the browser, and the bank gets its file. */
const signAndSend = async (api: Api, origin: string, companyId: string, bankgiroNumber: string): Promise<string> => {
  const payment = ok(
    await api.post('/bank-payments', {
      amount: 12_500,
      paymentDate: today,
      recipientRef: { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber, message: 'Faktura 4711' },
    }),
  )
  expect(payment.status).toBe('readyToSign')
  const visitor = newVisitor({ origin })
  await visitor.logIn(EMAIL, PASSWORD)
  const path = `/companies/${companyId}/bank-payments`
  const list = await visitor.get(path)
  const [, name = '', value = ''] = /<input type="checkbox" id="\S+" name="(\S+)" value="(\S+)"/.exec(list.text) ?? []
  const review = await visitor.submit(list, { [name]: value, decision: 'sign' }, { action: `${path}/review` })
  expect(review.text).toContain('Papper AB')
  await visitor.submit(review, { proof: PASSWORD }, { action: `${path}/decide` })
  expect(ok(await api.get(`/bank-payments/${payment.id}`)).status).toBe('onTheWay')
  const file = ok(await api.post('/bank-payments/files'))
  const text = (await api.get(`/bank-payments/files/${file.id}/download`)).text
  const endToEndId = payment.id.replaceAll('-', '')
  expect(text).toContain(`<EndToEndId>${endToEndId}</EndToEndId>`)
  return payment.id
}

test('from the receipt to the statement', async () => {
  const dataDir = await newServedDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  const { companyId } = service
  const company = ['--company', companyId]
  const person = await adminJson(dataDir, [
    'user',
    'create',
    '--email',
    EMAIL,
    '--password',
    PASSWORD,
    '--name',
    'Anna Ek',
  ])
  await adminJson(dataDir, ['member', 'add', ...company, '--user', person.id, '--role', 'owner'])
  await adminJson(dataDir, ['member', 'signatory', ...company, '--email', EMAIL, '--yes'])
  await adminJson(dataDir, ['bank-account', 'add', ...company, '--name', 'Konto', '--iban', IBAN, '--account', '1930'])
  const api = checkedRequests(`${service.base}/companies/${companyId}`, service.token)

  const receiptEntryId = await bookReceipt(api)
  const supplierInvoice = await takeSupplierInvoice(api)
  const invoice = await sendInvoice(api)
  const origin = new URL(service.base).origin
  const paymentId = await signAndSend(api, origin, companyId, supplierInvoice.bankgiroNumber)
  expect(await balancesOf(api, 1510, 1930, 2440)).toEqual({ 1510: 2500, 1930: -500, 2440: -12_500 })

  const statement = camtFile({
    statements: [
      {
        opening: 10_000_000n,
        entries: [
          { ore: -50_000n, date: today, reference: 'R1', details: [{ ore: -50_000n, name: 'KORTBUTIKEN' }] },
          {
            ore: -1_250_000n,
            date: today,
            reference: 'R2',
            details: [{ ore: -1_250_000n, name: 'PAPPER AB', endToEndId: paymentId.replaceAll('-', '') }],
          },
          {
            ore: 250_000n,
            date: today,
            reference: 'R3',
            details: [{ ore: 250_000n, name: 'KUNDEN AB', ocr: invoice.paymentReference }],
          },
          { ore: -7_500n, date: today, reference: 'R4', details: [{ ore: -7_500n, text: 'BANKAVGIFT' }] },
        ],
      },
    ],
  })
  const imported = ok(await api.upload('/bank-statements', 'utdrag.xml', statement))
  const [{ id: statementId }] = imported.statements
  expect(ok(await api.get(`/bank-payments/${paymentId}`)).status).toBe('paid')

  const transactions = `/bank-statements/${statementId}/transactions`
  const told = ok(await api.get(transactions)).items
  const best = (amount: number) => told.find((one: { amount: number }) => one.amount === amount)
  const match = async (amount: number, body: object) =>
    ok(await api.post(`${transactions}/${best(amount).id}/match`, body))
  expect(best(-500).proposals[0]).toMatchObject({ kind: 'journalEntry', id: receiptEntryId })
  expect(best(-12_500).proposals[0]).toMatchObject({ kind: 'supplierInvoice', id: supplierInvoice.id })
  expect(best(2500).proposals[0]).toMatchObject({ kind: 'invoice', id: invoice.id, reason: 'ocr' })
  expect(best(-75).proposals).toEqual([])
  await match(-500, { journalEntryId: receiptEntryId })
  await match(-12_500, { supplierInvoiceId: supplierInvoice.id })
  await match(2500, { invoiceId: invoice.id })
  await match(-75, { account: 6570 })
  for (const { status, journalEntryRef } of ok(await api.get(transactions)).items) {
    expect([status, journalEntryRef]).toEqual(['booked', { id: expect.any(String) }])
  }

  expect(ok(await api.get(`/supplier-invoices/${supplierInvoice.id}`)).remainingAmount).toBe(0)
  expect(ok(await api.get(`/invoices/${invoice.id}`)).status).toBe('paid')
  expect(await balancesOf(api, 1510, 1930, 2440, 6570)).toEqual({ 1510: 0, 1930: -10_575, 2440: 0, 6570: 75 })
  expect(ok(await api.upload('/bank-statements', 'igen.xml', statement)).alreadyImported).toBe(true)
  expect(await adminJson(dataDir, ['verify'])).toMatchObject({ companies: 1, faults: [] })
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })
})
