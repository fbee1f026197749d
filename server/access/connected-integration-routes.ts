// The endpoints of the connections of a company or an agency, for its own people.
import { type AgencyCall, agencyRow, DateTime, Id, named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import {
  type ConnectedIntegration,
  disconnect,
  listConnectedIntegrations,
  readConnectedIntegration,
  type Tenant,
} from './connection.ts'
import { registrants } from './integration.ts'
import { accessRefusals as refusals } from './refusals.ts'

const path = '/companies/{companyId}/connections'
const tag = 'Connections'

const CompanyConnection = named(
  'CompanyConnection',
  object({
    id: Id,
    integration: object({
      id: Id,
      name: Type.String({ examples: ['Kassasystemet'] }),
      registeredBy: Type.Enum([...registrants], {
        description:
          'A program that has registered itself (itself, document) is not verified, and reads and proposes only',
      }),
    }),
    scopes: Type.Array(Type.String({ examples: ['invoices:read'] })),
    connectedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const shown = ({
  id,
  integrationId,
  integrationName,
  registeredBy,
  scopes,
  connectedAt,
  changedAt,
}: ConnectedIntegration) => ({
  id,
  integration: { id: integrationId, name: integrationName, registeredBy },
  scopes: [...scopes].sort(),
  connectedDateTime: momentText(connectedAt),
  modifiedDateTime: momentText(changedAt),
})

const companyOf = ({ companyId: id }: CompanyCall): Tenant => ({ type: 'company', id })
const agencyOf = ({ agencyId: id }: AgencyCall): Tenant => ({ type: 'agency', id })

export const companyConnectionRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listCompanyConnections',
    tag,
    summary: 'List the integrations connected to the company',
    description:
      'Newest first, with what each may do. Those that its agency has connected are listed at the agency. `query` filters on integrationName and modifiedDateTime.',
    by: 'people',
    scope: 'connections:read',
    query: pageQuery('integrationName~Kassa'),
    answer: { json: pageOf(CompanyConnection) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listConnectedIntegrations(call, companyOf(call), query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: `${path}/{connectionId}`,
    operationId: 'getCompanyConnection',
    tag,
    summary: 'Read what an integration may do',
    description: 'One connected integration, with its scopes.',
    by: 'people',
    scope: 'connections:read',
    answer: { json: CompanyConnection },
    tagged: true,
    refusals: [refusals.connectionNotFound],
    run: async (call, { params }) =>
      shown(await readConnectedIntegration(call, companyOf(call), params.connectionId ?? '')),
  }),
  row({
    method: 'DELETE',
    path: `${path}/{connectionId}`,
    operationId: 'endCompanyConnection',
    tag,
    summary: 'End a connection',
    description: 'All its tokens end at once: the next request with one of them is refused. What it has done stays.',
    by: 'people',
    scope: 'connections:write',
    answer: 'nothing',
    events: ['connection.deleted', 'token.revoked'],
    refusals: [refusals.connectionNotFound],
    current: async (call, { params }) =>
      shown(await readConnectedIntegration(call, companyOf(call), params.connectionId ?? '', { lock: true })),
    run: async (call, { params }) => {
      await disconnect(call, { tenant: companyOf(call), id: params.connectionId ?? '' })
      return undefined
    },
  }),
]

const ofAgency = '/agencies/{agencyId}/connections'

export const connectionsOfAgencyRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path: ofAgency,
    operationId: 'listConnectionsOfAgency',
    tag,
    summary: 'List the integrations connected to the agency',
    description:
      'Newest first, with what each may do, at the agency and for all of its clients. What a client has connected itself is listed there. `query` filters on integrationName and modifiedDateTime.',
    by: 'people',
    scope: 'agency-integrations:read',
    query: pageQuery('integrationName~Kassa'),
    answer: { json: pageOf(CompanyConnection) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listConnectedIntegrations(call, agencyOf(call), query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  agencyRow({
    method: 'GET',
    path: `${ofAgency}/{connectionId}`,
    operationId: 'getConnectionOfAgency',
    tag,
    summary: 'Read what an integration may do at the agency',
    description: 'One connected integration, with its scopes.',
    by: 'people',
    scope: 'agency-integrations:read',
    answer: { json: CompanyConnection },
    tagged: true,
    refusals: [refusals.connectionNotFound],
    run: async (call, { params }) =>
      shown(await readConnectedIntegration(call, agencyOf(call), params.connectionId ?? '')),
  }),
  agencyRow({
    method: 'DELETE',
    path: `${ofAgency}/{connectionId}`,
    operationId: 'endConnectionOfAgency',
    tag,
    summary: 'End a connection of the agency',
    description:
      'All its tokens end at once, at the agency and for its clients: the next request with one of them is refused. Pending invitations that it has sent are withdrawn. What it has done stays. It does not connect itself again until an administrator allows it, by consent or on the page *Connections*.',
    by: 'people',
    scope: 'agency-integrations:write',
    answer: 'nothing',
    events: ['connection.deleted', 'token.revoked', 'invitation.withdrawn'],
    refusals: [refusals.connectionNotFound],
    current: async (call, { params }) =>
      shown(await readConnectedIntegration(call, agencyOf(call), params.connectionId ?? '', { lock: true })),
    run: async (call, { params }) => {
      await disconnect(call, { tenant: agencyOf(call), id: params.connectionId ?? '' })
      return undefined
    },
  }),
]
