// Thirty thousand vouchers in one request, to the real service in a process with a small heap; and from the command
// line, which tells how far it has come.
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ledgerAdmin } from '#ledger'
import { admin, adminJson, newServedDataDir, start, startMain } from '#support/programs'
import { anEntry, requestsWith } from '#support/service'
import { head, pc } from './sie-support.ts'

/** The most that the process may hold of its own, in megabytes. A voucher of the large file is about 200 bytes,
 * and several times as much as an object. */
const HEAP_MEGABYTES = 64
const VOUCHERS = 30_000
const FEW_VOUCHERS = 3_000
const ROW = 1
/** The other company leaves this many milliseconds between its entries. */
const BETWEEN_ENTRIES_MS = 20
/** How long a busy machine may take, in milliseconds. */
const PATIENCE_MS = 300_000
/** Vouchers of a piece of the file as it is written. */
const PIECE = 1_000

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'grundbok-large-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** A file of a whole year with this many vouchers of four rows, each in balance. */
const largeFile = async (vouchers: number): Promise<string> => {
  const path = join(folder, `${vouchers}.se`)
  await pipeline(Readable.from(pieces(vouchers)), createWriteStream(path))
  return path
}

function* pieces(vouchers: number): Generator<Buffer> {
  const all = vouchers * ROW
  const balances = [`#UB 0 1930 ${-3 * all}`, `#UB 0 2641 ${all}`, `#RES 0 5010 ${all}`, `#RES 0 6110 ${all}`]
  yield pc(head('#RAR 0 20250101 20251231', '#DIM 1 Plats', '#OBJEKT 1 N Norr', ...balances))
  for (let from = 1; from <= vouchers; from += PIECE) {
    yield pc(Array.from({ length: PIECE }, (_, at) => fourRows(from + at)).join(''))
  }
}

const fourRows = (number: number): string => {
  const month = String(1 + (number % 12)).padStart(2, '0')
  const objects = number % 4 === 0 ? '{1 N}' : '{}'
  return (
    `#VER "A" ${number} 2025${month}15 "Inköp av kontorsmaterial nr ${number}" 20260101\r\n{\r\n` +
    `   #TRANS 5010 ${objects} ${ROW}.00 "" "Hyra"\r\n   #TRANS 6110 {} ${ROW}.00 "" "Kontorsmaterial"\r\n` +
    `   #TRANS 2641 {} ${ROW}.00 "" ""\r\n   #TRANS 1930 {} ${-3 * ROW}.00 "" "Rad ${number}"\r\n}\r\n`
  )
}

test('thirty thousand vouchers in one request, while another company goes on booking', {
  timeout: PATIENCE_MS,
}, async () => {
  const path = await largeFile(VOUCHERS)
  expect((await stat(path)).size).toBeLessThan(ledgerAdmin.SIE_FILE_LIMIT)
  const dataDir = await newServedDataDir()
  const heap = `--max-old-space-size=${HEAP_MEGABYTES}`
  const env = { DATA_DIR: dataDir, NODE_OPTIONS: heap, RATE_LIMIT_PER_MINUTE: '0' }
  const service = await startMain({ env })
  const other = requestsWith(`${service.base}/companies/${service.companyId}`, service.token)
  const large = await newLargeCompany(dataDir, service.base)
  // Of the day on which the service has started, which may be over by now, and in another year.
  const [year] = (await other.get('/fiscal-years')).body.items
  let isDone = false
  const importing = large.upload('/sie/import', 'large.se', await readFile(path)).finally(() => {
    isDone = true
  })
  let booked = 0
  while (!isDone) {
    const { status } = await other.post('/journal-entries', anEntry({ date: year.startDate }))
    expect(status).toBe(200)
    booked += 1
    await pause(BETWEEN_ENTRIES_MS)
  }
  const { status, body } = await importing
  expect(status).toBe(200)
  expect(body.made).toMatchObject({ journalEntries: VOUCHERS, fiscalYear: { startDate: '2025-01-01' } })
  expect(body.read).toMatchObject({ vouchers: VOUCHERS, rows: 4 * VOUCHERS })
  expect(body.differences).toEqual({ closing: [], result: [] })
  expect((await large.get('/chart-of-accounts/1930')).body.accountBalance).toBe(-3 * ROW * VOUCHERS)
  const last = (await large.get(`/journal-entries?page=${VOUCHERS / 100}&pageSize=100`)).body
  expect([last.totalItems, last.items.at(-1).journalEntryNumber]).toEqual([VOUCHERS, 'A1'])
  // Between the first voucher and the last, other work had many turns.
  expect(booked).toBeGreaterThan(20)
  expect((await service.stop()).code).toBe(0)
})

const newLargeCompany = async (dataDir: string, base: string) => {
  const company = ['--name', 'Stora AB', '--organization-number', '559999-0008']
  const { id } = await adminJson(dataDir, ['company', 'create', ...company])
  const { token } = await adminJson(dataDir, ['token', 'create', '--company', id, '--name', 'Prov', '--scopes', 'all'])
  return requestsWith(`${base}/companies/${id}`, token)
}

test('the command line tells how far it has come', { timeout: PATIENCE_MS }, async () => {
  const path = await largeFile(FEW_VOUCHERS)
  const dataDir = await newServedDataDir()
  await adminJson(dataDir, ['company', 'create', '--name', 'Stora AB', '--organization-number', '559999-0008'])
  const program = [process.execPath, `--max-old-space-size=${HEAP_MEGABYTES}`, 'dist/admin.js']
  const { code, stdout, stderr } = await start([...program, 'sie', 'import', path, '--json'], {
    env: { DATA_DIR: dataDir },
  }).ended
  expect([code, JSON.parse(stdout).made.journalEntries]).toEqual([0, FEW_VOUCHERS])
  const told = stderr.split('\n').filter((line) => line.includes(' of '))
  expect(told.slice(0, 2)).toEqual([`1000 of ${FEW_VOUCHERS} vouchers`, `2000 of ${FEW_VOUCHERS} vouchers`])
  expect(told.at(-1)).toBe(`${FEW_VOUCHERS} of ${FEW_VOUCHERS} vouchers`)
  const verified = await admin(dataDir, ['verify'])
  expect([verified.code, verified.stdout]).toEqual([0, expect.stringMatching(/^The books are right\.\n/)])
})
