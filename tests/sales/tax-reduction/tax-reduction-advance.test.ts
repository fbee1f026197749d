// A tax reduction of work whose customer has paid by an advance, and owes nothing of the invoice itself.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings, salesAdmin } from '#sales'
import { checkedCompany } from '#support/checked'
import { type Service, startService } from '#support/service'
import { ok, settled } from '#tests/sales/booking/booked'
import { aLine, published } from '#tests/sales/invoicing'
import { madeWork, work } from './household.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

test('a case of work of which an advance has paid the customer’s part asks for all that was agreed', async () => {
  const company = checkedCompany(await service.newCompany())
  const advance = { description: 'Förskott', unitPrice: -400, bookkeepingAccountNumber: 2420 }
  const { id } = await published(company, (await madeWork(company, { lineItems: [work(), aLine(advance)] })).id)
  const reduction = async () => ok(await company.get(`/invoices/${id}`)).taxReduction
  expect((await reduction()).status).toBe('readyToSubmit')
  const { text } = await company.get('/invoices/tax-reductions/export')
  for (const part of ['BetalningsDatum>2026-06-10', 'PrisForArbete>1000', 'BetaltBelopp>500', 'BegartBelopp>500'])
    expect(text).toContain(`${part}<`)
  await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5805-6201' }))
  await settled(company, id, { type: 'reminderFee', sum: -60 })
  const link = ok(await company.post(`/invoices/${id}/payment-link`))
  const page = await fetch(`${service.origin}${new URL(link.url).pathname}`)
  expect([page.status, (await page.text()).includes('60,00')]).toEqual([200, true])
  await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, id))
  expect((await reduction()).status).toBe('submitted')
})
