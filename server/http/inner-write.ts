// Writes of other rows, run inside the transaction of a request: tried and undone, or done if they do what is expected.
import { AtomicBulkRefusal } from '#http/answers/atomic-bulk-refusal'
import type { Language } from '#http/answers/language'
import { httpFaults, httpRefusals } from '#http/answers/refusals'
import { etagOfShown, replyOf } from '#http/answers/reply'
import { rolledBack } from '#http/answers/rolled-back'
import { warningsOf } from '#http/answers/warning'
import { newCache } from '#platform/cache'
import type { Db, Transaction } from '#platform/db'
import { invalid, invalidWith, Refusal, refuseIfAny } from '#platform/refusal'
import { lazy } from '#threads/lazy'
import { bulkRow } from './bulk.ts'
import { inputOf, operationRows, placerOf } from './bulk-operation.ts'
import type { Effects } from './effects.ts'
import type { CompanyRowCall, Input, Operation, Placed, Row, RowCall } from './row.ts'
import type { ReadEffects } from './trial.ts'
import { trialFiles } from './trial-files.ts'
import { quietWithin } from './trial-run.ts'

/** How many values a run remembers for itself: the process must not remember what is undone. */
const REMEMBERED = 100
/** Most operations of a bulk that is run inside another write: a person reads all that it does. */
const MAX_INNER = 100

/** A write by its path below the company. */
export type InnerRequest = Pick<Operation, 'method' | 'path' | 'body'>

/** A write with its endpoint and its parsed input. */
type FoundWrite = { placed: Placed; input: Input<unknown, unknown> }

/** What a write did: `etag` is that of the resource before it; null where it changes none. */
export type InnerOutcome = { answer: unknown; etag: string | null; effects: Effects; warnings: readonly string[] }

export type InnerWrites = {
  /**
   * Finds the endpoint of a write.
   * @throws {Refusal} if there is none, or if it cannot be tried
   */
  place: (call: CompanyRowCall, asked: InnerRequest) => Placed
  /**
   * Parses a write as its endpoint does, with the rights of the call.
   * @throws {Refusal} with all field errors
   */
  read: (call: CompanyRowCall, placed: Placed, language: Language) => Promise<FoundWrite>
  /** Runs a write, reads what it does, and undoes it. */
  tryOut: (call: CompanyRowCall, found: FoundWrite) => Promise<InnerOutcome>
  /** Runs a write; undoes it unless it did what was expected. */
  doIf: (
    call: CompanyRowCall,
    found: FoundWrite,
    isExpected: (outcome: InnerOutcome) => boolean,
  ) => Promise<{ isDone: boolean; outcome: InnerOutcome }>
}

/**
 * The rows that may be run inside another one: all that write in a company and can be tried, and bulks of them that are
 * done whole or not at all.
 */
const innerRows = (rows: readonly Row[]): Row[] => {
  const own = operationRows(rows).filter(
    ({ untried, by, answer }) => !untried && by !== 'integrations' && !(typeof answer === 'object' && 'file' in answer),
  )
  return [...own, bulkRow(own)]
}

/** A bulk has no rights of its own: each of its operations is checked as it is run. */
const inputOfInner = async (call: CompanyRowCall, placed: Placed, language: Language) => {
  const reading = { strict: true, ignored: [], isTrial: false }
  if (!placed.row.bulk) return inputOf(call, placed, { language, reading, index: 0 })
  const asBulk = { ...call, requireRow: () => undefined }
  const input = await inputOf(asBulk, placed, { language, reading, index: 0 })
  const { mode, operations } = input.body as { mode: string; operations: readonly unknown[] }
  const faults = [
    ...(mode === 'atomic' ? [] : [httpFaults.innerBulkMode('#/mode')]),
    ...(operations.length <= MAX_INNER ? [] : [httpFaults.innerBulkSize('#/operations', { limit: MAX_INNER })]),
  ]
  refuseIfAny(faults)
  return { ...input, reading }
}

