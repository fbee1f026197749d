// Contacts of customers: which of them stay who they are when a customer is changed.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { type Service, startService, type TestCompany } from '#support/service'
import { aCustomer } from './customer-support.ts'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = checkedCompany(await service.newCompany())
})
afterAll(() => service.close())

test('keeps the ids of contacts that a change names by name and e-mail alone', async () => {
  const karin = { name: 'Karin Berg', email: 'karin@example.com' }
  const contacts = [karin, { name: 'Per' }, { ...karin, phone: '070' }, { name: 'Ulf' }]
  const { body: before } = await company.post('/customers', aCustomer({ contactsDetails: contacts }))
  const [first, per, second, ulf] = before.contactsDetails.map(({ id }: { id: string }) => id)
  const change = (contactsDetails: object[]) =>
    company.put(`/customers/${before.id}`, { name: 'Kund AB', type: 'company', contactsDetails })
  const { body } = await change([
    { name: 'Per ' },
    { ...karin, email: 'KARIN@example.com', phone: '08-1' },
    { name: 'Ny' },
    { ...karin, id: second },
    { name: 'Per' },
    { name: 'Ulf', email: 'ulf@example.com' },
  ])
  const ids = body.contactsDetails.map(({ id }: { id: string }) => id)
  expect(ids).toEqual([per, first, expect.any(String), second, expect.any(String), expect.any(String)])
  expect(new Set([...ids, ulf]).size).toBe(7)
})
