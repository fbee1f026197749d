// The endpoints of a person's own integrations and their secrets.
import { addSecret, type ClientSecret, listSecrets, listSecretsOf, revokeSecret } from '#access/oauth/client-secret'
import { MAX_URI_LENGTH, MAX_URIS } from '#access/oauth/redirect-uri.rules'
import {
  DateTime,
  httpContribution,
  Id,
  Name,
  named,
  object,
  type PersonCall,
  personRow,
  type Row,
  saying,
  Type,
} from '#http'
import { momentText } from '#platform/day'
import { MAX_SECRETS } from '#rule/limits'
import {
  findIntegration,
  type Integration,
  integrationModes,
  listIntegrations,
  waitsForApproval,
} from './integration.ts'
import { accessFaults as faults, accessRefusals as refusals } from './refusals.ts'
import {
  changeIntegration,
  createIntegration,
  endIntegration,
  type IntegrationForm,
  MAX_DESCRIPTION_LENGTH,
  MAX_NAME_LENGTH,
  MAX_OWNED,
} from './registration.ts'
import { registrableScopes } from './scope.rules.ts'

const tag = 'Your integrations'
const path = '/me/integrations'
const one = `${path}/{integrationId}`

const asked = {
  name: Name({ maxLength: MAX_NAME_LENGTH, examples: ['Kassan'] }),
  description: Type.Optional(
    saying(
      faults.textTooLong('', { limit: MAX_DESCRIPTION_LENGTH }),
      Type.String({ maxLength: MAX_DESCRIPTION_LENGTH, description: 'What people read who are asked' }),
    ),
  ),
  mode: Type.Optional(Type.Enum([...integrationModes], { description: 'test unless said otherwise' })),
  redirectUris: Type.Array(Type.String({ maxLength: MAX_URI_LENGTH, examples: ['https://example.com/back'] }), {
    maxItems: MAX_URIS,
  }),
  scopes: Type.Array(Type.Enum([...registrableScopes]), { maxItems: registrableScopes.length }),
}

const changed = {
  name: Type.Optional(asked.name),
  description: asked.description,
  mode: asked.mode,
  redirectUris: Type.Optional(asked.redirectUris),
  scopes: Type.Optional(asked.scopes),
}

const OwnIntegration = named(
  'OwnIntegration',
  object({
    id: { ...Id, description: 'The client_id' },
    ...asked,
    description: Type.String(),
    mode: Type.Enum([...integrationModes]),
    elevatedScopes: Type.Array(Type.String(), { description: 'Those of them that the operator has approved' }),
    isMachineToMachine: Type.Boolean({ description: 'Whether it may connect agencies by itself' }),
    isWaiting: Type.Boolean({ description: 'Whether only you may connect it until the service operator approves it' }),
    createdDateTime: DateTime,
    secrets: Type.Array(object({ id: Id, createdDateTime: DateTime }), { maxItems: MAX_SECRETS }),
  }),
)

const NewSecret = named(
  'NewClientSecret',
  object({
    id: Id,
    clientSecret: Type.String({ examples: ['gbcs_…'], description: 'This is the only time it is told' }),
  }),
)

const shown = (integration: Integration, secrets: readonly ClientSecret[]) => {
  const { id, name, description, mode, redirectUris, scopes, elevatedScopes, machineToMachineSince } = integration
  return {
    id,
    name,
    description,
    mode,
    redirectUris,
    scopes,
    elevatedScopes,
    isMachineToMachine: machineToMachineSince !== null,
    isWaiting: waitsForApproval(integration),
    createdDateTime: momentText(integration.createdAt),
    secrets: secrets.map((secret) => ({ id: secret.id, createdDateTime: momentText(secret.createdAt) })),
  }
}

const personOf = ({ ownToken }: PersonCall): string => ownToken.session.person.id

type Named = { params: Readonly<Record<string, string>> }

/** An active integration of the caller. */
const own = async (call: PersonCall, { params: { integrationId: id = '' } }: Named, lock = false) => {
  const found = await findIntegration(call, { id, ownerId: personOf(call), lock })
  if (found.endedAt) throw refusals.integrationNotFound({ id })
  return found
}

const read = async (call: PersonCall, input: Named, lock = false) => {
  const found = await own(call, input, lock)
  return shown(found, await listSecrets(call, { integrationId: found.id }))
}

type Written = Partial<Omit<IntegrationForm, 'scopes'>> & { scopes?: readonly string[] }

const formOf = (
  { scopes, ...written }: Written,
  before: Omit<IntegrationForm, 'scopes'> & { scopes: readonly string[] },
) => ({
  name: before.name,
  description: before.description,
  mode: before.mode,
  redirectUris: before.redirectUris,
  ...written,
  scopes: (scopes ?? before.scopes).join(' '),
})

