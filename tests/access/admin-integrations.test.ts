// The operator's commands for integrations, as the program runs them beside a running service.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeIntegration } from '#server/access/registration'

import { command } from '#support/commands'
import { integrationOf, type TestIntegration } from '#support/integration'
import { requestsWith, type Service, startService } from '#support/service'
import { newPerson } from '#support/visitor'

let service: Service

beforeAll(async () => {
  service = await startService({ alone: true })
})

afterAll(() => service.close())

const run = (...words: string[]) => command(service, words)

/** A command that succeeds, with the one object it prints. */
const runJson = async (...words: string[]) => {
  const { code, stdout, stderr } = await run(...words, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

const create = async (...words: string[]): Promise<TestIntegration> => {
  const { email, id: ownerId } = await newPerson(service)
  const made = await runJson('integration', 'create', '--name', 'Kassan', '--owner', email, ...words)
  expect(Object.keys(made)).toEqual(['id', 'clientId', 'clientSecret'])
  expect(made.clientId).toBe(made.id)
  return integrationOf(service, { id: made.id, secret: made.clientSecret, ownerId })
}

const GENERAL = { grant_type: 'client_credentials' }
const MACHINE = { ...GENERAL, scope: 'agency-companies:read' }

test('an integration is made, listed and ended', async () => {
  const uris = [
    '--redirect-uri',
    'https://a.example.se/1 https://a.example.se/2',
    '--redirect-uri',
    'https://a.example.se/3',
  ]
  const own = await create('--scopes', 'accounting', ...uris, '--mode', 'production', '--description', 'Dagskassor')
  expect(await own.token(GENERAL)).toMatchObject({ status: 200 })
  const { integrations } = await runJson('integration', 'list')
  const found = integrations.find(({ id }: { id: string }) => id === own.id)
  expect(found).toMatchObject({
    name: 'Kassan',
    description: 'Dagskassor',
    mode: 'production',
    redirectUris: ['https://a.example.se/1', 'https://a.example.se/2', 'https://a.example.se/3'],
    endedAt: null,
  })
  expect(JSON.stringify(integrations)).not.toMatch(/gbcs|digest/)
  const company = { type: 'company', id: (await service.newCompany({ fiscalYear: null })).id } as const
  const redirectUri = 'https://a.example.se/1'
  const { access_token: token } = await own.connect(company, { redirectUri })
  const { get } = requestsWith(`${service.base}/companies/${company.id}`, token)
  expect(await get('/journal-entries')).toMatchObject({ status: 200 })
  expect(await runJson('integration', 'revoke', '--id', own.id)).toEqual({ id: own.id })
  expect(await get('/journal-entries')).toMatchObject({ status: 401 })
  expect(await own.token(GENERAL)).toMatchObject({ status: 401 })
})

test('approvals are given and taken back', async () => {
  const own = await create('--scopes', 'agency-companies:read bank-payments:write')
  const id = ['--id', own.id]
  expect(await own.token(MACHINE)).toMatchObject({ status: 400, body: { error: 'unauthorized_client' } })
  const approved = { id: own.id, production: true, machineToMachine: true, elevatedScopes: [] as string[] }
  expect(await runJson('integration', 'approve', ...id, '--machine-to-machine')).toEqual(approved)
  expect(await own.token(MACHINE)).toMatchObject({ status: 200 })
  const elevated = ['--elevated', 'bank-payments:write']
  const both = { ...approved, elevatedScopes: ['bank-payments:write'] }
  expect(await runJson('integration', 'approve', ...id, ...elevated)).toEqual(both)
  expect(await runJson('integration', 'revoke', ...id, ...elevated)).toEqual(approved)
  const none = { ...approved, machineToMachine: false }
  expect(await runJson('integration', 'revoke', ...id, '--machine-to-machine')).toEqual(none)
  expect(await own.token(MACHINE)).toMatchObject({ status: 400 })
  expect(await own.token(GENERAL)).toMatchObject({ status: 200 })
})

test('what was changed since it was listed is not approved', async () => {
  const own = await create('--scopes', 'agency-companies:read')
  const listed = async () => {
    const { integrations } = await runJson('integration', 'list')
    return integrations.find(({ id }: { id: string }) => id === own.id)
  }
  const { seen } = await listed()
  const form = { name: 'Kassan', description: '', mode: 'test', redirectUris: [] }
  await service.operate((call) =>
    changeIntegration(call, { ...form, id: own.id, scopes: 'agency-companies:read agency-users:write' }),
  )
  const approve = ['integration', 'approve', '--id', own.id, '--machine-to-machine']
  const refused = await run(...approve, '--seen', seen)
  expect([refused.code === 0, refused.stderr]).toEqual([false, expect.stringMatching(/changed since you read it/)])
  expect(await own.token(MACHINE)).toMatchObject({ status: 400 })
  const approved = await run(...approve, '--seen', (await listed()).seen)
  expect([approved.code, approved.stdout]).toEqual([0, expect.stringContaining('agency-users:write')])
  expect(await own.token(MACHINE)).toMatchObject({ status: 200 })
})

test('secrets are exchanged', async () => {
  const own = await create('--scopes', 'accounting')
  const id = ['--id', own.id]
  const added = await runJson('integration', 'secret', 'add', ...id)
  const renewed = integrationOf(service, { ...own, secret: added.clientSecret })
  const { secrets } = await runJson('integration', 'secret', 'list', ...id)
  const [first] = secrets.filter((one: { id: string }) => one.id !== added.id)
  expect([secrets.length, JSON.stringify(secrets)]).toEqual([2, expect.not.stringContaining('gbcs')])
  await runJson('integration', 'secret', 'revoke', ...id, '--secret', first.id)
  expect(await own.token(GENERAL)).toMatchObject({ status: 401 })
  expect(await renewed.token(GENERAL)).toMatchObject({ status: 200 })
})

test('what is wrong is said in a sentence', async () => {
  const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'
  const { email } = await newPerson(service)
  const create = ['integration', 'create', '--name', 'X', '--owner', email]
  const cases: [string[], RegExp][] = [
    [
      ['integration', 'create', '--name', 'X', '--owner', 'no@example.se', '--scopes', 'accounting'],
      /no user no@example/,
    ],
    [[...create, '--scopes', 'everything'], /scopes everything is not a scope/],
    [
      [...create, '--scopes', 'accounting', '--redirect-uri', 'http://example.se/'],
      /redirectUris\/0 must begin with https/,
    ],
    [[...create, '--scopes', 'accounting', '--mode', 'live'], /mode must be test or production/],
    [['integration', 'approve', '--id', unknown], /--production, --machine-to-machine or --elevated/],
    [['integration', 'approve', '--id', unknown, '--machine-to-machine'], /There is no integration/],
    [['integration', 'approve', '--id', 'x', '--machine-to-machine'], /x is not an id/],
    [['integration', 'revoke', '--id', unknown, '--machine-to-machine', '--elevated', 'x'], /one at a time/],
    [['integration', 'secret', 'revoke', '--id', unknown, '--secret', unknown], /no client secret/],
  ]
  const ended = await Promise.all(cases.map(([words]) => run(...words)))
  for (const [index, [words, sentence]] of cases.entries()) {
    expect([words, ended[index]?.stderr, ended[index]?.code]).toEqual([
      words,
      expect.stringMatching(sentence),
      expect.any(Number),
    ])
    expect(ended[index]?.code, words.join(' ')).not.toBe(0)
  }
})
