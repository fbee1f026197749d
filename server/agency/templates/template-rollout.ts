// Rollouts: templates of an agency, and the clients they are for. First a preview finds what each template would do at
// each client, then the preview is applied; both run in the background, client by client.

import { agencyFaults as faults, agencyRefusals as refusals } from '#agency/refusals'
import type { AgencyCall } from '#http'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { queueJob } from '#platform/job'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { type KeptSaid, reasonOf, type SaidReason } from '#platform/sentences'
import { sql } from '#platform/sql'
import { MAX_ROLLOUT_TEMPLATES } from '#rule/limits'
import { keyOf, outcomes, type Result, results, type Shape, type TemplateKind } from './template.rules.ts'
import { templatesById } from './template.ts'
import { countSteps, rolloutKind, tellApplied } from './template-jobs.ts'
import type { AddedAccount, Judged, ReasonCode } from './template-step.ts'
import { olderUses, type Template } from './template-use.ts'

/** Most clients in one rollout. */
export const MAX_ROLLOUT_CLIENTS = 2000
/** How many of an agency's latest rollouts are kept, and how many may run at once. */
const MOST_ROLLOUTS = 200
const MOST_UNDER_WAY = 5
/** The time without progress after which a rollout counts as lost, in milliseconds (an hour). */
const LOST_MS = 60 * 60 * 1000

export const rolloutStates = ['previewing', 'previewed', 'applying', 'applied', 'stopped'] as const
type RolloutState = (typeof rolloutStates)[number]

/** The possible outcomes of a step, for counts. */
export const countNames = ['waiting', ...outcomes, ...results, 'left'] as const
type Counts = Partial<Record<(typeof countNames)[number], number>>

type RolloutRow = {
  id: string
  state: RolloutState
  overwrites: boolean
  addsAccounts: boolean
  actorName: string
  counts: Counts
  createdAt: Date
  modifiedAt: Date
}
type Rollout = Omit<RolloutRow, 'counts' | 'createdAt' | 'modifiedAt'> & {
  counts: Record<(typeof countNames)[number], number>
  createdDateTime: string
  modifiedDateTime: string
}

const columns = sql`r.id, r.state, r.overwrites, r.adds_accounts as "addsAccounts", r.actor_name as "actorName",
  r.counts, r.created_at as "createdAt", r.modified_at as "modifiedAt"`

const shown = ({ id, state, overwrites, addsAccounts, actorName, ...row }: RolloutRow): Rollout => ({
  id,
  state,
  overwrites,
  addsAccounts,
  actorName,
  counts: Object.fromEntries(countNames.map((name) => [name, row.counts[name] ?? 0])) as Rollout['counts'],
  createdDateTime: momentText(row.createdAt),
  modifiedDateTime: momentText(row.modifiedAt),
})

type NewRollout = {
  templateIds: string[]
  clients: 'all' | 'selected' | 'older'
  companyIds?: string[] | undefined
  overwrites: boolean
  addsAccounts: boolean
}

type Planned = { companyId: string; companyName: string; template: Template }

/** Starts a rollout: the preview runs in the background. */
export const createRollout = async (call: AgencyCall, body: NewRollout): Promise<Rollout> => {
  const { db, agencyId, actor, now } = call
  await holdRollouts(call)
  await refuseManyUnderWay(call)
  const planned = await plannedBy(call, body)
  if (planned.length === 0) throw refusals.noClientConcerned()
  await forgetOldRollouts(call)
  const id = newId()
  const counts: Counts = { waiting: planned.length }
  await db.rows(sql`
    insert into agency.template_rollout (agency_id, id, state, overwrites, adds_accounts, actor_id, actor_name, counts,
      created_at, modified_at)
    values (${agencyId}, ${id}, 'previewing', ${body.overwrites}, ${body.addsAccounts}, ${actor.id}, ${actor.name},
      ${JSON.stringify(counts)}, ${now}, ${now})`)
  await insertSteps(call, id, planned)
  recordEvent(call, 'template-rollout.created', { id }, { id, ...body, steps: planned.length })
  await queueJob(call, rolloutKind, { agencyId, rolloutId: id })
  return getRollout(call, id)
}

