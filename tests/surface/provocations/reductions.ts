// How each refusal of a tax reduction comes about.
import { luhnDigit } from '#numbers/luhn'
import { sql } from '#platform/sql'
import { salesAdmin } from '#sales'
import { checkedCompany } from '#support/checked'
import { copyPaidWork } from '#support/samples/paid-work'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation, type Provoked, verbIn } from '#tests/surface/provocations'

const ANNA = '19850709-9805'

/** One of many fictitious persons: birth numbers from 980 on are for tests, of many days. */
const testPerson = (index: number): string => {
  const day = `19${50 + (index % 50)}01${String(10 + Math.floor(index / 50)).padStart(2, '0')}`
  return `${day}-980${luhnDigit(`${day.slice(2)}980`)}`
}

const work = (changes: object = {}, jobType = 'rutCleaning') => ({
  description: 'Städning',
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  unitPrice: 800,
  taxRate: 25,
  taxReduction: { taxReductionType: jobType.slice(0, 3), jobType },
  ...changes,
})
const roof = [work({}, 'rotConstruction')]

const shared = (personalNumber: string, deductionAmount: number) => [{ personalNumber, deductionAmount }]
const rut = { type: 'rut', description: 'Städning hemma', deductionPeople: shared(ANNA, 500) }
const rot = { type: 'rot', description: 'Nytt tak', deductionPeople: shared(ANNA, 300), propertyType: 'realEstate' }

export const asked = async (company: TestCompany, changes: object = {}) => {
  const { body } = await company.post('/customers', { name: 'Kim Kund', type: 'private' })
  const own = { customerRef: { id: body.id }, invoiceDate: '2026-06-10', lineItems: [work()], taxReduction: rut }
  return company.post('/invoices', { ...own, ...changes })
}

/** By the body of an invoice. */
const invoice = (changes: object): Provocation => over((company) => asked(company, changes))

/** By the persons who share. */
const sharedBy = (...people: [string, number][]) =>
  invoice({ taxReduction: { ...rut, deductionPeople: people.flatMap((person) => shared(...person)) } })

/** By the query of the request file, when an invoice waits. */
const exported = (query: string): Provocation =>
  over(async (company) => {
    await paid(company)
    return company.get(`/invoices/tax-reductions/export?${query}`)
  })

const paid = async (
  company: TestCompany,
  { record = true, ...changes }: Record<string, unknown> = {},
): Promise<string> => {
  const { id, totalAmount, taxReduction } = (await asked(company, changes)).body
  await company.post(`/invoices/${id}/publish`)
  if (record) await company.post(`/invoices/${id}/record`)
  const sumBaseCurrency = totalAmount - (taxReduction?.deductionAmount ?? 0)
  await company.post(`/invoices/${id}/payments`, {
    date: '2026-06-10',
    sumBaseCurrency,
    bookkeepingAccountNumber: 1930,
  })
  return id
}

/** What is left of a sealed number under another secret key: nothing that opens. */
const spoil = ({ rows }: Service['database'], id: string) =>
  rows(sql`
    update sales.tax_reduction_person
    set personal_number = set_byte(personal_number, 40, get_byte(personal_number, 40) # 1) where invoice_id = ${id}`)

/** By what the operator tells of a paid invoice. */
const told =
  (work: (id: string) => Parameters<typeof verbIn>[1], changes: Record<string, unknown> = {}): Provocation =>
  async (service: Service): Promise<Provoked> => {
    const company = checkedCompany(await service.newCompany())
    return verbIn(company.id, work(await paid(company, changes)))(service)
  }

export const ofReductions: Record<string, Provocation> = {
  none: told((id) => (call) => salesAdmin.submitTaxReduction(call, id), {
    taxReduction: null,
    lineItems: [work({ taxReduction: null })],
  }),
  nothingToSubmit: over((company) => company.get('/invoices/tax-reductions/export')),
  tooManyCases: over(async (company) => {
    const people = Array.from({ length: 101 }, (_, index) => shared(testPerson(index), 1)).flat()
    await paid(company, { taxReduction: { ...rut, deductionPeople: people.slice(0, 100) } })
    await paid(company, { taxReduction: { ...rut, deductionPeople: people.slice(100) } })
    return company.get('/invoices/tax-reductions/export')
  }),
  tooManyInvoices: over(async (company, service) => {
    await copyPaidWork(service, { companyId: company.id, id: await paid(company), count: 5000 })
    return company.get('/invoices/tax-reductions/export')
  }),
  unreadableNumbers: over(async (company, { database }) => {
    const id = await paid(company)
    await spoil(database, id)
    return company.get('/invoices/tax-reductions/export')
  }),
  notReady: told((id) => async (call) => {
    await salesAdmin.submitTaxReduction(call, id)
    await salesAdmin.submitTaxReduction(call, id)
  }),
  partOfIt: told((id) => (call) => salesAdmin.submitTaxReduction(call, id, 250)),
  moreThanAll: told((id) => (call) => salesAdmin.submitTaxReduction(call, id, 501)),
  notSubmitted: told((invoiceId) => (call) => salesAdmin.payTaxReduction(call, { invoiceId })),
  notRecorded: told(
    (invoiceId) => async (call) => {
      await salesAdmin.submitTaxReduction(call, invoiceId)
      await salesAdmin.payTaxReduction(call, { invoiceId })
    },
    { record: false },
  ),
}

