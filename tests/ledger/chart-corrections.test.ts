// Corrections of the usual chart: told where a company's chart differs, and taken over by people alone.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Charted, isDiffering } from '#rules/ledger/accounts/chart-correction'
import { connectWhere } from '#support/by-company'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok, warningsOf } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const usual: Charted = { name: 'Konto', accountType: 'basePlanAccount', sruCodes: ['7511'] }
const freight: Charted = { ...usual, name: 'Frakter' }
test.for([
  ['as it is now', { account: 4731 }, [[4731, usual]], false],
  ['with another name', { account: 4731 }, [[4731, { ...usual, name: 'Rabatter' }]], false],
  ['with other codes', { account: 4731 }, [[4731, { ...usual, sruCodes: ['7512'] }]], true],
  ['with more of them', { account: 4731 }, [[4731, { ...usual, sruCodes: ['7511', '7512'] }]], true],
  ['without codes, by its number', { account: 4731 }, [[4731, { ...usual, sruCodes: [] }]], false],
  ['of its own', { account: 4731 }, [[4731, { ...usual, accountType: 'customAccount' }]], true],
  ['not there, and not needed', { account: 4731 }, [], false],
  ['not there, beside the one in its place', { account: 5720, instead: 5710 }, [[5710, freight]], true],
  ['not there, nor the one in its place', { account: 5720, instead: 5710 }, [], false],
] as [string, { account: number; instead?: number }, [number, Charted][], boolean][])(
  'an account is corrected: %s',
  ([, correction, chart, is]) => {
    expect(isDiffering({ ...correction, on: '2026-11-29' as never }, new Map(chart), usual)).toBe(is)
  },
)

const told = async (company: TestCompany): Promise<Answer['body'][]> => ok(await company.get('/chart-corrections')).rows
const checkOf = async (company: TestCompany): Promise<Answer['body']> =>
  ok(await company.get(`/fiscal-years/${company.fiscalYearId}/closing`)).checks.find(
    ({ key }: Answer['body']) => key === 'chartCorrections',
  )

test('a chart that is older is told of, stays as it is, and takes what people take over', async () => {
  const company = checkedCompany(await service.newCompany())
  expect(await told(company)).toEqual([])
  expect(await checkOf(company)).toMatchObject({ state: 'done' })
  ok(await company.patch('/chart-of-accounts/4731', { sruCodes: ['7512'], name: 'Våra rabatter' }))
  const client = await connectWhere(service, company.id)
  await client.query('set session_replication_role = replica')
  await client.query('delete from ledger.account where company_id = $1 and number = 5720', [company.id])
  await client.query('update ledger.book set version = gen_random_uuid() where company_id = $1', [company.id])
  await client.end()
  const before = await told(company)
  expect(before).toEqual([
    {
      account: 4731,
      correctedOn: '2026-11-29',
      own: { name: 'Våra rabatter', accountType: 'basePlanAccount', sruCodes: ['7512'] },
      usual: {
        name: 'Erhållna kassarabatter (Råvaror och förnödenheter)',
        accountType: 'basePlanAccount',
        sruCodes: ['7511'],
      },
    },
    {
      account: 5720,
      correctedOn: '2026-11-29',
      own: null,
      usual: { name: 'Tull- och speditionskostnader m.m.', accountType: 'basePlanAccount', sruCodes: ['7513'] },
    },
  ])
  expect(await checkOf(company)).toMatchObject({ state: 'open', severity: 'warns', count: 2 })
  expect((await company.post('/chart-corrections/4731')).status).toBe(403)
  const asOwner = await callingAs(service, company, 'owner')
  const take = (account: string) => asOwner('POST', `/chart-corrections/${account}`)
  expect(await told(company)).toEqual(before)
  expect(ok(await take('4731'))).toMatchObject({ name: 'Våra rabatter', sruCodes: ['7511'] })
  const added = await take('5720')
  expect(ok(added)).toMatchObject({ account: 5720, sruCodes: ['7513'], accountType: 'basePlanAccount' })
  expect(warningsOf(added)[0]).toContain('Account 5720')
  expect([await told(company), (await checkOf(company)).state]).toEqual([[], 'done'])
  for (const account of ['4731', '1930', 'x']) expect((await take(account)).status).toBe(404)
})
