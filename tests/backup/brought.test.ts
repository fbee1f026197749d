// Restored files that nothing in the books refers to are deleted once; files that are, or may be, referred to are kept.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anchorsAdmin } from '#anchors'
import { deleteUpload, documentsContribution } from '#documents'
import { keptOnDisk } from '#platform/files'
import { newId } from '#platform/id'
import { INSTALLATION } from '#platform/job'
import { missingFiles, missingWords } from '#programs/doctor/missing-files'
import { deleteUnreferencedFiles } from '#programs/restored-files'
import { changeSettings } from '#sales'
import { archiveContribution } from '#server/sales/archive/contribution'
import { readConfig } from '#settings/config'
import { ok } from '#support/entries'
import { pngFile } from '#support/samples/sample-files'
import { voucherFile } from '#support/samples/voucher-file'
import { type Service, startService, type TestCompany } from '#support/service'
import { headSources } from '#verification/anchoring'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
})
afterAll(() => service.close())

const tidy = () =>
  deleteUnreferencedFiles({
    config: readConfig({ DATA_DIR: service.folder, DATABASE_URL: service.databaseUrl }, process.cwd()),
    database: service.usedDatabase,
    standing: service.standing,
    isSpread: false,
    owner: { connectionString: service.databaseUrl },
  })

const paths = async () => (await keptOnDisk(service.folder)).map(({ path }) => path).sort()

/** Keeps bytes in a folder of files, with no row that names them; answers the path. */
const keepLoose = (folder: string, bytes: Buffer): string => {
  const digest = createHash('sha256').update(bytes).digest('hex')
  const path = join(service.folder, 'files', folder, digest.slice(0, 2), digest)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, bytes)
  return path
}

/** An upload, a logo, an attachment, a paper and an imported file, each of which a row names. */
const keepSome = async (): Promise<void> => {
  const picture = join(service.folder, 'logo.png')
  writeFileSync(picture, pngFile({ width: 40, height: 20 }))
  await service.operateFor(company.id, (call) => changeSettings(call, { logo: picture }))
  await anchorsAdmin.makeAnchor(
    { database: service.usedDatabase, standing: service.standing, now: new Date() },
    headSources,
  )
  ok(await company.upload('/uploads', 'kvitto.png', pngFile({ width: 5 })))
  ok(await company.upload('/sie/import', 'bok.si', voucherFile(3, '2026-06-01')))
  const customer = ok(await company.post('/customers', { name: 'Kunden AB', type: 'company' }))
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 800, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, lineItems: [line], invoiceDate: '2026-06-01' }
  const { id } = ok(await company.post('/invoices', draft))
  ok(await company.upload(`/invoices/${id}/attachments`, 'bild.png', pngFile({ width: 7 })))
  ok(await company.post(`/invoices/${id}/publish`))
  expect((await company.get(`/invoices/${id}/download`)).status).toBe(200)
}

test('files that no row names go from the folders that are known, and nothing else does', async () => {
  await keepSome()
  const kept = await paths()
  expect(kept.length).toBeGreaterThanOrEqual(5)
  const missing = () => missingFiles({ database: service.usedDatabase, standing: service.standing }, service.folder)
  expect(await missing()).toEqual([])
  const deleted = ok(await company.upload('/uploads', 'borttaget.png', pngFile({ width: 9 })))
  await service.operateFor(company.id, (call) => deleteUpload(call, deleted.id))
  for (const corner of ['', '/uploads', '/attachments', '/statements', '/payment-files'])
    keepLoose(`${company.id}${corner}`, Buffer.from(`something of ${corner}`))
  // A possible logo, an unknown file, and a file of no company here.
  const staying = [
    keepLoose(company.id, pngFile({ width: 11 })),
    keepLoose(`${company.id}/elsewhere`, Buffer.from('something else')),
    keepLoose(newId(), Buffer.from('of another installation')),
    keepLoose(INSTALLATION, Buffer.from('heads')),
  ]
  // Without a restore nothing is looked through.
  const all = await paths()
  expect([await tidy(), await paths()]).toEqual([0, all])

  writeFileSync(join(service.folder, 'files-brought'), '15\n')
  expect(await tidy()).toBe(6)
  expect(await paths()).toEqual([...kept, ...staying].sort())
  expect(existsSync(join(service.folder, 'files-brought'))).toBe(false)
  expect(await missing()).toEqual([])
  for (const verify of [documentsContribution.verifyUploads, archiveContribution.verifyPapers])
    expect(await service.operateFor(company.id, verify)).toEqual([])
})

test('each file that is gone is named by the thing that has it, of every kind', async () => {
  const { usedDatabase: database, standing } = service
  const other = await service.newCompany()
  ok(await other.upload('/uploads', 'kvitto.png', pngFile({ width: 15 })))
  const all = await missingFiles({ database, standing }, join(service.folder, 'nowhere'))
  const kinds = (companyId: string | null) =>
    [...new Set(all.filter((one) => one.companyId === companyId).map(({ thing }) => thing))].sort()
  expect(kinds(company.id)).toEqual(['SIE import', 'attachment', 'logo of company', 'paper', 'upload'])
  expect([kinds(other.id), kinds(null)]).toEqual([['upload'], ['anchor']])
  expect(missingWords(all.filter(({ companyId }) => companyId === other.id))).toEqual([
    expect.stringMatching(/: the file of upload [0-9a-f-]{36} is missing$/),
  ])
  const many = Array.from({ length: 25 }, () => ({ companyId: null, company: 'A', thing: 'anchor', id: '1' }))
  expect(missingWords(many).slice(19)).toEqual(['A: the file of anchor 1 is missing', 'and 5 more files are missing'])
})
