// Proposing a write, and what becomes of a proposal: it is approved, sent back, withdrawn, or tried again. What is
// approved does exactly what was shown, or nothing.
import { createHmac } from 'node:crypto'
import { documentsContribution, readUpload } from '#documents'
import type { CompanyRowCall, Effects, InnerOutcome, InnerRequest, InnerWrites, Language, Row } from '#http'
import { vatSettingOf } from '#identity'
import { bookOf } from '#ledger'
import { type CompanyCall, programIdOf } from '#platform/call'
import { type Day, dayOf, startOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Kind } from '#platform/event-kinds'
import { newId } from '#platform/id'
import { Refusal, refuseIfAny } from '#platform/refusal'
import { keptOf } from '#platform/sentences'
import { canonicalJson } from '#text/json'
import { dueDatesOf, periodAt } from '#vat'
import { daysOf, isSame, letThrough } from './effects.rules.ts'
import { holdLimits } from './limits.ts'
import {
  countsOf,
  equalProposal,
  getProposal,
  insertProposal,
  type KeptProposal,
  storeDecision,
  storeOutdated,
  storeTrial,
  type Tried,
  type VatPeriodOf,
} from './proposal.ts'
import { stagedFaults as faults, stagedNotices as notices, stagedRefusals as refusals } from './refusals.ts'

/** Most proposals of a company that wait for a person. */
const MAX_WAITING = 2000
/** Most VAT periods that are told of a proposal. */
const MAX_PERIODS = 24

/** A write to be proposed: method and path as in a bulk; `uploadRef` is the document that it rests on. */
type Asked = Pick<KeptProposal, 'method' | 'path'> &
  Pick<InnerRequest, 'body'> & {
    purpose: string
    reference?: string | undefined
    uploadRef?: { id: string } | undefined
  }

/** Tries writes of these endpoints, and keeps them. */
type Staging = {
  /** `isNew`: whether there was no equal proposal. */
  propose: (call: CompanyRowCall, asked: Asked, language: Language) => Promise<{ kept: KeptProposal; isNew: boolean }>
  approve: (call: CompanyRowCall, id: string, revision: number, language: Language) => Promise<KeptProposal>
  tryAgain: (call: CompanyRowCall, id: string, language: Language) => Promise<KeptProposal>
}

export const stagingOf = (writes: InnerWrites): Staging => ({
  propose: proposer(writes),
  approve: approver(writes),
  tryAgain: retrier(writes),
})

const proposer =
  (writes: InnerWrites): Staging['propose'] =>
  async (call, asked, language) => {
    requireAlone(call)
    const placed = writes.place(call, asked)
    const found = await writes.read(proposing(call), placed, language)
    await refuseUnknownUpload(call, asked)
    const digest = digestOf(call, asked)
    const equal = await equalProposal(call, digest)
    if (equal) return { kept: equal, isNew: false }
    const limits = await holdLimits(call)
    const { waiting, usedOre } = await countsOf(call, startOf(dayOf(call.now)))
    if (waiting >= MAX_WAITING) throw refusals.tooManyWaiting({ limit: MAX_WAITING })
    const outcome = await writes.tryOut(runningAs(call, placed.row), found)
    const { method, path, body, purpose, reference = null, uploadRef } = asked
    const id = newId()
    const { operationId: operation } = placed.row
    const told = {
      operation,
      method,
      path,
      body,
      purpose,
      reference,
      uploadId: uploadOf({ body, uploadRef }),
      digest,
    }
    const isStored = await insertProposal(call, { id, ...told, ...(await triedOf(call, outcome)) })
    const other = isStored ? null : await equalProposal(call, digest)
    if (other) return { kept: other, isNew: false }
    const ore = letThrough(limits, outcome.effects, usedOre)
    if (ore !== null) {
      const { isDone, outcome: done } = await writes.doIf(runningAs(call, placed.row), found, ({ effects }) =>
        isSame(effects, outcome.effects),
      )
      if (isDone) {
        await storeDecision(call, id, { state: 'approved', resultId: resultOf(done), ore })
        tell(call, 'proposal.created', id, { operation })
        tell(call, 'proposal.let-through', id, { operation, resultId: resultOf(done) })
        return { kept: await getProposal(call, id), isNew: true }
      }
    }
    tell(call, 'proposal.created', id, { operation })
    return { kept: await getProposal(call, id), isNew: true }
  }

