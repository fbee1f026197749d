// Everything of a company in one file: every list of the API with every item, every year with its archive, every file.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { audienceOf } from '#http'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { exportedLists, leftOutOfExport } from '#server/records/export'
import { exportParts, filesLeftOut } from '#server/records/export-files'

import { connectWhere, LOCK_WAITS } from '#support/by-company'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { asMember, member, type Owned, owned } from '#support/owned'
import { marksByTable, marksIn } from '#support/reading/marks'
import { pngFile } from '#support/samples/sample-files'
import { statusReportFile } from '#support/samples/status-report-file'
import { anEntry, type Service, startService } from '#support/service'
import { aReturn } from '#tests/surface/payroll-world'
import { withMarkedParties } from './marked-parties.ts'

/** The command opens what is sealed. */

const SECRET = randomBytes(32)

let service: Service
let company: Owned
let work: string
let folder: string
beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'grundbok-export-'))
  service = await startService({ secretKeys: [SECRET] })
  company = await owned(service, { name: 'Bygg AB' })
  await withMarkedParties(service, company)
  ok(await company.upload('/uploads', 'ledig.png', pngFile({ width: 9 })))
  for (let made = 0; made < 101; made += 1) ok(await company.post('/items', { ...anItem, description: `Vara ${made}` }))
  const yearBefore = { startDate: '2025-01-01', endDate: '2025-12-31', accountingMethod: 'accrual' }
  ok(await company.as('POST', '/fiscal-years', yearBefore))
  ok(await company.post('/journal-entries', anEntry({ title: 'Året före', date: '2025-03-01' })))
  await withFiles()
  const headers = await member(service, company, 'administrator')
  const answer = await fetch(`${company.url}/export`, { headers })
  expect([answer.status, answer.headers.get('content-type')], service.log.slice(-3).join('')).toEqual([
    200,
    'application/zip',
  ])
  writeFileSync(join(work, 'export.zip'), Buffer.from(await answer.arrayBuffer()))
  execFileSync('unzip', ['-q', 'export.zip'], { cwd: work })
  folder = join(work, readdirSync(work).find((name) => name.startsWith('export-')) ?? '')
})
afterAll(async () => {
  rmSync(work, { recursive: true, force: true })
  await service.close()
})

test('is given up if no client waits for it any more', async () => {
  const headers = await member(service, company, 'administrator')
  const workFiles = () => readdirSync(service.standing.files.workFolder)
  const leaving = new AbortController()
  // The lists come before the files; a client that continues to these waits there.
  const lists = await connectWhere(service, company.id)
  const files = await connectWhere(service, company.id)
  await files.query('begin')
  await files.query('lock table banking.payment_file in access exclusive mode')
  await lists.query('begin')
  await lists.query('lock table sales.item in access exclusive mode')
  const left = fetch(`${company.url}/export`, { headers, signal: leaving.signal }).catch(() => 'left')
  await expect.poll(async () => (await lists.query(LOCK_WAITS)).rowCount).toBe(1)
  expect(workFiles().length).toBeGreaterThan(0)
  leaving.abort()
  expect(await left).toBe('left')
  // The service has noticed that they are gone once it has answered something that came afterwards.
  for (let asked = 0; asked < 3; asked += 1) ok(await company.get('/fiscal-years'))
  await lists.end()
  await expect.poll(workFiles).toEqual([])
  await files.end()
  // Had it gone on, it would have given up only when it did not get that lock.
  expect(service.log.filter((line) => line.includes('"level":"error"'))).toEqual([])
})

/** A logo, a file for the bank, and an employer's return. */
const withFiles = async (): Promise<void> => {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(LOGO)]), 'logo.png')
  const headers = await member(service, company, 'owner')
  expect((await fetch(`${company.url}/sales-settings/logo`, { method: 'PUT', headers, body: form })).status).toBe(200)
  await service.database.rows(sql`
    update banking.payment set state = 'signed', signed_at = now(), signed_by_id = id, signed_by_name = 'Karin Ek'
    where company_id = ${company.id}`)
  const { id: paymentFileId } = ok(await company.post('/bank-payments/files'))
  const report = statusReportFile({ messageId: paymentFileId.replaceAll('-', ''), status: 'ACCP' })
  ok(await company.upload('/bank-statements', 'aterrapport.xml', report))
  await aReturn(company, '2026-05')
}

const LOGO = pngFile({ width: 7 })
const anItem = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 1, taxRate: 25 }

