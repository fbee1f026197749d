// The endpoints of the log of requests.
import { accessContribution, findIntegration } from '#access'
import {
  DateTime,
  Id,
  named,
  nameOfSentence,
  nullable,
  object,
  pageOf,
  pageQuery,
  personRow,
  type Row,
  row,
  Type,
} from '#http'
import { listRequests } from './logged.ts'

const REASON = 'The public name of the sentence; null in what an earlier version stored'

const LoggedRequest = named(
  'LoggedRequest',
  object({
    id: Id,
    happenedDateTime: DateTime,
    tokenId: nullable({ ...Id, description: 'The private token; null of integrations' }),
    tenantId: nullable({ ...Id, description: 'The company or agency of the address' }),
    method: Type.String({ examples: ['POST'] }),
    path: Type.String({
      examples: ['/v1/companies/0190b3a4-7c4e-7d3a-9f10-2f6f0c8f5a11/invoices?pageSize=100'],
      description: 'Values that are no id, day, number or word of the API are left out: …',
    }),
    status: Type.Integer({ examples: [400] }),
    durationMs: Type.Integer({ examples: [12], description: 'Until the answer was sent, in milliseconds' }),
    requestId: Type.String({ examples: ['order-17'], description: 'The header Request-Id of the answer' }),
    error: nullable(
      object({
        code: Type.String({ examples: ['validation-error'] }),
        message: Type.String({
          examples: ['Validation failed with …'],
          description: 'What may hold anything personal is left out: …',
        }),
        reason: nameOfSentence('request.invalid', REASON),
        errors: Type.Array(
          object({
            field: Type.String({ examples: ['#/invoiceDate'] }),
            message: nullable(Type.String({ examples: ['is required'] })),
            reason: nameOfSentence('field.required', REASON),
          }),
        ),
      }),
    ),
    leftOutBefore: Type.Integer({
      minimum: 0,
      description: 'How many requests before this one are not kept, since there were too many of them in a minute',
    }),
  }),
)

const kept =
  'The last first, for 7 days, without bodies and anything personal. Of a minute at most 60 requests that succeeded and 60 that did not are kept; how many more there were stands at the next one. `query` filters on status, method, path, requestId and happenedDateTime'

export const requestLogRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/requests',
    operationId: 'listRequests',
    tag: 'Private tokens',
    summary: 'List what was asked with private tokens',
    description: `What the programs of the company have asked of the API, and what they were answered. ${kept}, and on tokenId.`,
    by: 'people',
    scope: 'tokens:read',
    query: pageQuery('status>=400'),
    answer: { json: pageOf(LoggedRequest) },
    refusals: [],
    run: (call, { query }) => listRequests(call, call.companyId, query),
  }),
  personRow({
    method: 'GET',
    path: '/me/integrations/{integrationId}/requests',
    operationId: 'listIntegrationRequests',
    tag: 'Your integrations',
    summary: 'List what your integration has asked',
    description: `At all companies and agencies that have let it in. ${kept}.`,
    query: pageQuery('status>=400'),
    answer: { json: pageOf(LoggedRequest) },
    refusals: [accessContribution.refusals.integrationNotFound],
    run: async (call, { params: { integrationId: id = '' }, query }) => {
      await findIntegration(call, { id, ownerId: call.ownToken.session.person.id })
      return listRequests(call, id, query)
    },
  }),
]
