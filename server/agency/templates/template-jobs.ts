// The job of rollouts: processes a batch of clients, each in its own transaction, and then requeues itself. The outcome
// is saved in the same transaction, so a retried job continues where it was.
import { Type } from 'typebox'
import { stepPhrases } from '#agency/refusals'
import { Id, type OwnRights, object } from '#http'
import { holdClientOf, roleIn, timeInCompany } from '#identity'
import type { CompanyCall } from '#platform/call'
import type { Database, Db, Transaction } from '#platform/db'
import { retryAfterDeadlock } from '#platform/deadlock-retry'
import { recordEvent } from '#platform/event'
import { defineJob, type Job, type JobKind, queueJob, type Work } from '#platform/job'
import { type KeptSaid, keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import type { AccountContent } from './template.rules.ts'
import { applyStep, type InCompany, previewStep, type Reason, type Step } from './template-step.ts'
import { type Template, usesIn } from './template-use.ts'

const MINUTE_MS = 60_000
/** Clients per batch. */
const BATCH = 25

/** Reads a person's rights in clients of an agency, outside of a request. */
export type RightsReader = (
  database: Database,
  asked: { agencyId: string; personId: string; companyIds: readonly string[]; now: Date },
) => Promise<ReadonlyMap<string, OwnRights>>

const payload = object({ agencyId: Id, rolloutId: Id, after: Type.Optional(Id) })

export const rolloutKind: JobKind<typeof payload> = {
  name: 'templates.roll-out',
  payload,
  pausesMs: [5_000, MINUTE_MS],
  timeLimitMs: 10 * MINUTE_MS,
  atOnce: 4,
  perTenant: 1,
  orderKeyOf: ({ rolloutId }) => rolloutId,
}

export const templateJobs = (rightsOf: RightsReader): readonly Job[] => [
  defineJob(rolloutKind, (work) => rollOut(work, rightsOf)),
]

type Asked = { agencyId: string; rolloutId: string; after?: string | undefined }
type Rollout = {
  state: 'previewing' | 'previewed' | 'applying' | 'applied' | 'stopped'
  overwrites: boolean
  addsAccounts: boolean
  actorId: string
  actorName: string
}
type Rolling = Work<Asked> & { rollout: Rollout; isPreview: boolean; rightsOf: RightsReader }

const rollOut = async (work: Work<Asked>, rightsOf: RightsReader): Promise<void> => {
  const { payload: asked, database, now, signal } = work
  const rollout = await rolloutOf(work)
  if (rollout?.state !== 'previewing' && rollout?.state !== 'applying') return
  const rolling: Rolling = { ...work, rollout, isPreview: rollout.state === 'previewing', rightsOf }
  const companyIds = await companiesLeft(rolling)
  const failures: unknown[] = []
  for (const companyId of companyIds) {
    signal.throwIfAborted()
    await inCompany(rolling, companyId).catch(async (cause: unknown) => {
      failures.push(cause)
      // A failure at one company does not stop the others.
      if (work.isLast) await giveUp(rolling, companyId)
    })
  }
  if (failures.length > 0 && !work.isLast) throw failures[0]
  await countSteps({ db: database, agencyId: asked.agencyId, now }, asked.rolloutId)
  if (companyIds.length === BATCH) {
    const after = companyIds.at(-1) ?? ''
    await queueJob({ db: database, now, agencyId: asked.agencyId }, rolloutKind, { ...asked, after })
  } else await finish(rolling)
}

const rolloutOf = ({ payload: { agencyId, rolloutId }, database }: Work<Asked>): Promise<Rollout | null> =>
  database.maybe<Rollout>(sql`
    select state, overwrites, adds_accounts as "addsAccounts", actor_id as "actorId", actor_name as "actorName"
    from agency.template_rollout where agency_id = ${agencyId} and id = ${rolloutId}`)

/** Steps that are still to be done. */
const isLeft = (isPreview: boolean) => (isPreview ? sql`s.outcome is null` : sql`s.is_chosen and s.result is null`)

const companiesLeft = async ({ payload: asked, database, isPreview }: Rolling): Promise<string[]> => {
  const found = await database.rows<{ id: string }>(sql`
    select distinct s.company_id as id from agency.template_rollout_step s
    where s.agency_id = ${asked.agencyId} and s.rollout_id = ${asked.rolloutId} and ${isLeft(isPreview)}
      and (${asked.after ?? null}::uuid is null or s.company_id > ${asked.after ?? null}::uuid)
    order by s.company_id limit ${BATCH}`)
  return found.map(({ id }) => id)
}

/** Thrown to roll back what a preview has done. */
class Undone extends Error {}

type Judgement = ToldReason & {
  id: string
  outcome?: string
  result?: string
  before?: unknown
  after?: unknown
  accounts?: unknown
}

/** The current rights in a company of the person who started the rollout; null if the person no longer works there. */
const rightsIn = async (rolling: Rolling, companyId: string): Promise<OwnRights | null> => {
  const { payload: asked, rollout, database, now, rightsOf } = rolling
  const { agencyId } = asked
  const role = await roleIn({ db: database }, rollout.actorId, { type: 'agency', id: agencyId })
  if (role === null) return null
  const rights = await rightsOf(database, { agencyId, personId: rollout.actorId, companyIds: [companyId], now })
  return rights.get(companyId) ?? null
}

const inCompany = async (rolling: Rolling, companyId: string): Promise<void> => {
  const { payload: asked, rollout, database, isPreview } = rolling
  let judged: Judgement[] = []
  const roll = async () => {
    const may = await rightsIn(rolling, companyId)
    return database.transaction(async (db) => {
      judged = []
      // Locks both the person's membership and the client relation, so that ending either happens before or after all
      // of this.
      const held = { agencyId: asked.agencyId, companyId, personId: rollout.actorId }
      const rights = (await holdClientOf({ db }, held)) ? may : null
      const steps = await stepsLeft(rolling, db, companyId)
      const place = await placeIn(rolling, db, { companyId, rights, steps })
      for (const step of steps) judged.push(await (isPreview ? previewed(place, step) : applied(place, step)))
      if (isPreview) throw new Undone()
      await note(rolling, db, judged)
    })
  }
  // The rollout may be stopped concurrently, which can deadlock.
  await retryAfterDeadlock(roll).catch((cause: unknown) => {
    if (!(cause instanceof Undone)) throw cause
  })
  if (isPreview) await note(rolling, database, judged)
}

const previewed = async (place: InCompany, step: Step): Promise<Judgement> => {
  const { reason, ...judged } = await previewStep(place, step)
  return { id: step.id, ...judged, ...toldReason(reason) }
}

const applied = async (place: InCompany, step: Step): Promise<Judgement> => {
  const { result, reason } = await applyStep(place, step)
  return { id: step.id, result, ...toldReason(reason) }
}

type ToldReason = { reasonCode: string | null; reason: string | null; reasonSaid: KeptSaid | null }

const toldReason = (reason: Reason | null): ToldReason => ({
  reasonCode: reason?.code ?? null,
  reason: reason?.said.in('en') ?? null,
  reasonSaid: reason && keptOf(reason.said),
})

/**
 * The steps at a company, locked, so that only one process does them. There are none once the rollout was stopped.
 * Accounts come first, because other templates need them.
 */
const stepsLeft = (
  { payload: asked, rollout, isPreview }: Rolling,
  db: Transaction,
  companyId: string,
): Promise<Step[]> =>
  db.rows<Step>(sql`
    select s.id, s.template_id as "templateId", s.version, s.outcome, s.before, s.after, s.accounts, null as reason
    from agency.template_rollout_step s
    where s.agency_id = ${asked.agencyId} and s.rollout_id = ${asked.rolloutId} and s.company_id = ${companyId}
      and ${isLeft(isPreview)} and exists (
        select from agency.template_rollout r
        where r.agency_id = s.agency_id and r.id = s.rollout_id and r.state = ${rollout.state})
    order by array_position(array['account', 'entryTemplate', 'matchingRule', 'texts'], s.kind), s.id
    for no key update`)

type At = { companyId: string; rights: OwnRights | null; steps: readonly Step[] }

const placeIn = async (rolling: Rolling, db: Transaction, { companyId, rights, steps }: At): Promise<InCompany> => {
  const { payload: asked, standing, now: begun, rollout } = rolling
  const { agencyId } = asked
  const time = await timeInCompany(db, { companyId, now: begun })
  const actor = { kind: 'user', id: rollout.actorId, name: rollout.actorName } as const
  const call: CompanyCall = { ...standing, ...time, db, actor, from: null, companyId }
  const templateIds = [...new Set(steps.map(({ templateId }) => templateId))]
  const templates = await db.rows<Template>(sql`
    select id, content, version, modified_at as "modifiedAt" from agency.template
    where agency_id = ${agencyId} and id = any(${templateIds}::uuid[])`)
  const accounts = await db.rows<{ content: AccountContent }>(sql`
    select content from agency.template where agency_id = ${agencyId} and kind = 'account'`)
  return {
    call: { ...call, db, agencyId },
    rights,
    options: rollout,
    templates: new Map(templates.map((template) => [template.id, template])),
    uses: await usesIn({ db, agencyId }, { companyId, templateIds }),
    accounts: new Map(accounts.map(({ content }) => [content.account, content])),
  }
}

/** Saves the outcomes of steps; existing outcomes are kept. */
const note = async (
  { payload: asked, now, isPreview }: Rolling,
  db: Pick<Database, 'rows'>,
  judged: readonly Judgement[],
): Promise<void> => {
  const rows = JSON.stringify(judged)
  const steps = sql`update agency.template_rollout_step s`
  const same = sql`s.agency_id = ${asked.agencyId} and s.rollout_id = ${asked.rolloutId} and s.id = j.id`
  const told = sql`reason_code = j."reasonCode", reason = j.reason, reason_said = nullif(j."reasonSaid", 'null'),
    modified_at = ${now}`
  await db.rows(
    isPreview
      ? sql`${steps} set outcome = j.outcome, before = nullif(j.before, 'null'), after = nullif(j.after, 'null'),
          accounts = coalesce(j.accounts, '[]'), ${told}
        from jsonb_to_recordset(${rows}::jsonb) as j (id uuid, outcome text, before jsonb, after jsonb, accounts jsonb,
          "reasonCode" text, reason text, "reasonSaid" jsonb)
        where ${same} and s.outcome is null`
      : sql`${steps} set result = j.result, ${told}
        from jsonb_to_recordset(${rows}::jsonb) as j (id uuid, result text, "reasonCode" text, reason text,
          "reasonSaid" jsonb)
        where ${same} and s.result is null`,
  )
}

/** The outcome for steps that failed repeatedly because of an error in the service. */
const giveUp = async (rolling: Rolling, companyId: string): Promise<void> => {
  const { payload: asked, database, isPreview } = rolling
  const left = await database.rows<{ id: string }>(sql`
    select s.id from agency.template_rollout_step s
    where s.agency_id = ${asked.agencyId} and s.rollout_id = ${asked.rolloutId} and s.company_id = ${companyId}
      and ${isLeft(isPreview)}`)
  const reason = toldReason({ code: 'trouble', said: stepPhrases.trouble.said() })
  const came = isPreview ? { outcome: 'blocked' } : { result: 'failed' }
  await note(
    rolling,
    database,
    left.map(({ id }) => ({ id, ...came, ...reason })),
  )
}

type AtAgency = { db: Db; agencyId: string; now: Date }

/** Updates the counts of outcomes in a rollout. */
export const countSteps = async ({ db, agencyId, now }: AtAgency, rolloutId: string): Promise<void> => {
  await db.rows(sql`
    update agency.template_rollout r set modified_at = ${now}, counts = (
      select coalesce(jsonb_object_agg(c.name, c.count), '{}') from (
        select coalesce(s.outcome, 'waiting') as name, count(*) from agency.template_rollout_step s
        where s.agency_id = r.agency_id and s.rollout_id = r.id group by 1
        union all
        select coalesce(s.result, 'left'), count(*) from agency.template_rollout_step s
        where s.agency_id = r.agency_id and s.rollout_id = r.id and s.is_chosen group by 1) c)
    where r.agency_id = ${agencyId} and r.id = ${rolloutId}`)
}

/** Records an event for each template with the number of clients that got it by a rollout. */
export const tellApplied = async (
  call: Parameters<typeof recordEvent>[0] & AtAgency,
  rolloutId: string,
): Promise<void> => {
  const { db, agencyId } = call
  const templates = await db.rows<{ id: string; clients: number }>(sql`
    select template_id as id, count(*)::int as clients from agency.template_rollout_step
    where agency_id = ${agencyId} and rollout_id = ${rolloutId} and result = 'applied' group by 1 order by 1`)
  for (const { id, clients } of templates)
    recordEvent(call, 'agency-template.applied', { id }, { id, rolloutId, clients })
}

/** After the last batch: marks the rollout as done, with an event for followers of the agency, once. */
const finish = async (rolling: Rolling): Promise<void> => {
  const { payload: asked, database, now, rollout, isPreview } = rolling
  const { agencyId, rolloutId } = asked
  await database.transaction(async (db) => {
    const ended = await db.maybe<{ counts: object }>(sql`
      update agency.template_rollout set state = ${isPreview ? 'previewed' : 'applied'}, modified_at = ${now}
      where agency_id = ${agencyId} and id = ${rolloutId} and state = ${rollout.state} returning counts`)
    if (!ended) return
    const actor = { kind: 'user', id: rollout.actorId, name: rollout.actorName } as const
    const call = { db, now, actor, from: null, agencyId }
    const { counts } = ended
    recordEvent(
      call,
      isPreview ? 'template-rollout.previewed' : 'template-rollout.ended',
      { id: rolloutId },
      { counts },
    )
    if (!isPreview) await tellApplied(call, rolloutId)
  })
}
