// The register of fixed assets over HTTP: plans, depreciation that is booked once, disposals, and the books beside it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unbookedDepreciation } from '#assets'
import { closeFiscalYear, createFiscalYear, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok } from '#support/entries'
import { type Answer, type NewTestCompany, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: NewTestCompany = {}): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany(options))
}

const lathe = { name: 'Svarv', acquisitionDate: '2026-01-15', acquisitionValue: 1000, account: 1220, months: 12 }
const added = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<Answer['body']> =>
  ok(await company.post('/fixed-assets', { ...lathe, ...changes }))
const read = async (company: TestCompany, id: string): Promise<Answer['body']> =>
  ok(await company.get(`/fixed-assets/${id}`))
const depreciated = (company: TestCompany, body: Record<string, unknown>) => company.post('/depreciations', body)
const faultsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)
/** Status and sentence of a refusal. */
const refused = ({ status, body }: Answer): [number, string] => [status, body.message]

test('an asset gets its accounts and its plan, and is depreciated month by month', async () => {
  const company = await newCompany()
  const asset = await added(company)
  expect(asset).toMatchObject({
    number: '1',
    account: 1220,
    accumulatedAccount: 1229,
    expenseAccount: 7832,
    firstMonth: '2026-01',
    accumulatedDepreciation: 0,
    bookValue: 1000,
    disposal: null,
  })
  const { months } = ok(await company.get(`/fixed-assets/${asset.id}/plan`))
  expect(months).toHaveLength(12)
  expect([months[0], months[11]]).toEqual([
    { month: '2026-01', amount: 83.33, isBooked: false, catchUpDate: null },
    { month: '2026-12', amount: 83.34, isBooked: false, catchUpDate: null },
  ])
  const proposed = ok(await company.get('/depreciations/proposal?to=2026-02'))
  const booked = ok(await depreciated(company, { to: '2026-02' }))
  const without = booked.entries.map(({ journalEntryRef: _, ...entry }: Answer['body']) => entry)
  expect({ ...booked, entries: without }).toEqual(proposed)
  expect(booked.entries.map(({ date, title }: Answer['body']) => [date, title])).toEqual([
    ['2026-01-31', 'Avskrivningar 2026-01'],
    ['2026-02-28', 'Avskrivningar 2026-02'],
  ])
  expect(await balancesOf(company)).toEqual({ 1229: -166.66, 7832: 166.66 })
  expect(await read(company, asset.id)).toMatchObject({ accumulatedDepreciation: 166.66, bookValue: 833.34 })
  expect(refused(await depreciated(company, { to: '2026-02' }))).toEqual([
    400,
    'Nothing is left to depreciate from 2026-01 to 2026-02',
  ])
})

