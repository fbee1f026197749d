// The engine behind every row: identifies the caller, validates the request, runs the verb, sends the response.
import { rm } from 'node:fs/promises'
import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingHookHandler } from 'fastify'
import { asFailure } from '#http/answers/failures'
import { type Language, messageLanguage } from '#http/answers/language'
import { httpFaults } from '#http/answers/refusals'
import { asProblem, namesEtag, refusalReply, replyOf } from '#http/answers/reply'
import { rolledBack } from '#http/answers/rolled-back'
import { sendFile } from '#http/answers/send-file'
import { beforeTheEnd, sendPortions } from '#http/answers/send-sheet'
import { formatAsked, type Sheet, type SheetFormat, sheetTypes, type WrittenSheet } from '#http/answers/sheet'
import { translated, withWarnings } from '#http/answers/translated'
import { warningHeader, warningsIn, warningsOfSeveral } from '#http/answers/warning'
import { reserveMemoryForFile } from '#http/bodies/body-memory'
import { ignoredText, inputReader, loggableName, queryOf, wantsStrict } from '#http/bodies/input'
import { checkOfForm, nothing } from '#http/bodies/schema'
import { judge, type Received, receiveFile } from '#http/bodies/upload'
import type { Actor } from '#platform/actor'
import { ownersOf, type ProcessContext } from '#platform/call'
import type { Database, Db, Transactor } from '#platform/db'
import type { EventNotifications } from '#platform/event-notifications'
import type { FairLimit, WorkOwners } from '#platform/fair-limit'
import { type FieldError, invalidWith, type Refusal } from '#platform/refusal'
import { type ResultsMade, retryWithResults } from '#platform/retry-with-results'
import { lazy } from '#threads/lazy'
import { type Admission, type AdmissionOptions, admit, admitAgain, admitter, type KnownCaller } from './admission.ts'
import { type AnswerCache, cacheKeyOf, newAnswerCache, refusesCached } from './answer-cache.ts'
import { countArriving } from './arriving.ts'
import type { Brand } from './brand.ts'
import { furtherErrors, inputOf } from './bulk-operation.ts'
import { type Command, commandRunner, type RunCommand, requestDigests, rowCallOf } from './command.ts'
import type { ConnectionShares } from './connection-shares.ts'
import { newSharedReads, sendStream, waitFor, wantsStream } from './follow.ts'
import {
  databaseFor,
  type Follow,
  type Input,
  isWrite,
  type Reading,
  type Reply,
  type Row,
  type RowCall,
  type RunApart,
  type Tenant,
  tenantIdOf,
  Unfinished,
} from './row.ts'
import { addressTried, prefersEffects, type ReadEffects, requireTrial } from './trial.ts'
import { type TrialRunner, trialRunner } from './trial-run.ts'

type EngineOptions = AdmissionOptions & {
  database: Database
  standing: ProcessContext
  brand: Brand
  /** Wakes requests that wait for events. */
  told: EventNotifications
  /** Writes a row's answer as a sheet. Data besides the rows is read at once, the rows as they are consumed. */
  writeSheet: (
    call: RowCall,
    sheet: Sheet,
    wanted: { format: SheetFormat; language: Language },
  ) => Promise<WrittenSheet>
  /** Distributes the database connections among tenants. */
  share: ConnectionShares
  /** What a trial would have changed. */
  readEffects: ReadEffects
}

/** Body limit of requests other than uploads, in bytes (1 MiB). */
export const JSON_BODY_LIMIT = 1024 * 1024

/** Adds every row of the table to the app. */
export const addRows = (app: FastifyInstance, rows: readonly Row[], options: EngineOptions): void => {
  const engine = { ...options, together: newSharedReads(), memory: newAnswerCache() }
  const runners = { run: commandRunner(engine), trials: trialRunner(engine, options.readEffects) }
  for (const row of rows) {
    const answer = answererOf(row, engine, runners)
    app.route({
      method: row.method,
      url: row.path.replace(/\{(\w+)\}/g, ':$1'),
      bodyLimit: row.upload ? row.upload.limit * 2 : (row.bodyLimit ?? JSON_BODY_LIMIT),
      ...(isWrite(row) && !row.upload ? { preParsing: noteAnswer } : {}),
      onRequest: async (request, reply) => {
        await admit(row, request, reply, options)
        // A path that ends in a slash has an empty last placeholder: it is a different path.
        if (Object.values(request.params as object).includes('')) return reply.callNotFound()
      },
      handler: (request, reply) => answer(request, reply),
      config: { row },
    })
  }
}

