// Events: what every write but that of a draft leaves in its transaction, numbered without gaps for each tenant. The
// transaction's last statement gives the number, and holds the tenant's counter until the commit that it is sent with:
// readers who follow the numbers miss none, and see none out of order.
import type { Actor, Call, CompanyCall } from '#platform/call'
import type { Kind } from '#platform/event-kinds'
import { newId } from '#platform/id'
import { raw, sql } from '#platform/sql'
import { literal } from '#platform/sql-text'

/**
 * What an event is about: `of` is the id of what it is a part of, such as the invoice of a payment. `ownerId` is of the
 * program that made it, where other programs do not see it; null where none does.
 */
export type About = { id: string | number; of?: string; ownerId?: string | null } | null

/** An event on its way into the database, or very many. */
export type Happening = Single | Span

/** Very many events of one kind, known by their numbers; `by` is the function of the database that leaves them. */
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
  /** What the processing history (behandlingshistorik) keeps of it; null where the resource itself says it all. */
  detail: Readonly<Record<string, unknown>> | null
}

/**
 * Notes what this transaction changes. What has a `detail` also stands in the processing history, for as long as the
 * books are kept. Nothing is left when the transaction, or the attempt within it, is undone.
 */
export const happen = (
  call: Pick<Call, 'db' | 'now' | 'actor' | 'from'> & { companyId?: string; agencyId?: string },
  kind: Kind,
  about: About,
  detail: Readonly<Record<string, unknown>> | null = null,
): void => {
  const { db, now: at, actor, from, companyId = null, agencyId = null } = call
  if (!db.happenings) throw new Error(`${kind} happens outside of a transaction`)
  const tenantId = companyId ?? agencyId ?? actor.id
  db.happenings.push({ tenantId, companyId, agencyId, kind, about, at, actor, from, detail })
}

/** The same of very many at once, such as a file brings: they are left without being held here. */
export const happenMany = ({ db, companyId }: Pick<CompanyCall, 'db' | 'companyId'>, span: Omit<Span, 'tenantId'>) => {
  if (!db.happenings) throw new Error(`${span.by} leaves events outside of a transaction`)
  db.happenings.push({ tenantId: companyId, ...span })
}

/** How many events are left by one statement at most. */
export const LEFT_TOGETHER = 1000

/**
 * The statements that leave events, by tenant, in the order of the tenants' ids: whoever holds one counter, but for
 * the removal of a tenant, waits for a later one only. As text, since they go in one message with the commit, and
 * that takes no parameters. Each is made when it is asked for.
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

/** What the database says of an event in a company, or at an agency, that was removed. */
export const TENANT_ENDED = 'GB013'

/**
 * Holds the counter of a tenant: whoever has changed something there has left the event by now, and is seen, or comes
 * after this transaction.
 */
export const holdEvents = async ({ db }: Pick<Call, 'db'>, tenantId: string): Promise<void> => {
  await db.rows(sql`select 1 from platform.event_counter where tenant_id = ${tenantId} for update`)
}

/**
 * Leaves what this transaction has told of a tenant so far, and nothing after it, in this or any other transaction:
 * whoever still changes something there is refused by the database.
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
