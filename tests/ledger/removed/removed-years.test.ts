// Removing a fiscal year whose legal time of keeping is over: what goes, what stands in its place, and that later years
// answer what they answered. By hand and by SQL: removed-years-witness.test.ts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { documentsContribution } from '#documents'
import { closeFiscalYear } from '#ledger'
import { sql } from '#platform/sql'
import { LOCK_WAITS } from '#support/by-company'
import { command } from '#support/commands'
import { ok } from '#support/entries'
import { asMember, booked, member, type Owned, owned } from '#support/owned'
import { pngFile } from '#support/samples/sample-files'
import { type Service, startService } from '#support/service'
import { aged, oldYears, removal, SECRET } from '#tests/ledger/aged'
import { feedFile, imported, voucher } from '#tests/ledger/sie/sie-support'
import { allVerified, connectTo } from '#tests/ledger/support'

let service: Service
let company: Owned
let years: Readonly<Record<number, string>>
let entries: Readonly<Record<string, { id: string; journalEntryNumber: string }>>
let digest: Buffer
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
  ;({ company, years, entries } = await aged(service))
  const upload = sql`select digest from documents.upload where company_id = ${company.id}`
  digest = (await service.database.one<{ digest: Buffer }>(upload)).digest
})
afterAll(() => service.close())

/** Pages of all entries, and those that are counted one by one, have the same. */
const expectPagesOfWhatIsLeft = async () => {
  const all = ok(await company.get('/journal-entries?pageSize=100&query=date>=1900-01-01'))
  expect(all.totalItems).toBe(all.items.length)
  for (const pageSize of [1, 2, 3, 100]) {
    const found: unknown[] = []
    for (let page = 1; page <= all.totalItems / pageSize + 2; page++) {
      const { items, totalItems } = ok(await company.get(`/journal-entries?pageSize=${pageSize}&page=${page}`))
      expect([totalItems, items.length]).toEqual([
        all.totalItems,
        Math.max(0, Math.min(pageSize, all.totalItems - pageSize * (page - 1))),
      ])
      found.push(...items)
    }
    expect(found, `${pageSize}`).toEqual(all.items)
  }
}

const inEnglish = { 'accept-language': 'en' }
const see = async (year: number) => ok(await company.as('GET', removal(years, year), undefined, inEnglish))

/** Everything that is read of later years, as text, byte for byte. */
const readsOf = async (): Promise<Record<string, string>> => {
  const found: Record<string, string> = {}
  const read = async (path: string) => {
    const answer = await company.as('GET', path)
    expect(answer.status, path).toBe(200)
    found[path] = answer.text
  }
  for (const year of [2018, 2019, 2026]) {
    const id = year === 2026 ? company.fiscalYearId : years[year]
    for (const report of ['balance-sheet', 'income-statement', 'trial-balance'])
      for (const more of ['', '&compare=previousYear', '&by=month'])
        await read(`/reports/${report}?fiscalYearId=${id}${more}`)
    for (const report of ['general-ledger', 'journal']) await read(`/reports/${report}?fiscalYearId=${id}`)
    await read(`/sie/${id}/download`)
    await read(`/fiscal-years/${id}/opening-balances`)
  }
  await read('/chart-of-accounts/1930')
  return found
}

describe('before', () => {
  test('the preview says what goes, what stays and what is in the way', async () => {
    expect(await see(2016)).toEqual({
      canRemove: true,
      hindrances: [],
      seal: null,
      removed: [
        { what: 'Entries with their items and tags', count: 4 },
        { what: 'Comments', count: 1 },
        { what: 'Uploads with their files and readings', count: 1 },
      ],
      kept: [{ what: 'Entries that are corrected in a later year', count: 1 }],
    })
    expect((await see(2017)).hindrances).toEqual([
      {
        reason: 'Years go in their order: the fiscal year 2016-01-01 – 2016-12-31 goes first.',
        law: 'Bokföringslagen 7 kap. 2 §',
      },
    ])
    expect((await see(2025)).hindrances.map(({ reason }: { reason: string }) => reason)).toEqual([
      'It must be kept until and including 2032-12-31.',
      'The fiscal year 2025-01-01 – 2025-12-31 is open: close it first.',
      'Years go in their order: the fiscal year 2016-01-01 – 2016-12-31 goes first.',
    ])
  })

  test('nothing is removed while something is in the way, and only by a logged-in owner', async () => {
    const refused = await company.as('POST', removal(years, 2017), {}, inEnglish)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(refused.body.message).toContain('2016-01-01 – 2016-12-31 goes first. (Bokföringslagen 7 kap. 2 §)')
    const administrator = asMember(company, await member(service, company, 'administrator'))
    expect((await administrator('GET', removal(years, 2016))).status).toBe(200)
    expect((await administrator('POST', removal(years, 2016), {})).status).toBe(403)
    expect((await company.get(removal(years, 2016))).status).toBe(403)
    expect((await company.get(`/journal-entries/${entries.a16?.id}`)).status).toBe(200)
  })
})

