// How the refusals of recurring invoices come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { writtenColumns } from '#support/columns'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const line = { description: 'Avtal', itemType: 'salesItem', productType: 'services', unitPrice: 100, taxRate: 25 }
const schedule = { every: 1, unit: 'months', firstDate: '2098-12-01' }

const adding = async (company: TestCompany, changes: Record<string, unknown> = {}) => {
  const { id } = ok(await company.post('/customers', { name: 'Avtalskund AB', type: 'company' }))
  return company.post('/recurring-invoices', { customerRef: { id }, lineItems: [line], schedule, ...changes })
}
const added = (changes: Record<string, unknown>): Provocation => over((company) => adding(company, changes))

const twice = (verb: string): Provocation =>
  over(async (company) => {
    const { id } = ok(await adding(company))
    ok(await company.post(`/recurring-invoices/${id}/${verb}`))
    return company.post(`/recurring-invoices/${id}/${verb}`)
  })

export const ofRecurring: Record<string, Provocation> = {
  recurringNotFound: over((company) => company.get(`/recurring-invoices/${newId()}`)),
  tooManyRecurring: over(async (company, { database }) => {
    const { id } = ok(await adding(company))
    const columns = await writtenColumns(database, 'recurring', 'schedule')
    await database.rows(sql`
      insert into recurring.schedule (${columns})
      select ${columns} from (
        select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
        from recurring.schedule s cross join generate_series(1, 19999)
        where s.company_id = ${company.id} and s.id = ${id}
      ) made`)
    return adding(company)
  }),
  recurringEnded: twice('end'),
  occurrenceNotFound: over(async (company) => {
    const { id } = ok(await adding(company))
    return company.post(`/recurring-invoices/${id}/occurrences/2098-12-01/retry`)
  }),
  occurrenceNotFailed: over(async (company) => {
    const { id } = ok(await adding(company))
    const { date } = ok(await company.post(`/recurring-invoices/${id}/make-now`))
    return company.post(`/recurring-invoices/${id}/occurrences/${date}/dismiss`)
  }),
  overtaken: over(async (company) => {
    const { id } = ok(await adding(company))
    return company.post(`/recurring-invoices/${id}/make-now?date=2099-01-01`)
  }),
  recurringNotActive: twice('pause'),
}

export const ofRecurringFaults: Record<string, Provocation> = {
  noSalesLine: over((company) =>
    company.post('/vat-changes/kinds', { recurringInvoices: [{ id: newId(), line: 0, vatKind: 'food' }] }),
  ),
  firstDatePast: added({ schedule: { ...schedule, firstDate: '2020-01-01' } }),
  noDates: added({ schedule: { ...schedule, lastDate: '2098-11-30' } }),
  noSuchLine: added({ priceChanges: [{ kind: 'price', fromDate: '2099-01-01', line: 2, unitPrice: 1 }] }),
  lineText: added({ lineItems: [{ ...line, description: `{period}${'x'.repeat(1992)}` }] }),
  priceDecimals: added({ priceChanges: [{ kind: 'price', fromDate: '2099-01-01', line: 1, unitPrice: 0.0000001 }] }),
  percentDecimals: added({ priceChanges: [{ kind: 'percent', fromDate: '2099-01-01', percent: 1.234 }] }),
}
