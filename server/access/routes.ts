// The endpoints of this context in the table of rows; those of OAuth itself are in oauth.ts.
import { DateTime, generalRow, Id, named, object, pageOf, pageQuery, type Row, Type } from '#http'
import { companyConnectionRows, connectionsOfAgencyRows } from './connected-integration-routes.ts'
import { DEFAULT_CONNECTIONS, deleteConnection, findConnection, listConnections } from './connection.ts'
import { integrationRows } from './integration-routes.ts'
import { accessRefusals } from './refusals.ts'

const Connection = named(
  'Connection',
  object({
    id: Id,
    tenantId: Type.String({ format: 'uuid', description: 'The company or agency' }),
    tenantName: Type.String(),
    type: Type.Enum(['company', 'agency']),
    modifiedDateTime: DateTime,
  }),
)

const ConnectionQuery = object({
  ...pageQuery('modifiedDateTime>=2026-06-10T10:00:00Z', DEFAULT_CONNECTIONS).properties,
  tenantId: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only the connection to this company or agency' }),
  ),
})

const tag = 'Connections'

export const accessRows: readonly Row[] = [
  generalRow({
    method: 'GET',
    path: '/connections',
    operationId: 'listConnections',
    tag,
    summary: 'List connections',
    description:
      'The companies and agencies that the calling integration is connected to, newest first: all of them with a general token, only its own tenant with a token from a consent. `query` filters on modifiedDateTime.',
    query: ConnectionQuery,
    answer: { json: pageOf(Connection) },
    refusals: [],
    run: listConnections,
  }),
  generalRow({
    method: 'GET',
    path: '/connections/{connectionId}',
    operationId: 'getConnection',
    tag,
    summary: 'Read a connection',
    description:
      "One of the calling integration's own connections; with a token from a consent only that of its own tenant.",
    answer: { json: Connection },
    tagged: true,
    refusals: [accessRefusals.connectionNotFound],
    run: findConnection,
  }),
  generalRow({
    method: 'DELETE',
    path: '/connections/{connectionId}',
    operationId: 'deleteConnection',
    tag,
    summary: 'Disconnect',
    description:
      'Ends the connection and all its tokens at once: the next request with one of them is refused with 401. The data of the tenant stays. A token from a consent can end only the connection of its own tenant.',
    answer: 'nothing',
    events: ['connection.deleted', 'token.revoked', 'invitation.withdrawn'],
    refusals: [accessRefusals.connectionNotFound],
    current: findConnection,
    run: deleteConnection,
  }),
  ...companyConnectionRows,
  ...connectionsOfAgencyRows,
  ...integrationRows,
]
