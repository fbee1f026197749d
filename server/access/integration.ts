// Integrations: third-party programs that companies and agencies connect to. The id is the client_id.
import type { Call } from '#platform/call'
import type { Db } from '#platform/db'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Sql, sql } from '#platform/sql'
import { accessRefusals } from './refusals.ts'
import { isAgencyScope, PASSED_OVER, type Permitted, stillGranted } from './scope.rules.ts'

export const integrationModes = ['test', 'production'] as const
export type IntegrationMode = (typeof integrationModes)[number]

/** Who registered an integration: a person here, or the program itself, by a request or by a document at an address. */
export const registrants = ['person', 'itself', 'document'] as const
export type Registrant = (typeof registrants)[number]

export type Integration = {
  id: string
  /** Null where the program has registered itself. */
  ownerId: string | null
  registeredBy: Registrant
  /** The address that is its client_id, where a document says what it is. */
  documentUrl: string | null
  name: string
  description: string
  mode: IntegrationMode
  redirectUris: string[]
  /** The scopes it may request; elevated ones only if they are also in `elevatedScopes`. */
  scopes: string[]
  elevatedScopes: string[]
  machineToMachineSince: Date | null
  /** The registered scopes at the approval for machine access, which are the only ones it has as a machine. */
  machineScopes: string[]
  /** When production was approved, so that people other than the owner may be redirected to it. */
  approvedSince: Date | null
  createdAt: Date
  endedAt: Date | null
}

/** The scopes approved for machine access; none if it is not approved. */
export const machineScopesOf = (integration: Sql): Sql => sql`
  case when ${integration}.machine_to_machine_at is null then '{}' else ${integration}.machine_to_machine_scopes end`

/** Columns of integration `i`. */
const COLUMNS: Sql = sql`
  i.id, i.owner_id as "ownerId", i.registered_by as "registeredBy", i.document_url as "documentUrl",
  i.name, i.description, i.mode, i.redirect_uris as "redirectUris",
  array_remove(i.scopes, ${PASSED_OVER}::text) as scopes, i.elevated_scopes as "elevatedScopes",
  i.machine_to_machine_at as "machineToMachineSince",
  ${machineScopesOf(sql`i`)} as "machineScopes", i.approved_at as "approvedSince", i.created_at as "createdAt",
  i.ended_at as "endedAt"`

/**
 * Whether a production integration is still unapproved; until then, only its owner is redirected to it. The page of
 * consent marks those in test mode, and those without an owner, which wait for nothing: they read and propose only.
 */
export const waitsForApproval = ({
  mode,
  approvedSince,
  registeredBy,
}: Pick<Integration, 'mode' | 'approvedSince' | 'registeredBy'>): boolean =>
  mode === 'production' && approvedSince === null && registeredBy === 'person'

/** Agency scopes that were added after the approval for machine access, which need another approval. */
export const addedForMachine = ({ scopes, machineScopes, machineToMachineSince }: Integration): string[] =>
  machineToMachineSince === null ? [] : scopes.filter((scope) => isAgencyScope(scope) && !machineScopes.includes(scope))

/** The integration, even if it has ended; null if there is none. */
export const readIntegration = ({ db }: Pick<Call, 'db'>, id: string): Promise<Integration | null> =>
  db.maybe<Integration>(sql`select ${COLUMNS} from access.integration i where i.id = ${id}`)

/** The integration, even if it has ended. With `ownerId` it must be that person's. */
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
 * The current scopes of an integration in a company, by the company's consent or through its agencies; null if it has
 * no connection any more.
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

/** An integration, and a company with stored data of the integration. */
type Inside = { integrationId: string; companyId: string }

/**
 * Those whose integration no longer has access to the company, by the same rule as `scopesInCompany`. Each is looked up
 * separately, because one integration may have very many connections.
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

/** The integration, locked until the transaction ends; refused if it has ended. */
export const lockIntegration = async (call: Call, id: string): Promise<Integration> => {
  const found = await findIntegration(call, { id, lock: true })
  if (found.endedAt) throw accessRefusals.integrationEnded({ id })
  return found
}

/**
 * Whether an integration has machine access. Locked until the transaction ends, so that a concurrent withdrawal also
 * ends what this transaction creates.
 */
export const holdMachine = async ({ db }: Pick<Call, 'db'>, id: string): Promise<boolean> => {
  const { machine } = await db.one<{ machine: boolean }>(sql`
    select machine_to_machine_at is not null and ended_at is null as machine
    from access.integration where id = ${id} for share`)
  return machine
}

/** An integration as an operator sees it, with its owner and number of connections. */
export type Listed = Integration & {
  ownerName: string | null
  ownerEmail: string | null
  connections: number
  state: string
}

export const integrationStates = ['waiting', 'test', 'approved', 'unverified', 'ended'] as const

const stateOf = sql`case when i.ended_at is not null then 'ended' when i.mode = 'test' then 'test'
  when i.registered_by <> 'person' then 'unverified' when i.approved_at is null then 'waiting' else 'approved' end`

/** A page of all integrations, newest first. */
export const listIntegrationPage = (call: Call, request: PageRequest): Promise<Page<Listed>> => {
  const list: List<Listed, Listed> = {
    name: 'integrations',
    columns: sql`i.*`,
    from: sql`(
      select ${COLUMNS}, p.name as "ownerName", p.email as "ownerEmail", ${stateOf} as state,
        (select count(*)::int from access.connection c where c.integration_id = i.id and c.ended_at is null)
          as connections
      from access.integration i left join identity.person_view p on p.id = i.owner_id) i`,
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

/** Integrations, newest first: all of them, or the active ones of an owner. */
export const listIntegrations = (
  { db }: Call,
  { ownerId, limit }: { ownerId?: string; limit: number },
): Promise<Integration[]> => {
  const which = ownerId === undefined ? sql`true` : sql`i.owner_id = ${ownerId} and i.ended_at is null`
  return db.rows<Integration>(
    sql`select ${COLUMNS} from access.integration i where ${which} order by i.id desc limit ${limit}`,
  )
}