export const innerWrites = (rows: readonly Row[], readEffects: ReadEffects): InnerWrites => {
  // Compiling the schemas of every row would slow down the start.
  const find = lazy(() => placerOf(innerRows(rows)))
  return {
    place: ({ companyId }, asked) => find()(asked, companyId, new Map()),
    read: async (call, placed, language) => {
      const input = await inBody(() => inputOfInner(call, placed, language))
      return { placed, input }
    },
    tryOut: async (call, found) => {
      const files = trialFiles(call.files)
      const db = quietWithin(transactionOf(call))
      try {
        return await rolledBack<Db, InnerOutcome>(
          (work) => db.attempt(() => work(db)),
          () => outcomeOf({ ...call, ...ownOf(), db, files, isTrial: true }, found, readEffects),
        )
      } finally {
        await files.discard()
      }
    },
    doIf: async (call, found, isExpected) => {
      const files = trialFiles(call.files)
      try {
        const outcome = await transactionOf(call).attempt(async () => {
          const done = await outcomeOf({ ...call, ...ownOf(), files }, found, readEffects)
          if (!isExpected(done)) throw new Unexpected(done)
          return done
        })
        await files.keepAll()
        return { isDone: true, outcome }
      } catch (cause) {
        if (!(cause instanceof Unexpected)) throw cause
        return { isDone: false, outcome: cause.outcome }
      } finally {
        await files.discard()
      }
    },
  }
}

class Unexpected extends Error {
  readonly outcome: InnerOutcome
  constructor(outcome: InnerOutcome) {
    super('The write did something else than expected')
    this.outcome = outcome
  }
}

const ownOf = () => ({ memory: newCache(REMEMBERED), warnings: new Set<string>() })

/** Verbs of writes always run in a transaction; only their type does not say so. */
const transactionOf = ({ db }: CompanyRowCall): Transaction => {
  if (!('settle' in db)) throw new Error('A write ran outside of a transaction')
  return db as Transaction
}

/** The effects are those of all statements so far, including those that a commit would run, which are then undone. */
const outcomeOf = async (
  call: CompanyRowCall & { warnings: Set<string> },
  { placed: { row }, input }: FoundWrite,
  readEffects: ReadEffects,
): Promise<InnerOutcome> => {
  const whole = call as unknown as RowCall
  const db = transactionOf(call)
  const { companyId, outside } = call
  if (!outside) throw new Error('The process has no database beside the transaction')
  const etags = new Map<string, string>()
  const noted = { ...whole, noteEtag: (path: string, etag: string) => void (etags.has(path) || etags.set(path, etag)) }
  const own = row.current ? etagOfShown(row, await inBody(async () => row.current?.(whole, input))) : null
  const { body } = replyOf(row, await inBody(() => row.run(noted, input)), {})
  const etag = etags.size > 0 ? [...etags.values()].join(' ') : own
  const effects = await rolledBack<Db, Effects>(
    (work) => db.attempt(() => work(db)),
    async () => {
      await db.settle()
      return readEffects(whole, outside(companyId))
    },
  )
  const answer = typeof body === 'string' ? JSON.parse(body) : null
  return { answer, etag, effects, warnings: warningsOf(call.warnings) }
}

/** Field errors of the write are those of a field of the request that has it. */
const inBody = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause
    const isOfBulk = cause instanceof AtomicBulkRefusal
    const before = isOfBulk ? /^#/ : /^#(?:\/operations\/0\/body)?/
    const errors = cause.errors.map(({ field, ...said }) => ({
      ...said,
      field: field.startsWith('#') ? field.replace(before, '#/body') : '#/path',
    }))
    if (cause.kind === invalid) throw invalidWith(errors)
    throw new Refusal(cause.kind, cause.said, errors, cause.headers, cause.body)
  }
}

/** The refusals of any write that is run inside another one, besides those of its own. */
export const innerRefusals = [httpRefusals.noOperation]
