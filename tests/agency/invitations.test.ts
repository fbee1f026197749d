// Invitations: who may be asked, the mail with its link, the page behind it, and what becomes of links that are over.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addClientCompany, addMember, identityContribution, invite, roleIn } from '#identity'
import { newId } from '#platform/id'
import { newIntegration } from '#support/callers'
import { linkTo, mailsTo } from '#support/outbox'
import { type Service, startService, type TestCompany } from '#support/service'
import { newPerson, newVisitor, PASSWORD } from '#support/visitor'
import { asToken, faultsOf, type Member, newMember, newStaffedAgency, ok, type Requests, said } from './support.ts'

const DAY_MS = 24 * 60 * 60 * 1000

let service: Service
let api: Requests
let agency: { id: string; path: string; administrator: Member }
let client: TestCompany
let owner: Member
/** The agency's own invitations, and those of its client company. */
let places: Record<'agency' | 'company', { path: string; tenant: { type: 'agency' | 'company'; id: string } }>

beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  client = await service.newCompany({ name: 'Klienten AB' })
  agency = await newStaffedAgency(service, [client.id])
  owner = await newMember(service, { type: 'company', id: client.id }, 'owner')
  api = asToken(service, (await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })).token)
  places = {
    agency: { path: `${agency.path}/invitations`, tenant: { type: 'agency', id: agency.id } },
    company: { path: `${agency.path}/companies/${client.id}/invitations`, tenant: { type: 'company', id: client.id } },
  }
})

let count = 0
const newEmail = () => {
  count += 1
  return `ny${count}@example.com`
}
const roleOf = (personId: string, kind: 'agency' | 'company') =>
  service.operate((call) => roleIn(call, personId, places[kind].tenant))

describe('limits', () => {
  const LIMIT_TO = 10
  const LIMIT_BY = 200
  const TOO_MANY = /^Too many invitations went to this address, or from this sender; try again in \d+ seconds$/

  test('an address gets ten in all, from any senders, and then at growing intervals', async () => {
    const email = newEmail()
    const ask = async (spelling: string, headers: Record<string, string> = {}) => {
      const answer = await api.post(places.agency.path, { email: spelling }, headers)
      if (answer.status === 200) ok(await api.delete(`${places.agency.path}/${answer.body.id}`))
      return answer
    }
    for (let sent = 0; sent < LIMIT_TO; sent += 1) {
      const spelling = sent % 2 === 0 ? email : email.toUpperCase()
      expect((await ask(spelling)).status).toBe(200)
    }
    const underKey = { 'idempotency-key': 'one-too-many' }
    const refused = await ask(email, underKey)
    expect([refused.status, refused.body.code]).toEqual([429, 'rate-limit-exceeded'])
    expect(refused.body.message).toMatch(TOO_MANY)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(refused.headers.get('service-ratelimit-retryafter')).toBe('600')
    // Nor does another agency's integration mail it; another person still gets theirs.
    const elsewhere = await newStaffedAgency(service)
    const other = asToken(
      service,
      (await (await newIntegration(service)).connect({ type: 'agency', id: elsewhere.id })).token,
    )
    expect((await other.post(`${elsewhere.path}/invitations`, { email })).status).toBe(429)
    expect((await ask(newEmail())).status).toBe(200)
    const begun = service.now()
    service.setNow(new Date(begun.getTime() + 600_000))
    // The same request under the same key: that is what the refusal asks for.
    const later = await ask(email, underKey)
    expect([later.status, later.headers.get('idempotent-replayed')]).toEqual([200, null])
    service.setNow(begun)
  })

  test('an agency sends so many, to itself and to its client companies', async () => {
    const sent = Array.from({ length: LIMIT_BY }, newEmail)
    await service.operate(async (call) => {
      const inviter = { kind: 'user', id: owner.id, name: owner.name }
      for (const email of sent) {
        await invite(call, { tenant: places.company.tenant, email, inviter, sender: agency.id })
      }
    })
    const refused = await api.post(places.agency.path, { email: newEmail() })
    expect([refused.status, refused.body.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'rate-limit-exceeded',
      '10',
    ])
    expect((await api.post(places.company.path, { email: newEmail() })).status).toBe(429)
  })
})

