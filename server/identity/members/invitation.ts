// Invitations by mail to become a member of a company or an agency. The link proves ownership of the address, works
// once within seven days, and its secret is stored as a digest.
import type { Language } from '#http'
import { findAgency } from '#identity/agency'
import { findCompany } from '#identity/company'
import { mailTexts } from '#identity/pages/mail-texts'
import { countAttempt, invitationCountsOf } from '#identity/people/attempt-limits'
import { isEmail } from '#identity/people/name.rules'
import { findPersonByEmail, isSameAddress } from '#identity/people/person'
import { invitationFaults as faults, peopleRefusals, invitationRefusals as refusals } from '#identity/refusals'
import { queueMail } from '#mail/mail'
import { type Call, type CompanyCall, serviceTime } from '#platform/call'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import type { CompanyRole, Role } from '#rule/roles'
import { newSecret, readSecret, sameDigest } from '#secrets/secret'
import { lockInviterRights, requireMayInvite } from './inviter-rights.ts'
import { addMember, roleIn, type Tenant } from './membership.ts'

/** An invitation as in the API. */
export type Invitation = { id: string; email: string; status: 'pendingInvitation'; modifiedDateTime: string }

/** The sender, as named in the mail and the history. */
type Inviter = { kind: string; id: string; name: string }

/** How long the link of an invitation works, in milliseconds (seven days). */
const INVITATION_MS = 7 * 24 * 60 * 60 * 1000

/** How long an expired one is kept, so that its page can tell what happened, in milliseconds (30 days). */
export const INVITATION_KEPT_MS = 30 * 24 * 60 * 60 * 1000

/** The default role of an invited person. */
const roleOf: Record<Tenant['type'], Role> = { company: 'bookkeeper', agency: 'consultant' }

/** An integration, and the agency that allows it to invite people. */
type Through = { agencyId: string; integrationId: string }

type NewInvitation = {
  tenant: Tenant
  email: string
  inviter: Inviter
  sender?: string | null
  through?: Through | null
  role?: Role
}

/**
 * Invites an address by a mail with a link. People with an account use it as well, after logging in.
 * @param sender the agency or company on whose behalf it is sent, which has its own limit
 * @param through the integration that sends it: when it loses access, its invitations are withdrawn
 * @param role the role to be given; by default the lowest that can do the work
 * @throws validation-error for a bad address and for a member's, operation-not-allowed while another one is pending,
 *   rate-limit-exceeded after too many to one address or from one sender, forbidden if the sender may no longer invite
 */
export const invite = async (
  call: Call,
  { tenant, email: given, inviter, sender = null, through = null, role = roleOf[tenant.type] }: NewInvitation,
): Promise<Invitation> => {
  const email = given.trim()
  refuseIfAny(isEmail(email) ? [] : [faults.email('#/email')])
  const agencies = await lockInviterRights(call, tenant)
  await requireMayInvite(call, { tenant, role, agencies })
  refuseIfAny((await isMemberBy(call, tenant, email)) ? [faults.member('#/email')] : [])
  await refusePending(call, tenant, email)
  await refuseTooMany(call, { email, sender })
  const id = newId()
  const { text, digest } = newSecret('gbiv', id)
  const [company, agency] = columnsOf(tenant)
  await call.db.rows(sql`
    insert into identity.invitation (
      id, company_id, agency_id, email, role, secret_digest, invited_by_kind, invited_by_id, invited_by_name,
      created_at, expires_at, through_agency, through_integration)
    values (${id}, ${company}, ${agency}, ${email}, ${role}, ${digest}, ${inviter.kind}, ${inviter.id},
      ${inviter.name}, ${call.now}, ${expiryIn(call)}, ${through?.agencyId ?? null},
      ${through?.integrationId ?? null})`)
  recordEvent(within(call, tenant), 'invitation.sent', { id }, { id, email })
  await mailLink(call, { tenant, email, inviter, secret: text })
  return shown({ id, email, modifiedAt: call.now })
}

const isMemberBy = async (call: Call, tenant: Tenant, email: string): Promise<boolean> => {
  const person = await findPersonByEmail(call, email)
  return person !== null && (await roleIn(call, person.id, tenant)) !== null
}

