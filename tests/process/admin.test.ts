// The operator's commands as programs of their own, beside a running service and without one.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import {
  admin,
  adminJson,
  connectTo,
  newDataDir,
  newServedDataDir,
  operate,
  operateJson,
  type RunningService,
  serverOf,
  start,
  startMain,
} from '#support/programs'
import { voucherFile, yearFile } from '#support/samples/voucher-file'
import { anEntry, requestsWith } from '#support/service'

const today = dayOf(new Date())
const year = Number(today.slice(0, 4))
const thisYear = `${year}-01-01:${year}-12-31`

const dataDir = await newServedDataDir()
let service: RunningService

beforeAll(async () => {
  service = await startMain({ env: { DATA_DIR: dataDir } }, ['--no-demo'])
})

afterAll(() => service.stop())

/** A company of the running service, made by commands, and requests with its token. */
const newCompany = async (runJson = operateJson, scopes = 'all') => {
  const made = ['company', 'create', '--name', 'Test AB', '--organization-number', '559999-0008']
  const company = await runJson(dataDir, [...made, '--fiscal-year', thisYear])
  expect(Object.keys(company)).toEqual(['id'])
  const named = ['--company', company.id]
  const token = await runJson(dataDir, ['token', 'create', ...named, '--name', 'Prov', '--scopes', scopes])
  expect(Object.keys(token)).toEqual(['id', 'token'])
  return {
    id: company.id,
    named,
    tokenId: token.id,
    api: requestsWith(`${service.base}/companies/${company.id}`, token.token),
  }
}

