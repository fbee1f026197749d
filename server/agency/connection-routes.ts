// The endpoints with which integrations find agencies and connect to them.
import { agencyRow, DateTime, Filter, generalRow, Id, named, object, pageOf, pageQuery, type Row, Type } from '#http'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#platform/list'
import { connectAgency, disconnectAgency, getAgencyConnection, listAgencyConnections } from './connection.ts'
import { agencyInformation, resolveAgency } from './information.ts'
import { agencyRefusals as refusals } from './refusals.ts'

const AgencyInformation = named(
  'AgencyInformation',
  object({ id: Id, name: Type.String(), organizationNumber: Type.String({ examples: ['556677-8899'] }) }),
)

const AgencyConnection = named(
  'AgencyConnection',
  object({
    id: Id,
    agencyId: Id,
    agencyName: Type.String(),
    organizationNumber: Type.String({ examples: ['556677-8899'] }),
    scopes: Type.Array(Type.String({ examples: ['agency-companies:read'] })),
    status: Type.Enum(['active', 'disconnected']),
    connectedDatetime: DateTime,
  }),
)

const connections = '/agency-connections'
const connection = `${connections}/{agencyId}`
const tag = 'Agency connections'

export const agencyConnectionRows: readonly Row[] = [
  generalRow({
    method: 'GET',
    path: '/agency-information',
    operationId: 'resolveAgency',
    tag,
    summary: 'Find an agency by its organization number',
    description:
      'A page with the agency, or an empty one. `query` is `organizationNumber==` and the whole number of ten digits, with or without the hyphen; nothing else is accepted.',
    scope: 'agency-information:read',
    query: object({
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000, default: 1, description: 'From 1' })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })),
      query: Filter({ examples: ['organizationNumber==5566778899'] }),
    }),
    answer: { json: pageOf(AgencyInformation) },
    refusals: [],
    example: {
      query: { query: 'organizationNumber==5566778899' },
      answer: {
        totalItems: 1,
        totalPages: 1,
        currentPage: 1,
        items: [{ id: '019a9d2c-5a00-7c3e-9b1f-000000000001', name: 'Byrån AB', organizationNumber: '556677-8899' }],
      },
    },
    run: (call, { query }) => resolveAgency(call, query),
  }),
  agencyRow({
    method: 'GET',
    path: '/agencies/{agencyId}/agency-information',
    operationId: 'getAgencyInformation',
    tag,
    summary: 'Read an agency',
    description: 'The name and organization number of an agency that the calling integration is connected to.',
    scope: 'agency-information:read',
    answer: { json: AgencyInformation },
    tagged: true,
    refusals: [],
    run: agencyInformation,
  }),
  generalRow({
    method: 'GET',
    path: connections,
    operationId: 'listAgencyConnections',
    tag,
    summary: 'List connections to agencies',
    description:
      'The active connections of the calling integration, newest first; with a token from a consent only that of its own agency. `scopes` are what tokens of the same kind have: from a consent, or from connecting as a machine. `query` filters on agencyId, agencyName, organizationNumber and modifiedDateTime.',
    scope: 'agency-connections:read',
    query: pageQuery('agencyName~Byrå'),
    answer: { json: pageOf(AgencyConnection) },
    refusals: [],
    run: (call, { query }) => listAgencyConnections(call, query),
  }),
  generalRow({
    method: 'POST',
    path: connections,
    operationId: 'connectAgency',
    tag,
    summary: 'Connect to an agency',
    description:
      "Needs a token from client credentials. General tokens then have that token's agency scopes there. An existing connection keeps its id, and the new scopes replace those it was connected with before. What a person has consented to stays as it is. Once the agency itself has ended a connection, one of its administrators has to allow a new one.",
    scope: 'agency-connections:write',
    body: named('NewAgencyConnection', object({ agencyId: Id })),
    answer: { json: AgencyConnection, makes: true },
    events: ['connection.made', 'invitation.withdrawn'],
    refusals: [refusals.agencyNotFound, refusals.notMachine, refusals.keptOut],
    example: { body: { agencyId: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' } },
    run: (call, { body }) => connectAgency(call, body.agencyId),
  }),
  generalRow({
    method: 'GET',
    path: connection,
    operationId: 'getAgencyConnection',
    tag,
    summary: 'Read a connection to an agency',
    description: 'By the id of the agency. A token from a consent reads only that of its own agency.',
    scope: 'agency-connections:read',
    answer: { json: AgencyConnection },
    tagged: true,
    refusals: [refusals.connectionNotFound],
    run: (call, { params }) => getAgencyConnection(call, params.agencyId ?? ''),
  }),
  generalRow({
    method: 'DELETE',
    path: connection,
    operationId: 'disconnectAgency',
    tag,
    summary: 'Disconnect from an agency',
    description:
      'Ends the connection at once: the next request at the agency or its companies is refused with 401. The agency and its data stay.',
    scope: 'agency-connections:write',
    answer: 'nothing',
    events: ['connection.deleted', 'invitation.withdrawn'],
    refusals: [refusals.connectionNotFound],
    current: (call, { params }) => getAgencyConnection(call, params.agencyId ?? ''),
    run: async (call, { params }) => {
      await disconnectAgency(call, params.agencyId ?? '')
      return undefined
    },
  }),
]