const approver =
  (writes: InnerWrites): Staging['approve'] =>
  async (call, id, revision, language) => {
    requireAlone(call)
    const kept = await held(call, id)
    if (kept.state !== 'waiting') throw refusals.notWaiting({ id, state: kept.state })
    if (kept.revision !== revision) throw refusals.otherRevision({ id, revision: kept.revision })
    const { effects, etag, operation, proposedBy } = kept
    const placed = writes.place(call, requestOf(kept))
    // The rights of the person who approves are checked before it is known whether it can be done.
    if (!placed.row.bulk) call.requireRow(placed.row)
    try {
      const found = await writes.read(call, placed, language)
      const isExpected = (now: InnerOutcome) => now.etag === etag && effects !== null && isSame(now.effects, effects)
      const { isDone, outcome } = await writes.doIf(call, found, isExpected)
      if (isDone) {
        await storeDecision(call, id, { state: 'approved', resultId: resultOf(outcome) })
        const detail = { operation, revision, proposedBy: proposedBy.name, resultId: resultOf(outcome) }
        tell(call, 'proposal.approved', id, detail, kept.ownerId)
      } else {
        const notice = outcome.etag === etag ? notices.booksMoved : notices.resourceChanged
        await storeTrial(call, id, {
          tried: await triedOf(call, outcome),
          notice: keptOf(notice.said()),
          isUnchanged: false,
        })
        tell(call, 'proposal.changed', id, { operation }, kept.ownerId)
      }
    } catch (cause) {
      await outdate(call, kept, cause)
    }
    return getProposal(call, id)
  }

const retrier =
  (writes: InnerWrites): Staging['tryAgain'] =>
  async (call, id, language) => {
    requireAlone(call)
    const kept = await held(call, id)
    if (kept.state !== 'waiting' && kept.state !== 'outdated') throw refusals.notWaiting({ id, state: kept.state })
    const placed = writes.place(call, requestOf(kept))
    try {
      const found = await writes.read(proposing(call), placed, language)
      const outcome = await writes.tryOut(runningAs(call, placed.row), found)
      const isUnchanged = kept.effects !== null && isSame(outcome.effects, kept.effects) && outcome.etag === kept.etag
      await storeTrial(call, id, { tried: await triedOf(call, outcome), notice: null, isUnchanged })
      tell(call, 'proposal.changed', id, { operation: kept.operation }, kept.ownerId)
    } catch (cause) {
      await outdate(call, kept, cause)
    }
    return getProposal(call, id)
  }

/** Sends a proposal back with words, which its proposer reads. */
export const returnProposal = async (call: CompanyCall, id: string, words: string): Promise<KeptProposal> => {
  const { state, operation, ownerId } = await getProposal(call, id, { lock: true })
  if (state !== 'waiting' && state !== 'outdated') throw refusals.notWaiting({ id, state })
  await storeDecision(call, id, { state: 'returned', words })
  tell(call, 'proposal.returned', id, { operation, words }, ownerId)
  return getProposal(call, id)
}

/** Withdraws a proposal: the same may be proposed again. A program withdraws only its own. */
export const withdrawProposal = async (call: CompanyCall, id: string): Promise<KeptProposal> => {
  const { state, operation, ownerId } = await getProposal(call, id, { lock: true })
  if (state !== 'waiting' && state !== 'outdated') throw refusals.notWaiting({ id, state })
  await storeDecision(call, id, { state: 'withdrawn' })
  tell(call, 'proposal.withdrawn', id, { operation }, ownerId)
  return getProposal(call, id)
}

/** The proposal, locked; refused if its content is gone. */
const held = async (call: CompanyCall, id: string): Promise<KeptProposal> => {
  const kept = await getProposal(call, id, { lock: true })
  if (kept.isErased) throw refusals.contentErased({ id })
  return kept
}

const requestOf = ({ method, path, body }: KeptProposal): InnerRequest =>
  body === null ? { method, path } : { method, path, body }

/** The document that a proposal rests on: where it names none, the one that its entry is given. */
const uploadOf = ({ body, uploadRef }: Pick<Asked, 'body' | 'uploadRef'>): string | null => {
  const { id } = uploadRef ?? (Object(Object(body).uploadRef) as { id?: unknown })
  return typeof id === 'string' ? id : null
}

