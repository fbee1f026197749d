// How the refusals of a person's desk come about.
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { asking, logInAs } from '#support/calling'
import { request, type Service, startService } from '#support/service'
import type { Provocation } from './provocations.ts'

const aCompany = {
  ...{ name: 'Eget AB', organizationNumber: '559999-0008' },
  fiscalYear: { startDate: '2026-01-01', endDate: '2026-12-31' },
}

/** Somebody who owns a company, and asks for what is their own. */
const anOwner = async (service: Service) => {
  const { id } = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id }, 'owner')
  return { person, ask: asking(service.base, headers) }
}

export const ofDesk: Record<string, Provocation> = {
  noCompany: async (service) => (await (await anOwner(service)).ask('GET', `/me/companies/${newId()}`)).body,
  tooManyCompanies: async (service) => {
    const { person, ask } = await anOwner(service)
    await service.database.rows(sql`
      with made as (
        insert into identity.company (id, name, organization_number, company_type, created_at)
        select gen_random_uuid(), 'Fyllnad', '559999-0008', 'limitedCompany', now() from generate_series(1, 99)
        returning id)
      insert into identity.company_member (company_id, person_id, role, created_at)
      select id, ${person.id}, 'owner', now() from made`)
    return (await ask('POST', '/companies', aCompany)).body
  },
}

/** Something of the first run, at a service of its own: it is over at one that others use. */
const atFirst =
  (path: string, headers: Record<string, string> = {}, isOver = false): Provocation =>
  async () => {
    const service = await startService()
    if (isOver) await anOwner(service)
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: '{}' }
    const { body } = await request(`${service.base}${path}`, init)
    await service.close()
    return body
  }

export const ofFirstRun: Record<string, Provocation> = {
  isOver: atFirst('/first-run', {}, true),
  noCode: atFirst('/first-run', { via: '1.1 proxy' }),
  foreign: atFirst('/first-run', { origin: 'https://other.example' }),
  noDemo: atFirst('/first-run/demo'),
}
