// Matching rules and habits as people see and change them: what they propose, and what is booked on it. Over HTTP.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { boxesOfCompany } from '#support/cases'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { IBAN, type WrittenEntry } from '#support/samples/camt-file'
import { type Answer, type NewTestCompany, type Service, startService, type TestCompany } from '#support/service'
import { transacted } from './importing.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (options: NewTestCompany = {}): Promise<TestCompany> => {
  const company = checkedCompany(await service.newCompany(options))
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  return company
}

let references = 0
const entry = (ore: bigint, said: Partial<NonNullable<WrittenEntry['details']>[0]> = {}): WrittenEntry => {
  references += 1
  return { ore, reference: `M${references}`, details: [{ ore, ...said }] }
}
const told = async (of: TestCompany, ...entries: WrittenEntry[]): Promise<Answer['body'][]> => {
  const { path, items } = await transacted(of, { statements: [{ entries }] })
  return items.map((item) => ({ ...item, url: `${path}/${item.id}` }))
}
const proposalsOf = async (of: TestCompany, { url }: { url: string }): Promise<Answer['body'][]> =>
  ok(await of.get(url)).proposals

const mobile = {
  name: 'Mobil',
  direction: 'out',
  counterparty: 'Nordtele AB',
  account: 6212,
  title: 'Mobiltelefon',
  vatTreatment: 'domestic',
  taxRate: 25,
}
const itemsOf = async (of: TestCompany, id: string) =>
  ok(await of.get(`/journal-entries/${id}`)).items.map((item: Record<string, number>) => [
    item.account,
    item.debit ?? 0,
    item.credit ?? 0,
  ])

test('a rule comes before habits, names itself, and is booked with its tax, text and tags as it is proposed', async () => {
  const company = await newCompany()
  const group = ok(await company.post('/tag-groups', { name: 'Projekt', alias: 'P' }))
  const tag = ok(await company.post(`/tag-groups/${group.id}/tags`, { name: 'Alfa' }))
  const bill = (ore: bigint) => entry(ore, { name: 'Nordtele AB', text: 'Juli' })
  const [first, second] = await told(company, bill(-49_900n), bill(-62_500n))
  ok(await company.post(`${first.url}/match`, { account: 6990 }))
  const rule = ok(await company.post('/matching-rules', { ...mobile, tags: [{ tagId: tag.id }] }))
  const [best, habit, ...others] = await proposalsOf(company, second)
  expect(best).toEqual({
    reason: 'rule',
    kind: 'account',
    isSure: true,
    account: 6212,
    amount: -625,
    matchingRuleRef: { id: rule.id, name: 'Mobil' },
    title: 'Mobiltelefon',
    vatTreatment: 'domestic',
    taxRate: 25,
    tags: [{ tagId: tag.id, weight: 1 }],
  })
  expect([habit.reason, habit.account, others]).toEqual(['habit', 6990, []])
  // Nothing was booked by itself.
  expect(ok(await company.get(second.url)).status).toBe('open')
  const { account, title, vatTreatment, taxRate, tags } = best
  const booked = ok(await company.post(`${second.url}/match`, { account, title, vatTreatment, taxRate, tags }))
  expect(booked.matchedWith).toEqual({ account: 6212, vatTreatment: 'domestic', taxRate: 25 })
  const made = ok(await company.get(`/journal-entries/${booked.journalEntryRef.id}`))
  expect([made.title, made.tags.map(({ tagName }: Answer['body']) => tagName)]).toEqual(['Mobiltelefon', ['Alfa']])
  expect(await itemsOf(company, made.id)).toEqual([
    [1930, 0, 625],
    [6212, 500, 0],
    [2641, 125, 0],
  ])
  // What was booked with tax is learned with it.
  const [third] = await told(company, bill(-10_000n))
  ok(await company.put(`/matching-rules/${rule.id}`, { ...mobile, isActive: false }))
  expect(await proposalsOf(company, third)).toMatchObject([
    { reason: 'habit', account: 6212, vatTreatment: 'domestic', taxRate: 25 },
    { reason: 'habit', account: 6990 },
  ])
})