const noteAnswer: preParsingHookHandler = (request, reply, payload, done) => {
  request.answering = reply.raw
  countArriving(request, reply, payload)
  done(null, payload)
}

type Engine = EngineOptions & { together: ReturnType<typeof newSharedReads>; memory: AnswerCache }

type Runners = { run: RunCommand; trials: TrialRunner }

const answererOf = (row: Row, options: Engine, { run, trials }: Runners) => {
  // Compiling the schemas of every row would slow down the start, and most are used late or never.
  const reader = lazy(() => inputReader(row))
  const checkTexts = checkOfForm(row.upload?.fields ?? nothing)
  const write = isWrite(row)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await admitAgain(row, request, reply, options)
    const strict = wantsStrict(request.headers.prefer)
    if (strict) reply.header('preference-applied', 'handling=strict')
    const read = reader()(request, strict)
    const { input, errors, ignored, dryRun } = read instanceof Promise ? await read : read
    const isTrial = dryRun === true
    tellIgnored(request, reply, ignored, options.brand)
    const feature = row.featureOf?.(input.body)
    if (feature) request.requireFeature?.(feature)
    if (isTrial) reply.header(options.brand.dryRun, 'true')
    if (errors.length > 0) throw await allErrors(row, request, { input, errors }, options)
    if (row.follow && wantsStream(request))
      return sendStream(request, reply, input, followingOf(row.follow, { row, request, reply, options }))
    const format = row.sheet ? formatAsked(row, formatIn(request, input)) : null
    if (row.sheet && format)
      return readSheet({ ...row, sheet: row.sheet }, { request, reply }, { input, format }, options)
    if (!write) return send(request, reply, await readOrWait(row, { request, reply }, input, options), options.brand)
    if (isTrial) requireTrial(row)
    const key = idempotencyKeyOf(request)
    const wantsEffects = isTrial && prefersEffects(request.headers.prefer)
    await request.takeMore?.((row.bulk?.weigh(input.body) ?? 1) - 1)
    const stillMay = admitter(row, request, reply, options)
    const reading: Reading = { strict, ignored: [...ignored], isTrial }
    const commanded = {
      row,
      input,
      refuse: (refused: Refusal) => refusalReply(noted(request, refused), options.brand, request.log),
      fail: (cause: unknown) =>
        refusalReply(noted(request, asFailure(cause, request.method, input)), options.brand, request.log, cause),
    }
    const { bulk } = row
    if (bulk?.isApart(input.body)) {
      const all = async (runOne: RunCommand): Promise<Reply> => {
        const doubts = new Map<number, string>()
        const runApart = apartRunner(request, { key, input, stillMay, reading, doubts }, options, runOne)
        const results = await bulk.apart(input.body, request.companyId, runApart)
        return replyOf(row, results, warningsOfSeveral(doubts, options.brand))
      }
      const { tenant, actor, ip: from, now } = request
      const whole: Command = { ...commanded, tenant, actor, from, now, key: null, ifMatch: null }
      const answer = isTrial ? await trials.several(whole, wantsEffects, all) : await all(run)
      tellIgnored(request, reply, reading.ignored, options.brand)
      return send(request, reply, answer, options.brand)
    }
    if (bulk) input.reading = reading
    const received = row.upload
      ? await receiveFile(request, row.upload, strict, options.standing.files.workFolder)
      : null
    try {
      if (received && row.upload) {
        await reserveMemoryForFile(request, reply, received.file, row.upload)
        await admitAgain(row, request, reply, options)
        tellIgnored(request, reply, received.ignored, options.brand)
        await judge(row.upload, checkTexts, received, { companyId: request.companyId, query: input.query })
        input.file = received.file
        input.body = received.texts
      }
      const command: Command = {
        ...commanded,
        tenant: request.tenant,
        actor: request.actor,
        from: request.ip,
        now: request.now,
        key:
          key === null ? null : { text: key, ...(await requestDigests(options.standing, askedBy(request, received))) },
        ifMatch: row.current ? (request.headers['if-match'] ?? null) : null,
      }
      const answer = isTrial ? await trials.alone(command, wantsEffects) : await run(command)
      // After a rerun, the list belongs to the last run.
      if (bulk) tellIgnored(request, reply, [...new Set(reading.ignored)], options.brand)
      return send(request, reply, answer, options.brand)
    } finally {
      if (received) await rm(received.file.path, { force: true })
    }
  }
}

