// The chart of accounts: what a new company begins with.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Service, startService } from '#support/service'

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
