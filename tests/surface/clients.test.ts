// Clients that others generate from the document: they compile under the strictest reading of the language, their types
// say what may be sent and what comes back, and they work against a running service.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClient } from '@hey-api/openapi-ts'
import { build } from 'esbuild'
import openapiTypescript, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { needs, ORVAL } from '#support/needs'
import { type Service, startService, type TestCompany } from '#support/service'

/** A folder below node_modules: generated code finds its packages, and our tools do not look into it. */
const folder = mkdtempSync(join(process.cwd(), 'node_modules', '.clients-'))

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService()
  company = await service.newCompany()
  await generate()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await service.close()
})

const DOCUMENT = join(process.cwd(), 'docs', 'openapi.json')

const generate = async (): Promise<void> => {
  // As source and not as declarations: those of packages are not looked into, and what is generated is.
  writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTypescript(pathToFileURL(DOCUMENT))))
  await createClient({
    input: DOCUMENT,
    output: join(folder, 'hey'),
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  for (const [name, text] of Object.entries(callers)) writeFileSync(join(folder, name), text)
}

/** What each client does, and what the compiler must refuse in it. */
const callers = {
  'with-paths.ts': `
    import createClient from 'openapi-fetch'
    import type { components, paths } from './schema'

    export const run = async (baseUrl: string, token: string, companyId: string) => {
      const client = createClient<paths>({ baseUrl, headers: { authorization: 'Bearer ' + token } })
      const path = { companyId }
      const params = { path }
      const made = await client.POST('/companies/{companyId}/customers', {
        params: { path }, body: { name: 'Kund AB', type: 'company' },
      })
      if (!made.data) throw new Error(made.error.message)
      const customer: components['schemas']['Customer'] = made.data
      const kind: 'company' | 'private' = customer.type
      const customerId: string = customer.id
      const list = await client.GET('/companies/{companyId}/customers', {
        params: { path, query: { pageSize: 10, query: 'name~Kund' } },
      })
      const names: string[] = list.data?.items.map(({ name }) => name) ?? []
      const one = { params: { path: { companyId, customerId } } }
      const read = await client.GET('/companies/{companyId}/customers/{customerId}', one)
      if (!read.data) throw new Error(read.error.message)
      const changed = await client.PUT('/companies/{companyId}/customers/{customerId}', {
        ...one, body: { ...read.data, name: 'Kunden i Lund AB', address: null },
      })
      const entry = await client.POST('/companies/{companyId}/journal-entries', {
        params: { path, header: { 'Idempotency-Key': 'paths' } },
        body: {
          title: 'Hyra', date: '2026-03-31',
          items: [{ account: 5010, debit: 80 }, { account: 1930, credit: 80 }],
        },
      })
      const number: string | undefined = entry.data?.journalEntryNumber
      const refused = await client.POST('/companies/{companyId}/customers', {
        params: { path }, body: { name: '', type: 'private', language: 'sv' },
      })
      // A refusal of the plan has a form of its own, by the contract of the public API.
      const error = refused.error && 'code' in refused.error ? refused.error : null
      const fields: string[] = error?.errors?.map(({ field }) => field) ?? []
      const code = error?.code
      // @ts-expect-error: no such code
      const isOther = code === 'valid'
      // @ts-expect-error: no such kind of customer
      void (() => client.POST('/companies/{companyId}/customers', { params, body: { name: 'x', type: 'state' } }))
      void (() => client.POST('/companies/{companyId}/customers', {
        params,
        // @ts-expect-error: no such property
        body: { name: 'x', type: 'private', phone: '1' },
      }))
      // What has a value when it is left out need not be sent.
      void (() => client.POST('/companies/{companyId}/bank-accounts', {
        params, body: { name: 'x', iban: 'x', account: 1930 },
      }))
      void (() => client.PUT('/me/drafts/{key}', { params: { path: { key: 'x' } }, body: { content: 'x' } }))
      const tag: components['schemas']['JournalEntryTagWrite'] = { tagId: customerId }
      // @ts-expect-error: no such tax rate
      const line: components['schemas']['InvoiceItemWrite'] = { itemType: 'salesItem', taxRate: 24 }
      // @ts-expect-error: a bankgiro has no IBAN
      const details: components['schemas']['PaymentDetails'] = { type: 'bankgiro', iban: 'SE45' }
      return { kind, names, changed: changed.data?.name, number, status: refused.response.status, code, fields }
    }`,
  'with-functions.ts': `
    import { createClient } from './hey/client'
    import { createCustomer, createJournalEntry, getCustomer, listCustomers, updateCustomer } from './hey/sdk.gen'
    import type { Customer, CustomerWrite, InvoiceItemWrite, PaymentDetails } from './hey/types.gen'

    export const run = async (baseUrl: string, token: string, companyId: string) => {
      const client = createClient({ baseUrl, auth: token })
      const path = { companyId }
      const wanted: CustomerWrite = { name: 'Kund AB', type: 'company' }
      const made = await createCustomer({ client, path, body: wanted })
      if (!made.data) throw new Error(made.error.message)
      const customer: Customer = made.data
      const kind: 'company' | 'private' = customer.type
      const customerId: string = customer.id
      const list = await listCustomers({ client, path, query: { pageSize: 10, query: 'name~Kund' } })
      const names: string[] = list.data?.items.map(({ name }) => name) ?? []
      const read = await getCustomer({ client, path: { companyId, customerId } })
      if (!read.data) throw new Error(read.error.message)
      const changed = await updateCustomer({
        client, path: { companyId, customerId }, body: { ...read.data, name: 'Kunden i Lund AB', address: null },
      })
      const entry = await createJournalEntry({
        client, path, headers: { 'Idempotency-Key': 'functions' },
        body: {
          title: 'Hyra', date: '2026-03-31',
          items: [{ account: 5010, debit: 80 }, { account: 1930, credit: 80 }],
        },
      })
      const number: string | undefined = entry.data?.journalEntryNumber
      const refused = await createCustomer({ client, path, body: { name: '', type: 'private', language: 'sv' } })
      // A refusal of the plan has a form of its own, by the contract of the public API.
      const error = refused.error && 'code' in refused.error ? refused.error : null
      const fields: string[] = error?.errors?.map(({ field }) => field) ?? []
      const code = error?.code
      // @ts-expect-error: no such code
      const isOther = code === 'valid'
      // @ts-expect-error: no such kind of customer
      void (() => createCustomer({ client, path, body: { name: 'x', type: 'state' } }))
      // @ts-expect-error: no such property
      void (() => createCustomer({ client, path, body: { name: 'x', type: 'private', phone: '1' } }))
      // @ts-expect-error: no such tax rate
      const line: InvoiceItemWrite = { itemType: 'salesItem', taxRate: 24 }
      // @ts-expect-error: a bankgiro has no IBAN
      const details: PaymentDetails = { type: 'bankgiro', iban: 'SE45' }
      return { kind, names, changed: changed.data?.name, number, status: refused.response.status, code, fields }
    }`,
}

/** What was compiled last: the next has from it what both have read. */
let program: ts.Program | undefined

/** What the compiler says of a program and of all that was generated for it. */
const compile = (...names: string[]): { told: string[]; generated: number } => {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: [],
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
  }
  const paths = names.map((name) => join(folder, name))
  program = ts.createProgram(paths, options, undefined, program)
  const told = ts.getPreEmitDiagnostics(program).slice(0, 10)
  const generated = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder))
  return {
    told: told.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')),
    generated: generated.length,
  }
}

