// The chart of accounts: what a new company begins with, and what it changes.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test.each([
  [1690, 'Fordringar för tecknat men ej inbetalt aktiekapital'],
  [3041, 'Försäljning av tjänster inom Sverige, 25 % moms'],
  [3051, 'Försäljning av varor inom Sverige, 25 % moms'],
])('a new company may book on %i', async (account, name) => {
  const company = await service.newCompany()
  const shown = await company.get(`/chart-of-accounts/${account}`)
  expect(shown.body).toMatchObject({ account, name, accountType: 'basePlanAccount' })
  const items = [
    { account, debit: 25 },
    { account: 1930, credit: 25 },
  ]
  expect((await company.post('/journal-entries', { title: 'Prov', date: '2026-06-10', items })).status).toBe(200)
})

describe('an account', () => {
  const newCompany = async () => checkedCompany(await service.newCompany())
  const historyOf = (company: TestCompany) =>
    service.database.rows<{ detail: unknown }>(sql`
      select detail from platform.history where company_id = ${company.id} and what = 'account.changed' order by id`)
  const book = (company: TestCompany, account: number) =>
    company.post('/journal-entries', {
      title: 'Prov',
      date: '2026-06-10',
      items: [
        { account, debit: 25 },
        { account: 1930, credit: 25 },
      ],
    })

  test('is renamed and given codes, and the history has what it was', async () => {
    const company = await newCompany()
    await book(company, 6110)
    const changes = { name: '  Papper och pennor ', sruCodes: ['7513', '7514', '7513'], vatCode: '48' }
    const { status, body } = await company.patch('/chart-of-accounts/6110', changes)
    expect(status).toBe(200)
    expect(body).toEqual({
      account: 6110,
      name: 'Papper och pennor',
      accountType: 'basePlanAccount',
      active: true,
      sruCodes: ['7513', '7514'],
      vatCode: '48',
    })
    expect((await company.get('/chart-of-accounts/6110')).body).toMatchObject({ name: 'Papper och pennor' })
    const { text } = await company.get(`/sie/${company.fiscalYearId}/download`)
    expect(text).toMatch(/#KONTO 6110 "Papper och pennor"\r\n#KTYP 6110 K\r\n#SRU 6110 7513\r\n#SRU 6110 7514/)
    expect(await historyOf(company)).toEqual([
      {
        detail: {
          account: 6110,
          before: { name: expect.any(String), sruCodes: ['7513'], vatCode: null },
          after: { name: 'Papper och pennor', sruCodes: ['7513', '7514'], vatCode: '48' },
        },
      },
    ])
    expect((await company.patch('/chart-of-accounts/6110', { vatCode: '' })).body.vatCode).toBeNull()
    await company.patch('/chart-of-accounts/6110', {})
    expect(await historyOf(company)).toHaveLength(2)
  })

  test('that is made inactive takes no entries until it is active again', async () => {
    const company = await newCompany()
    await company.patch('/chart-of-accounts/6110', { active: false })
    expect((await book(company, 6110)).body.errors[0].message).toBe('account 6110 is not active')
    const listed = await company.get('/chart-of-accounts?query=account==6110')
    expect(listed.body).toEqual([])
    await company.patch('/chart-of-accounts/6110', { active: true })
    expect((await book(company, 6110)).status).toBe(200)
  })

  test('is listed as it is now, however often the list was read before', async () => {
    const company = await newCompany()
    const listed = async () => {
      const { body } = await company.get('/chart-of-accounts')
      // Filtered requests are not answered from the cache.
      expect(body).toEqual((await company.get('/chart-of-accounts?query=account>0')).body)
      return body.map(({ account, name }: { account: number; name: string }) => `${account} ${name}`)
    }
    const before: string[] = await listed()
    expect(before).toEqual([...before].sort())
    const name = 'Papper, \\ "pennor" & 📎'
    await company.patch('/chart-of-accounts/6110', { name })
    const renamed: string[] = await listed()
    expect(renamed).toEqual(before.map((line) => (line.startsWith('6110 ') ? `6110 ${name}` : line)))
    await company.patch('/chart-of-accounts/6110', { active: false })
    expect(await listed()).toEqual(renamed.filter((line) => !line.startsWith('6110 ')))
    await company.patch('/chart-of-accounts/6110', { active: true })
    expect(await listed()).toEqual(renamed)
    await book(company, 6110)
    expect(await listed()).toEqual(renamed)
  })

  test('that automatic entries need is made inactive with a warning', async () => {
    const company = await newCompany()
    const { status, headers } = await company.patch('/chart-of-accounts/1510', { active: false })
    expect([status, headers.get('service-warning')]).toEqual([
      200,
      expect.stringContaining('Account 1510 is used by automatic entries (receivable)'),
    ])
  })

  const wrong: [Record<string, unknown>, string][] = [
    [{ name: ' ' }, '#/name'],
    [{ name: 'x'.repeat(201) }, '#/name'],
    [{ sruCodes: ['7281', '72'] }, '#/sruCodes/1'],
    [{ vatCode: '09' }, '#/vatCode'],
    [{ number: 1931 }, '#/number'],
  ]
  test.each(wrong)('refuses %j', async (changes, field) => {
    const company = await newCompany()
    const { status, body } = await company.patch('/chart-of-accounts/1930', changes, { prefer: 'handling=strict' })
    expect([status, body.errors[0].field]).toEqual([400, field])
    expect(await historyOf(company)).toEqual([])
  })

  test('needs the scope, and must be there', async () => {
    const reader = await service.newCompany({ scopes: ['chart-of-accounts:read'] })
    expect((await reader.patch('/chart-of-accounts/1930', { name: 'X' })).status).toBe(403)
    expect((await (await newCompany()).patch('/chart-of-accounts/1999', { name: 'X' })).status).toBe(404)
  })
})