describe.each(['agency', 'company'] as const)('to an address that has no account, by the %s', (kind) => {
  const became = kind === 'agency' ? 'consultant' : 'bookkeeper'

  test('is pending until the link of its mail is opened, where a newcomer makes an account and is in', async () => {
    const { path } = places[kind]
    const email = newEmail()
    const made = ok(await api.post(path, { email }))
    expect(made).toMatchObject({ id: expect.any(String), email, status: 'pendingInvitation' })
    expect(ok(await api.get(path)).items).toEqual([made])
    const visitor = newVisitor(service)
    const page = await visitor.get(await linkTo(service, email))
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(email)])
    const wrong = await visitor.submit(page, { name: ' ', password: 'kort' }, { action: '/invitation/new' })
    expect(wrong.status).toBe(400)
    await visitor.submit(wrong, { name: 'Nils Ny', password: PASSWORD }, { action: '/invitation/new' })
    const [user] = ok(await api.get(path.replace('invitations', 'users'))).items
    expect(user).toMatchObject({ email, name: 'Nils Ny' })
    expect(await roleOf(user.id, kind)).toBe(became)
    expect((await visitor.get('/account')).text).toContain('Nils Ny')
    expect(ok(await api.get(path)).items).toEqual([])
    const again = await newVisitor(service).get(await linkTo(service, email))
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('redan besvarad')])
  })

  test('may be withdrawn, runs out after seven days, and only one at a time is pending', async () => {
    const { path } = places[kind]
    const email = newEmail()
    const { id } = ok(await api.post(path, { email }))
    expect(said(await api.post(path, { email: email.toUpperCase() }))).toEqual([
      400,
      'operation-not-allowed',
      `The invitation ${id} to this address is already pending`,
    ])
    ok(await api.delete(`${path}/${id}`))
    expect((await api.delete(`${path}/${id}`)).status).toBe(404)
    expect(ok(await api.get(path)).items).toEqual([])
    const withdrawn = await newVisitor(service).get(await linkTo(service, email))
    expect([withdrawn.status, withdrawn.text]).toEqual([404, expect.stringContaining('tagits tillbaka')])
    ok(await api.post(path, { email }))
    const begun = service.now()
    service.setNow(new Date(begun.getTime() + 7 * DAY_MS))
    const expired = await newVisitor(service).get(await linkTo(service, email))
    expect([expired.status, expired.text]).toEqual([404, expect.stringContaining('för gammal')])
    service.setNow(begun)
  })
})

describe('to a person with an account', () => {
  test('asks them to join a company as well, by a mail to the owner of the account', async () => {
    const person = await newPerson(service, { name: 'Berit Bok' })
    const made = ok(await api.post(places.company.path, { email: person.email.toUpperCase() }))
    expect(made).toMatchObject({ email: person.email.toUpperCase(), status: 'pendingInvitation' })
    expect(await roleOf(person.id, 'company')).toBeNull()
    expect(ok(await api.get(places.company.path)).items).toEqual([made])
    // The spelling requested does not matter: the mail goes to the holder of the account.
    expect(await mailsTo(service, person.email.toUpperCase())).toEqual([])
    expect(await mailsTo(service, person.email)).toMatchObject([{ subject: 'Inbjudan till Klienten AB' }])
    ok(await api.delete(`${places.company.path}/${made.id}`))
  })

  test('asks them to join an agency, as whom they must be logged in', async () => {
    const person = await newPerson(service)
    ok(await api.post(places.agency.path, { email: person.email }))
    const link = await linkTo(service, person.email)
    const other = newVisitor(service)
    await other.logIn((await newPerson(service)).email, PASSWORD)
    const refused = await other.get(link)
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('för någon annan')])
    expect(await roleOf(person.id, 'agency')).toBeNull()
    expect((await other.submit(refused, {})).url).toContain('/login?next=%2Finvitation')
    const visitor = newVisitor(service)
    const login = await visitor.get(link)
    expect(login.url).toContain('/login')
    const asked = await visitor.submit(login, { email: person.email, password: PASSWORD }, { action: '/login' })
    expect(asked.text).toContain('bjuder in dig')
    await visitor.submit(asked, {}, { action: '/invitation' })
    expect(await roleOf(person.id, 'agency')).toBe('consultant')
  })
})