const linesOf = (name: string) =>
  readFileSync(join(folder, 'register', `${name}.ndjson`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

test('every list operation of a company is in it, or it is said why not', () => {
  const lists = rows.filter(
    (row) =>
      row.method === 'GET' &&
      /^list/.test(row.operationId) &&
      audienceOf(row) === 'company' &&
      row.by !== 'integrations',
  )
  const exported = new Set(exportedLists(rows).map(({ row }) => row.operationId))
  expect(lists.length).toBeGreaterThan(40)
  const missing = lists.filter(({ operationId }) => !exported.has(operationId) && !(operationId in leftOutOfExport))
  expect(missing.map(({ operationId }) => operationId)).toEqual([])
  expect(Object.keys(leftOutOfExport).filter((id) => !lists.some(({ operationId }) => operationId === id))).toEqual([])
  // One below a resource has the list of it to be asked with.
  expect(exportedLists(rows).filter(({ row, parent }) => row.path.split('/{').length > 2 && !parent)).toEqual([])
  const files = readdirSync(join(folder, 'register'))
  const { leftOut } = JSON.parse(readFileSync(join(folder, 'export.json'), 'utf8'))
  expect(files).toHaveLength([...exported].filter((id) => !(id in leftOut)).length)
})

test('every item is in it, page after page, and those below a resource name it', async () => {
  expect(linesOf('items')).toHaveLength(101)
  expect(linesOf('customers')).toEqual(ok(await company.get('/customers')).items)
  expect([linesOf('invoices').length, linesOf('credit-notes').length]).toEqual([4, 1])
  const [payment] = linesOf('invoices-payments')
  expect(payment).toMatchObject({ invoiceId: expect.any(String), sumBaseCurrency: 400 })
  expect(linesOf('journal-entries').length).toBeGreaterThan(5)
  expect(linesOf('history').map(({ what }) => what)).toContain('company.exported')
})

test('each year stands in it with its archive, and files that belong to no entry', () => {
  const year = join(folder, 'år', '2026-01-01_2026-12-31')
  const before = join(folder, 'år', '2025-01-01_2025-12-31')
  expect(readdirSync(year)).toEqual(expect.arrayContaining(['sie', 'rapporter', 'fakturor', 'SHA256SUMS']))
  for (const cwd of [year, before]) execFileSync('sha256sum', ['--status', '-c', 'SHA256SUMS'], { cwd })
  const [file = ''] = readdirSync(join(before, 'sie'))
  expect(readFileSync(join(before, 'sie', file), 'latin1')).toMatch(/#VER \S+ \S+ 20250301/)
  const loose = readdirSync(join(folder, 'filer'))
  const free = loose.find((name) => name.endsWith('ledig.png')) ?? ''
  expect(readFileSync(join(folder, 'filer', free))).toEqual(pngFile({ width: 9 }))
})

test('every file that can be downloaded is in it, or it is said why not', () => {
  const files = rows.filter(
    (row) =>
      row.method === 'GET' &&
      audienceOf(row) === 'company' &&
      typeof row.answer === 'object' &&
      'file' in row.answer &&
      row.sheet === undefined,
  )
  const decided = [...exportParts.map(({ operationId }) => operationId), ...Object.keys(filesLeftOut)]
  expect(files.map(({ operationId }) => operationId).sort()).toEqual(decided.sort())
  const inside = readdirSync(join(folder, 'filer'), { recursive: true, encoding: 'utf8' })
  expect(readFileSync(join(folder, 'filer', 'logo.png'))).toEqual(LOGO)
  for (const { operationId, folder: own } of exportParts)
    expect(inside.filter((name) => name.startsWith(own) && /[.]\w+$/.test(name)).length, operationId).toBeGreaterThan(0)
})

test('a file of a draft, one for the bank and a reminder are the ones that are downloaded', async () => {
  const idsIn = (kind: string) =>
    readdirSync(join(folder, 'filer', kind)).map((name) => ({ name: join(kind, name), id: name.slice(0, 36) }))
  const read = (name: string) => readFileSync(join(folder, 'filer', name))
  const [attachment] = linesOf('invoices-attachments')
  const [kept] = idsIn('fakturabilagor').filter(({ id }) => id === attachment.id)
  const bytes = (path: string) => company.get(path).then(({ text }) => Buffer.from(text, 'latin1'))
  expect(read(kept?.name ?? '')).toEqual(
    await bytes(`/invoices/${attachment.invoiceId}/attachments/${attachment.id}/download`),
  )
  const [file] = idsIn('betalfiler')
  expect(read(file?.name ?? '')).toEqual(await bytes(`/bank-payments/files/${file?.id}/download`))
  const [report] = idsIn('återrapporter')
  const ofReport = `/bank-payments/files/${file?.id}/status-reports/${report?.id}/download`
  expect(read(report?.name ?? '')).toEqual(await bytes(ofReport))
  // That it stands here is noted as the taking of all, and not as one for the bank.
  expect(linesOf('bank-payments-files')).toMatchObject([{ timesFetched: 0 }])
  const [reminder] = idsIn('påminnelser')
  expect(
    read(reminder?.name ?? '')
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')
})

test('what the API takes for customers and suppliers is in it', async () => {
  const text = execFileSync(
    'cat',
    readdirSync(join(folder, 'register')).map((name) => join(folder, 'register', name)),
    {
      encoding: 'utf8',
    },
  )
  const inside = marksIn(text)
  const registers = [
    'sales.customer',
    'sales.contact_detail',
    'purchasing.supplier',
    'sales.invoice',
    'banking.payment',
  ]
  const found = await marksByTable(service)
  for (const table of registers)
    expect(
      [...(found.get(table) ?? [])].filter((one) => !inside.has(one)),
      table,
    ).toEqual([])
})

test('administrators and owners take it, and no one else', async () => {
  const bookkeeper = asMember(company, await member(service, company, 'bookkeeper'))
  expect((await bookkeeper('GET', '/export')).status).toBe(403)
  expect((await company.get('/export')).status).toBe(403)
})

test('the operator writes it to a file', async () => {
  const file = join(work, 'by-command.zip')
  const words = ['company', 'export', '--company', company.id, '--output', file, '--json']
  const { code, stdout, stderr } = await command(service, words, { SECRET_KEY: SECRET.toString('hex') })
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toEqual({ file, size: readFileSync(file).length })
  execFileSync('unzip', ['-tq', file])
})
