// Events of open items: the credit notes, payments and settlements behind the remainder of each.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import type { Sql } from '#platform/sql'
import { debtEvents } from '#purchasing'
import type { Known } from '#reports/figures'
import { reportFaults } from '#reports/refusals'
import { type AskedEvents, claimEvents } from '#sales'

/** The side: claims on customers, or debts to suppliers. */
export type Side = 'customer' | 'supplier'

/** The basis of a report: the day, and the state of knowledge. */
export type Moment = { on: Day; at: Date; known: Known }

export const itemEventKinds = ['creditNote', 'payment', 'settlement'] as const

/**
 * `ore` is the reduction in SEK; negative for an increase. `type` is that of a settlement, `number` that of a credit
 * note.
 */
export type ItemEvent = {
  kind: (typeof itemEventKinds)[number]
  type: string | null
  id: string
  number: string | null
  date: Day
  ore: Ore
  /** Its entry, if registered by then. */
  entryId: string | null
  entryNumber: string | null
}

/** Maximum number of rows for the items of one response. */
const MAX_EVENTS = 10_000

const sources: Readonly<Record<Side, (call: CompanyCall, asked: AskedEvents) => Sql>> = {
  customer: claimEvents,
  supplier: debtEvents,
}

/** The items with their events up to the day, by the state of knowledge. */
export const withEvents = async <Item extends { id: string }>(
  call: CompanyCall,
  side: Side,
  { on, at, known }: Moment,
  items: readonly Item[],
): Promise<(Item & { events: ItemEvent[] })[]> => {
  const ids = items.map(({ id }) => id)
  const rows = await call.db.rows<ItemEvent & { of: string }>(
    sources[side](call, { ids, day: on, moment: at, registration: known.registration, limit: MAX_EVENTS + 1 }),
    `report-item-events ${side}`,
  )
  if (rows.length > MAX_EVENTS) refuseIfAny([reportFaults.tooManyEvents('details', { limit: MAX_EVENTS })])
  const byItem = new Map<string, ItemEvent[]>(ids.map((id) => [id, []]))
  for (const { of, ...event } of rows) byItem.get(of)?.push(event)
  return items.map((item) => ({ ...item, events: byItem.get(item.id) ?? [] }))
}
