// What of a company a change of a VAT rate touches, and the kinds that its items get at once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#platform/id'
import { callingAs } from '#support/calling'
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
      itemType: 'salesItem',
      description,
      productType: 'goods',
      unitType: 'piece',
      unitPrice: 100,
      ...rate,
    }),
  ).id

const read = async (company: TestCompany): Promise<Answer['body']> => ok(await company.get('/vat-changes'))
const none = { items: 0, recurringInvoices: 0, entryTemplates: 0, matchingRules: 0 }
const fieldsOf = ({ body }: Answer) => body.errors.map(({ field }: { field: string }) => field)

/** A recurring invoice, a template and a rule, each with food at 12 %. */
const ofFood = async (company: TestCompany) => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { itemType: 'salesItem', productType: 'goods', quantity: 1, unitPrice: 100 }
  const recurring = ok(
    await company.post('/recurring-invoices', {
      customerRef: { id: customer.id },
      schedule: { every: 1, unit: 'months', firstDate: '2026-07-01' },
      lineItems: [
        { itemType: 'descriptionOnlyItem', description: 'Veckans' },
        { ...line, description: 'Frukt', taxRate: 12 },
        { ...line, description: 'Frukt', vatKind: 'food' },
      ],
    }),
  )
  const vat = { kind: 'vat', account: 2621, side: 'credit', vatRate: 12, vatIncluded: true }
  const template = ok(
    await company.post('/entry-templates', {
      name: 'Matkassar',
      items: [{ kind: 'rest', account: 3002 }, vat, { kind: 'share', account: 1930, side: 'debit', percent: 100 }],
    }),
  )
  const rule = ok(
    await company.post('/matching-rules', {
      name: 'Bageriet, bröd',
      direction: 'in',
      counterparty: 'Bageriet',
      account: 3002,
      vatTreatment: 'domestic',
      taxRate: 12,
    }),
  )
  return { recurring, template, rule }
}

test('what is known to change, and what of the company follows it or does not', async () => {
  const company = checkedCompany(await service.newCompany())
  expect(await read(company)).toEqual({
    today: '2026-06-10',
    changes: [
      { vatKind: 'dance', from: '2026-07-01', rateBefore: 25, rate: 6, ...none },
      { vatKind: 'food', from: '2028-01-01', rateBefore: 6, rate: 12, ...none },
    ],
    pinned: { items: [], recurringInvoices: [], entryTemplates: [], matchingRules: [] },
  })
  const bread = await item(company, 'Bröd', { taxRate: 12 })
  await item(company, 'Mjölk', { vatKind: 'food' })
  const coffee = await item(company, 'Kaffe', { taxRate: 6 })
  await item(company, 'Hotellrum', { taxRate: 12 })
  const { recurring, template, rule } = await ofFood(company)
  const before = await read(company)
  expect(before.changes[1]).toMatchObject({ ...none, vatKind: 'food', items: 1, recurringInvoices: 1 })
  expect(before.pinned).toEqual({
    items: [
      { id: coffee, description: 'Kaffe', taxRate: 6, isDue: false },
      { id: bread, description: 'Bröd', taxRate: 12, isDue: true },
    ],
    recurringInvoices: [{ id: recurring.id, line: 1, description: 'Frukt', taxRate: 12, isDue: true }],
    entryTemplates: [{ id: template.id, line: 1, description: 'Matkassar', taxRate: 12, isDue: true }],
    matchingRules: [{ id: rule.id, description: 'Bageriet, bröd', taxRate: 12, isDue: true }],
  })

  const give = (given: object) => company.post('/vat-changes/kinds', given)
  const vatKind = 'food'
  const all = {
    items: [{ id: bread.toUpperCase(), vatKind }],
    recurringInvoices: [{ id: recurring.id, line: 1, vatKind }],
    entryTemplates: [{ id: template.id, line: 1, vatKind }],
    matchingRules: [{ id: rule.id, vatKind }],
  }
  const wrong: [given: object, field: string][] = [
    [{ items: [...all.items, { id: newId(), vatKind }] }, '#/items/1/id'],
    [{ ...all, recurringInvoices: [{ id: recurring.id, line: 0, vatKind }] }, '#/recurringInvoices/0/line'],
    [{ ...all, entryTemplates: [{ id: template.id, line: 2, vatKind }] }, '#/entryTemplates/0/line'],
    [{ ...all, matchingRules: [{ id: newId(), vatKind }] }, '#/matchingRules/0/id'],
  ]
  for (const [given, field] of wrong) expect(fieldsOf(await give(given))).toEqual([field])
  expect((await read(company)).pinned).toEqual(before.pinned)

  const after = ok(await give(all))
  expect(after.changes[1]).toMatchObject({ items: 2, recurringInvoices: 1, entryTemplates: 1, matchingRules: 1 })
  expect(after.pinned).toEqual({
    items: [{ id: coffee, description: 'Kaffe', taxRate: 6, isDue: false }],
    recurringInvoices: [],
    entryTemplates: [],
    matchingRules: [],
  })
  expect(ok(await company.get(`/items/${bread}`))).toMatchObject({ vatKind, taxRate: 6, unitPrice: 100 })
  expect(ok(await company.get(`/recurring-invoices/${recurring.id}`)).lineItems[1]).toMatchObject({ vatKind })
  expect(ok(await company.get(`/matching-rules/${rule.id}`))).toMatchObject({ vatKind, counterparty: 'Bageriet' })
})

test('a line that looks like food at another rate is in the queue until it is mended', async () => {
  const company = checkedCompany(await service.newCompany())
  const ask = await callingAs(service, company, 'owner')
  const waiting = async (): Promise<string[]> =>
    ok(await ask('GET', '/queue?kind=invoice.vatRate')).items.map(({ id }: { id: string }) => id)
  const line = { itemType: 'salesItem', productType: 'goods', quantity: 1, unitPrice: 100, taxRate: 12 }
  const draft = ok(
    await company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: [{ ...line, description: 'Bröd' }] }),
  )
  const early = { invoiceDate: '2026-06-10', deliveryDate: '2026-03-31' }
  ok(await company.post('/invoices', { ...early, lineItems: [{ ...line, description: 'Bröd' }] }))
  expect(await waiting()).toEqual([draft.id])
  const served = [{ ...draft.lineItems[0], vatKind: 'restaurant' }]
  ok(await company.put(`/invoices/${draft.id}`, { ...draft, lineItems: served }))
  expect(await waiting()).toEqual([])
  // The name of the account says it as well.
  ok(await ask('POST', '/chart-of-accounts', { account: 3052, name: 'Försäljning livsmedel' }))
  const onAccount = [{ ...line, description: 'Varor enligt lista', bookkeepingAccountNumber: 3052 }]
  const other = await company.post('/invoices', { invoiceDate: '2026-06-10', lineItems: onAccount })
  expect(String(other.headers.get('service-warning'))).toContain('#/lineItems/0/taxRate')
  expect(await waiting()).toEqual([other.body.id])
})
