// How the refusals of a person's desk come about.
import { newId } from '#platform/id'
import { type Sql, sql } from '#platform/sql'
import { runOnFirstMachine } from '#support/by-company'
import { asking, logInAs } from '#support/calling'
import { anEntry, request, type Service, startService } from '#support/service'
import type { Provocation } from '#tests/surface/provocations'

const aCompany = {
  name: 'Eget AB',
  organizationNumber: '559999-0008',
  fiscalYear: { startDate: '2026-01-01', endDate: '2026-12-31' },
}

/** A person who owns a company, and requests their own data. */
const anOwner = async (service: Service) => {
  const { id } = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id }, 'owner')
  return { person, ask: asking(service.base, headers) }
}

const newIds = (length: number): string[] => Array.from({ length }, newId)

const owned = (ids: readonly string[], { id }: { id: string }): Sql => sql`
  insert into identity.company_member (company_id, person_id, role, created_at)
  select id, ${id}::uuid, 'owner', now() from unnest(${ids}::uuid[]) id`

export const ofDesk: Record<string, Provocation> = {
  noCompany: async (service) => (await (await anOwner(service)).ask('GET', `/me/companies/${newId()}`)).body,
  tooManyCompanies: async (service) => {
    const { person, ask } = await anOwner(service)
    const ids = newIds(99)
    await runOnFirstMachine(service, [
      sql`
        insert into identity.company (id, name, organization_number, company_type, created_at)
        select id, 'Fyllnad', '559999-0008', 'limitedCompany', now() from unnest(${ids}::uuid[]) id`,
      owned(ids, person),
    ])
    return (await ask('POST', '/companies', aCompany)).body
  },
  tooManyRemoved: async (service) => {
    const { person, ask } = await anOwner(service)
    const ids = newIds(99)
    await runOnFirstMachine(service, [
      sql`
        insert into identity.company (id, name, organization_number, company_type, created_at, removed_at)
        select id, 'Fyllnad', '000000-0000', 'limitedCompany', now(), ${service.now()}::timestamptz
        from unnest(${ids}::uuid[]) id`,
      sql`
        insert into platform.event (tenant_id, number, id, company_id, kind, happened_at, actor_kind, actor_id,
          actor_name, detail)
        select id, 1, id, id, 'company.created', now(), 'user', ${person.id}::uuid, 'Karin Ek', '{}'
        from unnest(${ids}::uuid[]) id`,
    ])
    return (await ask('POST', '/companies', aCompany)).body
  },
  notOwner: async (service) => {
    const { id } = await service.newCompany()
    const { headers } = await logInAs(service, { type: 'company', id }, 'administrator')
    return (await asking(service.base, headers)('DELETE', `/me/companies/${id}`)).body
  },
  companyMustBeKept: async (service) => {
    const company = await service.newCompany()
    await company.post('/journal-entries', anEntry())
    const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    return (await asking(service.base, headers)('DELETE', `/me/companies/${company.id}`)).body
  },
  noTestCompany: async (service) => (await (await anOwner(service)).ask('GET', `/me/test-companies/${newId()}`)).body,
  tooManyTestCompanies: async (service) => {
    const { person, ask } = await anOwner(service)
    const ids = newIds(10)
    await runOnFirstMachine(service, [
      sql`
        insert into identity.company (id, name, organization_number, company_type, is_test, created_at)
        select id, 'Test', '559999-0008', 'limitedCompany', true, now() from unnest(${ids}::uuid[]) id`,
      owned(ids, person),
      sql`
        insert into desk.test_company (company_id, person_id, created_at, months_made, ready_at)
        select id, ${person.id}::uuid, now(), 12, now() from unnest(${ids}::uuid[]) id`,
    ])
    return (await ask('POST', '/me/test-companies', { name: 'Test' })).body
  },
  testCompanyUnderWay: async (service) => {
    const { ask } = await anOwner(service)
    await ask('POST', '/me/test-companies', { name: 'Test' })
    return (await ask('POST', '/me/test-companies', { name: 'Test' })).body
  },
  testYearUnderWay: async (service) => {
    const { ask } = await anOwner(service)
    const { id } = (await ask('POST', '/me/test-companies', { name: 'Test' })).body
    return (await ask('PUT', `/companies/${id}/clock`, { date: '2027-01-01' })).body
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

/** What an owner of a test company is told who wants its clock to show a day. */
const movedTo =
  (date: string): Provocation =>
  async (service) => {
    const { id } = await service.newCompany({ isTest: true })
    const { headers } = await logInAs(service, { type: 'company', id }, 'owner')
    return (await asking(service.base, headers)('PUT', `/companies/${id}/clock`, { date })).body
  }

export const ofClock: Record<string, Provocation> = {
  noClock: async (service) => (await (await service.newCompany()).get('/clock')).body,
  clockBackwards: movedTo('2026-06-09'),
  clockTooFar: movedTo('2037-06-10'),
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
    const service = await startService({ alone: true })
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
