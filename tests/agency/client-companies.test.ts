// Client companies: listed, read, and created with everything that a company needs to begin.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClientCompany, removeMember } from '#identity'
import { dayFrom, momentText } from '#platform/day'
import { newId } from '#platform/id'
import { fiscalYearAround } from '#rules/agency/client-company'
import { newIntegration } from '#support/callers'
import { nextCursorOf, type Service, startService } from '#support/service'
import { asToken, faultsOf, type Member, newMember, newStaffedAgency, ok, type Requests, said } from './support.ts'

/** Longer than a company takes to be made, in milliseconds; a slower machine only lets the test see less. */
const WAIT_MS = 500
/** How many companies are asked for at once. */
const ABREAST = 16

let service: Service
let api: Requests
let agency: { id: string; path: string; administrator: Member }
let companies: string

beforeAll(async () => {
  service = await startService()
  agency = await newStaffedAgency(service)
  const { token } = await (await newIntegration(service, 'Byråsystemet')).connect({ type: 'agency', id: agency.id })
  api = asToken(service, token)
  companies = `${agency.path}/companies`
})
afterAll(() => service.close())

const aCompany = (changes: object = {}) => ({
  name: 'Bygg i Umeå AB',
  ownerEmail: agency.administrator.email,
  organizationNumber: '556036-0793',
  companyType: 'limitedCompany',
  accountingMethod: 'accrual',
  vatSetting: 'quarterly',
  ...changes,
})

describe('a new client company', () => {
  test('is there at once, with chart, fiscal year, trial and owner', async () => {
    const address = { line1: 'Storgatan 1', line2: null, city: 'Umeå', postalCode: '903 26', country: 'SE' }
    const body = aCompany({ vatNumber: 'SE556036079301', address, fiscalYearStart: '07-01' })
    const made = ok(await api.post(companies, body))
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Bygg i Umeå AB',
      organizationNumber: '556036-0793',
      vatNumber: 'SE556036079301',
      companyType: 'limitedCompany',
      address,
      modifiedDateTime: momentText(service.now()),
    })
    expect(ok(await api.get(`${companies}/${made.id}`))).toEqual(made)
    const own = `/companies/${made.id}`
    expect(ok(await api.get(`${own}/fiscal-years`)).items).toMatchObject([
      { startDate: '2025-07-01', endDate: '2026-06-30', accountingMethod: 'accrual', status: 'open' },
    ])
    expect(ok(await api.get(`${own}/chart-of-accounts`)).length).toBeGreaterThan(200)
    expect(ok(await api.get(`${own}/company-information`))).toMatchObject({ name: 'Bygg i Umeå AB', address })
    const plan = await service.database.one<{ trial_ends_on: string }>({
      text: 'select trial_ends_on from plans.company_plan where company_id = $1',
      values: [made.id],
    } as never)
    expect(plan.trial_ends_on).toBe('2026-06-24')
    const owner = await service.database.one({
      text: 'select person_id, role from identity.company_member where company_id = $1',
      values: [made.id],
    } as never)
    expect(owner).toEqual({ person_id: agency.administrator.id, role: 'owner' })
  })

  test('takes its numbers in every form, and its first year begins with the year if nothing is said', async () => {
    const { id, organizationNumber, address, vatNumber } = ok(
      await api.post(
        companies,
        aCompany({ organizationNumber: '5560360793', ownerEmail: ` ${agency.administrator.email.toUpperCase()}` }),
      ),
    )
    expect([organizationNumber, address.country, vatNumber]).toEqual(['556036-0793', 'SE', null])
    const years = ok(await api.get(`/companies/${id}/fiscal-years`)).items
    expect(years).toMatchObject([{ startDate: '2026-01-01', endDate: '2026-12-31' }])
  })

  test.each([
    ['01-01', '2026-06-10', '2026-01-01', '2026-12-31'],
    ['06-01', '2026-06-10', '2026-06-01', '2027-05-31'],
    ['07-01', '2026-06-30', '2025-07-01', '2026-06-30'],
    ['07-01', '2026-07-01', '2026-07-01', '2027-06-30'],
    ['03-01', '2027-02-28', '2026-03-01', '2027-02-28'],
    ['03-01', '2027-03-01', '2027-03-01', '2028-02-29'],
    ['12-01', '2026-06-10', '2025-12-01', '2026-11-30'],
  ])('whose years begin on %s has on %s the one from %s to %s', (start, today, startDate, endDate) => {
    expect(fiscalYearAround(dayFrom(today), start)).toEqual({ startDate, endDate })
  })

  test('is refused with every reason, and then nothing of it is there', async () => {
    const before = ok(await api.get(companies)).totalItems
    const stranger = await newMember(service, { type: 'agency', id: (await newStaffedAgency(service)).id })
    const notMember = 'must be the address of a member of the agency'
    const cases: [object, Record<string, unknown>][] = [
      [{ ownerEmail: stranger.email }, { '#/ownerEmail': notMember }],
      [{ ownerEmail: 'unknown@example.com' }, { '#/ownerEmail': notMember }],
      [{ name: ' ' }, { '#/name': 'must not be empty' }],
      [{ organizationNumber: '556036-0794' }, { '#/organizationNumber': expect.stringContaining('check digit') }],
      [{ vatNumber: 'SE556036079401' }, { '#/vatNumber': expect.stringContaining('VAT number') }],
      [{ address: { country: 'XX' } }, { '#/address/country': expect.stringContaining('country code') }],
      [{ fiscalYearStart: '02-30' }, { '#/fiscalYearStart': 'must be the first of a month, MM-DD' }],
      [{ fiscalYearStart: '13-01' }, { '#/fiscalYearStart': 'must be the first of a month, MM-DD' }],
      [
        { companyType: 'proprietorship', fiscalYearStart: '07-01' },
        { '#/fiscalYearStart': expect.stringContaining('calendar year') },
      ],
      [{ companyType: 'x' }, { '#/companyType': expect.stringContaining('must be') }],
      [{ vatSetting: 'daily' }, { '#/vatSetting': expect.stringContaining('must be') }],
      [
        { ownerEmail: 'x', organizationNumber: 'x', fiscalYearStart: 'x' },
        {
          '#/ownerEmail': notMember,
          '#/organizationNumber': expect.any(String),
          '#/fiscalYearStart': expect.any(String),
        },
      ],
      [
        { companyType: 'x', ownerEmail: 'x', organizationNumber: 'x' },
        {
          '#/companyType': expect.stringContaining('must be'),
          '#/ownerEmail': notMember,
          '#/organizationNumber': expect.any(String),
        },
      ],
    ]
    for (const [changes, faults] of cases) {
      expect(faultsOf(await api.post(companies, aCompany(changes))), JSON.stringify(changes)).toEqual(faults)
    }
    expect(ok(await api.get(companies)).totalItems).toBe(before)
  })

  test('is refused with what is wrong though others are made and refused at the same moment', async () => {
    const asked = Array.from({ length: ABREAST }, (_, at) =>
      at % 4 === 0 ? aCompany() : aCompany({ companyType: 'x', fiscalYearStart: 'x' }),
    )
    const answers = await Promise.all(asked.map((body) => api.post(companies, body)))
    const refused = answers.filter((_, at) => at % 4 !== 0)
    for (const answer of answers.filter((answer) => !refused.includes(answer))) ok(answer)
    for (const answer of refused) {
      expect(Object.keys(faultsOf(answer)), JSON.stringify(answer.body)).toEqual(['#/companyType', '#/fiscalYearStart'])
    }
  })
})

