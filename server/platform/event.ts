// Events: every write except that of a draft records one in its transaction, numbered without gaps per tenant. The
// transaction's last statement assigns the number and locks the tenant's counter until the commit, which is sent in the
// same message: readers who follow the numbers miss no event and see none out of order.
import type { Call } from './call.ts'
import type { About, Numbered, PendingEvents, Single, Span } from './db.ts'
import type { Kind } from './event-kinds.ts'
import { newId } from './id.ts'
import { literal, raw, sql } from './sql.ts'

/**
 * Records an event of this transaction: the only way for code to leave one. With `detail`, it is also in the processing
 * history, for as long as the books are kept. If the transaction, or the attempt within it, is rolled back, no event
 * remains. Very many at once, such as those of an imported file, are left by number and not held in memory; these have
 * no detail.
 */
export const recordEvent = (
  call: Pick<Call, 'db' | 'now' | 'actor' | 'from'> & { companyId?: string; agencyId?: string },
  kind: Kind,
  about: About | Numbered,
  detail: Readonly<Record<string, unknown>> | null = null,
): void => {
  const { db, now: at, actor, from, companyId = null, agencyId = null } = call
  if (!db.happenings) throw new Error(`${kind} was recorded outside of a transaction`)
  const tenantId = companyId ?? agencyId ?? actor.id
  if (about && 'by' in about) {
    db.happenings.push({ tenantId, ...about })
    return
  }
  db.happenings.push({ tenantId, companyId, agencyId, kind, about, at, actor, from, detail })
}

/** How many events are left by one statement at most. */
export const MAX_EVENTS_A_STATEMENT = 1000

/**
 * The statements that leave events, by tenant, in the order of the tenants' ids: a transaction that holds one counter,
 * but for the removal of a tenant, waits for a later one only. As text, since they go in one message with the commit,
 * and that takes no parameters. Each is made when it is asked for.
 */
export function* eventStatements(happenings: readonly PendingEvents[]): Generator<string, void, void> {
  const tenants = [...new Set(happenings.map(({ tenantId }) => tenantId))].sort()
  for (const tenantId of tenants) {
    const own = happenings.filter((one) => one.tenantId === tenantId)
    const singles = own.flatMap((one) => ('by' in one ? [] : [one]))
    for (const { by, first, last } of spansOf(own)) yield `select ${by}(${literal(tenantId)}, ${first}, ${last})`
    for (let from = 0; from < singles.length; from += MAX_EVENTS_A_STATEMENT) {
      const rows = singles.slice(from, from + MAX_EVENTS_A_STATEMENT).map(rowOf)
      yield `select platform.leave_events(${literal(tenantId)}, ${literal(JSON.stringify(rows))})`
    }
  }
}

/** The spans among happenings of one tenant; those that continue the one before are one with it. */
const spansOf = (happenings: readonly PendingEvents[]): Span[] => {
  const spans: Span[] = []
  for (const one of happenings) {
    if (!('by' in one)) continue
    const before = spans.at(-1)
    const continues = before?.by === one.by && before.last + 1n === one.first
    if (continues) spans.pop()
    spans.push(continues ? { ...one, first: before.first } : one)
  }
  return spans
}

/** SQLSTATE for an event in a company or agency that was removed. */
export const TENANT_ENDED = 'GB013'

/**
 * Locks the counter of a tenant: every concurrent change has either committed its event by now, and is visible, or
 * comes after this transaction.
 */
export const lockEvents = async ({ db }: Pick<Call, 'db'>, tenantId: string): Promise<void> => {
  await db.rows(sql`select 1 from platform.event_counter where tenant_id = ${tenantId} for update`)
}

/**
 * Writes the events of this transaction so far, and prevents any later event of the tenant, in this or another
 * transaction: the database refuses such a change.
 */
export const endEventsOfTenant = async ({ db, now }: Pick<Call, 'db' | 'now'>, tenantId: string): Promise<void> => {
  const all = db.happenings ?? []
  for (const statement of eventStatements(all.filter((one) => one.tenantId === tenantId))) await db.rows(raw(statement))
  all.splice(0, all.length, ...all.filter((one) => one.tenantId !== tenantId))
  db.ended?.push(tenantId)
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