/** The packages that a program loads when it starts, by itself and by the parts of it that it loads then. */
const loadedBy = (program: string, read = new Set<string>()): string[] => {
  const file = resolve('dist', program)
  if (read.has(file)) return []
  read.add(file)
  const names = [...readFileSync(file, 'utf8').matchAll(/^import\b[^;"']*["']([^"']+)["'];$/gm)].map(
    ([, name = '']) => name,
  )
  return names.flatMap((name) => (name.startsWith('.') ? loadedBy(join(dirname(file), name), read) : [name]))
}

test.each([
  ['admin', ['fastify', 'qrcode', 'file-type', 'pino', 'marked', 'ioredis', 'nodemailer', 'pdfkit', 'fontkit']],
  ['main', ['ioredis', 'nodemailer', 'pdfkit', 'pdf-lib', 'fontkit', '@aws-sdk/client-s3']],
])('%s loads nothing that it may not need', (program, heavy) => {
  const loaded = loadedBy(`${program}.js`)
  expect(loaded).toContain('@node-rs/argon2')
  expect(loaded.filter((name) => heavy.some((one) => name === one || name.startsWith(`${one}/`)))).toEqual([])
})

test.concurrent('companies and tokens are made beside a running service, and a token ends at once', async () => {
  const { named, tokenId, api } = await newCompany(adminJson, 'company-information:read journal-entries:write')
  expect(await api.get('/company-information')).toMatchObject({
    status: 200,
    body: { name: 'Test AB', organizationNumber: '559999-0008' },
  })
  expect(await api.post('/journal-entries', anEntry({ date: today }))).toMatchObject({ status: 200 })
  expect(await api.get('/journal-entries')).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  const listed = await adminJson(dataDir, ['token', 'list', ...named])
  expect(listed.tokens).toMatchObject([{ id: tokenId, name: 'Prov', revokedAt: null }])
  expect(JSON.stringify(listed)).not.toMatch(/gb_|secret/)
  expect(await adminJson(dataDir, ['token', 'revoke', '--id', tokenId])).toEqual({ id: tokenId })
  expect(await api.get('/company-information')).toMatchObject({ status: 401, body: { code: 'unauthorized' } })
})

test.concurrent('fiscal years, the lock date and accounts are set beside a running service', async () => {
  const { named, api } = await newCompany()
  const post = (changes: Record<string, unknown>) =>
    api.post('/journal-entries', anEntry(changes)).then(({ status, body }) => [status, body.errors?.[0].field])
  const before = `${year - 1}-06-01`
  expect(await post({ date: before })).toEqual([400, '#/date'])
  const period = ['--fiscal-year', `${year - 1}-01-01:${year - 1}-12-31`, '--accounting-method', 'cash']
  const { id } = await operateJson(dataDir, ['fiscal-year', 'create', ...named, ...period])
  expect(await post({ date: before })).toEqual([200, undefined])
  expect(await operateJson(dataDir, ['lock-date', 'set', ...named, '--date', before])).toMatchObject({
    lockDate: before,
  })
  expect(await post({ date: before })).toEqual([400, '#/date'])
  expect(await operateJson(dataDir, ['lock-date', 'set', ...named, '--date', 'none'])).toMatchObject({ lockDate: null })
  expect(await post({ date: before })).toEqual([200, undefined])
  // The result was not booked by a year-end.
  expect(await operateJson(dataDir, ['fiscal-year', 'close', ...named, '--id', id, '--force'])).toMatchObject({
    id,
    status: 'closed',
  })
  expect(await post({ date: before })).toEqual([400, '#/date'])
  const { fiscalYears } = await operateJson(dataDir, ['fiscal-year', 'list', ...named])
  expect(fiscalYears).toMatchObject([{ status: 'open' }, { id, status: 'closed', accountingMethod: 'cash' }])

  const onOwnAccount = {
    date: today,
    items: [
      { account: 6199, debit: 1 },
      { account: 1930, credit: 1 },
    ],
  }
  expect(await post(onOwnAccount)).toEqual([400, '#/items/0/account'])
  const added = ['account', 'create', ...named, '--number', '6199', '--name', 'Eget konto']
  expect(await operateJson(dataDir, added)).toEqual({ account: 6199 })
  expect(await post(onOwnAccount)).toEqual([200, undefined])
  const number = ['--number', '6199']
  expect(await operateJson(dataDir, ['account', 'deactivate', ...named, ...number])).toMatchObject({ active: false })
  expect(await post(onOwnAccount)).toEqual([400, '#/items/0/account'])
  expect(await operateJson(dataDir, ['account', 'activate', ...named, ...number])).toMatchObject({ active: true })
  expect(await post(onOwnAccount)).toEqual([200, undefined])
})

test.concurrent('an entry that was imported here is reversed by a command, once', async () => {
  const { named, api } = await newCompany()
  const file = join(dirname(dataDir), 'fel.se')
  writeFileSync(file, voucherFile(1, today))
  await adminJson(dataDir, ['sie', 'import', file, ...named])
  const [entry] = (await api.get('/journal-entries')).body.items
  // Through the API it is refused: it is the operator's.
  expect((await api.post(`/journal-entries/${entry.id}/reverse`)).status).toBe(400)
  const reversed = await adminJson(dataDir, ['journal-entry', 'reverse', ...named, '--id', entry.id])
  expect(reversed).toEqual({ id: expect.any(String), journalEntryNumber: expect.any(String), date: entry.date })
  const { body: reversing } = await api.get(`/journal-entries/${reversed.id}`)
  expect(reversing).toMatchObject({
    reversesJournalEntryRef: { id: entry.id },
    title: `Rättelse av ${entry.journalEntryNumber}: ${entry.title}`,
  })
  const sides = (items: { account: number; debit: number; credit: number }[]) =>
    items.map(({ account, debit, credit }) => [account, debit, credit])
  expect(sides(reversing.items)).toEqual(sides(entry.items).map(([account, debit, credit]) => [account, credit, debit]))
  const refused = async (...words: string[]) => {
    const { code, stdout, stderr } = await operate(dataDir, ['journal-entry', 'reverse', ...named, ...words])
    expect([code, stdout]).toEqual([1, ''])
    return stderr
  }
  expect(await refused('--id', entry.id)).toMatch(/^Journal entry \w+ .+reversed/i)
  expect(await refused('--id', reversed.id.replace(/.$/, 'z'))).toMatch(/^--id: \S+z is not an id\n/)
  expect(await refused('--id', '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d')).toMatch(/^There is no journal entry 019a9d2c/)
  expect(await refused()).toMatch(/^Missing: --id\n/)
})

const VOUCHERS = 700

test.concurrent('a file is imported beside a running service with progress told, and exported again', async () => {
  const { named, api } = await newCompany()
  const file = join(dirname(dataDir), 'year.se')
  writeFileSync(file, yearFile(VOUCHERS))
  const first = await admin(dataDir, ['sie', 'import', file, ...named, '--json'])
  expect(first).toMatchObject({ code: 0 })
  expect(JSON.parse(first.stdout)).toMatchObject({ alreadyImported: false, made: { journalEntries: VOUCHERS } })
  expect(first.stderr).toContain(`${VOUCHERS} of ${VOUCHERS} vouchers\n`)
  expect((await api.get('/journal-entries')).body.totalItems).toBe(VOUCHERS)
  const second = await adminJson(dataDir, ['sie', 'import', file, ...named])
  expect(second).toMatchObject({ alreadyImported: true, made: { journalEntries: 0 } })

  const { fiscalYears } = await adminJson(dataDir, ['fiscal-year', 'list', ...named])
  const folder = mkdtempSync(join(dirname(dataDir), 'export-'))
  const fiscalYear = ['--fiscal-year', fiscalYears.at(-1).id]
  const output = join(folder, 'year.se')
  const written = await adminJson(dataDir, ['sie', 'export', ...named, ...fiscalYear, '--output', output])
  const bytes = readFileSync(output)
  expect(written).toEqual({ file: output, size: bytes.length })
  expect(bytes.toString('latin1').match(/^#VER /gm)).toHaveLength(VOUCHERS)

  const placed = await start([process.execPath, 'dist/admin.js', 'sie', 'export', ...named, ...fiscalYear], {
    env: { DATA_DIR: dataDir, INIT_CWD: folder },
  }).ended
  expect(placed).toMatchObject({ code: 0 })
  const path = /^(\S+), \d+ bytes\n$/.exec(placed.stdout)?.[1] ?? ''
  expect(dirname(path)).toBe(folder)
  expect(readFileSync(path)).toEqual(bytes)
})

test.concurrent('a file with errors is refused with its lines, and nothing of it is booked', async () => {
  const { named, api } = await newCompany()
  const path = join(dirname(dataDir), 'unbalanced.si')
  const head = '#FLAGGA 0\n#FORMAT PC8\n#SIETYP 4\n#PROGRAM "Prov" 1\n#GEN 20260101\n#FNAMN "Test"\n'
  writeFileSync(
    path,
    `${head}#VER A 1 ${today.replaceAll('-', '')} "Fel"\n{\n#TRANS 1930 {} 1.00\n#TRANS 3001 {} -2.00\n}\n`,
  )
  const { code, stdout, stderr } = await admin(dataDir, ['sie', 'import', path, ...named, '--json'])
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^The file was not imported: 1 error \(vouchers out of balance: 1\)\n {2}file line 7: .+\n$/)
  expect((await api.get('/journal-entries')).body.totalItems).toBe(0)
})

const unknownId = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const complete = ['company', 'create', '--name', 'Halv AB', '--organization-number', '559999-0008']

/** What is wrong with the words is found out by the program where it is named, to see how that ends. */
type Misuse = [words: string[], says: RegExp, run?: typeof admin]
const misuses: Misuse[] = [
  [['token'], /^There is no command token\n\nUsage: /, admin],
  [['company', 'make'], /^There is no command company make\n\nUsage: /],
  [['company', 'create', '--name', 'A'], /^Missing: --organization-number\n\nUsage: \.\/grundbok company create /],
  [['company', 'create', '--nome', 'A'], /^Unknown option '--nome'\n\nUsage: /],
  [
    ['company', 'create', '--name', 'A', '--organization-number', '559999-0009'],
    /^Validation failed .+\n {2}organizationNumber /,
    admin,
  ],
  [['company', 'list', 'all'], /^Not understood: all\n\nUsage: /],
  [['token', 'revoke', '--id', 'x'], /^--id: x is not an id\n\nUsage: /],
  [['token', 'revoke', '--id', unknownId], /^There is no token 019a/],
  [['token', 'create', '--company', unknownId, '--name', 'A', '--scopes', 'all'], /^There is no company 019a/],
  [[...complete, '--fiscal-year', '2026'], /^--fiscal-year must be START:END, such as /],
  [[...complete, '--fiscal-year', '2026-01-01:2026-02-30'], /^--fiscal-year: "2026-02-30" is not a day/],
  [[...complete, '--fiscal-year', '2026-01-15:2026-12-30'], /^Validation failed .+\n {2}endDate /],
  [['sie', 'import', '/nowhere/at/all.se'], /^\/nowhere\/at\/all\.se cannot be read: ENOENT/, admin],
]

test.concurrent.each(misuses)('%j ends with exit code 1 and says why', async (words, says, run = operate) => {
  const { code, stdout, stderr } = await run(dataDir, words)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(says)
  expect(stderr).not.toMatch(/^ +at /m)
})

test.concurrent('asked for help, it tells all commands, or the options of one', async () => {
  expect(await admin(dataDir, [])).toMatchObject({ code: 0, stderr: '' })
  const all = await admin(dataDir, ['--help'])
  expect(all.stdout).toMatch(/^ {2}sie import FILE +Import a SIE file$/m)
  const one = await admin(dataDir, ['token', 'create', '--help'])
  expect(one).toMatchObject({ code: 0, stderr: '' })
  expect(one.stdout).toMatch(/^ {2}--scopes SCOPES +.+ \(required\)$/m)
})

test('npm run passes options on and prints one object; what was refused above has left no company', async () => {
  const line = ['npm', 'run', '--silent', 'admin', '--', 'company', 'list', '--json']
  const { code, stdout } = await start(line, { env: { DATA_DIR: dataDir } }).ended
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toHaveProperty('companies')
  expect(stdout).not.toContain('Halv AB')
})

test.concurrent('without a service, commands start the database, bring it up to date and stop it', async () => {
  const own = newDataDir()
  expect((await adminJson(own, ['migrate'])).applied[0]).toBe('0001-foundation.sql')
  expect(serverOf(own)).toBeNull()
  expect(await adminJson(own, ['migrate'])).toEqual({ applied: [] })
  const words = ['--name', 'Ensam AB', '--organization-number', '5599990008']
  const { id } = await adminJson(own, ['company', 'create', ...words])
  expect(await adminJson(own, ['fiscal-year', 'create', '--fiscal-year', thisYear])).toHaveProperty('id')
  const together = await Promise.all([
    adminJson(own, ['company', 'list']),
    adminJson(own, ['token', 'create', '--name', 'A', '--scopes', 'all']),
    adminJson(own, ['verify']),
  ])
  expect(together[0]).toMatchObject({ companies: [{ id, organizationNumber: '559999-0008' }] })
  expect(together[2]).toMatchObject({ companies: 1, entries: 0, faults: [] })
  expect(serverOf(own)).toBeNull()
})

type Fault = { what: string; alter: string; undo: string; says: RegExp }
const faults: Fault[] = [
  {
    what: 'an altered title',
    alter: `update ledger.journal_entry set title = 'Annat' where number = 2`,
    undo: `update ledger.journal_entry set title = 'Kontorsmaterial' where number = 2`,
    says: /^Company \S+, .+\n {2}books +journal entry V2 \(\S+\): its content was altered$/m,
  },
  {
    what: 'a moved amount',
    alter: 'update ledger.journal_entry_item set debit = debit * 2, credit = credit * 2',
    undo: 'update ledger.journal_entry_item set debit = debit / 2, credit = credit / 2',
    says: /^ {2}books +journal entry V1 \(\S+\): its items were altered$/m,
  },
  {
    what: 'an altered balance',
    alter: 'update ledger.month_balance set debit = debit + 1 where account = 6110',
    undo: 'update ledger.month_balance set debit = debit - 1 where account = 6110',
    says: /^ {2}books +account 6110, \d{4}-\d{2}: the month balance is .+$/m,
  },
]

test.concurrent('verify walks the books, and names what was altered behind the triggers', async () => {
  const own = await newServedDataDir()
  const alone = await startMain({ env: { DATA_DIR: own } })
  const api = requestsWith(`${alone.base}/companies/${alone.companyId}`, alone.token)
  for (const _ of [1, 2, 3]) expect((await api.post('/journal-entries', anEntry({ date: today }))).status).toBe(200)
  await alone.stop()
  const sound = await start(['npm', 'run', '--silent', 'verify'], { env: { DATA_DIR: own } }).ended
  expect(sound).toMatchObject({ code: 0, stdout: expect.stringMatching(/^The books are right\.\n/) })
  expect(sound.stderr).toContain('1 companies, 3 journal entries')
  const kept = join(own, 'heads.json')
  const { heads } = await adminJson(own, ['verify'])
  const [witnesses] = heads
  expect(witnesses).toMatchObject({ companyId: alone.companyId, chain: 'witnesses' })
  expect(sound.stdout).toContain(witnesses.link)
  writeFileSync(kept, JSON.stringify({ heads }))
  expect(await operate(own, ['verify', '--heads', kept])).toMatchObject({ code: 0 })
  writeFileSync(kept, JSON.stringify([{ ...witnesses, link: '00' }]))
  const { code, stdout } = await admin(own, ['verify', '--heads', kept])
  expect(code).toBe(1)
  expect(stdout).toMatch(/ {2}kept heads {2}chain witnesses: link \d+ is not the one that was kept/)
  writeFileSync(kept, '{}')
  expect((await operate(own, ['verify', '--heads', kept])).stderr).toContain('is not what `verify --json` has printed')
  const behind = await connectTo(own)
  await behind.query('set session_replication_role = replica')
  for (const { what, alter, undo, says } of faults) {
    await behind.query(alter)
    const { code, stdout } = await operate(own, ['verify'])
    expect(code, what).toBe(1)
    expect(stdout.trimEnd(), what).toMatch(says)
    await behind.query(undo)
  }
  expect(await operate(own, ['verify'])).toMatchObject({ code: 0 })
  await behind.query(faults[0]?.alter ?? '')
  await behind.end()
  const { stdout: object } = await admin(own, ['verify', '--json'])
  expect(JSON.parse(object).faults[0]).toMatchObject({ companyId: alone.companyId, part: 'books' })
})
