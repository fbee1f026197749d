// Many writes in one request: all or none in one transaction, or each in its own. Every operation is checked as if it
// were sent alone, with the same scopes, roles, plans and keys; consecutive entries are booked together.
import { AtomicBulkRefusal } from '#http/answers/atomic-bulk-refusal'
import { httpFaults, httpRefusals } from '#http/answers/refusals'
import { allowsChange, etagOfShown, replyOf } from '#http/answers/reply'
import { warningsOf } from '#http/answers/warning'
import { named, nullable, object, Type } from '#http/bodies/schema'
import { warn } from '#platform/call'
import { invalid, invalidWith, Refusal, refuseIfAny } from '#platform/refusal'
import { requireAllResults } from '#platform/retry-with-results'
import { MAX_OPERATIONS } from '#rule/limits'
import { Written } from '#text/json'
import { newSlicePauses } from '#threads/event-loop'
import { inputOf, operationRows, type Place, placerOf, type ReadAs, sentenceOf } from './bulk-operation.ts'
import { namesIn } from './bulk-reference.rules.ts'
import type { CompanyRowCall, Input, Operation, Placed, Reply, Row, RowCall, RunApart, Warned } from './row.ts'

/** Most things that an atomic request may make outside of its transaction: all are held in memory until it commits. */
export const MOST_MADE = 20
/** How many operations count as one request for the rate limit. */
const COUNTED_AS_ONE = 100
/** How many times the usual number of names and values a bulk body may have: 60 names and 200 values per operation. */
const HOLDS = 4
/** Most properties in the body of an operation: no endpoint accepts as many. */
const MAX_PROPERTIES = 200
/** Most bytes in one request (8 MiB). */
const BULK_BODY_LIMIT = 8 * 1024 * 1024

type Bulk = { mode: 'atomic' | 'independent'; operations: readonly Operation[] }

/** What became of the operations, as the answer tells it: many bodies are put together as the texts that they are. */
type Results = Written<{ results: unknown[] }>

const Operations = named(
  'Bulk',
  object({
    mode: Type.Enum(['atomic', 'independent'], {
      description: '`atomic`: all or none, in one transaction; `independent`: each by itself, regardless of the others',
    }),
    operations: Type.Array(
      object({
        name: Type.Optional(
          Type.String({
            pattern: '^[A-Za-z][\\w-]{0,49}$',
            maxLength: 50,
            description: 'The name by which later operations refer to it',
          }),
        ),
        method: Type.Enum(['POST', 'PUT', 'PATCH', 'DELETE']),
        path: Type.String({
          maxLength: 500,
          examples: ['/invoices/{invoice#/id}/publish'],
          description: 'The path below the company; `{name#/pointer}` stands for a value from an earlier answer',
        }),
        body: Type.Optional(
          Type.Unsafe<Record<string, unknown>>({
            type: 'object',
            additionalProperties: true,
            maxProperties: MAX_PROPERTIES,
            description:
              'The body as the endpoint takes it; `{ "$ref": "name#/pointer" }` stands for a value from an earlier answer',
          }),
        ),
        idempotencyKey: Type.Optional(
          Type.String({
            pattern: '^[\\x21-\\x7e]{1,255}$',
            maxLength: 255,
            description: 'For `independent` operations; made from the key of the whole request when left out',
          }),
        ),
        ifMatch: Type.Optional(Type.String({ maxLength: 1000, description: 'The ETag that the resource must have' })),
      }),
      { minItems: 1, maxItems: MAX_OPERATIONS },
    ),
  }),
)

const OneResult = named(
  'BulkResult',
  object({
    name: Type.Optional(Type.String()),
    status: Type.Integer({
      examples: [200],
      description:
        'The status that the endpoint itself would have answered with; 424 where it was not done because another was refused',
    }),
    body: nullable(
      Type.Unsafe<Record<string, unknown>>({
        type: 'object',
        additionalProperties: true,
        description: "The endpoint's answer, or its error; null where there is none",
      }),
    ),
    warnings: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'What is doubtful about the operation although it succeeded, as sentences that are not encoded',
        examples: [['#/vatNumber: the check digit of SE556677889101 is wrong']],
      }),
    ),
  }),
)

const Results = named(
  'BulkResults',
  object({ results: Type.Array(OneResult, { description: 'One for each operation, in their order' }) }),
)