describe('the inviter', () => {
  test('is the owner unless another one who may manage users is named', async () => {
    const administrator = await newMember(service, { type: 'company', id: client.id }, 'administrator')
    const bookkeeper = await newMember(service, { type: 'company', id: client.id }, 'bookkeeper')
    const fault = 'must be a member of the company who may manage users: an owner or an administrator'
    for (const inviterUserId of [bookkeeper.id, agency.administrator.id, newId()]) {
      const answer = await api.post(places.company.path, { email: newEmail(), inviterUserId })
      expect(faultsOf(answer)).toEqual({ '#/inviterUserId': fault })
    }
    const email = newEmail()
    ok(await api.post(places.company.path, { email, inviterUserId: administrator.id }))
    expect((await mailsTo(service, email))[0]?.text).toContain(administrator.name)
  })

  test('has to be named where a company has no owner', async () => {
    const orphan = await service.newCompany()
    await service.operate((call) => addClientCompany(call, { agencyId: agency.id, companyId: orphan.id }))
    const path = `${agency.path}/companies/${orphan.id}/invitations`
    expect(faultsOf(await api.post(path, { email: newEmail() }))).toEqual({
      '#/inviterUserId': 'is required: the company has no owner',
    })
    const administrator = await newMember(service, { type: 'company', id: orphan.id }, 'administrator')
    ok(await api.post(path, { email: newEmail(), inviterUserId: administrator.id }))
  })
})

test('what is not an address is refused, and an unknown link says so', async () => {
  for (const { path } of Object.values(places)) {
    expect(faultsOf(await api.post(path, { email: 'anna' }))).toEqual({ '#/email': 'must be an e-mail address' })
    expect(faultsOf(await api.post(path, {}))).toEqual({ '#/email': 'is required' })
    expect((await api.delete(`${path}/${newId()}`)).status).toBe(404)
  }
  const email = newEmail()
  ok(await api.post(places.agency.path, { email }))
  const link = await linkTo(service, email)
  const other = `${link.slice(0, -2)}${link.endsWith('AA') ? 'BA' : 'AA'}`
  for (const wrong of ['/invitation', '/invitation?token=x', other]) {
    expect((await newVisitor(service).get(wrong)).status).toBe(404)
  }
})

test('the address of one that is long over is forgotten', async () => {
  const email = newEmail()
  ok(await api.post(places.agency.path, { email }))
  const link = await linkTo(service, email)
  const asked = async (days: number) => {
    await identityContribution.forgetOldVisits(service.database, new Date(service.now().getTime() + days * DAY_MS))
    return (await newVisitor(service).get(link)).text
  }
  expect(await asked(36)).toContain(email)
  expect(await asked(37)).toContain('ingen inbjudan')
})

test('two who open one link at once become one account', async () => {
  const email = newEmail()
  ok(await api.post(places.agency.path, { email }))
  const link = await linkTo(service, email)
  const visitors = [newVisitor(service), newVisitor(service)]
  const pages = await Promise.all(visitors.map((visitor) => visitor.get(link)))
  await Promise.all(
    visitors.map((visitor, index) => {
      const page = pages[index]
      return page && visitor.submit(page, { name: 'Nils Ny', password: PASSWORD }, { action: '/invitation/new' })
    }),
  )
  const users = ok(await api.get(`${agency.path}/users`)).items.filter((user: Member) => user.email === email)
  expect(users).toHaveLength(1)
})

test('a person removed from the agency has nothing left to accept there', async () => {
  const foreign = await service.newCompany()
  const elsewhere = await newStaffedAgency(service, [foreign.id])
  const theirs = asToken(
    service,
    (await (await newIntegration(service)).connect({ type: 'agency', id: elsewhere.id })).token,
  )
  const email = newEmail()
  ok(await api.post(places.company.path, { email }))
  const link = await linkTo(service, email)
  await newMember(service, { type: 'company', id: foreign.id }, 'owner')
  ok(await theirs.post(`${elsewhere.path}/companies/${foreign.id}/invitations`, { email }))
  const { id } = await newPerson(service, { email: email.toUpperCase() })
  await service.operate((call) => addMember(call, { tenant: places.agency.tenant, personId: id, role: 'consultant' }))
  ok(await api.delete(`${agency.path}/users/${id}`))
  expect((await newVisitor(service).get(link)).text).toContain('tagits tillbaka')
  expect(ok(await api.get(places.company.path)).items).toEqual([])
  expect((await newVisitor(service).get(await linkTo(service, email))).url).toContain('/login')
})

test('a member who was added meanwhile stays what they are, and the invitation is over', async () => {
  const person = await newPerson(service)
  ok(await api.post(places.agency.path, { email: person.email }))
  await service.operate((call) =>
    addMember(call, { tenant: places.agency.tenant, personId: person.id, role: 'administrator' }),
  )
  const visitor = newVisitor(service)
  await visitor.logIn(person.email, PASSWORD)
  expect((await visitor.get(await linkTo(service, person.email))).text).toContain('tagits tillbaka')
  expect(ok(await api.get(places.agency.path)).items).toEqual([])
  expect(await roleOf(person.id, 'agency')).toBe('administrator')
})
