// Authorizes requests: before the body is read, so that no client uploads one in vain; again if the body took long to
// arrive; and again between operations that take long.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { httpRefusals } from '#http/answers/refusals'
import { foldIds } from '#http/bodies/input'
import type { Actor } from '#platform/actor'
import { type Audience, audienceOf, isWrite, type Row, type Tenant } from './row.ts'

export type AdmissionOptions = {
  clock: () => Date
  /** Returns the caller, or throws the refusal. Runs before the body is read. */
  guard: (request: GuardedRequest) => Promise<Admission>
  /** The session cookie of a person; null if there is none. */
  sessionOf: (request: FastifyRequest) => string | null
}

/** What the guard decides on. The ids are from the path and unchecked; they may be empty. */
export type GuardedRequest = {
  authorization: string | undefined
  /** The session cookie, null if there is a token; and the CSRF token that proves that our page sent the request. */
  session: string | null
  csrf: string
  isWrite: boolean
  /** The client's address and browser. */
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
  /** Whether the request was admitted, and counted, before. */
  isAgain: boolean
  /** Sets headers on the response, including a refusal. */
  tell: (headers: Record<string, string>) => void
  /** Records the caller once known, even if the request is refused afterwards. */
  note: (caller: KnownCaller) => void
}

/** The owner of a valid token. `holderId` is the company of a private token, or the integration. */
export type KnownCaller = { actor: Actor; holderId: string }

/**
 * An admitted request. `onSuccess` are headers for its response unless that is a refusal. `requireFeature` throws if
 * the plan lacks a feature; whether one is needed may only be known from the body.
 */
export type Admission = {
  actor: Actor
  tenant: Tenant
  onSuccess?: Record<string, string>
  requireFeature?: (feature: NonNullable<Row['feature']>) => void
  /** Counts further requests, if one counts as several; throws if there are too many. */
  takeMore?: (count: number) => Promise<void>
}

/**
 * Admits a caller, and stores the caller and its rights on the request.
 * @throws {Refusal} if the caller may not proceed
 */
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
  // An empty body has no type.
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
    now: request.now,
    isAgain,
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
 * How long an admission is valid, in milliseconds: a body may take minutes to arrive, and so may the operations of a
 * bulk.
 */
const ADMITTED_MS = 1000

const isLongAgo = ({ admittedAt }: FastifyRequest): boolean => performance.now() - admittedAt > ADMITTED_MS

/** Rights that the caller lost while the body arrived must not be used by this request. */
export const admitAgain = async (
  row: Row,
  request: FastifyRequest,
  reply: FastifyReply,
  options: AdmissionOptions,
): Promise<void> => {
  if (isLongAgo(request)) await admit(row, request, reply, options)
}

/**
 * The same before each operation of a request. Concurrent operations share one check; after a refusal, all fail until
 * the next check.
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

/** Placeholders for ids in documentation. */
const isPlaceholder = (text: string): boolean => /^(?:\{\w+\}|:[a-z]\w*|<[\w ]+>|your[_-]\w+)$/i.test(text)

const placeholderReason = (text: string) => `it holds the placeholder ${text}; put a real value in its place`

const isEmpty = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'

/** Most characters of the User-Agent that are kept. */
const MAX_AGENT = 200

export const agentOf = ({ headers }: FastifyRequest): string => (headers['user-agent'] ?? '').slice(0, MAX_AGENT)
