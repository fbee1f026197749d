// Write-downs, their reversal and parts of fixed assets over HTTP: the books and the register agree after each of them.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { connectWhere } from '#support/by-company'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok, warningsOf } from '#support/entries'
import { type Answer, type NewTestCompany, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: NewTestCompany = {}): Promise<TestCompany> => {
  service.setNow('2026-12-31T10:00:00.000Z')
  return checkedCompany(await service.newCompany(options))
}
const machine = { name: 'Svarv', acquisitionDate: '2026-01-01', acquisitionValue: 1200, account: 1220, months: 12 }

/** An asset that was bought in the books, too. */
const bought = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<string> => {
  const body = { ...machine, ...changes }
  const { account, acquisitionValue: amount, acquisitionDate: date } = body
  const items = [
    { account, debit: amount },
    { account: 1930, credit: amount },
  ]
  ok(await company.post('/journal-entries', { title: 'Köp', date, items }))
  return ok(await company.post('/fixed-assets', body)).id
}
const depreciate = async (company: TestCompany, to: string) =>
  ok(await company.post('/depreciations', { from: '2026-01', to })).entries
const read = async (company: TestCompany, id: string): Promise<Answer['body']> =>
  ok(await company.get(`/fixed-assets/${id}`))
const planned = async (company: TestCompany, id: string): Promise<[string, number, boolean][]> =>
  ok(await company.get(`/fixed-assets/${id}/plan`)).months.map(({ month, amount, isBooked }: Answer['body']) => [
    month,
    amount,
    isBooked,
  ])
const reverse = (company: TestCompany, entry: string, query = '') =>
  company.post(`/journal-entries/${entry}/reverse${query}`)
const refused = ({ status, body }: Answer): [number, string] => [status, body.message]
const faultsOf = ({ status, body }: Answer): unknown[] => [
  status,
  ...(body.errors ?? []).map(({ field, message }: Answer['body']) => `${field} ${message}`),
]
/** The register and the books agree on every account of fixed assets, on each of these days. */
const expectAgreed = async (company: TestCompany, ...days: string[]) => {
  for (const on of days) {
    const { rows } = ok(await company.get(`/fixed-asset-comparison?on=${on}`))
    expect(rows.filter(({ difference }: Answer['body']) => difference !== 0)).toEqual([])
  }
}

test('a part leaves with its share, the rest goes on, and the last sale takes what is left', async () => {
  const company = await newCompany()
  const id = await bought(company)
  const at = `/fixed-assets/${id}/part-disposals`
  const part = { date: '2026-04-10', percent: 25, price: 200 }
  expect(refused(await company.post(at, part))).toEqual([400, expect.stringContaining('is not booked for 2026-01')])
  await depreciate(company, '2026-03')
  const proposed = ok(await company.get(`${at}/proposal?date=2026-04-10&percent=25&price=200`))
  expect(proposed).toMatchObject({
    acquisitionValue: 300,
    accumulatedDepreciation: 75,
    writtenDown: 0,
    bookValue: 225,
    gain: -25,
    price: 200,
    title: 'Försäljning av del av anläggningstillgång 1, Svarv',
  })
  const after = ok(await company.post(at, part))
  expect(after).toMatchObject({
    acquisitionValue: 1200,
    remainingAcquisitionValue: 900,
    accumulatedDepreciation: 225,
    bookValue: 675,
    changes: [{ kind: 'partDisposal', date: '2026-04-10', amount: 225, acquisitionValue: 300, price: 200 }],
  })
  expect(await balancesOf(company)).toEqual({ 1220: 900, 1229: -225, 1930: -1000, 7832: 300, 7970: 25 })
  expect((await planned(company, id)).slice(2, 5)).toEqual([
    ['2026-03', 100, true],
    ['2026-04', 75, false],
    ['2026-05', 75, false],
  ])
  // A third of 900 kronor, less an öre: the months share the rest to the öre.
  await depreciate(company, '2026-04')
  ok(await company.post(at, { date: '2026-05-01', acquisitionValue: 299.99 }))
  await expectAgreed(company, '2026-03-31', '2026-04-10', '2026-04-30', '2026-05-01')
  const left = await read(company, id)
  const rest = (await planned(company, id)).filter(([, , isBooked]) => !isBooked)
  expect(rest.reduce((sum, [, amount]) => sum + Math.round(amount * 100), 0)).toBe(Math.round(left.bookValue * 100))
  expect(rest[0]?.[0]).toBe('2026-05')
  await depreciate(company, '2026-10')
  const sold = ok(await company.post(`/fixed-assets/${id}/disposal`, { date: '2026-11-30', price: 150 }))
  expect(sold).toMatchObject({ bookValue: 0, disposal: { price: 150 } })
  const { 1220: value, 1229: accumulated } = await balancesOf(company)
  expect([value, accumulated]).toEqual([undefined, undefined])
  await expectAgreed(company, '2026-11-29', '2026-11-30', '2026-12-31')
  expect(refused(await company.post(at, { date: '2026-11-30', percent: 10 }))).toEqual([
    400,
    expect.stringContaining('was disposed of'),
  ])
})

