// Closing one's own account: what ends, what stays, and who cannot yet.
import { generateSync } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessAdmin } from '#access'
import { addMember, createAgency, identityContribution, type Tenant } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { Role } from '#rule/roles'
import { newAgency } from '#support/callers'
import { checked } from '#support/checked'
import { ok } from '#support/entries'
import { forgetMails, linkTo, mailsTo, recordedEventsOf } from '#support/outbox'
import { asMember, owned } from '#support/owned'
import { mark, marksByTable } from '#support/reading/marks'
import { anEntry, type Service, START, startService } from '#support/service'
import { cookieOf, newPerson, newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const PATH = '/account/close'

const close = async (visitor: Visitor, fields: Record<string, string> = {}): Promise<Page> =>
  visitor.submit(await visitor.get(PATH), { password: PASSWORD, ...fields }, { action: PATH })

const join = (tenant: Tenant, personId: string, role: Role) =>
  service.operate((call) => addMember(call, { tenant, personId, role }))

const newCompany = async (): Promise<Tenant> => ({ type: 'company', id: (await service.newCompany()).id })

const countOf = async (table: ReturnType<typeof sql>, personId: string): Promise<number> =>
  (await service.database.rows(sql`select from ${table} where person_id = ${personId}`)).length

test('ends the login, the memberships, the integrations and what was begun; the name stays in the history', async () => {
  const { person, visitor } = await newPersonInside(service)
  const tenant = await newCompany()
  const owner = await newPerson(service)
  await join(tenant, owner.id, 'owner')
  await join(tenant, person.id, 'owner')
  const form = { name: 'Kassan', description: 'Kassor', mode: 'test', redirectUris: [], scopes: 'accounting' }
  const { id } = await service.operate((call) => accessAdmin.createIntegration(call, { ...form, ownerId: person.id }))
  const cookie = cookieOf(visitor)
  const api = (path: string, init: RequestInit = {}, headers = {}) =>
    fetch(`${service.base}${path}`, { ...init, headers: { cookie, ...headers } })
  const { session } = (await (await api('/me')).json()) as { session: { csrfToken: string } }
  const asPage = { 'csrf-token': session.csrfToken, 'content-type': 'application/json' }
  await api('/me/drafts/customer:new', { method: 'PUT', body: '{"content":"x"}' }, asPage)
  expect(await countOf(sql`desk.draft`, person.id)).toBe(1)

  const told = (await visitor.get(PATH)).text
  for (const sentence of ['företag eller den byrå', 'Din integration tas bort', 'API-nycklar', 'med ditt namn'])
    expect(told).toContain(sentence)
  expect((await close(visitor)).text).toContain('Kontot är avslutat')

  expect((await api('/me')).status).toBe(401)
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(400)
  for (const table of [sql`identity.company_member`, sql`identity.session`, sql`identity.device`, sql`desk.draft`])
    expect(await countOf(table, person.id)).toBe(0)
  const kept = await service.database.one<object>(sql`
    select name, email, password_hash as password from identity.person where id = ${person.id}`)
  expect(kept).toEqual({ name: person.name, email: null, password: null })
  const ended = await service.database.one<{ over: boolean }>(sql`
    select ended_at is not null as over from access.integration where id = ${id}`)
  expect(ended.over).toBe(true)
  expect(await recordedEventsOf(service, person.id)).toEqual(
    expect.arrayContaining(['member.removed', 'person.closed', 'integration.revoked']),
  )
  const [removed] = await service.database.rows<object>(sql`
    select actor_name as by, detail ->> 'name' as name from platform.history
    where company_id = ${tenant.id} and what = 'member.removed'`)
  expect(removed).toEqual({ by: person.name, name: person.name })
  expect((await mailsTo(service, person.email)).map(({ subject }) => subject)).toEqual(['Ditt konto är avslutat'])
})

test('what others were answered about the account under a key is said no more', async () => {
  const { person, visitor } = await newPersonInside(service)
  const company = await owned(service, { name: 'Bygg AB' })
  await join({ type: 'company', id: company.id }, person.id, 'bookkeeper')
  const change = () =>
    company.as('PATCH', `/members/${person.id}`, { role: 'administrator' }, { 'idempotency-key': 'roll' })
  const first = await change()
  expect(first.status).toBe(200)
  expect(first.text).toContain(person.email)
  expect((await change()).text).toBe(first.text)
  await close(visitor)
  const again = await change()
  expect([again.status, again.body.code, again.text.includes(person.email)]).toEqual([410, 'gone', false])
})

test('takes back what the person has invited others to, as a member and through an agency', async () => {
  const { person, visitor } = await newPersonInside(service)
  const company = await owned(service)
  const client = await owned(service)
  const agency: Tenant = { type: 'agency', id: (await newAgency(service, [client.id])).id }
  await join(agency, (await newPerson(service)).id, 'administrator')
  await join(agency, person.id, 'administrator')
  await join({ type: 'company', id: company.id }, person.id, 'administrator')
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  const links: [companyId: string, email: string, link: string][] = []
  for (const one of [company, client]) {
    const as = asMember(one, { cookie, 'csrf-token': session.csrfToken })
    const email = `till.${one.id}@example.com`
    ok(await as('POST', '/invitations', { email, role: 'administrator' }))
    links.push([one.id, email, await linkTo(service, email)])
  }
  expect((await close(visitor)).text).toContain('Kontot är avslutat')
  for (const [companyId, email, link] of links) {
    expect((await newVisitor(service).get(link)).text).toContain('tagits tillbaka')
    const told = await service.database.rows<object>(sql`
      select actor_name as by, detail ->> 'email' as email from platform.history
      where company_id = ${companyId} and what = 'invitation.withdrawn'`)
    expect(told).toEqual([{ by: person.name, email }])
  }
})

test('the address may have another account, which has nothing of the first', async () => {
  const { person, visitor } = await newPersonInside(service)
  await close(visitor)
  const again = newVisitor(service)
  const fields = { name: 'Karin Ny', email: person.email, password: PASSWORD }
  await again.submit(await again.get('/signup'), fields, { action: '/signup' })
  const confirm = await again.get(await linkTo(service, person.email))
  expect((await again.submit(confirm, { password: PASSWORD })).url).toBe('/account')
  const people = await service.database.rows<{ id: string }>(sql`
    select id from identity.person where email = ${person.email}`)
  expect(people.map(({ id }) => id === person.id)).toEqual([false])
})

test('requires another owner of the company, or administrator of the agency, except for a test company', async () => {
  const { person, visitor } = await newPersonInside(service)
  const company = await newCompany()
  const { id } = await service.operate((call) =>
    createAgency(call, { name: 'Byrån AB', organizationNumber: '559999-0008' }),
  )
  const agency: Tenant = { type: 'agency', id }
  await join(company, person.id, 'owner')
  await join(agency, person.id, 'administrator')
  const page = await visitor.get(PATH)
  expect([page.status, page.text.includes(`/companies/${company.id}/settings/members`)]).toEqual([409, true])
  expect(page.text).toContain('Du är den enda administratören')
  // Not by a form that was read before, either.
  const csrf = /name="csrf" value="([^"]+)"/.exec((await visitor.get('/account')).text)?.[1] ?? ''
  expect((await visitor.post(PATH, { csrf, password: PASSWORD })).location).toBe(PATH)
  expect((await visitor.get('/account')).status).toBe(200)

  const other = await newPerson(service)
  await join(agency, other.id, 'administrator')
  await service.database.rows(sql`update identity.company set is_test = true where id = ${company.id}`)
  expect((await close(visitor)).text).toContain('Kontot är avslutat')
})