/** What a refusal says is kept with the proposal; anything else is no matter of the proposal. */
const outdate = async (call: CompanyRowCall, { id, operation, ownerId }: KeptProposal, cause: unknown) => {
  if (!(cause instanceof Refusal) || isOfCaller(cause)) throw cause
  const [first] = cause.errors
  await storeOutdated(call, id, keptOf(first?.said ?? cause.said))
  tell(call, 'proposal.outdated', id, { operation }, ownerId)
}

/** Whether a refusal is about who asks, and not about what is asked. */
const isOfCaller = ({ kind }: Refusal): boolean => kind.code === 'forbidden' || kind.code === 'unauthorized'

/** What happened earlier in a transaction would be told as the proposal's own. */
const requireAlone = ({ db }: CompanyCall): void => {
  if (db.happenings && db.happenings.length > 0) throw refusals.triedAmongOthers()
}

/**
 * Proposing needs to read what is changed, not to change it: the scope for writing is also sufficient. What only people
 * do is proposed by people only.
 */
const proposing = (call: CompanyRowCall): CompanyRowCall => ({
  ...call,
  requireRow({ scope = '', orScope, ...row }) {
    const [resource] = scope.split(':')
    const enough = [scope, orScope, `${resource}:read`, `${resource}:read-limited`]
    const held = enough.find((one) => one !== undefined && call.scopes.has(one))
    call.requireRow({ ...row, scope: held ?? `${resource}:read` })
  },
})

/** The operations of a bulk are checked while it is tried, as a proposal itself is before. */
const runningAs = (call: CompanyRowCall, { bulk }: Row): CompanyRowCall => (bulk ? proposing(call) : call)

const refuseUnknownUpload = async (call: CompanyCall, { uploadRef }: Asked): Promise<void> => {
  if (!uploadRef) return
  try {
    await readUpload(call, uploadRef.id)
  } catch (cause) {
    if (!(cause instanceof Refusal) || cause.kind !== documentsContribution.uploadRefusals.uploadNotFound) throw cause
    refuseIfAny([faults.unknownUpload('#/uploadRef/id')])
  }
}

/** Keyed, because a request may be short and contain a personal number. */
const digestOf = (call: CompanyCall, { method, path, body, reference, uploadRef }: Asked): Buffer =>
  createHmac('sha256', call.keyFor('proposals that are equal'))
    .update(canonicalJson([call.companyId, method, path, body ?? null, reference ?? null, uploadRef?.id ?? null]))
    .digest()

const triedOf = async (call: CompanyCall, { etag, effects, warnings }: InnerOutcome): Promise<Tried> => ({
  etag,
  effects,
  warnings: [...warnings],
  vatPeriods: await vatPeriodsOf(call, effects),
})

/** The VAT periods of the entries, where any box of the return changes. */
const vatPeriodsOf = async (call: CompanyCall, effects: Effects): Promise<VatPeriodOf[]> => {
  if (effects.vatBoxes.length === 0) return []
  const setting = await vatSettingOf(call)
  if (setting === null || setting === 'notRegisteredForVat') return []
  const { years } = await bookOf(call, true)
  const found = new Map(
    daysOf(effects).flatMap((day) => {
      const period = periodAt(setting, years, day as Day)
      return period ? [[period.start, period] as const] : []
    }),
  )
  const periods = [...found.values()].slice(0, MAX_PERIODS)
  const dues = await dueDatesOf(
    call.db,
    periods.map((period) => ({ companyId: call.companyId, ...period })),
  )
  return periods.map(({ start, end }, at) => ({ startDate: start, endDate: end, dueDate: dues[at] ?? null }))
}

/** The id of what was made or changed, where the answer has one. */
const resultOf = ({ answer }: InnerOutcome): string | null => {
  const { id } = Object(answer) as { id?: unknown }
  return typeof id === 'string' ? id : null
}

/** A program gets the events of its own proposals only. */
const tell = (
  call: CompanyCall,
  kind: Kind,
  id: string,
  detail: Readonly<Record<string, unknown>>,
  ownerId: string | null = programIdOf(call),
): void => recordEvent(call, kind, { id, ownerId }, { id, ...detail })
