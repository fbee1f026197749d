// The processing history (behandlingshistorik) of a company, for its administrators: changes outside the entries, by
// whom, when and from where; and the logins of its members.
import type { Actor } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { momentText } from '#platform/day'
import { groupByPlace } from '#platform/db'
import { asItem, DEFAULT_PAGE_SIZE, type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Sql, sql } from '#platform/sql'

type Happening = {
  id: string
  happenedAt: string
  what: string
  actor: Actor
  from: string | null
  detail: Record<string, unknown>
}

/** Newest first. */
export const listHistory = async (call: CompanyCall, request: PageRequest): Promise<Page<Happening>> => {
  const doings = await doingsOfMembers(call, request)
  const page = await listPage(call, { ...listOf(call, doings.rows), beyond: doings.beyond }, request)
  return { ...page, items: page.items.map(itemOf) }
}

export const actorKinds = ['token', 'integration', 'user', 'operator'] as const

/** Events of a person that concern the companies they work in. */
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

type Member = { id: string; since: string }

/**
 * Login-related events of a company's members since they joined: those on the page, and the number beyond it. They
 * belong to no company, so they are read where each member's data is stored.
 */
const doingsOfMembers = async (
  call: CompanyCall,
  { page = 1, pageSize = DEFAULT_PAGE_SIZE, ...asked }: PageRequest,
) => {
  const members = await call.db.rows<Member>(sql`
    select person_id as id, created_at::text as since
    from identity.company_member_view where company_id = ${call.companyId}`)
  if (members.length === 0) return { rows: [], beyond: 0 }
  const ids = members.map(({ id }) => id)
  // One more than shown indicates that more follow.
  const request =
    asked.cursor === undefined ? { ...asked, pageSize: page * pageSize } : { ...asked, pageSize: pageSize + 1 }
  const pages = await Promise.all(
    (await groupByPlace(call.db, ids)).map(({ db, companyIds }) => {
      const there = members.filter(({ id }) => companyIds.includes(id))
      return listPage({ ...call, db }, doingsOf(there), request)
    }),
  )
  const rows = pages.flatMap(({ items }) => items)
  const total = pages.reduce((sum, { totalItems = 0 }) => sum + totalItems, 0)
  return { rows, beyond: Math.max(0, total - rows.length) }
}

/** Events of people outside any tenant. Their details are omitted: they may concern other companies. */
const doingsOf = (members: readonly Member[]): List<HistoryRow, HistoryRow> =>
  historyList(sql`(
    select p.id, p.happened_at, p.what, p.actor_kind, p.actor_id, p.actor_name, p.from_address, '{}'::jsonb as detail
    from jsonb_to_recordset(${JSON.stringify(members)}::jsonb) as m (id uuid, since timestamptz)
    cross join lateral (
      select * from platform.history p
      where p.actor_id = m.id and p.happened_at >= m.since and p.company_id is null and p.agency_id is null
        and p.actor_kind = 'user' and p.what = any(${PERSONAL}::text[]) offset 0
    ) p
  ) as h`)

/** The company's own rows, and the given others. */
const listOf = ({ companyId }: CompanyCall, others: readonly HistoryRow[]): List<HistoryRow, HistoryRow> =>
  historyList(sql`(
    select o.id, o.happened_at, o.what, o.actor_kind, o.actor_id, o.actor_name, o.from_address, o.detail
    from platform.history o where o.company_id = ${companyId}
    union all
    select * from jsonb_to_recordset(${JSON.stringify(others)}::jsonb) as p (
      id uuid, happened_at timestamptz, what text, actor_kind text, actor_id uuid, actor_name text, from_address text,
      detail jsonb)
  ) as h`)

const historyList = (from: Sql): List<HistoryRow, HistoryRow> => ({
  name: 'history',
  columns: sql`h.id, h.happened_at, h.what, h.actor_kind, h.actor_id, h.actor_name, h.from_address, h.detail`,
  from,
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
  itemOf: asItem,
})

const itemOf = (row: HistoryRow): Happening => ({
  id: row.id,
  happenedAt: momentText(row.happened_at),
  what: row.what,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
  from: row.from_address,
  detail: row.detail,
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
