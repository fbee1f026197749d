// Fixed assets that were disposed of and accruals that are booked to their end go with a removed fiscal year.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { verifyWitnesses } from '#integrity/witness'
import { ledgerContribution } from '#ledger'
import { newId } from '#platform/id'
import { connectWhere } from '#support/by-company'
import { ok } from '#support/entries'
import { agedBooks, type Books } from '#support/samples/documented'
import { type Service, startService } from '#support/service'

let service: Service
let books: Awaited<ReturnType<typeof owning>>
beforeAll(async () => {
  service = await startService({ alone: true })
  books = await owning(service)
})
afterAll(() => service.close())

const machine = { acquisitionDate: '2016-01-01', acquisitionValue: 12_000, account: 1220, months: 120 }

const rented = async (of: Books, date: string): Promise<{ id: string }> => {
  of.at(date)
  const items = [
    { account: 5010, debit: 3000 },
    { account: 1930, credit: 3000 },
  ]
  return ok(await of.post('/journal-entries', { title: 'Hyra', date, items }))
}

const accrued = async (of: Books, date: string, firstMonth: string): Promise<string> => {
  const { id } = await rented(of, date)
  return ok(await of.post('/accruals', { journalEntryRef: { id }, account: 5010, firstMonth, months: 3 })).id
}

/** Names say with which year it is over: 2016, 2017, or not at all. */
const owning = async (service: Service) => {
  const assets: Record<string, string> = {}
  const accruals: Record<string, string> = {}
  const entries: Record<string, string> = {}
  const books = await agedBooks(service, async (of) => {
    of.at('2016-01-05')
    for (const name of ['sold16', 'sold17', 'used'])
      assets[name] = ok(await of.post('/fixed-assets', { ...machine, name })).id
    accruals.over16 = await accrued(of, '2016-02-01', '2016-02')
    accruals.reversed16 = await accrued(of, '2016-04-01', '2016-12')
    ok(await of.post(`/accruals/${accruals.reversed16}/reverse`))
    accruals.over17 = await accrued(of, '2016-12-01', '2016-12')
    accruals.open = await accrued(of, '2016-05-01', '2016-05')
    of.at('2016-12-31')
    ok(await of.post('/depreciations', { to: '2016-10' }))
    const change = (name: string, path: string, body: object) => of.post(`/fixed-assets/${assets[name]}/${path}`, body)
    ok(await change('sold16', 'write-downs', { date: '2016-10-31', amount: 1000 }))
    ok(await change('sold16', 'part-disposals', { date: '2016-11-05', percent: 25 }))
    const disposed = { date: '2016-11-15', price: 5000 }
    entries.sale16 = ok(await of.post(`/fixed-assets/${assets.sold16}/disposal`, disposed)).disposal.journalEntryRef.id
    ok(await of.post('/depreciations', { to: '2016-12' }))
    ok(await change('used', 'write-downs', { date: '2016-12-31', amount: 1000 }))
    ok(await of.post('/accrual-portions', { to: '2016-12' }))
    of.at('2017-03-31')
    ok(await of.post('/depreciations', { to: '2017-02' }))
    ok(await of.post(`/fixed-assets/${assets.sold17}/disposal`, { date: '2017-03-10' }))
    ok(await of.post('/accrual-portions', { to: '2017-02' }))
    const { portions } = ok(await of.get(`/accruals/${accruals.open}`))
    ok(await of.post(`/journal-entries/${portions[0].journalEntryRef.id}/reverse`))
    of.at('2018-12-31')
    ok(await of.post('/depreciations', { to: '2018-12' }))
  })
  return { ...books, assets, accruals, entries }
}

const removal = (year: number) => `/fiscal-years/${books.years[year]}/removal`

const faults = (): Promise<string[]> =>
  service.operateFor(books.company.id, async (call) => {
    const { companyId } = call
    return service.database.of(companyId).transaction(async (db) => {
      return [
        ...(await ledgerContribution.verifyBooks({ ...call, db })).faults,
        ...(await verifyWitnesses(db, { companyId })),
      ]
    }, 'repeatable read, read only')
  })

/** The names of what is there. */
const there = async (): Promise<string[]> => {
  const found: string[] = []
  for (const [address, ids] of Object.entries({ 'fixed-assets': books.assets, accruals: books.accruals }))
    for (const [name, id] of Object.entries(ids)) {
      const { status } = await books.company.as('GET', `/${address}/${id}`)
      expect([200, 404], name).toContain(status)
      if (status === 200) found.push(name)
    }
  return found.sort()
}

