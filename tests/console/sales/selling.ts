// What journeys of sales begin with, made through the API.
import { expect } from 'vitest'
import { luhnDigit } from '#numbers/luhn'
import { changeSettings } from '#sales'
import type { Answer, Service, TestCompany } from '#support/service'

const made = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

type Changes = Record<string, unknown>

/** One of something, for 100 at 25 %. */
export const aLine = (changes: Changes = {}) => ({
  description: 'Stol',
  itemType: 'salesItem',
  productType: 'goods',
  unitPrice: 100,
  taxRate: 25,
  ...changes,
})

export const madeCustomer = async (company: TestCompany, changes: Changes = {}) =>
  made(await company.post('/customers', { name: 'Kund AB', type: 'company', ...changes }))

export const madeItem = async (company: TestCompany, changes: Changes = {}) => {
  const item = { itemType: 'salesItem', description: 'Bord', productType: 'goods', unitType: 'piece' }
  return made(await company.post('/items', { ...item, unitPrice: 500, taxRate: 25, ...changes }))
}

/** A draft, for a customer of its own unless one is named. */
export const madeInvoice = async (company: TestCompany, changes: Changes = {}) => {
  const customerRef = 'customerRef' in changes ? {} : { customerRef: { id: (await madeCustomer(company)).id } }
  const invoice = { invoiceDate: '2026-06-10', lineItems: [aLine()], ...customerRef, ...changes }
  return made(await company.post('/invoices', invoice))
}

/** A draft, published and recorded. */
export const booked = async (company: TestCompany, { id }: { id: string }) => {
  made(await company.post(`/invoices/${id}/publish`))
  return made(await company.post(`/invoices/${id}/record`))
}

/** A personal number with its check digit; those born as number 980 and on are for tests, and belong to no one. */
export const personBorn = (day: string): string => `${day}-980${luhnDigit(`${day.slice(2)}980`)}`

/** An hour of cleaning for 1 000 kronor with tax, half of it asked for. */
export const cleaning = async (company: TestCompany) => {
  const person = personBorn('19850709')
  const customer = await madeCustomer(company, { name: 'Kim Kund', type: 'private', orgNumber: person })
  const work = { productType: 'services', unitType: 'hour', unitPrice: 800, description: 'Fönsterputs' }
  const taxReduction = { taxReductionType: 'rut', jobType: 'rutCleaning' }
  return madeInvoice(company, {
    customerRef: { id: customer.id },
    lineItems: [aLine({ ...work, taxReduction })],
    taxReduction: {
      type: 'rut',
      description: 'Fönsterputs hemma hos kunden',
      deductionPeople: [{ personalNumber: person, deductionAmount: 500 }],
    },
  })
}

/** Says what invoices have to say of the company, so that nothing is asked before they are published. */
export const isReadyToSell = (service: Service, { id }: TestCompany) =>
  service.operateFor(id, (call) => changeSettings(call, { bankgiro: '5805-6201', fTax: true }))
