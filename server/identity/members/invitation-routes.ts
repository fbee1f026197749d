// The endpoints of invitations to a company, sent by its own people.
import { DateTime, Id, named, object, pageOf, pageQuery, type Row, row, saying, Type } from '#http'
import { MAX_EMAIL } from '#identity/people/name.rules'
import { invitationFaults as faults, peopleRefusals, invitationRefusals as refusals } from '#identity/refusals'
import { momentText } from '#platform/day'
import { companyRoles } from '#rule/roles'
import {
  inviteColleague,
  listSentInvitations,
  readSentInvitation,
  type SentInvitation,
  sendInvitationAgain,
  sentStatuses,
  withdrawSentInvitation,
} from './invitation.ts'

const path = '/companies/{companyId}/invitations'
const tag = 'Members'

const email = saying(
  faults.email(''),
  Type.String({ maxLength: MAX_EMAIL, examples: ['anna@example.com'], description: 'Where the link is sent' }),
)
const role = Type.Enum([...companyRoles], { description: 'The role that they get when they accept' })

const MemberInvitation = named(
  'MemberInvitation',
  object({
    id: Id,
    email,
    role,
    status: Type.Enum([...sentStatuses]),
    invitedBy: Type.String({ examples: ['Anna Ek'] }),
    createdDateTime: DateTime,
    expiresDateTime: DateTime,
    modifiedDateTime: { ...DateTime, description: 'Expiring changes the status, and nothing else' },
  }),
)

const shown = ({ createdAt, expiresAt, modifiedAt, ...invitation }: SentInvitation) => ({
  ...invitation,
  createdDateTime: momentText(createdAt),
  expiresDateTime: momentText(expiresAt),
  modifiedDateTime: momentText(modifiedAt),
})

export const invitationRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listMemberInvitations',
    tag,
    summary: 'List the invitations that have not been answered',
    description:
      'Newest first, including those that have expired. `query` filters on email, status and modifiedDateTime.',
    by: 'people',
    scope: 'members:read',
    query: pageQuery('status==pending'),
    answer: { json: pageOf(MemberInvitation) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listSentInvitations(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'POST',
    path,
    operationId: 'inviteMember',
    tag,
    summary: 'Invite a person to the company',
    description:
      'A mail goes out in your name, with a link that works once, within seven days. They become bookkeepers unless a role is given. Only owners can invite another owner.',
    by: 'people',
    scope: 'members:write',
    body: named('NewMemberInvitation', object({ email, role: Type.Optional(role) })),
    answer: { json: MemberInvitation },
    tagged: true,
    events: ['invitation.sent'],
    refusals: [refusals.invitationPending, refusals.tooManyInvitations, peopleRefusals.ownersDecide],
    example: { body: { email: 'berit@example.com', role: 'reader' } },
    run: async (call, { body }) => shown(await inviteColleague(call, body)),
  }),
  row({
    method: 'GET',
    path: `${path}/{invitationId}`,
    operationId: 'getMemberInvitation',
    tag,
    summary: 'Read an invitation to the company',
    description: 'One that has not been answered; a person who accepts becomes a member instead.',
    by: 'people',
    scope: 'members:read',
    answer: { json: MemberInvitation },
    tagged: true,
    refusals: [refusals.invitationNotFound],
    run: async (call, { params }) => shown(await readSentInvitation(call, params.invitationId ?? '')),
  }),
  row({
    method: 'DELETE',
    path: `${path}/{invitationId}`,
    operationId: 'withdrawMemberInvitation',
    tag,
    summary: 'Withdraw an invitation to the company',
    description: 'Its link stops working at once.',
    by: 'people',
    scope: 'members:write',
    answer: 'nothing',
    events: ['invitation.withdrawn'],
    refusals: [refusals.invitationNotFound],
    current: async (call, { params }) =>
      shown(await readSentInvitation(call, params.invitationId ?? '', { lock: true })),
    run: async (call, { params }) => {
      await withdrawSentInvitation(call, params.invitationId ?? '')
      return undefined
    },
  }),
  row({
    method: 'POST',
    path: `${path}/{invitationId}/send-again`,
    operationId: 'sendMemberInvitationAgain',
    tag,
    summary: 'Send an invitation again',
    description:
      'With another link, which works for seven days from now; the one before stops working. Also when its time is over.',
    by: 'people',
    scope: 'members:write',
    answer: { json: MemberInvitation },
    tagged: true,
    events: ['invitation.sent'],
    refusals: [
      refusals.invitationNotFound,
      refusals.tooManyInvitations,
      peopleRefusals.alreadyMember,
      peopleRefusals.ownersDecide,
    ],
    run: async (call, { params }) => {
      const { id } = await sendInvitationAgain(call, { type: 'company', id: call.companyId }, params.invitationId ?? '')
      return shown(await readSentInvitation(call, id))
    },
  }),
]
