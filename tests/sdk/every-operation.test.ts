// Every operation of the document is called through the SDK, against the service, as its row says: its name in the
// tree, its ids in order, its body, and what comes back.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isWrite, placeholdersOf, type Row } from '#http'
import { rows } from '#programs/app'
import { operationsOf, readDocument } from '#scripts/sdk/operations'
import { type Answer, Download } from '#sdk'
import { EVERY_MS, every } from '#support/every'
import { type Service, startService } from '#support/service'
import {
  type Caller,
  credentialsFor,
  initOf,
  keptParametersFor,
  newCaller,
  type Parameters,
  parametersFor,
  pathOf,
  spoilsBooks,
  successOf,
} from '#tests/surface/world'
import { functionOf, newClient } from './calls.ts'

let service: Service
let company: Caller
beforeAll(async () => {
  service = await startService()
  company = await newCaller(service)
})
afterAll(() => service.close())

const operations = new Map(operationsOf(readDocument()).map((operation) => [operation.id, operation]))

/** What the row's own documentation shows as its body, in the form of the SDK. */
const bodyOf = (row: Row, parameters: Parameters): unknown => {
  const { body } = initOf(row, parameters)
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

const call = async (row: Row, owner: Caller): Promise<{ came: unknown; answer: Answer | undefined }> => {
  const operation = operations.get(row.operationId)
  if (!operation) throw new Error(`${row.operationId} is not in the document`)
  const parameters = isWrite(row) ? await parametersFor(row, owner) : await keptParametersFor(row, owner)
  const client = newClient(service, { headers: credentialsFor(row, owner) })
  const tenant = ({ company: 'companyId', agency: 'agencyId' } as Record<string, string>)[operation.scope]
  const called = functionOf(client, operation, tenant && parameters[tenant])
  const ids = placeholdersOf(row.path).filter((name) => name !== tenant)
  expect(ids).toEqual(operation.parameters)
  const query = Object.fromEntries(new URL(`${service.base}${pathOf(row, parameters)}`).searchParams)
  let answer: Answer | undefined
  const onAnswer = (told: Answer) => {
    answer = told
  }
  const body = operation.body ? [bodyOf(row, parameters)] : []
  const came = await called(...ids.map((name) => parameters[name]), ...body, { ...query, onAnswer })
  return { came, answer }
}

/** An export has all that the writes make: reads come first, while the books are small. */
const inTurn = rows.toSorted((one, other) => Number(isWrite(one)) - Number(isWrite(other)))

test(
  'each row is a function of the SDK that does what the row does',
  () =>
    every(
      inTurn,
      ({ operationId }) => operationId,
      async (row) => {
        const owner = spoilsBooks(row) ? await newCaller(service) : company
        const { came, answer } = await call(row, owner)
        expect(answer?.status).toBe(successOf(row))
        const operation = operations.get(row.operationId)
        if (operation?.answer === 'nothing') expect(came).toBeUndefined()
        else if (operation?.answer === 'json') expect(came).toBeTypeOf('object')
        else {
          expect(came).toBeInstanceOf(Download)
          expect((await (came as Download).bytes()).length).toBeGreaterThan(0)
        }
        if (operation?.list) expect((came as { items: unknown }).items).toBeInstanceOf(Array)
      },
    ),
  EVERY_MS,
)

test('the others are those of OAuth, which tests/sdk/oauth.test.ts calls', () => {
  const called = new Set(rows.map(({ operationId }) => operationId))
  const others = [...operations.values()].filter(({ id }) => !called.has(id))
  expect(new Set(others.map(({ group }) => group))).toEqual(new Set(['OAuth']))
})
