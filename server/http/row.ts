// An endpoint is a row of a table: method, path, scope, schemas and the one verb it calls. The engine beside it does
// the rest for every row alike; the documentation is made from the same rows.
import type { CompanyCall } from '#platform/call'
import type { FieldError, Refusal, RefusalKind } from '#platform/refusal'
import type { Static, TSchema } from './schema.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** What a verb behind a row gets, checked. `file` is there on rows that take an upload. */
export type Input<Query, Body> = {
  params: Readonly<Record<string, string>>
  query: Query
  body: Body
  file: ReceivedFile
}

/** An uploaded file, streamed to disk; it is removed after the request unless the verb has moved it. */
export type ReceivedFile = {
  path: string
  name: string
  size: number
  /** SHA-256 of the bytes. */
  digest: Buffer
}

/** A file as an answer: the engine streams it from disk and then removes it. */
export type FileAnswer = { path: string; name: string; size: number; contentType: string }

type Run<Query, Body, Answer> = (call: CompanyCall, input: Input<Query, Body>) => Promise<Answer>

/**
 * Runs many waiting requests of one key together, in one transaction at most. One outcome for each, in order; a
 * {@link Refusal} refuses that one only.
 */
export type Gather = {
  limit: number
  keyOf: (companyId: string) => string
  run: (waiting: { call: CompanyCall; input: Input<unknown, unknown> }[]) => Promise<(unknown | Refusal)[]>
}

export type Row = {
  method: Method
  /** With `{placeholders}`; those that end in `Id` are UUIDs. */
  path: string
  operationId: string
  tag: string
  summary: string
  description: string
  scope: string
  query?: TSchema
  body?: TSchema
  /** The multipart field that carries the file, and the most bytes it may have. */
  upload?: { field: string; limit: number }
  answer: AnswerKind
  /** Answers of single resources carry an ETag. */
  tagged?: boolean
  /** Reads the resource as it is now, locked: what If-Match is compared with. */
  current?: Run<unknown, unknown, unknown>
  /** What this endpoint may refuse, beside what every endpoint may. */
  refusals: readonly RefusalKind[]
  example?: { query?: Record<string, string>; body?: unknown; answer?: unknown }
  /** A read that takes several statements: they see one state of the database. */
  snapshot?: boolean
  /** Judges a body that does not fit its schema as far as it can be judged: all errors are reported together. */
  examine?: (call: CompanyCall, body: unknown) => Promise<FieldError[]>
  gather?: Gather
  run: Run<unknown, unknown, unknown>
}

export type AnswerKind = { json: TSchema } | { file: string } | 'nothing'

/** Declares an endpoint whose verb's input and answer have the types of its schemas. */
export const row = <Query extends TSchema = TSchema, Body extends TSchema = TSchema, Answer extends TSchema = TSchema>(
  definition: Omit<Row, 'run' | 'current' | 'query' | 'body' | 'answer'> & {
    query?: Query
    body?: Body
    answer: { json: Answer } | { file: string } | 'nothing'
    current?: (call: CompanyCall, input: Input<Static<Query>, Static<Body>>) => Promise<unknown>
    run: (
      call: CompanyCall,
      input: Input<Static<Query>, Static<Body>>,
    ) => Promise<Static<Answer> | FileAnswer | undefined>
  },
): Row => definition as unknown as Row

/** Reads change nothing; everything else is a write. */
export const isWrite = (row: Row): boolean => row.method !== 'GET'

/** The names of a path's placeholders, in order. */
export const placeholdersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))