test('a year is one entry over all assets, and its reversal frees the months', async () => {
  const company = await newCompany()
  service.setNow('2026-12-31T10:00:00.000Z')
  const machine = await added(company)
  await added(company, { name: 'Dator', account: 1210, acquisitionValue: 3600, months: 36, firstMonth: '2026-07' })
  const { entries } = ok(await depreciated(company, { from: '2026-01', to: '2026-12', per: 'year' }))
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ date: '2026-12-31', title: 'Avskrivningar 2026-01 – 2026-12' })
  expect(await balancesOf(company)).toEqual({ 1229: -1000, 1219: -600, 7831: 600, 7832: 1000 })
  ok(await company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`))
  expect((await read(company, machine.id)).accumulatedDepreciation).toBe(0)
  const year = { startDate: dayFrom('2026-01-01'), endDate: dayFrom('2026-12-31') }
  const unbooked = () => service.operateFor(company.id, (call) => unbookedDepreciation(call, year))
  expect(await unbooked()).toEqual({ ore: 160_000n, assets: 2 })
  ok(await depreciated(company, { to: '2026-12', per: 'year' }))
  expect(await unbooked()).toEqual({ ore: 0n, assets: 0 })
  expect(await balancesOf(company)).toEqual({ 1229: -1000, 1219: -600, 7831: 600, 7832: 1000 })
})

test('what took back depreciation or a disposal stays: either is booked anew, once', async () => {
  const company = await newCompany()
  const { id } = await added(company)
  const at = `/fixed-assets/${id}/disposal`
  const sale = { date: '2026-03-10', price: 500 }
  const reverse = (entry: string) => company.post(`/journal-entries/${entry}/reverse`)
  const takeBack = async (entry: string) => {
    const { id: reversal, journalEntryNumber } = ok(await reverse(entry))
    const before = await balancesOf(company)
    const why = 'reversed depreciation, a disposal or an accrual: book that again instead'
    expect(refused(await reverse(reversal))).toEqual([400, `Journal entry ${journalEntryNumber} (${reversal}) ${why}`])
    expect(await balancesOf(company)).toEqual(before)
  }
  const { entries } = ok(await depreciated(company, { to: '2026-02', per: 'year' }))
  await takeBack(entries[0].journalEntryRef.id)
  ok(await depreciated(company, { to: '2026-02', per: 'year' }))
  expect((await depreciated(company, { to: '2026-02' })).status).toBe(400)
  expect(await balancesOf(company)).toEqual({ 1229: -166.66, 7832: 166.66 })
  await takeBack(ok(await company.post(at, sale)).disposal.journalEntryRef.id)
  ok(await company.post(at, sale))
  expect(await balancesOf(company)).toEqual({ 1220: -1000, 1930: 500, 7832: 166.66, 7970: 333.34 })
})

/** The years after that of the company, one for each. */
const withYears = async (company: TestCompany, ...years: number[]): Promise<string> => {
  const of = (year: number) => ({ startDate: dayFrom(`${year}-01-01`), endDate: dayFrom(`${year}-12-31`) })
  const ids: string[] = []
  for (const year of years) {
    const asked = { ...of(year), accountingMethod: 'accrual' as const }
    ids.push((await service.operateFor(company.id, (call) => createFiscalYear(call, asked))).id)
  }
  return ids[0] ?? ''
}

test('two years are two entries where years are asked for', async () => {
  const company = await newCompany()
  await withYears(company, 2027)
  await added(company, { months: 24 })
  const { entries } = ok(await company.get('/depreciations/proposal?from=2026-01&to=2027-03&per=year'))
  expect(entries.map(({ date }: Answer['body']) => date)).toEqual(['2026-12-31', '2027-03-31'])
})

test('what was depreciated elsewhere is left out, and locked months are refused', async () => {
  const company = await newCompany()
  const before = { depreciatedBefore: 900, depreciatedThrough: '2025-12', acquisitionDate: '2023-01-01', months: 40 }
  const asset = await added(company, before)
  expect(asset).toMatchObject({ accumulatedDepreciation: 900, bookValue: 100 })
  const { months } = ok(await company.get(`/fixed-assets/${asset.id}/plan`))
  expect(months.map(({ amount }: Answer['body']) => amount)).toEqual([25, 25, 25, 25])
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-31') }))
  expect(refused(await depreciated(company, { to: '2026-02' }))).toEqual([400, expect.stringContaining('2026-01-31')])
  expect(await balancesOf(company)).toEqual({})
  ok(await depreciated(company, { from: '2026-02', to: '2026-02' }))
  expect(await balancesOf(company)).toEqual({ 1229: -25, 7832: 25 })
})

/** A machine of five years, of which half a year is booked in the first; that year is closed, and others go on. */
const halfBooked = async (...years: number[]) => {
  const company = await newCompany()
  const { id } = await added(company, { acquisitionDate: '2026-01-01', acquisitionValue: 60_000, months: 60 })
  service.setNow(`${years.at(-1)}-03-20T10:00:00.000Z`)
  ok(await depreciated(company, { from: '2026-01', to: '2026-06' }))
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
  return { company, id, next: await withYears(company, ...years) }
}
const datesOf = ({ entries }: Answer['body']) => entries.map(({ date, title }: Answer['body']) => [date, title])
const MISSED = ['2027-01-01', 'Avskrivningar 2026-07 – 2026-12']

test('what a closed year lacks is booked on the first open day after it, and then the asset is sold', async () => {
  const { company, id, next } = await halfBooked(2027)
  const waiting = async () =>
    ok(await company.get(`/fixed-assets/${id}/plan`))
      .months.filter(({ catchUpDate }: Answer['body']) => catchUpDate)
      .map(({ month, isBooked, catchUpDate }: Answer['body']) => [month, isBooked, catchUpDate])
  const months = ['07', '08', '09', '10', '11', '12']
  expect(await waiting()).toEqual(months.map((month) => [`2026-${month}`, false, '2027-01-01']))
  const proposed = async (query: string) => datesOf(ok(await company.get(`/depreciations/proposal?${query}`)))
  expect(await proposed('to=2027-02')).toEqual([
    MISSED,
    ['2027-01-31', 'Avskrivningar 2027-01'],
    ['2027-02-28', 'Avskrivningar 2027-02'],
  ])
  expect(await proposed('from=2026-01&to=2026-12')).toEqual([MISSED])
  expect(await proposed('from=2027-02&to=2027-02')).toEqual([['2027-02-28', 'Avskrivningar 2027-02']])
  const left = async (year: string) =>
    ok(await company.get(`/fiscal-years/${year}/closing`)).checks.find(
      ({ key }: Answer['body']) => key === 'depreciation',
    )
  expect([(await left(next)).amount, (await left(company.fiscalYearId)).amount]).toEqual([18_000, 6_000])
  const sale = { date: '2027-01-20', price: 48_000 }
  const sell = () => company.post(`/fixed-assets/${id}/disposal`, sale)
  expect(refused(await sell())).toEqual([400, expect.stringContaining('2026-07')])
  const { entries } = ok(await depreciated(company, { from: '2026-07', to: '2026-12' }))
  expect(entries[0].assets[0]).toMatchObject({ amount: 6_000, months: months.map((month) => `2026-${month}`) })
  expect([await waiting(), (await left(next)).amount, (await left(company.fiscalYearId)).state]).toEqual([
    [],
    12_000,
    'done',
  ])
  for (const [on, ore] of [['2026-12-31', -6_000] as const, ['2027-01-01', -12_000] as const]) {
    const { rows } = ok(await company.get(`/fixed-asset-comparison?on=${on}`))
    expect(rows).toContainEqual(expect.objectContaining({ account: 1229, register: ore, books: ore }))
  }
  ok(await sell())
  expect(await balancesOf(company)).toEqual({ 1220: -60_000, 1930: 48_000, 7832: 12_000 })
})

test('a plan that was missed in a closed year comes to its end', async () => {
  const { company, id } = await halfBooked(2027, 2028, 2029, 2030, 2031)
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2027-02-10') }))
  const { entries } = ok(await depreciated(company, { from: '2027-01', to: '2030-12', per: 'year' }))
  expect(datesOf({ entries }).slice(0, 2)).toEqual([
    ['2027-02-11', MISSED[1]],
    ['2027-12-31', 'Avskrivningar 2027-01 – 2027-12'],
  ])
  expect(await read(company, id)).toMatchObject({ accumulatedDepreciation: 60_000, bookValue: 0 })
  ok(await company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`))
  expect(datesOf(ok(await depreciated(company, { from: '2027-01', to: '2030-12' })))).toEqual([
    ['2027-02-11', MISSED[1]],
  ])
})

