// Several files at once, dropped or chosen: all of them are taken, and what has no place on the page is kept and named.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { incoming } from '#support/samples/e-invoice-file'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** A picture of its own width, so that no two are the same file. */
const picture = (name: string, width: number) => ({ name, mimeType: 'image/png', buffer: pngFile({ width }) })
const xml = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/xml', buffer })
const eInvoice = (name: string, number: string) => xml(name, Buffer.from(incoming({ number })))
const statement = (name: string, ore: bigint) =>
  xml(name, camtFile({ statements: [{ id: name, entries: [{ ore, reference: name }] }] }))

const uploadsOf = async (company: TestCompany): Promise<string[]> =>
  ok(await company.get('/uploads')).items.map(({ description }: { description: string }) => description)

test('all statement files that are chosen are imported, and one that is none is named', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  await goTo('/bank')
  await page.getByText('Här finns inga kontoutdrag än').waitFor()
  const files = [statement('maj.xml', -1_000n), xml('annat.xml', Buffer.from('<a/>')), statement('juni.xml', -2_000n)]
  await page.setInputFiles('input[type=file]', files)
  await page.getByText('2 nya händelser inlästa').waitFor()
  await page.getByText('Kunde inte läsas in: annat.xml.').waitFor()
  await page.getByRole('row', { name: /20,00/ }).waitFor()
  expect(ok(await company.get('/bank-statements')).items).toHaveLength(2)
  await close()
})

test('of several documents the first becomes a supplier invoice, and the rest is kept', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/supplier-invoices')
  await page.getByText('Släpp ett underlag här').waitFor()
  await page.setInputFiles('input[type=file]', [picture('a.png', 4), picture('b.png', 5), picture('c.png', 6)])
  await page.getByRole('heading', { level: 1, name: 'Ny leverantörsfaktura' }).waitFor()
  await page.getByText('Övriga filer ligger nu under Underlag: b.png, c.png.').waitFor()
  expect((await uploadsOf(company)).sort()).toEqual(['a.png', 'b.png', 'c.png'])
  await close()
})

test('of several e-invoices each takes its own document along, and what belongs to none is kept', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/supplier-invoices')
  await page.getByText('Släpp ett underlag här').waitFor()
  const files = [eInvoice('ett.xml', '1001'), eInvoice('tva.xml', '1002'), picture('ett.png', 4), picture('x.png', 5)]
  await page.setInputFiles('input[type=file]', files)
  await page.getByText('Övriga filer ligger nu under Underlag: x.png.').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Papper AB · 1002' }).waitFor()
  const invoices: { id: string; invoiceNumber: string }[] = ok(await company.get('/supplier-invoices')).items
  const kept = invoices.map(async ({ id, invoiceNumber }) => {
    const { uploadRefs = [] } = ok(await company.get(`/supplier-invoices/${id}`))
    const refs: { id: string }[] = uploadRefs
    const documents = await Promise.all(refs.map(async (ref) => ok(await company.get(`/uploads/${ref.id}`))))
    const pictures = documents.filter(({ contentType }) => contentType === 'image/png')
    return [invoiceNumber, pictures.map(({ description }) => description)]
  })
  expect(Object.fromEntries(await Promise.all(kept))).toEqual({ 1001: ['ett.png'], 1002: [] })
  await close()
})

test('an entry is typed from the first of several documents, and the rest is kept', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await goTo('/journal/new')
  await page.getByLabel('Text', { exact: true }).waitFor()
  await page.setInputFiles('input[type=file]', [picture('a.png', 4), picture('b.png', 5)])
  await page.getByText('Övriga filer ligger nu under Underlag: b.png.').waitFor()
  expect((await uploadsOf(company)).sort()).toEqual(['a.png', 'b.png'])
  await close()
})