test.for([
  [{}, '#/acquisitionValue must be given alone'],
  [{ percent: 10, acquisitionValue: 100 }, '#/percent must be given alone'],
  [{ percent: 0 }, '#/percent must be above 0'],
  [{ percent: 100 }, '#/percent must be above 0'],
  [{ percent: 33.333 }, '#/percent must be above 0'],
  [{ acquisitionValue: 0 }, '#/acquisitionValue must be at least 0.01 and less than 1200'],
  [{ acquisitionValue: 1200 }, '#/acquisitionValue must be at least 0.01 and less than 1200'],
  [{ percent: 10, date: '2025-12-31' }, '#/date must not be before the day of acquisition'],
  [{ percent: 10, price: -1 }, '#/price '],
  [{ percent: 10, proceedsAccount: 9999 }, '#/proceedsAccount must be an active account'],
] as [Record<string, unknown>, string][])('a part of %j is refused', async ([part, fault]) => {
  const company = await newCompany()
  const id = await bought(company)
  const answer = await company.post(`/fixed-assets/${id}/part-disposals`, { date: '2026-01-10', ...part })
  expect(faultsOf(answer)).toEqual([400, expect.stringContaining(fault)])
})

test('a write-down lowers the months that are left, and is taken back as far as depreciation has left it', async () => {
  const company = await newCompany()
  const id = await bought(company)
  const at = `/fixed-assets/${id}/write-downs`
  await depreciate(company, '2026-06')
  const proposed = ok(await company.get(`${at}/proposal?date=2026-06-30&amount=300`))
  expect(proposed).toEqual({
    date: '2026-06-30',
    amount: 300,
    most: 600,
    bookValue: 300,
    title: 'Nedskrivning av anläggningstillgång 1, Svarv',
    items: [
      { account: 7730, debit: 300, credit: 0 },
      { account: 1228, debit: 0, credit: 300 },
    ],
  })
  const down = (amount: number, date = '2026-06-30') => company.post(at, { date, amount })
  expect(faultsOf(await down(600.01))).toEqual([400, expect.stringContaining('#/amount must be at most 600:')])
  expect(faultsOf(await down(0))).toEqual([400, expect.stringContaining('#/amount')])
  expect(refused(await down(1, '2026-06-29'))).toEqual([400, expect.stringContaining('depreciated for 2026-06')])
  expect(ok(await down(300))).toMatchObject({ writtenDown: 300, bookValue: 300, accumulatedDepreciation: 600 })
  expect(await balancesOf(company)).toEqual({ 1220: 1200, 1228: -300, 1229: -600, 1930: -1200, 7730: 300, 7832: 600 })
  expect((await planned(company, id)).slice(5, 7)).toEqual([
    ['2026-06', 100, true],
    ['2026-07', 50, false],
  ])
  await depreciate(company, '2026-09')
  const back = (amount: number, date = '2026-09-30') =>
    company.post(`/fixed-assets/${id}/write-down-reversals`, { date, amount })
  expect(faultsOf(await back(150.01))).toEqual([400, expect.stringContaining('#/amount must be at most 150:')])
  expect(faultsOf(await back(1, '2026-06-29'))).toEqual([400, expect.stringContaining('#/date must not be before')])
  const taken = ok(await back(150))
  expect(taken).toMatchObject({ writtenDown: 150, bookValue: 300 })
  expect(taken.changes.map(({ kind, amount }: Answer['body']) => [kind, amount])).toEqual([
    ['writeDown', 300],
    ['writeDownReversal', 150],
  ])
  expect((await planned(company, id)).slice(9)).toEqual([
    ['2026-10', 100, false],
    ['2026-11', 100, false],
    ['2026-12', 100, false],
  ])
  await expectAgreed(company, '2026-06-29', '2026-06-30', '2026-09-29', '2026-09-30')
  await depreciate(company, '2026-12')
  expect(await read(company, id)).toMatchObject({ bookValue: 0, writtenDown: 150, accumulatedDepreciation: 1050 })
})

