// What of a company a change of a VAT rate touches, and the kinds that its items get at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const item = async (company: TestCompany, description: string, rate: object): Promise<string> =>
  ok(
    await company.post('/items', {
      ...{ itemType: 'salesItem', description, productType: 'goods', unitType: 'piece', unitPrice: 100, ...rate },
    }),
  ).id

const read = async (company: TestCompany): Promise<Answer['body']> => ok(await company.get('/vat-changes'))
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id)

test('what is known to change, and what of the company follows it or does not', async () => {
  const company = checkedCompany(await service.newCompany())
  expect(await read(company)).toEqual({
    ...{ today: '2026-06-10', items: [], recurringInvoices: [] },
    changes: [
      { vatKind: 'dance', from: '2026-07-01', rateBefore: 25, rate: 6, items: 0, recurringInvoices: 0 },
      { vatKind: 'food', from: '2028-01-01', rateBefore: 6, rate: 12, items: 0, recurringInvoices: 0 },
    ],
  })
  const bread = await item(company, 'Bröd', { taxRate: 12 })
  await item(company, 'Mjölk', { vatKind: 'food' })
  await item(company, 'Kaffe', { taxRate: 6 })
  await item(company, 'Hotellrum', { taxRate: 12 })
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { itemType: 'salesItem', productType: 'goods', quantity: 1, unitPrice: 100 }
  const recurring = ok(
    await company.post('/recurring-invoices', {
      customerRef: { id: customer.id },
      schedule: { every: 1, unit: 'months', firstDate: '2026-07-01' },
      lineItems: [
        { ...line, description: 'Frukt', taxRate: 12 },
        { ...line, description: 'Frukt', vatKind: 'food' },
      ],
    }),
  )
  const before = await read(company)
  expect(before.changes[1]).toMatchObject({ vatKind: 'food', items: 1, recurringInvoices: 1 })
  expect(before.items).toEqual([{ id: bread, description: 'Bröd', taxRate: 12 }])
  expect(before.recurringInvoices).toEqual([{ id: recurring.id, description: 'Frukt', taxRate: 12 }])

  const strange = newId()
  const give = (...items: [id: string, vatKind: string][]) =>
    company.post('/vat-changes/items', { items: items.map(([id, vatKind]) => ({ id, vatKind })) })
  const refused = await give([bread, 'food'], [strange, 'food'])
  expect([refused.status, refused.body.errors.map(({ field }: { field: string }) => field)]).toEqual([
    ...[400, ['#/items/1/id']],
  ])
  expect(ids((await read(company)).items)).toEqual([bread])

  const after = ok(await give([bread.toUpperCase(), 'food']))
  expect([after.items, after.changes[1].items]).toEqual([[], 2])
  expect(ok(await company.get(`/items/${bread}`))).toMatchObject({ vatKind: 'food', taxRate: 6, unitPrice: 100 })
})
