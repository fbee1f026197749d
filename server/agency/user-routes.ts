// The endpoints of the people of agencies and client companies, and of invitations to them.
import {
  type AgencyCall,
  agencyRow,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  saying,
  Type,
} from '#http'
import { findInvitation, identityContribution, listInvitations, MAX_EMAIL, withdrawInvitation } from '#identity'
import { agencyRefusals as refusals } from './refusals.ts'
import {
  getUser,
  inviteToAgency,
  inviteToCompany,
  listUsers,
  placeIn,
  removeAgencyUser,
  removeCompanyUser,
} from './user.ts'

const User = named(
  'User',
  object({
    id: Id,
    email: nullable(Type.String({ examples: ['anna@example.com'] })),
    name: nullable(Type.String({ examples: ['Anna Ek'] })),
    status: Type.Enum(['active']),
    modifiedDateTime: DateTime,
  }),
)

export const Invitation = named(
  'Invitation',
  object({
    id: Id,
    email: Type.String({ examples: ['anna@example.com'] }),
    status: Type.Enum(['pendingInvitation', 'active']),
    modifiedDateTime: DateTime,
  }),
)

const email = saying(
  identityContribution.invitationFaults.email(''),
  Type.String({ maxLength: MAX_EMAIL, examples: ['anna@example.com'] }),
)

const pages = pageQuery('modifiedDateTime>=2026-06-10T10:00:00Z')

type Params = Readonly<Record<string, string>>

const place = (call: AgencyCall, { companyId }: Params) => placeIn(call, companyId)

/** The owner of the rows, in words. */
type Whose = { name: string; of: string; refusals: (typeof refusals.clientNotFound)[] }

/** The endpoints common to agencies and client companies. */
const rowsOf = (base: string, whose: Whose): Row[] => [...usersOf(base, whose), ...invitationsOf(base, whose)]

const usersOf = (base: string, { name, of, refusals: own }: Whose): Row[] => [
  agencyRow({
    method: 'GET',
    path: `${base}/users`,
    operationId: `list${name}Users`,
    tag: 'Users',
    summary: `List the users of ${of}`,
    description: 'Those newest to the service first. `query` filters on modifiedDateTime.',
    scope: 'agency-users:read',
    query: pages,
    answer: { json: pageOf(User) },
    refusals: own,
    run: async (call, { params, query }) => listUsers(call, await place(call, params), query),
  }),
  agencyRow({
    method: 'GET',
    path: `${base}/users/{userId}`,
    operationId: `get${name}User`,
    tag: 'Users',
    summary: `Read a user of ${of}`,
    description: 'The id is the one that to-dos and navigation ask for.',
    scope: 'agency-users:read',
    answer: { json: User },
    tagged: true,
    refusals: [...own, refusals.userNotFound],
    run: async (call, { params }) => getUser(call, await place(call, params), params.userId ?? ''),
  }),
]

const invitationsOf = (base: string, { name, of, refusals: own }: Whose): Row[] => [
  agencyRow({
    method: 'GET',
    path: `${base}/invitations`,
    operationId: `list${name}Invitations`,
    tag: 'Invitations',
    summary: `List the pending invitations to ${of}`,
    description: 'Those that have not been answered yet, newest first. `query` filters on modifiedDateTime.',
    scope: 'agency-users:read',
    query: pages,
    answer: { json: pageOf(Invitation) },
    refusals: own,
    run: async (call, { params, query }) => listInvitations(call, await place(call, params), query),
  }),
  agencyRow({
    method: 'GET',
    path: `${base}/invitations/{invitationId}`,
    operationId: `get${name}Invitation`,
    tag: 'Invitations',
    summary: `Read a pending invitation to ${of}`,
    description: 'One that has not been answered yet.',
    scope: 'agency-users:read',
    answer: { json: Invitation },
    tagged: true,
    refusals: [...own, identityContribution.invitationRefusals.invitationNotFound],
    run: async (call, { params }) => findInvitation(call, await place(call, params), params.invitationId ?? ''),
  }),
  agencyRow({
    method: 'DELETE',
    path: `${base}/invitations/{invitationId}`,
    operationId: `delete${name}Invitation`,
    tag: 'Invitations',
    summary: `Withdraw an invitation to ${of}`,
    description: 'Its link stops working at once.',
    scope: 'agency-users:write',
    answer: 'nothing',
    refusals: [...own, identityContribution.invitationRefusals.invitationNotFound],
    events: ['invitation.withdrawn'],
    current: async (call, { params }) => findInvitation(call, await place(call, params), params.invitationId ?? ''),
    run: async (call, { params }) => {
      await withdrawInvitation(call, await place(call, params), params.invitationId ?? '')
      return undefined
    },
  }),
]

