// An endpoint is a row of a table: method, path, audience, scope, schemas and the one verb it calls. The engine handles
// the rest for all rows, and the documentation is generated from them.
import type { Language } from '#http/answers/language'
import type { FileAnswer } from '#http/answers/send-file'
import { formatParameter, type Sheet } from '#http/answers/sheet'
import { object, type Static, type TSchema } from '#http/bodies/schema'
import type { Operates } from '#http/pages/page'
import type { Call, CompanyCall } from '#platform/call'
import type { Database, Db, Transactor } from '#platform/db'
import type { Kind } from '#platform/event-kinds'
import type { FieldError, Refusal, RefusalKind } from '#platform/refusal'
import type { Written } from '#text/json'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: the integrations and people of one company; those of one agency; an integration for itself; any holder
 * of a valid token, about that token; or a logged-in person, about their own data.
 */
export type Audience = 'company' | 'agency' | 'general' | 'token' | 'person'

/**
 * What an integration's token is valid for: one tenant that consented, or the integration in general; and its scopes.
 */
type TokenGrant = { isGeneral: boolean; tenantId: string | null; scopes: readonly string[] }

/** A call of an integration for itself, without data of any tenant. */
export type GeneralCall = Call & { integrationId: string; token: TokenGrant }

/**
 * A call for one agency, by an integration with its consent, or by one of its people. The verb must look up the client
 * company in the path.
 */
export type AgencyCall = Call & { agencyId: string; integrationId: string | null } & AgencyRights

/** The caller's rights at the agency of the path, and in its client companies. */
export type AgencyRights = {
  scopes: ReadonlySet<string>
  /** The caller's rights in clients, as for the clients' own endpoints. Clients without access are left out. */
  rightsIn(companyIds: readonly string[]): Promise<ReadonlyMap<string, OwnRights>>
}

/**
 * A token, or the session of a person, as shown to its holder. `perMinute` and `perMonth` are its limits; null if there
 * is none.
 */
export type OwnToken = {
  kind: 'private' | 'company' | 'agency' | 'general' | 'person'
  /** For a person, the person's own id. */
  tenantId: string | null
  name: string
  scopes: readonly string[]
  perMinute: number | null
  perMonth: number | null
  /** For a logged-in person: who it is, and the value of the header Csrf-Token for writes. */
  session?: {
    person: { id: string; name: string; email: string; language: Language }
    csrfToken: string
    operates: Operates
  }
}

/** A call about the token that authenticates it. */
export type TokenCall = Call & { ownToken: OwnToken }

/** A call of a logged-in person, about their own data. */
export type PersonCall = Call & { ownToken: OwnToken & Required<Pick<OwnToken, 'session'>> }

/** The tenant of a request: what its verb's call has besides the common part. */
export type Tenant =
  | { ownToken: OwnToken }
  | ({ companyId: string } & OwnRights)
  | ({ agencyId: string; integrationId: string | null; token: TokenGrant | null } & AgencyRights)
  | { integrationId: string; token: TokenGrant }

/** The id that separates the stored data of tenants. */
export const tenantIdOf = (tenant: Tenant): string => {
  if ('companyId' in tenant) return tenant.companyId
  if ('ownToken' in tenant) return tenant.ownToken.tenantId ?? ''
  return 'agencyId' in tenant ? tenant.agencyId : tenant.integrationId
}

/** The database of a tenant's company; the whole database if the tenant is not a company. */
export const databaseFor = (database: Database, tenant: Tenant): Transactor =>
  'companyId' in tenant ? database.of(tenant.companyId) : database

/** The validated input of a verb. `file` is present for rows with an upload. */
export type Input<Query, Body> = {
  /** The client's preferred language, from Accept-Language. */
  language: Language
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  file: ReceivedFile
  /** For a body with operations: how these are parsed. */
  reading?: Reading
}

/** Whether unknown fields are refused, otherwise those ignored so far; and whether the operations are only tried. */
export type Reading = { strict: boolean; ignored: string[]; isTrial: boolean }

/** An uploaded file, streamed to disk; it is removed after the request unless the verb has moved it. */
export type ReceivedFile = {
  path: string
  name: string
  size: number
  /** SHA-256 of the bytes. */
  digest: Buffer
  /** The type detected from its content; empty if the row does not check it. */
  contentType: string
}

type Run<Of extends Call, Query, Body, Answer> = (call: Of, input: Input<Query, Body>) => Promise<Answer>