/** The refusal of these errors with those that the verb of the row finds besides. */
const allErrors = async (
  row: Row,
  request: FastifyRequest,
  { input, errors }: { input: Input<unknown, unknown>; errors: FieldError[] },
  options: Engine,
): Promise<Refusal> => {
  const call = callOf(request, databaseFor(options.database, request.tenant), options)
  return invalidWith([...errors, ...(await furtherErrors(call, row, input, errors))])
}

const noted = (request: FastifyRequest, refused: Refusal): Refusal => {
  request.refused = refused
  return refused
}

/**
 * What the operations of a bulk share: `reading` collects ignored fields, and `doubts` the warnings of responses, by
 * index.
 */
type OfSeveral = {
  key: string | null
  input: Input<unknown, unknown>
  stillMay: () => Promise<void>
  reading: Reading
  doubts: Map<number, string>
}

/**
 * Runs operations of a bulk, each like a separate request: rights that the caller loses meanwhile do not apply to the
 * rest. The key is the operation's own, or derived from the request's.
 */
const apartRunner =
  (
    request: FastifyRequest,
    { key, input, stillMay, reading, doubts }: OfSeveral,
    options: Engine,
    run: RunCommand,
  ): RunApart =>
  async ({ method, idempotencyKey, ifMatch }, place, index) => {
    const { log } = request
    const fail = (cause: unknown) => refusalReply(asFailure(cause, method), options.brand, log, cause)
    try {
      await stillMay()
      const { tenant, actor, ip: from, now } = request
      const placed = place()
      const { row, path, body } = placed
      const own = await inputOf(callOf(request, databaseFor(options.database, request.tenant), options), placed, {
        language: input.language,
        reading,
        index,
      })
      const text = idempotencyKey ?? (key === null ? null : `${key}/${index}`)
      const asked = { method, path, body, file: null }
      const answer = await run({
        row,
        tenant,
        actor,
        from,
        now,
        input: own,
        fail,
        key: text === null ? null : { text, ...(await requestDigests(options.standing, asked)) },
        ifMatch: row.current ? (ifMatch ?? null) : null,
        refuse: (refused) => refusalReply(refused, options.brand, log),
      })
      const doubt = answer.headers[options.brand.warning.toLowerCase()]
      if (doubt !== undefined) doubts.set(index, doubt)
      return { reply: answer, warnings: warningsIn(doubt) }
    } catch (cause) {
      return { reply: fail(cause), warnings: [] }
    }
  }

/** Reports ignored parts of a request to the client and in the log. */
const tellIgnored = (request: FastifyRequest, reply: FastifyReply, ignored: readonly string[], brand: Brand): void => {
  if (ignored.length === 0) return
  request.ignored = ignoredText(ignored.map(loggableName))
  reply.header(brand.ignored, ignoredText(ignored))
}

/** What an Idempotency-Key identifies. A multipart body differs each time, so its contents are used. */
const askedBy = ({ method, url, body }: FastifyRequest, received: Received | null) => ({
  method,
  path: addressTried(url),
  body: received ? { name: received.file.name, ...received.texts } : body,
  file: received?.file.digest ?? null,
})

const readOrWait = async (
  row: Row,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  input: Input<unknown, unknown>,
  options: Engine,
): Promise<Reply> => {
  if (row.remembered) return recall(row, request, input, options)
  if (!row.follow) return read(row, request, input, options)
  return replyOf(row, await waitFor(reply, input, followingOf(row.follow, { row, request, reply, options })), {})
}

/** Returns the remembered answer for the company's current state; otherwise, or on request, reads and remembers it. */
const recall = async (
  row: Row,
  request: FastifyRequest,
  input: Input<unknown, unknown>,
  { memory, ...options }: Engine,
) => {
  const moment = cacheKeyOf(row, request.tenant, input, request.now)
  const known = refusesCached(request.headers['cache-control']) ? null : memory.recall(moment)
  if (known) return known
  const reply = await read(row, request, input, options)
  memory.keep(moment, reply)
  return reply
}