test('a closed year after which none is open keeps its months', async () => {
  const company = await newCompany()
  await added(company)
  await service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
  expect(refused(await depreciated(company, { to: '2026-01' }))).toEqual([400, expect.stringContaining('closed')])
})

test('months before the books are booked where they are asked for, and then the asset is sold', async () => {
  const company = await newCompany({ fiscalYear: null })
  const { id } = await added(company, { acquisitionDate: '2025-11-01' })
  await withYears(company, 2026)
  const own = ok(await depreciated(company, { to: '2026-02' }))
  expect(datesOf(own)).toEqual([
    ['2026-01-31', 'Avskrivningar 2026-01'],
    ['2026-02-28', 'Avskrivningar 2026-02'],
  ])
  const sell = () => company.post(`/fixed-assets/${id}/disposal`, { date: '2026-03-10', price: 500 })
  expect(refused(await sell())).toEqual([400, expect.stringContaining('is not booked for 2025-11')])
  const { months } = ok(await company.get(`/fixed-assets/${id}/plan`))
  expect(months.slice(1, 3)).toEqual([
    { month: '2025-12', amount: 83.33, isBooked: false, catchUpDate: '2026-01-01' },
    { month: '2026-01', amount: 83.34, isBooked: true, catchUpDate: null },
  ])
  const late = ok(await depreciated(company, { from: '2025-11', to: '2025-12' }))
  expect(datesOf(late)).toEqual([['2026-01-01', 'Avskrivningar 2025-11 – 2025-12']])
  ok(await sell())
  expect(await balancesOf(company)).toEqual({ 1220: -1000, 1930: 500, 7832: 333.33, 7970: 166.67 })
})

