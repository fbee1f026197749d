// The OpenAPI 3.1 document, generated from the table of endpoints, so that the documentation matches the service.
import { httpRefusals } from '#http/answers/refusals'
import { sheetMediaTypes } from '#http/answers/sheet'
import { MAX_PARAMETER_LENGTH } from '#http/base'
import { Id, named, nameOf, nothing, object, type TSchema } from '#http/bodies/schema'
import { type Brand, inBrand } from '#http/brand'
import { Effects } from '#http/effects'
import { STREAM_TYPE } from '#http/follow'
import { audienceOf, isWrite, namesTenant, placeholdersOf, type Row } from '#http/row'
import { EFFECTS, queryOfRow } from '#http/trial'
import { type RefusalKind, statusOf } from '#platform/refusal'
import { exampleOf } from './example.ts'
import {
  bulkErrorSchema,
  errorSchema,
  headerComponents,
  PLAN_SENTENCE,
  planErrorSchema,
  refusalHeaders,
  refusalSchema,
  type ScopeTable,
  securityOf,
  securitySchemes,
  successHeaders,
} from './openapi-security.ts'
import { asRequest, shareRepeated } from './openapi-shared.ts'
import { type Webhooks, webhookComponents, webhooksOf } from './openapi-webhooks.ts'

/**
 * `sections` describes the tags, `paths` adds paths served outside of the rows, `examples` are recorded answers of
 * operations, and `webhooks` what is delivered.
 */
type OpenApiOptions = {
  brand: Brand
  server: string
  sections?: Readonly<Record<string, string>>
  scopes?: ScopeTable
  paths?: Readonly<Record<string, unknown>>
  examples?: Readonly<Record<string, unknown>>
  webhooks?: Webhooks
}

type Json = Record<string, unknown>

/** The context of the generation: the named schemas so far, and the names of headers. */
type Making = { components: Components; brand: Brand; examples: Readonly<Record<string, unknown>> }

/** The named schemas so far: as declared, and as in the document. */
type Components = Map<string, { declared: TSchema; told: unknown }>

/** The document for these endpoints. */
export const openApi = (rows: readonly Row[], options: OpenApiOptions): Json => {
  const { brand, server, sections = {}, scopes = {}, paths: beside = {}, examples = {}, webhooks } = options
  const making: Making = { components: new Map(), brand, examples }
  const paths: Record<string, Json> = {}
  for (const row of rows) {
    const operations = paths[row.path] ?? {}
    operations[row.method.toLowerCase()] = operationOf(row, making)
    paths[row.path] = operations
  }
  const repeated = shareRepeated(paths)
  const delivered = webhooks && webhooksOf(webhooks, (schema) => hoisted(schema, making.components))
  const ofDeliveries = webhooks ? webhookComponents() : { parameters: {}, responses: {} }
  const schemas = [...making.components].map(([name, { told }]) => [name, told])
  const document = {
    openapi: '3.1.0',
    info: {
      title: 'Grundbok API',
      version: '1',
      summary: 'The books of Swedish companies',
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: server }],
    tags: Object.entries({ ...sections, ...Object.fromEntries(rows.map(({ tag }) => [tag, tag])), ...sections })
      .filter(([name]) => rows.some(({ tag }) => tag === name) || Object.keys(beside).length > 0)
      .map(([name, description]) => ({ name, description })),
    paths: { ...paths, ...beside },
    ...(delivered && { webhooks: delivered }),
    components: {
      securitySchemes: securitySchemes(server, scopes),
      headers: headerComponents(brand),
      parameters: { ...repeated.parameters, ...ofDeliveries.parameters },
      responses: { ...repeated.responses, ...ofDeliveries.responses },
      schemas: {
        ...Object.fromEntries(schemas),
        Error: errorSchema(brand),
        ...(rows.some(({ bulk }) => bulk) ? { BulkError: bulkErrorSchema(brand) } : {}),
        PlanError: planErrorSchema(),
      },
    },
  }
  return JSON.parse(inBrand(JSON.stringify(document), brand))
}