const followingOf = (
  follow: Follow,
  { row, request, reply, options }: { row: Row; request: FastifyRequest; reply: FastifyReply; options: Engine },
) => {
  const { actor } = request
  const tenantId = tenantIdOf(request.tenant)
  const whose = whoseOf(request)
  const call = (now?: Date) => callOf(request, databaseFor(options.database, request.tenant), options, { now })
  const look = (input: Input<unknown, unknown>) =>
    options.share.read(whose, () => row.run(call(options.clock()), input))
  // What an answer depends on besides the request: the caller, and what the caller may see.
  const who = () => JSON.stringify([row.operationId, tenantId, actor.kind, actor.id, scopesOf(request.tenant)])
  const { hears } = follow
  return {
    follow,
    told: options.told,
    tenantId,
    judge: () => admit(row, request, reply, options),
    listen: async () => {
      if (hears) await options.told.hear(tenantId, () => options.share.read(whose, () => hears(call())))
    },
    read: look,
    readTogether: (input: Input<unknown, unknown>, mark: number) =>
      options.together(`${who()} ${JSON.stringify([input.params, input.query, mark])}`, () => look(input)),
  }
}

const scopesOf = (tenant: Tenant): readonly string[] => {
  const own = 'scopes' in tenant ? [...tenant.scopes].sort() : []
  const token = 'token' in tenant ? tenant.token : null
  return token ? [...own, String(token.isGeneral), ...[...token.scopes].sort()] : own
}

/** The owners whose limits apply to a request. */
const whoseOf = ({ tenant, actor }: FastifyRequest): WorkOwners => ownersOf(tenantIdOf(tenant), actor)

const read = async (
  row: Row,
  request: FastifyRequest,
  input: Input<unknown, unknown>,
  options: Omit<Engine, 'memory'>,
) => {
  const byCursor = 'cursor' in (input.query as object)
  const own = databaseFor(options.database, request.tenant)
  const whose = whoseOf(request)
  const callIn = (db: Db, made?: ResultsMade): RowCall => {
    const call = callOf(request, db, options, { made })
    if (row.lasts || makesFile(row)) call.goOn = () => requireReader(request)
    return call
  }
  const inTurn = (made?: ResultsMade) =>
    options.share.read(whose, () => answerIn(row, { request, input, own, callIn }, made))
  const whole = async (): Promise<Reply> => {
    // A client that disconnected while waiting no longer needs long work, which would only delay its own next request.
    if (row.lasts) requireReader(request)
    // Holds no turn, because it may take long and only runs short statements.
    await row.before?.(callIn(own), input)
    // Rows that last long are not rerun for each missing thing: that would take too long.
    const { answer, call } = row.lasts ? await inTurn() : await retryWithResults(inTurn)
    const said = answer instanceof Unfinished ? await answer.finish(callIn(own)) : answer
    return replyOf(row, said, warningHeader(call, options.brand), byCursor)
  }
  const reply = await (row.lasts ? options.share[row.lasts](whose, whole) : whole()).catch((cause: unknown) => {
    if (cause instanceof NobodyWaits) return nobodyWaits
    throw cause
  })
  const { link } = reply.headers
  if (link) reply.headers.link = nextPageLink(request, link)
  return reply
}

const makesFile = ({ answer }: Row): boolean => typeof answer === 'object' && 'file' in answer

type Asked = {
  request: FastifyRequest
  input: Input<unknown, unknown>
  own: Transactor
  callIn: (db: Db, made?: ResultsMade) => RowCall
}

/** The answer of a row's verb, with the call it was made in. Runs within a turn. */
const answerIn = async (
  row: Row,
  { request, input, own, callIn }: Asked,
  made: ResultsMade | undefined,
): Promise<{ answer: unknown; call: RowCall }> => {
  const once = callIn(own, made)
  const atOnce = row.atOnce ? await row.atOnce(once, input) : null
  if (atOnce !== null) return { answer: atOnce, call: once }
  const ask = async (db: Db) => {
    const call = db === own ? once : callIn(db, made)
    return { answer: await row.run(call, input), call }
  }
  const isFetched = request.method !== 'HEAD'
  if (row.noted && isFetched) await own.transaction(async (db) => row.noted?.(callIn(db), input))
  if (row.leavesTrace) return isFetched ? own.transaction(ask) : rolledBack((work) => own.transaction(work), ask)
  return row.snapshot ? own.transaction(ask, 'repeatable read, read only') : ask(own)
}

class NobodyWaits extends Error {}

const requireReader = ({ raw }: FastifyRequest): void => {
  if (raw.socket.destroyed) throw new NobodyWaits()
}

/** The client has disconnected; logged with the status that proxies use for this. */
const nobodyWaits: Reply = { status: 499, headers: {}, body: null }

const formatIn = ({ headers }: FastifyRequest, { query }: Input<unknown, unknown>) => ({
  format: (query as { format?: unknown }).format,
  accept: headers.accept,
})

