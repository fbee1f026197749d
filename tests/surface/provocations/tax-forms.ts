// How the refusals of the tax forms come about.
import { sql } from '#platform/sql'
import { ok } from '#support/entries'
import { asMember, member } from '#support/owned'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const at = ({ fiscalYearId }: TestCompany, rest = '') => `/fiscal-years/${fiscalYearId}/tax-forms${rest}`
const note = 'Prov'

const entering = (place: string, value: string): Provocation =>
  over((company) => company.put(at(company, `/${place}`), { value, note }))

/** The files say where the company is. */
const withAddress = async (service: Service, company: TestCompany) => {
  const address = { postalCode: '111 22', city: 'Malmö' }
  const owner = asMember(company, await member(service, company, 'owner'))
  ok(await owner('PATCH', '/company-information', { address }))
}

const as = ({ database }: Service, { id }: TestCompany, form: string) =>
  database.rows(sql`update identity.company set company_type = ${form} where id = ${id}`)

export const ofTaxForms: Record<string, Provocation> = {
  noField: entering('INK2S/1', '1'),
  notEntered: over((company) => company.delete(at(company, '/INK2S/7653'))),
  noFile: over((company) => company.get(at(company, '/files/other'))),
  noPartner: over(async (company, service) => {
    await withAddress(service, company)
    await as(service, company, 'partnership')
    return company.get(at(company, '/files/BLANKETTER.SRU?partner=3'))
  }),
  notReady: over(async (company, service) => {
    await withAddress(service, company)
    ok(await company.put(at(company, '/INK2S/7670'), { value: '5', note }))
    return company.get(at(company, '/files/BLANKETTER.SRU'))
  }),
}

export const ofTaxFormFaults: Record<string, Provocation> = {
  kronor: entering('INK2S/7653', '12,5'),
  negative: entering('INK2S/7763', '-1'),
  cross: entering('INK2S/8040', 'ja'),
  text: over(async (company, service) => {
    await as(service, company, 'proprietorship')
    return company.put(at(company, '/NE/7020'), { value: '#1', note })
  }),
  number: over(async (company, service) => {
    await as(service, company, 'partnership')
    return company.put(at(company, '/INK4DU/8100'), { value: 'Anna', note })
  }),
}
