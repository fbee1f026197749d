// The endpoints of what a company has let in, as its own people see it and end it.
import { DateTime, Id, named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { momentText } from '#platform/moment'
import { disconnect, type LetIn, listLetIn, readLetIn } from './connection.ts'
import { accessRefusals as refusals } from './refusals.ts'

const path = '/companies/{companyId}/connections'
const tag = 'Connections'

const CompanyConnection = named(
  'CompanyConnection',
  object({
    id: Id,
    integration: object({ id: Id, name: Type.String({ examples: ['Kassasystemet'] }) }),
    scopes: Type.Array(Type.String({ examples: ['invoices:read'] })),
    connectedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const shown = ({ id, integrationId, integrationName, scopes, connectedAt, changedAt }: LetIn) => ({
  ...{ id, integration: { id: integrationId, name: integrationName }, scopes: [...scopes].sort() },
  connectedDateTime: momentText(connectedAt),
  modifiedDateTime: momentText(changedAt),
})

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
      const page = await listLetIn(call, query)
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
    run: async (call, { params }) => shown(await readLetIn(call, params.connectionId ?? '')),
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
    current: async (call, { params }) => shown(await readLetIn(call, params.connectionId ?? '', { lock: true })),
    run: async (call, { params }) => {
      await disconnect(call, { tenant: { type: 'company', id: call.companyId }, id: params.connectionId ?? '' })
      return undefined
    },
  }),
]
