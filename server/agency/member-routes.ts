// The endpoints of the people of an agency and their roles, for the agency's own people.
import { agencyRow, DateTime, Id, named, object, pageOf, pageQuery, type Row, Type } from '#http'
import {
  changeRole,
  identityContribution,
  listAgencyMemberPage,
  lockMembers,
  type Member,
  readAgencyMember,
  sendInvitationAgain,
} from '#identity'
import { momentText } from '#platform/day'
import { type AgencyRole, agencyRoles } from '#rule/roles'
import { Invitation } from './user-routes.ts'

const agency = '/agencies/{agencyId}'
const path = `${agency}/members`
const tag = 'Users'

const role = Type.Enum([...agencyRoles])
const AgencyMember = named(
  'AgencyMember',
  object({
    id: Id,
    name: Type.String({ examples: ['Anna Ek'] }),
    email: Type.String({ examples: ['anna@example.com'] }),
    role,
    modifiedDateTime: DateTime,
  }),
)

const shown = ({ personId: id, name, email, role: held, modifiedAt }: Member) => ({
  id,
  name,
  email,
  role: held as AgencyRole,
  modifiedDateTime: momentText(modifiedAt),
})

export const agencyMemberRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path,
    operationId: 'listAgencyMembers',
    tag,
    summary: 'List the members of the agency with their roles',
    description: 'Those newest to the service first. `query` filters on name, role and modifiedDateTime.',
    by: 'people',
    scope: 'agency-members:read',
    query: pageQuery('role==consultant'),
    answer: { json: pageOf(AgencyMember) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listAgencyMemberPage(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  agencyRow({
    method: 'GET',
    path: `${path}/{memberId}`,
    operationId: 'getAgencyMember',
    tag,
    summary: 'Read a member of the agency',
    description: "The person's role at the agency.",
    by: 'people',
    scope: 'agency-members:read',
    answer: { json: AgencyMember },
    tagged: true,
    refusals: [identityContribution.peopleRefusals.memberNotFound],
    run: async (call, { params }) => shown(await readAgencyMember(call, params.memberId ?? '')),
  }),
  agencyRow({
    method: 'PATCH',
    path: `${path}/{memberId}`,
    operationId: 'changeAgencyMember',
    tag,
    summary: 'Give a member of the agency another role',
    description:
      'The last administrator keeps that role. Open invitations that they may send no longer are withdrawn. To remove a person from the agency, delete the user.',
    by: 'people',
    scope: 'agency-members:write',
    body: named('AgencyMemberChange', object({ role })),
    answer: { json: AgencyMember },
    tagged: true,
    events: ['member.role-changed', 'invitation.withdrawn'],
    refusals: [
      identityContribution.peopleRefusals.memberNotFound,
      identityContribution.peopleRefusals.lastAdministrator,
    ],
    current: async (call, { params }) => {
      await lockMembers(call, { type: 'agency', id: call.agencyId })
      return shown(await readAgencyMember(call, params.memberId ?? ''))
    },
    example: { body: { role: 'administrator' } },
    run: async (call, { params, body }) => {
      const personId = params.memberId ?? ''
      await changeRole(call, { tenant: { type: 'agency', id: call.agencyId }, personId, role: body.role })
      return shown(await readAgencyMember(call, personId))
    },
  }),
  agencyRow({
    method: 'POST',
    path: `${agency}/invitations/{invitationId}/send-again`,
    operationId: 'sendAgencyInvitationAgain',
    tag: 'Invitations',
    summary: 'Send an invitation to the agency again',
    description:
      'With another link, which works for seven days from now; the one before stops working. Also when its time is over.',
    by: 'people',
    scope: 'agency-members:write',
    answer: { json: Invitation },
    tagged: true,
    events: ['invitation.sent'],
    refusals: [
      identityContribution.invitationRefusals.invitationNotFound,
      identityContribution.invitationRefusals.tooManyInvitations,
      identityContribution.peopleRefusals.alreadyMember,
    ],
    run: (call, { params }) =>
      sendInvitationAgain(call, { type: 'agency', id: call.agencyId }, params.invitationId ?? ''),
  }),
]
