// Writes: one request, one transaction. The Idempotency-Key, the change and its history commit together or not at all.
import { createHmac } from 'node:crypto'
import { httpRefusals } from '#http/answers/refusals'
import { allowsChange, etagOfShown, replyOf } from '#http/answers/reply'
import { warningHeader } from '#http/answers/warning'
import { type Actor, accountOf } from '#platform/actor'
import { type Call, ownersOf, type ProcessContext } from '#platform/call'
import { aheadBy } from '#platform/day'
import {
  type Database,
  type Db,
  sqlStateOf,
  type Transaction,
  type TransactionFrom,
  type Transactor,
} from '#platform/db'
import { isDeadlock, retryAfterDeadlock } from '#platform/deadlock-retry'
import type { WorkOwners } from '#platform/fair-limit'
import { isUndone, outageOf } from '#platform/outage'
import { Refusal, statusOf } from '#platform/refusal'
import { retryWithResults } from '#platform/retry-with-results'
import { seal, sealBytes, tryUnsealBytes, unseal } from '#platform/seal'
import { type Sql, sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'
import type { SealedColumn } from '#secrets/sealed'
import { canonicalSteps } from '#text/json'
import { newBatching } from '#threads/batching'
import { runInSlices } from '#threads/event-loop'
import type { Brand } from './brand.ts'
import type { ConnectionShares } from './connection-shares.ts'
import {
  databaseFor,
  type Gather,
  type Input,
  type Reply,
  type Row,
  type RowCall,
  type Tenant,
  tenantIdOf,
} from './row.ts'

/** A write to be run. */
export type Command = {
  row: Row
  tenant: Tenant
  actor: Actor
  from: string | null
  now: Date
  input: Input<unknown, unknown>
  /** The Idempotency-Key with the digests of its request, from {@link requestDigests}. */
  key: ({ text: string } & RequestDigests) | null
  ifMatch: string | null
  /** Turns a refusal into the reply, and logs it once. */
  refuse: (refused: Refusal) => Reply
  /** The reply for a bug or an outage, logged with its cause. */
  fail: (cause: unknown) => Reply
}

/** Runs a write and returns its reply; a refusal is a reply too. */
export type RunCommand = (command: Command) => Promise<Reply>

/** How long the reply to an Idempotency-Key is kept, in milliseconds. */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000

/** The dependencies of commands. */
export type Running = {
  database: Database
  standing: ProcessContext & Pick<Call, 'made' | 'isTrial'>
  brand: Brand
  share: ConnectionShares
}

export const commandRunner = (running: Running): RunCommand => {
  const gathered = new Map<Row, (command: Command) => Promise<Reply>>()
  return (command) => {
    const { row } = command
    if (!row.gather) return inQueue(running, command, () => runAfresh(running, command))
    const known = gathered.get(row) ?? gatherer(running, row.gather)
    gathered.set(row, known)
    return known(command)
  }
}

/** Most batches across companies that run concurrently, per connection of the pool. */
const BESIDE_PER_CONNECTION = 1 / 4
/** After how many milliseconds waiting writes start another batch beside one that is still running. */
const TOGETHER_PATIENCE_MS = 100

/**
 * Runs gathered writes: waiting writes are batched in one statement, across companies; those that it leaves undone are
 * run in batches per company.
 */
const gatherer = (running: Running, { limit, together }: Gather): ((command: Command) => Promise<Reply>) => {
  const { share, database } = running
  const ofCompany = newBatching<Command, Reply>({ name: 'writes', limit }, (companyId, batch) =>
    retryAfterDeadlock(() => share.write(ownersOfBatch(companyId, batch), () => runTogether(running, batch))),
  )
  if (!together) return (command) => ofCompany(tenantIdOf(command.tenant), command)
  const most = Math.max(2, Math.floor(database.size * BESIDE_PER_CONNECTION))
  let begun = 0
  const options = {
    name: 'together',
    limit,
    patienceMs: TOGETHER_PATIENCE_MS,
    ownerOf: ({ tenant }: Command) => tenantIdOf(tenant),
  }
  const ofAll = newBatching<Command, Reply | null>(options, (_, batch) => {
    begun += 1
    const [first] = batch
    const inTurn = share.writeAt(first ? tenantIdOf(first.tenant) : '')
    return inTurn(`together ${begun % most}`, () => runOfAll(running, together, batch))
  })
  return async (command) => {
    const companyId = tenantIdOf(command.tenant)
    // Order is kept: writes of a company queue behind its own that were left undone.
    // Idempotency keys are stored with the company's rows, so writes with a key are batched by place; others by
    // machine.
    const lane = command.key === null ? database.machineOf(companyId) : database.laneOf(companyId)
    const reply = ofCompany.isUnderWay(companyId) ? null : await ofAll(lane, command)
    return reply ?? ofCompany(companyId, command)
  }
}

/** A batch counts against the limits of its company, and of every account with a write in it. */
const ownersOfBatch = (companyId: string, batch: readonly Command[]): WorkOwners => [
  companyId,
  ...new Set(batch.map(({ actor }) => accountOf(actor)).filter((account) => account !== null)),
]

export const inQueue = ({ share }: Running, { row, tenant }: Command, work: () => Promise<Reply>): Promise<Reply> =>
  row.queue === undefined ? work() : share.queue(`${tenantIdOf(tenant)} ${row.queue}`, work)

/** Each attempt takes a turn, and returns it before anything is made outside of its transaction. */
const runAfresh = (running: Running, command: Command): Promise<Reply> =>
  retryAfterDeadlock(() =>
    retryWithResults((made) => {
      const own = { ...running, standing: { ...running.standing, made } }
      const whose = ownersOf(tenantIdOf(command.tenant), command.actor)
      return running.share.write(whose, () => runAlone(own, command))
    }),
  )

const runAlone = (running: Running, command: Command): Promise<Reply> =>
  refusedAsReply(command, () => {
    const { database, standing } = running
    if (command.key === null)
      return databaseFor(database, command.tenant).transaction((db) => perform(command, db, running))
    return claiming(running, { batch: [command], undoable: true }, async (db, [claimed]) => {
      if (claimed) return claimed
      const reply = await refusedAsReply(command, () => db.sinceFirst(() => perform(command, db, running)))
      keepAnswers(db, standing, [{ command, reply }])
      return reply
    })
  })

export const perform = async (command: Command, db: Transaction, { standing, brand }: Running): Promise<Reply> => {
  const { row, input, ifMatch } = command
  const call = callOf(command, db, standing)
  if (ifMatch !== null && row.current) {
    const etag = etagOfShown(row, await row.current(callOf(command, db, standing), input))
    if (!allowsChange(ifMatch, etag)) throw httpRefusals.preconditionFailed({ etag }, [], { etag })
  }
  return replyOf(row, await row.run(call, input), warningHeader(call, brand))
}

/**
 * Runs a batch of one company. If the batch as a whole fails, each write is retried alone, so that only the faulty one
 * fails. Not if the batch may have committed, because that would book it twice; and not after an outage, such as a lock
 * timeout, because each would wait as long again.
 */
const runTogether = async (running: Running, batch: Command[]): Promise<Reply[]> => {
  try {
    return await underKeys(running, batch, {
      bare: databaseOf(running.database, batch),
      perform: (db, free) => performAll(db, running, free),
    })
  } catch (cause) {
    if (batch.length === 1 || outageOf(cause) || !isUndone(cause)) throw cause
    const apart: Reply[] = []
    for (const command of batch) apart.push(...(await settle(running, command)))
    return apart
  }
}

/**
 * Runs a batch of several companies; null for each write that was left undone, or for all of them if the batch failed
 * without changes. Throws on outages and if the batch may have committed.
 */
const runOfAll = async (
  running: Running,
  together: NonNullable<Gather['together']>,
  batch: Command[],
): Promise<(Reply | null)[]> => {
  try {
    return await underKeys(running, batch, {
      bare: running.database.ofSeveral,
      perform: (db, free) => performTogether(db, running, together, free),
    })
  } catch (cause) {
    const isOut = outageOf(cause) !== null && !isDeadlock(cause)
    if (isOut || !isUndone(cause)) throw cause
    return batch.map(() => null)
  }
}

/**
 * Runs a batch in one transaction that also claims the keys and stores the replies. It first assumes that all keys are
 * free: then the claim is sent with the statement that books. Without keys, the single statement that `perform` runs on
 * `bare` is the transaction.
 */
const underKeys = async <Outcome extends Reply | null>(
  running: Running,
  batch: Command[],
  { bare, perform }: { bare: Db; perform: (db: Db, free: Command[]) => Promise<Outcome[]> },
): Promise<(Reply | Outcome)[]> => {
  const { database, standing } = running
  if (batch.every(({ key }) => key === null)) return perform(bare, batch)
  const claims = claimsOf(batch)
  if (new Set(claims.map(({ scope, actor, key }) => placeOf(scope, actor, key))).size === claims.length) {
    try {
      const statement = sql`select from platform.claim_free_keys(${JSON.stringify(claims)}) offset 1`
      return await databaseOf(database, batch).transactionAfter(statement, async (db) => {
        const outcomes = await perform(db.leavingOwn, batch)
        await keepAnswers(db, standing, answeredOf(batch, outcomes))
        return outcomes
      })
    } catch (cause) {
      if (sqlStateOf(cause) !== KEY_TAKEN) throw cause
    }
  }
  return claiming(running, { batch, undoable: false }, async (db, claimed) => {
    const free = batch.filter((_, index) => !claimed[index])
    const outcomes = free.length > 0 ? await perform(db.leavingOwn, free) : []
    const replies = new Map(free.map((command, index) => [command, outcomes[index] as Outcome]))
    await keepAnswers(db, standing, answeredOf(free, outcomes))
    return batch.map((command, index) => claimed[index] ?? (replies.get(command) as Outcome))
  })
}

const answeredOf = (batch: readonly Command[], outcomes: readonly (Reply | null)[]) =>
  batch.flatMap((command, index) => {
    const reply = outcomes[index]
    return reply ? [{ command, reply }] : []
  })

/** The database of a batch: with keys, all of its companies are in the same place. */
const databaseOf = (database: Database, [first]: readonly Command[]): Transactor =>
  first ? databaseFor(database, first.tenant) : database

const settle = (running: Running, command: Command): Promise<Reply[]> =>
  runTogether(running, [command]).catch((cause: unknown) => [command.fail(cause)])

const performAll = async (db: Db, { standing, brand }: Running, batch: Command[]): Promise<Reply[]> => {
  const [first] = batch
  if (!first?.row.gather) return []
  const { row } = first
  const waiting = batch.map((command) => ({ command, call: callOf(command, db, standing), input: command.input }))
  const outcomes = await first.row.gather.run(waiting)
  return waiting.map(({ command, call }, index) => {
    const outcome = outcomes[index]
    return outcome instanceof Refusal ? command.refuse(outcome) : replyOf(row, outcome, warningHeader(call, brand))
  })
}

const performTogether = async (
  db: Db,
  { standing, brand }: Running,
  together: NonNullable<Gather['together']>,
  batch: Command[],
): Promise<(Reply | null)[]> => {
  const waiting = batch.map((command) => ({ command, call: callOf(command, db, standing), input: command.input }))
  const outcomes = await together(db, waiting)
  return waiting.map(({ command, call }, index) => {
    const outcome = outcomes[index] ?? null
    return outcome === null ? null : replyOf(command.row, outcome, warningHeader(call, brand))
  })
}

export const callOf = ({ tenant, actor, from, now }: Command, db: Db, standing: Running['standing']): RowCall =>
  rowCallOf({ ...standing, db, now, actor, from }, tenant)

/**
 * The call for a row's verb: the common part, and the tenant that the guard admitted. Its time is that of the company's
 * clock.
 */
export const rowCallOf = (call: Call, tenant: Tenant): RowCall =>
  // The cast is safe because the guard returns the tenant that the row's audience needs.
  ({ ...call, ...tenant, ...clockOf(call, tenant), warnings: new Set() }) as RowCall

const clockOf = ({ now }: Call, tenant: Tenant): Pick<Call, 'now' | 'aheadMs'> => {
  const days = 'clockDays' in tenant ? (tenant.clockDays ?? 0) : 0
  if (days === 0) return { now }
  const ahead = aheadBy(now, days)
  return { now: ahead, aheadMs: ahead.getTime() - now.getTime() }
}

export const refusedAsReply = async (command: Command, work: () => Promise<Reply>): Promise<Reply> => {
  try {
    return await work()
  } catch (cause) {
    if (cause instanceof Refusal) return command.refuse(cause)
    throw cause
  }
}

/** Digests of one request: made with the current key and earlier ones; `digestWith` makes one with any other key. */
type RequestDigests = { digests: readonly [Buffer, ...Buffer[]]; digestWith: (key: Buffer) => Buffer }

/**
 * The digests that distinguish requests with the same Idempotency-Key: keyed, because a request may be short and
 * contain secrets, such as a personal number. The one under the current key is stored.
 */
export const requestDigests = async (
  { keysFor }: ProcessContext,
  { method, path, body, file }: { method: string; path: string; body: unknown; file: Buffer | null },
): Promise<RequestDigests> => {
  const canonical = body === undefined ? '' : await runInSlices(canonicalSteps(body))
  const text = `${method} ${path}\n${canonical}`
  const digestWith = (key: Buffer) => {
    const digest = createHmac('sha256', key).update(text)
    return (file ? digest.update(file) : digest).digest()
  }
  const [key, ...earlier] = keysFor(REQUESTS)
  return { digests: [digestWith(key), ...earlier.map(digestWith)], digestWith }
}

/**
 * Claims the keys of a batch in a transaction. `work` gets, for each command, the reply stored for its key, or null if
 * it must run.
 */
const claiming = <Outcome>(
  { database, standing: { keysFor } }: Running,
  { batch, undoable }: { batch: Command[]; undoable: boolean },
  work: (db: TransactionFrom, claimed: (Reply | null)[]) => Promise<Outcome>,
): Promise<Outcome> => {
  const keyed = keyedOf(batch)
  const statement = claimStatement(batch)
  const own = databaseOf(database, batch)
  return own.transactionFrom<ClaimRow, Outcome>({ statement, undoable }, (db, rows) => {
    const free = new Set<string>()
    const claimed = new Map<Command, Reply>()
    const found = new Map(rows.map((row) => [row.place, row]))
    for (const [index, { command, key }] of keyed.entries()) {
      const name = placeOf(tenantIdOf(command.tenant), command.actor.id, key.text)
      // The claim's lock belongs to the transaction, so the database would grant a second claim within this batch.
      const reply = free.has(name) ? running(command) : replyTo(keysFor, command, key, found.get(index + 1))
      if (reply === null) free.add(name)
      else claimed.set(command, reply)
    }
    return work(
      db,
      batch.map((command) => claimed.get(command) ?? null),
    )
  })
}

/** Most keys are free and need no row. */
const claimStatement = (batch: readonly Command[]): Sql => {
  const keyed = keyedOf(batch)
  const claims = claimsOf(batch).map((claim, index) => ({
    ...claim,
    digests: keyed[index]?.key.digests.map((digest) => digest.toString('hex')),
  }))
  return sql`select * from platform.claim_keys(${JSON.stringify(claims)}) where state <> 'free'`
}

/** The reply stored for the key of a command; null if it is free. The claim lasts as long as the transaction. */
export const claimedIn = async (
  { standing: { keysFor } }: Pick<Running, 'standing'>,
  command: Command,
  db: Db,
): Promise<Reply | null> => {
  const { key } = command
  if (key === null) return null
  const [found] = await db.rows<ClaimRow>(claimStatement([command]))
  return replyTo(keysFor, command, key, found)
}

/** SQLSTATE if a key that was assumed free is not. */
const KEY_TAKEN = 'GB901'

const keyedOf = (batch: readonly Command[]) =>
  batch.flatMap((command) => (command.key === null ? [] : [{ command, key: command.key }]))

const claimsOf = (batch: readonly Command[]) =>
  keyedOf(batch).map(({ command: { tenant, actor, now }, key: { text } }) => ({
    scope: tenantIdOf(tenant),
    actor: actor.id,
    key: text,
    since: new Date(now.getTime() - KEY_LIFETIME_MS),
  }))

/** The reply stored for a key; null if it is free. */
const replyTo = (
  keysFor: ProcessContext['keysFor'],
  command: Command,
  { text, digestWith }: NonNullable<Command['key']>,
  found: ClaimRow | undefined,
): Reply | null => {
  if (!found) return null
  const place = placeOf(tenantIdOf(command.tenant), command.actor.id, text)
  const isSame = ({ request_digest: digest, sealed_digest_key: sealed }: ClaimRow) => {
    const digestKey = sealed && tryUnsealBytes(keysFor(DIGEST_KEYS), sealed, place)
    return digestKey !== null && digestWith(digestKey).equals(digest)
  }
  if (found.state === 'running') return running(command)
  if (found.state === 'reused' && !isSame(found)) return command.refuse(httpRefusals.keyReused({ key: text }))
  const { status, sealed_body: sealed } = found
  return sealed === null
    ? command.refuse(httpRefusals.answerErased({ key: text, status }))
    : replayed(found, unseal(keysFor(ANSWERS), sealed, place))
}

const replayed = ({ status, headers }: ClaimRow, body: string): Reply => ({
  status,
  headers: { ...headers, 'idempotent-replayed': 'true' },
  body: body || null,
})

const running = (command: Command) => command.refuse(httpRefusals.keyRunning({ key: command.key?.text ?? '' }))

/** A claim that was not granted; granted ones return no row. */
type ClaimRow = {
  place: number
  state: 'running' | 'reused' | 'done'
  status: number
  headers: Record<string, string>
  /** Null after an erasure. */
  sealed_body: Buffer | null
  request_digest: Buffer
  sealed_digest_key: Buffer | null
}

/** Statuses after which the client should repeat the request: in a moment, later, or with the current ETag. */
const NOT_FINAL: readonly number[] = [
  statusOf.conflict,
  statusOf['precondition-failed'],
  statusOf['rate-limit-exceeded'],
]

/** Whether the reply is stored: a client that is told to repeat the request must be able to use the same key. */
const isFinal = ({ status, body }: Reply): boolean =>
  !NOT_FINAL.includes(status) && status < 500 && (typeof body === 'string' || body === null)

/** The purpose of the key that seals stored replies: they contain the resource, including personal numbers. */
const ANSWERS = 'answers'
/** The purpose of digests of requests, and of the key that seals their keys. */
const REQUESTS = 'requests'
const DIGEST_KEYS = 'keys of requests'

/** What a stored reply is bound to. */
const placeOf = (scope: string, actor: string, key: string) => `${scope} ${actor} ${key}`

/** Answers of more characters than this are kept before the end: as text of a message they would be copied often. */
const LONG_ANSWERS = 256 * 1024

/** Has the answers kept at the end of their transaction. */
const keepAnswers = async (
  db: Transaction,
  { keysFor }: ProcessContext,
  answered: { command: Command; reply: Reply }[],
): Promise<void> => {
  const kept = answered.flatMap(({ command: { tenant, actor, key, now }, reply }) => {
    if (key === null || !isFinal(reply)) return []
    const { status, headers, body } = reply
    const scope = tenantIdOf(tenant)
    const place = placeOf(scope, actor.id, key.text)
    // An empty body is sealed too: the seal identifies the key of the digest next to it.
    const sealed = seal(keysFor(ANSWERS), typeof body === 'string' ? body : '', place).toString('base64')
    const digest = key.digests[0].toString('hex')
    return [{ scope, actor: actor.id, key: key.text, digest, status, headers, sealed, now }]
  })
  if (kept.length === 0) return
  const statement = sql`select platform.keep_answers(${JSON.stringify(kept)})`
  if (kept.reduce((sum, { sealed }) => sum + sealed.length, 0) <= LONG_ANSWERS) return db.atEnd(statement)
  await db.rows(statement)
}

/** Deletes replies older than their lifetime; returns how many. */
export const forgetOldAnswers = (db: Db, now: Date, signal?: AbortSignal): Promise<number> => {
  const upto = new Date(now.getTime() - KEY_LIFETIME_MS)
  return forgetOld(db, { table: sql`platform.idempotency_key`, at: sql`created_at`, upto, signal })
}

/**
 * Stored replies, sealed. On a change of key, their digests stay as they are, and the key of the digests is sealed with
 * them.
 */
export const sealedAnswers: SealedColumn = {
  what: 'kept answers',
  purpose: ANSWERS,
  table: 'platform.idempotency_key',
  column: 'sealed_body',
  key: ['scope_id', 'actor_id', 'key'],
  placeOf: (key) => key.join(' '),
  besides: ({ keysFor }, { key, by }) => {
    const keys = keysFor(REQUESTS)
    const earlier = keys[by] ?? keys[0]
    const sealed = sealBytes(keysFor(DIGEST_KEYS), earlier, key.join(' '))
    return sql`, sealed_digest_key = coalesce(sealed_digest_key, ${sealed}::bytea)`
  },
}

/** Sealed keys of digests made before the installation had its current secret key. */
export const sealedDigestKeys: SealedColumn = {
  what: 'keys of kept answers',
  purpose: DIGEST_KEYS,
  table: 'platform.idempotency_key',
  column: 'sealed_digest_key',
  key: ['scope_id', 'actor_id', 'key'],
  placeOf: (key) => key.join(' '),
}