test('a year of depreciation month by month is its share of the plan, in the books as well', async () => {
  const company = await newCompany()
  await added(company, { acquisitionValue: 100_000, acquisitionDate: '2026-01-01', months: 60 })
  const { entries } = ok(await company.get('/depreciations/proposal?from=2026-01&to=2026-12'))
  const amounts = entries.map(({ items: [item] }: { items: { debit: number }[] }) => item?.debit)
  expect(amounts.slice(0, 3)).toEqual([1666.66, 1666.67, 1666.67])
  expect(amounts.reduce((ore: number, kronor: number) => ore + Math.round(kronor * 100), 0)).toBe(2_000_000)
})

test.for([
  ['a gain', 20_000, 3973, -5_000],
  ['a loss', 12_000, 7970, 3_000],
] as const)('a sale with %s, its proposal, and its reversal', async ([, price, account, result]) => {
  const company = await newCompany()
  const asset = await added(company, { acquisitionValue: 18_000, acquisitionDate: '2026-01-01' })
  const at = `/fixed-assets/${asset.id}/disposal`
  const sale = { date: '2026-03-10', price }
  expect(refused(await company.post(at, sale))).toEqual([400, expect.stringContaining('2026-01')])
  ok(await depreciated(company, { to: '2026-02' }))
  const proposed = ok(await company.get(`${at}/proposal?date=2026-03-10&price=${price}`))
  expect(proposed).toMatchObject({ bookValue: 15_000, gain: -result, price })
  const sold = ok(await company.post(at, sale))
  expect(sold).toMatchObject({ bookValue: 0, disposal: { date: '2026-03-10', price } })
  expect(await balancesOf(company)).toEqual({ 1220: -18_000, 1930: price, 7832: 3_000, [account]: result })
  expect(refused(await company.post(at, sale))).toEqual([400, expect.stringContaining('was disposed of')])
  expect(ok(await company.get('/depreciations/proposal?to=2026-12')).entries).toEqual([])
  ok(await company.post(`/journal-entries/${sold.disposal.journalEntryRef.id}/reverse`))
  expect(await read(company, asset.id)).toMatchObject({ bookValue: 15_000, disposal: null })
  ok(await depreciated(company, { to: '2026-03' }))
  expect(refused(await company.post(at, sale))).toEqual([400, expect.stringContaining('2026-03')])
})

