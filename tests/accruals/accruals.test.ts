// Accruals over HTTP: an amount leaves its account, is booked month by month to the öre, once, and can be taken back.
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unbookedAccruals } from '#accruals'
import { closeFiscalYear, createFiscalYear, setLockDate } from '#ledger'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { portionsOf, usualBalanceAccount } from '#rules/accruals/accrual'
import { checkedCompany } from '#support/checked'
import { balancesOf, ok } from '#support/entries'
import { needs } from '#support/needs'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany())
}

const booked = async (company: TestCompany, date: string, [debit, credit, amount]: [number, number, number]) =>
  ok(
    await company.post('/journal-entries', {
      title: 'Hyra',
      date,
      items: [
        { account: debit, debit: amount, credit: 0 },
        { account: credit, debit: 0, credit: amount },
      ],
    }),
  )
const accruing = (company: TestCompany, entry: { id: string }, changes: Record<string, unknown> = {}) =>
  company.post('/accruals', {
    journalEntryRef: { id: entry.id },
    account: 5010,
    firstMonth: '2026-01',
    months: 3,
    ...changes,
  })
const refused = ({ status, body }: Answer): [number, string] => [status, body.message]
const faultsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)

test('rent of a quarter is booked month by month, and all months are the amount', async () => {
  const company = await newCompany()
  const entry = await booked(company, '2026-01-02', [5010, 1930, 1000])
  const accrual = ok(await accruing(company, entry))
  expect(accrual).toMatchObject({
    account: 5010,
    balanceAccount: 1790,
    amount: 1000,
    firstMonth: '2026-01',
    months: 3,
    isReversed: false,
    journalEntryRef: { id: entry.id },
  })
  expect(accrual.portions.map(({ amount }: { amount: number }) => amount)).toEqual([333.33, 333.33, 333.34])
  expect(await balancesOf(company)).toEqual({ 1790: 1000, 1930: -1000 })
  const proposed = ok(await company.get('/accrual-portions/proposal?to=2026-02'))
  const { entries } = ok(await company.post('/accrual-portions', { to: '2026-02' }))
  expect(entries.map(({ journalEntryRef: _, ...one }: Answer['body']) => one)).toEqual(proposed.entries)
  expect(entries.map(({ date, title }: Answer['body']) => [date, title])).toEqual([
    ['2026-01-31', 'Periodisering 2026-01: Hyra'],
    ['2026-02-28', 'Periodisering 2026-02: Hyra'],
  ])
  expect(await balancesOf(company)).toEqual({ 1790: 333.34, 1930: -1000, 5010: 666.66 })
  expect(refused(await company.post('/accrual-portions', { to: '2026-02' }))).toEqual([
    400,
    'No accrual has anything left to book up to 2026-02',
  ])
  ok(await company.post('/accrual-portions', {}))
  expect(await balancesOf(company)).toEqual({ 1930: -1000, 5010: 1000 })
})

