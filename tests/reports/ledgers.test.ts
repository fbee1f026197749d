// General ledger and journal against all lines of the books: pages, whole streams, days, moments, accounts and tags.
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { addDays, type Day, dayFrom } from '#platform/day'
import { checkedCompany } from '#support/checked'
import { exchanged } from '#support/client'
import { ok } from '#support/entries'
import { voucherFile } from '#support/samples/voucher-file'
import { type Answer, anEntry, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let entries: Entry[]

/** More lines than those of an account that is read by account. */
const MANY = 5100
const FIRST = dayFrom('2026-01-01')

type Item = { account: number; debit: number; credit: number }
type Entry = {
  id: string
  registration: number
  date: Day
  title: string
  journalEntryNumber: string
  items: Item[]
  reversingJournalEntryId: string | null
}
type Line = { account: number; registration: number; debit: number; credit: number; balance: number }
type Asked = { from: Day; to: Day; known: number; accounts?: readonly number[] | undefined }

const drawn = fc.sample(
  fc.record({
    date: fc.integer({ min: 0, max: 360 }).map((days) => addDays(FIRST, days)),
    accounts: fc.array(fc.constantFrom(1930, 1510, 2081, 2611, 3001, 4010, 5410), { minLength: 2, maxLength: 2 }),
    ore: fc.integer({ min: 1, max: 10_000_000 }),
    isReversed: fc.integer({ min: 0, max: 4 }).map((number) => number === 0),
  }),
  { numRuns: 60, seed: 20261122 },
)

beforeAll(async () => {
  service = await startService()
  service.setNow('2026-12-31T10:00:00.000Z')
  company = checkedCompany(await service.newCompany({ name: 'Bok & Co' }))
  ok(await company.upload('/sie/import', 'bok.si', voucherFile(MANY, '2026-03-01')))
  for (const { date, accounts, ore, isReversed } of drawn) {
    const [debited = 0, credited = 0] = accounts
    const items = [
      { account: debited, debit: ore / 100 },
      { account: credited, credit: ore / 100 },
    ]
    const { id } = ok(await company.post('/journal-entries', { title: `Prov ${ore}`, date, items }))
    if (isReversed) ok(await company.post(`/journal-entries/${id}/reverse`))
  }
  entries = []
  for (let cursor = ''; ; ) {
    const { items, nextCursor } = ok(await company.get(`/journal-entries?pageSize=100&cursor=${cursor}`))
    entries.push(...items)
    if (!nextCursor) break
    cursor = encodeURIComponent(nextCursor)
  }
  entries.reverse()
  for (const [index, entry] of entries.entries()) entry.registration = index + 1
})
afterAll(() => service.close())

const inOre = (kronor: number) => Math.round(kronor * 100)

/** Every line of an account, by day and registration, with what stands on it, in öre. */
const linesOf = (account: number, { from, to, known }: Asked): { opening: number; lines: Line[] } => {
  const counted = entries
    .filter(({ registration, date }) => registration <= known && date <= to)
    .sort((left, right) => (left.date < right.date ? -1 : left.date > right.date ? 1 : 0))
  let balance = 0
  let opening = 0
  const lines: Line[] = []
  for (const { date, registration, items } of counted) {
    for (const item of items) {
      if (item.account !== account) continue
      const [debit, credit] = [inOre(item.debit), inOre(item.credit)]
      balance += debit - credit
      if (date < from) opening = balance
      else lines.push({ account, registration, debit, credit, balance })
    }
  }
  return { opening, lines }
}

const allAccounts = [1510, 1930, 2081, 2611, 3001, 4010, 5410]

const expected = (asked: Asked) =>
  (asked.accounts ?? allAccounts).map((account) => ({ account, ...linesOf(account, asked) }))

const queryOf = ({ from, to, known, accounts }: Asked) =>
  `from=${from}&to=${to}&knownAt=${known}${accounts ? `&accounts=${accounts.join(',')}` : ''}`

/** All pages of a report, one after the other. */
const pagesOf = async (path: string): Promise<Answer['body'][]> => {
  const pages: Answer['body'][] = []
  for (let cursor = ''; ; ) {
    const page = ok(await company.get(`/reports/${path}&cursor=${cursor}`))
    pages.push(page)
    if (!page.nextCursor) return pages
    cursor = encodeURIComponent(page.nextCursor)
  }
}

const whole = async (path: string): Promise<string> => {
  const { status, bytes } = await exchanged(`${company.url}/reports/${path}`, {
    headers: { authorization: `Bearer ${company.token}` },
  })
  expect(status).toBe(200)
  return bytes.toString('utf8')
}

const asked = fc.record({
  one: fc.integer({ min: 0, max: 364 }),
  other: fc.integer({ min: 0, max: 364 }),
  known: fc.nat({ max: 200 }),
  accounts: fc.option(fc.constantFrom([1930], [2611, 5410], [1510, 3001]), { nil: undefined }),
  pageSize: fc.integer({ min: 300, max: 1000 }),
})

test('the general ledger is what its lines sum to, in pages and as a whole', async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ one, other, known: earlier, accounts, pageSize }) => {
      const [from, to] = [Math.min(one, other), Math.max(one, other)].map((days) => addDays(FIRST, days)) as [Day, Day]
      const known = Math.max(0, entries.length - earlier)
      const request: Asked = { from, to, known, accounts }
      const found = new Map<number, { opening: number; closing: number; lines: Line[] }>()
      for (const page of await pagesOf(`general-ledger?${queryOf(request)}&pageSize=${pageSize}`)) {
        expect(page.accounts.flatMap(({ lines }: { lines: unknown[] }) => lines).length).toBeLessThanOrEqual(pageSize)
        for (const { account, opening, closing, lines } of page.accounts) {
          const own = found.get(account) ?? { opening: inOre(opening), closing: inOre(closing), lines: [] }
          for (const { registration, debit, credit, balance } of lines) {
            const amounts = { debit: inOre(debit), credit: inOre(credit), balance: inOre(balance) }
            own.lines.push({ account, registration, ...amounts })
          }
          found.set(account, own)
        }
      }
      const csv = parse(await whole(`general-ledger?${queryOf(request)}&format=csv`), { from_line: 2 })
      for (const { account, opening, lines } of expected(request)) {
        const own = found.get(account) ?? { opening: 0, closing: 0, lines: [] }
        expect(own.lines, String(account)).toEqual(lines)
        expect([own.opening, own.closing]).toEqual([opening, lines.at(-1)?.balance ?? opening])
        const rows = csv.filter((cells) => cells[0] === String(account) && cells[8] !== '')
        expect(rows.map((cells) => [Number(cells[7]), inOre(Number(cells[6]))])).toEqual(
          lines.map(({ registration, balance }) => [registration, balance]),
        )
      }
    }),
    { numRuns: 6, endOnFailure: true, seed: 7 },
  )
})