const agency = '/agencies/{agencyId}'
const company = `${agency}/companies/{companyId}`

const ownRows: readonly Row[] = [
  agencyRow({
    method: 'DELETE',
    path: `${agency}/users/{userId}`,
    operationId: 'deleteAgencyUser',
    tag: 'Users',
    summary: 'Remove a user of the agency',
    description:
      'Also from its client companies, except those that the user owns; open invitations that the user has sent to them are withdrawn. The last administrator cannot be removed.',
    scope: 'agency-users:write',
    answer: 'nothing',
    events: ['member.removed', 'token.revoked', 'invitation.withdrawn'],
    refusals: [refusals.userNotFound, refusals.lastAdministrator],
    current: async (call, { params }) => getUser(call, await place(call, params), params.userId ?? ''),
    run: async (call, { params }) => {
      await removeAgencyUser(call, params.userId ?? '')
      return undefined
    },
  }),
  agencyRow({
    method: 'DELETE',
    path: `${company}/users/{userId}`,
    operationId: 'deleteCompanyUser',
    tag: 'Users',
    summary: 'Remove a user of a client company',
    description: 'The account and memberships elsewhere stay. The owner of the company cannot be removed.',
    scope: 'agency-users:write',
    answer: 'nothing',
    events: ['member.removed', 'invitation.withdrawn'],
    refusals: [refusals.clientNotFound, refusals.userNotFound, refusals.ownerStays],
    current: async (call, { params }) => getUser(call, await place(call, params), params.userId ?? ''),
    run: async (call, { params }) => {
      await placeIn(call, params.companyId)
      await removeCompanyUser(call, params.companyId ?? '', params.userId ?? '')
      return undefined
    },
  }),
  agencyRow({
    method: 'POST',
    path: `${agency}/invitations`,
    operationId: 'createAgencyInvitation',
    tag: 'Invitations',
    summary: 'Invite a person to the agency',
    description: 'A mail goes out with a link that works once, within seven days.',
    scope: 'agency-users:write',
    body: named('NewAgencyInvitation', object({ email })),
    answer: { json: Invitation },
    events: ['invitation.sent'],
    refusals: [
      identityContribution.invitationRefusals.invitationPending,
      identityContribution.invitationRefusals.tooManyInvitations,
    ],
    example: { body: { email: 'berit@example.com' } },
    run: (call, { body }) => inviteToAgency(call, body.email),
  }),
  agencyRow({
    method: 'POST',
    path: `${company}/invitations`,
    operationId: 'createCompanyInvitation',
    tag: 'Invitations',
    summary: 'Invite a person to a client company',
    description:
      'A mail goes out with a link that works once, within seven days, also to a person who already has an account. People invite in their own name. For an integration the inviter is the owner, or `inviterUserId`: a member who may manage users.',
    scope: 'agency-users:write',
    body: named('NewCompanyInvitation', object({ email, inviterUserId: Type.Optional(Id) })),
    answer: { json: Invitation },
    events: ['invitation.sent'],
    refusals: [
      refusals.clientNotFound,
      identityContribution.invitationRefusals.invitationPending,
      identityContribution.invitationRefusals.tooManyInvitations,
    ],
    example: { body: { email: 'berit@example.com' } },
    run: async (call, { params, body }) => {
      await placeIn(call, params.companyId)
      return inviteToCompany(call, params.companyId ?? '', body)
    },
  }),
]

export const userRows: readonly Row[] = [
  ...rowsOf(agency, { name: 'Agency', of: 'the agency', refusals: [] }),
  ...rowsOf(company, { name: 'Company', of: 'a client company', refusals: [refusals.clientNotFound] }),
  ...ownRows,
]