test('compile under strict, all of what was generated', () => {
  const { told, generated } = compile(...Object.keys(callers))
  expect(told).toEqual([])
  expect(generated).toBeGreaterThan(10)
})

/** Calls the service by a program of those. */
const expectToWork = async (name: string): Promise<void> => {
  const outfile = join(folder, name.replace('.ts', '.mjs'))
  await build({ entryPoints: [join(folder, name)], bundle: true, format: 'esm', platform: 'node', outfile })
  const { run } = await import(/* @vite-ignore */ pathToFileURL(outfile).href)
  expect(await run(service.base, company.token, company.id)).toEqual({
    kind: 'company',
    names: expect.arrayContaining(['Kund AB']),
    changed: 'Kunden i Lund AB',
    number: expect.stringMatching(/^[A-Z]?\d+$/),
    status: 400,
    code: 'validation-error',
    fields: ['#/name'],
  })
}

test.each(Object.keys(callers))('%s calls the service', expectToWork)

const withOrval = `
  import { createCustomer, createJournalEntry, getCustomer, listCustomers, updateCustomer } from './orval/client'
  import type { Customer, CustomerWrite, InvoiceItemWrite, PaymentDetails } from './orval/model'

  export const run = async (_: string, token: string, companyId: string) => {
    const options = { headers: { authorization: 'Bearer ' + token } }
    const wanted: CustomerWrite = { name: 'Kund AB', type: 'company' }
    const made = await createCustomer(companyId, wanted, undefined, options)
    if (made.status !== 200) throw new Error(String(made.status))
    const customer: Customer = made.data
    const kind: 'company' | 'private' = customer.type
    const list = await listCustomers(companyId, { pageSize: 10, query: 'name~Kund' }, options)
    const names = list.status === 200 ? list.data.items.map(({ name }): string => name) : []
    const read = await getCustomer(companyId, customer.id, options)
    if (read.status !== 200) throw new Error(String(read.status))
    const body = { ...read.data, name: 'Kunden i Lund AB', address: null }
    const changed = await updateCustomer(companyId, customer.id, body, undefined, options)
    const items = [{ account: 5010, debit: 80 }, { account: 1930, credit: 80 }]
    const entry = await createJournalEntry(companyId, { title: 'Hyra', date: '2026-03-31', items }, undefined, options)
    const number: string | undefined = entry.status === 200 ? entry.data.journalEntryNumber : undefined
    const refused = await createCustomer(companyId, { name: '', type: 'private', language: 'sv' }, undefined, options)
    if (refused.status !== 400) throw new Error(String(refused.status))
    const { code, errors = [] } = refused.data
    // @ts-expect-error: no such code
    const isOther = code === 'valid'
    // @ts-expect-error: no such kind of customer
    void (() => createCustomer(companyId, { name: 'x', type: 'state' }))
    // @ts-expect-error: no such tax rate
    const line: InvoiceItemWrite = { itemType: 'salesItem', taxRate: 24 }
    // @ts-expect-error: a bankgiro has no IBAN
    const details: PaymentDetails = { type: 'bankgiro', iban: 'SE45' }
    const renamed = changed.status === 200 ? changed.data.name : undefined
    const fields = errors.map(({ field }) => field)
    return { kind, names, changed: renamed, number, status: refused.status, code, fields }
  }`

