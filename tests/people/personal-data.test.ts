// The copy of what is stored about a person: that it has everything, nothing secret, and nothing of anybody else.
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessAdmin } from '#access'
import { addMember } from '#identity'
import { sql } from '#platform/sql'
import { personalParts } from '#server/desk/personal-copy'
import { command } from '#support/commands'
import { recordedEventsOf } from '#support/outbox'
import { type Service, startService } from '#support/service'
import { cookieOf, newPerson, newPersonInside, type Visitor } from '#support/visitor'

/** Drafts are sealed with it, and the command reads them. */
const SECRET = randomBytes(32)

let service: Service
beforeAll(async () => {
  service = await startService({ secretKeys: [SECRET] })
})
afterAll(() => service.close())

type Copy = { about: Record<string, string>; parts: { name: string; why: string; items: Record<string, unknown>[] }[] }

const fetched = (visitor: Visitor, headers: Record<string, string> = {}) =>
  fetch(`${service.base}/me/personal-data`, { headers: { cookie: cookieOf(visitor), ...headers } })

const copyOf = async (visitor: Visitor): Promise<Copy> => {
  const answer = await fetched(visitor)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
  expect(answer.headers.get('content-disposition')).toContain('attachment; filename="grundbok-')
  return (await answer.json()) as Copy
}

const partOf = ({ parts }: Copy, name: string) => parts.find((part) => part.name === name)?.items ?? []

test('tells what a person is, has, and has done, and is noted', async () => {
  const { person, visitor } = await newPersonInside(service)
  const { id } = await service.newCompany({ name: 'Bygg AB' })
  await service.operate((call) =>
    addMember(call, { tenant: { type: 'company', id }, personId: person.id, role: 'bookkeeper' }),
  )
  const form = { name: 'Kassan', description: 'Kassor', mode: 'test', redirectUris: [], scopes: 'accounting' }
  await service.operate((call) => accessAdmin.createIntegration(call, { ...form, ownerId: person.id }))
  const cookie = cookieOf(visitor)
  const { session } = (await (await fetch(`${service.base}/me`, { headers: { cookie } })).json()) as {
    session: { csrfToken: string }
  }
  await fetch(`${service.base}/me/drafts/customer:new`, {
    method: 'PUT',
    body: '{"content":"Halvfärdig kund"}',
    headers: { cookie, 'csrf-token': session.csrfToken, 'content-type': 'application/json' },
  })
  const copy = await copyOf(visitor)
  expect(copy.parts.map(({ name }) => name)).toEqual(personalParts.map(({ name }) => name))
  for (const { why } of copy.parts) expect(why.length).toBeGreaterThan(20)
  expect(partOf(copy, 'account')).toMatchObject([{ id: person.id, name: person.name, email: person.email }])
  expect(partOf(copy, 'memberships')).toMatchObject([{ kind: 'company', name: 'Bygg AB', role: 'bookkeeper' }])
  expect(partOf(copy, 'integrations')).toMatchObject([{ name: 'Kassan' }])
  expect(partOf(copy, 'drafts')).toMatchObject([{ key: 'customer:new', content: 'Halvfärdig kund' }])
  expect(partOf(copy, 'logins')).toMatchObject([{ kind: 'session' }, { kind: 'device' }])
  expect(partOf(copy, 'doings')).toMatchObject([{ what: 'login', name: person.name }])
  expect(copy.about.dinaRättigheter).toContain('imy.se')
  const again = await copyOf(visitor)
  expect(partOf(again, 'doings').map(({ what }) => what)).toEqual(['login', 'person.copied'])
  expect(await recordedEventsOf(service, person.id)).toContain('person.copied')
})

test('is in the language that is asked for, and only for the logged-in user', async () => {
  const { visitor } = await newPersonInside(service)
  const english = (await (await fetched(visitor, { 'accept-language': 'en' })).json()) as Copy
  expect(english.about.yourRights).toContain('imy.se')
  expect((await fetch(`${service.base}/me/personal-data`)).status).toBe(401)
  const { token } = await service.newCompany()
  const headers = { authorization: `Bearer ${token}` }
  expect((await fetch(`${service.base}/me/personal-data`, { headers })).status).toBe(403)
})

