// Deletes positions in the order of agencies' events after the events themselves were deleted.
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'
import { forgottenUpto, type Placed } from './agency-order.rules.ts'

/** Most agencies found by one statement, and most spans of one of them. */
const STEP = 1000
/** Sorts before all agencies. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Removes a company that is about to leave an agency from the agency's order: its events so far get their positions,
 * and if it returns, it starts over at its event number of that time. An order that was never read is not created.
 */
export const leaveOrder = async (
  { db }: { db: Db },
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => {
  // Locked, so that a concurrent reader extends it before, or sees that the company has left.
  const order = await db.rows(sql`select from events.agency_order where agency_id = ${agencyId} for update`)
  if (order.length === 0) return
  await db.rows(sql`select events.note_news(${agencyId})`)
  await db.rows(sql`delete from events.agency_source where agency_id = ${agencyId} and tenant_id = ${companyId}`)
}

/** The first event number that each of these tenants still has. */
export const keptFrom = async (db: Db, tenantIds: readonly string[]): Promise<ReadonlyMap<string, bigint>> => {
  const found = await db.rows<{ id: string; kept: bigint }>(
    sql`
    select tenant_id as id, kept_from as kept from platform.event_counter_view
    where tenant_id = any(${[...new Set(tenantIds)]}::uuid[])`,
    'read-kept-numbers',
  )
  return new Map(found.map(({ id, kept }) => [id, kept]))
}

/**
 * Deletes positions of deleted events; returns the number of spans. Only looks at the oldest spans of each agency, and
 * at later ones if all of these were deleted, so most spans are never read.
 */
export const forgetOrder = async ({ db }: { db: Db }): Promise<number> => {
  let gone = 0
  for (let after = FIRST; ; ) {
    const agencies = await db.rows<{ id: string }>(sql`
      select agency_id as id from events.agency_order where agency_id > ${after} order by agency_id limit ${STEP}`)
    for (const { id } of agencies) gone += await forgetOrderOf(db, id)
    const last = agencies.at(-1)
    if (!last || agencies.length < STEP) return gone
    after = last.id
  }
}

const forgetOrderOf = async (db: Db, agencyId: string): Promise<number> => {
  for (let gone = 0; ; ) {
    const oldest = await db.rows<Placed>(sql`
      select tenant_id as "tenantId", first_number as first, last_number as last, last_position as upto
      from events.agency_span where agency_id = ${agencyId} order by last_position limit ${STEP}`)
    const last = oldest.at(-1)
    if (!last) return gone
    const kept = await keptFrom(
      db,
      oldest.map(({ tenantId }) => tenantId),
    )
    const upto = forgottenUpto(oldest, kept)
    await db.rows(sql`
      update events.agency_order set kept_from = ${upto + 1n} where agency_id = ${agencyId} and kept_from <= ${upto}`)
    const step = await db.rows(sql`
      delete from events.agency_span s using events.agency_order o
      where o.agency_id = ${agencyId} and s.agency_id = ${agencyId} and s.last_position < o.kept_from
        and s.last_position <= ${last.upto}
      returning 1`)
    gone += step.length
    if (step.length < oldest.length) return gone
  }
}
