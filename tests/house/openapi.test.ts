// The OpenAPI document: what is served is what stands in docs/, every operation says what it does, what it needs and
// what it refuses, and its examples are true.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { audienceOf, checkOf, isWrite, placeholdersOf, type Row, withoutReadOnly } from '#http'
import { agencyScopes, allScopes } from '#identity'
import { rows } from '#programs/app'
import { checkOfForm, checkOfText } from '#server/http/bodies/schema'
import { agencyPeopleScopes, peopleScopes } from '#server/identity/members/scopes'
import { readConfig } from '#settings/config'
import { apiDocument, isBinary, misfits, type Operation, operationOf } from '#support/checked'
import { every } from '#support/every'
import { request, type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** Whether a default stands in a schema, or in one that it refers to. */
const hasDefault = (schema: object, schemas: Record<string, object>): boolean => {
  const seen = new Set<string>()
  const left = [JSON.stringify(schema)]
  for (const text of left) {
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (!seen.has(name)) left.push(JSON.stringify(schemas[name]))
      seen.add(name)
    }
  }
  return left.some((text) => text.includes('"default":'))
}

describe('docs/openapi.json', () => {
  const text = readFileSync('docs/openapi.json', 'utf8')
  const { servers } = JSON.parse(text)
  const { publicUrl: byDefault } = readConfig({}, process.cwd())

  test('is what the service serves: else run scripts/openapi.mjs', async () => {
    const served = (await request(`${service.base}/openapi.json`)).body
    // The file names the address that a service has by default, where the service names its own.
    expect(JSON.parse(text.replaceAll(byDefault, 'http://localhost'))).toEqual(served)
  })

  test('has an example of each body, and no default in any: clients would have to send it', () => {
    const { paths, components } = JSON.parse(text)
    const operations = Object.values<Record<string, Operation>>(paths).flatMap((path) => Object.values(path))
    const bodies = operations.flatMap(({ operationId, requestBody }) =>
      Object.entries(requestBody?.content ?? {}).map(([type, media]) => ({ what: `${operationId} ${type}`, ...media })),
    )
    expect(bodies.filter(({ example }) => example === undefined).map(({ what }) => what)).toEqual([])
    const preset = bodies.filter(({ schema }) => hasDefault(schema, components.schemas)).map(({ what }) => what)
    expect(preset).toEqual([])
  })

  test('has each operation on a line of its own', () => {
    const operations = text.split('\n').filter((line) => /^"(?:get|post|put|patch|delete)": \{.*\},?$/.test(line))
    expect(operations.length).toBeGreaterThanOrEqual(rows.length)
    expect(operations.filter((line) => line.split('"operationId"').length !== 2)).toEqual([])
  })

  test('names the address that a service has by default', () => {
    expect(servers).toEqual([{ url: `${byDefault}/v1` }])
  })

  test.each([
    ['/authorize       ', 'get ', '200 302 303 400 403'],
    ['/token           ', 'post', '200 400 401 429'],
    ['/token           ', 'get ', '200 400 401 429'],
    ['/token/revoke    ', 'post', '200 400 401'],
    ['/token/introspect', 'post', '200 400 401'],
  ])('names what %s answers to %s', (path, method, statuses) => {
    const { responses } = JSON.parse(text).paths[path.trim()][method.trim()]
    expect(Object.keys(responses).join(' ')).toBe(statuses)
    if (!responses[429]) return
    const headers = ['Service-RateLimit-RetryAfter', 'Retry-After']
    expect(Object.keys(responses[429].headers)).toEqual(headers)
  })

  test('has every endpoint, and nothing else', () => {
    const documented = Object.entries(apiDocument.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(documented.sort()).toEqual(rows.map(({ method, path }) => `${method} ${path}`).sort())
    expect(new Set(rows.map(({ operationId }) => operationId)).size).toBe(rows.length)
  })
})

test('no scope is offered that no endpoint takes', () => {
  const taken = new Set(rows.flatMap(({ scope, orScope }) => [scope, orScope]))
  expect([...allScopes, ...agencyScopes].filter((scope) => !taken.has(scope))).toEqual([])
})

const isTriable = (row: Row): boolean => isWrite(row) && !row.untried

/**
 * Whether a request may say which state of a resource it is about: all that replace or remove, and those that change
 * what is read with an ETag.
 */
/** Changes of what is there, and what cannot be undone of an invoice that another may have changed. */
const isConditional = ({ method, path, operationId }: Row): boolean =>
  method === 'PUT' ||
  method === 'DELETE' ||
  (method === 'PATCH' && tagged.has(path)) ||
  operationId === 'publishInvoice'

const tagged = new Set(rows.filter((row) => row.method === 'GET' && row.tagged).map(({ path }) => path))

const nameOf = ({ operationId }: Row): string => operationId

describe('every operation', () => {
  test('has schemas that compile, which the service finds out at their first use', () =>
    every(rows, nameOf, (row) => {
      const wrong = Symbol('neither of any type nor absent')
      if (row.body) expect(checkOf(withoutReadOnly(row.body))(wrong)).not.toEqual([])
      if (row.query) expect(checkOfText(row.query)(wrong)).not.toEqual([])
      if (row.upload?.fields) expect(checkOfForm(row.upload.fields)(wrong)).not.toEqual([])
    }))

  test('says what it does, with which scope, and whose tokens it takes', () =>
    every(rows, nameOf, (row) => {
      const operation = operationOf(row)
      expect(operation.operationId).toBe(row.operationId)
      expect(operation.summary).toMatch(/^[A-Z].{5,60}[^.]$/)
      expect(operation.description).toMatch(/^[A-Z].{20,}\.(\n\nScope: `[\w:-]+`(?: or `[\w:-]+`)?)?$/s)
      expect(operation['x-scope']).toBe(row.scope)
      const { scope, orScope } = row
      const audience = audienceOf(row)
      if (scope === undefined) expect(row.bulk || ['general', 'token', 'person'].includes(audience)).toBeTruthy()
      else {
        const scopes = orScope === undefined ? `\`${scope}\`` : `\`${scope}\` or \`${orScope}\``
        expect(operation.description.endsWith(`\n\nScope: ${scopes}`)).toBe(true)
        const ofPeople = row.by === 'people'
        const byPeople = Object.keys(audience === 'agency' ? agencyPeopleScopes : peopleScopes)
        expect(ofPeople ? byPeople : [...allScopes, ...agencyScopes]).toContain(scope)
        expect(ofPeople ? !scope.endsWith(':read') : scope.endsWith(':write')).toBe(isWrite(row))
      }
      const oauth = { oauth: scope === undefined ? [] : [scope] }
      const takesPrivate = ['company', 'token'].includes(audience) && row.by !== 'people'
      const takesPeople = audience !== 'general' && row.by !== 'integrations'
      expect(operation.security).toEqual([
        ...(takesPrivate ? [{ privateToken: [] }] : []),
        ...(row.by === 'people' ? [] : [oauth]),
        ...(orScope === undefined ? [] : [{ oauth: [orScope] }]),
        ...(takesPeople ? [{ session: [] }] : []),
      ])
    }))

  test('has a path of its audience', () =>
    every(rows, nameOf, (row) => {
      const begins = [row.path.startsWith('/companies/{companyId}/'), row.path.startsWith('/agencies/{agencyId}/')]
      const audience = audienceOf(row)
      expect(begins).toEqual([audience === 'company', audience === 'agency'])
    }))

  test('says what goes into its address and its headers', () =>
    every(rows, nameOf, (row) => {
      const operation = operationOf(row)
      const named = (place: string) => operation.parameters.filter((one) => one.in === place).map(({ name }) => name)
      expect(named('path')).toEqual(placeholdersOf(row.path))
      const own = Object.keys((row.query as { properties?: object } | undefined)?.properties ?? {})
      expect(named('query')).toEqual(isTriable(row) ? [...own, 'dryRun'] : own)
      expect(named('header').includes('Prefer')).toBe(isTriable(row))
      expect(named('header').includes('Idempotency-Key')).toBe(isWrite(row))
      expect(named('header').includes('If-Match')).toBe(isConditional(row))
      expect(named('header').includes('If-None-Match')).toBe(row.method === 'GET' && row.tagged === true)
    }))

  test('has an example of each body, and it fits', () =>
    every(rows, nameOf, (row) => {
      const operation = operationOf(row)
      const media = [
        ...Object.entries(operation.requestBody?.content ?? {}),
        ...['200', '201', '204'].flatMap((status) => Object.entries(operation.responses[status]?.content ?? {})),
      ].filter(([type, { schema }]) => type === 'application/json' && !isBinary(schema))
      for (const [, { schema, example }] of media) {
        expect(example).toBeDefined()
        // A request leaves out what only answers tell; that it fits is shown by sending it.
        if (example !== row.example?.body) expect(misfits(schema, example)).toEqual([])
      }
      expect(operation.requestBody !== undefined).toBe(row.body !== undefined || row.upload !== undefined)
    }))

  test('names every status it can have', () =>
    every(rows, nameOf, (row) => {
      const operation = operationOf(row)
      const isOfSomething = placeholdersOf(row.path).some((name) => name !== `${audienceOf(row)}Id`)
      const statuses = [
        row.answer === 'nothing' ? 204 : 200,
        // A trial tells what would have changed where there is nothing else to tell.
        ...(row.answer === 'nothing' && isTriable(row) ? [200] : []),
        ...(typeof row.answer === 'object' && 'makes' in row.answer ? [201] : []),
        ...(row.method === 'GET' && row.tagged ? [304] : []),
        400,
        401,
        429,
        500,
        503,
        // Any token that is good is let in to ask about itself.
        ...(audienceOf(row) === 'token' ? [] : [403]),
        ...(isOfSomething || row.refusals.some(({ code }) => code === 'not-found') ? [404] : []),
        // What was answered under a key, and events, go one day.
        ...(row.follow || isWrite(row) ? [410] : []),
        ...(isWrite(row) ? [409, 413, 415, 422] : []),
        ...(isConditional(row) || row.bulk ? [412] : []),
      ]
      expect(Object.keys(operation.responses).sort()).toEqual(statuses.map(String).sort())
      for (const [status, { description, content }] of Object.entries(operation.responses)) {
        expect(description, status).toMatch(/\w/)
        if (Number(status) < 400) continue
        expect(description).toMatch(/^`[\w-]+`: ./)
        const error = { $ref: `#/components/schemas/${row.bulk ? 'BulkError' : 'Error'}` }
        const isAboutPlans = status === '403' && audienceOf(row) === 'company'
        const schema = isAboutPlans ? { oneOf: [error, { $ref: '#/components/schemas/PlanError' }] } : error
        expect(content).toEqual({ 'application/json': { schema } })
      }
    }))
})

type Node = { $ref?: string; type?: string; properties?: object; additionalProperties?: unknown }

const nodesIn = (value: unknown): Node[] => {
  if (value === null || typeof value !== 'object') return []
  return [value as Node, ...Object.values(value).flatMap(nodesIn)]
}

describe('schemas', () => {
  test('leave no room for what they do not name', () => {
    const objects = nodesIn(apiDocument.components.schemas).filter(({ properties }) => properties !== undefined)
    expect(objects.length).toBeGreaterThan(10)
    for (const node of objects) expect(node, JSON.stringify(node)).toMatchObject({ additionalProperties: false })
  })

  test('of requests demand nothing that only answers tell', () => {
    const bodies = rows.flatMap((row) => Object.values(operationOf(row).requestBody?.content ?? {}))
    const names = new Set(nodesIn(bodies).flatMap(({ $ref }) => ($ref ? [$ref.split('/').at(-1) ?? ''] : [])))
    expect(names.size).toBeGreaterThan(20)
    for (const name of names) {
      const { properties = {}, required = [] } = apiDocument.components.schemas[name] as {
        properties?: Record<string, object>
        required?: string[]
      }
      expect([name, required.filter((one) => 'readOnly' in (properties[one] ?? {}))]).toEqual([name, []])
    }
  })

  test('are each referred to, and there', () => {
    const referred = nodesIn(apiDocument).flatMap(({ $ref }) => ($ref === undefined ? [] : [$ref]))
    const there = (['schemas', 'headers', 'parameters', 'responses'] as const).flatMap((part) =>
      Object.keys(apiDocument.components[part]).map((name) => `#/components/${part}/${name}`),
    )
    expect([...new Set(referred)].sort()).toEqual(there.sort())
  })
})