type Params = Input<unknown, unknown>['params']

/** Validates a body of any form; `params` are those of the path, whose resources may not exist. */
type Examine<Of extends Call> = (call: Of, body: unknown, params: Params) => Promise<FieldError[]>

/**
 * The call that the engine makes: it has what the row's audience needs, so it can be passed to verbs of that audience.
 */
export type RowCall = CompanyRowCall & AgencyCall & GeneralCall & TokenCall & PersonCall

/** A call for a company, with the caller's rights there. */
export type CompanyRowCall = CompanyCall & OwnRights

/** The caller's rights in the company of the path. */
export type OwnRights = {
  scopes: ReadonlySet<string>
  /** By how many days the company's clock is ahead; test companies only. */
  clockDays?: number
  /** The number of the company's last event when the caller was admitted. */
  lastEvent?: string
  /** Throws the refusal if the caller may not use another endpoint of the company. */
  requireRow(row: { [Key in 'scope' | 'orScope' | 'by' | 'feature']?: Row[Key] | undefined }): void
  /** Notes the version of each thing that the operations of a bulk change, where the bulk itself is only tried. */
  noteEtag?: (path: string, etag: string) => void
  /** Throws if the plan lacks a feature. */
  requireFeature(feature: NonNullable<Row['feature']>): void
}

/** A request that waits to be batched with others. */
export type Gathered = { call: CompanyCall; input: Input<unknown, unknown> }

/** How waiting requests are batched, at most `limit` of them, in one transaction at most. */
export type Gather = {
  limit: number
  /** Runs those of one company. Returns one outcome for each, in order; a {@link Refusal} refuses only that one. */
  run: (waiting: Gathered[]) => Promise<(unknown | Refusal)[]>
  /**
   * Tried first, across companies. Returns null for each request that it leaves undone; that one goes to `run`. It
   * waits for no lock of a company, and if it throws, nothing has been done.
   */
  together?: (db: Db, waiting: Gathered[]) => Promise<(unknown | null)[]>
}

/** How a read continues: an input leads to an answer, and the next input is the position after that answer. */
export type Follow<In = Input<unknown, unknown>, Answer = unknown> = {
  /** How long the request will wait for something new, in milliseconds. */
  waitMs(input: In): number
  isEmpty(answer: Answer): boolean
  /** The input of a client that reconnects with the header Last-Event-ID. */
  from(input: In, lastEventId: string): In
  next(input: In, answer: Answer): In
  messages(answer: Answer): readonly { id: string; data: unknown }[]
  /** The position after this answer, which a reconnecting client sends as Last-Event-ID. */
  position(answer: Answer): string
  /** Other tenants whose events are also news here; read again after the tenant's own events. */
  hears?(call: RowCall): Promise<readonly string[]>
}

/**
 * `ignored`: JSON pointers of body properties and names of query parameters. `dryRun`: whether a write is only tried,
 * where the request says it.
 */
export type Read = {
  input: Input<unknown, unknown>
  errors: FieldError[]
  ignored: string[]
  dryRun: boolean | undefined
}

/** The parts of a request. */
export type Sent = {
  params: unknown
  query: unknown
  url: string
  headers: { 'accept-language'?: string | undefined }
  body?: unknown
  hasLargeBody?: boolean
  isMultipart(): boolean
}

/** Reads a request; one with a large body in pieces. */
export type ReadInput = (request: Sent, strict: boolean) => Read | Promise<Read>

/** A response ready to be sent, and to be stored for a repeated Idempotency-Key. */
export type Reply = {
  status: number
  headers: Record<string, string>
  body: string | FileAnswer | null
}

/** An operation of a bulk, as it is sent. */
export type Operation = {
  name?: string
  method: string
  path: string
  body?: unknown
  idempotencyKey?: string
  ifMatch?: string
}

/** An operation with its endpoint: its path with references resolved, and the parameters in it. */
export type Placed = { row: Row; read: ReadInput; path: string; params: Record<string, string>; body: unknown }

/** The reply to an operation, with its warnings. */
export type Warned = { reply: Reply; warnings: readonly string[] }

/** Runs one operation in its own transaction and returns its reply, including refusals. */
export type RunApart = (operation: Operation, place: () => Placed, index: number) => Promise<Warned>