/** The endpoint for bulks of operations of these rows. */
export const bulkRow = (rows: readonly Row[]): Row => {
  const allowed = operationRows(rows)
  const place = placerOf(allowed)
  return {
    method: 'POST',
    path: '/companies/{companyId}/bulk',
    operationId: 'doInBulk',
    tag: 'Bulk',
    summary: 'Run many operations at once',
    description: `Up to ${MAX_OPERATIONS} operations. Each is a write to another endpoint of the company, except file uploads, and needs that endpoint's scope. Later operations may refer to the answers of earlier ones. \`atomic\`: when one is refused, the whole request is refused with that operation's error, nothing is done, and \`results\` in its body tells of each. \`independent\`: the answer is 200, and each result has its own status. Every ${COUNTED_AS_ONE} operations count as one request.`,
    body: Operations,
    bodyLimit: BULK_BODY_LIMIT,
    answer: { json: Results },
    events: [...new Set(allowed.flatMap(({ events = [] }) => events))],
    refusals: [httpRefusals.noOperation, httpRefusals.tooManySlow],
    example: {
      body: {
        mode: 'atomic',
        operations: [
          { name: 'customer', method: 'POST', path: '/customers', body: { name: 'Kund AB', type: 'company' } },
          { method: 'DELETE', path: '/customers/{customer#/id}' },
        ],
      },
    },
    bulk: {
      holds: HOLDS,
      weigh: (body) => Math.ceil((body as Bulk).operations.length / COUNTED_AS_ONE),
      isApart: (body) => (body as Bulk).mode === 'independent',
      apart: (body, companyId, run) => {
        const { mode, operations } = body as Bulk
        return mode === 'independent' ? runApart(operations, companyId, { place, run }) : null
      },
    },
    run: (call, { body, language, reading = { strict: false, ignored: [], isTrial: false } }) =>
      runTogether(call, body as Bulk, { place, language, reading }),
  }
}

type Found = Map<string, unknown>

const resultsOf = (texts: readonly string[]): Results => new Written(`{"results":[${texts.join(',')}]}`)

const resultOf = ({ name }: Operation, { reply: { status, body }, warnings }: Warned): string => {
  const named = name === undefined ? '' : `"name":${JSON.stringify(name)},`
  const warned = warnings.length > 0 ? `,"warnings":${JSON.stringify(warnings)}` : ''
  return `{${named}"status":${status},"body":${typeof body === 'string' ? body : null}${warned}}`
}

const note = (answers: Found, { name }: Operation, { status, body }: Reply): void => {
  if (name !== undefined) answers.set(name, status < 300 && typeof body === 'string' ? JSON.parse(body) : null)
}

/**
 * The operations from an index on that may run concurrently: consecutive ones of one endpoint that gathers, without
 * references among them. Otherwise the single operation.
 */
const stretchFrom = (operations: readonly Operation[], from: number, gathers: (one: Operation) => number): number => {
  const first = operations[from]
  const most = from + Math.max(1, first ? gathers(first) : 0)
  const names = new Set<string>()
  let to = from
  for (; to < Math.min(most, operations.length); to += 1) {
    const one = operations[to] as Operation
    if (!isSameEndpoint(one, first) || namesIn(one).some((name) => names.has(name))) break
    if (one.name !== undefined) names.add(one.name)
  }
  return to
}

const isSameEndpoint = (one: Operation, other: Operation | undefined): boolean =>
  one.method === other?.method && one.path === other.path

const gathersOf =
  (place: Place) =>
  (operation: Operation): number => {
    // A path with references contains ids, and no endpoint that gathers has any.
    if (operation.path.includes('{')) return 0
    try {
      return place({ method: operation.method, path: operation.path }, '', new Map()).row.gather?.limit ?? 0
    } catch (cause) {
      if (cause instanceof Refusal) return 0
      throw cause
    }
  }

/** A name must identify one answer. */
const refuseTwins = (operations: readonly Operation[]): void => {
  const seen = new Set<string>()
  const twins = operations.flatMap(({ name }, index) => {
    if (name === undefined || !seen.has(name)) {
      seen.add(name ?? '')
      return []
    }
    return [httpFaults.nameTaken(`#/operations/${index}/name`, { name })]
  })
  refuseIfAny(twins)
}

/** An atomic request has a single key, that of the request. */
const refuseKeys = (operations: readonly Operation[]): void =>
  refuseIfAny(
    operations.flatMap(({ idempotencyKey }, index) =>
      idempotencyKey === undefined ? [] : [httpFaults.keyOfOne(`#/operations/${index}/idempotencyKey`)],
    ),
  )

type Apart = { place: Place; run: RunApart }

const runApart = async (operations: readonly Operation[], companyId: string, { place, run }: Apart) => {
  refuseTwins(operations)
  const answers: Found = new Map()
  const results: string[] = []
  const pauses = newSlicePauses()
  const gathers = gathersOf(place)
  for (let from = 0; from < operations.length; ) {
    const to = stretchFrom(operations, from, gathers)
    const replies = await Promise.all(
      operations.slice(from, to).map((one, index) => run(one, () => place(one, companyId, answers), from + index)),
    )
    for (const [index, warned] of replies.entries()) {
      const operation = operations[from + index] as Operation
      note(answers, operation, warned.reply)
      results.push(resultOf(operation, warned))
      await pauses()
    }
    from = to
  }
  return resultsOf(results)
}

type Together = { place: Place } & Omit<ReadAs, 'index'>

