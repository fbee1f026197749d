// The first year of a small company: from the first receipt over four VAT returns to the closed year, the forms of the
// tax authority, and an archive that anybody can check.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerContribution } from '#ledger'
import { ok } from '#support/entries'
import { needs } from '#support/needs'
import { asMember, booked, member, type Owned, openOf, owned } from '#support/owned'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
const folder = mkdtempSync(join(tmpdir(), 'grundbok-year-'))
beforeAll(async () => {
  service = await startService()
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await service.close()
})

/** The owner logs in on a day. */
const on = async (day: string) => {
  service.setNow(`${day}T10:00:00Z`)
  company.as = asMember(company, await member(service, company, 'owner'))
}

type Row = { key: string; values: Record<string, number | null>[] }

/** The last column of a report, by the keys of its rows. */
const report = async (name: string, query: string): Promise<Record<string, Record<string, number | null>>> => {
  const { rows } = ok(await company.get(`/reports/${name}?${query}`))
  return Object.fromEntries(rows.map(({ key, values }: Row) => [key, values.at(-1) ?? {}]))
}

const customerOf = async (name: string, changes: object = {}): Promise<string> =>
  ok(await company.post('/customers', { name, type: 'company', ...changes })).id

/** Work of some hours, published and in the books. */
const invoice = async (day: string, customerId: string, hours: number, changes: object = {}) => {
  const line = { description: 'Ritning', itemType: 'salesItem', productType: 'services', unitPrice: 1000, taxRate: 25 }
  const lineItems = [{ ...line, quantity: hours, ...changes }]
  const { id } = ok(await company.post('/invoices', { invoiceDate: day, customerRef: { id: customerId }, lineItems }))
  ok(await company.post(`/invoices/${id}/publish`))
  return ok(await company.post(`/invoices/${id}/record`)).id as string
}