test('a rule goes on without a tag that is gone, and is saved as it is shown', async () => {
  const company = await newCompany()
  const group = ok(await company.post('/tag-groups', { name: 'Projekt', alias: 'P' }))
  const gone = ok(await company.post(`/tag-groups/${group.id}/tags`, { name: 'Alfa' }))
  const stays = ok(await company.post(`/tag-groups/${group.id}/tags`, { name: 'Beta' }))
  const uses = [gone, stays].map(({ id }) => ({ tagId: id, weight: 0.5 }))
  const { id } = ok(await company.post('/matching-rules', { ...mobile, tags: uses }))
  expect((await company.delete(`/tag-groups/${group.id}/tags/${gone.id}`)).status).toBe(204)
  const shown = ok(await company.get(`/matching-rules/${id}`))
  expect(shown.tags).toEqual([{ tagId: stays.id, weight: 0.5 }])
  expect(ok(await company.get('/matching-rules')).items).toEqual([shown])
  const saved = ok(await company.put(`/matching-rules/${id}`, { ...mobile, title: 'Mobil', tags: shown.tags }))
  expect(saved).toMatchObject({ title: 'Mobil', tags: shown.tags })
})

test('a document of the whole amount comes before a rule, and a part of one after it', async () => {
  const company = await newCompany()
  ok(await company.post('/matching-rules', { name: 'Swish', textContains: 'swish', account: 3740 }))
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const draft = { customerRef: { id: customer.id }, invoiceDate: '2026-06-01', lineItems: [line] }
  const { id } = ok(await company.post('/invoices', draft))
  const { paymentReference: ocr } = ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  const [whole, part] = await told(
    company,
    entry(125_000n, { ocr, text: 'Swish' }),
    entry(20_000n, { ocr, text: 'Swish' }),
  )
  expect((await proposalsOf(company, whole)).map(({ reason }) => reason)).toEqual(['ocr', 'rule'])
  const partly = await proposalsOf(company, part)
  expect(partly.map(({ reason, isSure }) => [reason, isSure])).toEqual([
    ['rule', false],
    ['ocr', false],
  ])
})

test('sales and purchases with their tax, and what the buyer owes', async () => {
  const company = await newCompany()
  const taxed = async (ore: bigint, body: object) => {
    const [one] = await told(company, entry(ore))
    return itemsOf(company, ok(await company.post(`${one?.url}/match`, body)).journalEntryRef.id)
  }
  expect(await taxed(112_000n, { account: 3002, vatTreatment: 'domestic', taxRate: 12 })).toEqual([
    [1930, 1120, 0],
    [3002, 0, 1000],
    [2621, 0, 120],
  ])
  expect(await taxed(-100_000n, { account: 4535, vatTreatment: 'euServices' })).toEqual([
    [1930, 0, 1000],
    [4535, 1000, 0],
    [2645, 250, 0],
    [2614, 0, 250],
  ])
  expect(await taxed(-100_000n, { account: 4425, vatTreatment: 'domesticServicesReverseCharge', taxRate: 6 })).toEqual([
    [1930, 0, 1000],
    [4425, 1000, 0],
    [2647, 60, 0],
    [2634, 0, 60],
  ])
  // On an account that does not declare it the base stands beside it, also of what comes back.
  expect(await taxed(-100_000n, { account: 6540, vatTreatment: 'euServices' })).toEqual([
    [1930, 0, 1000],
    [6540, 1000, 0],
    [2645, 250, 0],
    [2614, 0, 250],
    [4535, 1000, 0],
    [4598, 0, 1000],
  ])
  expect(await taxed(100_000n, { account: 6540, vatTreatment: 'nonEuServices', taxRate: 12 })).toEqual([
    [1930, 1000, 0],
    [6540, 0, 1000],
    [2645, 0, 120],
    [2624, 120, 0],
    [4532, 0, 1000],
    [4598, 1000, 0],
  ])
  expect(await taxed(125_000n, { account: 3740, vatTreatment: 'domestic', taxRate: 25 })).toEqual([
    [1930, 1250, 0],
    [3740, 0, 1000],
    [2611, 0, 250],
    [3098, 0, 1000],
    [3099, 1000, 0],
  ])
  const [open] = await told(company, entry(-100n))
  const refused = async (body: object) =>
    (await company.post(`${open?.url}/match`, body)).body.errors.map(({ field }: { field: string }) => field)
  expect(await refused({ account: 6570, taxRate: 25 })).toEqual(['#/taxRate'])
  expect(await refused({ journalEntryId: open?.id, vatTreatment: 'domestic', tags: [] })).toEqual([
    '#/vatTreatment',
    '#/tags',
  ])
  expect(await refused({ account: 6570, tags: [{ tagId: open?.id }] })).toEqual(['#/tags/0/tagId'])
})

