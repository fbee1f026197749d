// Connections: a company or an agency has consented to an integration. There is one per integration and tenant; when it
// ends, all its tokens end, because reading a token also reads its connection.
import type { Call, CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { empty, type Sql, sql } from '#platform/sql'
import type { Registrant } from './integration.ts'
import { withdrawInvitationsOf } from './invitation-right.ts'
import { accessRefusals } from './refusals.ts'
import type { TenantType } from './scope.rules.ts'

export type Tenant = { type: TenantType; id: string }

type Connection = {
  id: string
  tenantId: string
  tenantName: string
  type: TenantType
  modifiedDateTime: string
}

/** The default number of connections per page. */
export const DEFAULT_CONNECTIONS = 20

/** The tenant of a history entry. */
export const tenantOf = ({ type, id }: Tenant): { companyId?: string; agencyId?: string } =>
  type === 'company' ? { companyId: id } : { agencyId: id }

/**
 * Connects an integration to a tenant with the scopes that a person has consented to. An existing connection keeps its
 * id, and its scopes are replaced: all its tokens immediately lose scopes that are no longer included.
 */
export const connect = async (
  call: Call,
  input: { integrationId: string; tenant: Tenant; scopes: readonly string[]; personId: string },
): Promise<{ id: string; isNew: boolean }> => {
  const { db, now } = call
  const { integrationId, tenant, scopes, personId } = input
  const company = tenant.type === 'company' ? tenant.id : null
  const agency = tenant.type === 'agency' ? tenant.id : null
  const target = company ? sql`(integration_id, company_id)` : sql`(integration_id, agency_id)`
  const id = newId()
  const kept = await db.one<{ id: string }>(sql`
    insert into access.connection (
      id, integration_id, company_id, agency_id, scopes, granted_by, connected_at, changed_at)
    values (${id}, ${integrationId}, ${company}, ${agency}, ${[...scopes]}, ${personId}, ${now}, ${now})
    on conflict ${target} where ended_at is null
    do update set scopes = excluded.scopes, granted_by = excluded.granted_by, changed_at = excluded.changed_at
    returning id`)
  const isNew = kept.id === id
  if (agency && !isNew) await withdrawInvitationsOf(call, integrationId)
  // A consent also lifts the block against the integration as a machine.
  if (agency) await letInAgain(call, { integrationId, agencyId: agency })
  return { id: kept.id, isNew }
}

/**
 * Connects a machine to an agency: its scopes replace those of an earlier connect, and do not affect a person's
 * consent. Null if the agency blocks it: the caller must then roll back.
 */
export const connectMachine = async (
  call: Call,
  { integrationId, agencyId, scopes }: { integrationId: string; agencyId: string; scopes: readonly string[] },
): Promise<{ id: string; isNew: boolean } | null> => {
  const { db, now } = call
  const id = newId()
  const kept = await db.one<{ id: string }>(sql`
    insert into access.connection as c (
      id, integration_id, agency_id, scopes, machine_scopes, connected_at, changed_at)
    values (${id}, ${integrationId}, ${agencyId}, '{}', ${[...scopes]}, ${now}, ${now})
    on conflict (integration_id, agency_id) where ended_at is null
    do update set machine_scopes = excluded.machine_scopes, changed_at = case
      when c.machine_scopes @> excluded.machine_scopes and c.machine_scopes <@ excluded.machine_scopes
      then c.changed_at else excluded.changed_at end
    returning c.id`)
  const isNew = kept.id === id
  // Checked afterwards, because the statement above waits for a concurrent disconnect.
  if (isNew && (await isKeptOut(call, { integrationId, agencyId }))) return null
  if (!isNew) await withdrawInvitationsOf(call, integrationId)
  return { id: kept.id, isNew }
}

type AtAgency = { integrationId: string; agencyId: string }

const isKeptOut = async ({ db }: Call, { integrationId, agencyId }: AtAgency): Promise<boolean> => {
  const { found } = await db.one<{ found: boolean }>(sql`
    select exists (
      select from access.connection
      where agency_id = ${agencyId} and integration_id = ${integrationId} and kept_out) as found`)
  return found
}

/** Lifts an agency's block against an integration; returns whether there was one. */
const letInAgain = async ({ db }: Call, { integrationId, agencyId }: AtAgency): Promise<boolean> => {
  const kept = await db.rows(sql`
    update access.connection set kept_out = false
    where agency_id = ${agencyId} and integration_id = ${integrationId} and kept_out returning 1`)
  return kept.length > 0
}

/** The same by an administrator of the agency, recorded in its history; false if there was no block. */
export const unblockIntegration = async (call: Call, { integrationId, agencyId }: AtAgency): Promise<boolean> => {
  if (!(await letInAgain(call, { integrationId, agencyId }))) return false
  const { name } = await call.db.one<{ name: string }>(sql`
    select name from access.integration where id = ${integrationId}`)
  recordEvent({ ...call, agencyId }, 'connection.allowed', null, { integrationId, integrationName: name })
  return true
}

/** An integration with machine access that an agency blocks. */
export type BlockedIntegration = {
  agencyId: string
  agencyName: string
  integrationId: string
  integrationName: string
}

/** The integrations that these agencies block, by name; at most `limit`. */
export const blockedIntegrationsOf = (
  { db }: Pick<Call, 'db'>,
  agencyIds: readonly string[],
  limit: number,
): Promise<BlockedIntegration[]> =>
  db.rows<BlockedIntegration>(sql`
    select distinct a.id as "agencyId", a.name as "agencyName", i.id as "integrationId", i.name as "integrationName"
    from access.connection c join access.integration i on i.id = c.integration_id
    join identity.agency_view a on a.id = c.agency_id
    where c.kept_out and c.agency_id = any(${[...agencyIds]}::uuid[])
      and i.ended_at is null and i.machine_to_machine_at is not null
    order by i.name, a.name, i.id, a.id limit ${limit}`)

/** All scopes of the connection's integration, by consent or as a machine. */
export const scopesOfBoth = (connection: Sql): Sql =>
  sql`array(select distinct unnest(${connection}.scopes || coalesce(${connection}.machine_scopes, '{}')))`

/** The connection of an integration to a tenant, with the scopes of the current consent; null if there is none. */
export const connectionTo = (
  { db }: Pick<Call, 'db'>,
  { integrationId, tenant }: { integrationId: string; tenant: Tenant },
): Promise<{ id: string; scopes: string[]; connectedAt: Date } | null> => {
  const column = tenant.type === 'company' ? sql`company_id` : sql`agency_id`
  return db.maybe(sql`
    select id, scopes, connected_at as "connectedAt" from access.connection
    where integration_id = ${integrationId} and ${column} = ${tenant.id} and ended_at is null`)
}

/** The integrations connected to a tenant, newest first. */
export const connectionsOf = (
  { db }: Pick<Call, 'db'>,
  { type, id }: Tenant,
  limit: number,
): Promise<{ id: string; integrationId: string; integrationName: string; scopes: string[]; connectedAt: Date }[]> => {
  const column = type === 'company' ? sql`c.company_id` : sql`c.agency_id`
  return db.rows(sql`
    select c.id, i.id as "integrationId", i.name as "integrationName", ${scopesOfBoth(sql`c`)} as scopes,
      c.connected_at as "connectedAt"
    from access.connection c join access.integration i on i.id = c.integration_id
    where ${column} = ${id} and c.ended_at is null order by c.id desc limit ${limit}`)
}

/** A connection as the people of its company or agency see it. */
export type ConnectedIntegration = {
  id: string
  integrationId: string
  integrationName: string
  registeredBy: Registrant
  scopes: string[]
  connectedAt: Date
  changedAt: Date
}

const letInColumns = sql`c.id, i.id as "integrationId", i.name as "integrationName", i.registered_by as "registeredBy",
  ${scopesOfBoth(sql`c`)} as scopes, c.connected_at as "connectedAt",
  c.changed_at as "changedAt"`
const letIn = sql`access.connection c join access.integration i on i.id = c.integration_id`

const changed = { type: 'datetime', column: sql`c.changed_at` } as const

const isOf = ({ type, id }: Tenant): Sql => (type === 'company' ? sql`c.company_id = ${id}` : sql`c.agency_id = ${id}`)

/** A page of the integrations connected to a company or an agency, newest first. */
export const listConnectedIntegrations = (
  call: Call,
  tenant: Tenant,
  request: PageRequest,
): Promise<Page<ConnectedIntegration>> => {
  const list: List<ConnectedIntegration, ConnectedIntegration> = {
    name: 'let-in',
    columns: letInColumns,
    from: letIn,
    where: sql`${isOf(tenant)} and c.ended_at is null`,
    key: [sql`c.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: { integrationName: { type: 'string', column: sql`i.name` }, modifiedDateTime: changed },
    },
    itemOf: ({ id, integrationId, integrationName, registeredBy, scopes, connectedAt, changedAt }) => ({
      id,
      integrationId,
      integrationName,
      registeredBy,
      scopes,
      connectedAt,
      changedAt,
    }),
  }
  return listPage({ ...call, companyId: tenant.id }, list, request)
}

/** One of them, locked until the transaction ends with `lock`; refused as not found. */
export const readConnectedIntegration = async (
  { db }: Pick<Call, 'db'>,
  tenant: Tenant,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<ConnectedIntegration> => {
  const found = await db.maybe<ConnectedIntegration>(sql`
    select ${letInColumns} from ${letIn}
    where c.id = ${id} and ${isOf(tenant)} and c.ended_at is null ${lock ? sql`for update of c` : empty}`)
  if (!found) throw accessRefusals.connectionNotFound({ id })
  return found
}

type ConnectionRow = {
  id: string
  company_id: string | null
  agency_id: string | null
  tenant_name: string
  changed_at: Date
}

const FROM = sql`access.connection c
  left join identity.company_view company on company.id = c.company_id
  left join identity.agency_view agency on agency.id = c.agency_id`
const COLUMNS = sql`c.id, c.company_id, c.agency_id, coalesce(company.name, agency.name) as tenant_name, c.changed_at`

const shown = ({ id, company_id, agency_id, tenant_name, changed_at }: ConnectionRow): Connection => ({
  id,
  tenantId: company_id ?? agency_id ?? '',
  tenantName: tenant_name,
  type: company_id ? 'company' : 'agency',
  modifiedDateTime: momentText(changed_at),
})

/** A call of an integration for itself: a token by consent is limited to its tenant, a general one is not. */
type OwnCall = Call & { integrationId: string; token: { isGeneral: boolean; tenantId: string | null } }

/**
 * The connections that a token may see and end. A token of one tenant must not reveal or end the connection of another.
 */
const isWithin = ({ integrationId, token: { isGeneral, tenantId } }: OwnCall): Sql =>
  sql`c.integration_id = ${integrationId} and c.ended_at is null
    ${isGeneral ? empty : sql`and ${tenantId} in (c.company_id, c.agency_id)`}`

/** A page of an integration's connections, newest first. */
export const listConnections = (
  call: OwnCall,
  { query }: { query: PageRequest & { tenantId?: string } },
): Promise<Page<Connection>> => {
  const { integrationId } = call
  const { tenantId, pageSize = DEFAULT_CONNECTIONS, ...asked } = query
  const narrowed = tenantId === undefined ? empty : sql`and ${tenantId} in (c.company_id, c.agency_id)`
  const list = {
    name: `connections ${tenantId ?? ''}`,
    columns: COLUMNS,
    from: FROM,
    where: sql`${isWithin(call)} ${narrowed}`,
    key: [sql`c.id`],
    keyOf: ({ id }: ConnectionRow) => [id],
    filters: { properties: { modifiedDateTime: changed } },
    itemOf: shown,
  }
  // Cursors are usually bound to a company; here, to the integration.
  return listPage({ ...call, companyId: integrationId }, list, { ...asked, pageSize })
}

export const findConnection = async (
  call: OwnCall,
  { params: { connectionId: id = '' } }: { params: Readonly<Record<string, string>> },
): Promise<Connection> => {
  const found = await call.db.maybe<ConnectionRow>(sql`
    select ${COLUMNS} from ${FROM} where c.id = ${id} and ${isWithin(call)}`)
  if (!found) throw accessRefusals.connectionNotFound({ id })
  return shown(found)
}

/** Ends a connection of the calling integration: its tokens end immediately, the tenant's data stays. */
export const deleteConnection = async (
  call: OwnCall,
  { params }: { params: Readonly<Record<string, string>> },
): Promise<undefined> => {
  const { id } = await findConnection(call, { params })
  const ended = await endConnections(call, { integrationId: call.integrationId, id })
  if (ended === 0) throw accessRefusals.connectionNotFound({ id })
}

/** Ends a connection of a tenant on behalf of an administrator; an agency then also blocks the integration. */
export const disconnect = async (call: Call, { tenant, id }: { tenant: Tenant; id: string }): Promise<void> => {
  const ended = await endConnections(call, { tenant, id, keepsOut: true })
  if (ended === 0) throw accessRefusals.connectionNotFound({ id })
}

/** Ends the connections of a company whose last consent was by these people; returns the names of the integrations. */
export const endConnectionsGrantedBy = async (
  call: Call,
  { companyId, personIds }: { companyId: string; personIds: readonly string[] },
): Promise<string[]> => {
  const tenant = { type: 'company', id: companyId } as const
  const granted = await call.db.rows<{ id: string; name: string }>(sql`
    select c.id, i.name from ${letIn}
    where ${isOf(tenant)} and c.ended_at is null and c.granted_by = any(${[...personIds]}::uuid[])
    order by i.name, c.id for update of c`)
  for (const { id } of granted) await endConnections(call, { tenant, id })
  return granted.map(({ name }) => name)
}

/**
 * The ids of the people responsible for what these integrations do in a company: their owners, and the people who
 * consented, for the company or for an agency with it as a client. For the company, its history has all consents; for
 * an agency only the last one is known. Ids that are not of integrations are ignored.
 */
export const peopleResponsibleFor = async (
  { db, companyId }: CompanyCall,
  integrationIds: readonly string[],
): Promise<string[]> => {
  const ids = [...integrationIds]
  const people = await db.rows<{ id: string }>(sql`
    select owner_id as id from access.integration where id = any(${ids}::uuid[]) and owner_id is not null
    union
    select granted_by from access.connection
    where integration_id = any(${ids}::uuid[]) and granted_by is not null and (company_id = ${companyId}
      or agency_id in (select agency_id from identity.agency_company_view where company_id = ${companyId}))
    union
    select h.actor_id from platform.history h
    where h.company_id = ${companyId} and h.what = 'consent.granted' and h.detail ->> 'integrationId' = any(${ids})`)
  return people.map(({ id }) => id)
}

/** Selects the connections to end. `keepsOut`: an agency also blocks the integration from connecting itself again. */
type Ending =
  | { integrationId: string; id?: string; type?: TenantType }
  | { tenant: Tenant; id?: string; keepsOut?: boolean }

/**
 * Ends connections, with an event in each tenant's history; returns how many. Pending invitations that the integration
 * has sent for its agencies are withdrawn.
 */
export const endConnections = async (call: Call, which: Ending): Promise<number> => {
  const conditions = [
    'integrationId' in which ? sql`c.integration_id = ${which.integrationId}` : tenantIs(which.tenant),
    which.id === undefined ? sql`true` : sql`c.id = ${which.id}`,
    'type' in which && which.type === 'agency' ? sql`c.agency_id is not null` : sql`true`,
  ]
  const keepsOut = 'keepsOut' in which && which.keepsOut === true
  const ended = await call.db.rows<{
    id: string
    integration_id: string
    company_id: string | null
    agency_id: string | null
    name: string
  }>(sql`
    update access.connection c set ended_at = ${call.now}, kept_out = ${keepsOut}::boolean and c.agency_id is not null
    from access.integration i
    where i.id = c.integration_id and c.ended_at is null
      and ${conditions[0]} and ${conditions[1]} and ${conditions[2]}
    returning c.id, c.integration_id, c.company_id, c.agency_id, i.name`)
  for (const { id, integration_id: integrationId, company_id, agency_id, name } of ended) {
    const tenant = { type: company_id ? 'company' : 'agency', id: company_id ?? agency_id ?? '' } as const
    const detail = { connectionId: id, integrationId, integrationName: name }
    recordEvent({ ...call, ...tenantOf(tenant) }, 'connection.deleted', { id }, detail)
    const families = await endFamilies(call, id)
    if (families > 0) recordEvent({ ...call, ...tenantOf(tenant) }, 'token.revoked', { id }, { ...detail, families })
  }
  const ofAgencies = ended.filter(({ agency_id }) => agency_id !== null)
  for (const id of new Set(ofAgencies.map((one) => one.integration_id))) await withdrawInvitationsOf(call, id)
  return ended.length
}

/** Ends the token families of an ended connection; returns how many had a valid token. */
const endFamilies = async ({ db, now }: Call, connectionId: string): Promise<number> => {
  const ended = await db.rows<{ worked: boolean }>(sql`
    update access.token_family f set ended_at = ${now}, ended_because = 'revoked'
    where f.connection_id = ${connectionId} and f.ended_at is null
    returning exists (
        select from access.access_token t where t.family_id = f.id and t.ended_at is null and t.expires_at > ${now}
      ) or exists (
        select from access.refresh_token r
        where r.family_id = f.id and num_nonnulls(r.used_at, r.ended_at) = 0 and r.expires_at > ${now}
      ) as worked`)
  return ended.filter(({ worked }) => worked).length
}

const tenantIs = ({ type, id }: Tenant) => (type === 'company' ? sql`c.company_id = ${id}` : sql`c.agency_id = ${id}`)

/** Ended connections are kept as evidence of the consent. */
export const accessRetainedTables: readonly string[] = ['access.connection']
