// What the bank and suppliers have sent goes with a removed fiscal year, in groups with the invoices that were paid: as
// a whole or not at all, save statements and files of payments, which go with the last of what is in them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingContribution } from '#banking'
import { documentsContribution } from '#documents'
import { setVatSetting } from '#identity'
import { verifyWitnesses } from '#integrity/witness'
import { ledgerContribution } from '#ledger'
import { newId } from '#platform/id'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { connectWhere } from '#support/by-company'
import { ok } from '#support/entries'
import { booked } from '#support/owned'
import { mark, marksByTable } from '#support/reading/marks'
import { camtFile } from '#support/samples/camt-file'
import { agedBooks, type Books, sold } from '#support/samples/documented'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService } from '#support/service'
import { aBankgiro, decided, IBAN, newSignatory, withBankAccount } from './paying.ts'

let service: Service
let books: Awaited<ReturnType<typeof banked>>
beforeAll(async () => {
  service = await startService({ alone: true })
  books = await banked(service)
})
afterAll(() => service.close())

let width = 0

/** A statement of one account with money in and out, each with its name. Answers where its transactions are. */
const stated = async (
  books: Books,
  { id, date, payment = '' }: { id: string; date: string; payment?: string },
  amounts: Readonly<Record<string, number>>,
) => {
  books.at(date)
  const entries = Object.entries(amounts).map(([name, kronor]) => {
    const ore = BigInt(kronor) * 100n
    return {
      ore,
      date,
      reference: `${id}${name}`,
      details: [{ ore, name: mark(name), ...(ore < 0n && payment ? { endToEndId: payment.replaceAll('-', '') } : {}) }],
    }
  })
  const file = camtFile({ statements: [{ id, entries }] })
  const { statements } = ok(await books.upload('/bank-statements', 'utdrag.xml', file))
  const path = `/bank-statements/${statements[0].id}/transactions`
  const { items } = ok(await books.get(`${path}?pageSize=100`))
  const at = (name: string) => {
    const found = items.find(({ counterparty }: { counterparty: string }) => counterparty === mark(name))
    return `${path}/${found.id}`
  }
  return { id: statements[0].id as string, at }
}

/** A supplier invoice of its own supplier, with a file, booked. */
const bought = async (books: Books, name: string, date: string) => {
  books.at(date)
  const supplier = ok(await books.post('/suppliers', { name: mark(name) }))
  const made = ok(
    await books.post('/supplier-invoices', {
      supplierRef: { id: supplier.id },
      invoiceNumber: mark(`${name}no`),
      invoiceDate: date,
      dueDate: date,
      totalAmount: 1000,
    }),
  )
  const upload = ok(await books.upload('/uploads', `${mark(name)}bill.png`, pngFile({ width: ++width })))
  ok(await books.post(`/supplier-invoices/${made.id}/uploads`, { id: upload.id }))
  const lines = [{ account: 6110, netAmount: 1000, taxRate: 0, vatTreatment: 'exempt' }]
  ok(await books.post(`/supplier-invoices/${made.id}/record`, { lines }))
  return { id: made.id as string, supplier: supplier.id as string, upload: upload.id as string }
}

/**
 * Books with purchases and a bank: in `december` two customers pay, one of them the rest a year later, and a supplier
 * is paid by a bank payment in a file.
 */