const paid = async (invoiceId: string, date: string, sumBaseCurrency: number) => {
  const payment = { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  const { id } = ok(await company.post(`/invoices/${invoiceId}/payments`, payment))
  ok(await company.post(`/invoices/${invoiceId}/payments/${id}/record`))
}

/** Reports a quarter; what the return has in its boxes, and what is to be paid. */
const reportVat = async (startDate: string, endDate: string) => {
  const made = ok(await company.post('/vat-returns', { startDate, endDate }))
  const boxes = made.boxes.map(({ box, reported }: { box: string; reported: number }) => [box, reported])
  return { id: made.id as string, boxes: Object.fromEntries(boxes), payable: made.payable as number }
}

const bytesOf = async (path: string) => {
  const answer = await fetch(`${company.url}${path}`, { headers: { authorization: `Bearer ${company.token}` } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer())
}

/** The beginning: capital, a receipt that is paid by card, a computer that lasts five years, the first customer. */
const firstQuarter = async () => {
  await on('2025-01-07')
  ok(await company.as('PATCH', '/vat-setting', { vatSetting: 'quarterly' }))
  await booked(company, '2025-01-07', { 1930: 25_000, 2081: -25_000 }, 'Aktiekapital')
  const receipt = ok(await company.upload('/uploads', 'kvitto.png', pngFile()))
  const items = [
    { account: 6110, debit: 400 },
    { account: 2641, debit: 100 },
    { account: 1930, credit: 500 },
  ]
  const entry = { title: 'Kontorsmaterial', date: '2025-01-07', items, uploadRef: { id: receipt.id } }
  ok(await company.post('/journal-entries', entry))
  await booked(company, '2025-01-08', { 1224: 24_000, 2641: 6_000, 1930: -30_000 }, 'Dator')
  const computer = { name: 'Dator', acquisitionDate: '2025-01-08', acquisitionValue: 24_000, account: 1224, months: 60 }
  ok(await company.post('/fixed-assets', computer))
  await on('2025-02-03')
  const work = await invoice('2025-02-03', await customerOf('Byggbolaget AB', { orgNumber: '556036-0793' }), 40)
  await on('2025-03-05')
  await paid(work, '2025-03-05', 50_000)
  await on('2025-04-07')
  const { id, boxes, payable } = await reportVat('2025-01-01', '2025-03-31')
  expect([boxes, payable]).toEqual([{ '05': 40_000, 10: 10_000, 48: 6_100 }, 3_900])
  const file = (await bytesOf(`/vat-returns/${id}/file`)).toString('latin1')
  expect(file).toMatch(/^<\?xml version="1\.0" encoding="ISO-8859-1"\?>/)
  expect(file).toMatch(/<Period>202503<\/Period>[\s\S]*<MomsBetala>3900<\/MomsBetala>/)
  const late = { ...entry, uploadRef: null, date: '2025-03-31' }
  expect((await company.post('/journal-entries', late)).status).toBe(400)
  await booked(company, '2025-04-07', { 2650: 3_900, 1930: -3_900 }, 'Moms för kvartal 1')
}

/** Services from another country of the union, and work for a company in one. */
const secondAndThirdQuarter = async () => {
  await on('2025-05-12')
  const bought = { 4535: 2_000, 2645: 500, 2614: -500, 1930: -2_000 }
  await booked(company, '2025-05-12', bought, 'Programvara från Irland')
  await on('2025-07-08')
  const second = await reportVat('2025-04-01', '2025-06-30')
  expect([second.boxes, second.payable]).toEqual([{ 21: 2_000, 30: 500, 48: 500 }, 0])
  await on('2025-08-20')
  const address = { line1: 'Hauptstraße 5', postalCode: '10827', city: 'Berlin', country: 'DE' }
  const berlin = await customerOf('Berlin Möbel GmbH', { vatNumber: 'DE136695976', address })
  await paid(await invoice('2025-08-20', berlin, 10, { taxRate: 0 }), '2025-08-20', 10_000)
  await on('2025-10-06')
  const third = await reportVat('2025-07-01', '2025-09-30')
  expect([third.boxes, third.payable]).toEqual([{ 39: 10_000 }, 0])
  const list = ok(await company.get('/reports/eu-sales-list?from=2025-07-01&to=2025-09-30'))
  expect(list.rows[0]).toMatchObject({ vatNumber: 'DE136695976', services: { reported: 10_000 } })
}

/** The end: an invoice that is unpaid, a supplier's that was forgotten, what the computer lost, and tax. */
const lastQuarter = async () => {
  await on('2025-12-15')
  await invoice('2025-12-15', await customerOf('Sena betalare AB'), 20)
  const supplier = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const forgotten = { supplierRef: { id: supplier.id }, invoiceNumber: '4711', invoiceDate: '2025-12-20' }
  const { id } = ok(
    await company.post('/supplier-invoices', { ...forgotten, dueDate: '2026-01-20', totalAmount: 1_250 }),
  )
  await on('2026-01-12')
  const inTheWay = await company.as('POST', closing(), {})
  expect([inTheWay.status, inTheWay.text]).toEqual([
    400,
    expect.stringMatching(/unrecordedSupplierInvoices[\s\S]*vatOpen/),
  ])
  ok(await company.post(`/supplier-invoices/${id}/record`, { lines: [{ account: 5410, netAmount: 1_000 }] }))
  const fourth = await reportVat('2025-10-01', '2025-12-31')
  expect([fourth.boxes, fourth.payable]).toEqual([{ '05': 20_000, 10: 5_000, 48: 250 }, 4_750])
}

const closing = () => `/fiscal-years/${company.fiscalYearId}/closing`

/** Depreciation of a fifth, and tax of 20.6 percent of 61 800: the last return locks its days only for VAT. */
const adjustments = async () => {
  expect(ok(await company.as('GET', '/lock-date'))).toEqual({ lockDate: null, vatLockDate: '2025-12-31' })
  expect(openOf(ok(await company.get(closing())))).toMatchObject({ depreciation: [1, 4_800] })
  ok(await company.post('/depreciations', { from: '2025-01', to: '2025-12', per: 'year' }))
  await booked(company, '2025-12-31', { 8910: 12_730, 2512: -12_730 }, 'Skatt på årets resultat')
}

test('from the first receipt to the closed year', async () => {
  service.setNow('2025-01-07T10:00:00Z')
  company = await owned(service, { name: 'Ateljé Nord AB', fiscalYear: ['2025-01-01', '2025-12-31'] })
  await firstQuarter()
  await secondAndThirdQuarter()
  await lastQuarter()
  const year = `fiscalYearId=${company.fiscalYearId}`
  const before = ok(await company.get(`/reports/income-statement?${year}`))
  await adjustments()

  expect(openOf(ok(await company.get(closing())))).toMatchObject({ result: [null, 49_070] })
  const closed = ok(await company.as('POST', closing(), {}))
  expect([closed.fiscalYear.status, closed.closings[0].result]).toEqual(['closed', 49_070])

  // What was known before the adjustments is what it was, and what is known now is the result that was booked.
  const pinned = ok(await company.get(`/reports/income-statement?${year}&knownAt=${before.knownAt}`))
  expect(pinned).toEqual(before)
  const boxes = await report('vat-report', `${year}&level=line`)
  const reported = ['05', '10', '21', '30', '39', '48', '49'].map((box) => boxes[box]?.reported)
  expect(reported).toEqual([60_000, 15_000, 2_000, 500, 10_000, 6_850, 8_650])
  const { difference, totalAssets } = await report('balance-sheet', year)
  expect([difference?.closing, totalAssets?.closing]).toEqual([0, 92_800])
  const next = closed.closings[0].nextFiscalYearId
  const opened = await report('trial-balance', `fiscalYearId=${next}`)
  expect([opened['2081']?.closing, opened['2098']?.closing, opened['2099']?.closing]).toEqual([-25_000, -49_070, 0])

  const { fields } = ok(await company.get(`/fiscal-years/${company.fiscalYearId}/sru`))
  const amounts = Object.fromEntries(fields.map(({ field, amount }: Record<string, unknown>) => [field, amount]))
  expect(amounts).toMatchObject({ 7410: 70_000, 7215: 19_200, 7528: 12_730, 7450: 49_070 })
  expect(await service.operateFor(company.id, ledgerContribution.verifyBooks)).toMatchObject({ fault: null })
})

test('the archive of that year holds, by programs that know nothing of this one', async () => {
  needs('unzip')
  const address = { line1: 'Storgatan 1', postalCode: '111 22', city: 'Malmö' }
  ok(await company.as('PATCH', '/company-information', { address }))
  const answer = await fetch(`${company.url}/fiscal-years/${company.fiscalYearId}/archive`, {
    headers: await member(service, company, 'owner'),
  })
  expect(answer.status).toBe(200)
  writeFileSync(join(folder, 'archive.zip'), Buffer.from(await answer.arrayBuffer()))
  execFileSync('unzip', ['-q', 'archive.zip'], { cwd: folder })
  const [top = ''] = readdirSync(folder).filter((name) => name !== 'archive.zip')
  const cwd = join(folder, top)
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd })
  const { items } = ok(await company.get('/journal-entries?query=date<=2025-12-31&pageSize=100'))
  const said = execFileSync(process.execPath, ['kontrollera.mjs'], { cwd, encoding: 'utf8' })
  expect(said).toBe(`${items.length} verifikationer stämmer\n`)
  // What was filed stands in it as the API gives it.
  const returns = ok(await company.get('/vat-returns?query=endDate<=2025-12-31&pageSize=100')).items
  expect(returns.length).toBeGreaterThan(0)
  for (const one of returns) {
    const place = join(cwd, 'momsdeklarationer', `momsdeklaration-${one.startDate}-${one.endDate}-${one.id}`)
    expect(JSON.parse(readFileSync(`${place}.json`, 'utf8'))).toEqual(one)
    expect(readFileSync(`${place}.xml`).equals(await bytesOf(`/vat-returns/${one.id}/file`))).toBe(true)
  }
  const sru = await bytesOf(`/fiscal-years/${company.fiscalYearId}/tax-forms/files/BLANKETTER.SRU`)
  const kept = readFileSync(join(cwd, 'inkomstdeklaration', 'BLANKETTER.SRU'), 'latin1')
  // The file says when it was made.
  expect(kept.replace(/#UPPGIFT|\d{8} \d{6}/g, '')).toBe(sru.toString('latin1').replace(/#UPPGIFT|\d{8} \d{6}/g, ''))
  const [line = ''] = readFileSync(join(cwd, 'anläggningsregister.ndjson'), 'utf8').split('\n')
  expect(JSON.parse(line)).toMatchObject({ name: 'Dator', changes: [], plan: { months: expect.any(Array) } })
})
