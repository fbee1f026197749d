// The proposals of a year-end over HTTP: taken, moved on, reversed, waited for and declined, in one year of a company
// that has everything; and the forms of company that have other proposals.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFiscalYear } from '#ledger'
import { balancesOf, ok } from '#support/entries'
import { booked, type Owned, owned } from '#support/owned'
import { type NewTestCompany, type Service, startService } from '#support/service'

let service: Service
let company: Owned
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const YEAR: [string, string] = ['2025-01-01', '2025-12-31']

type Line = { account: number; debit: number; credit: number }
type Proposal = {
  kind: string
  state: string
  date: string
  steps: { label: string; amount: number | null; percent: number | null; source: string | null }[]
  entry: Line[]
  missing: { message: string; reason: string }[]
  waitsFor: string[]
  taken: { journalEntryRef: { id: string }; entry: Line[] }[]
}

const begin = async (options: NewTestCompany = {}) => {
  service.setNow('2026-02-01T10:00:00Z')
  company = await owned(service, { fiscalYear: YEAR, ...options })
  await withAccounts()
}

/** Accounts that a new chart has not. */
const withAccounts = async () => {
  for (const account of [2120, 2123, 2125, 2129, 7410]) {
    await company.as('POST', '/chart-of-accounts', { account, name: `Konto ${account}` })
  }
}
const at = (rest: string) => `/fiscal-years/${company.fiscalYearId}${rest}`
const all = async (): Promise<Record<string, Proposal>> => {
  const { items } = ok(await company.get(at('/proposals')))
  return Object.fromEntries(items.map((one: Proposal) => [one.kind, one]))
}
const give = async (inputs: object) => ok(await company.patch(at('/proposal-inputs'), inputs))
const take = (kind: string) => company.post(at(`/proposals/${kind}/take`))
const reverse = (kind: string) => company.post(at(`/proposals/${kind}/reverse`))

/** What an entry debits, in kronor: below zero it credits. */
const debits = (entry: readonly Line[]) =>
  Object.fromEntries(entry.map(({ account, debit, credit }) => [account, debit - credit]))
const states = (found: Record<string, Proposal>) =>
  Object.fromEntries(Object.values(found).map(({ kind, state }) => [kind, state]))

const opening = [
  { account: 1460, amount: 40000 },
  { account: 1930, amount: 160000 },
  { account: 2081, amount: -100000 },
  { account: 2120, amount: -60000 },
  { account: 2123, amount: -40000 },
]

test.each(['accrual', 'cash'] as const)('a year under the %s method is proposed in order', async (accountingMethod) => {
  await begin({ accountingMethod })
  ok(await company.as('PUT', at('/opening-balances'), { balances: opening }))
  await booked(company, '2025-06-01', { 1930: 500000, 3001: -500000 })
  await booked(company, '2025-06-02', { 6072: 3000, 7210: 100000, 7410: 20000, 1930: -123000 })

  const first = await all()
  expect(Object.keys(first)).toEqual([
    ...['stock', 'doubtfulClaims', 'holidayDebt', 'pensionTax', 'taxDepreciation', 'reserve', 'tax', 'resultDecision'],
  ])
  expect(states(first)).toMatchObject({
    stock: 'lacksInputs',
    holidayDebt: 'lacksInputs',
    pensionTax: 'proposed',
    taxDepreciation: 'nothing',
    tax: 'proposed',
    resultDecision: 'nothing',
  })
  expect(first.tax?.waitsFor).toEqual(['pensionTax', 'reserve'])
  const early = await take('tax')
  expect([early.status, early.body.reason]).toEqual([400, 'proposal.waits'])

  // Stock: 100 pieces at 350, of which 30 would bring 300.
  await give({
    stock: {
      valuation: 'lowest',
      items: [
        { name: 'Stol', account: 1460, quantity: 70, cost: 350 },
        { name: 'Pall', account: 1460, quantity: 30, cost: 350, netValue: 300 },
      ],
    },
    holidayDebt: { employees: [{ name: '7', days: 12.5, dayPay: 1600, contributions: 'full' }] },
  })
  expect(debits(ok(await take('stock')).taken[0].entry)).toEqual({ 1460: -6500, 4960: 6500 })
  // 12.5 × 1 600 = 20 000, and 31.42 % of it.
  expect(debits(ok(await take('holidayDebt')).taken[0].entry)).toEqual({
    2920: -20000,
    2940: -6284,
    7290: 20000,
    7519: 6284,
  })
  // 24.26 % of 20 000.
  expect(debits(ok(await take('pensionTax')).taken[0].entry)).toEqual({ 2514: -4852, 7533: 4852 })
  // 500 000 − 123 000 − 6 500 − 26 284 − 4 852 = 339 364. The fund of 2020 (60 000) is not due until 2026, that of 2023
  // stays: 25 % of 339 364 + 3 000 + 1.96 % of 100 000.
  const reserve = (await all()).reserve
  expect(debits(reserve?.entry ?? [])).toEqual({ 2125: -86081, 8811: 86081 })
  ok(await take('reserve'))
  const computed = ok(await company.get(at('/tax-computation')))
  expect(computed).toMatchObject({
    result: 253283,
    adjustments: [
      { field: '7653', amount: 3000 },
      { field: '7654', amount: 1960 },
    ],
    taxable: 258243,
    taxableRounded: 258240,
    percent: 20.6,
    tax: 53197,
    booked: 0,
  })
  const taken = ok(await take('tax')) as Proposal
  expect(taken.state).toBe('taken')
  expect(debits(taken.taken[0]?.entry ?? [])).toEqual({ 2512: -53197, 8910: 53197 })
  expect((await take('tax')).body.reason).toBe('proposal.nothing')

  await movesOn()
})