export const ofReductionFaults: Record<string, Provocation> = {
  unreadableNumber: over(async (company, { database }) => {
    const { id } = (await asked(company)).body
    await spoil(database, id)
    return company.post(`/invoices/${id}/publish`)
  }),
  lineWithoutReduction: invoice({ taxReduction: null }),
  lineOfOtherType: invoice({ lineItems: roof }),
  jobOfOtherType: invoice({ lineItems: [work({ taxReduction: { taxReductionType: 'rut', jobType: 'rotPainting' } })] }),
  lineNotWork: invoice({ lineItems: [work({ unitType: 'day' })] }),
  noWork: invoice({ lineItems: [work({ taxReduction: null })] }),
  noHours: invoice({
    lineItems: [work({ unitType: 'piece', taxReduction: { taxReductionType: 'green', jobType: 'greenCharging' } })],
    taxReduction: { ...rot, type: 'green', realEstateNumber: 'Berga 1:23' },
  }),
  tooManyHours: invoice({ lineItems: [work({ quantity: 1000 })] }),
  privateOnly: over(async (company) => {
    const { body } = await company.post('/customers', { name: 'Kund AB', type: 'company' })
    return asked(company, { customerRef: { id: body.id } })
  }),
  sekOnly: invoice({ currency: 'EUR', currencyRate: 11 }),
  descriptionMissing: invoice({ taxReduction: { ...rut, description: ' ' } }),
  propertyMissing: invoice({ lineItems: roof, taxReduction: { ...rot, propertyType: null } }),
  propertyOfRut: invoice({ taxReduction: { ...rut, realEstateNumber: 'Berga 1:23' } }),
  realEstateNumber: invoice({ lineItems: roof, taxReduction: rot }),
  tenantOrgNumberMissing: invoice({
    lineItems: roof,
    taxReduction: { ...rot, propertyType: 'housingDesignation', apartmentNumber: '1203' },
  }),
  apartmentNumber: invoice({
    lineItems: roof,
    taxReduction: { ...rot, propertyType: 'housingDesignation', tenantOrgNumber: '769600-1231' },
  }),
  propertyPartOfOther: invoice({
    lineItems: roof,
    taxReduction: { ...rot, realEstateNumber: 'Berga 1:23', apartmentNumber: '1203' },
  }),
  tenantOrgNumber: invoice({
    lineItems: roof,
    taxReduction: { ...rot, propertyType: 'housingDesignation', tenantOrgNumber: '1', apartmentNumber: '1203' },
  }),
  personalNumber: sharedBy(['19850709-9806', 500]),
  personTwice: sharedBy([ANNA, 250], [ANNA, 250]),
  tooYoung: sharedBy([`20160709-980${luhnDigit('160709980')}`, 500]),
  wholeKronor: sharedBy([ANNA, 0.5]),
  nothingAsked: sharedBy([ANNA, 0]),
  noRate: invoice({ invoiceDate: '2020-01-01', dueDate: '2020-01-31' }),
  aboveShare: sharedBy([ANNA, 501]),
  aboveTotal: sharedBy([ANNA, 1001]),
  aboveCap: invoice({
    lineItems: [work({ quantity: 200 })],
    taxReduction: { ...rut, deductionPeople: shared(ANNA, 75_001) },
  }),
  typeMissing: over(async (company) => {
    await paid(company)
    await paid(company, { lineItems: roof, taxReduction: { ...rot, realEstateNumber: 'Berga 1:23' } })
    return company.get('/invoices/tax-reductions/export')
  }),
  twoYears: exported('from=2025-12-31&to=2026-01-01'),
  backwards: exported('from=2026-06-10&to=2026-06-09'),
  noSuchPart: exported('part=2'),
  amount: told((invoiceId) => async (call) => {
    await salesAdmin.submitTaxReduction(call, invoiceId)
    await salesAdmin.payTaxReduction(call, { invoiceId, amount: 501 })
  }),
}