test('a client of orval compiles under strict, and calls the service', async () => {
  needs('orval')
  const output = { target: join(folder, 'orval', 'client.ts'), schemas: join(folder, 'orval', 'model') }
  // It makes a type for each media type of an answer, and gives all of them one name.
  const override = { contentType: { include: ['application/json'] } }
  const client = { ...output, client: 'fetch', mode: 'split', baseUrl: service.base, override }
  const config = join(folder, 'orval.config.cjs')
  writeFileSync(config, `module.exports = ${JSON.stringify({ service: { input: DOCUMENT, output: client } })}`)
  execFileSync(process.execPath, [ORVAL, '--config', config])
  writeFileSync(join(folder, 'with-orval.ts'), withOrval)
  expect(compile('with-orval.ts').told).toEqual([])
  await expectToWork('with-orval.ts')
})

test('types leave nothing open that the document could say', () => {
  const [types] = readdirSync(join(folder, 'hey')).filter((name) => name === 'types.gen.ts')
  const text = ts.sys.readFile(join(folder, 'hey', types ?? '')) ?? ''
  // What only answers tell is no part of what is sent, so nothing has a second type for it.
  expect(text.match(/export type \w+Writable\b/g)).toBeNull()
  const code = text.split('\n').filter((line) => !/^\s*(?:\*|\/\/|\/\*)/.test(line))
  // A property may be called so.
  const open = code.filter((line) => /(?<!')\b(?:unknown|any)\b(?!\??:)/.test(line))
  // What changed, what an event is about and what a bulk holds is of any shape, and two answers of OAuth have no body.
  expect(new Set(open.map((line) => line.trim()))).toEqual(
    new Set(['[key: string]: unknown;', '200: unknown;', '400: unknown;']),
  )
})
