// No one is reminded, or owes interest, before they were asked: neither of an invoice that was published after its date
// nor of what the tax authority has refused.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { luhnDigit } from '#numbers/luhn'
import { dayFrom } from '#platform/day'
import { setReferenceRate } from '#reminders'
import { salesAdmin } from '#sales'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2026-01-01'), hundredths: 200 }))
})
afterAll(() => service.close())

const at = (day: string, time = '10:00'): void => service.setNow(`${day}T${time}:00.000Z`)
const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }
const charging = {
  fee: 60,
  isFeeAgreed: true,
  feeOn: 'first',
  chargesInterest: true,
  interestFrom: 'dueDate',
  ownRate: null,
  firstAfterDays: 5,
  daysBetween: 14,
  most: 2,
  dueInDays: 10,
}
const settle = async (company: TestCompany, settings: object) => {
  const ask = await callingAs(service, company, 'owner')
  ok(await ask('PATCH', '/reminder-settings', settings))
}
const preview = async (company: TestCompany, id: string) => ok(await company.get(`/invoices/${id}/reminder-preview`))

test('no one is late before the invoice was there: its days count from the one on which it was published', async () => {
  at('2026-05-01')
  const company = checkedCompany(await service.newCompany())
  await settle(company, { ...charging, interestFrom: 'invoice' })
  const { id: customerId } = ok(await company.post('/customers', { name: 'Sen & Son AB', type: 'company' }))
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const { id } = ok(await company.post('/invoices', { customerRef: { id: customerId }, lineItems: [line], ...dates }))
  at('2026-06-19', '23:00')
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  at('2026-06-24')
  expect(ok(await company.get('/invoices-to-remind')).items).toMatchObject([
    { id, status: 'waiting', nextDate: '2026-06-25', daysOverdue: 24 },
  ])
  at('2026-07-30')
  expect((await preview(company, id)).spans).toMatchObject([
    { firstDate: '2026-07-21', lastDate: '2026-07-30', days: 10 },
  ])
})

test('what the tax authority has refused is late 30 days after that', async () => {
  at('2026-05-01')
  const company = checkedCompany(await service.newCompany())
  await settle(company, charging)
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const { id: customerId } = ok(await company.post('/customers', { name: 'Kim Kund', type: 'private' }))
  const { id } = ok(
    await company.post('/invoices', {
      customerRef: { id: customerId },
      ...dates,
      lineItems: [{ ...line, unitType: 'hour', taxReduction: { taxReductionType: 'rut', jobType: 'rutCleaning' } }],
      taxReduction: {
        type: 'rut',
        description: 'Fönsterputs hemma hos kunden',
        deductionPeople: [{ personalNumber: `19850709-980${luhnDigit('850709980')}`, deductionAmount: 500 }],
      },
    }),
  )
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  at('2026-05-20')
  const payment = { date: '2026-05-20', sumBaseCurrency: 9500, bookkeepingAccountNumber: 1930 }
  const paid = ok(await company.post(`/invoices/${id}/payments`, payment))
  ok(await company.post(`/invoices/${id}/payments/${paid.id}/record`))
  await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, id))
  at('2026-06-10')
  await service.operateFor(company.id, (call) => salesAdmin.refuseTaxReduction(call, { invoiceId: id }))
  const { items } = ok(await company.get('/invoices-to-remind'))
  expect(items).toMatchObject([{ id, status: 'waiting', nextDate: '2026-07-15', unpaidAmount: 500 }])
  at('2026-07-20')
  expect(
    (await preview(company, id)).spans.map(({ firstDate, lastDate, unpaidAmount }: Record<string, unknown>) => [
      firstDate,
      lastDate,
      unpaidAmount,
    ]),
  ).toEqual([['2026-07-11', '2026-07-20', 500]])
})