export type Row = {
  method: Method
  /** With `{placeholders}`; those that end in `Id` are UUIDs. */
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** `company` if absent: the path then begins with `/companies/{companyId}`. */
  audience?: Audience
  /** Only logged-in people, not tokens; or only integrations, although people could otherwise call it too. */
  by?: 'people' | 'integrations'
  /** Of people, only operators of the service whose login had a second factor. */
  operators?: true
  /** The scope that a token, or a person's role, must grant. Only rows of the general audience may omit it. */
  scope?: string
  /** A scope that is also sufficient; not considered for people. */
  orScope?: string
  /** A feature that the company's plan must include besides access to the API. */
  feature?: 'Tags'
  /** The feature that this body needs; called after parsing, and the body may be any value. */
  featureOf?: (body: unknown) => Row['feature']
  query?: TSchema
  body?: TSchema
  /**
   * The multipart field of the file, and the most bytes in it. `contentTypeOf` checks the content before a transaction
   * begins; it may be slow, and throws the refusal. `fields` are text fields that may accompany it: validated, they are
   * the body.
   */
  upload?: {
    field: string
    limit: number
    /** What a byte of a file takes of memory until it is taken in, about, where it is read as a whole into objects. */
    timesInMemory?: number
    fields?: TSchema
    contentTypeOf?: (file: ReceivedFile, companyId: string, query: unknown) => Promise<string>
  }
  answer: AnswerKind
  /** The same answer as a table, for CSV and similar formats. Read in one snapshot. */
  sheet?: Run<RowCall, unknown, unknown, Sheet>
  /** The sheet may be long, and is generated in portions while it is sent. */
  streams?: boolean
  /** Responses with single resources have an ETag. */
  tagged?: boolean
  /** Properties of the resource that change without a write: they are not part of its ETag. */
  passing?: readonly string[]
  /** Reads the current resource and locks it, for the comparison with If-Match. */
  current?: Run<RowCall, unknown, unknown, unknown>
  /** Refusals of this endpoint, besides the general ones. */
  refusals: readonly RefusalKind[]
  /** Events of a successful write; some may be absent if nothing had to be changed. */
  events?: readonly Kind[]
  example?: { query?: Record<string, string>; body?: unknown; answer?: unknown }
  /** A read with several statements, which must use one snapshot. */
  snapshot?: boolean
  /**
   * A read that may take long, because it creates a large file, or longest, because it covers a whole year or company.
   * Each tenant may run one of each, and all together only a few.
   */
  lasts?: 'long' | 'longest'
  /**
   * A read whose answer, other than a sheet, only depends on the request, the company's events and the day: it is
   * cached until an event happens.
   */
  remembered?: boolean
  /** A read that is itself recorded, such as the download of a file: it runs in one transaction, like a write. */
  leavesTrace?: boolean
  /**
   * Gives the same answer by one statement, which is its own snapshot; null if it needs more, or is refused: then `run`
   * is called.
   */
  atOnce?: Run<RowCall, unknown, unknown, unknown>
  /**
   * Prepares what a read in a snapshot relies on, since a snapshot cannot write. It holds no turn, so its statements
   * must be short.
   */
  before?: Run<RowCall, unknown, unknown, void>
  /**
   * Validates a body that does not fit its schema, as far as possible, so that all errors are reported together.
   * Invalid parts are left out of the body, and null in arrays.
   */
  examine?: Examine<RowCall>
  /** Records a read of a snapshot, which cannot write, in a transaction before it. */
  noted?: Run<RowCall, unknown, unknown, void>
  gather?: Gather
  /** Accepts operations for other endpoints. */
  bulk?: {
    /** How many times the usual number of values a body may have. */
    holds: number
    /** How many requests a body counts as. */
    weigh: (body: unknown) => number
    /** Whether each operation runs in its own transaction; otherwise they are atomic. */
    isApart: (body: unknown) => boolean
    /** The answer, if each operation runs in its own transaction; null if they are atomic. */
    apart: (body: unknown, companyId: string, run: RunApart) => Promise<unknown> | null
  }
  /** Why a write cannot be tried with `dryRun`: a trial is refused with this. */
  untried?: RefusalKind
  /** Most bytes in the body, if not the default. */
  bodyLimit?: number
  /** A read that may wait for something new, or be streamed. */
  follow?: Follow
  /** Requests of one tenant to rows with the same word run one at a time, and hold no resources while they wait. */
  queue?: string
  run: Run<RowCall, unknown, unknown, unknown>
}

/**
 * A file that is not finished: the verb has read its data from one snapshot, and `finish` creates the file after
 * connection and turn were returned, with a separate call without a transaction.
 */