/** To the address as stored in the account: another spelling may belong to another person. */
const mailLink = async (
  call: Call,
  { tenant, email, inviter, secret }: Pick<NewInvitation, 'tenant' | 'email' | 'inviter'> & { secret: string },
): Promise<void> => {
  const person = await findPersonByEmail(call, email)
  const to = { tenantName: await nameOf(call, tenant), inviterName: inviter.name }
  const mail = mailTexts[person?.language ?? LANGUAGE].invited(to, linkOf(call, secret))
  await queueMail(call, { to: person?.email ?? email, ...mail })
}

/** Counted in the same transaction as the invitation, because a refused one sends no mail. */
const refuseTooMany = async (call: Call, asked: { email: string; sender: string | null }): Promise<void> => {
  const { waitMs } = await countAttempt(call, await invitationCountsOf(call, asked))
  if (waitMs === null) return
  const seconds = Math.ceil(waitMs / 1000)
  throw refusals.tooManyInvitations({ seconds }, [], { 'retry-after': seconds })
}

/** An invitation to a company as its people see it, including expired ones. */
export type SentInvitation = {
  id: string
  email: string
  role: CompanyRole
  status: 'pending' | 'expired'
  invitedBy: string
  createdAt: Date
  expiresAt: Date
  modifiedAt: Date
}

export const sentStatuses = ['pending', 'expired'] as const

const statusIn = (call: Call): Sql =>
  sql`case when i.expires_at > ${serviceTime(call)} then 'pending' else 'expired' end`

const modifiedAt = sql`coalesce(i.modified_at, i.created_at)`

const sentColumns = (call: Call): Sql => sql`i.id, i.email, i.role, ${statusIn(call)} as status,
  i.invited_by_name as "invitedBy", i.created_at as "createdAt", i.expires_at as "expiresAt",
  ${modifiedAt} as "modifiedAt"`

const isUnanswered = sql`i.accepted_at is null and i.withdrawn_at is null`

/** A page of the unanswered invitations to a company, newest first. */
export const listSentInvitations = (call: CompanyCall, request: PageRequest): Promise<Page<SentInvitation>> => {
  const list: List<SentInvitation, SentInvitation> = {
    name: 'sent-invitations',
    columns: sentColumns(call),
    from: sql`identity.invitation i`,
    where: sql`i.company_id = ${call.companyId} and ${isUnanswered}`,
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        email: { type: 'string', column: sql`i.email` },
        status: { type: { oneOf: sentStatuses }, column: statusIn(call) },
        modifiedDateTime: { type: 'datetime', column: modifiedAt },
      },
    },
    itemOf: ({ id, email, role, status, invitedBy, createdAt, expiresAt, modifiedAt: at }) => ({
      id,
      email,
      role,
      status,
      invitedBy,
      createdAt,
      expiresAt,
      modifiedAt: at,
    }),
  }
  return listPage(call, list, request)
}

/** One of them, locked until the transaction ends with `lock`; refused as not found. */
export const readSentInvitation = async (
  call: CompanyCall,
  id: string,
  options: { lock?: boolean } = {},
): Promise<SentInvitation> => readUnanswered(call, { type: 'company', id: call.companyId }, id, options)