const banked = async (service: Service) => {
  const made: Record<string, { id: string }> = {}
  const suppliers: Record<string, string> = {}
  const books = await agedBooks(service, async (of) => {
    await withBankAccount(service, of, { account: 1930, iban: IBAN })
    made.matched16 = await sold(of, 'matched16', '2016-11-01')
    made.matched17 = await sold(of, 'matched17', '2016-11-02')
    for (const name of ['bill16', 'cash16', 'bill17']) {
      const { id, supplier, upload } = await bought(of, name, '2016-11-10')
      made[name] = { id }
      made[`${name}upload`] = { id: upload }
      suppliers[name] = supplier
    }
    of.at('2016-12-01')
    const payment = { amount: 1000, paymentDate: '2016-12-05', recipientRef: aBankgiro }
    made.payment16 = ok(await of.post('/bank-payments', payment))
    const { visitor, path } = await newSignatory(service, of)
    await decided(visitor, path)
    made.file16 = ok(await of.post('/bank-payments/files'))
    made.waiting = ok(await of.post('/bank-payments', { ...payment, amount: 77 }))
    const december = await stated(
      of,
      { id: 'D', date: '2016-12-10', payment: made.payment16?.id ?? '' },
      { in16: 10_000, in17: 9000, out16: -1000, loose16: 5 },
    )
    made.december = december
    ok(await of.post(`${december.at('in16')}/match`, { invoiceId: made.matched16.id }))
    ok(await of.post(`${december.at('in17')}/match`, { invoiceId: made.matched17.id }))
    ok(await of.post(`${december.at('out16')}/match`, { supplierInvoiceId: made.bill16?.id }))
    ok(await of.post(`/supplier-invoices/${made.cash16?.id}/payments`, { date: '2016-12-12', amount: 1000 }))
    of.at('2017-01-05')
    await service.operateFor(of.id, (call) => setVatSetting(call, 'yearly'))
    const account = { account: 4010, from: '2016-01-01', kind: 'purchases', method: 'perPeriod', taxRate: 25 }
    ok(await of.as('PUT', '/margin-accounts', { accounts: [account], carriedIn: [] }))
    await booked(of, '2016-12-20', { 1930: -10, 4010: 10 })
    made.margin16 = ok(await of.post('/margins', YEAR_2016))
    made.vat16 = ok(await of.post('/vat-returns', YEAR_2016))
    made.january = await stated(of, { id: 'J', date: '2017-01-10' }, { last17: 1000, pays17: -1000 })
    const january = made.january as typeof december
    ok(await of.post(`${january.at('last17')}/match`, { invoiceId: made.matched17.id }))
    ok(await of.post(`${january.at('pays17')}/match`, { supplierInvoiceId: made.bill17?.id }))
  })
  return { ...books, made, suppliers }
}

const inEnglish = { 'accept-language': 'en' }
const removal = (year: number) => `/fiscal-years/${books.years[year]}/removal`

const faults = (): Promise<string[]> =>
  service.operateFor(books.company.id, async (call) => {
    const { companyId } = call
    return service.database.of(companyId).transaction(async (db) => {
      const one = { ...call, db }
      const found = [
        await bankingContribution.verifyStatements(one),
        await bankingContribution.verifyPaymentFiles(one),
        await purchasingContribution.verify(one),
      ]
      const more = [
        await salesContribution.verify(one),
        await documentsContribution.verifyUploads(one),
        (await ledgerContribution.verifyBooks(one)).faults,
      ]
      return [...found, ...more, await verifyWitnesses(db, { companyId })].flat()
    }, 'repeatable read, read only')
  })

const ADDRESSES: Readonly<Record<string, string>> = {
  matched16: 'invoices',
  matched17: 'invoices',
  bill16: 'supplier-invoices',
  bill17: 'supplier-invoices',
  cash16: 'supplier-invoices',
  payment16: 'bank-payments',
  waiting: 'bank-payments',
  bill16upload: 'uploads',
  bill17upload: 'uploads',
  cash16upload: 'uploads',
  december: 'bank-statements',
  january: 'bank-statements',
  vat16: 'vat-returns',
  margin16: 'margins',
}

/** What is there. */
const there = async (): Promise<string[]> => {
  const found: string[] = []
  for (const [name, address] of Object.entries(ADDRESSES)) {
    const { status } = await books.company.as('GET', `/${address}/${books.made[name]?.id}`)
    expect([200, 404], name).toContain(status)
    if (status === 200) found.push(name)
  }
  return found.sort()
}

const transactions = async (): Promise<string[]> => {
  const { december } = books.made
  const { items } = ok(await books.company.get(`/bank-statements/${december?.id}/transactions?pageSize=100`))
  return items.map(({ counterparty }: { counterparty: string }) => counterparty).sort()
}