/**
 * Runs in the transaction of the call. The first run continues past slow work, which is then done outside of the
 * transaction, all at once, before the operations run a second time.
 */
const runTogether = async (given: CompanyRowCall, { operations }: Bulk, { place, ...readAs }: Together) => {
  refuseTwins(operations)
  refuseKeys(operations)
  const missing = new Map<string, () => Promise<unknown>>()
  const call = { ...given, made: given.made && { ...given.made, missing } }
  const answers: Found = new Map()
  const results: string[] = []
  const pauses = newSlicePauses()
  const gathers = gathersOf(place)
  for (let from = 0; from < operations.length; ) {
    const to = stretchFrom(operations, from, gathers)
    const read: ReadOperation[] = []
    for (const [offset, one] of operations.slice(from, to).entries()) {
      const index = from + offset
      const placed = await inPlace(operations, index, async () => place(one, call.companyId, answers))
      const input = await inPlace(operations, index, () => inputOf(call, placed, { ...readAs, index }))
      await pauses()
      read.push({ placed, input, call: { ...call, warnings: new Set() } })
    }
    const outcomes = await answersOf(read, { operations, from })
    for (const [index, own] of read.entries()) {
      for (const sentence of own.call.warnings) warn(given, sentenceOf(from + index, sentence))
    }
    for (const [index, answer] of outcomes.entries()) {
      const operation = operations[from + index] as Operation
      const { placed, call: own } = read[index] as ReadOperation
      const reply = replyOf(placed.row, answer, {})
      note(answers, operation, reply)
      results.push(resultOf(operation, { reply, warnings: warningsOf(own.warnings) }))
      await pauses()
    }
    if (missing.size > MOST_MADE) throw httpRefusals.tooManySlow({ limit: MOST_MADE })
    from = to
  }
  requireAllResults(call)
  return resultsOf(results)
}

/** A parsed operation with its input, and its own warnings. */
type ReadOperation = {
  placed: Placed
  input: Input<unknown, unknown>
  call: CompanyRowCall & { warnings: Set<string> }
}

const answersOf = async (
  read: readonly ReadOperation[],
  { operations, from }: { operations: readonly Operation[]; from: number },
): Promise<unknown[]> => {
  const [first] = read
  if (!first) return []
  const operation = operations[from] as Operation
  const { row: endpoint } = first.placed
  if (!endpoint.gather || read.length === 1) {
    return [await inPlace(operations, from, () => runOne(first, operation))]
  }
  const outcomes = await endpoint.gather.run(read.map(({ call, input }) => ({ call, input })))
  const refused = outcomes.flatMap((outcome, index) =>
    outcome instanceof Refusal ? [[from + index, outcome] as const] : [],
  )
  const [earliest, ...others] = refused
  if (earliest) throw refusedAll(operations, [earliest, ...others])
  return outcomes
}

const runOne = async ({ call, placed, input }: ReadOperation, { ifMatch, path }: Operation): Promise<unknown> => {
  const { row: endpoint } = placed
  const whole = call as RowCall
  // What the bulk itself makes has another version each time.
  const isNoted = call.noteEtag !== undefined && !path.includes('{')
  if ((ifMatch !== undefined || isNoted) && endpoint.current) {
    const etag = etagOfShown(endpoint, await endpoint.current(whole, input))
    if (isNoted && etag !== null) call.noteEtag?.(path, etag)
    if (ifMatch !== undefined && !allowsChange(ifMatch, etag)) throw httpRefusals.preconditionFailed({ etag })
  }
  return endpoint.run(whole, input)
}

const inPlace = async <T>(operations: readonly Operation[], index: number, work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof Refusal ? refusedAll(operations, [[index, cause]]) : cause
  }
}

type RefusedOne = readonly [index: number, refused: Refusal]

/** If one operation is refused, all are: the refusal names it, and lists the status of each. */
const refusedAll = (
  operations: readonly Operation[],
  refused: readonly [RefusedOne, ...RefusedOne[]],
): AtomicBulkRefusal => {
  const own = new Map<number, Refusal>(refused)
  const [[index, first]] = refused
  return new AtomicBulkRefusal(
    refusedAt(operations[index] as Operation, index, first),
    operations.map(({ name }, place) => ({ name, refused: own.get(place) ?? null })),
  )
}

const refusedAt = ({ method, path }: Pick<Operation, 'method' | 'path'>, index: number, refused: Refusal): Refusal => {
  const where = httpFaults.refusedOperation(`#/operations/${index}`, { method, path })
  const errors = refused.errors.map(({ field, ...said }) => ({
    ...said,
    field: field.startsWith('#') ? `#/operations/${index}/body${field.slice(1)}` : `#/operations/${index}/path`,
  }))
  if (refused.kind === invalid) return invalidWith([where, ...errors])
  return new Refusal(refused.kind, refused.said, [where, ...errors], refused.headers, refused.body)
}
