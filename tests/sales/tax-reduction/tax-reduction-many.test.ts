// The request file of more invoices than one file is made of: nothing is left out in silence.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copyPaidWork } from '#support/samples/paid-work'
import { type Service, startService } from '#support/service'
import { ok, paid } from '#tests/sales/booking/booked'
import { published } from '#tests/sales/invoicing'
import { madeWork } from './household.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** How many invoices a request file is made of, as it is refused beyond them. */
const LIMIT = 5000

test('more invoices than are looked through are refused, and fewer days are not', async () => {
  const company = await service.newCompany()
  const { id } = await published(company, (await madeWork(company)).id)
  await paid(company, id, { sum: 500 })
  const exported = (query = '') => company.get(`/invoices/tax-reductions/export${query}`)
  ok(await exported())
  // As many others as there is room for, which were paid the day before.
  await copyPaidWork(service, { companyId: company.id, id, count: LIMIT })
  const refused = await exported()
  expect([refused.status, refused.body.code]).toEqual([400, 'limit-exceeded'])
  expect(refused.body.message).toBe(
    `More than ${LIMIT} invoices that wait to be submitted were paid from 2026-01-01 to 2026-12-31: choose fewer days`,
  )
  ok(await exported('?from=2026-06-10'))
})