const introduction = `Amounts are kronor with at most two decimals. Dates are days in Swedish time. Every write takes an
\`Idempotency-Key\`: the same key and request within 24 hours give the first answer again. Lists come in pages, or by
\`cursor\`, whose cost does not grow with depth. Filters have the form \`property operator value\`, joined by \`&&\` and \`||\`.`

const operationOf = (row: Row, making: Making): Json => {
  const { components } = making
  const refusals = refusalsOf(row)
  const byStatus = new Map<number, RefusalKind[]>()
  for (const kind of refusals) {
    const status = statusOf[kind.code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), kind])
  }
  const errors = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, kinds]) => [String(status), errorAnswer(row, status, kinds, making)])
  return {
    operationId: row.operationId,
    tags: [row.tag],
    summary: row.summary,
    description: `${row.description}${scopeSentence(row)}`,
    ...(row.scope ? { 'x-scope': row.scope } : {}),
    security: securityOf(row),
    parameters: parametersOf(row, components),
    ...(row.body ? { requestBody: jsonBody(row, row.body, components) } : {}),
    ...(row.upload ? { requestBody: uploadBody(row.upload, components) } : {}),
    responses: { ...answerOf(row, making), ...Object.fromEntries(errors) },
  }
}

const scopeSentence = ({ scope, orScope }: Row): string =>
  scope ? `\n\nScope: \`${scope}\`${orScope ? ` or \`${orScope}\`` : ''}` : ''

/** Everything that this endpoint may refuse: its own refusals and the general ones for its kind. */
export const refusalsOf = (row: Row): RefusalKind[] => {
  const kinds = [...row.refusals]
  const { validation, unauthorized, disconnected, forbidden, quotaSpent } = shared
  kinds.push(validation, httpRefusals.badUrl, unauthorized)
  const turnedAway = forbidden[audienceOf(row)]
  if (turnedAway) kinds.push(turnedAway)
  if (audienceOf(row) === 'agency') kinds.push(disconnected)
  kinds.push(httpRefusals.tooManyRequests, httpRefusals.internal, httpRefusals.unavailable)
  if (audienceOf(row) === 'company') kinds.push(quotaSpent)
  if (row.follow) kinds.push(httpRefusals.tooManyWait)
  if (row.sheet) kinds.push(httpRefusals.tooLongForPdf, httpRefusals.lettersForPdf)
  if (row.lasts === 'longest') kinds.push(httpRefusals.othersLast)
  if (placeholdersOf(row.path).some((name) => !namesTenant(row, name) && name.endsWith('Id'))) {
    kinds.push(httpRefusals.unknownId)
  }
  if (isWrite(row)) {
    kinds.push(httpRefusals.badRequest, httpRefusals.keyReused, httpRefusals.keyRunning, httpRefusals.answerErased)
    kinds.push(httpRefusals.tooLarge, httpRefusals.wrongMediaType, httpRefusals.perhapsDone)
    if (['company', 'agency'].includes(audienceOf(row))) kinds.push(httpRefusals.tenantEnded)
  }
  if (row.untried) kinds.push(row.untried)
  if (row.current || row.bulk) kinds.push(httpRefusals.preconditionFailed)
  return kinds
}

const described = (code: RefusalKind['code'], sentence: string) => ({ code, sentence }) as RefusalKind

const shared = {
  validation: described('validation-error', 'Validation failed with {count}; `errors` lists every wrong field'),
  unauthorized: described('unauthorized', 'No access token, or one that is not valid or no longer valid'),
  disconnected: described('unauthorized', 'The connection to the agency has ended'),
  forbidden: {
    company: described('forbidden', 'The token is for another company, or lacks the scope'),
    agency: described('forbidden', 'The integration was never connected to the agency, or the token lacks the scope'),
    general: described('forbidden', 'The token is a private one, or lacks the scope'),
    token: null,
    person: described('forbidden', 'The caller is a token, or the header Csrf-Token is missing or wrong'),
  },
  quotaSpent: described('quota-exceeded', "The company's private tokens have made all the requests of this month"),
}

const parametersOf = (row: Row, components: Components): Json[] => {
  const inPath = placeholdersOf(row.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: placeholderSentence(name),
    schema: name.endsWith('Id') ? Id : { type: 'string', maxLength: MAX_PARAMETER_LENGTH, examples: ['1930'] },
  }))
  const { properties = {}, required = [] } = queryShown(row) as {
    properties?: Record<string, TSchema & { description?: string }>
    required?: string[]
  }
  const inQuery = Object.entries(properties).map(([name, schema]) => {
    // Tools look for it beside the schema. A named schema keeps its own.
    const { description, ...rest } = schema
    return {
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      ...(description === undefined ? {} : { description }),
      schema: hoisted(nameOf(schema) === undefined ? (rest as TSchema) : schema, components),
    }
  })
  const headers = [
    ...(isWrite(row) ? [IDEMPOTENCY_KEY] : []),
    ...(isTriable(row) ? [PREFER] : []),
    ...(row.current ? [IF_MATCH] : []),
    ...(row.method === 'GET' && row.tagged ? [IF_NONE_MATCH] : []),
  ]
  return [...inPath, ...inQuery, ...headers]
}

/** `supplierInvoiceId`: `The id of the supplier invoice`. */
const placeholderSentence = (name: string): string => {
  const words = name.replace(/Id$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return name.endsWith('Id') ? `The id of the ${words}` : `The ${words}`
}

const header = (name: string, description: string, schema: Json = { type: 'string' }): Json => ({
  name,
  in: 'header',
  description,
  schema,
})

const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  'Makes it safe to send the request again: the same key and request within 24 hours give the first answer',
  { type: 'string', maxLength: 255 },
)
const IF_MATCH = header('If-Match', 'The `ETag` of the version that is changed; refused if there is another one by now')
const IF_NONE_MATCH = header('If-None-Match', 'The `ETag` that you have; 304 if it is still the current one')

/** What of the query is described: of a row that cannot be tried, only its own. */
const queryShown = (row: Row): TSchema => (isTriable(row) ? queryOfRow(row) : (row.query ?? nothing))

const isTriable = (row: Row): boolean => isWrite(row) && !row.untried

const PREFER = {
  name: 'Prefer',
  in: 'header',
  description: `\`${EFFECTS}\` with \`dryRun=true\`: the answer, where it is an object or nothing, has one more property \`effects\`, of the schema \`Effects\`, and the header \`Preference-Applied\`. \`handling=strict\`: what is unknown here is refused instead of ignored`,
  schema: { type: 'string', examples: [EFFECTS] },
}