test('a reversed month is left to book again, and a reversed accrual leaves nothing', async () => {
  const company = await newCompany()
  const { id } = ok(await accruing(company, await booked(company, '2026-01-02', [5010, 1930, 900])))
  const { entries } = ok(await company.post('/accrual-portions', { to: '2026-02' }))
  ok(await company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`))
  const months = async () =>
    ok(await company.get('/accrual-portions/proposal?to=2026-03')).entries.map(({ date }: { date: string }) => date)
  expect(await months()).toEqual(['2026-01-31', '2026-03-31'])
  ok(await company.post('/accrual-portions', { to: '2026-01' }))
  const reversed = ok(await company.post(`/accruals/${id}/reverse`))
  expect(reversed.isReversed).toBe(true)
  expect(reversed.portions.map((one: Answer['body']) => one.journalEntryRef)).toEqual([null, null, null])
  expect(await balancesOf(company)).toEqual({ 1930: -900, 5010: 900 })
  expect(await months()).toEqual([])
  expect(refused(await company.post(`/accruals/${id}/reverse`))).toEqual([400, `The accrual ${id} is reversed`])
})

test('what took back a month or the deferral of an accrual stays: either is booked anew, once', async () => {
  const company = await newCompany()
  const entry = await booked(company, '2026-01-02', [5010, 1930, 900])
  const { deferralEntryRef } = ok(await accruing(company, entry))
  const { entries } = ok(await company.post('/accrual-portions', { to: '2026-01' }))
  const reverse = (id: string) => company.post(`/journal-entries/${id}/reverse`)
  for (const id of [entries[0].journalEntryRef.id, deferralEntryRef.id]) {
    const reversal = ok(await reverse(id))
    expect(refused(await reverse(reversal.id))).toEqual([
      400,
      expect.stringMatching(`^Journal entry ${reversal.journalEntryNumber} .* book that again instead$`),
    ])
  }
  expect(await balancesOf(company)).toEqual({ 1930: -900, 5010: 900 })
  ok(await accruing(company, entry))
  ok(await company.post('/accrual-portions', { to: '2026-01' }))
  expect((await company.post('/accrual-portions', { to: '2026-01' })).status).toBe(400)
  expect(await balancesOf(company)).toEqual({ 1790: 600, 1930: -900, 5010: 300 })
})

test('an entry is reversed after its accruals', async () => {
  const company = await newCompany()
  const entry = await booked(company, '2026-01-02', [5010, 1930, 900])
  const accruals = [ok(await accruing(company, entry, { amount: 600 })), ok(await accruing(company, entry))]
  ok(await company.post('/accrual-portions', { to: '2026-01' }))
  const reverse = () => company.post(`/journal-entries/${entry.id}/reverse`)
  const { journalEntryNumber } = ok(await company.get(`/journal-entries/${entry.id}`))
  for (const { id } of accruals) {
    expect(refused(await reverse())).toEqual([
      400,
      `Journal entry ${journalEntryNumber} (${entry.id}) has an accrual, ${id}: reverse the accrual first`,
    ])
    ok(await company.post(`/accruals/${id}/reverse`))
  }
  ok(await reverse())
  expect(await balancesOf(company)).toEqual({})
  expect(ok(await company.get('/accrual-portions/proposal?to=2026-12')).entries).toEqual([])
})

test('an accrual whose entry was reversed before it books nothing more, and is left to be reversed', async () => {
  needs('one machine')
  service.setNow('2026-06-10T10:00:00.000Z')
  const company = await service.newCompany()
  const { id } = ok(await accruing(company, await booked(company, '2026-01-02', [5010, 1930, 900])))
  ok(await company.post('/accrual-portions', { to: '2026-01' }))
  // As it could once be, behind the triggers.
  const reversed = await booked(company, '2026-01-02', [5010, 1930, 900])
  ok(await company.post(`/journal-entries/${reversed.id}/reverse`))
  await service.database.of(company.id).transaction(async (at) => {
    await at.rows(sql`set local session_replication_role = replica`)
    await at.rows(sql`
      update accruals.accrual set source_entry_id = ${reversed.id} where company_id = ${company.id} and id = ${id}`)
  })
  expect(ok(await company.get('/accrual-portions/proposal?to=2026-12')).entries).toEqual([])
  expect((await company.post('/accrual-portions', {})).status).toBe(400)
  const left = () => service.operateFor(company.id, (call) => unbookedAccruals(call, dayFrom('2026-12-31')))
  expect(await left()).toEqual({ portions: 1, ore: 60_000n })
  expect(ok(await company.post(`/accruals/${id}/reverse`)).isReversed).toBe(true)
  expect(await left()).toEqual({ portions: 0, ore: 0n })
  expect(await balancesOf(company)).toEqual({ 1930: -900, 5010: 900 })
})

test('income waits on 2990, and what accrued before its entry on the other side', async () => {
  const company = await newCompany()
  const income = await booked(company, '2026-03-01', [1930, 3001, 1200])
  const accrual = ok(await accruing(company, income, { account: 3001, firstMonth: '2026-03', months: 12, amount: 600 }))
  expect(accrual).toMatchObject({ balanceAccount: 2990, amount: -600 })
  expect(await balancesOf(company)).toEqual({ 1930: 1200, 2990: -600, 3001: -600 })
  const late = await booked(company, '2026-04-01', [8410, 1930, 300])
  const interest = ok(await accruing(company, late, { account: 8410, balanceAccount: 2960 }))
  ok(await company.post('/accrual-portions', { to: '2026-03' }))
  expect(await balancesOf(company)).toEqual({ 1930: 900, 2990: -550, 3001: -650, 8410: 300 })
  expect(interest.balanceAccount).toBe(2960)
  const rest = await accruing(company, income, { account: 3001, firstMonth: '2026-03', amount: 601 })
  expect(faultsOf(rest)).toEqual(['#/amount'])
  expect(ok(await accruing(company, income, { account: 3001, firstMonth: '2026-03' })).amount).toBe(-600)
  expect(faultsOf(await accruing(company, income, { account: 3001 }))).toEqual(['#/account'])
})

test('what a closed year lacks is booked on the first open day after it, and hinders no later month', async () => {
  const company = await newCompany()
  service.setNow('2026-12-10T10:00:00.000Z')
  const entry = await booked(company, '2026-11-02', [5010, 1930, 900])
  ok(await accruing(company, entry, { firstMonth: '2026-11' }))
  service.setNow('2027-02-10T10:00:00.000Z')
  const close = () => service.operateFor(company.id, (call) => closeFiscalYear(call, { id: company.fiscalYearId }))
  const years = {
    startDate: dayFrom('2027-01-01'),
    endDate: dayFrom('2027-12-31'),
    accountingMethod: 'accrual' as const,
  }
  await close()
  expect(refused(await company.post('/accrual-portions', { to: '2026-12' }))).toEqual([
    400,
    expect.stringContaining('closed'),
  ])
  await service.operateFor(company.id, (call) => createFiscalYear(call, years))
  const proposed = ok(await company.get('/accrual-portions/proposal?to=2027-01')).entries
  const { entries } = ok(await company.post('/accrual-portions', { to: '2027-01' }))
  for (const found of [proposed, entries]) {
    expect(found.map(({ date, title }: Answer['body']) => [date, title])).toEqual([
      ['2027-01-01', 'Periodisering 2026-11: Hyra'],
      ['2027-01-01', 'Periodisering 2026-12: Hyra'],
      ['2027-01-31', 'Periodisering 2027-01: Hyra'],
    ])
  }
  expect(await balancesOf(company)).toEqual({ 1930: -900, 5010: 900 })
})

test('months before the books are booked on their first open day, and hinder no other accrual', async () => {
  const company = await newCompany()
  ok(await accruing(company, await booked(company, '2026-02-02', [5010, 1930, 900]), { firstMonth: '2025-11' }))
  ok(await accruing(company, await booked(company, '2026-02-03', [5010, 1930, 300])))
  const { entries } = ok(await company.post('/accrual-portions', { to: '2026-01' }))
  expect(entries.map(({ date, title, amount }: Answer['body']) => [date, title, amount])).toEqual([
    ['2026-01-01', 'Periodisering 2025-11: Hyra', 300],
    ['2026-01-01', 'Periodisering 2025-12: Hyra', 300],
    ['2026-01-31', 'Periodisering 2026-01: Hyra', 300],
    ['2026-01-31', 'Periodisering 2026-01: Hyra', 100],
  ])
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-01-31') }))
  const { id } = entries[0].journalEntryRef
  ok(await company.post(`/journal-entries/${id}/reverse`))
  const again = ok(await company.post('/accrual-portions', { to: '2026-01' })).entries
  expect(again.map(({ date }: Answer['body']) => date)).toEqual(['2026-02-01'])
  expect(await balancesOf(company)).toEqual({ 1930: -1200, 2990: 200, 5010: 1000 })
})

describe('tags', () => {
  /** A company with a group of two tags, and what its reports and entries have of them. */
  const tagging = async () => {
    const company = await newCompany()
    const group = ok(await company.post('/tag-groups', { name: 'Kontor', alias: 'kon' })).id
    const tag = async (name: string): Promise<string> =>
      ok(await company.post(`/tag-groups/${group}/tags`, { name })).id
    const north = await tag('Norr')
    const south = await tag('Syd')
    const rent = async (items: Record<string, unknown>[], tags: Record<string, unknown>[] = []) =>
      ok(await company.post('/journal-entries', { title: 'Hyra', date: '2026-01-02', items, tags }))
    /** What stands on 5010 by months up to March, and in all of them. */
    const monthly = async (tagId: string) => {
      const query = `tagId=${tagId}&from=2026-01-01&to=2026-03-31&by=month`
      const { rows } = ok(await company.get(`/reports/income-statement?${query}`))
      const row = rows.find(({ key }: { key: string }) => key === '5010')
      return row.values.map(({ amount }: { amount: number }) => amount)
    }
    const tagsOf = async ({ id }: { id: string }) =>
      ok(await company.get(`/journal-entries/${id}`)).tags.map((one: { tagName: string; weight: number }) => [
        one.tagName,
        one.weight,
      ])
    return { company, group, north, south, rent, monthly, tagsOf }
  }
  const paid = (credit: number) => ({ account: 1930, credit })

  test('what a tag has of an amount is spread with it', async () => {
    const { company, group, north, rent, monthly } = await tagging()
    const entry = await rent([{ account: 5010, debit: 12_000, tags: [{ tagId: north }] }, paid(12_000)])
    ok(await accruing(company, entry, { months: 12 }))
    ok(await company.post('/accrual-portions', { to: '2026-03' }))
    expect(await monthly(north)).toEqual([-1000, -1000, -1000, -3000])
    const { rows, columns } = ok(
      await company.get(`/reports/income-statement?tagGroupId=${group}&from=2026-01-01&to=2026-01-31`),
    )
    const row = rows.find(({ key }: { key: string }) => key === '5010')
    expect(columns.map(({ kind }: { kind: string }, place: number) => [kind, row.values[place].amount])).toEqual([
      ['tag', -1000],
      ['tag', 0],
      ['untagged', 0],
      ['period', -1000],
    ])
  })

  test('items of one account give their tags by what they come to', async () => {
    const { company, north, south, rent, monthly, tagsOf } = await tagging()
    const entry = await rent([
      { account: 5010, debit: 3000, tags: [{ tagId: north }] },
      {
        account: 5010,
        debit: 1000,
        tags: [
          { tagId: north, weight: 0.5 },
          { tagId: south, weight: 0.25 },
        ],
      },
      { account: 6110, debit: 500, tags: [{ tagId: south }] },
      paid(4500),
    ])
    const { deferralEntryRef } = ok(await accruing(company, entry, { amount: 1200 }))
    expect(await tagsOf(deferralEntryRef)).toEqual([
      ['Norr', 0.875],
      ['Syd', 0.0625],
    ])
    ok(await company.post('/accrual-portions', { to: '2026-03' }))
    expect([(await monthly(north)).at(-1), (await monthly(south)).at(-1)]).toEqual([-3500, -250])
  })

  test('tags of the whole entry are those of the accrual, and those that its entry gets later', async () => {
    const { company, north, south, rent, monthly, tagsOf } = await tagging()
    const entry = await rent([{ account: 5010, debit: 900 }, paid(900)], [{ tagId: north, weight: 0.5 }])
    const { deferralEntryRef } = ok(await accruing(company, entry))
    expect(await tagsOf(deferralEntryRef)).toEqual([['Norr', 0.5]])
    ok(await company.post('/accrual-portions', { to: '2026-01' }))
    expect((await monthly(north))[0]).toBe(-150)
    const tags = { tags: [{ tagId: south }] }
    ok(await company.put(`/journal-entries/${deferralEntryRef.id}/tags`, tags))
    const { entries } = ok(await company.post('/accrual-portions', { to: '2026-02' }))
    expect(await tagsOf(entries[0].journalEntryRef)).toEqual([['Syd', 1]])
    // What is reversed and booked again is tagged as the deferral is by then.
    ok(await company.post(`/journal-entries/${entries[0].journalEntryRef.id}/reverse`))
    ok(await company.post('/accrual-portions', { to: '2026-03' }))
    expect(await monthly(south)).toEqual([900, -300, -300, 300])
  })
})

test('locked months are refused, and nothing is booked', async () => {
  const company = await newCompany()
  const entry = await booked(company, '2026-02-02', [5010, 1930, 900])
  ok(await accruing(company, entry, { firstMonth: '2026-01' }))
  await service.operateFor(company.id, (call) => setLockDate(call, { date: dayFrom('2026-02-28') }))
  const before = await balancesOf(company)
  expect(refused(await company.post('/accrual-portions', { to: '2026-03' }))).toEqual([
    400,
    expect.stringContaining('2026-02-28'),
  ])
  expect(await balancesOf(company)).toEqual(before)
  expect(refused(await accruing(company, entry))).toEqual([400, expect.stringContaining('Validation failed')])
})

test('the database books a month once', async () => {
  const company = await newCompany()
  ok(await accruing(company, await booked(company, '2026-01-02', [5010, 1930, 900])))
  ok(await company.post('/accrual-portions', { to: '2026-01' }))
  const twice = sql`
    insert into accruals.portion select company_id, gen_random_uuid(), accrual_id, month, ore, journal_entry_id
    from accruals.portion where company_id = ${company.id}`
  await expect(service.database.rows(twice)).rejects.toMatchObject({ code: 'GB112' })
  const other = sql`update accruals.accrual set months = 9 where company_id = ${company.id}`
  await expect(service.database.rows(other)).rejects.toMatchObject({ code: 'GB111' })
})

test.for([
  [{ account: 1930 }, '#/account'],
  [{ account: 4010 }, '#/account'],
  [{ amount: 0 }, '#/amount'],
  [{ amount: 901 }, '#/amount'],
  [{ firstMonth: '2026-13' }, '#/firstMonth'],
  [{ firstMonth: '2199-06', months: 8 }, '#/months'],
  [{ balanceAccount: 1930 }, '#/balanceAccount'],
  [{ months: 121 }, '#/months'],
  [{ journalEntryRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' } }, '#/journalEntryRef/id'],
] as const)('%j is refused', async ([changes, field]) => {
  const company = await newCompany()
  const entry = await booked(company, '2026-01-02', [5010, 1930, 900])
  const answer = await accruing(company, entry, changes)
  expect([answer.status, ...faultsOf(answer)]).toEqual([400, field])
})

test('months may go on to the last one that is known', async () => {
  const company = await newCompany()
  const entry = await booked(company, '2026-01-02', [5010, 1930, 900])
  const { portions } = ok(await accruing(company, entry, { firstMonth: '2199-06', months: 7 }))
  expect(portions.map(({ month }: { month: string }) => month).at(-1)).toBe('2199-12')
})

test.for([
  [1n, '2026-03-31', '2026-03-01', 1790],
  [1n, '2026-03-31', '2026-02-01', 2990],
  [-1n, '2026-03-31', '2026-04-01', 2990],
  [-1n, '2026-03-31', '2026-02-01', 1790],
] as const)('%d of %s from %s waits on %i', ([ore, date, firstMonth, account]) => {
  expect(usualBalanceAccount(ore, { date: dayFrom(date), firstMonth: dayFrom(firstMonth) })).toBe(account)
})

test('portions add up to the öre', () => {
  const amount = fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n })
  fc.assert(
    fc.property(amount, fc.integer({ min: 1, max: 120 }), fc.nat({ max: 119 }), (ore, months, rounded) => {
      const spread = { ore, months, firstMonth: dayFrom('2026-01-01') }
      const portions = portionsOf(spread, [])
      expect(portions.reduce((sum, one) => sum + one.ore, 0n)).toBe(ore)
      expect(portions.every((one) => (ore < 0n ? one.ore <= 0n : one.ore >= 0n))).toBe(true)
      // An earlier version rounded each month, and left the rest to the last one.
      const booked = portions
        .slice(0, Math.min(rounded, months - 1))
        .map((one) => ({ ...one, ore: ore / BigInt(months) }))
      const left = portionsOf(spread, booked)
      expect(left.slice(0, booked.length)).toEqual(booked)
      expect(left.reduce((sum, one) => sum + one.ore, 0n)).toBe(ore)
    }),
  )
})
