// Proposals as they are stored: writes that wait for a person, with what their trials did.
import type { Effects } from '#http'
import type { Actor } from '#platform/actor'
import { type CompanyCall, programIdOf } from '#platform/call'
import { type Day, momentText } from '#platform/day'
import { asItem, type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { seal, unseal } from '#platform/seal'
import { type KeptSaid, reasonOf, type SaidReason, saidOf } from '#platform/sentences'
import { empty, type Sql, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { stagedRefusals as refusals } from './refusals.ts'

export const proposalStates = ['waiting', 'approved', 'returned', 'withdrawn', 'outdated'] as const
type ProposalState = (typeof proposalStates)[number]

/** Who proposed or decided. */
type By = { kind: Actor['kind']; id: string; name: string }

/** A VAT period that the entries of a proposal are in; `dueDate` is null where no return is asked for. */
export type VatPeriodOf = { startDate: Day; endDate: Day; dueDate: Day | null }

/** A proposal; `effects` is null, and `body` as well, once it was erased. */
type Proposal = SaidReason & {
  id: string
  state: ProposalState
  revision: number
  operation: string
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  body: Record<string, unknown> | null
  purpose: string
  reference: string | null
  uploadRef: { id: string } | null
  effects: Effects | null
  warnings: string[]
  vatPeriods: VatPeriodOf[]
  words: string | null
  resultId: string | null
  isLetThrough: boolean
  proposedBy: By
  decidedBy: By | null
  decidedDateTime: string | null
  createdDateTime: string
  modifiedDateTime: string
}

/** A proposal with what only the service reads of it. */
export type KeptProposal = Proposal & { etag: string | null; ownerId: string | null; isErased: boolean }

type Row = Omit<
  KeptProposal,
  | keyof SaidReason
  | 'body'
  | 'uploadRef'
  | 'isLetThrough'
  | 'decidedDateTime'
  | 'createdDateTime'
  | 'modifiedDateTime'
  | 'ownerId'
  | 'isErased'
> & {
  companyId: string
  sealedBody: Buffer | null
  uploadId: string | null
  notice: KeptSaid | null
  letThroughOre: Ore | null
  decidedAt: Date | null
  createdAt: Date
  modifiedAt: Date
}

const by = (who: 'proposed_by' | 'decided_by'): Sql => {
  const column = who === 'proposed_by' ? sql`p.proposed_by_id` : sql`p.decided_by_id`
  const kind = who === 'proposed_by' ? sql`p.proposed_by_kind` : sql`p.decided_by_kind`
  const name = who === 'proposed_by' ? sql`p.proposed_by_name` : sql`p.decided_by_name`
  return sql`
    case when ${column} is not null then jsonb_build_object('kind', ${kind}, 'id', ${column}, 'name', ${name}) end`
}

const columns = sql`
  p.company_id as "companyId", p.id, p.state, p.revision, p.operation_id as operation, p.method, p.path,
  p.sealed_body as "sealedBody", p.reason as purpose, p.reference, p.upload_id as "uploadId", p.etag, p.effects,
  p.warnings, p.vat_periods as "vatPeriods", p.notice, p.words, p.result_id as "resultId",
  p.let_through_ore as "letThroughOre", ${by('proposed_by')} as "proposedBy", ${by('decided_by')} as "decidedBy",
  p.decided_at as "decidedAt", p.created_at as "createdAt", p.modified_at as "modifiedAt"`

/** The effects of a proposal whose content was erased. */
const isErased = (effects: object): boolean => Object.keys(effects).length === 0

const proposalOf =
  (call: CompanyCall) =>
  (row: Row): KeptProposal => {
    const { companyId, sealedBody, uploadId, notice, letThroughOre, decidedAt, createdAt, modifiedAt, ...kept } =
      asItem(row)
    const erased = isErased(row.effects ?? {})
    const text = sealedBody && unseal(call.keysFor(PURPOSE), sealedBody, placeOf([companyId, kept.id]))
    return {
      ...kept,
      ...reasonOf((notice && saidOf(notice)?.in('en')) ?? null, notice),
      body: text === null ? null : (JSON.parse(text) as Record<string, unknown>),
      uploadRef: uploadId === null ? null : { id: uploadId },
      effects: erased ? null : row.effects,
      isErased: erased,
      isLetThrough: letThroughOre !== null,
      decidedDateTime: decidedAt && momentText(decidedAt),
      createdDateTime: momentText(createdAt),
      modifiedDateTime: momentText(modifiedAt),
      ownerId: kept.proposedBy.kind === 'user' ? null : kept.proposedBy.id,
    }
  }

/** A program sees its own proposals; people see all. */
const seenBy = (call: CompanyCall): Sql => {
  const program = programIdOf(call)
  return program === null ? empty : sql`and p.proposed_by_id = ${program}`
}

const listOf = (call: CompanyCall): List<Row, KeptProposal> => ({
  name: 'proposals',
  columns,
  from: sql`proposals.proposal p`,
  where: sql`p.company_id = ${call.companyId} ${seenBy(call)}`,
  key: [sql`p.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      state: { type: { oneOf: proposalStates }, column: sql`p.state` },
      operation: { type: 'string', column: sql`p.operation_id` },
      uploadId: { type: 'id', column: sql`p.upload_id` },
      proposedById: { type: 'id', column: sql`p.proposed_by_id` },
      modifiedDateTime: { type: 'datetime', column: sql`p.modified_at` },
    },
  },
  itemOf: proposalOf(call),
})

/** The proposals of a company that the caller sees, newest first. */
export const listProposals = (call: CompanyCall, request: PageRequest): Promise<Page<KeptProposal>> =>
  listPage(call, listOf(call), request)

/** A proposal that the caller sees; refused as not found. `lock` holds it until the transaction ends. */
export const getProposal = async (call: CompanyCall, id: string, { lock = false } = {}): Promise<KeptProposal> => {
  const found = await call.db.maybe<Row>(sql`
    select ${columns} from proposals.proposal p where p.company_id = ${call.companyId} and p.id = ${id} ${seenBy(call)}
    ${lock ? sql`for no key update` : empty}`)
  if (!found) throw refusals.noProposal({ id })
  return proposalOf(call)(found)
}

/** The proposal that is equal to this one, by its digest, and was not withdrawn; null if there is none. */
export const equalProposal = async (call: CompanyCall, digest: Buffer): Promise<KeptProposal | null> => {
  const found = await call.db.maybe<Row>(sql`
    select ${columns} from proposals.proposal p
    where p.company_id = ${call.companyId} and p.digest = ${digest} and p.state <> 'withdrawn'`)
  return found && proposalOf(call)(found)
}

/** How many proposals wait, and how much was let through since a moment, in öre. */
export const countsOf = ({ db, companyId }: CompanyCall, since: Date): Promise<{ waiting: number; usedOre: Ore }> =>
  db.one(sql`
    select (select count(*) from proposals.proposal p
        where p.company_id = ${companyId} and p.state in ('waiting', 'outdated'))::integer as waiting,
      (select coalesce(sum(p.let_through_ore), 0) from proposals.proposal p
        where p.company_id = ${companyId} and p.let_through_ore is not null and p.decided_at >= ${since})::bigint
        as "usedOre"`)

/** A proposal to be stored. */
type NewProposal = Pick<
  KeptProposal,
  'id' | 'operation' | 'method' | 'path' | 'purpose' | 'reference' | 'etag' | 'warnings' | 'vatPeriods'
> & { body: unknown; uploadId: string | null; digest: Buffer; effects: Effects }

/** Stores a proposal that waits; false if an equal one was stored meanwhile. */
export const insertProposal = async (call: CompanyCall, one: NewProposal): Promise<boolean> => {
  const { db, companyId, actor, now } = call
  const sealed =
    one.body === undefined ? null : seal(call.keysFor(PURPOSE), JSON.stringify(one.body), placeOf([companyId, one.id]))
  const stored = await db.rows(sql`
    insert into proposals.proposal (company_id, id, state, revision, operation_id, method, path, sealed_body, reason,
      reference, upload_id, digest, etag, effects, warnings, vat_periods, proposed_by_kind, proposed_by_id,
      proposed_by_name, created_at, modified_at)
    values (${companyId}, ${one.id}, 'waiting', 1, ${one.operation}, ${one.method}, ${one.path}, ${sealed},
      ${one.purpose}, ${one.reference}, ${one.uploadId}, ${one.digest}, ${one.etag}, ${JSON.stringify(one.effects)},
      ${JSON.stringify(one.warnings)}, ${JSON.stringify(one.vatPeriods)}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${now}, ${now})
    on conflict (company_id, digest) where state <> 'withdrawn' do nothing returning 1`)
  return stored.length > 0
}

/** A trial to be stored in place of the one before. */
export type Tried = Pick<KeptProposal, 'etag' | 'warnings' | 'vatPeriods'> & { effects: Effects }

/** Stores what a new trial did: the proposal waits, with its next revision unless it would do the same. */
export const storeTrial = async (
  { db, companyId, now }: CompanyCall,
  id: string,
  { tried, notice, isUnchanged }: { tried: Tried; notice: KeptSaid | null; isUnchanged: boolean },
): Promise<void> => {
  await db.rows(sql`
    update proposals.proposal set state = 'waiting', revision = revision + ${isUnchanged ? 0 : 1}, etag = ${tried.etag},
      effects = ${JSON.stringify(tried.effects)}, warnings = ${JSON.stringify(tried.warnings)},
      vat_periods = ${JSON.stringify(tried.vatPeriods)}, notice = ${notice && JSON.stringify(notice)},
      modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
}

/** Stores that a proposal can't be done now, and why. */
export const storeOutdated = async (
  { db, companyId, now }: CompanyCall,
  id: string,
  notice: KeptSaid,
): Promise<void> => {
  await db.rows(sql`
    update proposals.proposal set state = 'outdated', revision = revision + 1, notice = ${JSON.stringify(notice)},
      modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
}

/** What was decided: `ore` is the amount that the company's limits let through without a person. */
type Decision = {
  state: 'approved' | 'returned' | 'withdrawn'
  words?: string
  resultId?: string | null
  ore?: Ore
}

/** Stores a decision of the caller. */
export const storeDecision = async (
  { db, companyId, actor, now }: CompanyCall,
  id: string,
  { state, words, resultId, ore }: Decision,
): Promise<void> => {
  await db.rows(sql`
    update proposals.proposal set state = ${state}, words = ${words ?? null}, result_id = ${resultId ?? null},
      notice = null, let_through_ore = ${ore ?? null},
      decided_by_kind = ${actor.kind}, decided_by_id = ${actor.id}, decided_by_name = ${actor.name},
      decided_at = ${now}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
}

const PURPOSE = 'proposals'
const placeOf = ([companyId = '', id = '']: readonly string[]): string => `proposal ${companyId} ${id}`

/** The encrypted bodies of proposals: they may include a personal number. */
export const sealedProposals: SealedColumn = {
  what: 'proposals',
  purpose: PURPOSE,
  table: 'proposals.proposal',
  column: 'sealed_body',
  key: ['company_id', 'id'],
  placeOf,
}