test('the journal has every entry once, as it was registered, with what corrects it', async () => {
  const request: Asked = { from: dayFrom('2026-02-01'), to: dayFrom('2026-11-30'), known: entries.length - 20 }
  const counted = entries.filter(
    ({ date, registration }) => date >= request.from && date <= request.to && registration <= request.known,
  )
  const pages = await pagesOf(`journal?${queryOf(request)}&pageSize=200`)
  const shown = pages.flatMap((page) => page.entries)
  expect(shown.map(({ id, registration }) => [id, registration])).toEqual(
    counted.map(({ id, registration }) => [id, registration]),
  )
  const lines = (await whole(`journal?${queryOf(request)}&format=ndjson`)).trimEnd().split('\n')
  const rows = lines.map((line) => JSON.parse(line))
  expect(rows.filter(({ kind }) => kind === 'heading').map(({ journalEntryId }) => journalEntryId)).toEqual(
    counted.map(({ id }) => id),
  )
  for (const entry of counted) {
    const found = shown.find(({ id }) => id === entry.id)
    const by = entries.find(({ reversingJournalEntryId }) => reversingJournalEntryId === entry.id)
    const known = by && by.registration <= request.known ? by : null
    expect([found.reversedBy?.id ?? null, found.reverses?.id ?? null]).toEqual([
      known?.id ?? null,
      entry.reversingJournalEntryId,
    ])
  }
})

test('a page goes on where the one before ended, also when more is booked meanwhile', async () => {
  const first = ok(await company.get('/reports/general-ledger?accounts=5410&pageSize=1&cursor='))
  const items = [
    { account: 5410, debit: 1 },
    { account: 1930, credit: 1 },
  ]
  ok(await company.post('/journal-entries', { title: 'Sent', date: '2026-01-01', items }))
  const next = ok(await company.get(`/reports/general-ledger?accounts=5410&pageSize=1&cursor=${first.nextCursor}`))
  expect(next.knownAt).toBe(first.knownAt)
  expect(next.accounts[0].lines[0].balance).toBe(
    first.accounts[0].lines[0].balance + next.accounts[0].lines[0].debit - next.accounts[0].lines[0].credit,
  )
  const { status } = await company.get(`/reports/general-ledger?accounts=1510&cursor=${first.nextCursor}`)
  expect(status).toBe(400)
})

test('the journal of some days has what was booked since it was last asked for, be it one entry or many', async () => {
  const other = checkedCompany(await service.newCompany({ name: 'Framåt & Co' }))
  const book = async (...dates: string[]) => {
    for (const date of dates) ok(await other.post('/journal-entries', anEntry({ date })))
  }
  const journal = async () => {
    const { entries: found } = ok(await other.get('/reports/journal?from=2026-03-01&to=2026-03-31&pageSize=200'))
    return found.map(({ registration }: { registration: number }) => registration)
  }
  expect(await journal()).toEqual([])
  await book('2026-02-28', '2026-03-15', '2026-04-01')
  expect(await journal()).toEqual([2])
  await book('2026-03-01', '2026-05-01')
  expect(await journal()).toEqual([2, 4])
  ok(await other.upload('/sie/import', 'juni.si', voucherFile(600, '2026-06-01')))
  await book('2026-03-31')
  expect(await journal()).toEqual([2, 4, 606])
})