/** What is read of days after the years that may go, and of what is still in use, byte for byte. */
const readsOf = async (): Promise<string[]> => {
  const addresses = [
    ...['balance-sheet', 'general-ledger'].map((one) => `/reports/${one}?fiscalYearId=${books.years[2018]}`),
    ...['2018-01-01', '2018-12-31'].map((day) => `/fixed-asset-comparison?on=${day}`),
    ...['', '/plan'].map((part) => `/fixed-assets/${books.assets.used}${part}`),
  ]
  const found: string[] = []
  for (const address of addresses) {
    const { status, text } = await books.company.as('GET', address)
    expect(status, address).toBe(200)
    found.push(text)
  }
  return found
}

/** Begins to remove the first year, whose entries all go. */
const BEGIN = `
  select ledger.begin_removal('{company}', '{y2016}', '{}', '{}', '{}', now(), 'user', '{unknown}', 'Prov');`
const ofAsset = (name: string) => `company_id = '{company}' and fixed_asset_id = '{${name}}'`
const ofAccrual = (name: string) => `company_id = '{company}' and accrual_id = '{${name}}'`
const own = (name: string) => `company_id = '{company}' and id = '{${name}}'`
const asset = (name: string) => `
  with disposals as (delete from assets.disposal where ${ofAsset(name)}),
    depreciations as (delete from assets.depreciation where ${ofAsset(name)}),
    changes as (delete from assets.value_change where ${ofAsset(name)})
  delete from assets.fixed_asset where ${own(name)}`
const accrual = (name: string) => `
  with portions as (delete from accruals.portion where ${ofAccrual(name)})
  delete from accruals.accrual where ${own(name)}`

test.each([
  ['an asset that was disposed of', 'GB101', asset('sold16')],
  ['one that was disposed of later', 'GB001', BEGIN + asset('sold17')],
  ['one that is in use', 'GB101', BEGIN + asset('used')],
  ['the disposal of one', 'GB101', `${BEGIN} delete from assets.disposal where ${ofAsset('sold16')}`],
  ['the depreciation of one', 'GB101', `${BEGIN} delete from assets.depreciation where ${ofAsset('sold16')}`],
  ['what changed its value', 'GB101', `${BEGIN} delete from assets.value_change where ${ofAsset('sold16')}`],
  ['an asset without its depreciation', '23503', `${BEGIN} delete from assets.fixed_asset where ${own('sold16')}`],
  ['an accrual', 'GB111', `delete from accruals.accrual where ${own('over16')}`],
  ['its months', 'GB001', `delete from accruals.portion where ${ofAccrual('over16')}`],
  ['an accrual of a later year', 'GB001', BEGIN + accrual('over17')],
  ['one with a month that is not booked', 'GB111', BEGIN + accrual('open')],
  ['the months of one', 'GB111', `${BEGIN} delete from accruals.portion where ${ofAccrual('over16')}`],
] as [string, string, string][])('by hand, %s is refused', async (_, state, statements) => {
  const client = await connectWhere(service, books.company.id)
  const words: Record<string, string> = {
    ...books.assets,
    ...books.accruals,
    company: books.company.id,
    unknown: newId(),
    y2016: books.years[2016] ?? '',
  }
  const filled = statements.replace(/\{(\w+)\}/g, (_all, word: string) => words[word] ?? '')
  const refused = await client.query(`begin; ${filled}; commit;`).catch((cause: unknown) => cause)
  expect((refused as { code?: string }).code).toBe(state)
  await client.end()
})

test('what is over goes, though entries of its depreciation stay for what is still in use', async () => {
  const before = await readsOf()
  expect(await faults()).toEqual([])
  const preview = ok(await books.company.as('GET', removal(2016), undefined, { 'accept-language': 'en' }))
  expect(preview.removed.slice(1)).toEqual([
    { what: 'Fixed assets with depreciation, write-downs and disposals', count: 1 },
    { what: 'Accruals', count: 2 },
  ])
  expect(preview.kept).toEqual([
    { what: 'Fixed assets that were not disposed of when the year ended', count: 2 },
    { what: 'Accruals with months that were not booked when the year ended', count: 2 },
    { what: 'Entries of depreciations, write-downs and disposals of fixed assets', count: 13 },
    { what: 'Entries that accruals refer to', count: 8 },
  ])
  ok(await books.company.as('POST', removal(2016), {}))
  expect(await there()).toEqual(['open', 'over17', 'sold17', 'used'])
  expect((await books.company.as('GET', '/fixed-asset-comparison?on=2016-06-30')).status).toBe(400)
  expect((await books.company.get(`/journal-entries/${books.entries.sale16}`)).status).toBe(404)
  expect(await readsOf()).toEqual(before)
  expect(await faults()).toEqual([])
})

test('the rest goes with the next year, but for what is in use and what is not booked', async () => {
  const before = await readsOf()
  ok(await books.company.as('POST', removal(2017), {}))
  expect(await there()).toEqual(['open', 'used'])
  expect(await readsOf()).toEqual(before)
  expect(await faults()).toEqual([])
})
