// Files for the bank once they are made: found again, with who has fetched them and how often, since a file that
// reaches the bank twice may be paid twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { checkedCompany } from '#support/checked'
import { request, type Service, startService } from '#support/service'
import { cookieOf } from '#support/visitor'
import { decided, newSignatory, paid, withBankAccount } from './paying.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('a file is found again, and says who fetched it and how often', async () => {
  const company = checkedCompany(await service.newCompany())
  await withBankAccount(service, company)
  const first = await paid(company)
  const second = await paid(company)
  const { visitor, path } = await newSignatory(service, company)
  await decided(visitor, path)
  const made = (await company.post('/bank-payments/files')).body
  expect(made).toMatchObject({ createdBy: expect.any(String), numberOfPayments: 2, timesFetched: 0 })
  expect(made).not.toHaveProperty('lastFetchedDateTime')
  const at = `/bank-payments/files/${made.id}`
  expect((await company.get(at)).body).toEqual(made)
  service.setNow(new Date('2026-06-10T11:00:00Z'))
  // A request for headers alone does not count as a download, neither here nor on the page.
  const headers = { authorization: `Bearer ${company.token}`, cookie: cookieOf(visitor) }
  for (const url of [`${company.url}${at}/download`, `${service.origin}${path}/files/${made.id}/download`]) {
    expect((await request(url, { method: 'HEAD', headers })).status, url).toBe(200)
  }
  expect((await company.get(at)).body).toEqual(made)
  await company.get(`${at}/download`)
  // The signatories' page says it too, and what is fetched there counts.
  expect((await visitor.get(path)).text).toMatch(/hämtad förut, senast 2026-06-10 av/)
  await visitor.get(`${path}/files/${made.id}/download`)
  const { items } = (await company.get('/bank-payments/files?query=modifiedDateTime>=2026-06-10T11:00:00Z')).body
  expect(items).toEqual([
    {
      ...made,
      timesFetched: 2,
      lastFetchedDateTime: '2026-06-10T11:00:00Z',
      lastFetchedBy: expect.any(String),
      modifiedDateTime: '2026-06-10T11:00:00Z',
    },
  ])
  const inFile = await company.get(`/bank-payments?query=paymentFileRef.id==${made.id}`)
  expect(inFile.body.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
  expect(inFile.body.items[0].paymentFileRef).toEqual({ id: made.id })
  const gone = sql`delete from banking.payment_file_fetch where company_id = ${company.id}`
  await expect(service.database.rows(gone)).rejects.toMatchObject({ code: 'GB071' })
})
