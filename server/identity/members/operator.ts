// Operators of the service, and their actions on accounts: finding, locking, logging out, and resetting a lost second
// factor.
import { mailTexts } from '#identity/pages/mail-texts'
import { findPerson, type Person } from '#identity/people/person'
import { endOtherSessions } from '#identity/people/session'
import { accountRefusals, peopleRefusals } from '#identity/refusals'
import { queueMail } from '#mail/mail'
import type { Call } from '#platform/call'
import { recordEvent } from '#platform/event'
import { asItem, type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { withdrawAllSentBy } from './withdrawal.ts'

/** Makes a person an operator, or ends this; returns whether it changed. */
export const setOperator = async (
  call: Call,
  { personId, isOperator }: { personId: string; isOperator: boolean },
): Promise<void> => {
  const changed = await call.db.rows(
    isOperator
      ? sql`
        insert into identity.operator (person_id, since) values (${personId}, ${call.now})
        on conflict do nothing returning 1`
      : sql`delete from identity.operator where person_id = ${personId} returning 1`,
  )
  if (changed.length === 0) return
  const { name, email } = await findPerson(call, personId)
  recordEvent(call, isOperator ? 'operator.added' : 'operator.removed', { id: personId }, { personId, name, email })
}

/** An account as an operator sees it. */
export type Account = {
  id: string
  name: string
  email: string
  language: Person['language']
  createdAt: Date
  lockedAt: Date | null
  lastUsedAt: Date | null
  sessions: number
  memberships: number
  passkeys: number
  hasSecondFactor: boolean
  isOperator: boolean
}

const accountColumns = sql`p.id, p.name, p.email, p.language, p.created_at as "createdAt", p.locked_at as "lockedAt",
  (select max(s.last_used_at) from identity.session s where s.person_id = p.id) as "lastUsedAt",
  (select count(*)::int from identity.session s where s.person_id = p.id) as sessions,
  (select count(*)::int from identity.agency_member m where m.person_id = p.id) as memberships,
  (select count(*)::int from identity.passkey k where k.person_id = p.id) as passkeys,
  exists (select from identity.second_factor f where f.person_id = p.id and f.confirmed_at is not null)
    as "hasSecondFactor",
  exists (select from identity.operator o where o.person_id = p.id) as "isOperator"`

/** A page of the accounts, newest first, without closed ones. */
export const listAccounts = async (call: Call, request: PageRequest): Promise<Page<Account>> => {
  const list: List<Account, Account> = {
    name: 'accounts',
    columns: accountColumns,
    from: sql`identity.person p`,
    where: sql`p.closed_at is null`,
    key: [sql`p.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`p.name` },
        email: { type: 'string', column: sql`p.email` },
        createdDateTime: { type: 'datetime', column: sql`p.created_at` },
      },
    },
    itemOf: asItem,
  }
  const page = await listPage({ ...call, companyId: '' }, list, request)
  return { ...page, items: await withCompanies(call, page.items) }
}

/** Memberships of companies are counted separately, since they may be on several machines. */
const withCompanies = async ({ db }: Pick<Call, 'db'>, accounts: readonly Account[]): Promise<Account[]> => {
  const counts = await db.rows<{ id: string; count: number }>(sql`
    select person_id as id, count(*)::int as count from identity.company_member
    where person_id = any(${accounts.map(({ id }) => id)}::uuid[]) group by person_id`)
  const companiesOf = new Map(counts.map(({ id, count }) => [id, count]))
  return accounts.map((one) => ({ ...one, memberships: one.memberships + (companiesOf.get(one.id) ?? 0) }))
}

/** One of them; refused as not found. */
export const readAccount = async ({ db }: Pick<Call, 'db'>, id: string): Promise<Account> => {
  const found = await db.maybe<Account>(sql`
    select ${accountColumns} from identity.person p where p.id = ${id} and p.closed_at is null`)
  if (!found) throw peopleRefusals.personNotFound({ id })
  const [account] = await withCompanies({ db }, [found])
  return account as Account
}

/**
 * Locks an account, or unlocks it; the owner is told by mail. Pending invitations from a locked account are withdrawn
 * permanently.
 */
export const lockAccount = async (
  call: Call,
  { personId, isLocked }: { personId: string; isLocked: boolean },
): Promise<void> => {
  const { email, language } = await findPerson(call, personId)
  if (isLocked && personId === call.actor.id) throw accountRefusals.ownAccount()
  const changed = await call.db.rows(sql`
    update identity.person set locked_at = ${isLocked ? call.now : null}
    where id = ${personId} and (locked_at is not null) <> ${isLocked} returning 1`)
  if (changed.length === 0) return
  if (isLocked) {
    await call.db.rows(sql`delete from identity.email_change where person_id = ${personId}`)
    await endOtherSessions(call, { personId, keep: null })
    await withdrawAllSentBy(call, personId)
  }
  recordEvent(call, isLocked ? 'person.locked' : 'person.unlocked', { id: personId }, { personId })
  await queueMail(call, { to: email, ...mailTexts[language][isLocked ? 'locked' : 'unlocked']() })
}

/** Ends all sessions of a person, and pending logins. */
export const endSessionsOf = async (call: Call, personId: string): Promise<void> => {
  await findPerson(call, personId)
  await endOtherSessions(call, { personId, keep: null })
}

/** Removes the second factor of a person who has lost it, after the operator has verified who it is. */
export const resetSecondFactor = async (call: Call, personId: string): Promise<void> => {
  const { email, language } = await findPerson(call, personId)
  if (personId === call.actor.id) throw accountRefusals.ownAccount()
  await call.db.rows(sql`delete from identity.recovery_code where person_id = ${personId}`)
  const removed = await call.db.rows(sql`delete from identity.second_factor where person_id = ${personId} returning 1`)
  if (removed.length === 0) return
  await endOtherSessions(call, { personId, keep: null })
  recordEvent(call, 'second-factor.reset', null, { personId })
  await queueMail(call, { to: email, ...mailTexts[language].factorReset() })
}