/** The books move: what was taken shows the difference, and only that is booked. */
const movesOn = async () => {
  await booked(company, '2025-12-30', { 1930: 40000, 3001: -40000 })
  const moved = await all()
  expect(states(moved)).toMatchObject({ stock: 'taken', reserve: 'moved', tax: 'moved' })
  expect(debits(moved.reserve?.entry ?? [])).toEqual({ 2125: -10000, 8811: 10000 })
  expect(moved.tax?.waitsFor).toEqual(['reserve'])
  ok(await take('reserve'))
  const again = ok(await take('tax')) as Proposal
  expect(again.taken.map(({ entry }) => debits(entry))).toEqual([
    { 2512: -53197, 8910: 53197 },
    { 2512: -6180, 8910: 6180 },
  ])
  const balances = await balancesOf(company)
  expect([balances[8910], balances[2512], balances[2125]]).toEqual([59377, -59377, -96081])

  // Reversed, all of it is proposed again.
  const back = ok(await reverse('tax')) as Proposal
  expect([back.state, back.taken, debits(back.entry)]).toEqual(['proposed', [], { 2512: -59377, 8910: 59377 }])
  expect((await reverse('tax')).body.reason).toBe('proposal.not-taken')
  // An entry that a person reverses counts as well.
  const [standing] = (await all()).reserve?.taken ?? []
  ok(await company.post(`/journal-entries/${standing?.journalEntryRef.id}/reverse`))
  expect((await all()).reserve?.state).toBe('moved')
  await give({ declined: ['reserve'] })
  expect((await all()).tax?.waitsFor).toEqual([])
}

