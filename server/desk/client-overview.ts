// The overview of an agency: all its client companies, with the to-dos, deadlines and key figures of each. A company's
// summary is computed from its books like its own queue and key figures, and cached until an event happens in it or its
// day ends.
import { LRUCache } from 'lru-cache'
import type { AgencyCall, OwnRights } from '#http'
import type { CompanyCall } from '#platform/call'
import { aheadBy, dayOf, momentText } from '#platform/day'
import { databaseAt } from '#platform/db'
import { numberFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { type Deadline, keyFigures } from '#reports'
import type { QueueKind } from '#todo/todo'
import { type KindWaiting, kindsWaiting } from './queue.rules.ts'
import { queueKinds, waitingIn } from './queue.ts'

/** Maximum number of client companies in one response. */
export const MOST_CLIENTS = 2_000
/** Maximum number of company summaries cached in a process. */
const MOST_KEPT = 20_000
/** How long one response computes summaries, in milliseconds; the others are left to later responses. */
const WORK_MS = 700
/** How many companies are read in parallel for one response. */
const AT_ONCE = 2
/** The scope required for key figures. */
const FIGURES_SCOPE = 'reports:read'

/** The cached summary of a company. */
type Summary = {
  kinds: readonly KindWaiting[]
  deadlines: readonly Deadline[]
  figures: { cash: number; result: number | null; receivables: number; overdueReceivables: number; payables: number }
  at: Date
}

type Kept = { state: string; summary: Summary }

const kept = new LRUCache<string, Kept>({ max: MOST_KEPT })

type Client = { id: string; name: string; organizationNumber: string; isTest: boolean }

type ClientOverviewItem = Client & {
  /** False if later events are not yet included. */
  isCurrent: boolean
  /** When it was computed; null if it never was. */
  asOf: string | null
  counts: { kind: QueueKind; count: number; overdueCount: number }[]
  deadline: Deadline | null
  figures: Summary['figures'] | null
}

type ClientOverview = { items: ClientOverviewItem[]; waiting: number; hasMore: boolean }

/** The client companies of an agency by name, as far as the caller may read them. */
export const readClientOverview = async (call: AgencyCall): Promise<ClientOverview> => {
  const { db, agencyId } = call
  const found = await db.rows<Client>(sql`
    select c.id, c.name, c.organization_number as "organizationNumber", c.is_test as "isTest"
    from identity.agency_company_view k join identity.company_view c on c.id = k.company_id
    where k.agency_id = ${agencyId} order by lower(k.name), k.company_id limit ${MOST_CLIENTS + 1}`)
  const clients = found.slice(0, MOST_CLIENTS)
  const rights = await call.rightsIn(clients.map(({ id }) => id))
  const calls = new Map([...rights].map(([id, own]) => [id, callIn(call, id, own)]))
  const isCurrent = (id: string): boolean => {
    const own = calls.get(id)
    return own === undefined || kept.get(id)?.state === own.state
  }
  await workOut(
    [...calls].filter(([id]) => !isCurrent(id)),
    call.now,
  )
  const items = clients.map((client) => shown(client, isCurrent(client.id), rights.get(client.id)))
  return { items, waiting: items.filter((one) => !one.isCurrent).length, hasMore: found.length > MOST_CLIENTS }
}

type Own = { own: CompanyCall; state: string }

/** A call in a client company, and the state that its summary depends on: the last event and the day. */
const callIn = (call: AgencyCall, companyId: string, { clockDays = 0, lastEvent = '' }: OwnRights): Own => {
  const now = aheadBy(call.now, clockDays)
  const own = { ...call, companyId, now, aheadMs: now.getTime() - call.now.getTime() }
  return { own, state: `${lastEvent} ${dayOf(now)}` }
}

/** Computes summaries until the time is up: at least one, and missing ones first. */
const workOut = async (stale: readonly [string, Own][], asOf: Date): Promise<void> => {
  const waiting = stale.toSorted(([one], [other]) => Number(kept.has(one)) - Number(kept.has(other)))
  const end = performance.now() + WORK_MS
  const goOn = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [id, { own, state }] = next
      kept.set(id, { state, summary: await summaryOf(own, asOf) })
      if (performance.now() >= end) return
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, goOn))
}

const summaryOf = async (whole: CompanyCall, asOf: Date): Promise<Summary> => {
  const call = { ...whole, db: await databaseAt(whole.db, whole.companyId) }
  const waiting = await waitingIn(call)
  const { cash, yearSoFar, receivables, payables, deadlines } = await keyFigures(call)
  return {
    kinds: kindsWaiting(waiting, dayOf(call.now)),
    deadlines,
    figures: {
      cash: numberFromOre(cash),
      result: yearSoFar && numberFromOre(yearSoFar.result),
      receivables: numberFromOre(receivables.ore),
      overdueReceivables: numberFromOre(receivables.overdueOre),
      payables: numberFromOre(payables.ore),
    },
    at: asOf,
  }
}

const shown = (client: Client, isCurrent: boolean, rights: OwnRights | undefined): ClientOverviewItem => {
  const summary = rights && kept.get(client.id)?.summary
  if (!summary) return { ...client, isCurrent, asOf: null, counts: [], deadline: null, figures: null }
  const { scopes } = rights
  const readsFigures = scopes.has(FIGURES_SCOPE)
  return {
    ...client,
    isCurrent,
    asOf: momentText(summary.at),
    counts: summary.kinds.filter(({ kind }) => scopes.has(queueKinds[kind])).map((one) => ({ ...one })),
    deadline: readsFigures ? (summary.deadlines[0] ?? null) : null,
    figures: readsFigures ? summary.figures : null,
  }
}