/** What a trial adds to the answers of a row; a file and a list have no room for it. */
const trialAnswer = (row: Row, components: Components, headers: Json): Json => {
  if (!isTriable(row) || row.answer !== 'nothing') return {}
  const schema = hoisted(TrialAnswer, components)
  return {
    '200': {
      description: 'What a trial would have changed',
      headers,
      content: { 'application/json': { schema, example: exampleOf(TrialAnswer) } },
    },
  }
}

const TrialAnswer = named('TrialAnswer', object({ effects: Effects }))

const jsonBody = (row: Row, schema: TSchema, components: Components): Json => ({
  required: true,
  content: {
    'application/json': {
      schema: hoisted(asRequest(schema), components),
      ...(row.example?.body === undefined ? {} : { example: row.example.body }),
    },
  },
})

const uploadBody = ({ field, limit, fields }: NonNullable<Row['upload']>, components: Components): Json => ({
  required: true,
  description: `At most ${limit / 1024 / 1024} MiB`,
  content: {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: {
          [field]: { type: 'string', format: 'binary' },
          ...(inside((fields as { properties?: object } | undefined)?.properties ?? {}, components) as object),
        },
        required: [field],
        additionalProperties: false,
      },
      example: { [field]: 'the bytes of the file', ...textsBeside(fields) },
    },
  },
})

