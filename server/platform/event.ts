// Events: every write except that of a draft records one in its transaction, numbered without gaps per tenant. The
// transaction's last statement assigns the number and locks the tenant's counter until the commit, which is sent in the
// same message: readers who follow the numbers miss no event and see none out of order.
import type { Actor, Call, CompanyCall } from './call.ts'
import type { Kind } from './event-kinds.ts'
import { newId } from './id.ts'
import { literal, raw, sql } from './sql.ts'

/**
 * What an event is about. `of` is the id of the parent, such as the invoice of a payment. `ownerId` is the program that
 * created it, if other programs do not see it; otherwise null.
 */
export type About = { id: string | number; of?: string; ownerId?: string | null } | null

/** One or many events to be written at commit. */
export type Happening = Single | Span

/** Many events of one kind, identified by their numbers; `by` is the database function that writes them. */
type Span = { tenantId: string; by: string; first: bigint; last: bigint }

type Single = {
  tenantId: string
  companyId: string | null
  agencyId: string | null
  kind: string
  about: About
  at: Date
  actor: Actor
  from: string | null
  /** What the processing history (behandlingshistorik) keeps of it; null if the resource itself contains everything. */
  detail: Readonly<Record<string, unknown>> | null
}

/**
 * Records an event of this transaction. With `detail`, it is also in the processing history, for as long as the books
 * are kept. If the transaction, or the attempt within it, is rolled back, no event remains.
 */
export const happen = (
  call: Pick<Call, 'db' | 'now' | 'actor' | 'from'> & { companyId?: string; agencyId?: string },
  kind: Kind,
  about: About,
  detail: Readonly<Record<string, unknown>> | null = null,
): void => {
  const { db, now: at, actor, from, companyId = null, agencyId = null } = call
  if (!db.happenings) throw new Error(`${kind} was recorded outside of a transaction`)
  const tenantId = companyId ?? agencyId ?? actor.id
  db.happenings.push({ tenantId, companyId, agencyId, kind, about, at, actor, from, detail })
}

/** The same for many events at once, such as those of an imported file; they are not held in memory. */
export const happenMany = ({ db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>, span: Omit<Span, 'tenantId'>) => {
  if (!db.happenings) throw new Error(`${span.by} must write its events within a transaction`)
  db.happenings.push({ tenantId: companyId, ...span })
}

/** How many events are left by one statement at most. */
export const LEFT_TOGETHER = 1000

/**
 * The statements that leave events, by tenant, in the order of the tenants' ids: a transaction that holds one counter,
 * but for the removal of a tenant, waits for a later one only. As text, since they go in one message with the commit,
 * and that takes no parameters. Each is made when it is asked for.
 */
export function* leaving(happenings: readonly Happening[]): Generator<string, void, void> {
  const tenants = [...new Set(happenings.map(({ tenantId }) => tenantId))].sort()
  for (const tenantId of tenants) {
    const own = happenings.filter((one) => one.tenantId === tenantId)
    const singles = own.flatMap((one) => ('by' in one ? [] : [one]))
    for (const one of own) if ('by' in one) yield `select ${one.by}(${literal(tenantId)}, ${one.first}, ${one.last})`
    for (let from = 0; from < singles.length; from += LEFT_TOGETHER) {
      const rows = singles.slice(from, from + LEFT_TOGETHER).map(rowOf)
      yield `select platform.leave_events(${literal(tenantId)}, ${literal(JSON.stringify(rows))})`
    }
  }
}

/** SQLSTATE for an event in a company or agency that was removed. */
export const TENANT_ENDED = 'GB013'

/**
 * Locks the counter of a tenant: every concurrent change has either committed its event by now, and is visible, or
 * comes after this transaction.
 */
export const holdEvents = async ({ db }: Pick<Call, 'db'>, tenantId: string): Promise<void> => {
  await db.rows(sql`select 1 from platform.event_counter where tenant_id = ${tenantId} for update`)
}

/**
 * Writes the events of this transaction so far, and prevents any later event of the tenant, in this or another
 * transaction: the database refuses such a change.
 */
export const endEvents = async ({ db, now }: Pick<Call, 'db' | 'now'>, tenantId: string): Promise<void> => {
  const all = db.happenings ?? []
  for (const statement of leaving(all.filter((one) => one.tenantId === tenantId))) await db.rows(raw(statement))
  all.splice(0, all.length, ...all.filter((one) => one.tenantId !== tenantId))
  await db.rows(sql`update platform.event_counter set ended_at = ${now} where tenant_id = ${tenantId}`)
}

const rowOf = ({ companyId, agencyId, kind, about, at, actor, from, detail }: Single) => ({
  company_id: companyId,
  agency_id: agencyId,
  kind,
  resource_id: about && String(about.id).toLowerCase(),
  of_id: about?.of?.toLowerCase() ?? null,
  owner_id: about?.ownerId ?? null,
  happened_at: at,
  actor_kind: actor.kind,
  actor_id: actor.id,
  actor_name: actor.name,
  ...(detail === null ? {} : { id: newId(), from_address: from, detail }),
})