describe('in the order of numbers', () => {
  const numberedAs = (text: string): [series: string, number: number] => {
    const [, series = '', number = ''] = /^(.*?)-?(\d+)$/.exec(text) ?? []
    return [series, Number(number)]
  }
  const byNumber = (left: Entry, right: Entry): number => {
    const [series, number] = numberedAs(left.journalEntryNumber)
    const [otherSeries, otherNumber] = numberedAs(right.journalEntryNumber)
    return series < otherSeries ? -1 : series > otherSeries ? 1 : number - otherNumber
  }

  test.each<[said: string, asked: Asked]>([
    ['the whole year', { from: FIRST, to: dayFrom('2026-12-31'), known: 5140 }],
    ['some days', { from: dayFrom('2026-02-10'), to: dayFrom('2026-11-30'), known: 5140 }],
    ['some accounts', { from: FIRST, to: dayFrom('2026-12-31'), known: 5140, accounts: [2611, 5410] }],
  ])('%s: series by series, in pages and as a whole', async (_, asked) => {
    const { from, to, known, accounts } = asked
    const counted = entries
      .filter(({ date, registration }) => date >= from && date <= to && registration <= known)
      .filter(({ items }) => !accounts || items.some(({ account }) => accounts.includes(account)))
      .sort(byNumber)
    expect(counted.length).toBeGreaterThan(10)
    const pages = await pagesOf(`journal?${queryOf(asked)}&order=number&pageSize=200`)
    expect(pages.flatMap((page) => page.entries).map(({ id }) => id)).toEqual(counted.map(({ id }) => id))
    const lines = (await whole(`journal?${queryOf(asked)}&order=number&format=ndjson`)).trimEnd().split('\n')
    const rows = lines.map((line) => JSON.parse(line)).filter(({ kind }) => kind === 'heading')
    expect(rows.map(({ journalEntryNumber }) => journalEntryNumber)).toEqual(
      counted.map(({ journalEntryNumber }) => journalEntryNumber),
    )
  })

  test('years come by their days, numbers as numbers, and gaps are no end', async () => {
    const other = checkedCompany(await service.newCompany({ name: 'Nummer & Co' }))
    for (const year of [2027, 2025]) {
      const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
      await service.operateFor(other.id, (call) => createFiscalYear(call, { ...days, accountingMethod: 'accrual' }))
    }
    service.setNow('2027-02-01T10:00:00.000Z')
    const vouchers = [
      ['B', 2],
      ['A', 10],
      ['', 4],
      ['A', 9],
      ['B', 1],
      ['A', 100],
    ]
      .map(
        ([series, number]) => `#VER "${series}" ${number} 20250601 "Rad"\n{\n#TRANS 1930 {} 1\n#TRANS 3001 {} -1\n}\n`,
      )
      .join('')
    const file = `#FLAGGA 0\n#FORMAT PC8\n#SIETYP 4\n#PROGRAM "Prov" 1\n#GEN 20260101\n#FNAMN "Prov"\n#RAR 0 20250101 20251231\n`
    ok(
      await other.upload(
        '/sie/import',
        'nummer.se',
        Buffer.from(
          `${file}#KONTO 1930 "Bank"\n#KONTO 3001 "Intäkt"\n${vouchers}#UB 0 1930 6\n#RES 0 3001 -6\n`,
          'latin1',
        ),
      ),
    )
    const items = [
      { account: 1930, debit: 1 },
      { account: 3001, credit: 1 },
    ]
    for (const date of ['2027-01-10', '2026-03-01', '2026-02-01']) {
      ok(await other.post('/journal-entries', { title: 'Prov', date, items }))
    }
    const { entries: shown } = ok(await other.get('/reports/journal?from=2025-01-01&to=2027-12-31&order=number'))
    const named = shown.map(({ date, journalEntryNumber }: Entry) => `${date.slice(0, 4)} ${journalEntryNumber}`)
    expect(named).toEqual([
      '2025 4',
      '2025 A9',
      '2025 A10',
      '2025 A100',
      '2025 B1',
      '2025 B2',
      '2026 V1',
      '2026 V2',
      '2027 V1',
    ])
    const registered = shown.map(({ registration }: Entry) => registration)
    expect(registered).not.toEqual([...registered].sort((left, right) => left - right))
    service.setNow('2026-12-31T10:00:00.000Z')
  })

  test('a cursor is good for its own order', async () => {
    const { nextCursor } = ok(await company.get('/reports/journal?pageSize=1&cursor='))
    const { status } = await company.get(`/reports/journal?pageSize=1&order=number&cursor=${nextCursor}`)
    expect(status).toBe(400)
  })
})