const EMPTY = { name: '', description: '', mode: 'test', redirectUris: [], scopes: [] }

export const integrationRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path,
    operationId: 'listOwnIntegrations',
    tag,
    summary: 'List your integrations',
    description: 'Those that you have registered and not ended, the last first.',
    answer: {
      json: named('OwnIntegrations', object({ items: Type.Array(OwnIntegration, { maxItems: MAX_OWNED }) })),
    },
    refusals: [],
    run: async (call) => {
      const found = await listIntegrations(call, { ownerId: personOf(call), limit: MAX_OWNED })
      const secrets = await listSecretsOf(call, found)
      return {
        items: found.map((integration) => {
          const its = secrets.filter(({ integrationId }) => integrationId === integration.id)
          return shown(integration, its)
        }),
      }
    },
  }),
  personRow({
    method: 'POST',
    path,
    operationId: 'createOwnIntegration',
    tag,
    summary: 'Register an integration',
    description: `With its first secret, which is told this once only. You may have ${MAX_OWNED}.`,
    body: named('NewIntegration', object(asked)),
    answer: { json: NewSecret },
    events: ['integration.created', 'integration.secret-added'],
    untried: httpContribution.refusals.untriedSecret,
    refusals: [refusals.tooManyIntegrations],
    example: {
      body: {
        name: 'Kassan',
        redirectUris: ['https://example.com/back'],
        scopes: ['invoices:read', 'invoices:write'],
      },
    },
    run: (call, { body }) => createIntegration(call, { ...formOf(body, EMPTY), ownerId: personOf(call) }),
  }),
  personRow({
    method: 'GET',
    path: one,
    operationId: 'getOwnIntegration',
    tag,
    summary: 'Read your integration',
    description: 'What it is registered with and approved for, and which secrets it has.',
    answer: { json: OwnIntegration },
    tagged: true,
    refusals: [refusals.integrationNotFound],
    run: (call, input) => read(call, input),
  }),
  personRow({
    method: 'PATCH',
    path: one,
    operationId: 'changeOwnIntegration',
    tag,
    summary: 'Change your integration',
    description:
      'What is left out stays as it is. Scopes that are taken away end at once in all its tokens; new ones need a new consent. The approval for production ends with another name, description, mode or address, and when scopes are added; those of elevated scopes end with another name, mode or address. Scopes that are added to a machine wait for the operator: it has those for which it was approved as one.',
    body: named('IntegrationChange', object(changed)),
    answer: { json: OwnIntegration },
    tagged: true,
    events: ['integration.changed', 'invitation.withdrawn'],
    current: (call, input) => read(call, input, true),
    refusals: [refusals.integrationNotFound],
    example: { body: { name: 'Kassan 2' } },
    run: async (call, { params, body }) => {
      const before = await own(call, { params }, true)
      await changeIntegration(call, { ...formOf(body, before), id: before.id })
      return read(call, { params })
    },
  }),
  personRow({
    method: 'DELETE',
    path: one,
    operationId: 'endOwnIntegration',
    tag,
    summary: 'End your integration',
    description: 'Its secrets, connections and tokens end with it, at once. What it has written stays.',
    answer: 'nothing',
    events: ['integration.revoked', 'connection.deleted', 'token.revoked', 'invitation.withdrawn'],
    current: (call, input) => read(call, input, true),
    refusals: [refusals.integrationNotFound, httpContribution.refusals.tenantEnded],
    run: async (call, input) => {
      const { id } = await own(call, input, true)
      await endIntegration(call, { id })
      return undefined
    },
  }),
  personRow({
    method: 'POST',
    path: `${one}/secrets`,
    operationId: 'addClientSecret',
    tag,
    summary: 'Make another client secret',
    description: `It is told this once only. There are ${MAX_SECRETS} at a time, so that one can be exchanged for the other while both work.`,
    answer: { json: NewSecret },
    events: ['integration.secret-added'],
    untried: httpContribution.refusals.untriedSecret,
    refusals: [refusals.integrationNotFound, refusals.tooManySecrets],
    run: async (call, input) => {
      const { id: integrationId } = await own(call, input, true)
      const { id, secret } = await addSecret(call, { integrationId })
      return { id, clientSecret: secret }
    },
  }),
  personRow({
    method: 'DELETE',
    path: `${one}/secrets/{secretId}`,
    operationId: 'revokeClientSecret',
    tag,
    summary: 'End a client secret',
    description: 'The next request with it is refused. One that has ended stays ended.',
    answer: 'nothing',
    events: ['integration.secret-revoked'],
    current: (call, input) => read(call, input, true),
    refusals: [refusals.integrationNotFound, refusals.secretNotFound],
    run: async (call, { params }) => {
      const { id: integrationId } = await own(call, { params }, true)
      await revokeSecret(call, { integrationId, id: params.secretId ?? '' })
      return undefined
    },
  }),
]