test('entries are taken back in the order that they were reckoned in, and then everything is as it was', async () => {
  const company = await newCompany()
  const id = await bought(company)
  const [depreciation] = await depreciate(company, '2026-01')
  const change = async (path: string, body: object) =>
    ok(await company.post(`/fixed-assets/${id}/${path}`, body)).changes.at(-1).journalEntryRef.id
  const down = await change('write-downs', { date: '2026-01-31', amount: 440 })
  const part = await change('part-disposals', { date: '2026-02-10', percent: 50 })
  const up = await change('write-down-reversals', { date: '2026-02-20', amount: 100 })
  const { disposal } = ok(await company.post(`/fixed-assets/${id}/disposal`, { date: '2026-02-25', price: 500 }))
  const first = depreciation.journalEntryRef.id
  for (const entry of [first, down, part, up]) {
    const answer = await reverse(company, entry)
    expect(refused(answer)).toEqual([400, expect.stringContaining('was calculated from it: reverse that one first')])
  }
  for (const entry of [disposal.journalEntryRef.id, up, part, down]) {
    const { id: reversal } = ok(await reverse(company, entry))
    await expectAgreed(company, '2026-01-31', '2026-02-10', '2026-02-25', '2026-12-31')
    // What took it back stays: it is booked anew.
    expect(refused(await reverse(company, reversal))).toEqual([400, expect.stringContaining('book that again')])
  }
  expect(await read(company, id)).toMatchObject({ bookValue: 1100, writtenDown: 0, changes: [], hasEntries: true })
  ok(await reverse(company, first))
  expect(await balancesOf(company)).toEqual({ 1220: 1200, 1930: -1200 })
  expect((await company.delete(`/fixed-assets/${id}`)).status).toBe(400)
  expect((await planned(company, id)).map(([, amount]) => amount)).toEqual(Array(12).fill(100))
})

test('of a plan only the months change after that, and they share what is left', async () => {
  const company = await newCompany()
  const id = await bought(company, { firstMonth: '2026-02' })
  ok(await company.post(`/fixed-assets/${id}/write-downs`, { date: '2026-01-31', amount: 600 }))
  const put = (changes: object) => company.put(`/fixed-assets/${id}`, { ...machine, firstMonth: '2026-02', ...changes })
  expect(refused(await put({ firstMonth: '2026-03' }))).toEqual([400, expect.stringContaining('number of months')])
  expect(ok(await put({ months: 6, name: 'Fräs' }))).toMatchObject({ name: 'Fräs', bookValue: 600 })
  expect((await planned(company, id)).map(([, amount]) => amount)).toEqual(Array(6).fill(100))
})

