// PDFs that enclose nothing but a logo: made on the first request, of what was frozen at publication, and kept from
// then on.
import { createHash } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { type Paper, pdfOf } from '#paper'
import { fetchKept, readKept } from '#platform/files'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { archiveContribution } from '#server/sales/archive/contribution'
import { type KeptPaper, paperOf, pdfBytes } from '#server/sales/archive/paper'
import type { SettingsChanges } from '#server/sales/settings/settings-change'
import { infoOf } from '#support/reading/pages'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService, type TestCompany } from '#support/service'
import { ok } from '#tests/sales/booking/booked'
import { madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
})
afterAll(() => service.close())

const settle = (changes: SettingsChanges, of = company) =>
  service.operateFor(of.id, (call) => changeSettings(call, changes))

const pictureFile = (): string => {
  const path = join(service.folder, 'logo.png')
  writeFileSync(path, pngFile({ width: 40, height: 20 }))
  return path
}

const downloaded = async (id: string, of = company): Promise<Buffer> => {
  const answer = await of.get(`/invoices/${id}/download`)
  expect(answer.status, answer.text.slice(0, 300)).toBe(200)
  return Buffer.from(answer.text, 'latin1')
}

type KeptPdf = { content: Paper; digest: Buffer | null; size: number | null; logo: Buffer | null }

const keptPdf = (id: string): Promise<KeptPdf> =>
  service.database.one<KeptPdf>(sql`
    select content, pdf_digest as digest, pdf_size as size, logo_digest as logo from sales.paper
    where invoice_id = ${id}`)

test('it is made of what the document, the company and its logo were at publication', async () => {
  const other = await service.newCompany()
  await settle({ logo: pictureFile() }, other)
  const customer = await madeCustomer(other)
  const { id } = await published(other, (await madeInvoice(other, { customerRef: { id: customer.id } })).id)
  const before = await keptPdf(id)
  expect(before).toMatchObject({ digest: null, size: null, logo: expect.any(Buffer) })
  const picture = await readKept(service.standing.files, other.id, before.logo as Buffer)
  await settle({ bankgiro: '5050-1055', fTax: true, logo: null }, other)
  await service.operateFor(other.id, (call) => changeCompany(call, { name: 'Nya Namnet AB' }))
  await other.put(`/customers/${customer.id}`, { name: 'Ny Kund AB', type: 'company' })
  const bytes = await downloaded(id, other)
  const expected = await pdfOf(before.content, { logo: picture, attachments: [], personalNumbers: [] })
  expect(bytes.equals(expected)).toBe(true)
  expect(infoOf(bytes).Title).toContain('Provbolaget AB')
  const { digest, size } = await keptPdf(id)
  expect(size).toBe(bytes.length)
  expect((await readKept(service.standing.files, other.id, digest as Buffer)).equals(bytes)).toBe(true)
  expect((await downloaded(id, other)).equals(bytes)).toBe(true)
})

test('it is made once, however many ask for it at the same time', async () => {
  const { id } = await published(company, (await madeInvoice(company)).id)
  const answers = await Promise.all(Array.from({ length: 6 }, () => downloaded(id)))
  expect(new Set(answers.map((bytes) => bytes.toString('latin1'))).size).toBe(1)
  const witnesses = await service.database.rows(sql`
    select from platform.witness where what = 'sales.paper' and ${id} = any(rows)`)
  // Of the publication, and of the PDF.
  expect(witnesses).toHaveLength(2)
})

test('of two who make it otherwise, what was kept first stays', async () => {
  const { id } = await published(company, (await madeInvoice(company)).id)
  const kept = Buffer.from('%PDF-1.7 of another program')
  const digest = createHash('sha256').update(kept).digest()
  const path = service.standing.files.newWorkFile()
  writeFileSync(path, kept)
  await service.standing.files.keep(company.id, digest, path)
  rmSync(path)
  const paper = await service.operateFor(company.id, (call) => paperOf(call, id))
  await service.database.rows(sql`
    update sales.paper set pdf_digest = ${digest}, pdf_size = ${kept.length} where invoice_id = ${id}`)
  // A request that has read the document before draws it, and finds that it has been drawn.
  const { bytes } = await service.operateFor(company.id, (call) => pdfBytes(call, paper as KeptPaper))
  expect(bytes.equals(kept)).toBe(true)
})

test('it is never made otherwise or taken away: the database refuses it', async () => {
  const { id } = await published(company, (await madeInvoice(company)).id)
  const digest = Buffer.alloc(32)
  const half = sql`update sales.paper set pdf_digest = ${digest} where invoice_id = ${id}`
  await expect(service.database.rows(half)).rejects.toMatchObject({ code: '23514' })
  const besides = sql`
    update sales.paper set pdf_digest = ${digest}, pdf_size = 1, content = '{}' where invoice_id = ${id}`
  await expect(service.database.rows(besides)).rejects.toMatchObject({ code: 'GB041' })
  const logo = sql`update sales.paper set logo_digest = ${digest} where invoice_id = ${id}`
  await expect(service.database.rows(logo)).rejects.toMatchObject({ code: 'GB041' })
  await downloaded(id)
  for (const change of [
    sql`update sales.paper set pdf_digest = ${digest}, pdf_size = 1 where invoice_id = ${id}`,
    sql`update sales.paper set pdf_digest = null, pdf_size = null where invoice_id = ${id}`,
  ]) {
    await expect(service.database.rows(change)).rejects.toMatchObject({ code: 'GB041' })
  }
})

test('until it is made verification looks after the logo', async () => {
  const other = await service.newCompany()
  await settle({ logo: pictureFile() }, other)
  const { id } = await published(other, (await madeInvoice(other)).id)
  const verified = () => service.operateFor(other.id, archiveContribution.verifyPapers)
  expect(await verified()).toEqual([])
  const { path } = await fetchKept(service.standing.files, other.id, (await keptPdf(id)).logo as Buffer)
  rmSync(path)
  expect(await verified()).toEqual(['the logo of document 1 is missing'])
})

test('it is made before publication where it encloses an attachment', async () => {
  const { id } = await madeInvoice(company)
  ok(await company.upload(`/invoices/${id}/attachments`, 'a.png', pngFile({ width: 20 })))
  await published(company, id)
  expect((await keptPdf(id)).digest).not.toBeNull()
})
