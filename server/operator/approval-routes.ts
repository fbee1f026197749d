// Third-party integrations, which need the operator's approval.
import {
  APPROVAL_DIGEST_LENGTH,
  type Approval,
  accessContribution,
  addedForMachine,
  approvalDigestOf,
  approve,
  elevatedScopes,
  endIntegration,
  findIntegration,
  integrationStates,
  type ListedIntegration,
  listIntegrationPage,
  registrants,
  withdraw,
} from '#access'
import { DateTime, Id, named, nullable, object, operatorRow, pageOf, pageQuery, type Row, Type } from '#http'
import type { Call } from '#platform/call'
import { momentText } from '#platform/day'
import { refuseIfAny } from '#platform/refusal'
import { operatorFaults as faults } from './refusals.ts'
import { at, tag } from './shapes.ts'

const one = at('/integrations/{integrationId}')

/** An example of `seen`. */
const aDigest = '9131b9c0f2d64e7ab85d0c3e7a41f6d8'

const Integration = named(
  'OperatedIntegration',
  object({
    id: { ...Id, description: 'The client_id' },
    name: Type.String({ examples: ['Kassan'] }),
    description: Type.String(),
    ownerName: Type.String({ examples: ['Anna Ek'], description: 'Empty where the program has registered itself' }),
    ownerEmail: nullable(Type.String({ examples: ['anna@example.com'] })),
    state: Type.Enum([...integrationStates], {
      description:
        'waiting: of mode production, and only its owner is sent to it before it is approved; unverified: it has registered itself, and reads and proposes only',
    }),
    registeredBy: Type.Enum([...registrants], {
      description: 'itself: the program, by a request; document: the program, by the document at documentUrl',
    }),
    documentUrl: nullable(
      Type.String({
        examples: ['https://agent.example.com/client.json'],
        description: 'The address that is its client_id',
      }),
    ),
    redirectUris: Type.Array(Type.String()),
    scopes: Type.Array(Type.String()),
    elevatedScopes: Type.Array(Type.String(), { description: 'Those of them that are approved' }),
    isMachineToMachine: Type.Boolean({ description: 'Whether it may connect agencies by itself' }),
    addedMachineScopes: Type.Array(Type.String(), {
      description:
        'Agency scopes that were added since it was approved for that: it has them once it is approved again',
    }),
    connections: Type.Integer({ minimum: 0, description: 'How many companies and agencies have let it in' }),
    createdDateTime: DateTime,
    seen: Type.String({
      examples: [aDigest],
      description:
        'Stands for its name, description, mode, addresses and scopes as they are here; who approves it sends it',
    }),
  }),
)

const decided = {
  approval: Type.Enum(['production', 'machineToMachine', 'elevatedScope']),
  scope: Type.Optional(
    Type.String({ maxLength: 100, description: 'Of an elevated scope, which one', examples: [elevatedScopes[0]] }),
  ),
}

const Approved = named(
  'OperatedApproval',
  object({
    ...decided,
    seen: Type.String({
      maxLength: APPROVAL_DIGEST_LENGTH,
      examples: [aDigest],
      description: 'As it stands with the integration that was looked at',
    }),
  }),
)

const Withdrawn = named('OperatedWithdrawal', object(decided))

type Decided = { approval: 'production' | 'machineToMachine' | 'elevatedScope'; scope?: string }

const approvalOf = ({ approval, scope = '' }: Decided): Approval => {
  if (approval === 'production') return 'production'
  if (approval === 'machineToMachine') return 'machine-to-machine'
  if (!elevatedScopes.includes(scope)) refuseIfAny([faults.elevated('#/scope', { known: elevatedScopes.join(', ') })])
  return { elevated: scope }
}

const shown = (listed: ListedIntegration) => {
  const { id, name, description, ownerName, ownerEmail, state, redirectUris, scopes, elevatedScopes: elevated } = listed
  return {
    id,
    name,
    description,
    ownerName: ownerName ?? '',
    ownerEmail,
    registeredBy: listed.registeredBy,
    documentUrl: listed.documentUrl,
    redirectUris,
    scopes,
    elevatedScopes: elevated,
    state: state as (typeof integrationStates)[number],
    isMachineToMachine: listed.machineToMachineSince !== null,
    addedMachineScopes: addedForMachine(listed),
    connections: listed.connections,
    createdDateTime: momentText(listed.createdAt),
    seen: approvalDigestOf(listed),
  }
}

const read = async (call: Call, id: string) => {
  await findIntegration(call, { id })
  const { items } = await listIntegrationPage(call, { query: `id==${id}`, pageSize: 1 })
  const [found] = items
  if (!found) throw accessContribution.refusals.integrationNotFound({ id })
  return shown(found)
}

const refusals = [accessContribution.refusals.integrationNotFound, accessContribution.refusals.integrationEnded]

export const approvalRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/integrations'),
    operationId: 'listOperatedIntegrations',
    tag,
    summary: 'List all integrations',
    description:
      'The newest first. `query` filters on name, ownerEmail and state: `state==waiting` are those to decide, `state==unverified` those that have registered themselves and that a company has let in, or may within a week.',
    query: pageQuery('state==waiting'),
    answer: { json: pageOf(Integration) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listIntegrationPage(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: `${one}/approve`,
    operationId: 'approveIntegration',
    tag,
    summary: 'Approve an integration',
    description:
      'For production, for machine-to-machine use with the scopes that are registered, or an elevated scope. `seen` is that of the integration as it was looked at: when its owner has changed it since, the answer is 409. What is approved stays so.',
    body: Approved,
    answer: { json: Integration },
    events: ['integration.approved'],
    refusals: [...refusals, accessContribution.refusals.changedSinceSeen, accessContribution.refusals.registeredItself],
    example: { body: { approval: 'production', seen: aDigest } },
    run: async (call, { params, body }) => {
      const id = params.integrationId ?? ''
      await approve(call, { id, approval: approvalOf(body), seen: body.seen })
      return read(call, id)
    },
  }),
  operatorRow({
    method: 'POST',
    path: `${one}/withdraw-approval`,
    operationId: 'withdrawApproval',
    tag,
    summary: 'Withdraw an approval of an integration',
    description:
      'Without machine-to-machine its agency connections end at once; without an elevated scope no token has it; without production no other user is sent to it, and those who are connected stay so.',
    body: Withdrawn,
    answer: { json: Integration },
    events: ['integration.approval-withdrawn'],
    refusals,
    example: { body: { approval: 'production' } },
    run: async (call, { params, body }) => {
      const id = params.integrationId ?? ''
      await withdraw(call, { id, approval: approvalOf(body) })
      return read(call, id)
    },
  }),
  operatorRow({
    method: 'DELETE',
    path: one,
    operationId: 'endIntegration',
    tag,
    summary: 'End an integration',
    description: 'Its secrets, connections and tokens end with it, at once.',
    answer: 'nothing',
    events: ['integration.revoked'],
    refusals: [accessContribution.refusals.integrationNotFound],
    current: (call, { params }) => read(call, params.integrationId ?? ''),
    run: async (call, { params }) => {
      await endIntegration(call, { id: params.integrationId ?? '' })
      return undefined
    },
  }),
]
