// The endpoints of a member's client companies.
import { agencyRow, Id, named, nullable, object, type Row, Type } from '#http'
import { identityContribution } from '#identity'
import { companyRoles } from '#rule/roles'
import { changeClientsOfMember, clientsOfMember, MOST_CHANGED_CLIENTS, MOST_LISTED_CLIENTS } from './member-client.ts'
import { agencyRefusals as refusals } from './refusals.ts'

const path = '/agencies/{agencyId}/members/{memberId}/clients'
const tag = 'Users'

const MemberClientShape = named(
  'MemberClient',
  object({
    id: Id,
    name: Type.String({ examples: ['Provbolaget AB'] }),
    organizationNumber: Type.String({ examples: ['559999-0008'] }),
    role: nullable(
      Type.Enum([...companyRoles], { description: 'null: no member, and at work there through the agency alone' }),
    ),
  }),
)

const clientsOf = (most: number) => object({ items: Type.Array(MemberClientShape, { maxItems: most }) })

export const memberClientRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path,
    operationId: 'listClientsOfMember',
    tag,
    summary: 'List the clients with what a member of the agency is there',
    description: `By name, at most ${MOST_LISTED_CLIENTS}. Who works at the agency works for all clients; who is a member of one too has it on their own to-do list, and can be led into it by a link.`,
    by: 'people',
    scope: 'agency-members:read',
    answer: { json: named('MemberClients', clientsOf(MOST_LISTED_CLIENTS)) },
    refusals: [identityContribution.peopleRefusals.memberNotFound],
    run: async (call, { params }) => ({ items: await clientsOfMember(call, params.memberId ?? '') }),
  }),
  agencyRow({
    method: 'POST',
    path,
    operationId: 'changeClientsOfMember',
    tag,
    summary: 'Make a member of the agency a member of clients, or end that',
    description: `For up to ${MOST_CHANGED_CLIENTS} clients at once, all or none. They become bookkeepers; where it is so already nothing changes. An owner stays.`,
    by: 'people',
    scope: 'agency-members:write',
    body: named(
      'MemberClientsChange',
      object({
        companyIds: Type.Array(Id, { minItems: 1, maxItems: MOST_CHANGED_CLIENTS }),
        isMember: Type.Boolean(),
      }),
    ),
    answer: { json: named('ChangedMemberClients', clientsOf(MOST_CHANGED_CLIENTS)) },
    events: ['member.added', 'member.removed', 'invitation.withdrawn'],
    refusals: [identityContribution.peopleRefusals.memberNotFound, refusals.clientNotFound, refusals.ownerStays],
    example: { body: { companyIds: ['019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'], isMember: true } },
    run: async (call, { params, body }) => ({
      items: await changeClientsOfMember(call, { personId: params.memberId ?? '', ...body }),
    }),
  }),
]
