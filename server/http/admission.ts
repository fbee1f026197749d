// Who is let in: before a body is read, so that nobody sends one in vain, once more when it took long to arrive, and
// again between operations that take long.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '#platform/call'
import { agentOf } from './agent.ts'
import { foldIds } from './input.ts'
import { httpRefusals } from './refusals.ts'
import { type Audience, audienceOf, isWrite, type Row, type Tenant } from './row.ts'

export type AdmissionOptions = {
  clock: () => Date
  /** Who calls, when they may: throws the refusal when they may not. Runs before the body is read. */
  guard: (request: GuardedRequest) => Promise<Admission>
  /** The cookie of a person's session; null where there is none. */
  sessionOf: (request: FastifyRequest) => string | null
}

/** What the guard decides on. The ids are those of the path; they may be anything that stood there, or nothing. */
export type GuardedRequest = {
  authorization: string | undefined
  /** The cookie of a person's session, null where a token is sent; and what shows that its page is ours. */
  session: string | null
  csrf: string
  isWrite: boolean
  /** The address and the browser that it came from. */
  from: string
  agent: string
  audience: Audience
  companyId: string
  agencyId: string
  scope: string | undefined
  orScope: string | undefined
  by: Row['by']
  operators: boolean
  feature: Row['feature']
  now: Date
  /** Whether it was let in before, and was counted then. */
  isAgain: boolean
  /** Puts headers on the answer, whatever it will be. */
  tell: (headers: Record<string, string>) => void
  /** Notes who calls as soon as that is known, also of one who is refused afterwards. */
  note: (caller: KnownCaller) => void
}

/** A token that is good: whose it is. `holderId` is the company of a private token, or the integration. */
export type KnownCaller = { actor: Actor; holderId: string }

/**
 * A request that is let in. `onSuccess` are headers of its answer if that is no refusal. `requireFeature` throws when
 * the plan does not hold a feature that only the body tells the need of.
 */
export type Admission = {
  actor: Actor
  tenant: Tenant
  onSuccess?: Record<string, string>
  requireFeature?: (feature: NonNullable<Row['feature']>) => void
  /** Counts more requests, where one counts as several; throws when they are too many. */
  takeMore?: (count: number) => Promise<void>
}

/** Lets a caller in, and puts what they are and may do on the request. @throws {Refusal} when they may not come in */
export const admit = async (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmissionOptions,
): Promise<void> => {
  const params = request.params as Record<string, string>
  const placeholder = Object.values(params).find(isPlaceholder)
  if (placeholder !== undefined && request.headers.authorization)
    throw httpRefusals.badUrl({ reason: placeholderReason(placeholder) })
  foldIds(params)
  // What is empty is of no type.
  if (!row.upload && isEmpty(request)) delete request.headers['content-type']
  const { companyId = '', agencyId = '' } = params
  request.now = options.clock()
  const isAgain = request.admittedAt > 0
  request.admittedAt = performance.now()
  request.companyId = companyId
  const { actor, tenant, onSuccess, requireFeature, takeMore } = await options.guard({
    authorization: request.headers.authorization,
    session: request.headers.authorization === undefined ? options.sessionOf(request) : null,
    csrf: String(request.headers['csrf-token'] ?? ''),
    isWrite: isWrite(row),
    from: request.ip,
    agent: agentOf(request),
    audience: audienceOf(row),
    companyId,
    agencyId,
    scope: row.scope,
    orScope: row.orScope,
    by: row.by,
    operators: row.operators ?? false,
    feature: row.feature,
    ...{ now: request.now, isAgain },
    tell: (headers) => void reply.headers(headers),
    note: (caller) => {
      request.caller = caller
    },
  })
  request.actor = actor
  request.tenant = tenant
  request.onSuccess = onSuccess ?? null
  request.requireFeature = requireFeature ?? null
  request.takeMore = takeMore ?? null
}

/**
 * For how long it counts that a caller was admitted, in milliseconds: a body may take minutes to arrive, and so may the
 * operations of a bulk.
 */
const ADMITTED_MS = 1000

const isLongAgo = ({ admittedAt }: FastifyRequest): boolean => performance.now() - admittedAt > ADMITTED_MS

/** Whoever has lost a right while the body arrived has lost it for this request too. */
export const admitAgain = async (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmissionOptions,
): Promise<void> => {
  if (isLongAgo(request)) await admit(row, request, reply, options)
}

/**
 * The same before each operation of a request. Those that begin side by side wait for one judgement; after a refusal
 * none goes on until the next.
 */
export const admitter = (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmissionOptions,
): (() => Promise<void>) => {
  let judged = Promise.resolve()
  return () => {
    if (isLongAgo(request)) judged = admit(row, request, reply, options)
    return judged
  }
}

/** What stands in documentation where an id is to be put. */
const isPlaceholder = (text: string): boolean => /^(?:\{\w+\}|:[a-z]\w*|<[\w ]+>|your[_-]\w+)$/i.test(text)

const placeholderReason = (text: string) => `it holds the placeholder ${text}; put a real value in its place`

const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'
