// How the refusals of fixed assets come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'
import { onceRemoved } from './reports.ts'

const lathe = { name: 'Svarv', acquisitionDate: '2026-01-15', acquisitionValue: 1000, account: 1220, months: 12 }
const adding = (changes: Record<string, unknown>): Provocation =>
  over((company) => company.post('/fixed-assets', { ...lathe, ...changes }))
const added = async (company: TestCompany): Promise<string> => ok(await company.post('/fixed-assets', lathe)).id
const depreciated = async (company: TestCompany, to: string): Promise<string> => {
  const id = await added(company)
  ok(await company.post('/depreciations', { to }))
  return id
}
const disposing = (sale: Record<string, unknown>, to?: string): Provocation =>
  over(async (company) => {
    const id = to === undefined ? await added(company) : await depreciated(company, to)
    return company.post(`/fixed-assets/${id}/disposal`, sale)
  })

/** A change of the value of an asset, whose first month is not booked. */
const changing = (
  path: string,
  body: Record<string, unknown>,
  before?: [string, Record<string, unknown>],
): Provocation =>
  over(async (company) => {
    const id = await added(company)
    if (before) ok(await company.post(`/fixed-assets/${id}/${before[0]}`, before[1]))
    return company.post(`/fixed-assets/${id}/${path}`, body)
  })
const DAY = '2026-01-20'
const NEXT = '2026-01-21'
const down: [string, Record<string, unknown>] = ['write-downs', { date: NEXT, amount: 100 }]

/** A change of an asset of which one month is booked. */
const correcting = (changes: Record<string, unknown>): Provocation =>
  over(async (company) =>
    company.put(`/fixed-assets/${await depreciated(company, '2026-01')}`, { ...lathe, ...changes }),
  )
const twoYears = { firstMonth: '2025-01', months: 24 }

export const ofAssets: Record<string, Provocation> = {
  fixedAssetNotFound: over((company) => company.get(`/fixed-assets/${newId()}`)),
  tooManyAssets: over(async (company, service) => {
    const id = await added(company)
    await service.database.rows(sql`
      insert into assets.fixed_asset (company_id, id, number, name, acquired_on, value_ore, residual_ore, account,
        created_by_kind, created_by_id, created_at, modified_at)
      select company_id, gen_random_uuid(), 'N' || n, name, acquired_on, value_ore, 0, account, created_by_kind,
        created_by_id, created_at, modified_at
      from assets.fixed_asset cross join generate_series(1, 4999) n where company_id = ${company.id} and id = ${id}`)
    return company.post('/fixed-assets', lathe)
  }),
  hasEntries: over(async (company) => company.delete(`/fixed-assets/${await depreciated(company, '2026-01')}`)),
  nothingDue: over((company) => company.post('/depreciations', { to: '2026-03' })),
  disposed: over(async (company) => {
    const id = await depreciated(company, '2026-02')
    ok(await company.post(`/fixed-assets/${id}/disposal`, { date: '2026-03-10' }))
    return company.post(`/fixed-assets/${id}/disposal`, { date: '2026-03-10' })
  }),
  notDepreciated: disposing({ date: '2026-03-10' }),
  depreciatedLater: disposing({ date: '2026-01-20' }, '2026-01'),
  valueChanged: over(async (company) => {
    const id = await added(company)
    ok(await company.post(`/fixed-assets/${id}/write-downs`, { date: DAY, amount: 100 }))
    return company.put(`/fixed-assets/${id}`, { ...lathe, firstMonth: '2026-02' })
  }),
  tooManyChanges: over(async (company, service) => {
    const id = await added(company)
    ok(await company.post(`/fixed-assets/${id}/write-downs`, { date: DAY, amount: 1 }))
    await service.database.rows(sql`
      insert into assets.value_change (company_id, id, fixed_asset_id, kind, date, value_ore, residual_ore,
        depreciated_ore, written_down_ore, account, journal_entry_id)
      select company_id, gen_random_uuid(), fixed_asset_id, kind, date, 0, 0, 0, 1, account, journal_entry_id
      from assets.value_change cross join generate_series(1, 199) where company_id = ${company.id}`)
    return company.post(`/fixed-assets/${id}/write-downs`, { date: DAY, amount: 1 })
  }),
  goodwill: over(async (company) => {
    const { id } = ok(await company.post('/fixed-assets', { ...lathe, account: 1070, months: null }))
    return company.post(`/fixed-assets/${id}/write-down-reversals`, { date: DAY, amount: 1 })
  }),
}

export const ofAssetFaults: Record<string, Provocation> = {
  account: adding({ account: 1930 }),
  otherAccount: adding({ expenseAccount: 9999 }),
  accountMissing: adding({ account: 1130, accumulatedAccount: 1119 }),
  numberTaken: over(async (company) => {
    await added(company)
    return company.post('/fixed-assets', { ...lathe, number: '1' })
  }),
  nameMissing: adding({ name: ' ' }),
  badMonth: over((company) => company.get('/depreciations/proposal?to=2026-13')),
  amount: adding({ acquisitionValue: 0 }),
  residual: adding({ residualValue: 2000 }),
  notOfPlan: adding({ months: null, firstMonth: '2026-01' }),
  lastMonth: adding({ firstMonth: '2199-02' }),
  before: adding({ depreciatedBefore: 2000, depreciatedThrough: '2026-01' }),
  beforeBooked: correcting({ ...twoYears, depreciatedBefore: 950, depreciatedThrough: '2025-12' }),
  throughBooked: correcting({ ...twoYears, depreciatedBefore: 100, depreciatedThrough: '2026-01' }),
  noMonthLeft: correcting({ months: 1 }),
  beforeBooks: adding({ acquisitionDate: '2025-06-01' }),
  beforePair: adding({ depreciatedBefore: 100 }),
  through: adding({ depreciatedBefore: 100, depreciatedThrough: '2027-05' }),
  order: over((company) => company.get('/depreciations/proposal?from=2026-05&to=2026-04')),
  tooManyMonths: over((company) => company.get('/depreciations/proposal?from=2020-01&to=2026-04')),
  removedYear: onceRemoved((company) => company.get('/fixed-asset-comparison?on=2017-12-31')),
  beforeAcquisition: disposing({ date: '2026-01-10' }),
  beforeChange: changing('write-downs', { date: DAY, amount: 1 }, down),
  onePart: changing('part-disposals', { date: DAY }),
  percent: changing('part-disposals', { date: DAY, percent: 100 }),
  wholePart: changing('part-disposals', { date: DAY, acquisitionValue: 1000 }),
  mostWrittenDown: changing('write-downs', { date: DAY, amount: 1000.01 }),
  mostReversed: changing('write-down-reversals', { date: NEXT, amount: 100.01 }, down),
  otherWriteDownAccount: changing('write-downs', { date: NEXT, amount: 1, writeDownAccount: 1218 }, down),
}
