// An endpoint is a row of a table: method, path, audience, scope, schemas and the one verb it calls. The engine beside
// it does the rest for every row alike; the documentation is made from the same rows.
import type { Call, CompanyCall } from '#platform/call'
import type { Database, Db, Transactor } from '#platform/db'
import type { Kind } from '#platform/event-kinds'
import type { Written } from '#platform/json'
import type { FieldError, Refusal, RefusalKind } from '#platform/refusal'
import type { RunApart } from './bulk.ts'
import type { Follow } from './follow.ts'
import type { Language } from './language.ts'
import type { Operates } from './page.ts'
import { object, type Static, type TSchema } from './schema.ts'
import { formatParameter, type Sheet } from './sheet.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who is served: the integrations and people of one company, those of one agency, an integration for itself, whoever
 * has a token that is good, about that token, or a person who has logged in, about what is their own.
 */
export type Audience = 'company' | 'agency' | 'general' | 'token' | 'person'

/** What an integration's token is good for: for one tenant that consented, or in general; and its scopes. */
export type TokenGrant = { isGeneral: boolean; tenantId: string | null; scopes: readonly string[] }

/** A call of an integration for itself: no tenant's data is in it. */
export type GeneralCall = Call & { integrationId: string; token: TokenGrant }

/**
 * A call for one agency, of an integration that it has let in, or of one of its people. A client company in the path is
 * the verb's to look up.
 */
export type AgencyCall = Call & { agencyId: string; integrationId: string | null } & AgencyRights

/** What the caller may do at the agency of the path, and in its client companies. */
export type AgencyRights = {
  scopes: ReadonlySet<string>
  /** What the caller may do in clients, as their own endpoints have it. Those that it does not reach are left out. */
  rightsIn(companyIds: readonly string[]): Promise<ReadonlyMap<string, OwnRights>>
}

/**
 * A token, or the session of a person, as its holder may know it. `perMinute` and `perMonth` are its limits; null where
 * there is none.
 */
export type OwnToken = {
  kind: 'private' | 'company' | 'agency' | 'general' | 'person'
  /** Of a person the person's own id. */
  tenantId: string | null
  name: string
  scopes: readonly string[]
  perMinute: number | null
  perMonth: number | null
  /** Of a person who has logged in: who that is, and what their writes carry in the header Csrf-Token. */
  session?: {
    person: { id: string; name: string; email: string; language: Language }
    csrfToken: string
    operates: Operates
  }
}

/** A call about the token that it comes with. */
export type TokenCall = Call & { ownToken: OwnToken }

/** A call of a person who has logged in, about what is their own. */
export type PersonCall = Call & { ownToken: OwnToken & Required<Pick<OwnToken, 'session'>> }

/** For whom a request is: what its verb's call has beside what every call has. */
export type Tenant =
  | { ownToken: OwnToken }
  | ({ companyId: string } & OwnRights)
  | ({ agencyId: string; integrationId: string | null; token: TokenGrant | null } & AgencyRights)
  | { integrationId: string; token: TokenGrant }

/** The id that keeps what one tenant left apart from what others did. */
export const tenantIdOf = (tenant: Tenant): string => {
  if ('companyId' in tenant) return tenant.companyId
  if ('ownToken' in tenant) return tenant.ownToken.tenantId ?? ''
  return 'agencyId' in tenant ? tenant.agencyId : tenant.integrationId
}

/** What the database keeps of a tenant's company; all of it where the tenant is none. */
export const databaseFor = (database: Database, tenant: Tenant): Transactor =>
  'companyId' in tenant ? database.of(tenant.companyId) : database

/** What a verb behind a row gets, checked. `file` is there on rows that take an upload. */
export type Input<Query, Body> = {
  /** The language that the caller would like best to read: Accept-Language. */
  language: Language
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  file: ReceivedFile
  /** Of what has operations in it: how these are read. */
  reading?: Reading
}

/** Whether what is not understood is refused; and where it is not, what was passed over so far. */
export type Reading = { strict: boolean; ignored: string[] }