test('a rule is changed only by a user who has read its latest version, and removed', async () => {
  const company = await newCompany()
  const { id } = ok(await company.post('/matching-rules', mobile))
  const path = `/matching-rules/${id}`
  const { headers, body } = await company.get(path)
  expect(body).toMatchObject({ ...mobile, isActive: true, textContains: null, fromAmount: null, tags: [] })
  const stale = { 'if-match': headers.get('etag') ?? '' }
  const changed = { name: 'Mobil', fromAmount: 100, toAmount: 2000, account: 6230 }
  expect(ok(await company.put(path, changed))).toMatchObject({
    fromAmount: 100,
    toAmount: 2000,
    account: 6230,
    vatTreatment: 'exempt',
    taxRate: 0,
    counterparty: null,
  })
  expect((await company.put(path, mobile, stale)).status).toBe(412)
  expect((await company.delete(path, stale)).status).toBe(412)
  const wrong = async (change: object) =>
    (await company.post('/matching-rules', { ...mobile, name: 'Ny', ...change })).body.errors.map(
      ({ field, message }: { field: string; message: string }) => `${field} ${message}`,
    )
  expect(await wrong({ name: 'Mobil' })).toEqual(['#/name another matching rule is named Mobil'])
  expect(await wrong({ counterparty: '  ' })).toEqual([expect.stringContaining('# needs at least one of')])
  expect(await wrong({ fromAmount: 2, toAmount: 1 })).toEqual(['#/toAmount must not be less than fromAmount'])
  expect(await wrong({ account: 9999 })).toEqual([expect.stringContaining('#/account account 9999')])
  const named = async (query: string) =>
    ok(await company.get(`/matching-rules?query=${query}`)).items.map(({ name }: { name: string }) => name)
  expect([await named('name~Mob'), await named('account==6212')]).toEqual([['Mobil'], []])
  expect((await company.delete(path)).status).toBe(204)
  expect((await company.get(path)).status).toBe(404)
})

test('what was learned is listed, is not proposed when it is switched off, and comes back', async () => {
  const company = await newCompany()
  const song = () => entry(-11_900n, { name: 'Musiktjänsten AB' })
  const [one, two, wrong, other, open] = await told(
    company,
    song(),
    song(),
    song(),
    entry(500n, { text: 'Ränta 2026' }),
    song(),
  )
  const take = async ({ url }: Answer['body'], account: number) => ok(await company.post(`${url}/match`, { account }))
  await take(one, 6540)
  await take(two, 6540)
  const { journalEntryRef } = await take(wrong, 4010)
  ok(await company.post(`/journal-entries/${journalEntryRef.id}/reverse`))
  await take(other, 8311)
  const { items } = ok(await company.get('/matching-habits'))
  const habit = items.find(({ account }: Answer['body']) => account === 6540)
  expect(habit).toEqual({
    id: habit.id,
    counterparty: 'Musiktjänsten AB',
    direction: 'out',
    account: 6540,
    times: 2,
    lastDate: one.date,
    isUsed: true,
  })
  expect(items).toHaveLength(2)
  expect(items).toContainEqual(expect.objectContaining({ account: 8311, direction: 'in', counterparty: 'Ränta 2026' }))
  const path = `/matching-habits/${habit.id}`
  expect(ok(await company.put(path, { isUsed: false }))).toEqual({ ...habit, isUsed: false })
  expect(await proposalsOf(company, open)).toEqual([])
  expect(ok(await company.get('/matching-habits')).items).toContainEqual({ ...habit, isUsed: false })
  ok(await company.put(path, { isUsed: true }))
  expect((await proposalsOf(company, open)).map(({ account }) => account)).toEqual([6540])
  // Another company has learned nothing, and sees nothing of it.
  const stranger = await newCompany()
  expect(ok(await stranger.get('/matching-habits')).items).toEqual([])
  expect((await stranger.put(path, { isUsed: false })).status).toBe(404)
})