test('a purchase on credit and its asset: register and books agree, and what differs is told', async () => {
  const company = await newCompany()
  const supplierRef = { id: ok(await company.post('/suppliers', { name: 'Maskin AB' })).id }
  const days = { invoiceDate: '2026-01-15', dueDate: '2026-02-15' }
  const body = { supplierRef, ...days, invoiceNumber: '1', totalAmount: 125_000 }
  const bill = ok(await company.post('/supplier-invoices', body))
  const lines = [{ account: 1210, netAmount: 100_000, taxRate: 25 }]
  ok(await company.post(`/supplier-invoices/${bill.id}/record`, { lines }))
  expect(await balancesOf(company)).toEqual({ 1210: 100_000, 2440: -125_000, 2641: 25_000 })
  await added(company, { acquisitionValue: 100_000, account: 1210, months: 60 })
  const rows = async (query = '') =>
    ok(await company.get(`/fixed-asset-comparison?${query}`)).rows.map((one: Answer['body']) => [
      one.account,
      one.register,
      one.books,
      one.difference,
    ])
  expect(await rows()).toEqual([[1210, 100_000, 100_000, 0]])
  ok(await depreciated(company, { to: '2026-01' }))
  const items = [
    { account: 1224, debit: 500, credit: 0 },
    { account: 1930, debit: 0, credit: 500 },
  ]
  ok(await company.post('/journal-entries', { title: 'Dator', date: '2026-02-01', items }))
  expect(await rows('on=2026-01-30')).toEqual([[1210, 100_000, 100_000, 0]])
  expect(await rows('on=2026-02-28')).toEqual([
    [1210, 100_000, 100_000, 0],
    [1219, -1666.66, -1666.66, 0],
    [1224, 0, 500, 500],
  ])
})

test('an asset changes until something is booked of it, and then keeps its value, in the database too', async () => {
  const company = await newCompany()
  const { id } = await added(company, { number: 'M-7' })
  const at = `/fixed-assets/${id}`
  const changed = ok(await company.put(at, { ...lathe, months: 10 }))
  expect(changed).toMatchObject({ number: 'M-7', months: 10, hasEntries: false })
  const other = await added(company, { number: '41' })
  expect(await added(company)).toMatchObject({ number: '42' })
  expect(faultsOf(await company.put(at, { ...lathe, number: '41' }))).toEqual(['#/number'])
  ok(await company.delete(`/fixed-assets/${other.id}`))
  ok(await depreciated(company, { to: '2026-01' }))
  expect((await company.put(at, { ...lathe, months: 10, acquisitionValue: 2000 })).status).toBe(400)
  expect((await company.delete(at)).status).toBe(400)
  expect(ok(await company.put(at, { ...lathe, months: 10, name: 'Fräs' }))).toMatchObject({
    name: 'Fräs',
    hasEntries: true,
  })
  const { database } = service
  for (const change of [sql`value_ore = 90000`, sql`depreciated_ore = 90001, depreciated_through = '2025-12-01'`]) {
    const changing = sql`update assets.fixed_asset set ${change} where company_id = ${company.id} and id = ${id}`
    await expect(database.rows(changing)).rejects.toMatchObject({ code: 'GB101' })
  }
  const twice = sql`
    insert into assets.depreciation select company_id, gen_random_uuid(), fixed_asset_id, month, ore, journal_entry_id
    from assets.depreciation where company_id = ${company.id} limit 1`
  await expect(database.rows(twice)).rejects.toMatchObject({ code: 'GB102' })
})

