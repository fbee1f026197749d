// The archive of a year: unpacked and verified with what every computer has, and found out when anything is changed.
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { entriesOf, ok } from '#support/entries'
import { needs } from '#support/needs'
import { asMember, booked, member, type Owned, owned, sold } from '#support/owned'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import { voucherFile } from '#support/samples/voucher-file'
import { type Service, startService } from '#support/service'

let service: Service
let company: Owned
let work: string
let invoice: string
let zip: Buffer
let headers: Headers
const RECEIPT = pngFile({ width: 7 })
/** So many that journal and ledger have more rows than a PDF may. */
const VOUCHERS = 2600
const statementOf = (id: string, date: string) => camtFile({ statements: [{ id, entries: [{ ore: -10_000n, date }] }] })

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'grundbok-archive-'))
  service = await startService({ alone: true })
  service.setNow('2026-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'], name: 'Å & Ö <Bygg> AB' })
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  for (const [id, date] of [
    ['A', '2025-12-30'],
    ['B', '2026-01-15'],
  ] as const) {
    ok(await company.upload('/bank-statements', `utdrag ${id}.xml`, statementOf(id, date)))
  }
  const upload = ok(await company.upload('/uploads', 'kvitto åäö.png', RECEIPT))
  const items = [
    { account: 5010, debit: 100 },
    { account: 1930, credit: 100 },
  ]
  const draft = { title: 'Hyra "januari" – 100 €', date: '2025-01-31', items }
  const rent = ok(await company.post('/journal-entries', { ...draft, uploadRef: { id: upload.id } }))
  await booked(company, '2025-02-01', { 1930: 50_000.55, 2081: -50_000.55 })
  ok(await company.post(`/journal-entries/${rent.id}/reverse`))
  invoice = await sold(company, '2025-03-01', 1000)
  ok(await company.post(`/invoices/${invoice}/record`))
  ok(await company.as('POST', `/fiscal-years/${company.fiscalYearId}/closing`, {}))
  const answer = await archived(company)
  headers = answer.headers
  zip = Buffer.from(await answer.arrayBuffer())
})

const archived = async (of: Owned): Promise<Response> => {
  const answer = await fetch(`${of.url}/fiscal-years/${of.fiscalYearId}/archive`, {
    headers: await member(service, of, 'owner'),
  })
  expect(answer.status, service.log.slice(-3).join('')).toBe(200)
  return answer
}

afterAll(async () => {
  rmSync(work, { recursive: true, force: true })
  await service.close()
})

/** Unpacks the archive anew, by the program that people have. */
const unpacked = (bytes = zip): string => {
  needs('unzip')
  const folder = mkdtempSync(join(work, 'unpacked-'))
  writeFileSync(join(folder, 'a.zip'), bytes)
  execFileSync('unzip', ['-q', 'a.zip'], { cwd: folder })
  const [top = ''] = readdirSync(folder).filter((name) => name !== 'a.zip')
  return join(folder, top)
}
const sums = (cwd: string) => spawnSync('sha256sum', ['-c', '--quiet', 'SHA256SUMS'], { cwd, encoding: 'utf8' })
const chain = (cwd: string) => spawnSync(process.execPath, ['kontrollera.mjs'], { cwd, encoding: 'utf8' })
const manifestOf = (folder: string) => JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))

