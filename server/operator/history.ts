// Actions of operators, in the console and by commands: a part of the processing history, which cannot be changed.
import type { Call } from '#platform/call'
import { momentText } from '#platform/day'
import type { Kind } from '#platform/event-kinds'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'

type Done = {
  id: string
  happenedDateTime: string
  what: string
  actorName: string
  companyId: string | null
  detail: Record<string, unknown>
}

/**
 * The kinds that count as actions of operators. Mail with invoices, jobs and commands for one company also act as the
 * operator, but their changes to a company's books are only shown there.
 */
export const operatorDeeds: readonly Kind[] = [
  ...(['person.created', 'person.locked', 'person.unlocked', 'person.copied', 'session.revoked'] as const),
  ...(['password.link-sent', 'second-factor.reset', 'operator.added', 'operator.removed'] as const),
  ...(['company.created', 'company.changed', 'company.exported', 'company-clock.moved', 'plan.changed'] as const),
  ...(['agency.created', 'client.added', 'client.removed'] as const),
  ...(['member.added', 'member.role-changed', 'member.signatory', 'member.removed', 'invitation.withdrawn'] as const),
  ...(['token.created', 'token.revoked', 'connection.deleted'] as const),
  ...(['integration.created', 'integration.changed', 'integration.revoked', 'integration.approved'] as const),
  ...(['integration.approval-withdrawn', 'integration.secret-added', 'integration.secret-revoked'] as const),
  ...(['job.retried', 'job.dropped', 'mail.sent-again', 'mail.withdrawn'] as const),
  ...(['verification.begun', 'secret-key.lost'] as const),
  ...(['currency-rate.set', 'currency-rates.loaded', 'reference-rate.set', 'law.imported'] as const),
]

type Row = Omit<Done, 'happenedDateTime'> & { happenedAt: Date }

/** A page of the history, latest first. */
export const listOperatorHistory = (call: Call, request: PageRequest): Promise<Page<Done>> => {
  const list: List<Row, Done> = {
    name: 'operator-history',
    columns: sql`h.id, h.happened_at as "happenedAt", h.what,
      h.actor_name as "actorName", h.company_id as "companyId", h.detail`,
    from: sql`platform.history h`,
    where: sql`h.actor_kind = 'operator' and h.what = any(${[...operatorDeeds]}::text[])`,
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
      id,
      what,
      actorName,
      companyId,
      detail,
      happenedDateTime: momentText(happenedAt),
    }),
  }
  return listPage({ ...call, companyId: '' }, list, request)
}
