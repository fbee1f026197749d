// The endpoints of the members of a company, for its own people.
import { DateTime, Id, named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { peopleRefusals as refusals } from '#identity/refusals'
import { momentText } from '#platform/day'
import { type CompanyRole, companyRoles } from '#rule/roles'
import { changeMember, dismissMember, listMemberPage, lockMember, type Member, readMember } from './membership.ts'

const path = '/companies/{companyId}/members'

const role = Type.Enum([...companyRoles])
const isSignatory = Type.Boolean({ description: 'Whether the person signs for the company (firmatecknare)' })

const MemberShown = named(
  'Member',
  object({
    id: Id,
    name: Type.String({ examples: ['Anna Ek'] }),
    email: Type.String({ examples: ['anna@example.com'] }),
    role,
    isSignatory,
    modifiedDateTime: DateTime,
  }),
)

const shown = ({ personId: id, name, email, role: held, isSignatory: signs, modifiedAt }: Member) => ({
  id,
  name,
  email,
  role: held as CompanyRole,
  isSignatory: signs,
  modifiedDateTime: momentText(modifiedAt),
})

export const memberRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'listMembers',
    tag: 'Members',
    summary: 'List the members of the company',
    description: 'Those newest to the service first. `query` filters on name, role and modifiedDateTime.',
    by: 'people',
    scope: 'members:read',
    query: pageQuery('role==owner'),
    answer: { json: pageOf(MemberShown) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listMemberPage(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: `${path}/{memberId}`,
    operationId: 'getMember',
    tag: 'Members',
    summary: 'Read a member of the company',
    description: "The person's role, and whether they sign for the company.",
    by: 'people',
    scope: 'members:read',
    answer: { json: MemberShown },
    tagged: true,
    refusals: [refusals.memberNotFound],
    run: async (call, { params }) => shown(await readMember(call, params.memberId ?? '')),
  }),
  row({
    method: 'PATCH',
    path: `${path}/{memberId}`,
    operationId: 'changeMember',
    tag: 'Members',
    summary: 'Change a member of the company',
    description:
      'Gives another role, or says whether the person signs for the company; what is left out stays as it is. Only owners decide who owns the company and who signs for it; the last owner stays an owner, and an auditor signs nothing. Open invitations that the person may send no longer are withdrawn.',
    by: 'people',
    scope: 'members:write',
    body: named('MemberChange', object({ role: Type.Optional(role), isSignatory: Type.Optional(isSignatory) })),
    answer: { json: MemberShown },
    tagged: true,
    events: ['member.role-changed', 'member.signatory', 'invitation.withdrawn'],
    refusals: [refusals.memberNotFound, refusals.ownersDecide, refusals.lastOwner, refusals.auditorSigns],
    current: async (call, { params }) => shown(await lockMember(call, params.memberId ?? '')),
    example: { body: { role: 'bookkeeper', isSignatory: true } },
    run: async (call, { params, body }) => shown(await changeMember(call, params.memberId ?? '', body)),
  }),
  row({
    method: 'DELETE',
    path: `${path}/{memberId}`,
    operationId: 'removeMember',
    tag: 'Members',
    summary: 'Remove a member of the company',
    description:
      "The person's account and other memberships stay. The last owner cannot be removed. Open invitations to the person's address are withdrawn, as are those that the person may send no longer.",
    by: 'people',
    scope: 'members:write',
    answer: 'nothing',
    events: ['member.removed', 'invitation.withdrawn'],
    refusals: [refusals.memberNotFound, refusals.ownersDecide, refusals.lastOwner],
    current: async (call, { params }) => shown(await lockMember(call, params.memberId ?? '')),
    run: async (call, { params }) => {
      await dismissMember(call, params.memberId ?? '')
      return undefined
    },
  }),
]