/** Text fields of an upload in an example; without ids, which would not exist. */
const textsBeside = (fields: TSchema | undefined): Json => {
  const { properties = {} } = (fields ?? {}) as { properties?: Record<string, TSchema & { format?: string }> }
  const own = Object.entries(properties).filter(([, { format }]) => format !== 'uuid')
  return Object.fromEntries(own.map(([name, property]) => [name, exampleOf(property)]))
}

const answerOf = (row: Row, { components, brand, examples }: Making): Json => {
  const told = successHeaders(row, brand)
  const headers = row.tagged ? { ...told, ETag: { schema: { type: 'string' } } } : told
  const notModified = row.tagged && row.method === 'GET' ? { '304': { description: 'Not changed', headers } } : {}
  if (row.answer === 'nothing')
    return { ...trialAnswer(row, components, headers), '204': { description: 'Done', headers } }
  if ('file' in row.answer) {
    const schema = { type: 'string', format: 'binary' }
    const content = Object.fromEntries([row.answer.file].flat().map((type) => [type, { schema }]))
    return { '200': { description: 'The file', headers, content } }
  }
  const schema = hoisted(row.answer.json, components)
  const example = { example: examples[row.operationId] ?? row.example?.answer ?? exampleOf(row.answer.json) }
  const sheets = row.sheet
    ? Object.fromEntries([...sheetMediaTypes(row)].map(([type, isText]) => [type, fileOf(isText)]))
    : {}
  const streams = row.follow ? { [STREAM_TYPE]: fileOf(true) } : {}
  const content = { 'application/json': { schema, ...example }, ...sheets, ...streams }
  return {
    '200': { description: row.summary, headers, content },
    ...(row.answer.makes ? { '201': { description: 'New', headers, content } } : {}),
    ...notModified,
  }
}

const fileOf = (isText: boolean) => ({ schema: { type: 'string', ...(isText ? {} : { format: 'binary' }) } })

const errorAnswer = (row: Row, status: number, kinds: RefusalKind[], { brand }: Making): Json => {
  const sentences = kinds.map(({ code, sentence }) => `\`${code}\`: ${sentence}`)
  if (status === 403 && audienceOf(row) === 'company') sentences.push(PLAN_SENTENCE)
  return {
    description: sentences.join('\n\n'),
    headers: refusalHeaders(status, row, brand),
    content: { 'application/json': { schema: refusalSchema(status, row) } },
  }
}

/** The schema with every named part moved to the components and referenced. */
const hoisted = (schema: TSchema, components: Components): unknown => {
  const name = nameOf(schema)
  if (name === undefined) return inside(schema, components)
  const known = components.get(name)
  if (!known) {
    const component = { declared: schema, told: null as unknown }
    components.set(name, component)
    component.told = inside(schema, components)
  } else if (known.declared !== schema && JSON.stringify(known.declared) !== JSON.stringify(schema)) {
    throw new Error(`Two different schemas have the name ${name}`)
  }
  return { $ref: `#/components/schemas/${name}` }
}

const inside = (value: unknown, components: Components): unknown => {
  if (Array.isArray(value)) return value.map((entry) => (isObject(entry) ? hoisted(entry, components) : entry))
  if (!isObject(value)) return value
  // OpenAPI's discriminator would require each kind to be a component; `oneOf` is equivalent. Requests and responses
  // have separate schemas, so `readOnly` is not needed.
  const told = Object.entries(value).filter(([key]) => key !== 'discriminator' && key !== 'readOnly')
  return {
    // Tools only infer the type of an enumeration from this keyword.
    ...('enum' in value && !('type' in value) ? typeOfAll(value.enum as unknown[]) : {}),
    ...Object.fromEntries(
      told.map(([key, entry]) => [
        key,
        isObject(entry) && !Array.isArray(entry) ? hoisted(entry, components) : inside(entry, components),
      ]),
    ),
  }
}

const isObject = (value: unknown): value is TSchema => value !== null && typeof value === 'object'

/** The common type of all values of an enumeration. */
const typeOfAll = (values: readonly unknown[]): { type?: 'string' | 'integer' } => {
  if (values.every((value) => typeof value === 'string')) return { type: 'string' }
  return values.every(Number.isInteger) ? { type: 'integer' } : {}
}
