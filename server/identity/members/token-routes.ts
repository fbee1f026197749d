// The endpoints of private tokens, which administrators create for programs of their company.
import {
  DateTime,
  httpContribution,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  saying,
  Type,
} from '#http'
import { identityFaults as faults, identityRefusals as refusals } from '#identity/refusals'
import { momentText } from '#platform/day'
import { type ApiToken, createToken, listTokenPage, MAX_TOKEN_NAME, readToken, revokeToken } from './api-token.ts'
import { lockRight } from './inviter-rights.ts'
import { allScopes } from './scopes.ts'

const path = '/companies/{companyId}/tokens'

const written = {
  name: saying(
    faults.nameTooLong('', { limit: MAX_TOKEN_NAME }),
    Type.String({ maxLength: MAX_TOKEN_NAME, examples: ['Kassan'], description: 'What it is for' }),
  ),
  scopes: Type.Array(Type.Enum([...allScopes]), { minItems: 1, maxItems: allScopes.length }),
}

const Token = named(
  'PrivateToken',
  object({
    id: Id,
    ...written,
    createdDateTime: DateTime,
    lastUsedDateTime: nullable(DateTime),
    revokedDateTime: nullable(DateTime),
    modifiedDateTime: { ...DateTime, description: 'Using the token does not change it' },
  }),
)

const shown = ({ id, name, scopes, createdAt, lastUsedAt, revokedAt }: ApiToken) => ({
  id,
  name,
  scopes,
  createdDateTime: momentText(createdAt),
  lastUsedDateTime: lastUsedAt && momentText(lastUsedAt),
  revokedDateTime: revokedAt && momentText(revokedAt),
  modifiedDateTime: momentText(revokedAt ?? createdAt),
})

export const tokenRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listPrivateTokens',
    tag: 'Private tokens',
    summary: 'List the private tokens of the company',
    description:
      'Newest first, including those that have ended, and never the tokens themselves. `query` filters on name and modifiedDateTime.',
    by: 'people',
    scope: 'tokens:read',
    query: pageQuery('name~kassan'),
    answer: { json: pageOf(Token) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listTokenPage(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'POST',
    path,
    operationId: 'createPrivateToken',
    tag: 'Private tokens',
    summary: 'Make a private token',
    description: 'The answer is the only place where the token can be read.',
    by: 'people',
    scope: 'tokens:write',
    body: named('PrivateTokenCreate', object(written)),
    answer: { json: named('NewPrivateToken', object({ id: Id, token: Type.String({ examples: ['gb_…'] }) })) },
    events: ['token.created'],
    untried: httpContribution.refusals.untriedSecret,
    refusals: [],
    example: { body: { name: 'Kassan', scopes: ['invoices:read', 'invoices:write'] } },
    run: async (call, { body }) => {
      await lockRight(call, 'tokens:write')
      return createToken(call, body)
    },
  }),
  row({
    method: 'DELETE',
    path: `${path}/{tokenId}`,
    operationId: 'revokePrivateToken',
    tag: 'Private tokens',
    summary: 'End a private token',
    description: 'The next request with it is refused. One that has ended stays ended.',
    by: 'people',
    scope: 'tokens:write',
    answer: 'nothing',
    events: ['token.revoked'],
    refusals: [refusals.tokenNotFound],
    current: async (call, { params }) => shown(await readToken(call, params.tokenId ?? '', { lock: true })),
    run: async (call, { params }) => {
      const { id } = await readToken(call, params.tokenId ?? '', { lock: true })
      await revokeToken(call, { id })
      return undefined
    },
  }),
]