describe('the first year', () => {
  let before: Record<string, string>
  let outcome: { removed: unknown; kept: unknown; seal: string }
  beforeAll(async () => {
    before = await readsOf()
    const preview = await see(2016)
    outcome = ok(await company.as('POST', removal(years, 2016), {}, inEnglish))
    expect(outcome).toEqual({ ...preview, seal: expect.stringMatching(/^[0-9a-f]{64}$/) })
  })

  test('later years answer what they answered, byte for byte', async () => {
    expect(Object.values(before).every((text) => text.length > 50)).toBe(true)
    expect(await readsOf()).toEqual(before)
  })

  test('the year and its entries are not found any more, save what a later year corrects', async () => {
    const ofYearEnd = ['/closing', '/closing/draftInvoices', '/annual-report-data', '/sru', '/deadlines']
    for (const path of ['', '/opening-balances', '/removal', '/processing-history', ...ofYearEnd])
      expect((await company.as('GET', `/fiscal-years/${years[2016]}${path}`)).status, path).toBe(404)
    expect((await company.as('GET', `/sie/${years[2016]}/download`)).status).toBe(404)
    const { items } = ok(await company.get('/fiscal-years?pageSize=100'))
    expect(items.at(-1).id).toBe(years[2017])
    for (const key of ['a16', 'b16', 'c16', 'late16'])
      expect((await company.get(`/journal-entries/${entries[key]?.id}`)).status, key).toBe(404)
    expect(ok(await company.get(`/journal-entries/${entries.wrong16?.id}`)).title).toBe('wrong16')
    const left = ok(await company.get('/journal-entries?pageSize=100&query=date<2017-01-01')).items
    expect(left.map(({ id }: { id: string }) => id)).toEqual([entries.wrong16?.id])
    expect(ok(await company.get('/uploads')).items).toEqual([])
    await expectPagesOfWhatIsLeft()
  })

  test('a report that would need what has gone is refused', async () => {
    const asked = async (query: string) => (await company.as('GET', `/reports/${query}`)).body.errors
    const end = '2016-12-31'
    expect(await asked(`trial-balance?fiscalYearId=${years[2016]}`)).toEqual([
      { field: 'fiscalYearId', message: 'is not a fiscal year of this company' },
    ])
    expect(await asked('general-ledger?from=2016-11-01&to=2016-12-31')).toEqual([
      { field: 'from', message: `reaches into a fiscal year that was removed: choose days after ${end}` },
    ])
    expect((await asked('trial-balance?from=2017-01-01&to=2017-01-15&compare=previousYear'))[0].field).toBe('compare')
    expect((await asked(`trial-balance?fiscalYearId=${years[2017]}&knownAt=2`))[0].message).toContain(
      'must be at least',
    )
    // The books before it are not begun anew.
    const year = { startDate: '2016-01-01', endDate: '2016-12-31' }
    expect((await company.as('POST', '/fiscal-years', year)).status).toBe(400)
    const openings = await company.put(`/fiscal-years/${years[2017]}/opening-balances`, { balances: [] })
    expect([openings.status, openings.body.code]).toEqual([400, 'operation-not-allowed'])
  })

  test('everything verifies, and numbers go on', async () => {
    expect(await allVerified(service, company.id)).toMatchObject({ entries: 8, faults: [] })
    const said = await command(service, ['verify', '--company', company.id], { SECRET_KEY: SECRET.toString('hex') })
    expect(said.code, said.stdout + said.stderr).toBe(0)
    const items = [
      { account: 1930, debit: 1 },
      { account: 3001, credit: 1 },
    ]
    const last = ok(await company.post('/journal-entries', { title: 'Ny', date: '2026-01-02', items }))
    expect(last.journalEntryNumber).toBe('V3')
    expect(await allVerified(service, company.id)).toMatchObject({ entries: 9, faults: [] })
  })

  test('it is recorded: an event, and a line of the history with who and how much', async () => {
    const { items } = ok(await company.as('GET', '/history?query=what==fiscal-year.removed'))
    expect(items).toMatchObject([{ what: 'fiscal-year.removed' }])
    const { items: events } = ok(await company.get('/events?pageSize=100'))
    expect(events.filter(({ kind }: { kind: string }) => kind === 'fiscal-year.removed')).toMatchObject([
      { kind: 'fiscal-year.removed', resource: { id: years[2016] } },
    ])
  })

  test('its files are deleted once their rest is over, and not before', async () => {
    const folder = `${company.id}/uploads`
    const has = async () => (await service.standing.files.fetch(folder, digest)) !== null
    expect(await has()).toBe(true)
    expect(
      await documentsContribution.deleteDroppedFiles(
        service.database,
        service.standing,
        new Date(),
        documentsContribution.uploadFiles,
      ),
    ).toBe(0)
    const later = new Date(Date.now() + 2 * 60 * 60 * 1000)
    expect(
      await documentsContribution.deleteDroppedFiles(
        service.database,
        service.standing,
        later,
        documentsContribution.uploadFiles,
      ),
    ).toBe(1)
    expect(await has()).toBe(false)
  })

  test('once is enough', async () => {
    expect((await company.as('POST', removal(years, 2016), {})).status).toBe(404)
  })
})