/** What is read of days after a removed year, as text, byte for byte. */
const readsOf = async (): Promise<string[]> => {
  const found: string[] = []
  for (const day of ['2017-01-01', '2018-12-31', '2026-06-10'])
    for (const side of ['customer', 'supplier'])
      found.push((await books.company.as('GET', `/reports/${side}-ledger?on=${day}&details=true`)).text)
  for (const report of ['balance-sheet', 'income-statement', 'general-ledger'])
    found.push((await books.company.as('GET', `/reports/${report}?fiscalYearId=${books.years[2018]}`)).text)
  return found
}

const YEAR_2016 = { startDate: '2016-01-01', endDate: '2016-12-31' }

/** Begins to remove the first year, whose entries all go. */
const BEGIN = `
  select ledger.begin_removal('{company}', '{y2016}', '{}', '{}', '{}', now(), 'user', '{unknown}', 'Prov');`
const own = (name: string) => `company_id = '{company}' and id = '{${name}}'`
const ofInvoice = (name: string) => `company_id = '{company}' and supplier_invoice_id = '{${name}}'`
const ofStatement = (name: string) => `company_id = '{company}' and statement_id = '{${name}}'`
const bills = (name: string) => `select purchasing.remove_supplier_invoices('{company}', '{{{${name}}}}')`

test.each([
  ['a transaction', 'GB072', `delete from banking.transaction where ${ofStatement('december')}`],
  ['a transaction of a later year', 'GB001', `${BEGIN} ${transactionsOf('january')}`],
  ['a statement with transactions', '23503', `${BEGIN} delete from banking.statement where ${own('december')}`],
  ['a statement by itself', 'GB072', `delete from banking.statement where ${own('december')}`],
  ['the lines of one', 'GB072', `${BEGIN} delete from banking.statement_line where ${ofStatement('december')}`],
  ['a VAT return', 'GB001', `delete from vat.vat_return where ${own('vat16')}`],
  ['a payment', 'GB071', `delete from banking.payment where ${own('payment16')}`],
  ['a payment that waits', 'GB071', `${BEGIN} delete from banking.payment where ${own('waiting')}`],
  ['a file with payments', '23503', `${BEGIN} select banking.remove_payment_files('{company}', '{{{file16}}}')`],
  ['a supplier invoice', 'GB051', bills('bill16')],
  ['a supplier invoice by a statement', 'GB061', `delete from purchasing.supplier_invoice where ${own('bill16')}`],
  ['one that was paid later', 'GB001', BEGIN + bills('bill17')],
  ['the payments of one', 'GB061', `${BEGIN} delete from purchasing.payment where ${ofInvoice('bill16')}`],
  ['the lines of one', 'GB061', `${BEGIN} delete from purchasing.supplier_invoice_line where ${ofInvoice('bill16')}`],
] as [string, string, string][])('by hand, %s is refused', async (_, state, statements) => {
  const client = await connectWhere(service, books.company.id)
  const ids = Object.fromEntries(Object.entries(books.made).map(([name, { id }]) => [name, id]))
  const words = { ...ids, company: books.company.id, unknown: newId(), y2016: books.years[2016] ?? '' }
  const filled = statements.replace(/\{(\w+)\}/g, (_all, word: keyof typeof words) => words[word] ?? '')
  const refused = await client.query(`begin; ${filled}; commit;`).catch((cause: unknown) => cause)
  expect((refused as { code?: string }).code).toBe(state)
  await client.end()
})

function transactionsOf(statement: string): string {
  return `select banking.remove_transactions('{company}', array(
    select id from banking.transaction where ${ofStatement(statement)}))`
}