test('the invoice whose PDF was never requested is in it as it is downloaded from now on', async () => {
  const [name = ''] = readdirSync(join(unpacked(), 'fakturor')).filter((one) => one.endsWith('.pdf'))
  const inArchive = readFileSync(join(unpacked(), 'fakturor', name))
  const answer = await fetch(`${company.url}/invoices/${invoice}/download`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(Buffer.from(await answer.arrayBuffer()).equals(inArchive)).toBe(true)
  const { kept } = await service.database.one<{ kept: Buffer }>(sql`
    select pdf_digest as kept from sales.paper where invoice_id = ${invoice}`)
  expect(createHash('sha256').update(inArchive).digest().equals(kept)).toBe(true)
})

test('it is one file, named by company and year, with everything that the law wants kept', () => {
  const folder = unpacked()
  expect(headers.get('content-type')).toBe('application/zip')
  expect(headers.get('content-disposition')).toContain('arkiv-5599990008-2025-01-01-2025-12-31.zip')
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  const manifest = manifestOf(folder)
  const listed = manifest.files.map(({ path }: { path: string }) => path)
  expect([...listed, 'LÄSMIG.txt', 'manifest.json', 'SHA256SUMS'].sort()).toEqual(names.sort())
  expect(names.filter((name) => /^(sie|underlag|fakturor)\//.test(name)).map((name) => name.split('/')[0])).toEqual(
    expect.arrayContaining(['sie', 'underlag', 'fakturor']),
  )
  expect(manifest).toMatchObject({
    company: { name: 'Å & Ö <Bygg> AB', organizationNumber: '559999-0008' },
    fiscalYear: { startDate: '2025-01-01', endDate: '2025-12-31', status: 'closed' },
    entries: 5,
    chains: [{ series: 'V', number: '5', link: expect.stringMatching(/^[0-9a-f]{64}$/) }],
    leftOut: expect.any(Array),
  })
  // Each report is in it, or said not to be and why; new ones come along by themselves.
  const reports = rows.filter(
    ({ path, sheet }) => sheet !== undefined && path.includes('/reports/') && !path.endsWith('/key-figures'),
  )
  const told = [...listed, ...manifest.leftOut.map(({ path }: { path: string }) => path)]
  expect(told.filter((name: string) => name.startsWith('rapporter/'))).toHaveLength(reports.length)
  expect(listed.filter((name: string) => name.startsWith('rapporter/') && !name.endsWith('.pdf'))).toEqual([])
  expect(listed).toContain('rapporter/Huvudbok 2025-01-01 2025-12-31.pdf')
  const statements = listed.filter((name: string) => name.startsWith('kontoutdrag/'))
  expect(statements).toEqual([expect.stringMatching(/^kontoutdrag\/[\da-f-]{36}-utdrag A\.xml$/)])
  expect(readFileSync(join(folder, statements[0])).equals(statementOf('A', '2025-12-30'))).toBe(true)
  const receipt = listed.find((name: string) => name.startsWith('underlag/V1-'))
  expect(readFileSync(join(folder, receipt)).equals(RECEIPT)).toBe(true)
})

test('it holds by sha256sum, and by its own program without the service', () => {
  const folder = unpacked()
  expect([sums(folder).status, sums(folder).stdout]).toEqual([0, ''])
  expect(chain(folder)).toMatchObject({ status: 0, stdout: '5 verifikationer stämmer\n' })
})

const changed = (folder: string, name: string, change: (text: string) => string) => {
  const before = readFileSync(join(folder, name), 'utf8')
  const after = change(before)
  expect(after).not.toBe(before)
  writeFileSync(join(folder, name), after)
}

describe('what was changed is found', () => {
  test('a byte of a file, by sha256sum', () => {
    const folder = unpacked()
    const [name = ''] = readdirSync(join(folder, 'underlag'))
    const bytes = readFileSync(join(folder, 'underlag', name))
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
    writeFileSync(join(folder, 'underlag', name), bytes)
    const { status, stdout } = sums(folder)
    expect(status).toBe(1)
    expect(stdout).toContain(`underlag/${name}: FAILED`)
  })

  // A forger who changes an entry can recompute sums, but not the chain whose end is known elsewhere.
  const changes: [what: string, change: (text: string) => string, said: RegExp][] = [
    ['an amount on both sides', (text) => text.replaceAll('5000055', '5000056'), /V2: den är ändrad/],
    ['an amount on one side', (text) => text.replace('"5000055"', '"5000056"'), /V2: debet och kredit är inte lika/],
    ['a text', (text) => text.replace('januari', 'februari'), /V1: den är ändrad/],
    ['an entry, taken away', (text) => text.replace(/^[^\n]*\n/, ''), /V2: den är ändrad, eller följer inte/],
    [
      'the last entry, taken away',
      (text) => text.replace(/[^\n]*\n$/, ''),
      /Serie V: den slutar inte[\s\S]*är 4, inte 5/,
    ],
  ]
  test.each(changes)('%s, by its program', (_, change, said) => {
    const folder = unpacked()
    changed(folder, 'verifikationer.ndjson', change)
    const { status, stderr } = chain(folder)
    expect([status, stderr]).toEqual([1, expect.stringMatching(said)])
  })
})

test('a report with too many rows for a PDF is in it as CSV, whole', async () => {
  const long = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
  ok(await long.upload('/sie/import', 'bok.si', voucherFile(VOUCHERS, '2025-03-01')))
  const folder = unpacked(Buffer.from(await (await archived(long)).arrayBuffer()))
  const files = readdirSync(join(folder, 'rapporter'))
  const days = '2025-01-01 2025-12-31'
  expect(files.filter((name) => name.endsWith('.csv')).sort()).toEqual([`Grundbok ${days}.csv`, `Huvudbok ${days}.csv`])
  expect(files).toContain(`Balansräkning ${days}.pdf`)
  const lines = readFileSync(join(folder, 'rapporter', `Grundbok ${days}.csv`), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines).toHaveLength(1 + 3 * VOUCHERS)
  expect(sums(folder).status).toBe(0)
})

test('a statement whose days are the wrong way round is of the days between, also where it was kept so', async () => {
  const other = await owned(service, { fiscalYear: ['2025-01-01', '2025-12-31'] })
  await service.operateFor(other.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, bic: 'ESSESESS', account: 1930 }),
  )
  const days = '<FrToDt><FrDt>2026-01-20</FrDt><ToDt>2026-01-10</ToDt></FrToDt>'
  const bytes = Buffer.from(statementOf('C', '2026-01-15').toString().replace('<Acct>', `${days}$&`))
  const { statements } = ok(await other.upload('/bank-statements', 'utdrag C.xml', bytes))
  expect(statements).toMatchObject([{ fromDate: '2026-01-10', toDate: '2026-01-20' }])
  // Of the same file, and of the year.
  await service.database.rows(sql`
    insert into banking.statement
    select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'file_position', 2,
      'from_date', '2026-01-02', 'to_date', '2025-12-30', 'opening_ore', null, 'closing_ore', null))).*
    from banking.statement s where s.company_id = ${other.id}`)
  const folder = unpacked(Buffer.from(await (await archived(other)).arrayBuffer()))
  const [name = '', ...others] = readdirSync(join(folder, 'kontoutdrag'))
  expect([name, ...others]).toEqual([expect.stringMatching(/-utdrag C\.xml$/)])
  expect(readFileSync(join(folder, 'kontoutdrag', name)).equals(bytes)).toBe(true)
})

test('its links are those of the books', async () => {
  const folder = unpacked()
  const lines = readFileSync(join(folder, 'verifikationer.ndjson'), 'utf8').trimEnd().split('\n')
  const entries = lines.map((line) => JSON.parse(line))
  const own = await entriesOf(company)
  expect(entries.map(({ series, number }) => `${series}${number}`)).toEqual(
    own.filter(({ date }) => date <= '2025-12-31').map(({ journalEntryNumber }) => journalEntryNumber),
  )
})

test('only those who administrate a company take its archive', async () => {
  const path = `/fiscal-years/${company.fiscalYearId}/archive`
  for (const [role, status] of [
    ['bookkeeper', 403],
    ['administrator', 200],
  ] as const) {
    const as = asMember(company, await member(service, company, role))
    expect([role, (await as('GET', path)).status]).toEqual([role, status])
  }
  expect((await company.get(path)).status).toBe(403)
  await expect.poll(() => readdirSync(service.standing.files.workFolder)).toEqual([])
})
