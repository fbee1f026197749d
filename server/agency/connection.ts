// The connections of an integration to agencies: its own as a machine, or by consent.
import { connectMachine, endConnections, holdMachine, isAgencyScope } from '#access'
import { Answered, type GeneralCall } from '#http'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { empty, type Sql, sql } from '#platform/sql'
import { organizationNumberFilter } from './organization-number.ts'
import { agencyRefusals as refusals } from './refusals.ts'

/** A connection as in the API; clients of other services accept no further property. */
type AgencyConnection = {
  id: string
  agencyId: string
  agencyName: string
  organizationNumber: string
  scopes: string[]
  status: 'active'
  connectedDatetime: string
}

/**
 * Connects the calling integration to an agency, with the agency scopes of its token; 201 if it was not connected. The
 * rights of general tokens there change immediately; tokens by a person's consent are unaffected. Only a machine's
 * token may connect, because a consent for one tenant must not give access to another. If the agency has ended the
 * connection, one of its administrators must allow it again.
 */
export const connectAgency = async (call: GeneralCall, agencyId: string): Promise<Answered<AgencyConnection>> => {
  if (!call.token.isGeneral) throw refusals.notMachine()
  const [agency] = await call.db.rows(sql`select 1 from identity.agency_view where id = ${agencyId}`)
  if (!agency) throw refusals.agencyNotFound({ id: agencyId })
  const scopes = call.token.scopes.filter(isAgencyScope)
  if (!(await holdMachine(call, call.integrationId))) throw refusals.notMachine()
  const made = await connectMachine(call, { integrationId: call.integrationId, agencyId, scopes })
  if (!made) throw refusals.keptOut({ id: agencyId })
  const { id, isNew } = made
  const what = isNew ? 'connection.made' : 'connection.changed'
  recordEvent(
    { ...call, agencyId },
    what,
    { id },
    {
      connectionId: id,
      integrationId: call.integrationId,
      integrationName: call.actor.name,
      scopes,
    },
  )
  return new Answered(await getAgencyConnection(call, agencyId), { status: isNew ? 201 : 200 })
}

/** A page of the calling integration's connections to agencies, newest first. */
export const listAgencyConnections = (call: GeneralCall, request: PageRequest): Promise<Page<AgencyConnection>> =>
  // Cursors are usually bound to a company; here, to the integration.
  listPage({ ...call, companyId: call.integrationId }, listOf(call), request)

/** The calling integration's connection to an agency; refused as not found. */
export const getAgencyConnection = async (call: GeneralCall, agencyId: string): Promise<AgencyConnection> => {
  const found = await call.db.maybe<ConnectionRow>(sql`
    select ${columnsFor(call)} from ${from} where ${isWithin(call)} and c.agency_id = ${agencyId}`)
  if (!found) throw refusals.connectionNotFound({ id: agencyId })
  return shown(found)
}

/** Ends the calling integration's connection to an agency; the agency and its companies stay. */
export const disconnectAgency = async (call: GeneralCall, agencyId: string): Promise<void> => {
  const { id } = await getAgencyConnection(call, agencyId)
  const ended = await endConnections(call, { integrationId: call.integrationId, id })
  if (ended === 0) throw refusals.connectionNotFound({ id: agencyId })
}

/**
 * The connections that a token may see and end: all of its integration's, or for a token by consent only that to its
 * agency.
 */
const isWithin = ({ integrationId, token: { isGeneral, tenantId } }: GeneralCall): Sql =>
  sql`c.integration_id = ${integrationId}
    ${isGeneral ? empty : sql`and c.agency_id = ${tenantId}`}`

type ConnectionRow = {
  id: string
  agency_id: string
  name: string
  organization_number: string
  scopes: string[]
  connected_at: Date
}

/** The scopes for the kind of token: by consent, or as a machine. */
const columnsFor = ({ token: { isGeneral } }: GeneralCall): Sql => {
  const scopes = isGeneral ? sql`coalesce(c.machine_scopes, '{}')` : sql`c.scopes`
  return sql`c.id, c.agency_id, a.name, a.organization_number, ${scopes} as scopes, c.connected_at`
}

const from = sql`access.connection_view c join identity.agency_view a on a.id = c.agency_id`

const shown = ({
  id,
  agency_id,
  name,
  organization_number,
  scopes,
  connected_at,
}: ConnectionRow): AgencyConnection => ({
  id,
  agencyId: agency_id,
  agencyName: name,
  organizationNumber: organization_number,
  scopes,
  status: 'active',
  connectedDatetime: momentText(connected_at),
})

const listOf = (call: GeneralCall): List<ConnectionRow, AgencyConnection> => ({
  name: 'agency-connections',
  columns: columnsFor(call),
  from,
  where: isWithin(call),
  key: [sql`c.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      agencyId: { type: 'id', column: sql`c.agency_id` },
      agencyName: { type: 'string', column: sql`a.name` },
      organizationNumber: organizationNumberFilter(sql`a.organization_number`),
      modifiedDateTime: { type: 'datetime', column: sql`c.changed_at` },
    },
  },
  itemOf: shown,
})