test('a group goes as a whole, and one with something of the next year stays as a whole', async () => {
  const before = await readsOf()
  expect(await faults()).toEqual([])
  const preview = ok(await books.company.as('GET', removal(2016), undefined, inEnglish))
  expect(preview.removed).toEqual([
    { what: 'Entries with their items and tags', count: 8 },
    { what: 'Invoices with payments, tax reductions, attachments and mails', count: 1 },
    { what: 'Supplier invoices with payments, approvals and uploads', count: 2 },
    { what: 'Bank transactions', count: 3 },
    { what: 'Bank payments', count: 1 },
    { what: 'Payment files', count: 1 },
    { what: 'VAT returns', count: 1 },
    { what: 'Margin calculations', count: 1 },
    { what: 'Uploads with their files and readings', count: 2 },
  ])
  expect(preview.kept).toEqual([
    { what: 'Invoices that were not settled when the year ended', count: 1 },
    { what: 'Supplier invoices that were not booked and paid when the year ended', count: 1 },
    { what: 'Bank payments that wait to be signed', count: 1 },
    { what: 'Bank transactions that belong together with something that stays', count: 1 },
    { what: 'Bank statements with transactions that stay', count: 1 },
    { what: 'Entries that invoices, credit notes and their payments refer to', count: 2 },
    { what: 'Entries that supplier invoices and their payments refer to', count: 1 },
    { what: 'Entries that bank transactions are matched with', count: 1 },
  ])
  ok(await books.company.as('POST', removal(2016), {}))
  expect(await there()).toEqual(['bill17', 'bill17upload', 'december', 'january', 'matched17', 'waiting'])
  expect(await transactions()).toEqual([mark('in17')])
  expect(await readsOf()).toEqual(before)
  expect(await faults()).toEqual([])
})

test('the days of a removed year cannot be reported again, and its periods are not listed', async () => {
  const again = await books.company.post('/vat-returns', YEAR_2016)
  expect([again.status, again.body.errors]).toEqual([
    400,
    [{ field: '#/startDate', message: '2016-01-01 is in no fiscal year' }],
  ])
  const { items } = ok(await books.company.as('GET', '/vat-periods?pageSize=100'))
  expect(items.map(({ startDate }: { startDate: string }) => startDate).sort()[0]).toBe('2017-01-01')
})

test('a transaction that is removed behind the triggers is missed, though others of its statement have gone', async () => {
  const client = await connectWhere(service, books.company.id)
  const of = `where company_id = '${books.company.id}'`
  await client.query(`set session_replication_role = replica; create temp table gone as select * from
    banking.transaction ${of} and statement_id = '${books.made.december?.id}'; create temp table gone_line as
    select * from banking.statement_line ${of} and transaction_id in (select id from gone);
    delete from banking.statement_line ${of} and transaction_id in (select id from gone);
    delete from banking.transaction ${of} and id in (select id from gone);`)
  expect((await faults()).join('; ')).toContain('it was removed')
  await client.query(`insert into banking.transaction select * from gone;
    insert into banking.statement_line select * from gone_line`)
  await client.end()
  expect(await faults()).toEqual([])
})

test('the rest goes with the next year, and the statement with the last of it', async () => {
  const before = (await readsOf()).slice(2)
  ok(await books.company.as('POST', removal(2017), {}))
  expect(await there()).toEqual(['waiting'])
  expect((await readsOf()).slice(2)).toEqual(before)
  expect(await faults()).toEqual([])
})

test('nothing of whom it was with is left, nor are the files', async () => {
  for (const id of Object.values(books.suppliers)) ok(await books.company.as('POST', `/suppliers/${id}/erasure`, {}))
  const left: Record<string, string[]> = {}
  for (const [table, names] of await marksByTable(service)) {
    const own = [...names].filter((one) => /(?:in|out|loose|bill|cash|last|pays)1[67]/.test(one))
    if (own.length > 0 && table !== 'platform.event') left[table] = own
  }
  expect(left).toEqual({})
  const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
  const deleted = async (corner: typeof documentsContribution.uploadFiles) =>
    documentsContribution.deleteDroppedFiles(service.database, service.standing, later, corner)
  expect([
    await deleted(bankingContribution.statementFiles),
    await deleted(bankingContribution.paymentFiles),
    await deleted(documentsContribution.uploadFiles),
  ]).toEqual([2, 1, 3])
  expect(await faults()).toEqual([])
})