test('a fund is reversed in its sixth year, with the increase of the law; the meeting decides on what is left', async () => {
  await begin()
  ok(
    await company.as('PUT', at('/opening-balances'), {
      balances: opening
        .map((one) => (one.account === 2120 ? { ...one, account: 2129 } : one))
        .filter(({ account }) => account !== 1460)
        .concat([{ account: 1220, amount: 40000 }]),
    }),
  )
  await give({ taxDepreciation: { rule: 'main' }, reserve: { allocation: 0 } })
  const found = await all()
  // Of 40 000, 30 % at most; nothing is depreciated in the books.
  expect(debits(found.taxDepreciation?.entry ?? [])).toEqual({ 2153: -12000, 8853: 12000 })
  ok(await take('taxDepreciation'))
  // The fund of 2019 is six years old.
  expect(debits((await all()).reserve?.entry ?? [])).toEqual({ 2129: 60000, 8819: -60000 })
  ok(await take('reserve'))
  expect(ok(await company.get(at('/tax-computation')))).toMatchObject({
    result: 48000,
    adjustments: [
      { field: '7654', amount: 1960 },
      { field: '7673', amount: 2400 },
    ],
    tax: 10786,
  })
  await give({ tax: { adjustments: [{ label: 'Utdelning', amount: -10000, field: '7753' }], deficit: 50000 } })
  expect(ok(await company.get(at('/tax-computation')))).toMatchObject({ taxable: -7640, taxableRounded: 0, tax: 0 })
  expect((await all()).tax?.state).toBe('nothing')
  const file = await company.get(at('/tax-computation?format=csv'))
  expect(file.text).toContain('IL 40 kap. 2')

  await service.operateFor(company.id, (call) =>
    createFiscalYear(call, { startDate: '2026-01-01', endDate: '2026-12-31' }),
  )
  ok(await company.as('POST', at('/closing'), {}))
  expect((await all()).resultDecision?.state).toBe('lacksInputs')
  await give({ resultDecision: { date: '2026-01-20', dividend: 30000 } })
  const decided = ok(await take('resultDecision')) as Proposal
  expect(decided.date).toBe('2026-01-20')
  expect(debits(decided.taken[0]?.entry ?? [])).toEqual({ 2091: -18000, 2098: 48000, 2898: -30000 })
  expect(decided.state).toBe('taken')
  // Paid out, it stays taken.
  await booked(company, '2026-01-30', { 2898: 30000, 1930: -30000 })
  expect((await all()).resultDecision?.state).toBe('taken')
})

test('inputs are kept by section, bounded, and told in the language of the reader', async () => {
  await begin()
  await give({ stock: { valuation: 'blanket', items: [{ name: 'Stol', account: 1460, quantity: 10, cost: 1000 }] } })
  // 97 % of 10 000.
  expect(debits((await all()).stock?.entry ?? [])).toEqual({ 1460: 9700, 4960: -9700 })
  await give({ pensionTax: { adjustments: [{ label: 'Avgår', amount: -0.5 }] } })
  const kept = ok(await company.get(at('/proposal-inputs')))
  expect(Object.keys(kept).sort()).toEqual(['modifiedBy', 'modifiedDateTime', 'pensionTax', 'stock'])
  expect(Object.keys(await give({ stock: null }))).not.toContain('stock')
  await booked(company, '2025-06-02', { 7210: 100, 1930: -100 })
  const swedish = ok(await company.get(at('/proposals/holidayDebt'), { 'accept-language': 'sv' }))
  expect(swedish.name).toBe('Semesterlöneskuld')
  expect(swedish.missing[0].message).toMatch(/^ange de semesterdagar/)
  const wrong = await company.patch(at('/proposal-inputs'), { tax: { adjustments: [], deficit: 1.005 } })
  expect([wrong.status, wrong.body.errors[0].field]).toEqual([400, '#/tax/deficit'])
})

test('a year without a rate in the table of the law books nothing, and says which is missing', async () => {
  service.setNow('2027-12-31T10:00:00Z')
  company = await owned(service, { fiscalYear: ['2027-01-01', '2027-12-31'] })
  await withAccounts()
  const balances = [
    { account: 2125, amount: -1000 },
    { account: 1930, amount: 1000 },
  ]
  ok(await company.as('PUT', at('/opening-balances'), { balances }))
  const refused = await take('reserve')
  expect([refused.status, refused.body.errors[0].message]).toEqual([
    400,
    'the law’s table has no reserve.standardIncome for 2027-12-31: nothing can be proposed until it has',
  ])
  expect((await all()).reserve?.state).toBe('lacksInputs')
})

test('sole traders have neither tax nor reserve in their books', async () => {
  await begin({ companyType: 'proprietorship' })
  await booked(company, '2025-06-01', { 1930: 100000, 3001: -100000 })
  await booked(company, '2025-06-02', { 7410: 1000, 1930: -1000 })
  const found = await all()
  expect(states(found)).toMatchObject({ reserve: 'inTaxReturn', tax: 'notApplicable', resultDecision: 'notApplicable' })
  expect(found.reserve?.steps.at(-1)).toMatchObject({ amount: 29700, percent: 30, source: 'IL 30 kap. 6 §' })
  expect(debits(found.pensionTax?.entry ?? [])).toEqual({ 2943: -242, 7533: 242 })
  expect((await company.get(at('/tax-computation'))).status).toBe(400)
})
