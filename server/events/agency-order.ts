// Forgets the order of agencies' events in step with the events themselves: of what is told no more the places.
import type { Db } from '#platform/db'
import { sql } from '#platform/sql'
import { forgottenUpto, type Placed } from './agency-order.rules.ts'

/** How many agencies are found by one statement, and how many spans of one of them. */
const STEP = 1000
/** Before all agencies. */
const FIRST = '00000000-0000-0000-0000-000000000000'

/**
 * Takes a company that is about to leave an agency, and is still its client, out of the agency's order: what has
 * happened there until now has its place, and when it returns it begins anew, at its number by then. An order that
 * nobody has read yet is not begun.
 */
export const leaveOrder = async (
  { db }: { db: Db },
  { agencyId, companyId }: { agencyId: string; companyId: string },
): Promise<void> => {
  // Held, so that whoever reads at this moment continues it before, or finds that the company has left.
  const order = await db.rows(sql`select from events.agency_order where agency_id = ${agencyId} for update`)
  if (order.length === 0) return
  await db.rows(sql`select events.note_news(${agencyId})`)
  await db.rows(sql`delete from events.agency_source where agency_id = ${agencyId} and tenant_id = ${companyId}`)
}

/** The first number of each of these tenants that is kept. */
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
 * Forgets what is not told any more; answers how many spans are gone. Of each agency the oldest are looked at, and
 * those after them only where all of these have gone: however many are kept, most of them are never read.
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
