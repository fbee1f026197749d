// Integrations: programs of other people that companies and agencies let in. The id is the client_id.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Sql, sql } from '#platform/sql'
import { accessRefusals } from './refusals.ts'
import { isAgencyScope, PASSED_OVER, type Permitted, stillGranted } from './scope.rules.ts'

export const integrationModes = ['test', 'production'] as const
export type IntegrationMode = (typeof integrationModes)[number]

export type Integration = {
  id: string
  ownerId: string
  name: string
  description: string
  mode: IntegrationMode
  redirectUris: string[]
  /** Those it may ask for; elevated ones only once they are among `elevatedScopes` too. */
  scopes: string[]
  elevatedScopes: string[]
  machineToMachineSince: Date | null
  /** What it was registered with when it was approved as a machine; a machine has no other scopes. */
  machineScopes: string[]
  /** Since when strangers may be sent to it, if it is of mode production. */
  approvedSince: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** What an integration is approved for as a machine: the scopes of that moment; none where it is not approved. */
export const machineScopesOf = (integration: Sql): Sql => sql`
  case when ${integration}.machine_to_machine_at is null then '{}' else ${integration}.machine_to_machine_scopes end`

/** Columns of integration `i`. */
const COLUMNS: Sql = sql`
  i.id, i.owner_id as "ownerId", i.name, i.description, i.mode, i.redirect_uris as "redirectUris",
  array_remove(i.scopes, ${PASSED_OVER}::text) as scopes, i.elevated_scopes as "elevatedScopes",
  i.machine_to_machine_at as "machineToMachineSince",
  ${machineScopesOf(sql`i`)} as "machineScopes", i.approved_at as "approvedSince", i.created_at as "createdAt",
  i.ended_at as "endedAt"`

/**
 * Whether an integration waits for the operator: strangers, who are all but its owner, are not sent to it before. One
 * of mode test says what it is on the page of consent.
 */
export const waitsForApproval = ({ mode, approvedSince }: Pick<Integration, 'mode' | 'approvedSince'>): boolean =>
  mode === 'production' && approvedSince === null

/** The agency scopes that were added since it was approved as a machine: for these it waits for the operator again. */
export const addedForMachine = ({ scopes, machineScopes, machineToMachineSince }: Integration): string[] =>
  machineToMachineSince === null ? [] : scopes.filter((scope) => isAgencyScope(scope) && !machineScopes.includes(scope))

/** The integration, ended or not; null when there is none. */
export const readIntegration = ({ db }: Pick<Call, 'db'>, id: string): Promise<Integration | null> =>
  db.maybe<Integration>(sql`select ${COLUMNS} from access.integration i where i.id = ${id}`)

/** The integration, ended or not. With an owner it must be that person's. */
export const findIntegration = async (
  { db }: Pick<Call, 'db'>,
  { id, ownerId, lock = false }: { id: string; ownerId?: string; lock?: boolean },
): Promise<Integration> => {
  const found = await db.maybe<Integration>(
    sql`select ${COLUMNS} from access.integration i where i.id = ${id} ${lock ? sql`for update` : sql``}`,
  )
  if (!found || (ownerId !== undefined && found.ownerId !== ownerId)) throw accessRefusals.integrationNotFound({ id })
  return found
}

/**
 * What an integration may do in a company now, by the company's consent or through agencies that look after it; null
 * where nobody lets it in any more.
 */
export const scopesInCompany = async (
  { rows }: Db,
  { integrationId, companyId }: { integrationId: string; companyId: string },
): Promise<readonly string[] | null> => {
  const found = await rows<Permitted & { granted: string[] }>(sql`
    select i.scopes, i.elevated_scopes as "elevatedScopes", ${machineScopesOf(sql`i`)} as "machineScopes",
      c.scopes as granted
    from access.integration i join access.connection c on c.integration_id = i.id
    where i.id = ${integrationId} and i.ended_at is null and c.ended_at is null and (c.company_id = ${companyId}
      or c.agency_id in (select agency_id from identity.agency_company_view where company_id = ${companyId}))`)
  if (found.length === 0) return null
  return [...new Set(found.flatMap(({ granted, ...permitted }) => stillGranted(granted, permitted, granted)))]
}

/** An integration and a company of which something of the integration's is kept. */
type Inside = { integrationId: string; companyId: string }

/**
 * Those of them whose integration nobody lets into the company any more; what decides is that of `scopesInCompany`.
 * Each is looked up by itself: one integration may be let in by very many.
 */
export const shutOutAmong = async <One extends Inside>({ rows }: Db, all: readonly One[]): Promise<One[]> => {
  if (all.length === 0) return []
  const found = await rows<{ place: number }>(sql`
    select asked.place
    from unnest(${all.map((one) => one.integrationId)}::uuid[], ${all.map((one) => one.companyId)}::uuid[],
      ${all.map((_, place) => place)}::int[]) as asked (integration_id, company_id, place)
    where not exists (
        select from access.integration i where i.id = asked.integration_id and i.ended_at is null)
      or not exists (
        select from access.connection c
        where c.integration_id = asked.integration_id and c.company_id = asked.company_id and c.ended_at is null)
      and not exists (
        select from identity.agency_company_view v join access.connection c on c.agency_id = v.agency_id
        where v.company_id = asked.company_id and c.integration_id = asked.integration_id and c.ended_at is null)`)
  const places = new Set(found.map(({ place }) => place))
  return all.filter((_, place) => places.has(place))
}

/** The integration, locked until the transaction ends; one that has ended is refused. */
export const lockIntegration = async (call: Call, id: string): Promise<Integration> => {
  const found = await findIntegration(call, { id, lock: true })
  if (found.endedAt) throw accessRefusals.integrationEnded({ id })
  return found
}

/**
 * Whether an integration works in agencies as a machine. It is held until the end, so that a privilege that is
 * withdrawn at this moment takes what is made of it along.
 */
export const holdMachine = async ({ db }: Pick<Call, 'db'>, id: string): Promise<boolean> => {
  const { machine } = await db.one<{ machine: boolean }>(sql`
    select machine_to_machine_at is not null and ended_at is null as machine
    from access.integration where id = ${id} for share`)
  return machine
}

/** An integration as an operator sees it: with whose it is, and how many have let it in. */
export type Listed = Integration & { ownerName: string; ownerEmail: string | null; connections: number; state: string }

export const integrationStates = ['waiting', 'test', 'approved', 'ended'] as const

const stateOf = sql`case when i.ended_at is not null then 'ended' when i.mode = 'test' then 'test'
  when i.approved_at is null then 'waiting' else 'approved' end`

/** A page of all integrations, newest first. */
export const listIntegrationPage = (call: Call, request: PageRequest): Promise<Page<Listed>> => {
  const list: List<Listed, Listed> = {
    name: 'integrations',
    columns: sql`i.*`,
    from: sql`(
      select ${COLUMNS}, p.name as "ownerName", p.email as "ownerEmail", ${stateOf} as state,
        (select count(*)::int from access.connection c where c.integration_id = i.id and c.ended_at is null)
          as connections
      from access.integration i join identity.person_view p on p.id = i.owner_id) i`,
    where: sql`true`,
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`i.name` },
        id: { type: 'id', column: sql`i.id` },
        ownerEmail: { type: 'string', column: sql`i."ownerEmail"` },
        state: { type: { oneOf: integrationStates }, column: sql`i.state` },
      },
    },
    itemOf: (one) => one,
  }
  return listPage({ ...call, companyId: '' }, list, request)
}

/** Integrations, newest first: all of them, or those of an owner that have not ended. */
export const listIntegrations = (
  { db }: Call,
  { ownerId, limit }: { ownerId?: string; limit: number },
): Promise<Integration[]> => {
  const which = ownerId === undefined ? sql`true` : sql`i.owner_id = ${ownerId} and i.ended_at is null`
  return db.rows<Integration>(
    sql`select ${COLUMNS} from access.integration i where ${which} order by i.id desc limit ${limit}`,
  )
}