/** Serializes the start of an agency's rollouts, because they are counted. */
const holdRollouts = async ({ db, agencyId }: AgencyCall): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`rollouts of ${agencyId}`}, 0))`)
}

const refuseManyUnderWay = async ({ db, agencyId, now }: AgencyCall): Promise<void> => {
  const since = new Date(now.getTime() - LOST_MS)
  const { count } = await db.one<{ count: bigint }>(sql`
    select count(*) from agency.template_rollout
    where agency_id = ${agencyId} and state in ('previewing', 'applying') and modified_at > ${since}`)
  if (count >= MOST_UNDER_WAY) throw refusals.rolloutsUnderWay({ limit: MOST_UNDER_WAY })
}

/** Deletes the oldest ones; changes at clients are in the clients' own processing histories. */
const forgetOldRollouts = async ({ db, agencyId }: AgencyCall): Promise<void> => {
  await db.rows(sql`
    delete from agency.template_rollout where agency_id = ${agencyId} and id in (
      select id from agency.template_rollout
      where agency_id = ${agencyId} and state in ('previewed', 'applied', 'stopped')
      order by id desc offset ${MOST_ROLLOUTS - 1})`)
}

/** Determines which template is for which client. */
const plannedBy = async (call: AgencyCall, body: NewRollout): Promise<Planned[]> => {
  const templateIds = [...new Set(body.templateIds)]
  const found = await templatesById(call, templateIds)
  const templates = new Map(found.map((template) => [template.id, template]))
  const asked = body.clients === 'selected' ? (body.companyIds ?? []) : null
  const older = body.clients === 'older' ? await olderUses(call, templateIds, MAX_STEPS + 1) : null
  const clients = await clientsAmong(call, asked ?? older?.map(({ companyId }) => companyId) ?? null)
  refuseIfAny([
    ...body.templateIds.flatMap((id, at) => (templates.has(id) ? [] : [faults.unknownTemplate(`#/templateIds/${at}`)])),
    ...(asked ?? []).flatMap((id, at) => (clients.has(id) ? [] : [faults.unknownClient(`#/companyIds/${at}`)])),
    ...(asked?.length === 0 ? [faults.clientsMissing('#/companyIds')] : []),
  ])
  if (clients.size > MAX_ROLLOUT_CLIENTS) throw refusals.tooManyClients({ limit: MAX_ROLLOUT_CLIENTS })
  const pairs =
    older ?? [...clients.keys()].flatMap((companyId) => templateIds.map((templateId) => ({ companyId, templateId })))
  return pairs.flatMap(({ companyId, templateId }) => {
    const companyName = clients.get(companyId)
    const template = templates.get(templateId)
    return companyName !== undefined && template ? [{ companyId, companyName, template }] : []
  })
}

/** The names of the agency's clients by id, all or some of them: at most one more than a rollout may have. */
const clientsAmong = async (
  { db, agencyId }: AgencyCall,
  ids: readonly string[] | null,
): Promise<ReadonlyMap<string, string>> => {
  const among = ids === null ? sql`` : sql`and k.company_id = any(${[...ids]}::uuid[])`
  const clients = await db.rows<{ id: string; name: string }>(sql`
    select k.company_id as id, k.name from identity.agency_company_view k
    where k.agency_id = ${agencyId} ${among} order by lower(k.name), k.company_id limit ${MAX_ROLLOUT_CLIENTS + 1}`)
  return new Map(clients.map(({ id, name }) => [id, name]))
}

const MAX_STEPS = MAX_ROLLOUT_TEMPLATES * MAX_ROLLOUT_CLIENTS

const insertSteps = async ({ db, agencyId, now }: AgencyCall, rolloutId: string, planned: readonly Planned[]) => {
  const steps = planned.map(({ companyId, companyName, template: { id, content, version } }) => ({
    id: newId(),
    company_id: companyId,
    company_name: companyName,
    template_id: id,
    template_name: titleOf(content),
    kind: content.kind,
    version,
  }))
  await db.rows(sql`
    insert into agency.template_rollout_step (agency_id, rollout_id, id, company_id, company_name, template_id,
      template_name, kind, version, modified_at)
    select ${agencyId}, ${rolloutId}, id, company_id, company_name, template_id, template_name, kind, version, ${now}
    from jsonb_to_recordset(${JSON.stringify(steps)}::jsonb) as s (id uuid, company_id uuid, company_name text,
      template_id uuid, template_name text, kind text, version integer)`)
}

/** The title of a template in a rollout; for an account including its number. */
const titleOf = (content: Template['content']): string =>
  content.kind === 'account' ? `${keyOf(content)} ${content.name}` : content.name

/** One rollout; refused as not found. `lock` locks it until the transaction ends. */
export const getRollout = async ({ db, agencyId }: AgencyCall, id: string, { lock = false } = {}): Promise<Rollout> => {
  const found = await db.maybe<RolloutRow>(sql`
    select ${columns} from agency.template_rollout r where r.agency_id = ${agencyId} and r.id = ${id}
    ${lock ? sql`for no key update` : sql``}`)
  if (!found) throw refusals.rolloutNotFound({ id })
  return shown(found)
}

