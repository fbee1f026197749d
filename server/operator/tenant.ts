// Companies and agencies, as operators see them: their identity and plans, never their books.
import { addMember, createAgency, findAgency, findPersonByEmail, NO_ORGANIZATION_NUMBER } from '#identity'
import type { Addon, Plan } from '#plans'
import type { Call } from '#platform/call'
import type { Day } from '#platform/day'
import { asItem, type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { operatorFaults as faults } from './refusals.ts'

export type OperatedCompany = {
  id: string
  name: string
  organizationNumber: string
  isTest: boolean
  members: number
  agencies: number
  plan: Plan | null
  addons: Addon[] | null
  expiresOn: Day | null
  trialEndsOn: Day | null
}

const companyColumns = sql`c.id, c.name, c.organization_number as "organizationNumber", c.is_test as "isTest",
  (select count(*)::int from identity.company_member_view m where m.company_id = c.id) as members,
  (select count(*)::int from identity.agency_company_view a where a.company_id = c.id) as agencies,
  p.plan, p.addons, p.expires_on as "expiresOn", p.trial_ends_on as "trialEndsOn"`

/** A page of the companies, newest first. */
export const listOperatedCompanies = (call: Call, request: PageRequest): Promise<Page<OperatedCompany>> => {
  const list: List<OperatedCompany, OperatedCompany> = {
    name: 'operated-companies',
    columns: companyColumns,
    from: sql`identity.company_view c left join plans.company_plan_view p on p.company_id = c.id`,
    // Without removed companies, on which no action is possible.
    where: sql`c.organization_number <> ${NO_ORGANIZATION_NUMBER}`,
    key: [sql`c.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`c.name` },
        organizationNumber: { type: 'string', column: sql`c.organization_number` },
        plan: { type: 'string', column: sql`p.plan` },
        expiresOn: { type: 'date', column: sql`p.expires_on` },
        trialEndsOn: { type: 'date', column: sql`p.trial_ends_on` },
      },
    },
    itemOf: asItem,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}

type OperatedAgency = {
  id: string
  name: string
  organizationNumber: string
  members: number
  clients: number
}

/** Registers an agency with its first administrator. */
export const makeAgency = async (
  call: Call,
  { adminEmail, ...given }: { name: string; organizationNumber: string; adminEmail: string },
): Promise<OperatedAgency> => {
  const person = await findPersonByEmail(call, adminEmail)
  refuseIfAny(person ? [] : [faults.noAccount('#/adminEmail')])
  const { id } = await createAgency(call, given)
  if (person) await addMember(call, { tenant: { type: 'agency', id }, personId: person.id, role: 'administrator' })
  const { name, organizationNumber } = await findAgency(call, id)
  return { id, name, organizationNumber, members: 1, clients: 0 }
}

/** The names of companies and agencies, by id. */
export const namesOf = async (
  { db }: Pick<Call, 'db'>,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const found = await db.rows<{ id: string; name: string }>(sql`
    select id, name from identity.company_view where id = any(${[...ids]}::uuid[])
    union all select id, name from identity.agency_view where id = any(${[...ids]}::uuid[])`)
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** A page of the agencies, newest first. */
export const listOperatedAgencies = (call: Call, request: PageRequest): Promise<Page<OperatedAgency>> => {
  const list: List<OperatedAgency, OperatedAgency> = {
    name: 'operated-agencies',
    columns: sql`a.id, a.name, a.organization_number as "organizationNumber",
      (select count(*)::int from identity.agency_member_view m where m.agency_id = a.id) as members,
      (select count(*)::int from identity.agency_company_view c where c.agency_id = a.id) as clients`,
    from: sql`identity.agency_view a`,
    where: sql`true`,
    key: [sql`a.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`a.name` },
        organizationNumber: { type: 'string', column: sql`a.organization_number` },
      },
    },
    itemOf: asItem,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}
