// The BAS plan of the year in the chart of a company: what it adds, renames and retires, which people tick.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChartAccount, updateOf } from '#rules/ledger/accounts/chart-update'
import { connectWhere } from '#support/by-company'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

type Planned = [number: number, name: string, code: string | null]
const plan: Planned[] = JSON.parse(readFileSync('server/ledger/accounts/bas-2026.json', 'utf8'))
const defaults: { number: number; name: string; sru: string[]; former?: string[] }[] = JSON.parse(
  readFileSync('server/ledger/default-chart.json', 'utf8'),
)

describe('the usual chart', () => {
  /** Accounts that no plan has: services, bases of VAT and the like, for automatic entries. */
  const ownOnes = [2012, 2427, 2428, 3011, 3012, 3013, 3014, 3041, 3051, 3098, 3099, 3107, 3930, 4512, 4549, 4598, 7399]
  /** The plan has a slip in them. */
  const otherwiseNamed = [1513, 2614, 2624]

  test('has accounts of BAS 2026, named as there, and those of automatic entries', () => {
    const names = new Map(plan.map(([number, name]) => [number, name]))
    const others = defaults.filter(({ number }) => !names.has(number)).map(({ number }) => number)
    expect(others).toEqual(ownOnes)
    const renamed = defaults.filter(({ number, name }) => names.has(number) && names.get(number) !== name)
    expect(renamed.map(({ number }) => number)).toEqual(otherwiseNamed)
  })

  test('belongs to the fields of the tax return that BAS 2026 says, so that neighbours agree', () => {
    const codes = new Map(plan.map(([number, , code]) => [number, code]))
    const others = defaults.filter(({ number, sru }) => codes.has(number) && codes.get(number) !== (sru[0] ?? null))
    expect(others).toEqual([])
  })

  test.each([1240, 1249, 1250, 1259, 1515, 1580, 7834, 7835])('has no %i any more', (account) => {
    expect(defaults.some(({ number }) => number === account)).toBe(false)
  })
})

const usual = new Map(
  defaults.map(({ number, name, sru, former = [] }) => [number, { account: number, name, sruCodes: sru, former }]),
)
const charted = (account: number, changes: Partial<ChartAccount> = {}): ChartAccount => {
  const found = usual.get(account) ?? { name: 'Konto', sruCodes: [] }
  return { account, name: found.name, sruCodes: found.sruCodes, isOfPlan: true, active: true, ...changes }
}
const roles = new Set([3930, 1930])

const cases: [what: string, account: ChartAccount, renames: number[], retires: [number, number | null][]][] = [
  ['as it is now', charted(1930), [], []],
  ['with the name it had before', charted(1930, { name: 'Företagskonto/checkkonto/affärskonto' }), [1930], []],
  ['with other fields', charted(4010, { sruCodes: ['7511'] }), [4010], []],
  ['without fields, by its number', charted(4010, { sruCodes: [] }), [], []],
  ['that left the plan', charted(1580), [], [[1580, 1686]]],
  ['that became a free account', charted(1240), [], [[1240, 1226]]],
  ['that left with nothing in its place', charted(1515), [], [[1515, null]]],
  ['that left and is closed already', charted(1580, { active: false }), [], []],
  ["that is the company's own", charted(1580, { isOfPlan: false }), [], []],
  ['of automatic entries', charted(3930), [], []],
  ['of the usual chart alone', charted(3041), [], []],
]

test('an account is told of where the plan has it otherwise, or not at all', () =>
  every(
    cases,
    ([what]) => what,
    ([, account, renames, retires]) => {
      const found = updateOf(new Map([[account.account, account]]), usual, roles)
      expect(found.renames.map((one) => one.account)).toEqual(renames)
      expect(found.retires.map((one) => [one.account, one.instead])).toEqual(retires)
      expect(found.adds.some((one) => one.account === account.account)).toBe(false)
    },
  ))

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const update = async (company: TestCompany): Promise<Answer['body']> =>
  ok(await company.get('/chart-of-accounts/update'))