/** The agency's rollouts, newest first. */
export const listRollouts = (call: AgencyCall, request: PageRequest): Promise<Page<Rollout>> => {
  const list: List<RolloutRow, Rollout> = {
    name: 'template-rollouts',
    columns,
    from: sql`agency.template_rollout r`,
    where: sql`r.agency_id = ${call.agencyId}`,
    key: [sql`r.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        state: { type: { oneOf: rolloutStates }, column: sql`r.state` },
        modifiedDateTime: { type: 'datetime', column: sql`r.modified_at` },
      },
    },
    itemOf: shown,
  }
  return listPage({ ...call, companyId: call.agencyId }, list, request)
}

type StepRow = Omit<Judged, 'outcome' | 'reason' | 'accounts'> & {
  id: string
  companyId: string
  companyName: string
  templateId: string
  templateName: string
  kind: TemplateKind
  version: number
  outcome: Judged['outcome'] | null
  result: Result | null
  reasonCode: ReasonCode | null
  reason: string | null
  reasonSaid: KeptSaid | null
  accounts: AddedAccount[]
  before: Shape | null
  after: Shape | null
  isChosen: boolean
  modifiedAt: Date
}
type ShownStep = Omit<StepRow, 'modifiedAt' | 'reason' | 'reasonSaid'> & SaidReason & { modifiedDateTime: string }

export const listSteps = async (
  call: AgencyCall,
  rolloutId: string,
  request: PageRequest,
): Promise<Page<ShownStep>> => {
  await getRollout(call, rolloutId)
  const list: List<StepRow, ShownStep> = {
    name: `steps of ${rolloutId}`,
    columns: sql`s.id, s.company_id as "companyId", s.company_name as "companyName", s.template_id as "templateId",
      s.template_name as "templateName", s.kind, s.version, s.outcome, s.result, s.reason_code as "reasonCode",
      s.reason, s.reason_said as "reasonSaid", s.accounts, s.before, s.after,
      s.is_chosen as "isChosen", s.modified_at as "modifiedAt"`,
    from: sql`agency.template_rollout_step s`,
    where: sql`s.agency_id = ${call.agencyId} and s.rollout_id = ${rolloutId}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        companyId: { type: 'id', column: sql`s.company_id` },
        companyName: { type: 'string', column: sql`s.company_name` },
        templateId: { type: 'id', column: sql`s.template_id` },
        templateName: { type: 'string', column: sql`s.template_name` },
        outcome: { type: { oneOf: outcomes }, column: sql`s.outcome` },
        result: { type: { oneOf: results }, column: sql`s.result` },
        modifiedDateTime: { type: 'datetime', column: sql`s.modified_at` },
      },
    },
    itemOf: ({ modifiedAt, reason, reasonSaid, ...step }) => {
      const { total: _, present: __, ...own } = step as typeof step & { total?: unknown; present?: unknown }
      return { ...own, ...reasonOf(reason, reasonSaid), modifiedDateTime: momentText(modifiedAt) }
    },
  }
  return listPage({ ...call, companyId: call.agencyId }, list, request)
}

/** Applies the preview: all of it, or the listed steps. */
export const applyRollout = async (
  call: AgencyCall,
  id: string,
  { stepIds }: { stepIds?: string[] | undefined },
): Promise<Rollout> => {
  const { db, agencyId, actor, now } = call
  const { state } = await getRollout(call, id, { lock: true })
  if (state !== 'previewed') throw refusals.rolloutNotPreviewed({ id, state })
  const which = stepIds ? sql`and id = any(${stepIds}::uuid[])` : sql``
  const chosen = await db.rows<{ id: string }>(sql`
    update agency.template_rollout_step set is_chosen = true, modified_at = ${now}
    where agency_id = ${agencyId} and rollout_id = ${id} and outcome in ('add', 'change', 'same') ${which}
    returning id`)
  const known = new Set(chosen.map((step) => step.id))
  refuseIfAny(
    (stepIds ?? []).flatMap((step, at) =>
      known.has(step.toLowerCase()) ? [] : [faults.unknownStep(`#/stepIds/${at}`)],
    ),
  )
  if (chosen.length === 0) throw refusals.nothingToApply({ id })
  // The changes are made in the name, and with the rights, of the person who applies it.
  await db.rows(sql`
    update agency.template_rollout set state = 'applying', actor_id = ${actor.id}, actor_name = ${actor.name},
      counts = counts || ${JSON.stringify({ left: chosen.length })}::jsonb, modified_at = ${now}
    where agency_id = ${agencyId} and id = ${id}`)
  recordEvent(call, 'template-rollout.begun', { id }, { id, steps: chosen.length })
  await queueJob(call, rolloutKind, { agencyId, rolloutId: id })
  return getRollout(call, id)
}

/** Stops a rollout: the current client is finished, and no further one is started. Changes made so far stay. */
export const stopRollout = async (call: AgencyCall, id: string): Promise<Rollout> => {
  const { db, agencyId, now } = call
  const { state } = await getRollout(call, id, { lock: true })
  if (state !== 'previewing' && state !== 'applying') throw refusals.rolloutNotUnderWay({ id, state })
  // Waits for steps being applied, which are locked.
  await db.rows(sql`
    update agency.template_rollout_step set is_chosen = false, modified_at = ${now}
    where agency_id = ${agencyId} and rollout_id = ${id} and is_chosen and result is null`)
  await db.rows(sql`
    update agency.template_rollout set state = 'stopped' where agency_id = ${agencyId} and id = ${id}`)
  await countSteps(call, id)
  const rollout = await getRollout(call, id)
  recordEvent(call, 'template-rollout.stopped', { id }, { id, counts: rollout.counts })
  if (state === 'applying') await tellApplied(call, id)
  return rollout
}
