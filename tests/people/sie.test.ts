// Whole years in and out as SIE files, by people: who may, and under whose name the vouchers stand.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addClientCompany } from '#identity'
import { setPlan } from '#plans'
import type { Role } from '#rule/roles'
import { newAgency } from '#support/callers'
import { type Ask, asking, callingAs, logInAs } from '#support/calling'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany()
})

const FILE = [
  '#FLAGGA 0',
  '#PROGRAM "Prov" 1.0',
  '#FORMAT PC8',
  '#GEN 20260601',
  '#SIETYP 4',
  '#FNAMN "Provbolaget AB"',
  '#VER "A" "" 20260301 "Hyra"',
  '{',
  '#TRANS 5010 {} 100.00',
  '#TRANS 1930 {} -100.00',
  '}',
  '',
].join('\r\n')

const importing = (ask: Ask, query = '', headers = {}) => {
  const form = new FormData()
  form.append('file', new Blob([FILE]), 'prov.se')
  return ask('POST', `/sie/import${query}`, form, headers)
}
const entries = async () => (await company.get('/journal-entries')).body

const roles: [role: Role, imports: number][] = [
  ['owner', 200],
  ['administrator', 200],
  ['bookkeeper', 200],
  ['reader', 403],
]
test.each(roles)('%s downloads a year, and whether they import one is answered with %i', async (role, status) => {
  const ask = await callingAs(service, company, role)
  const answer = await importing(ask)
  expect(answer.status, answer.text).toBe(status)
  expect((await entries()).totalItems).toBe(status === 200 ? 1 : 0)
  const year = await ask('GET', `/sie/${company.fiscalYearId}/download`)
  expect([year.status, year.headers.get('content-type')]).toEqual([200, 'application/octet-stream'])
  expect(year.text.includes('#VER "A" 1 20260301 "Hyra"')).toBe(status === 200)
})

test('vouchers have the name of the person who imported them, and a dry run books none', async () => {
  const ask = await callingAs(service, company, 'bookkeeper')
  expect((await importing(ask, '?dryRun=true')).body).toMatchObject({ dryRun: true })
  expect((await entries()).totalItems).toBe(0)
  await importing(ask)
  expect((await entries()).items).toMatchObject([{ registeredBy: { kind: 'user', name: 'Karin Ek' } }])
  const told = (await company.get('/history?query=what==sie.imported')).body.items
  expect(told).toMatchObject([{ actor: { kind: 'user', name: 'Karin Ek' } }])
})

test('consultants of the company’s agency import and export years, and those of another agency do not', async () => {
  const agency = { type: 'agency', id: (await newAgency(service)).id } as const
  const ask = asking(company.url, (await logInAs(service, agency, 'consultant')).headers)
  expect((await importing(ask)).body.message).toMatch(/^You are not a member of this company/)
  expect((await ask('GET', `/sie/${company.fiscalYearId}/download`)).status).toBe(403)
  await service.operateFor(company.id, (call) => addClientCompany(call, { agencyId: agency.id, companyId: company.id }))
  expect((await importing(ask)).status).toBe(200)
  expect((await ask('GET', `/sie/${company.fiscalYearId}/download`)).status).toBe(200)
})

test('a plan that has ended lets the books out, and nothing in', async () => {
  const ask = await callingAs(service, company, 'owner')
  await service.operateFor(company.id, (call) =>
    setPlan(call, { plan: 'Plus', addons: [], expiresOn: '2026-06-09', trialEndsOn: null } as never),
  )
  expect((await importing(ask)).body.message).toMatch(/^The plan Plus of the company ended/)
  expect((await ask('GET', `/sie/${company.fiscalYearId}/download`)).status).toBe(200)
})

test('a form of another site, which cannot send our token, imports nothing', async () => {
  const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  const refused = await importing(asking(company.url, { cookie: headers.cookie }))
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringMatching(/Csrf-Token/)])
  expect((await entries()).totalItems).toBe(0)
})

test('nothing is imported into a closed year', async () => {
  const ask = await callingAs(service, company, 'owner')
  expect((await ask('POST', `/fiscal-years/${company.fiscalYearId}/close`)).status).toBe(200)
  const refused = await importing(ask)
  expect([refused.status, refused.body.errors?.length]).toEqual([400, 1])
  expect((await entries()).totalItems).toBe(0)
})