export class Unfinished {
  readonly finish: (call: CompanyRowCall) => Promise<FileAnswer>
  constructor(finish: (call: CompanyRowCall) => Promise<FileAnswer>) {
    this.finish = finish
  }
}

/** An answer with another status than 200, or with headers. */
export class Answered<Answer> {
  readonly answer: Answer
  readonly status: 200 | 201
  readonly headers: Readonly<Record<string, string>>
  constructor(answer: Answer, { status = 200, headers = {} }: Partial<Pick<Answered<Answer>, 'status' | 'headers'>>) {
    this.answer = answer
    this.status = status
    this.headers = headers
  }
}

/** The kind of a row's answer; `makes`: 201 if a resource was created. For a file, its possible content types. */
type AnswerKind = { json: TSchema; makes?: true } | { file: string | readonly string[] } | 'nothing'

type Definition<Of extends Call, Query extends TSchema, Body extends TSchema, Answer extends TSchema> = Omit<
  Row,
  | 'audience'
  | 'run'
  | 'atOnce'
  | 'before'
  | 'noted'
  | 'current'
  | 'examine'
  | 'query'
  | 'body'
  | 'upload'
  | 'answer'
  | 'sheet'
> & {
  query?: Query
  body?: Body
  upload?: NonNullable<Row['upload']> & { fields?: Body }
  answer: { json: Answer; makes?: true } | { file: string | readonly string[] } | 'nothing'
  current?: Run<Of, Static<Query>, Static<Body>, unknown>
  sheet?: Run<Of, Static<Query>, Static<Body>, Sheet>
  atOnce?: Run<Of, Static<Query>, Static<Body>, Static<Answer> | null>
  before?: Run<Of, Static<Query>, Static<Body>, void>
  examine?: Examine<Of>
  noted?: Run<Of, Static<Query>, Static<Body>, void>
  run: Run<Of, Static<Query>, Static<Body>, Outcome<Static<Answer>>>
}

type Outcome<Answer> = Answer | Written<Answer> | Answered<Answer> | FileAnswer | Unfinished | undefined

/** Declares an endpoint of a company, whose verb's input and answer have the types of its schemas. */
export const row = <Query extends TSchema = TSchema, Body extends TSchema = TSchema, Answer extends TSchema = TSchema>(
  definition: Definition<CompanyRowCall, Query, Body, Answer> & { scope: string },
): Row => withFormat(definition as unknown as Row)

const withFormat = (row: Row): Row => {
  if (!row.sheet) return row
  const { properties = {} } = (row.query ?? {}) as { properties?: Record<string, TSchema> }
  return { ...row, query: object({ ...properties, format: formatParameter(row) }) }
}

/** The same for an endpoint of an agency. */
export const agencyRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Definition<AgencyCall, Query, Body, Answer> & { scope: string },
): Row => ({ ...(definition as unknown as Row), audience: 'agency' })

/** The same for an endpoint that an integration calls for itself. */
export const generalRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Definition<GeneralCall, Query, Body, Answer>,
): Row => ({ ...(definition as unknown as Row), audience: 'general' })

/** The same for an endpoint about the token itself, with any valid token. */
export const tokenRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<TokenCall, Query, Body, Answer>, 'scope'>,
): Row => ({ ...(definition as unknown as Row), audience: 'token' })

/** The same for an endpoint about a person's own data, without tokens. */
export const personRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<PersonCall, Query, Body, Answer>, 'scope' | 'by'>,
): Row => ({ ...(definition as unknown as Row), audience: 'person', by: 'people' })

/** The same for an endpoint for operators of the service; the actor is the operator. */
export const operatorRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<PersonCall, Query, Body, Answer>, 'scope' | 'by'>,
): Row => ({ ...(definition as unknown as Row), audience: 'person', by: 'people', operators: true })

export const audienceOf = ({ audience = 'company' }: Row): Audience => audience

/**
 * Whether a placeholder is the tenant itself, which the token or membership is for: a company or an agency. A person in
 * the path is never the tenant, since people only access their own data.
 */
export const namesTenant = (row: Row, name: string): boolean => {
  const audience = audienceOf(row)
  return (audience === 'company' || audience === 'agency') && name === `${audience}Id`
}

/** Reads change nothing; everything else is a write. */
export const isWrite = (row: Row): boolean => row.method !== 'GET'

/** The names of a path's placeholders, in order. */
export const placeholdersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