/**
 * Reads a sheet and sends it. If it is read as a whole, it is written and sent after the connection was returned; if it
 * is streamed, the snapshot lasts until it is sent.
 */
const readSheet = (
  { sheet: sheetFor, streams }: Row & Required<Pick<Row, 'sheet'>>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { input, format }: { input: Input<unknown, unknown>; format: SheetFormat },
  options: Engine,
): Promise<FastifyReply> => {
  const { share, database, brand } = options
  const lasting: FairLimit = (whose, work) => share.long(whose, () => share.read(whose, work))
  const inTurn = streams ? lasting : share.read
  const wanted = { format, language: input.language }
  return beforeTheEnd(async (answer) => {
    const whole = await inTurn(whoseOf(request), () =>
      databaseFor(database, request.tenant).transaction(async (db) => {
        const call = callOf(request, db, options)
        const sheet = await sheetFor(call, input)
        const written = await options.writeSheet(call, sheet, wanted)
        const language = messageLanguage(request.headers['accept-language'])
        const warned = withWarnings(warningHeader(call, brand), language, brand)
        reply.headers({ ...request.onSuccess, ...warned, 'content-type': sheetTypes[format] })
        if (written.isRead) return written
        await sendPortions(reply, written, answer)
        return null
      }, 'repeatable read, read only'),
    )
    if (whole) await sendPortions(reply, whole, answer)
  })
}

const callOf = (
  { now: begun, actor, ip: from, tenant }: FastifyRequest,
  db: Db,
  { standing }: EngineOptions,
  { now = begun, made }: { now?: Date | undefined; made?: ResultsMade | undefined } = {},
): RowCall => rowCallOf({ ...standing, db, now, actor, from, made }, tenant)

/** A link to the next page, relative to this one's URL (RFC 8288 §3.1), so that it is correct behind every proxy. */
const nextPageLink = (request: FastifyRequest, cursor: string): string => {
  const parameters = new URLSearchParams(queryOf(request))
  // Parameter names are case-insensitive.
  const replaced = [...parameters.keys()].filter((name) => ['page', 'cursor'].includes(name.toLowerCase()))
  for (const name of replaced) parameters.delete(name)
  parameters.set('cursor', cursor)
  return `<?${parameters}>; rel="next"`
}

const send = (request: FastifyRequest, reply: FastifyReply, english: Reply, brand: Brand): FastifyReply => {
  const { row } = request.routeOptions.config
  const { accept, 'accept-language': accepted } = request.headers
  const told = translated(english, messageLanguage(accepted), { row, brand })
  const { status, headers, body } = asProblem(told, accept)
  const { etag, 'content-type': contentType, ...beside } = headers
  if (request.onSuccess && status < 400) reply.headers(request.onSuccess)
  const ifNoneMatch = request.headers['if-none-match']
  const reads = request.method === 'GET' || request.method === 'HEAD'
  if (reads && etag && ifNoneMatch && namesEtag(ifNoneMatch, etag)) {
    return reply
      .code(304)
      .headers({ ...beside, etag })
      .send()
  }
  reply.code(status).headers(withPreferences(reply, headers))
  if (body === null || typeof body === 'string') return reply.send(body ?? undefined)
  return sendFile(reply, body)
}

/** Several preferences that were applied are told in one header. */
const withPreferences = (reply: FastifyReply, headers: Record<string, string>): Record<string, string> => {
  const name = 'preference-applied'
  const applied = [reply.getHeader(name), headers[name]].filter((one) => typeof one === 'string')
  return applied.length > 1 ? { ...headers, [name]: applied.join(', ') } : headers
}

const idempotencyKeyOf = (request: FastifyRequest): string | null => {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw invalidWith([httpFaults.badKey('Idempotency-Key')])
  }
  return key
}

declare module 'fastify' {
  interface FastifyRequest {
    now: Date
    /** When the guard admitted the caller, by the clock of `performance`. */
    admittedAt: number
    companyId: string
    actor: Actor
    /** The owner of the token, even if the request is refused. */
    caller: KnownCaller | null
    /** Why it was refused. */
    refused: Refusal | null
    tenant: Tenant
    onSuccess: Record<string, string> | null
    /** Ignored parts of the request, as far as they look like names. */
    ignored: string | null
    /** Whether its body is worked on in pieces, between which others are heard. */
    hasLargeBody: boolean
    requireFeature: Admission['requireFeature'] | null
    takeMore: Admission['takeMore'] | null
  }
  interface FastifyContextConfig {
    row?: Row
  }
}
