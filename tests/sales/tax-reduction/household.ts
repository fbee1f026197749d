// Household work as tests of its tax reduction invoice it: lines of work, people, and what the operator does with it.
import { allScopes, identityService } from '#identity'
import { luhnDigit } from '#numbers/luhn'
import { dayFrom } from '#platform/day'
import { salesAdmin } from '#sales'
import { checkedRequests } from '#support/checked'
import type { Service, TestCompany } from '#support/service'
import { ok, paidAndRecorded } from '#tests/sales/booking/booked'
import { aLine, madeCustomer, madeInvoice, published } from '#tests/sales/invoicing'

/** A personal number with its right check digit; birth numbers from 980 on are for tests, and belong to no one. */
export const personBorn = (day: string, birthNumber = '980'): string =>
  `${day}-${birthNumber}${luhnDigit(`${day.slice(2)}${birthNumber}`)}`

/** Three people, one of them with a coordination number. */
export const [anna, bo, cilla] = [personBorn('19850709'), personBorn('19121212'), personBorn('19701063')] as const

/** Work of one hour for 1 000 kronor with tax, at 800 without. */
export const work = (changes: Record<string, unknown> = {}, jobType = 'rutCleaning') =>
  aLine({
    description: 'Fönsterputs',
    productType: 'services',
    unitType: 'hour',
    unitPrice: 800,
    taxReduction: { taxReductionType: jobType.slice(0, 3), jobType },
    ...changes,
  })

type Shares = readonly (readonly [person: string, kronor: number])[]

export const rut = (shares: Shares = [[anna, 500]], changes: Record<string, unknown> = {}) => ({
  type: 'rut',
  description: 'Fönsterputs hemma hos kunden',
  deductionPeople: shares.map(([personalNumber, deductionAmount]) => ({ personalNumber, deductionAmount })),
  ...changes,
})

export const rot = (shares: Shares = [[anna, 300]], changes: Record<string, unknown> = {}) => ({
  ...rut(shares),
  type: 'rot',
  description: 'Nytt tak',
  propertyType: 'realEstate',
  realEstateNumber: 'Berga 1:23',
  ...changes,
})

/** Makes a private customer. */
export const madePerson = (company: TestCompany) =>
  madeCustomer(company, { name: 'Kim Kund', type: 'private', orgNumber: anna })

/** A draft of household work for a private customer: one hour of cleaning, half of it asked for, unless changed. */
export const madeWork = async (company: TestCompany, changes: Record<string, unknown> = {}) =>
  madeInvoice(company, {
    customerRef: { id: (await madePerson(company)).id },
    lineItems: [work()],
    taxReduction: rut(),
    ...changes,
  })

/**
 * Household work due on 15 June 2026, of which the customer has paid his part, and the tax authority refused the other
 * on 20 June, so that it is owed on 20 July.
 */
export const refusedWork = async (service: Service, company: TestCompany): Promise<string> => {
  const { id } = await madeWork(company, { invoiceDate: '2026-06-10', dueDate: '2026-06-15' })
  await published(company, id)
  ok(await company.post(`/invoices/${id}/record`))
  await paidAndRecorded(company, id, { date: '2026-06-10', sum: 500 })
  await service.operateFor(company.id, (call) => salesAdmin.submitTaxReduction(call, id))
  const answer = { invoiceId: id, date: dayFrom('2026-06-20') }
  service.setNow('2026-06-20T10:00:00Z')
  await service.operateFor(company.id, (call) => salesAdmin.refuseTaxReduction(call, answer))
  return id
}

/** Requests of another private integration of the same company. */
export const another = async (service: Service, { id, url }: TestCompany) => {
  const { token } = await service.operateFor(id, (call) =>
    identityService.createToken(call, { name: 'Annan', scopes: allScopes }),
  )
  return checkedRequests(url, token)
}