test('what had stayed goes with the year that needed it', async () => {
  const before = ok(await company.get(`/reports/balance-sheet?fiscalYearId=${years[2018]}`))
  expect(await see(2017)).toMatchObject({
    removed: [{ count: 5 }],
    kept: [],
  })
  ok(await company.as('POST', removal(years, 2017), {}))
  expect((await company.get(`/journal-entries/${entries.wrong16?.id}`)).status).toBe(404)
  await expectPagesOfWhatIsLeft()
  expect(await allVerified(service, company.id)).toMatchObject({ faults: [] })
  expect(ok(await company.get(`/reports/balance-sheet?fiscalYearId=${years[2018]}`))).toEqual(before)
  expect((await see(2018)).canRemove).toBe(true)
})

test('with an entry that is referred to meanwhile stays whole, and may be removed after that', async () => {
  const old = await aged(service)
  const { id } = ok(await old.company.upload('/uploads', 'kvitto.png', pngFile({ width: 3 })))
  const client = await connectTo(service)
  const watcher = await connectTo(service)
  await client.query('begin')
  await client.query(`
    update documents.upload set journal_entry_id = '${old.entries.b16?.id}', connected_at = now() where id = '${id}'`)
  const asked = old.company.as('POST', removal(old.years, 2016), {})
  await expect.poll(async () => (await watcher.query(LOCK_WAITS)).rowCount).toBeGreaterThan(0)
  await client.query('commit')
  expect((await asked).status).toBe(503)
  expect(await allVerified(service, old.company.id)).toMatchObject({ faults: [] })
  const { removed } = ok(await old.company.as('POST', removal(old.years, 2016), {}))
  expect(removed).toContainEqual({ what: 'Underlag med sina filer och tolkningar', count: 2 })
  await Promise.all([client.end(), watcher.end()])
})

test('whose numbers are not in the order of registration verifies: what stays follows what was registered before it', async () => {
  const company = await owned(service)
  const years = await oldYears(service, company)
  const close = (year: number) =>
    service.operateFor(company.id, (call) => closeFiscalYear(call, { id: years[year] ?? '' }))
  const rents = [
    ['A 5', 100],
    ['A 3', 100],
    ['A 4', -100],
    ['A 2', -100],
  ] as const
  await imported({ service, company }, feedFile(...rents.map(([name, rent]) => voucher(name, '20160301', rent))))
  await close(2016)
  const { items } = ok(await company.get('/journal-entries'))
  for (const number of ['A3', 'A4']) {
    const { id } = items.find((one: { journalEntryNumber: string }) => one.journalEntryNumber === number)
    ok(await company.post(`/journal-entries/${id}/reverse`))
  }
  const { kept } = ok(await company.as('POST', removal(years, 2016), {}, inEnglish))
  expect(kept).toEqual([{ what: 'Entries that are corrected in a later year', count: 2 }])
  expect(await allVerified(service, company.id)).toMatchObject({ entries: 4, faults: [] })
})

test.each(['2017-03-17', '2017-03-05'])(
  'that was the first and began on %s is carried on all the same',
  async (first) => {
    const own = await owned(service, { fiscalYear: [first, '2017-12-31'] })
    for (const [day, kronor] of [
      [first, 100],
      ['2017-03-31', 20],
      ['2018-05-01', 3],
    ] as const) {
      const year = { startDate: '2018-01-01', endDate: '2018-12-31' }
      if (day > '2018') ok(await own.as('POST', '/fiscal-years', year))
      await booked(own, day, { 1930: kronor, 2081: -kronor })
    }
    ok(await own.as('POST', `/fiscal-years/${own.fiscalYearId}/close`))
    const reads = ['', '&by=month', '&compare=previousPeriod'].map(
      (more) => `/reports/balance-sheet?from=2018-01-01&to=2018-12-31${more}`,
    )
    const read = async () => {
      const found = []
      for (const path of reads) found.push((await own.get(path)).body)
      return found
    }
    const before = await read()
    expect(JSON.stringify(before[0])).toContain('"closing":123')
    ok(await own.as('POST', `/fiscal-years/${own.fiscalYearId}/removal`, {}))
    expect(await read()).toEqual(before)
  },
)

test('in which nothing was booked leave a list of entries that is empty', async () => {
  const own = await owned(service, { name: 'Tomma AB', fiscalYear: ['2016-01-01', '2016-12-31'] })
  ok(await own.as('POST', `/fiscal-years/${own.fiscalYearId}/close`))
  ok(await own.as('POST', `/fiscal-years/${own.fiscalYearId}/removal`, {}))
  expect(ok(await own.get('/journal-entries'))).toMatchObject({ items: [] })
  expect(ok(await own.get('/journal-entries?page=1')).items).toEqual([])
})