/** An uploaded file, streamed to disk; it is removed after the request unless the verb has moved it. */
export type ReceivedFile = {
  path: string
  name: string
  size: number
  /** SHA-256 of the bytes. */
  digest: Buffer
  /** What it is by its content; empty where the row does not judge that. */
  contentType: string
}

/**
 * A file as an answer, streamed from disk: a work file is removed by the engine when it was sent, a kept one stays. Its
 * content type is one of those that the row names.
 */
export type FileAnswer = { path: string; name: string; size: number; contentType: string; kept?: boolean }

type Run<Of extends Call, Query, Body, Answer> = (call: Of, input: Input<Query, Body>) => Promise<Answer>

type Params = Input<unknown, unknown>['params']

/** Judges a body of whatever form; `params` are those of the path, and what they name may not be there. */
type Examine<Of extends Call> = (call: Of, body: unknown, params: Params) => Promise<FieldError[]>

/** The call that the engine makes: it has what the row's audience says, so a verb of that audience may be given it. */
export type RowCall = CompanyRowCall & AgencyCall & GeneralCall & TokenCall & PersonCall

/** A call of a row of a company, with what the caller may do there. */
export type CompanyRowCall = CompanyCall & OwnRights

/** What the caller may do in the company of the path. */
export type OwnRights = {
  scopes: ReadonlySet<string>
  /** By how many days the clock of the company is ahead; of test companies alone. */
  clockDays?: number
  /** The number of its last event, as of when the caller was let in. */
  lastEvent?: string
  /** Throws what refuses another endpoint of the company to the caller. */
  requireRow(row: { [Key in 'scope' | 'orScope' | 'by' | 'feature']?: Row[Key] | undefined }): void
  /** Throws when the plan does not hold a feature. */
  requireFeature(feature: NonNullable<Row['feature']>): void
}

/** A request that waits to be run together with others. */
export type Gathered = { call: CompanyCall; input: Input<unknown, unknown> }

/** How requests that wait are run together, at most `limit` of them, and in one transaction at most. */
export type Gather = {
  limit: number
  /** Runs those of one company. One outcome for each, in order; a {@link Refusal} refuses that one only. */
  run: (waiting: Gathered[]) => Promise<(unknown | Refusal)[]>
  /**
   * Runs those of several companies first. Null for each that it has left undone: that one goes to `run`. It waits for
   * nothing that one of the companies holds, and when it throws, nothing is done.
   */
  together?: (db: Db, waiting: Gathered[]) => Promise<(unknown | null)[]>
}

