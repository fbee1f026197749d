// Agencies: accounting practices (redovisningsbyråer), which manage the companies that are their clients.
import { wrongName } from '#identity/people/name.rules'
import { organizationNumber } from '#numbers/organization-number'
import type { Call, CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { identityFaults, peopleRefusals } from './refusals.ts'

export type Agency = { id: string; name: string; organizationNumber: string }

const MAX_NAME_LENGTH = 200

/** Registers an agency and returns its id. The caller adds its first administrator. */
export const createAgency = async (
  call: Call,
  { name, organizationNumber: given }: Omit<Agency, 'id'>,
): Promise<{ id: string }> => {
  const number = organizationNumber(given)
  const errors: FieldError[] = wrongName(name, MAX_NAME_LENGTH)
  if (number === null) errors.push(identityFaults.organizationNumber('#/organizationNumber'))
  refuseIfAny(errors)
  const id = newId()
  const made = await call.db.rows(sql`
    insert into identity.agency (id, name, organization_number, created_at)
    values (${id}, ${name.trim()}, ${number}, ${call.now}) on conflict (organization_number) do nothing returning 1`)
  if (made.length === 0) throw peopleRefusals.agencyTaken()
  recordEvent({ ...call, agencyId: id }, 'agency.created', { id }, { name: name.trim(), organizationNumber: number })
  return { id }
}

/** The agency with this id; refused as not found. */
export const findAgency = async ({ db }: Pick<Call, 'db'>, id: string): Promise<Agency> => {
  const agency = await db.maybe<Agency>(sql`
    select id, name, organization_number as "organizationNumber" from identity.agency
    where id = ${id} and removed_at is null`)
  if (!agency) throw peopleRefusals.agencyNotFound({ id })
  return agency
}

/** The agency with this organization number; null when there is none. */
export const findAgencyByNumber = ({ db }: Pick<Call, 'db'>, number: string): Promise<Agency | null> =>
  db.maybe<Agency>(sql`
    select id, name, organization_number as "organizationNumber" from identity.agency
    where organization_number = ${number} and removed_at is null`)

/** Agencies in the order they were registered, at most `limit`. */
export const listAgencies = ({ db }: Call, limit: number): Promise<Agency[]> =>
  db.rows<Agency>(sql`
    select id, name, organization_number as "organizationNumber" from identity.agency
    where removed_at is null order by id limit ${limit}`)

/** Makes a company a client of an agency; no effect if it already is. */
export const addClientCompany = async (
  call: Call,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => {
  // Locked, so that a concurrent change of the name is either seen here or sees the client.
  const { name } = await call.db.one<{ name: string }>(sql`
    select name from identity.company where id = ${companyId} for share`)
  const added = await call.db.rows(sql`
    insert into identity.agency_company (agency_id, company_id, name, created_at)
    values (${agencyId}, ${companyId}, ${name}, ${call.now}) on conflict do nothing returning 1`)
  if (added.length === 0) return
  const { name: agencyName } = await findAgency(call, agencyId)
  recordEvent({ ...call, companyId, agencyId }, 'client.added', { id: companyId }, { companyId, agencyId, agencyName })
  happenAt(call, agencyId, 'client.added', companyId)
}

/**
 * Ends the relation of client and agency only: the memberships of the agency's people end with `removeClientCompany`,
 * or with the company.
 */
export const endClient = async (
  call: Call,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => {
  const removed = await call.db.rows(sql`
    delete from identity.agency_company where agency_id = ${agencyId} and company_id = ${companyId} returning 1`)
  if (removed.length === 0) throw peopleRefusals.clientNotFound({ id: companyId })
  const { name: agencyName } = await findAgency(call, agencyId)
  recordEvent(
    { ...call, companyId, agencyId },
    'client.removed',
    { id: companyId },
    { companyId, agencyId, agencyName },
  )
  happenAt(call, agencyId, 'client.removed', companyId)
}

/** Records an event at the company's agencies that its data shown to them was changed. */
export const tellAgencies = async (call: CompanyCall): Promise<void> => {
  const { companyId } = call
  for (const { id } of await agenciesOf(call, companyId)) happenAt(call, id, 'client.changed', companyId)
}

/** The same event for the agency itself, for followers that may not read the client. */
const happenAt = ({ db, now, actor, from }: Call, agencyId: string, kind: Kind, companyId: string): void =>
  recordEvent({ db, now, actor, from, agencyId }, kind, { id: companyId })

export const agenciesOf = ({ db }: Pick<Call, 'db'>, companyId: string): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`
    select a.id, a.name from identity.agency a join identity.agency_company c on c.agency_id = a.id
    where c.company_id = ${companyId} order by a.id`)

/** The companies that are clients of an agency, at most `limit`. */
export const companiesOfAgency = (
  { db }: Pick<Call, 'db'>,
  agencyId: string,
  limit: number,
): Promise<{ id: string; name: string }[]> =>
  db.rows<{ id: string; name: string }>(sql`
    select c.id, c.name from identity.company c join identity.agency_company a on a.company_id = c.id
    where a.agency_id = ${agencyId} order by lower(a.name), a.company_id limit ${limit}`)

/** How many companies are clients of an agency. */
export const countClients = async ({ db }: Pick<Call, 'db'>, agencyId: string): Promise<number> => {
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::integer as count from identity.agency_company where agency_id = ${agencyId}`)
  return count
}

/** Whether a company is a client of an agency, and thus accessible with the agency's tokens. */
export const isClientOf = async (
  { db }: Pick<Call, 'db'>,
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<boolean> => {
  const [found] = await db.rows(sql`
    select 1 from identity.agency_company where agency_id = ${agencyId} and company_id = ${companyId}`)
  return found !== undefined
}