test('a rule with a kind proposes the rate and the account of the day of the transaction', async () => {
  const company = await newCompany()
  const food = { name: 'Swish', direction: 'in', textContains: 'butik', account: 3002, vatTreatment: 'domestic' }
  const wrong = await company.post('/matching-rules', { ...food, vatTreatment: 'exempt', vatKind: 'food' })
  expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual(['#/vatKind'])
  const rule = ok(await company.post('/matching-rules', { ...food, taxRate: 25, vatKind: 'food' }))
  expect(rule).toMatchObject({ vatKind: 'food', taxRate: 6 })
  const [sale] = await told(company, entry(106_00n, { text: 'Butik' }))
  const [best] = await proposalsOf(company, sale)
  expect(best).toMatchObject({ reason: 'rule', account: 3003, vatTreatment: 'domestic', taxRate: 6 })
  const { account, vatTreatment, taxRate } = best
  const booked = ok(await company.post(`${sale.url}/match`, { account, vatTreatment, taxRate }))
  expect(await itemsOf(company, booked.journalEntryRef.id)).toEqual([
    [1930, 106, 0],
    [3003, 0, 100],
    [2631, 0, 6],
  ])
  ok(await company.put(`/matching-rules/${rule.id}`, { ...rule, vatKind: 'restaurant' }))
  expect((await proposalsOf(company, (await told(company, entry(112_00n, { text: 'Butik' })))[0])).at(0)).toMatchObject(
    {
      account: 3002,
      taxRate: 12,
    },
  )
  const own = ok(await company.put(`/matching-rules/${rule.id}`, { ...food, taxRate: 12 }))
  expect([own.taxRate, own.vatKind]).toEqual([12, undefined])
})

/** What the buyer owes tax of, and the boxes of the base and of the tax at 25 %. */
const owed = [
  ['euGoods', '20', '30'],
  ['euServices', '21', '30'],
  ['nonEuServices', '22', '30'],
  ['domesticGoodsReverseCharge', '23', '30'],
  ['domesticServicesReverseCharge', '24', '30'],
  ['import', '50', '60'],
] as const
const costs = [4010, 5420, 5460, 6540, 7690, 4535]
const ways = (['accrual', 'cash'] as const).flatMap((accountingMethod) =>
  owed.flatMap(([vatTreatment, box, taxBox]) =>
    costs.map((account) => ({ accountingMethod, vatTreatment, box, taxBox, account })),
  ),
)

test('what a transaction was for has its base in the return with its tax, on any account', () =>
  every(
    ways,
    ({ accountingMethod, vatTreatment, account }) => `${vatTreatment} on ${account}, ${accountingMethod}`,
    async ({ accountingMethod, vatTreatment, box, taxBox, account }) => {
      const company = await newCompany({ accountingMethod })
      const [one] = await told(company, entry(-100_000n))
      ok(await company.post(`${one?.url}/match`, { account, vatTreatment, taxRate: 25 }))
      expect(await boxesOfCompany(company)).toEqual({ [box]: 1000, [taxBox]: 250, '48': 250 })
    },
  ))
