// Registering integrations, changing them, and what is refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessAdmin, accessService, endIntegration, findIntegration } from '#access'
import { sql } from '#platform/sql'
import { changeIntegration } from '#server/access/registration'
import { CALLBACK, historyOf, newIntegration } from '#support/integration'
import { type Service, startService } from '#support/service'
import { newPerson } from '#support/visitor'

let service: Service
let ownerId: string

beforeAll(async () => {
  service = await startService()
  ownerId = (await newPerson(service)).id
})

afterAll(() => service.close())

const form = (changes: Record<string, unknown> = {}) => ({
  name: 'Kassan',
  description: 'Dagskassor',
  mode: 'test',
  redirectUris: [CALLBACK],
  scopes: 'uploads:read',
  ...changes,
})
const create = (changes: Record<string, unknown> = {}) =>
  service.operate((call) => accessAdmin.createIntegration(call, { ...form(changes), ownerId }))

describe('a registration', () => {
  test('is kept, with one secret of which only the digest is', async () => {
    const { id, clientSecret } = await create({ scopes: 'accounting agency-todos:read', mode: 'production' })
    expect(clientSecret).toMatch(/^gbcs_[0-9a-f]{32}_[\w-]{43}$/)
    const kept = await findIntegration({ db: service.database }, { id, ownerId })
    expect(kept).toMatchObject({ name: 'Kassan', mode: 'production', redirectUris: [CALLBACK], endedAt: null })
    expect(kept.scopes).toContain('agency-todos:read')
    expect(kept.scopes).not.toContain('accounting')
    expect(await service.operate((call) => accessAdmin.listSecrets(call, { integrationId: id }))).toHaveLength(1)
    const { rows } = await service.database.one<{ rows: string }>(sql`
      select concat((select json_agg(i)::text from access.integration i where id = ${id}),
        (select json_agg(s)::text from access.client_secret s where integration_id = ${id}),
        (select json_agg(h)::text from platform.history h)) as rows`)
    expect(rows).toContain(id)
    expect(rows).not.toContain(clientSecret.slice(-43))
  })

  const cases: [string, Record<string, unknown>, string][] = [
    ['an empty name', { name: ' ' }, '#/name'],
    ['a long name', { name: 'x'.repeat(101) }, '#/name'],
    ['a control character in its name', { name: 'a\u0007b' }, '#/name'],
    ['text that is turned round', { name: 'a\u202eb' }, '#/name'],
    ['a line break in its name', { name: 'a\nb' }, '#/name'],
    ['a long description', { description: 'x'.repeat(1001) }, '#/description'],
    ['an unknown mode', { mode: 'live' }, '#/mode'],
    ['a wrong address', { redirectUris: [CALLBACK, 'http://example.se/'] }, '#/redirectUris/1'],
    ['an address twice', { redirectUris: [CALLBACK, CALLBACK] }, '#/redirectUris'],
    [
      'too many addresses',
      { redirectUris: Array.from({ length: 21 }, (_, at) => `${CALLBACK}/${at}`) },
      '#/redirectUris',
    ],
    ['no scopes', { scopes: ' ' }, '#/scopes'],
    ['an unknown scope', { scopes: 'uploads:read everything' }, '#/scopes'],
  ]
  test.each(cases)('with %s is refused', async (_, changes, field) => {
    await expect(create(changes)).rejects.toMatchObject({
      message: 'Validation failed with 1 error',
      errors: [{ field }],
    })
  })

  test('of an earlier version tells nothing of a scope that opens nothing', async () => {
    const { id } = await create()
    await service.database.rows(sql`
      update access.integration set scopes = scopes || '{agency-permissions:write}'::text[] where id = ${id}`)
    expect((await findIntegration({ db: service.database }, { id, ownerId })).scopes).toEqual(['uploads:read'])
  })

  test('may do without addresses, and have lines in its description', async () => {
    expect(await create({ redirectUris: [], description: 'En rad\nen till' })).toHaveProperty('clientSecret')
  })

  test('is changed by its owner, and listed until it ends', async () => {
    const own = await newIntegration(service)
    const changed = await service.operate((call) =>
      changeIntegration(call, { ...form({ name: 'Nya kassan' }), id: own.id }),
    )
    expect(changed).toMatchObject({ id: own.id, name: 'Nya kassan', scopes: ['uploads:read'] })
    const listed = () =>
      service.operate((call) => accessService.listIntegrations(call, { ownerId: own.ownerId, limit: 10 }))
    expect((await listed()).map(({ id }) => id)).toEqual([own.id])
    const reading = findIntegration({ db: service.database }, { id: own.id, ownerId })
    await expect(reading).rejects.toThrow('There is no integration')
    await service.operate((call) => endIntegration(call, { id: own.id }))
    await service.operate((call) => endIntegration(call, { id: own.id }))
    expect(await listed()).toEqual([])
    const late = service.operate((call) => changeIntegration(call, { ...form(), id: own.id }))
    await expect(late).rejects.toThrow('has ended')
    const told = (await historyOf(service, {})).filter(({ detail }) => detail.integrationId === own.id)
    expect(told.map(({ what }) => what)).toEqual([
      'integration.created',
      'integration.secret-added',
      'integration.changed',
      'integration.revoked',
    ])
  })
})
