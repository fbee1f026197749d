// The examples of answers in the document are answers of a running service. WRITE_EXAMPLES=1 asks one for them and
// writes server/programs/documentation/examples.json, with ids, addresses of mail and what is random put in place of
// those that are new each time; without it the file, and the document that has them, are held against the endpoints as
// they are.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Row } from '#http'
import { rows } from '#programs/app'
import { misfits, operationOf } from '#support/checked'
import { type Service, startService } from '#support/service'
import { credentialsFor, newCaller, sampleOf, send } from './world.ts'

const FILE = 'server/programs/documentation/examples.json'
const answering = rows.filter(({ answer }) => answer !== 'nothing' && 'json' in answer)

/** How long writing may take, in milliseconds. */
const WRITING_MS = 600_000

/** Maximum number of entries of a list in an example. */
const MAX_ENTRIES = 2
/** How often what a list shows is made before it, and who makes it where that has another path than the list. */
const MADE = 2
const makers: Readonly<Record<string, string>> = {
  getGeneralLedger: 'createJournalEntry',
  getJournal: 'createJournalEntry',
  listClosingItems: 'createInvoice',
  listCreditNotes: 'creditInvoice',
  getCustomerLedger: 'publishInvoice',
  getSupplierLedger: 'createSupplierInvoice',
  proposeDepreciations: 'createFixedAsset',
  proposeAccrualPortions: 'createAccrual',
  listCompanyTodos: 'createSupplierInvoice',
  listUserTodos: 'createSupplierInvoice',
}

const WORLD = 'the outside world acts in test companies alone, and answers with what the entered rows answer'

/** Lists that are empty in a company of its own, and why; their examples are made up from the schema. */
const emptyHere: Readonly<Record<string, string>> = {
  getCustomerStatement: 'nothing was sold to a customer that was made a moment ago',
  listOpenBankTransactions: 'what the statement told of has been matched',
  getYearDeadlines: 'its year has not ended',
  listIntegrationWebhooks: 'a new integration has made none',
  listRequests: 'nothing was asked a moment ago, or what was asked is new each time',
  listIntegrationRequests: 'a new integration has asked for nothing',
  resolveAgency: 'the number that is asked for belongs to no agency',
  countAgencyTemplateUses: 'no client has been given a template',
  listAgencyTemplateUses: 'no client has been given a template',
  listDrafts: 'a draft is put under a key of its own, and not added to the list',
  readQueue: 'nothing waits in books that were made a moment ago',
  simulateCustomerPayment: WORLD,
  simulateBankStatement: WORLD,
  simulateBankPaymentRefusal: WORLD,
  simulateTaxDecision: WORLD,
  simulateMailBounce: WORLD,
  simulateElectronicInvoice: WORLD,
}

/** What is there already, and what a POST to its path would begin anew. */
const thereAlready = [
  'previewCustomerErasure',
  'previewSupplierErasure',
  'previewEmployeeErasure',
  'previewFiscalYearRemoval',
  'getReading',
]

const write = async (): Promise<void> => {
  const service = await startService({ alone: true })
  try {
    const examples: [string, unknown][] = []
    for (const row of answering) {
      const body = await answerOf(service, row)
      if (!isEmpty(body) && !emptyHere[row.operationId]) examples.push([row.operationId, plainly(body, new Map())])
    }
    const lines = examples.map(([id, one]) => `${JSON.stringify(id)}: ${JSON.stringify(one)}`)
    writeFileSync(FILE, `{\n${lines.join(',\n')}\n}\n`)
  } finally {
    await service.close()
  }
}

/** What a row answers in a company of its own; a list when there is something in it. */
const answerOf = async (service: Service, row: Row): Promise<unknown> => {
  const caller = await newCaller(service, { name: 'Lindqvist Bygg AB' })
  const own = await sampleOf(row, caller)
  const isMaker = (one: Row) =>
    one.method === 'POST' && (one.path === row.path || one.operationId === makers[row.operationId])
  const isMade = row.method === 'GET' && !thereAlready.includes(row.operationId)
  const maker = isMade ? rows.find(isMaker) : undefined
  for (let made = 0; maker && made < MADE; made += 1) {
    const sample = await sampleOf(maker, caller)
    // What is made again may stand below the same parent.
    const path = maker.path === row.path ? own.path : sample.path
    await send(service, { path, init: sample.init }, credentialsFor(maker, caller))
  }
  const { status, body, text } = await send(service, own, credentialsFor(row, caller))
  expect(status, `${row.operationId}: ${text}`).toBeLessThan(300)
  return body
}

/** An example of a list that has nothing in it would say nothing: that is made up from the schema. */
const isEmpty = (body: unknown): boolean => {
  const { items, entries, accounts } = Object(body)
  return [body, items, entries, accounts].some((list) => Array.isArray(list) && list.length === 0)
}

/** An answer as it may stand in a document: its beginning, and the same whenever it is written. */
const plainly = (value: unknown, ids: Map<string, string>): unknown => {
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map((one) => plainly(one, ids))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plainly(one, ids)]))
  }
  if (typeof value !== 'string') return value
  return value
    .replace(/[\w-]+@example\.com/g, 'anna@example.com')
    .replace(/\b[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f]{4}-[\da-f]{12}\b/g, (id) => idFor(id, ids))
    .replace(/\bgb\w*_[\w-]{20,}/g, 'gb_…')
    .replace(/http:\/\/[\w.]+(?::\d+)?/g, 'https://grundbok.example.com')
}

const idFor = (id: string, ids: Map<string, string>): string => {
  const known = ids.get(id) ?? `019a9d2c-5a00-7c3e-9b1f-${String(ids.size + 1).padStart(12, '0')}`
  ids.set(id, known)
  return known
}

test(
  'each answer has an example, which fits its schema and says something',
  async () => {
    if (process.env.WRITE_EXAMPLES) return write()
    const examples: Record<string, unknown> = JSON.parse(readFileSync(FILE, 'utf8'))
    expect(Object.keys(examples).filter((id) => !answering.some(({ operationId }) => operationId === id))).toEqual([])
    const lacking = answering.filter(({ operationId }) => !Object.hasOwn(examples, operationId))
    expect(lacking.map(({ operationId }) => operationId)).toEqual(Object.keys(emptyHere))
    const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
    for (const row of answering) {
      const own = examples[row.operationId]
      const { content } = operationOf(row).responses['200'] ?? {}
      const operation = document.paths[row.path][row.method.toLowerCase()]
      const { example } = operation.responses['200'].content['application/json']
      if (own !== undefined) expect([row.operationId, example]).toEqual([row.operationId, own])
      const wrong = misfits(content?.['application/json']?.schema ?? {}, example)
      expect([row.operationId, wrong]).toEqual([row.operationId, []])
      // Columns of statements hold texts; a simulation answers what the row answers that it enters by.
      const isWord = row.path.endsWith('/statement-columns') || row.path.includes('/simulations/')
      expect(textsIn(example).filter((text) => (text === 'text' && !isWord) || text === 'string')).toEqual([])
    }
  },
  WRITING_MS,
)

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
