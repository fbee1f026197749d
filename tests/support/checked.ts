// Requests whose answers are held against the documentation: the status is one that the operation names, the body fits
// its schema and has nothing beside it, and what is refused is refused in words that the operation declares.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'vitest'
import { brandOf, type Row } from '#http'
import { httpService } from '#http/service'
import { identityContribution } from '#identity'
import { planRefusals } from '#plans'
import { invalid, MAX_ERRORS, type RefusalKind, statusOf } from '#platform/refusal'
import { sentenceOf } from '#platform/sentences'
import { rows } from '#programs/app'
import { refusalsOf } from '#server/http/documents/openapi'
import { type Answer, request, requestsWith, type TestCompany } from '#support/service'

type Media = { schema: object; example?: unknown }
type DocumentedResponse = { description: string; content?: Record<string, Media> }
export type Operation = {
  operationId: string
  summary: string
  description: string
  'x-scope'?: string
  security: Record<string, string[]>[]
  parameters: { name: string; in: string }[]
  requestBody?: { content: Record<string, Media> }
  responses: Record<string, DocumentedResponse>
}
type ApiDocument = {
  paths: Record<string, Record<string, Operation>>
  components: Record<'schemas' | 'headers' | 'parameters' | 'responses', Record<string, object>>
}

/** The documentation of the service as tests start it. */
export const apiDocument = httpService.openApi(rows, {
  brand: brandOf('service'),
  server: 'http://localhost/v1',
}) as unknown as ApiDocument

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
// A name without invisible characters: validated by the service, and a word in the document.
ajv.addFormat('name', true)
// The whole document once, so that what is referred to is compiled once for all that refer to it.
ajv.addSchema({ components: apiDocument.components }, 'api')
const compiled = new Map<object, ValidateFunction>()

const compiledFor = (schema: object): ValidateFunction => {
  const referring = JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#/', '"$ref":"api#/'))
  const { $ref: reference, ...rest } = referring as { $ref?: string }
  const whole = reference && Object.keys(rest).length === 0 ? ajv.getSchema(reference) : undefined
  return (whole as ValidateFunction | undefined) ?? ajv.compile(referring)
}

/** What is wrong with a value by a schema of the document; empty when it fits. */
export const misfits = (schema: object, value: unknown): string[] => {
  const fits = compiled.get(schema) ?? compiledFor(schema)
  compiled.set(schema, fits)
  if (fits(value)) return []
  return (fits.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

/** One request over HTTP, its answer checked. */
export const checked = async (url: string, init: RequestInit = {}): Promise<Answer> => {
  const answer = await request(url, init)
  check(init.method ?? 'GET', new URL(url).pathname, answer)
  return answer
}

/** The same company, every answer to its requests checked. */
export const checkedCompany = (company: TestCompany): TestCompany => ({
  ...company,
  ...checkedRequests(company.url, company.token),
})

/** Requests with a token, on paths below `url`, every answer checked. */
export const checkedRequests = (url: string, token: string): ReturnType<typeof requestsWith> => {
  const plain = requestsWith(url, token)
  const held =
    <Rest extends unknown[]>(method: string, send: (path: string, ...rest: Rest) => Promise<Answer>) =>
    async (path: string, ...rest: Rest) => {
      const answer = await send(path, ...rest)
      check(method, new URL(`${url}${path}`).pathname, answer)
      return answer
    }
  return {
    get: held('GET', plain.get),
    post: held('POST', plain.post),
    put: held('PUT', plain.put),
    patch: held('PATCH', plain.patch),
    delete: held('DELETE', plain.delete),
    upload: held('POST', plain.upload),
  }
}

/** Whether a body is a file of any type. */
export const isBinary = (schema: object): boolean => 'format' in schema && schema.format === 'binary'

/** Holds an answer against the documentation of its operation; of no operation, it must be a refusal. */
export const check = (method: string, pathname: string, answer: Answer): void => {
  expectCommonHeaders(answer.headers)
  const row = rowAt(method, pathname)
  if (!row) {
    expectRefusal(answer)
    return
  }
  const documented = operationOf(row).responses[answer.status]
  expect(documented, `${row.operationId} answers ${answer.status}: ${answer.text}`).toBeDefined()
  const content = documented?.content ?? {}
  if (Object.keys(content).length === 0) {
    expect(answer.text).toBe('')
    return
  }
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  const media = content[type]
  if (!media) throw new Error(`${row.operationId} answers ${type}, which it does not name`)
  if (type !== 'application/json' || isBinary(media.schema)) return
  expect(misfits(media.schema, answer.body), `${row.operationId} ${answer.status}: ${answer.text}`).toEqual([])
  if (answer.status < 400) return
  if (isPlanDenial(answer)) {
    expectPlanDenial(answer)
    return
  }
  expectRefusal(answer, row)
  expectDeclared(row, answer)
}

/** The operation that documents a row: looked up once, since every answer asks for it. */
export const operationOf = (row: Row): Operation => {
  const known = operations.get(row) ?? foundFor(row)
  operations.set(row, known)
  return known
}
const operations = new WeakMap<Row, Operation>()

const foundFor = ({ method, path, operationId }: Row): Operation => {
  const operation = apiDocument.paths[path]?.[method.toLowerCase()]
  if (!operation) throw new Error(`${operationId} is not documented`)
  return {
    ...operation,
    parameters: operation.parameters.map(referredTo),
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, one]) => [status, referredTo(one)]),
    ),
  }
}

