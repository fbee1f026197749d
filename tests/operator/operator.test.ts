// Those who run the service: who they are, what they reach, what they do, and that all of it is told.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rows } from '#app'
import { setOperator } from '#identity'
import { queueMail } from '#platform/mail'
import { sql } from '#platform/sql'
import { asking, logInAs } from '#support/calling'
import { newRunner } from '#support/jobs'
import { happenings, mailsTo } from '#support/outbox'
import { anEntry, type Service, START, startService } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD } from '#support/visitor'
import { booksJob } from '#verification-job'

let service: Service
let person: { id: string; name: string }
let ask: ReturnType<typeof asking>

beforeAll(async () => {
  service = await startService()
  const { id } = await service.newCompany()
  const found = await logInAs(service, { type: 'company', id }, 'owner')
  person = found.person
  ask = asking(service.base, found.headers)
  await operator(person.id, true)
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${person.id}`)
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const operator = (personId: string, isOperator: boolean) =>
  service.operate((call) => setOperator(call, { personId, isOperator }))

const operated = rows.filter((row) => row.operators)
const ID = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'

/** Every endpoint of operators, asked by somebody; the statuses and codes that come back. */
const answersTo = async (headers: Record<string, string>) => {
  const found = new Set<string>()
  for (const { method, path, example } of operated) {
    const { status, body } = await fetch(`${service.base}${path.replace(/\{\w+\}/g, ID)}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(method === 'GET' || method === 'DELETE' ? {} : { body: JSON.stringify(example?.body ?? {}) }),
    }).then(async (answer) => ({ status: answer.status, body: (await answer.json()) as { message: string } }))
    found.add(`${status} ${body.message}`)
  }
  return [...found]
}

describe('what is the operator’s', () => {
  test('is for nobody who has not logged in, for no token, and for nobody who does not run the service', async () => {
    expect(operated.length).toBeGreaterThan(20)
    const company = await service.newCompany()
    const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    expect(await answersTo({})).toEqual([expect.stringMatching(/^401 /)])
    expect(await answersTo({ authorization: `Bearer ${company.token}` })).toEqual([
      expect.stringMatching(/^403 Only people can do this/),
    ])
    expect(await answersTo(headers)).toEqual(['403 Only those who run the service can do this'])
  })

  test('waits for a login of two steps, and ends with the flag', async () => {
    const { id } = await service.newCompany()
    const { person: other, headers } = await logInAs(service, { type: 'company', id }, 'owner')
    await operator(other.id, true)
    const own = asking(service.base, headers)
    expect((await own('GET', '/me')).body.session.operates).toBe('needsProof')
    expect(await answersTo(headers)).toEqual([expect.stringMatching(/^403 Log in with a code or a passkey/)])
    await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${other.id}`)
    expect((await own('GET', '/operator/health')).status).toBe(200)
    await operator(other.id, false)
    expect((await own('GET', '/operator/health')).status).toBe(403)
  })
})

describe('an account', () => {
  test('is found, locked with its sessions, and opened again; its owner is told, and the history has it', async () => {
    const { person: anna, visitor } = await newPersonInside(service)
    const { items } = (await ask('GET', `/operator/people?query=email==${anna.email}`)).body
    expect(items).toMatchObject([{ id: anna.id, sessions: 1, hasSecondFactor: false, lockedDateTime: null }])
    const locked = await ask('POST', `/operator/people/${anna.id}/lock`)
    expect(locked.body).toMatchObject({ sessions: 0, lockedDateTime: expect.any(String) })
    expect((await visitor.get('/account')).url).toContain('/login')
    expect((await newVisitor(service).logIn(anna.email, PASSWORD)).status).toBe(403)
    await ask('POST', `/operator/people/${anna.id}/unlock`)
    expect((await newVisitor(service).logIn(anna.email, PASSWORD)).url).toBe('/account')
    const subjects = (await mailsTo(service, anna.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Ditt konto är upplåst', 'Ditt konto är låst'])
    const told = (await ask('GET', '/operator/history?pageSize=2&query=what~person')).body.items
    expect(told).toMatchObject([
      { what: 'person.unlocked', actorName: person.name },
      { what: 'person.locked', actorName: person.name },
    ])
    expect(await happenings(service, person.id)).toContain('person.locked')
  })

  test('of one’s own is locked by somebody else', async () => {
    expect((await ask('POST', `/operator/people/${person.id}/lock`)).body.code).toBe('operation-not-allowed')
  })
})

test('a company has its plan from the next request on', async () => {
  const company = await service.newCompany()
  const plan = { plan: 'Basic', addons: [], expiresOn: '2027-12-31', trialEndsOn: null }
  expect((await ask('POST', `/operator/companies/${company.id}/plan`, plan)).body).toEqual(plan)
  const { items } = (await ask('GET', '/operator/companies?query=plan==Basic')).body
  expect(items).toMatchObject([{ id: company.id, ...plan, isExpired: false }])
  expect((await company.get('/customers')).status).toBe(403)
  const gone = await ask('POST', `/operator/companies/${ID}/plan`, plan)
  expect([gone.status, gone.body.code]).toEqual([404, 'not-found'])
})

test('a mail that has failed is sent again, with its job', async () => {
  await service.operate((call) => queueMail(call, { to: 'borta@example.com', subject: 'Prov', text: 'Prov' }))
  await service.database.rows(sql`
    update platform.mail set failed_at = now(), last_error = '550' where recipient = 'borta@example.com'`)
  await service.database.rows(sql`update platform.job set failed_at = now() where kind = 'mail.send'`)
  const [mail] = (await ask('GET', '/operator/mails?query=state==failed')).body.items
  expect(mail).toMatchObject({ to: 'borta@example.com', lastError: '550' })
  expect((await ask('POST', `/operator/mails/${mail.id}/send-again`)).body).toEqual({ retried: 1 })
  expect((await ask('GET', `/operator/mails?query=to==${mail.to}`)).body.items).toMatchObject([{ state: 'waiting' }])
  const jobs = await service.database.rows(sql`
    select from platform.job where payload ->> 'id' = ${mail.id} and failed_at is null`)
  expect(jobs).toHaveLength(1)
})

test('verification runs in the background, tells how far it has come, and names what is wrong', async () => {
  const company = await service.newCompany({ name: 'Lagat AB' })
  await company.post('/journal-entries', anEntry())
  await service.database.transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(sql`update ledger.journal_entry set title = 'Ändrad' where company_id = ${company.id}`)
  })
  const begun = (await ask('POST', '/operator/verifications')).body
  expect(begun).toMatchObject({ state: 'running', companies: null, begunBy: person.name })
  expect((await ask('POST', '/operator/verifications')).status).toBe(409)
  const runner = newRunner(service, [booksJob])
  await runner.runDue()
  const done = (await ask('GET', `/operator/verifications/${begun.id}`)).body
  expect(done).toMatchObject({ state: 'faulty', endedDateTime: expect.any(String) })
  expect(done.companiesDone).toBe(done.companies)
  expect(done.entries).toBeGreaterThan(0)
  expect(done.found.map((one: { companyName: string }) => one.companyName)).toContain('Lagat AB')
})
