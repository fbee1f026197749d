// What changes next in the law, and what of a company it touches.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeAccount } from '#ledger'
import { lawValues } from '#rule/law'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Change = { key: string; from: string; touches: Record<string, number> }

const item = { itemType: 'salesItem', productType: 'goods', unitType: 'piece', unitPrice: 100 }

test('a change names its source, and the number of what follows it and of what does not', async () => {
  const company = checkedCompany(await service.newCompany())
  ok(await company.post('/items', { ...item, description: 'Mjölk', vatKind: 'food' }))
  ok(await company.post('/items', { ...item, description: 'Bröd', taxRate: 12 }))
  ok(await company.post('/items', { ...item, description: 'Stol', taxRate: 25 }))
  const read = ok(await company.get('/law-changes'))
  expect(read.today).toBe('2026-06-10')
  expect(read.changes.map(({ from }: Change) => from)).toEqual([...read.changes.map(({ from }: Change) => from)].sort())
  const food = read.changes.find(({ key }: Change) => key === 'vat.food')
  const last = lawValues('vat.food').at(-1)
  expect(food).toMatchObject({ from: last?.from, before: 6, value: last?.value, source: last?.source, unit: 'percent' })
  expect(food.touches).toEqual({
    ...{ items: 1, recurringInvoices: 0, entryTemplates: 0, matchingRules: 0 },
    ...{ ownRates: 1, ossAccounts: 0 },
  })
  const dance = read.changes.find(({ key }: Change) => key === 'vat.dance')
  expect(Object.values(dance.touches).every((count) => count === 0)).toBe(true)
})

test('what the BAS plan of the year changes in the chart is counted', async () => {
  const company = checkedCompany(await service.newCompany())
  await service.operateFor(company.id, (call) => changeAccount(call, '1930', { name: 'Banken' }))
  const { chart } = ok(await company.get('/law-changes'))
  const update = ok(await (await callingAs(service, company, 'owner'))('GET', '/chart-of-accounts/update'))
  expect(chart).toEqual({
    year: update.year,
    adds: update.adds.filter(({ isUsual }: { isUsual: boolean }) => isUsual).length,
    renames: update.renames.length,
    retires: update.retires.length,
  })
  expect(chart.renames).toBe(1)
})