test('holds no word of anybody else, and no secret', async () => {
  const [{ person, visitor }, other] = [await newPersonInside(service), await newPerson(service, { name: 'Erik Alm' })]
  const { id } = await service.newCompany({ name: 'Gemensamma AB' })
  const tenant = { type: 'company', id } as const
  for (const { id: personId } of [person, other])
    await service.operate((call) => addMember(call, { tenant, personId, role: 'owner' }))
  const text = JSON.stringify(await copyOf(visitor))
  for (const foreign of [other.name, other.email, other.id]) expect(text).not.toContain(foreign)
  expect(text).not.toMatch(/digest|hash|sealed|"secret/i)
})

const asOperator = (words: string[]) => command(service, words, { SECRET_KEY: SECRET.toString('hex') })

test('the operator writes it to a file for a request by letter', async () => {
  const person = await newPerson(service, { language: 'en' })
  const output = `${service.folder}/copy.json`
  const words = ['user', 'copy', '--email', person.email, '--output', output, '--json']
  const said = await asOperator(words)
  expect(said.stderr).toBe('')
  expect([said.code, JSON.parse(said.stdout)]).toEqual([0, { id: person.id, file: output, size: expect.any(Number) }])
  const copy = JSON.parse(readFileSync(output, 'utf8')) as Copy
  expect(partOf(copy, 'account')).toMatchObject([{ email: person.email }])
  expect(copy.about.yourRights).toContain('imy.se')
  const { code, stderr } = await asOperator(words)
  expect([code, stderr]).toEqual([1, expect.stringContaining('cannot be written')])
  expect((await asOperator(['user', 'copy', '--email', 'unknown@example.com'])).code).toBe(1)
})

/** Columns that name a person, or an address of one: with `_id` behind them or without. */
const NAMES_SOMEBODY = new RegExp(
  `^(?:(?:.*_)?person_id|email|recipient|(?:${[
    'owner',
    'user',
    'actor',
    'granted_by',
    'accepted_by',
    'closed_by',
    'reopened_by',
    'reported_by',
    'set_by',
    'begun_by',
    'noted_by',
    'unused_by',
    'approved_by',
    'invited_by',
    'made_by',
    'signed_by',
  ].join('|')})(?:_id)?)$`,
)

/** Tables that refer to people and are not parts of the copy, with the reason. */
const elsewhere: Readonly<Record<string, RegExp>> = {
  'The doings tell who did it; the rest belongs to the books of the company':
    /^(?:ledger|vat|year_end|reminders|sales|banking|purchasing|mail_in|documents|archive|recurring|payroll)\./,
  'The same of what is reported to authorities': /^(?:tax_account|annual_report)\./,
  'The doings tell it': /^(?:agency\.template|operator\.verification|webhooks\.subscription|identity\.api_token)/,
  'The address of a company': /^identity\.company$/,
  'Owners there are companies and agencies': /^anchors\.head$/,
  'Who owns a company is told with its members': /^storage\.owner$/,
  'Answers to requests with a key, sealed, for a day': /^platform\.idempotency_key$/,
  'Ids of mails on their way': /^platform\.(?:job|mail_return)$/,
}

test('every table that names people is in the copy, or has a reason why not', async () => {
  const columns = await service.database.rows<{ table: string; column: string }>(sql`
    select c.table_schema || '.' || c.table_name as "table", c.column_name as "column"
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema not in ('pg_catalog', 'information_schema')`)
  const naming = new Set(columns.flatMap(({ table, column }) => (NAMES_SOMEBODY.test(column) ? [table] : [])))
  const told = new Set(personalParts.flatMap(({ tables }) => tables))
  const excused = Object.values(elsewhere)
  expect([...naming].filter((table) => !told.has(table) && !excused.some((rule) => rule.test(table)))).toEqual([])
  // Every part exists, and no exception is superfluous.
  const all = new Set(columns.map(({ table }) => table))
  expect([...told].filter((table) => !all.has(table))).toEqual([])
  expect(excused.filter((rule) => ![...naming].some((table) => rule.test(table)))).toEqual([])
})