/** A chart as companies got it before BAS 2026. */
const older = async (company: TestCompany) => {
  const client = await connectWhere(service, company.id)
  await client.query(
    `insert into ledger.account (company_id, number, name, account_type, kind, sru, vat_code) values
      ($1, 1580, 'Fordringar för kontokort och kuponger', 'basePlanAccount', 'asset', '{7251}', null),
      ($1, 7835, 'Avskrivningar på datorer', 'basePlanAccount', 'expense', '{7515}', null)`,
    [company.id],
  )
  await client.query(
    `update ledger.account set name = 'Inköp material och varor', sru = '{7511}' where company_id = $1 and number = 4010`,
    [company.id],
  )
  await client.end()
  ok(await company.patch('/chart-of-accounts/1930', { name: 'Vår bank' }))
}

test('a new company has nothing to rename or retire, and what it lacks is not usual', async () => {
  const company = checkedCompany(await service.newCompany())
  const { year, adds, renames, retires } = await update(company)
  expect([year, renames.map((one: { account: number }) => one.account), retires]).toEqual([2026, [], []])
  expect(adds.length).toBeGreaterThan(900)
  expect(adds.filter(({ isUsual }: { isUsual: boolean }) => isUsual)).toEqual([])
})

test('an older chart stays as it is until people tick, and then follows all or nothing', async () => {
  const company = checkedCompany(await service.newCompany())
  await older(company)
  const before = await update(company)
  expect(before.renames).toEqual([
    {
      account: 1930,
      name: 'Företagskonto',
      sruCodes: ['7281'],
      isOwnName: true,
      own: { name: 'Vår bank', sruCodes: ['7281'] },
    },
    {
      account: 4010,
      name: 'Inköp av handelsvaror i Sverige',
      sruCodes: ['7512'],
      isOwnName: false,
      own: { name: 'Inköp material och varor', sruCodes: ['7511'] },
    },
  ])
  expect(before.retires.map((one: { account: number; instead: number }) => [one.account, one.instead])).toEqual([
    [1580, 1686],
    [7835, 7832],
  ])
  expect((await company.post('/chart-of-accounts/update', { rename: [4010] })).status).toBe(403)

  const items = [
    { account: 1580, debit: 100, credit: 0 },
    { account: 3001, debit: 0, credit: 100 },
  ]
  ok(await company.post('/journal-entries', { title: 'Kort', date: '2026-02-01', items }))
  const asOwner = await callingAs(service, company, 'owner')
  const apply = (body: object) => asOwner('POST', '/chart-of-accounts/update', body)
  const wrong = await apply({ add: [1930], rename: [4010, 3001], retire: [1580, 2440] })
  expect([wrong.status, wrong.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    400,
    ['#/add/0', '#/rename/1', '#/retire/1', '#/retire/0'],
  ])
  expect(await update(company)).toEqual(before)

  const moved = [
    { account: 1686, debit: 100, credit: 0 },
    { account: 1580, debit: 0, credit: 100 },
  ]
  ok(await company.post('/journal-entries', { title: 'Till 1686', date: '2026-02-02', items: moved }))
  const after = ok(await apply({ add: [1291], rename: [4010], retire: [1580, 7835] }))
  expect([after.renames.map((one: { account: number }) => one.account), after.retires]).toEqual([[1930], []])
  const chart = ok(await company.get('/chart-of-accounts'))
  const named = (number: number) => chart.find((one: { account: number }) => one.account === number)
  expect(named(1291)).toEqual({
    account: 1291,
    name: 'Konst och liknande tillgångar',
    accountType: 'basePlanAccount',
  })
  expect(named(4010)?.name).toBe('Inköp av handelsvaror i Sverige')
  expect([named(1580), named(7835), named(1930)?.name]).toEqual([undefined, undefined, 'Vår bank'])
  expect((await apply({ add: [1291] })).status).toBe(400)
})
