// What operators have done, in the console and by commands: a part of the processing history that nobody can change.
import type { Call } from '#platform/call'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { momentText } from '#platform/moment'
import { sql } from '#platform/sql'

export type Done = {
  id: string
  happenedDateTime: string
  what: string
  actorName: string
  companyId: string | null
  detail: Record<string, unknown>
}

type Row = Omit<Done, 'happenedDateTime'> & { happenedAt: Date }

/** A page of it, the last first. */
export const listOperatorHistory = (call: Call, request: PageRequest): Promise<Page<Done>> => {
  const list: List<Row, Done> = {
    name: 'operator-history',
    columns: sql`h.id, h.happened_at as "happenedAt", h.what,
      h.actor_name as "actorName", h.company_id as "companyId", h.detail`,
    from: sql`platform.history h`,
    where: sql`h.actor_kind = 'operator'`,
    key: [sql`h.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        what: { type: 'string', column: sql`h.what` },
        actorName: { type: 'string', column: sql`h.actor_name` },
        happenedDateTime: { type: 'datetime', column: sql`h.happened_at` },
      },
    },
    itemOf: ({ id, happenedAt, what, actorName, companyId, detail }) => ({
      ...{ id, what, actorName, companyId, detail },
      happenedDateTime: momentText(happenedAt),
    }),
  }
  return listPage({ ...call, companyId: '' }, list, request)
}
