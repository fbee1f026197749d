// A thief with the log and a dump of the database: after a whole flow no secret of it stands there in clear.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeThrough, newOwner, pkce } from '#support/consent'
import { CALLBACK, newIntegration, VERIFIER } from '#support/integration'
import { request, type Service, startService } from '#support/service'
import { PASSWORD } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

type Column = { schema: string; name: string; column: string }

/** Every row of every table as text; bytes as they are, in hexadecimal and in base64. */
const dump = async (): Promise<{ text: string; tables: number }> => {
  const columns = await service.database.rows<Column>({
    text: `select c.table_schema as schema, c.table_name as name, c.column_name as column
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`,
    values: [],
  } as never)
  const parts = await Promise.all(
    columns.map(async ({ schema, name, column }) => {
      const rows = await service.database.rows<{ value: unknown }>({
        text: `select "${column}" as value from "${schema}"."${name}" where "${column}" is not null`,
        values: [],
      } as never)
      return rows.map(({ value }) =>
        Buffer.isBuffer(value)
          ? [value.toString('latin1'), value.toString('hex'), value.toString('base64')].join('\n')
          : typeof value === 'object'
            ? JSON.stringify(value)
            : String(value),
      )
    }),
  )
  return { text: parts.flat().join('\n'), tables: new Set(columns.map(({ schema, name }) => schema + name)).size }
}

test('no secret stands in clear in the log or in any column of any table', async () => {
  const kassan = await newIntegration(service)
  const owner = await newOwner(service)
  const { code = '' } = await codeThrough(owner, kassan, { ...pkce(VERIFIER), scope: 'accounting' })
  const first = await kassan.token({
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
  })
  const second = await kassan.refresh(first.body.refresh_token, { 'idempotency-key': 'a-key-of-the-client' })
  const bearer = { authorization: `Bearer ${second.body.access_token}` }
  const used = await request(`${service.base}/companies/${owner.company.id}/journal-entries`, { headers: bearer })
  expect([first.status, second.status, used.status]).toEqual([200, 200, 200])
  await kassan.post('/token/introspect', { token: second.body.access_token })
  await kassan.refresh(first.body.refresh_token)
  await owner.visitor.get(`/v1/token?grant_type=client_credentials&client_secret=${kassan.secret}`)
  await kassan.post('/token/revoke', { token: second.body.refresh_token })
  const secrets: Record<string, string> = {
    password: PASSWORD,
    'client secret': kassan.secret,
    code,
    'first access token': first.body.access_token,
    'first refresh token': first.body.refresh_token,
    'second access token': second.body.access_token,
    'second refresh token': second.body.refresh_token,
    'private token': owner.company.token,
    'PKCE verifier': VERIFIER,
    'session cookie': owner.visitor.cookies.get('session') ?? '',
  }
  const { text, tables } = await dump()
  const log = service.log.join('')
  expect(tables).toBeGreaterThan(20)
  // The dump is one indeed: what is no secret stands in it.
  for (const known of [kassan.id, owner.email, 'consent.granted']) expect(text).toContain(known)
  expect(log).toContain('/v1/authorize')
  for (const [name, secret] of Object.entries(secrets)) {
    expect(secret.length, name).toBeGreaterThan(8)
    const random = /^[a-z]+_[0-9a-f]{32}_(.{43})$/.exec(secret)?.[1] ?? secret
    for (const shape of [secret, random, Buffer.from(secret).toString('base64'), Buffer.from(random).toString('hex')]) {
      expect(text.includes(shape), `${name} in the database`).toBe(false)
      expect(log.includes(shape), `${name} in the log`).toBe(false)
    }
  }
})
