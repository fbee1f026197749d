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
  noDraft: async (service) => (await (await anOwner(service)).ask('GET', '/me/drafts/none')).body,
  draftExists: async (service) => {
    const { ask } = await anOwner(service)
    await ask('PUT', '/me/drafts/entry', { content: '{}', isNew: true })
    return (await ask('PUT', '/me/drafts/entry', { content: '{}', isNew: true })).body
  },
  tooManyDrafts: async (service) => {
    const { person, ask } = await anOwner(service)
    await service.database.rows(sql`
      insert into desk.draft (person_id, key, sealed_content, modified_at)
      select ${person.id}, 'draft-' || n, '\\x00', ${service.now()} from generate_series(1, 200) n`)
    return (await ask('PUT', '/me/drafts/entry', { content: '{}' })).body
  },
}

const draft =
  (key: string, body: object): Provocation =>
  async (service) =>
    (await (await anOwner(service)).ask('PUT', `/me/drafts/${key}`, body)).body

export const ofDeskFaults: Record<string, Provocation> = {
  draftKey: draft('%C3%A5', { content: '{}' }),
  draftLength: draft('entry', { content: 'x'.repeat(65_537) }),
  unknownCompany: draft('entry', { content: '{}', companyId: newId() }),
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
