// A company that has something of everything: what an auditor would look at, and might be tampered with.
import { expect } from 'vitest'
import { bankingAdmin } from '#banking'
import { closeFiscalYear, createFiscalYear, setLockDate } from '#ledger'
import { luhnDigit } from '#numbers/luhn'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, type TestCompany } from '#support/service'
import { reportVat } from '#vat'

const SIE = `#FLAGGA 0
#PROGRAM "Prov" 1
#FORMAT PC8
#GEN 20260610
#SIETYP 4
#FNAMN "Provbolaget AB"
#RAR 0 20260101 20261231
#KONTO 1930 "Bank"
#KONTO 2081 "Aktiekapital"
#KONTO 6110 "Kontorsmateriel"
#IB 0 1930 1000.00
#IB 0 2081 -1000.00
#VER "A" 1 20260301 "Papper"
{
#TRANS 6110 {} 99.50
#TRANS 1930 {} -99.50
}
#VER "A" 4 20260401 "Pennor"
{
#TRANS 6110 {} 10.00
#TRANS 1930 {} -10.00
}
`

const line = (changes: Record<string, unknown> = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
  ...changes,
})

type Ids = Record<string, string>

/** Makes it, and answers the ids of what is in it by short names. */
export const makeBooks = async (service: Service): Promise<{ company: TestCompany; ids: Ids }> => {
  const company = await service.newCompany()
  const made = async (path: string, body?: unknown): Promise<string> => ok(await company.post(path, body)).id
  const uploaded = async (width: number): Promise<string> =>
    ok(await company.upload('/uploads', 'kvitto.png', pngFile({ width }))).id
  ok(await company.upload('/sie/import', 'prov.se', Buffer.from(SIE.replaceAll('\n', '\r\n'), 'latin1')))
  const upload = await uploaded(1)
  const free = await uploaded(2)
  const entry = await made('/journal-entries', { ...anEntry(), uploadRef: { id: upload } })
  await made(`/journal-entries/${entry}/comments`, { content: 'Kvittot är läst' })
  const ids = {
    company: company.id,
    year: company.fiscalYearId,
    upload,
    free,
    entry,
    ...(await soldIn(company, made)),
    ...(await boughtIn(made)),
    ...(await bankedIn(service, company, made)),
  }
  const year = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' } as const
  await service.operateFor(company.id, async (call) => {
    const { id } = await createFiscalYear(call, year)
    await closeFiscalYear(call, { id })
    await setLockDate(call, { date: '2026-01-31' as Day })
    const days = { start: '2026-01-01' as Day, end: '2026-03-31' as Day }
    await reportVat(call, { ...days, isElsewhere: true }, { force: true, dryRun: false })
  })
  return { company, ids }
}

type Made = (path: string, body?: unknown) => Promise<string>

/** Three invoices, a credit note, payments that are recorded and not, a settlement, and household work. */
const soldIn = async (company: TestCompany, made: Made): Promise<Ids> => {
  const address = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm', country: 'SE' }
  const customer = await made('/customers', { name: 'Kund AB', type: 'company', address })
  const another = await made('/customers', { name: 'Annan AB', type: 'company' })
  const invoiced = async (changes: Record<string, unknown> = {}) => {
    const invoice = { customerRef: { id: customer }, invoiceDate: '2026-06-10', lineItems: [line(), line()] }
    const id = await made('/invoices', { ...invoice, ...changes })
    return id
  }
  const first = await invoiced()
  const second = await invoiced()
  const third = await invoiced()
  ok(await company.upload(`/invoices/${second}/attachments`, 'bild.png', pngFile({ width: 3 })))
  for (const id of [first, second, third]) ok(await company.post(`/invoices/${id}/publish`))
  expect((await company.get(`/invoices/${third}/download`)).status).toBe(200)
  ok(await company.post(`/invoices/${first}/record`))
  const paying = (sumBaseCurrency: number) => ({ date: '2026-06-10', sumBaseCurrency, bookkeepingAccountNumber: 1930 })
  const paid = await made(`/invoices/${first}/payments`, paying(100))
  ok(await company.post(`/invoices/${first}/payments/${paid}/record`))
  const unrecorded = await made(`/invoices/${second}/payments`, paying(50))
  const settlement = await made(`/invoices/${first}/settlements`, {
    type: 'bankFee',
    invoiceSettlementDetails: { date: '2026-06-10', sumBaseCurrency: 5 },
  })
  const note = await made(`/invoices/${third}/credit`)
  ok(await company.post(`/credit-notes/${note}/publish`))
  return { customer, another, first, second, third, paid, unrecorded, settlement, note, work: await workedIn(made) }
}

const workedIn = async (made: Made): Promise<string> => {
  const person = await made('/customers', { name: 'Kim Kund', type: 'private' })
  const work = { productType: 'services', unitType: 'hour', unitPrice: 800 }
  const taxReduction = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  const personalNumber = `19850709-980${luhnDigit('850709980')}`
  const id = await made('/invoices', {
    customerRef: { id: person },
    invoiceDate: '2026-06-10',
    lineItems: [line({ ...work, taxReduction })],
    taxReduction: {
      type: 'rut',
      description: 'Städning',
      deductionPeople: [{ personalNumber, deductionAmount: 500 }],
    },
  })
  await made(`/invoices/${id}/publish`)
  return id
}

/** Two supplier invoices, one of them recorded and partly paid. */
const boughtIn = async (made: Made): Promise<Ids> => {
  const paymentDetails = { type: 'bankgiro', bankgiroNumber: '5050-1055' }
  const supplier = await made('/suppliers', { name: 'Papper AB', currency: 'SEK', paymentDetails })
  const invoiced = (invoiceNumber: string) =>
    made('/supplier-invoices', {
      supplierRef: { id: supplier },
      invoiceNumber,
      invoiceDate: '2026-06-01',
      dueDate: '2026-07-01',
      totalAmount: 1250,
    })
  const bought = await invoiced('F-1')
  const waiting = await invoiced('F-2')
  await made(`/supplier-invoices/${bought}/record`, { lines: [{ account: 6110, netAmount: 1000 }] })
  const spent = await made(`/supplier-invoices/${bought}/payments`, { date: '2026-06-10', amount: 250 })
  return { supplier, bought, waiting, spent }
}

/** Two bank payments, one of them signed and in a file, and a statement with a transaction that is booked. */
const bankedIn = async (service: Service, company: TestCompany, made: Made): Promise<Ids> => {
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, {
      name: 'Företagskonto',
      iban: IBAN,
      bic: 'ESSESESS',
      bankgiro: '5050-1055',
      account: 1930,
    }),
  )
  const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  const paying = () => made('/bank-payments', { amount: 1250.5, paymentDate: '2026-06-11', recipientRef })
  const signed = await paying()
  const unsigned = await paying()
  await service.database.rows(sql`
    update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
    where id = ${signed}`)
  const file = await made('/bank-payments/files')
  const entries = [
    { ore: -15_000n, text: 'Avgift', reference: 'A1' },
    { ore: 70_000n, info: 'Insättning', reference: 'A2' },
  ]
  const statements = [{ opening: 0n, entries }]
  const { body } = await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements }))
  const [{ id: statement }] = body.statements
  const { items } = ok(await company.get(`/bank-statements/${statement}/transactions`))
  const fee = items.find(({ amount }: { amount: number }) => amount < 0).id
  const parts = [
    { account: 6570, amount: -100 },
    { account: 6991, amount: -50, title: 'Påminnelse' },
  ]
  ok(await company.post(`/bank-statements/${statement}/transactions/${fee}/match`, { parts }))
  return { signed, unsigned, file, statement, fee }
}
