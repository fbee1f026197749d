// The processing history (behandlingshistorik) of a company, as its administrators read it: what was changed outside
// the entries, by whom, when and from where; and how the people who work in it have logged in.
import type { Actor, CompanyCall } from '#platform/call'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { momentText } from '#platform/moment'
import { sql } from '#platform/sql'

export type Happening = {
  id: string
  happenedAt: string
  what: string
  actor: Actor
  from: string | null
  detail: Record<string, unknown>
}

/** Newest first. */
export const listHistory = (call: CompanyCall, request: PageRequest): Promise<Page<Happening>> =>
  listPage(call, listOf(call), request)

export const actorKinds = ['token', 'integration', 'user', 'operator'] as const

/** What of a person's own doings concerns those whose books the person works in. */
const PERSONAL = [
  'email.changed',
  'login',
  'login.failed',
  'login.throttled',
  'logout',
  'passkey.added',
  'passkey.removed',
  'password.changed',
  'password.reset',
  'second-factor.on',
  'second-factor.off',
  'second-factor.recovery-used',
  'session.revoked',
]

/**
 * The company's own rows; and of what belongs to no tenant, what its members did to get in, since they became members.
 * The detail of those is not told: it may be about their other companies. Each half is found by an index of its own.
 */
const listOf = ({ companyId }: CompanyCall): List<HistoryRow, Happening> => ({
  name: 'history',
  columns: sql`h.id, h.happened_at, h.what, h.actor_kind, h.actor_id, h.actor_name, h.from_address, h.detail`,
  from: sql`(
    select o.id, o.happened_at, o.what, o.actor_kind, o.actor_id, o.actor_name, o.from_address, o.detail
    from platform.history o where o.company_id = ${companyId}
    union all
    select p.id, p.happened_at, p.what, p.actor_kind, p.actor_id, p.actor_name, p.from_address, '{}'::jsonb
    from identity.company_member_view m
    join platform.history p on p.actor_id = m.person_id and p.happened_at >= m.created_at
    where m.company_id = ${companyId} and p.company_id is null and p.agency_id is null
      and p.actor_kind = 'user' and p.what = any(${PERSONAL}::text[])
  ) as h`,
  where: sql`true`,
  key: [sql`h.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      what: { type: 'string', column: sql`h.what` },
      actorKind: { type: { oneOf: actorKinds }, column: sql`h.actor_kind` },
      actorId: { type: 'id', column: sql`h.actor_id` },
      happenedAt: { type: 'datetime', column: sql`h.happened_at` },
    },
  },
  itemOf: (row) => ({
    id: row.id,
    happenedAt: momentText(row.happened_at),
    what: row.what,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    from: row.from_address,
    detail: row.detail,
  }),
})

type HistoryRow = {
  id: string
  happened_at: Date
  what: string
  actor_kind: Actor['kind']
  actor_id: string
  actor_name: string
  from_address: string | null
  detail: Record<string, unknown>
}