test('land is written down and taken back whole, on accounts that are given; goodwill never comes back', async () => {
  const company = await newCompany()
  const land = await bought(company, { account: 1130, months: null, name: 'Tomt' })
  const at = `/fixed-assets/${land}`
  const asked = { date: '2026-06-30', amount: 1000 }
  expect(faultsOf(await company.post(`${at}/write-downs`, asked))).toEqual([
    400,
    expect.stringContaining('#/writeDownAccount is required'),
  ])
  ok(await company.post(`${at}/write-downs`, { ...asked, writeDownAccount: 1118 }))
  expect(await balancesOf(company)).toEqual({ 1118: -1000, 1130: 1200, 1930: -1200, 7720: 1000 })
  expect(faultsOf(await company.post(`${at}/write-downs`, { ...asked, amount: 1, writeDownAccount: 1228 }))).toEqual([
    400,
    expect.stringContaining('#/writeDownAccount must be 1118'),
  ])
  const back = { date: '2026-12-31', amount: 1000 }
  expect(ok(await company.post(`${at}/write-down-reversals`, back))).toMatchObject({ writtenDown: 0, bookValue: 1200 })
  expect(await balancesOf(company)).toEqual({ 1130: 1200, 1930: -1200, 7720: 1000, 7770: -1000 })
  const goodwill = await bought(company, { account: 1070, months: null, name: 'Goodwill' })
  ok(await company.post(`/fixed-assets/${goodwill}/write-downs`, { ...asked, writeDownAccount: 1070 }))
  expect(refused(await company.post(`/fixed-assets/${goodwill}/write-down-reversals`, back))).toEqual([
    400,
    'A write-down of goodwill cannot be reversed',
  ])
})

test('a chart that is older gets the usual accounts, and is told', async () => {
  const company = await newCompany()
  const id = await bought(company)
  const client = await connectWhere(service, company.id)
  await client.query('set session_replication_role = replica')
  const older = 'delete from ledger.account where company_id = $1 and number in (1228, 7730, 7780)'
  await client.query(older, [company.id])
  await client.query('update ledger.book set version = gen_random_uuid() where company_id = $1', [company.id])
  await client.end()
  const { items } = ok(await company.get(`/fixed-assets/${id}/write-downs/proposal?date=2026-01-10&amount=100`))
  expect(items.map(({ account }: Answer['body']) => account)).toEqual([7730, 1228])
  const answer = await company.post(`/fixed-assets/${id}/write-downs`, { date: '2026-01-10', amount: 100 })
  expect(ok(answer).writtenDown).toBe(100)
  expect(warningsOf(answer).map((one) => one.slice(0, 12))).toEqual(['Account 7730', 'Account 1228'])
  expect(ok(await company.get('/chart-of-accounts/1228')).name).toContain('Ackumulerade nedskrivningar')
})

test('a locked day is refused, and nothing is kept', async () => {
  const company = await newCompany()
  const id = await bought(company)
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-31') }))
  const ways = { 'write-downs': { amount: 10 }, 'part-disposals': { percent: 10 } }
  for (const [path, body] of Object.entries(ways)) {
    const answer = await company.post(`/fixed-assets/${id}/${path}`, { date: '2026-01-10', ...body })
    expect(refused(answer)).toEqual([400, expect.stringContaining('2026-01-31')])
  }
  expect(await read(company, id)).toMatchObject({ changes: [], bookValue: 1200, hasEntries: false })
})

test('by hand, the database refuses more than is left', async () => {
  const company = await newCompany()
  const id = await bought(company)
  await depreciate(company, '2026-03')
  const { changes } = ok(await company.post(`/fixed-assets/${id}/write-downs`, { date: '2026-03-31', amount: 100 }))
  const entry = changes[0].journalEntryRef.id
  const add = (kind: string, [value, residual, depreciated, down]: readonly number[]) =>
    service.database.rows(sql`
      insert into assets.value_change (company_id, id, fixed_asset_id, kind, date, value_ore, residual_ore,
        depreciated_ore, written_down_ore, price_ore, account, journal_entry_id)
      values (${company.id}, ${newId()}, ${id}, ${kind}, '2026-04-01', ${value}, ${residual}, ${depreciated}, ${down},
        ${kind === 'partDisposal' ? 0 : null}, 1228, ${entry})`)
  const wrong: [string, number[]][] = [
    ['writeDown', [0, 0, 0, 80_001]],
    ['writeDownReversal', [0, 0, 0, -10_001]],
    ['partDisposal', [120_000, 0, 30_000, -10_000]],
    ['partDisposal', [60_000, 0, 30_001, 0]],
    ['partDisposal', [60_000, 1, 0, 0]],
    ['partDisposal', [100_000, 0, 0, 0]],
  ]
  for (const [kind, ores] of wrong) await expect(add(kind, ores)).rejects.toMatchObject({ code: 'GB104' })
  const twice = sql`
    insert into assets.depreciation (company_id, id, fixed_asset_id, month, ore, journal_entry_id)
    values (${company.id}, ${newId()}, ${id}, '2026-04-01', 80001, ${entry})`
  await expect(service.database.rows(twice)).rejects.toMatchObject({ code: 'GB102' })
  await expect(
    service.database.rows(sql`delete from assets.value_change where company_id = ${company.id}`),
  ).rejects.toMatchObject({ code: 'GB001' })
  ok(await company.post(`/fixed-assets/${id}/disposal`, { date: '2026-04-01' }))
  await expect(add('writeDown', [0, 0, 0, 1])).rejects.toMatchObject({ code: 'GB103' })
})