test('a plan is corrected after something is booked of it: the months that are left share the rest', async () => {
  const company = await newCompany()
  const forgotten = {
    ...lathe,
    acquisitionDate: '2025-01-01',
    acquisitionValue: 2400,
    months: 24,
    firstMonth: '2026-01',
  }
  const { id } = await added(company, forgotten)
  const at = `/fixed-assets/${id}`
  const { entries } = ok(await depreciated(company, { to: '2026-02' }))
  expect(await balancesOf(company)).toEqual({ 1229: -200, 7832: 200 })
  const right = { ...forgotten, firstMonth: '2025-01', depreciatedBefore: 1200, depreciatedThrough: '2025-12' }
  const before = async (changes: Record<string, unknown>) => faultsOf(await company.put(at, { ...right, ...changes }))
  expect(await before({ depreciatedBefore: 2200.01 })).toEqual(['#/depreciatedBefore'])
  expect(await before({ depreciatedThrough: '2026-01' })).toEqual(['#/depreciatedThrough'])
  expect(await before({ months: 14 })).toEqual(['#/months'])
  expect(ok(await company.put(at, right))).toMatchObject({ accumulatedDepreciation: 1400, bookValue: 1000 })
  const { months } = ok(await company.get(`${at}/plan`))
  const amounts = months.map(({ month, amount, isBooked }: Answer['body']) => [month, amount, isBooked])
  expect(amounts).toHaveLength(12)
  expect([amounts[0], amounts[2], amounts[11]]).toEqual([
    ['2026-01', 100, true],
    ['2026-03', 100, false],
    ['2026-12', 100, false],
  ])
  // Had it lost less before, the months that are left have more.
  ok(await company.put(at, { ...right, depreciatedBefore: 1000 }))
  ok(await depreciated(company, { from: '2026-03', to: '2026-03' }))
  expect(await balancesOf(company)).toEqual({ 1229: -320, 7832: 320 })
  ok(await company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`))
  const plan = async (): Promise<number[]> =>
    ok(await company.get(`${at}/plan`)).months.map(({ amount }: Answer['body']) => amount)
  const sum = (await plan()).reduce((total, amount) => total + Math.round(amount * 100), 0)
  expect(sum).toBe(140_000)
  // What is disposed of keeps its plan.
  const sold = `/fixed-assets/${(await added(company)).id}`
  ok(await company.post(`${sold}/disposal`, { date: '2026-01-20', price: 0 }))
  expect((await company.put(sold, { ...lathe, months: 10 })).status).toBe(400)
  expect(ok(await company.put(sold, { ...lathe, name: 'Fräs' }))).toMatchObject({ name: 'Fräs' })
})

test('a plan may end in the last month that is known, and one that was kept beyond it hinders no other', async () => {
  const company = await newCompany()
  await added(company)
  const { id } = await added(company, { acquisitionDate: '2126-01-01', months: 888 })
  const planned = async () => ok(await company.get(`/fixed-assets/${id}/plan`)).months
  expect((await planned()).at(-1)).toMatchObject({ month: '2199-12' })
  await service.database.rows(sql`
    update assets.fixed_asset set months = 1000 where company_id = ${company.id} and id = ${id}`)
  expect(await planned()).toHaveLength(888)
  expect(ok(await depreciated(company, { to: '2026-01' })).entries).toHaveLength(1)
  expect(await balancesOf(company)).toEqual({ 1229: -83.33, 7832: 83.33 })
})

test('a plan begins with the books, after what was depreciated before', async () => {
  const company = await newCompany()
  const bought = { ...lathe, acquisitionDate: '2025-07-01' }
  const wrong = 'must be the depreciation before the books began on 2026-01-01, with its last month as '
  const refuses = ({ status, body }: Answer, month: string) => {
    const message = expect.stringContaining(`${wrong}depreciatedThrough: ${month} is not covered`)
    expect([status, body.errors]).toEqual([400, [{ field: '#/depreciatedBefore', message }]])
  }
  refuses(await company.post('/fixed-assets', bought), '2025-07')
  const early = { depreciatedBefore: 250, depreciatedThrough: '2025-09' }
  refuses(await company.post('/fixed-assets', { ...bought, ...early }), '2025-10')
  for (const changes of [
    { depreciatedBefore: 500, depreciatedThrough: '2025-12' },
    { depreciatedBefore: 1000, depreciatedThrough: '2025-09' },
    { firstMonth: '2026-01' },
    { months: null },
  ]) {
    ok(await company.post('/fixed-assets', { ...bought, ...changes }))
  }
  const { id } = await added(company)
  refuses(await company.put(`/fixed-assets/${id}`, bought), '2025-07')
})

test('one that was there before them may have another name, and a plan that begins with them', async () => {
  const company = await newCompany({ fiscalYear: null })
  const bought = { ...lathe, acquisitionDate: '2025-07-01' }
  const { id } = ok(await company.post('/fixed-assets', bought))
  await withYears(company, 2026)
  const changed = (changes: object) => company.put(`/fixed-assets/${id}`, { ...bought, ...changes })
  expect(ok(await changed({ name: 'Fräs' }))).toMatchObject({ name: 'Fräs', firstMonth: '2025-07' })
  expect(faultsOf(await changed({ months: 24 }))).toEqual(['#/depreciatedBefore'])
  const before = { depreciatedBefore: 500, depreciatedThrough: '2025-12' }
  expect(ok(await changed(before))).toMatchObject({ accumulatedDepreciation: 500 })
})

test('the month that the books begin in is theirs', async () => {
  const company = await newCompany({ fiscalYear: ['2026-01-20', '2026-12-31'] })
  await added(company)
  expect(datesOf(ok(await depreciated(company, { to: '2026-01' })))).toEqual([['2026-01-31', 'Avskrivningar 2026-01']])
})

test('a disposal in the first month that is known has none before it', async () => {
  const company = await newCompany({ fiscalYear: null })
  const { id } = await added(company, { acquisitionDate: '1900-01-01' })
  const proposed = ok(await company.get(`/fixed-assets/${id}/disposal/proposal?date=1900-01-20`))
  expect(proposed).toMatchObject({ bookValue: 1000, gain: -1000 })
})

test.for([
  [{ account: 1930 }, '#/account'],
  [{ expenseAccount: 9999 }, '#/expenseAccount'],
  [{ account: 1130 }, '#/accumulatedAccount #/expenseAccount'],
  [{ residualValue: 1001 }, '#/residualValue'],
  [{ acquisitionValue: 0 }, '#/acquisitionValue'],
  [{ name: ' ' }, '#/name'],
  [{ acquisitionDate: '2026-02-30' }, '#/acquisitionDate'],
  [{ firstMonth: '2026-13' }, '#/firstMonth'],
  [{ firstMonth: '2199-02' }, '#/months'],
  [{ acquisitionDate: '2126-01-01', months: 889 }, '#/months'],
  [{ months: null, firstMonth: '2026-01' }, '#/firstMonth'],
  [{ depreciatedBefore: 100 }, '#/depreciatedBefore'],
  [{ depreciatedThrough: '2026-01' }, '#/depreciatedThrough'],
  [{ depreciatedBefore: 100, depreciatedThrough: '2027-01' }, '#/depreciatedThrough'],
  [{ depreciatedBefore: 1001, depreciatedThrough: '2026-01' }, '#/depreciatedBefore'],
] as const)('%j is refused', async ([changes, fields]) => {
  const company = await newCompany()
  const answer = await company.post('/fixed-assets', { ...lathe, ...changes })
  expect([answer.status, faultsOf(answer).join(' ')]).toEqual([400, fields])
})

test.for([
  ['from=2026-13', 'from'],
  ['from=2026-05&to=2026-04', 'to'],
  ['from=2020-01&to=2026-04', 'to'],
] as const)('depreciation with %s is refused', async ([query, field]) => {
  const company = await newCompany()
  const answer = await company.get(`/depreciations/proposal?${query}`)
  expect([answer.status, ...faultsOf(answer)]).toEqual([400, field])
})