export type Row = {
  method: Method
  /** With `{placeholders}`; those that end in `Id` are UUIDs. */
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  /** `company` if left out: the path then begins with `/companies/{companyId}`. */
  audience?: Audience
  /** Only people may, who have logged in, and no token; or only integrations, where people could as well. */
  by?: 'people' | 'integrations'
  /** Of people only those who run the service, and whose login had a second step. */
  operators?: true
  /** What a token must grant, or the role of a person. Only rows of the general audience may do without. */
  scope?: string
  /** Another scope that does as well; of people it is not asked. */
  orScope?: string
  /** What the company's plan must hold beside access to the API. */
  feature?: 'Tags'
  /** What the plan must hold for this body, which may be any value: asked once it was read. */
  featureOf?: (body: unknown) => Row['feature']
  query?: TSchema
  body?: TSchema
  /**
   * The multipart field that carries the file, and the most bytes it may have. `contentTypeOf` judges the content
   * before a transaction begins: it may take its time, and throws what refuses the file. `fields` are texts that may
   * come beside it: checked, they are the body.
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
  /** Makes the same for formats that are lists of entries: CSV and its like. Read as one snapshot. */
  sheet?: Run<RowCall, unknown, unknown, Sheet>
  /** The sheet may be long, and is made portion by portion while it is sent. */
  streams?: boolean
  /** Answers of single resources carry an ETag. */
  tagged?: boolean
  /** Properties of the resource that change by themselves: its ETag is of the others. */
  passing?: readonly string[]
  /** Reads the resource as it is now, locked: what If-Match is compared with. */
  current?: Run<RowCall, unknown, unknown, unknown>
  /** What this endpoint may refuse, beside what every endpoint may. */
  refusals: readonly RefusalKind[]
  /** What happens when a write succeeds; some of it may not, where nothing was to be changed. */
  events?: readonly Kind[]
  example?: { query?: Record<string, string>; body?: unknown; answer?: unknown }
  /** A read that takes several statements: they see one state of the database. */
  snapshot?: boolean
  /**
   * A read that may take long, since it makes a large file, or longest, since it makes those of a whole year or
   * company: of each a tenant has one under way, and all have a few.
   */
  lasts?: 'long' | 'longest'
  /**
   * A read whose answer, other than a sheet, depends on what was asked, on the company's events and on the day alone:
   * it is given again as it was while nothing has happened.
   */
  remembered?: boolean
  /** A read that is itself noted, such as who has fetched a file: it is one transaction, as a write is. */
  leavesTrace?: boolean
  /**
   * The same answer by one statement, which is a snapshot of its own; null where it takes more, or is refused: `run`
   * is then asked.
   */
  atOnce?: Run<RowCall, unknown, unknown, unknown>
  /**
   * What a read of a snapshot takes for granted, and is made before it: in a snapshot nothing is written. It holds no
   * turn at the connections, so its statements are short.
   */
  before?: Run<RowCall, unknown, unknown, void>
  /**
   * Judges a body that does not fit its schema as far as it can be judged: all errors are reported together. What is of
   * the wrong form is left out of it, and null in arrays.
   */
  examine?: Examine<RowCall>
  /** Notes a read of a snapshot, in which nothing is written, in a transaction before it. */
  noted?: Run<RowCall, unknown, unknown, void>
  gather?: Gather
  /** Takes operations for other endpoints. */
  bulk?: {
    /** How many times as much as others a body may hold. */
    holds: number
    /** How many requests a body counts as. */
    weigh: (body: unknown) => number
    /** The answer, where each operation is to be run by itself; null where all go together. */
    apart: (body: unknown, companyId: string, run: RunApart) => Promise<unknown> | null
  }
  /** Maximum number of bytes in the body, where it is not that of others. */
  bodyLimit?: number
  /** A read that may wait for something new, or be streamed. */
  follow?: Follow
  /** Requests of one tenant to rows with the same word go one after the other, and hold nothing while they wait. */
  queue?: string
  run: Run<RowCall, unknown, unknown, unknown>
}

/**
 * A file that is only begun: the verb has read what it needs from one state of the database, and `finish` makes the
 * rest after connection and turn were given back, with a call of its own whose statements stand by themselves.
 */
export class Unfinished {
  readonly finish: (call: CompanyRowCall) => Promise<FileAnswer>
  constructor(finish: (call: CompanyRowCall) => Promise<FileAnswer>) {
    this.finish = finish
  }
}

/** An answer with something beside its body: another status than 200, or headers. */
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

/** What a row answers; `makes`: 201 where something is new. Of a file the content type, or each that it may have. */
export type AnswerKind = { json: TSchema; makes?: true } | { file: string | readonly string[] } | 'nothing'

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

/** The same for an endpoint about the token itself: any token that is good will do. */
export const tokenRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<TokenCall, Query, Body, Answer>, 'scope'>,
): Row => ({ ...(definition as unknown as Row), audience: 'token' })

/** The same for an endpoint about what is a person's own: no token will do. */
export const personRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<PersonCall, Query, Body, Answer>, 'scope' | 'by'>,
): Row => ({ ...(definition as unknown as Row), audience: 'person', by: 'people' })

/** The same for an endpoint of those who run the service; what they do is done as the operator. */
export const operatorRow = <
  Query extends TSchema = TSchema,
  Body extends TSchema = TSchema,
  Answer extends TSchema = TSchema,
>(
  definition: Omit<Definition<PersonCall, Query, Body, Answer>, 'scope' | 'by'>,
): Row => ({ ...(definition as unknown as Row), audience: 'person', by: 'people', operators: true })

export const audienceOf = ({ audience = 'company' }: Row): Audience => audience

/**
 * Whether a placeholder names the tenant itself, for whom a token or a membership is: a company or an agency. A person
 * asks about what is their own, and a person in the path is somebody else.
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