const steps = fc.array(
  fc.record({
    kind: fc.constantFrom('depreciate', 'write-downs', 'write-down-reversals', 'part-disposals'),
    months: fc.integer({ min: 0, max: 3 }),
    share: fc.integer({ min: 1, max: 99 }),
  }),
  { minLength: 4, maxLength: 8 },
)
/** A step of each kind that is taken, and a second part. */
const everyKind = [
  { kind: 'write-downs', months: 1, share: 40 },
  { kind: 'write-down-reversals', months: 1, share: 10 },
  { kind: 'part-disposals', months: 0, share: 33 },
  { kind: 'depreciate', months: 1, share: 1 },
  { kind: 'part-disposals', months: 0, share: 50 },
]
const monthOf = (index: number): string =>
  `${2026 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
const lastDay = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)

/** What a drawn step asks for on the last day before a month, or for a part on its first day. */
const askedFor = (kind: string, { month, share, bookValue }: { month: number; share: number; bookValue: number }) =>
  kind === 'part-disposals'
    ? { date: `${monthOf(month)}-01`, percent: share, price: share }
    : { date: lastDay(monthOf(month - 1)), amount: Math.max(1, Math.round(bookValue * share)) / 100 }

test('over any sequence register and books agree, and after the last sale nothing is left', async () => {
  const seen = new Map<string, number>()
  const isTaken = (kind: string, { status, body }: Answer) => {
    expect([200, 400], JSON.stringify(body)).toContain(status)
    seen.set(`${kind} ${status}`, (seen.get(`${kind} ${status}`) ?? 0) + 1)
  }
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 10_000, max: 9_999_999 }), async (drawn, ore) => {
      const company = await newCompany()
      const values = { acquisitionValue: ore / 100, residualValue: Math.floor(ore / 1000) / 100, months: 11 }
      const id = await bought(company, values)
      const at = `/fixed-assets/${id}`
      let month = 0
      for (const { kind, months, share } of drawn) {
        month = Math.min(month + months + (month === 0 || kind === 'depreciate' ? 1 : 0), 11)
        isTaken('depreciate', await company.post('/depreciations', { from: '2026-01', to: monthOf(month - 1) }))
        const { bookValue } = await read(company, id)
        if (kind !== 'depreciate') {
          isTaken(kind, await company.post(`${at}/${kind}`, askedFor(kind, { month, share, bookValue })))
        }
        await expectAgreed(company, lastDay(monthOf(month)), '2026-12-31')
        const left = await read(company, id)
        const sums = await balancesOf(company)
        const inBooks = [1220, 1228, 1229].reduce((sum, account) => sum + Math.round((sums[account] ?? 0) * 100), 0)
        expect(inBooks).toBe(Math.round(left.bookValue * 100))
        expect(left.bookValue).toBeGreaterThanOrEqual(0)
      }
      ok(await company.post(`${at}/disposal`, { date: `${monthOf(month)}-28`, price: 1 }))
      const balances = await balancesOf(company)
      expect([1220, 1228, 1229].map((account) => balances[account])).toEqual([undefined, undefined, undefined])
      await expectAgreed(company, '2026-12-31')
    }),
    { numRuns: 12, examples: [[everyKind, 1_234_567]] },
  )
  for (const kind of ['depreciate', 'write-downs', 'write-down-reversals', 'part-disposals']) {
    expect(seen.get(`${kind} 200`), kind).toBeGreaterThan(0)
  }
}, 120_000)