const readUnanswered = async (
  call: Call,
  tenant: Tenant,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<SentInvitation> => {
  const found = await call.db.maybe<SentInvitation>(sql`
    select ${sentColumns(call)} from identity.invitation i
    where i.id = ${id} and ${isOf(tenant)} and ${isUnanswered} ${lock ? sql`for update` : empty}`)
  if (!found) throw refusals.invitationNotFound({ id })
  return found
}

/** Invites a person to a company; as an owner, only if the sender is one. */
export const inviteColleague = async (
  call: CompanyCall,
  { email, role = 'bookkeeper' }: { email: string; role?: CompanyRole | undefined },
): Promise<SentInvitation> => {
  const tenant: Tenant = { type: 'company', id: call.companyId }
  const { id } = await invite(call, { tenant, email, role, inviter: call.actor, sender: call.companyId })
  return readSentInvitation(call, id)
}

/**
 * Sends an invitation again, under the name of the person who does so now. The link is new, because the old one's
 * secret is not stored; the old one stops working.
 */
export const sendInvitationAgain = async (call: Call, tenant: Tenant, id: string): Promise<Invitation> => {
  const agencies = await lockInviterRights(call, tenant)
  const { email, role } = await readUnanswered(call, tenant, id, { lock: true })
  await requireMayInvite(call, { tenant, role, agencies })
  if (await isMemberBy(call, tenant, email)) throw peopleRefusals.alreadyMember()
  await refuseTooMany(call, { email, sender: tenant.id })
  const { text, digest } = newSecret('gbiv', id)
  const { actor: inviter, now } = call
  await call.db.rows(sql`
    update identity.invitation i set secret_digest = ${digest}, expires_at = ${expiryIn(call)},
      invited_by_kind = ${inviter.kind}, invited_by_id = ${inviter.id}, invited_by_name = ${inviter.name},
      through_agency = null, through_integration = null, modified_at = ${now}
    where i.id = ${id} and ${isOf(tenant)}`)
  recordEvent(within(call, tenant), 'invitation.sent', { id }, { id, email })
  await mailLink(call, { tenant, email, inviter, secret: text })
  return shown({ id, email, modifiedAt: now })
}

/** Withdraws an invitation, expired or not. */
export const withdrawSentInvitation = async (call: CompanyCall, id: string): Promise<void> => {
  const { email } = await readSentInvitation(call, id, { lock: true })
  await call.db.rows(sql`
    update identity.invitation set withdrawn_at = ${call.now} where id = ${id} and company_id = ${call.companyId}`)
  recordEvent(call, 'invitation.withdrawn', { id }, { id, email })
}

/** The language of mail to unknown people. */
const LANGUAGE: Language = 'sv'

const linkOf = ({ site }: Call, text: string): string => `${site()}/invitation?token=${text}`

const columnsOf = ({ type, id }: Tenant): [company: string | null, agency: string | null] =>
  type === 'company' ? [id, null] : [null, id]

const within = (call: Call, { type, id }: Tenant) =>
  type === 'company' ? { ...call, companyId: id } : { ...call, agencyId: id }

const nameOf = async (call: Call, { type, id }: Tenant): Promise<string> =>
  (type === 'company' ? await findCompany(call.db, id) : await findAgency(call, id)).name

const isOf = ({ type, id }: Tenant): Sql => (type === 'company' ? sql`i.company_id = ${id}` : sql`i.agency_id = ${id}`)

/** An expired invitation does not block a new one. */
const refusePending = async (call: Call, tenant: Tenant, email: string): Promise<void> => {
  const { db, now } = call
  await db.rows(sql`
    update identity.invitation i set withdrawn_at = ${now}
    where ${isOf(tenant)} and lower(i.email) = lower(${email}) and i.expires_at <= ${serviceTime(call)}
      and i.accepted_at is null and i.withdrawn_at is null`)
  const pending = await db.maybe<{ id: string }>(sql`
    select i.id from identity.invitation i where ${isOf(tenant)} and lower(i.email) = lower(${email})
      and i.accepted_at is null and i.withdrawn_at is null`)
  if (pending) throw refusals.invitationPending({ id: pending.id })
}

type InvitationRow = { id: string; email: string; modifiedAt: Date }

const shown = ({ id, email, modifiedAt: at }: InvitationRow): Invitation => ({
  id,
  email,
  status: 'pendingInvitation',
  modifiedDateTime: momentText(at),
})

/** Links expire by the clock of the service, because their readers are not in a company yet. */
const expiryIn = (call: Call): Date => new Date(serviceTime(call).getTime() + INVITATION_MS)

const pendingIn = (call: Call): Sql =>
  sql`i.accepted_at is null and i.withdrawn_at is null and i.expires_at > ${serviceTime(call)}`

/** A page of a tenant's pending invitations, newest first. */
export const listInvitations = (call: Call, tenant: Tenant, request: PageRequest): Promise<Page<Invitation>> => {
  const list: List<InvitationRow, Invitation> = {
    name: 'invitations',
    columns: sql`i.id, i.email, ${modifiedAt} as "modifiedAt"`,
    from: sql`identity.invitation i`,
    where: sql`${isOf(tenant)} and ${pendingIn(call)}`,
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters: { properties: { modifiedDateTime: { type: 'datetime', column: modifiedAt } } },
    itemOf: shown,
  }
  return listPage({ ...call, companyId: tenant.id }, list, request)
}

/** A tenant's pending invitation; refused as not found. */
export const findInvitation = async (call: Call, tenant: Tenant, id: string): Promise<Invitation> => {
  const found = await call.db.maybe<InvitationRow>(sql`
    select i.id, i.email, ${modifiedAt} as "modifiedAt" from identity.invitation i
    where i.id = ${id} and ${isOf(tenant)} and ${pendingIn(call)}`)
  if (!found) throw refusals.invitationNotFound({ id })
  return shown(found)
}

/** Withdraws a pending invitation; its page says so from now on. */
export const withdrawInvitation = async (call: Call, tenant: Tenant, id: string): Promise<void> => {
  const [withdrawn] = await call.db.rows<{ email: string }>(sql`
    update identity.invitation i set withdrawn_at = ${call.now}
    where i.id = ${id} and ${isOf(tenant)} and ${pendingIn(call)} returning i.email`)
  if (!withdrawn) throw refusals.invitationNotFound({ id })
  recordEvent(within(call, tenant), 'invitation.withdrawn', { id }, { id, email: withdrawn.email })
}

/** An invitation as the reader of its link sees it. */
export type OpenInvitation = {
  id: string
  email: string
  tenant: Tenant
  tenantName: string
  role: Role
  inviterName: string
  state: 'pending' | 'accepted' | 'withdrawn' | 'expired'
}

type LinkRow = {
  id: string
  email: string
  company_id: string | null
  agency_id: string | null
  tenant_name: string
  role: Role
  invited_by_name: string
  secret_digest: Buffer
  expires_at: Date
  accepted_at: Date | null
  withdrawn_at: Date | null
}

/** The invitation of a link; null if the link is not valid. `lock` prevents changes until the transaction ends. */
export const openInvitation = async (
  { db, now }: Call,
  token: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<OpenInvitation | null> => {
  const parts = readSecret('gbiv', token)
  if (!parts) return null
  const row = await db.maybe<LinkRow>(sql`
    select i.id, i.email, i.company_id, i.agency_id, coalesce(c.name, a.name) as tenant_name, i.role, i.invited_by_name,
      i.secret_digest, i.expires_at, i.accepted_at, i.withdrawn_at
    from identity.invitation i
    left join identity.company c on c.id = i.company_id
    left join identity.agency a on a.id = i.agency_id
    where i.id = ${parts.id} ${lock ? sql`for update of i` : sql``}`)
  if (!row || !sameDigest(parts.digest, row.secret_digest)) return null
  const { id, email, role, company_id, agency_id, tenant_name: tenantName, invited_by_name: inviterName } = row
  const state = row.accepted_at
    ? 'accepted'
    : row.withdrawn_at
      ? 'withdrawn'
      : row.expires_at <= now
        ? 'expired'
        : 'pending'
  const tenant: Tenant = company_id ? { type: 'company', id: company_id } : { type: 'agency', id: agency_id ?? '' }
  return { id, email, tenant, tenantName, role, inviterName, state }
}

/** Makes the person with the invited address a member. Returns the invitation's state if it was no longer pending. */
export const acceptInvitation = async (
  call: Call,
  { token, person }: { token: string; person: { id: string; email: string } },
): Promise<OpenInvitation | null> => {
  const found = await openInvitation(call, token, { lock: true })
  if (found?.state !== 'pending' || !(await isSameAddress(call, found.email, person.email))) return found
  await call.db.rows(sql`
    update identity.invitation set accepted_at = ${call.now}, accepted_by = ${person.id} where id = ${found.id}`)
  const { tenant, role } = found
  if ((await roleIn(call, person.id, tenant)) === null) await addMember(call, { tenant, personId: person.id, role })
  recordEvent(within(call, tenant), 'invitation.accepted', { id: found.id }, { id: found.id, email: found.email })
  return { ...found, state: 'accepted' }
}