/** What stands among the components, where something refers to them. */
const referredTo = <Part extends object>(part: Part): Part => {
  const [, , kind = '', name = ''] = '$ref' in part ? String(part.$ref).split('/') : []
  return (apiDocument.components as unknown as Record<string, Record<string, Part>>)[kind]?.[name] ?? part
}

const expectCommonHeaders = (headers: Headers): void => {
  expect(headers.get('service-api-supported-versions')).toBe('v1')
  expect(headers.get('service-api-deprecated-versions')).toBe('')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
}

const UUID_7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/**
 * The body that every refusal has: nothing is missing, nothing is beside it but the results of many operations, and the
 * message counts the errors.
 */
export const expectRefusal = ({ status, headers, body, text }: Answer, row?: Row): void => {
  const { code, reason, message, values, serviceErrorId, docUrl, errors, results, ...others } = body
  if (!row?.bulk) expect(results, text).toBeUndefined()
  expect(docUrl, text).toMatch(new RegExp(`/docs/api#${code}$`))
  expect(others, text).toEqual({})
  expect(statusOf[code as keyof typeof statusOf], text).toBe(status)
  expectSaid({ reason, message, values })
  expect(message, 'a placeholder was not filled').not.toMatch(/\{\w+\}/)
  expect(serviceErrorId).toMatch(UUID_7)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  if (errors !== undefined) expect(errors.length).toBeGreaterThan(0)
  const count = /^Validation failed with (\d+) errors?$/.exec(message)?.[1]
  if (count !== undefined) expect(errors).toHaveLength(Math.min(Number(count), MAX_ERRORS))
  for (const { field, ...said } of errors ?? []) {
    expect(field).toBeTypeOf('string')
    expectSaid(said)
  }
}

type SaidAs = { reason?: unknown; message?: unknown; values?: Record<string, string | number> }

/** What is said is the sentence of its reason, filled with its values, and nothing stands beside them. */
const expectSaid = ({ reason, message, values = {}, ...others }: SaidAs): void => {
  expect(others).toEqual({})
  expect(message).toBeTypeOf('string')
  const languages = ['en', 'sv'] as const
  expect(languages.map((language) => sentenceOf(language, String(reason), values))).toContain(message)
}

/** Whether a refusal is about the plan of the company: those have a body of their own. */
const isPlanDenial = ({ status, body }: Answer): boolean => status === 403 && 'error' in body

const expectPlanDenial = ({ body, headers }: Answer): void => {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(Object.keys(body)).toEqual(['error', 'message', 'details'])
  const sentences = [planRefusals.lacking, planRefusals.expired].map(({ sentence }) => patternOf(sentence))
  expect(sentences.some((pattern) => pattern.test(body.message))).toBe(true)
}

/** A pattern that the message of a declared sentence matcheswith any values. */
export const patternOf = (sentence: string): RegExp =>
  new RegExp(
    `^${sentence
      .split(/\{\w+\}/)
      .map(escaped)
      .join('.*')}$`,
    's',
  )

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Refusals that the documentation describes in the words of their status, for all operations alike. */
const shared: readonly RefusalKind[] = [
  invalid,
  identityContribution.refusals.noToken,
  identityContribution.refusals.badToken,
  identityContribution.refusals.otherCompany,
  identityContribution.refusals.generalToken,
  identityContribution.refusals.otherAgency,
  identityContribution.refusals.neverConnected,
  identityContribution.refusals.disconnected,
  identityContribution.refusals.notIntegration,
  identityContribution.refusals.missingScope,
  identityContribution.refusals.sessionOver,
  identityContribution.refusals.noCsrf,
  identityContribution.refusals.noMember,
  identityContribution.refusals.noAgencyMember,
  identityContribution.refusals.roleLacks,
  identityContribution.refusals.ofIntegrations,
  identityContribution.refusals.ofPeople,
  planRefusals.expired,
  planRefusals.quotaSpent,
]

const expectDeclared = (row: Row, { body }: Answer): void => {
  // What refuses one of many operations refuses them all, in its own words.
  const own = row.bulk ? rows.flatMap(refusalsOf) : refusalsOf(row)
  const kinds = [...own, ...shared].filter(({ code }) => code === body.code)
  const declared = kinds.some(({ sentence }) => patternOf(sentence).test(body.message))
  expect(declared, `${row.operationId} does not declare: ${body.message}`).toBe(true)
}

const rowAt = (method: string, pathname: string): Row | undefined => {
  const path = pathname.replace(/^\/v1/, '')
  const asked = method === 'HEAD' ? 'GET' : method
  return addresses.find(({ row, address }) => row.method === asked && address.test(path))?.row
}

const placeholdersIn = (path: string): number => path.split('{').length - 1

/** As the router takes them: what is written out before what may be anything. */
const addresses = rows
  .map((row) => ({ row, address: new RegExp(`^${row.path.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort(({ row: one }, { row: two }) => placeholdersIn(one.path) - placeholdersIn(two.path))