test('its owner is a member of the agency when it is made, even if they are removed at this moment', async () => {
  const leaving = await newMember(service, { type: 'agency', id: agency.id }, 'consultant')
  const asked = await service.operate(async (call) => {
    await removeMember(call, { tenant: { type: 'agency', id: agency.id }, personId: leaving.id })
    const asking = api.post(companies, aCompany({ ownerEmail: leaving.email }))
    // The request is answered now, or waits for the removal.
    await Promise.race([asking, pause(WAIT_MS)])
    return { asking }
  })
  expect(faultsOf(await asked.asking)).toEqual({ '#/ownerEmail': 'must be the address of a member of the agency' })
})

describe('the list', () => {
  test('has the clients of the agency and no others, filtered by name and number', async () => {
    const other = await newStaffedAgency(service)
    const { token } = await (await newIntegration(service)).connect({ type: 'agency', id: other.id })
    const theirs = asToken(service, token)
    const path = `${other.path}/companies`
    expect(ok(await theirs.get(path))).toEqual({ totalItems: 0, totalPages: 0, currentPage: 1, items: [] })
    const owner = { ownerEmail: other.administrator.email }
    const ids: string[] = []
    for (const [name, organizationNumber] of [
      ['Alfa AB', '556047-3521'],
      ['Beta AB', '202100-5489'],
      ['Alfa & Son', '212000-0142'],
    ]) {
      ids.unshift(ok(await theirs.post(path, aCompany({ ...owner, name, organizationNumber }))).id)
    }
    const [son, beta, alfa] = ids
    const found = async (query: string) =>
      ok(await theirs.get(`${path}?query=${encodeURIComponent(query)}`)).items.map(({ id }: { id: string }) => id)
    const cases: [string, (string | undefined)[]][] = [
      ['name~Alfa', [son, alfa]],
      ['name==Beta AB', [beta]],
      ['name!=Beta AB', [son, alfa]],
      ['organizationNumber==5560473521', [alfa]],
      ['organizationNumber==556047-3521', [alfa]],
      ['organizationNumber~2021', [beta]],
      ['name~Alfa && organizationNumber!=2120000142', [alfa]],
    ]
    for (const [query, wanted] of cases) expect([query, await found(query)]).toEqual([query, wanted])
    for (const query of ['companyType==limitedCompany', 'name>A', 'name']) {
      expect((await theirs.get(`${path}?query=${encodeURIComponent(query)}`)).status).toBe(400)
    }
    const answer = await theirs.get(`${path}?pageSize=2`)
    const first = ok(answer)
    expect([first.totalItems, first.totalPages, first.items.length]).toEqual([3, 2, 2])
    const rest = ok(await theirs.get(`${path}?pageSize=2&cursor=${encodeURIComponent(nextCursorOf(answer))}`))
    expect(rest.items.map(({ id }: { id: string }) => id)).toEqual([alfa])
  })

  test('a company that is not the agency’s is not there', async () => {
    const free = await service.newCompany()
    for (const id of [free.id, newId()]) {
      expect(said(await api.get(`${companies}/${id}`))).toEqual([
        404,
        'not-found',
        `There is no client company ${id} of this agency`,
      ])
    }
    await service.operate((call) => addClientCompany(call, { agencyId: agency.id, companyId: free.id }))
    expect(ok(await api.get(`${companies}/${free.id}`)).id).toBe(free.id)
  })
})