test('of two owners who close their accounts at once, one stays', async () => {
  const tenant = await newCompany()
  const people = await Promise.all([1, 2].map(() => newPersonInside(service)))
  for (const { person } of people) await join(tenant, person.id, 'owner')
  const pages = await Promise.all(people.map(({ visitor }) => visitor.get(PATH)))
  const answers = await Promise.all(
    people.map(({ visitor }, place) => visitor.submit(pages[place] as Page, { password: PASSWORD }, { action: PATH })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
})

test('takes the password, and the code where the second step is on', async () => {
  const { visitor } = await newPersonInside(service)
  expect((await close(visitor, { password: 'fel' })).status).toBe(400)
  const offer = await visitor.get('/account/second-factor')
  const secret = (/<code>([A-Z2-7 ]+)<\/code>/.exec(offer.text)?.[1] ?? '').replaceAll(' ', '')
  const code = () => generateSync({ secret, epoch: Math.floor(service.now().getTime() / 1000) })
  await visitor.submit(offer, { code: code(), password: PASSWORD }, { action: '/account/second-factor' })
  service.setNow(new Date(START.getTime() + 60_000))
  const wrong = await close(visitor, { code: '000000' })
  expect([wrong.status, wrong.text.includes('Lösenordet eller koden stämmer inte')]).toEqual([400, true])
  expect((await close(visitor, { code: code() })).text).toContain('Kontot är avslutat')
})

test('the database takes no membership and no session of a closed account', async () => {
  const { person, visitor } = await newPersonInside(service)
  await close(visitor)
  const { id: companyId } = await newCompany()
  const insert = service.database.rows(sql`
    insert into identity.company_member (company_id, person_id, role, created_at)
    values (${companyId}, ${person.id}, 'reader', ${START})`)
  await expect(insert).rejects.toMatchObject({ code: 'GB082' })
  const session = service.database.rows(sql`
    insert into identity.session (id, person_id, secret_digest, created_at, last_used_at, from_address, agent)
    values (${newId()}, ${person.id}, ${Buffer.from('x')}, ${START}, ${START}, '', '')`)
  await expect(session).rejects.toMatchObject({ code: 'GB082' })
  const joined = join({ type: 'company', id: companyId }, person.id, 'reader')
  await expect(joined).rejects.toThrow(`There is no person ${person.id}`)
})

test('the address is found nowhere once the last mail is forgotten, the name only in books and history', async () => {
  const name = mark('person')
  const email = `${mark('address')}@example.com`
  const next = `${mark('next')}@example.com`
  const person = await newPerson(service, { name, email })
  const company = await owned(service)
  await join({ type: 'company', id: company.id }, person.id, 'bookkeeper')
  const visitor = newVisitor(service)
  await visitor.logIn(email, 'fel lösenord')
  await visitor.logIn(email, PASSWORD)
  await visitor.submit(await visitor.get('/account'), { email: next, proof: PASSWORD }, { action: '/account/email' })
  const forgetful = newVisitor(service)
  await forgetful.submit(await forgetful.get('/reset'), { email }, { action: '/reset' })
  const inviting = await owned(service)
  ok(await inviting.as('POST', '/invitations', { email, role: 'reader' }))
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  const as = asMember(company, { cookie, 'csrf-token': session.csrfToken })
  const { id } = ok(await as('POST', '/journal-entries', anEntry({ title: 'Hyra' })))
  ok(await as('POST', `/journal-entries/${id}/comments`, { content: 'Kvittot kom i dag' }))
  expect((await close(visitor)).text).toContain('Kontot är avslutat')
  await forgetMails(service, new Date(service.now().getTime() + 8 * 86_400_000))
  expect(
    await service.database.rows(sql`
    select kind, company_id as "companyId" from platform.event where detail::text ilike '%zlqxaddress%'`),
  ).toEqual([
    // Another company has asked that address, and its history says so.
    { kind: 'invitation.sent', companyId: inviting.id },
  ])
  const left = [...(await marksByTable(service))].flatMap(([table, marks]) =>
    [...marks].map((one) => `${table} ${one}`),
  )
  expect(left).toEqual([
    'identity.invitation zlqxaddress',
    'identity.person zlqxperson',
    'ledger.journal_entry zlqxperson',
    'ledger.journal_entry_comment zlqxperson',
    'platform.event zlqxaddress',
    'platform.event zlqxperson',
  ])
  await identityContribution.forgetOldVisits(service.database, new Date(service.now().getTime() + 60 * 86_400_000))
  expect((await marksByTable(service)).has('identity.invitation')).toBe(false)
})
