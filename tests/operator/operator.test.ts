// Those who run the service: who they are, what they reach, what they do, and that all of it is told.
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { identityAdmin } from '#identity'
import { demoYearKind, ledgerAdmin } from '#ledger'
import { queueMail } from '#mail/mail'
import { mailJob } from '#mail/mail-sender'
import { newId } from '#platform/id'
import { queueJob } from '#platform/job'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { connectByCompany } from '#support/by-company'
import { asking, historyOfKind, logInAs } from '#support/calling'
import { newRunner } from '#support/jobs'
import { linkTo, mailsTo, recordedEventsOf } from '#support/outbox'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, START, startService } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD } from '#support/visitor'
import { booksJob } from '#verification/verification-job'

let service: Service
let person: { id: string; name: string }
let ask: ReturnType<typeof asking>

beforeAll(async () => {
  service = await startService({ alone: true })
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
  service.operate((call) => identityAdmin.setOperator(call, { personId, isOperator }))

const operated = rows.filter((row) => row.operators)
const DAY_MS = 24 * 60 * 60 * 1000
const ID = '01a1fc0f-7662-70e7-bd2d-41b089fbb43f'

/** Every endpoint of operators, called by a given caller; the statuses and codes returned. */
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
  test('is refused without a login, with a token, and to people who are no operators', async () => {
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
    const refused = await newVisitor(service).logIn(anna.email, PASSWORD)
    expect([refused.status, /Kontot är låst.*Hör av dig till den som driver/s.test(refused.text)]).toEqual([403, true])
    await ask('POST', `/operator/people/${anna.id}/unlock`)
    expect((await newVisitor(service).logIn(anna.email, PASSWORD)).url).toBe('/account')
    const subjects = (await mailsTo(service, anna.email)).map(({ subject }) => subject)
    expect(subjects).toEqual(['Ditt konto är upplåst', 'Ditt konto är låst'])
    const told = (await ask('GET', '/operator/history?pageSize=2&query=what~person')).body.items
    expect(told).toMatchObject([
      { what: 'person.unlocked', actorName: person.name },
      { what: 'person.locked', actorName: person.name },
    ])
    expect(await recordedEventsOf(service, person.id)).toContain('person.locked')
  })

  test('that is locked admits no one by an invitation that it has sent, nor once it is opened again', async () => {
    const company = await service.newCompany()
    const { person: anna, headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
    const email = 'till.anna@example.com'
    const body = { email, role: 'administrator' }
    expect((await asking(company.url, headers)('POST', '/invitations', body)).status).toBe(200)
    const link = await linkTo(service, email)
    const page = async (): Promise<string> => (await newVisitor(service).get(link)).text
    expect(await page()).toContain('bjuder in dig')
    expect((await ask('POST', `/operator/people/${anna.id}/lock`)).status).toBe(200)
    expect(await page()).toContain('tagits tillbaka')
    expect(await historyOfKind(company, 'invitation.withdrawn')).toMatchObject([{ detail: { email } }])
    await ask('POST', `/operator/people/${anna.id}/unlock`)
    expect(await page()).toContain('tagits tillbaka')
  })

  test('of one’s own is locked by another operator', async () => {
    expect((await ask('POST', `/operator/people/${person.id}/lock`)).body.code).toBe('operation-not-allowed')
  })
})

test('companies that were removed are not listed', async () => {
  const company = await service.newCompany()
  const listed = async () => (await ask('GET', '/operator/companies?pageSize=100')).body.items as { id: string }[]
  expect((await listed()).map(({ id }) => id)).toContain(company.id)
  const { headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  expect((await asking(service.base, headers)('DELETE', `/me/companies/${company.id}`)).status).toBe(204)
  const left = await listed()
  expect(left.filter(({ id }) => id === company.id)).toEqual([])
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

describe('an account that is made for a person', () => {
  test('waits for a password, which its owner chooses by the link', async () => {
    const email = 'ny@example.com'
    const made = await ask('POST', '/operator/people', { name: 'Nils Ny', email })
    expect(made.body).toMatchObject({ name: 'Nils Ny', email, language: 'sv', memberships: 0, tenants: [] })
    expect((await ask('POST', '/operator/people', { name: 'Nils Ny', email })).body.code).toBe('conflict')
    const visitor = newVisitor(service)
    const first = await linkTo(service, email)
    service.setNow(new Date(START.getTime() + 6 * DAY_MS))
    expect((await visitor.get(first)).text).toContain('<h1>Välj ett lösenord</h1>')
    service.setNow(START)
    expect((await ask('POST', `/operator/people/${made.body.id}/send-link`)).status).toBe(200)
    expect((await visitor.get(first)).text).not.toContain('Välj ett lösenord')
    const page = await visitor.get(await linkTo(service, email))
    await visitor.submit(page, { password: PASSWORD }, { action: '/reset/new' })
    expect((await newVisitor(service).logIn(email, PASSWORD)).url).toBe('/account')
    expect(await recordedEventsOf(service, person.id)).toEqual(
      expect.arrayContaining(['person.created', 'password.link-sent']),
    )
  })

  test('has a link for seven days', async () => {
    const email = 'sen@example.com'
    await ask('POST', '/operator/people', { name: 'Sen Ek', email, language: 'en' })
    const link = await linkTo(service, email)
    expect((await newVisitor(service, 'en').get(link)).text).toContain('Choose a password')
    service.setNow(new Date(START.getTime() + 7 * DAY_MS + 1000))
    expect((await newVisitor(service, 'en').get(link)).text).not.toContain('Choose a password')
  })
})

test('an agency is registered with its first administrator', async () => {
  const { person: anna } = await newPersonInside(service)
  const given = { name: 'Byrån i Väst AB', organizationNumber: '556677-8899', adminEmail: anna.email }
  const made = (await ask('POST', '/operator/agencies', given)).body
  expect(made).toMatchObject({ name: 'Byrån i Väst AB', members: 1, clients: 0 })
  const members = await service.database.rows(sql`
    select role from identity.agency_member where agency_id = ${made.id} and person_id = ${anna.id}`)
  expect(members).toEqual([{ role: 'administrator' }])
  expect((await ask('POST', '/operator/agencies', given)).body.code).toBe('conflict')
})

test('an approval is of the integration that was looked at, and not of what its owner makes of it meanwhile', async () => {
  const company = await service.newCompany()
  const owner = asking(service.base, (await logInAs(service, { type: 'company', id: company.id }, 'owner')).headers)
  const scopes = ['agency-information:read', 'agency-connections:write']
  const asked = { name: 'Kassan', mode: 'production', redirectUris: ['https://example.se/back'], scopes }
  const { id } = (await owner('POST', '/me/integrations', asked)).body
  const shown = async () => (await ask('GET', `/operator/integrations?query=id==${id}`)).body.items[0]
  const approve = (body: object) => ask('POST', `/operator/integrations/${id}/approve`, body)
  for (const [approval, changes] of [
    ['machineToMachine', { scopes: [...scopes, 'agency-users:write'] }],
    ['production', { name: 'Banken' }],
    ['production', { description: 'Något annat' }],
    ['production', { redirectUris: ['https://annan.example/back'] }],
  ] as const) {
    const { seen } = await shown()
    expect((await owner('PATCH', `/me/integrations/${id}`, changes)).status).toBe(200)
    const refused = await approve({ approval, seen })
    expect([changes, refused.status, refused.body.code]).toEqual([changes, 409, 'conflict'])
  }
  const now = await shown()
  expect(now).toMatchObject({ name: 'Banken', state: 'waiting', isMachineToMachine: false })
  expect((await approve({ approval: 'production' })).status).toBe(400)
  expect((await approve({ approval: 'machineToMachine', seen: now.seen })).body.isMachineToMachine).toBe(true)
  expect((await approve({ approval: 'production', seen: now.seen })).body).toEqual({
    ...now,
    state: 'approved',
    isMachineToMachine: true,
  })
})

test('rates say how old they are, and who has set them', async () => {
  await service.database.rows(sql`delete from reminders.reference_rate where from_date > '2024-07-01'`)
  await ask('POST', '/operator/currency-rates', { currency: 'NOK', date: '2026-06-01', rate: 0.9512 })
  await service.operate((call) => ledgerAdmin.loadRates(call, { name: 'kurser.csv', text: '2026-06-09;DKK;1,4811' }))
  const missing = (await ask('GET', '/operator/rate-sources')).body
  const of = (currency: string) => missing.currencies.find((one: { currency: string }) => one.currency === currency)
  expect(of('NOK')).toMatchObject({ rate: 0.9512, ageDays: 9, isTooOld: true, setBy: person.name, source: null })
  expect(of('DKK')).toMatchObject({ rate: 1.4811, ageDays: 1, isTooOld: false, source: 'kurser.csv' })
  expect(missing.referenceRate).toMatchObject({ isMissing: true, setBy: null })
  const set = { from: '2026-01-01', percent: 1.5 }
  expect((await ask('POST', '/operator/reference-rates', set)).body).toEqual(set)
  const { referenceRate } = (await ask('GET', '/operator/rate-sources')).body
  expect(referenceRate).toMatchObject({ ...set, isMissing: false, setBy: person.name })
})

test('a job that has failed says what it is about and for whom', async () => {
  const company = await service.newCompany({ name: 'Jobbat AB' })
  const own = { companyId: company.id }
  await service.operate((call) =>
    queueJob({ ...call, ...own }, { ...demoYearKind }, { ...own, personId: ID, today: '2026-06-10' }),
  )
  await service.database.rows(sql`
    update platform.job set failed_at = now(), last_error = 'Prov' where tenant_id = ${company.id}`)
  const { items } = (await ask('GET', '/operator/jobs?query=state==failed')).body
  expect(items).toContainEqual(
    expect.objectContaining({ tenantName: 'Jobbat AB', lastError: 'Prov', payload: expect.objectContaining(own) }),
  )
})

describe('a mail that is taken back', () => {
  test('of the service has no text and no job any more', async () => {
    await service.operate((call) => queueMail(call, { to: 'fel@example.com', subject: 'Prov', text: 'Prov' }))
    const [mail] = (await ask('GET', '/operator/mails?query=to==fel@example.com')).body.items
    expect((await ask('POST', `/operator/mails/${mail.id}/withdraw`)).status).toBe(204)
    expect((await ask('GET', '/operator/mails?query=to==fel@example.com')).body.items).toMatchObject([
      { state: 'withdrawn' },
    ])
    const left = await service.database.rows(sql`
      select from platform.job where payload ->> 'id' = ${mail.id}
      union all select from platform.mail where id = ${mail.id} and sealed_text is not null`)
    expect(left).toEqual([])
    expect((await ask('POST', `/operator/mails/${mail.id}/withdraw`)).status).toBe(404)
    expect((await ask('POST', `/operator/mails/${mail.id}/send-again`)).status).toBe(404)
  })

  test('of a company is told to it, and does not go out', async () => {
    const company = await service.newCompany()
    const errand = { name: 'prov', id: newId(), companyId: company.id, senderName: 'Provbolaget AB', replyTo: null }
    await service.operate((call) =>
      queueMail(call, { to: 'kund@example.com', subject: 'Faktura', text: 'Prov', origin: errand }),
    )
    await ask('POST', `/operator/mails/${errand.id}/withdraw`)
    const heard: unknown[] = []
    const options = { smtpUrl: 'smtp://127.0.0.1:1', from: 'service@example.com' }
    const errands = {
      enclose: async () => [],
      heard: async (_: unknown, outcome: unknown) => void heard.push(outcome),
      reported: async () => false,
    }
    await newRunner(service, [mailJob(options, { prov: errands })]).runDue()
    const said = { reason: 'mail.withdrawn-by-operator', values: {} }
    const reason = 'The service operator withdrew the mail'
    expect(heard).toEqual([{ companyId: company.id, id: errand.id, reason, said }])
    const kept = await service.database.rows(sql`
      select attempts from platform.mail where id = ${errand.id} and sealed_text is null and sent_at is null`)
    expect(kept).toHaveLength(1)
  })

  test('by dropping its job is told to its company as well; one that has failed was told before', async () => {
    const company = await service.newCompany()
    const waiting = newId()
    const failed = newId()
    for (const id of [waiting, failed]) {
      const errand = { name: 'prov', id, companyId: company.id, senderName: 'Provbolaget AB', replyTo: null }
      await service.operate((call) =>
        queueMail(call, { to: 'kund@example.com', subject: 'Faktura', text: 'Prov', origin: errand }),
      )
    }
    await service.database.rows(sql`update platform.mail set failed_at = ${START} where id = ${failed}`)
    for (const id of [waiting, failed]) {
      const job = await service.database.one<{ id: string }>(sql`
        select id from platform.job where payload ->> 'id' = ${id}`)
      expect((await ask('POST', `/operator/jobs/${job.id}/drop`)).status).toBe(204)
    }
    const heard: unknown[] = []
    const errands = {
      enclose: async () => [],
      heard: async (_: unknown, outcome: unknown) => void heard.push(outcome),
      reported: async () => false,
    }
    const options = { smtpUrl: 'smtp://127.0.0.1:1', from: 'service@example.com' }
    await newRunner(service, [mailJob(options, { prov: errands })]).runDue()
    const said = { reason: 'mail.withdrawn-by-operator', values: {} }
    const reason = 'The service operator withdrew the mail'
    expect(heard).toEqual([{ companyId: company.id, id: waiting, reason, said }])
    const left = await service.database.rows(sql`
      select from platform.job where payload ->> 'id' = any(${[waiting, failed]}::text[])`)
    expect(left).toEqual([])
  })
})

test('verification runs in the background, tells how far it has come, and names what is wrong', async () => {
  const company = await service.newCompany({ name: 'Lagat AB' })
  await company.post('/journal-entries', anEntry())
  const client = await connectByCompany(service)
  await client.query('set session_replication_role = replica')
  await client.query(`update ledger.journal_entry set title = 'Ändrad' where company_id = $1`, [company.id])
  await client.end()
  const begun = (await ask('POST', '/operator/verifications')).body
  expect(begun).toMatchObject({ state: 'running', companies: null, begunBy: person.name })
  expect((await ask('POST', '/operator/verifications')).status).toBe(409)
  const runner = newRunner(service, [booksJob(undefined)])
  await runner.runDue()
  const done = (await ask('GET', `/operator/verifications/${begun.id}`)).body
  expect(done).toMatchObject({ state: 'faulty', endedDateTime: expect.any(String) })
  expect(done.companiesDone).toBe(done.companies)
  expect(done.entries).toBeGreaterThan(0)
  expect(done.found.map((one: { companyName: string }) => one.companyName)).toContain('Lagat AB')
})

test('files that come slowly are no fault, however little a transaction may stand still', async () => {
  const company = await service.newCompany({ name: 'Trögt AB' })
  expect((await company.upload('/uploads', 'kvitto.png', pngFile())).status).toBe(200)
  const hasty = await startService({ beside: service, patience: { pauseMs: 1000 } })
  const { files } = service.standing
  const fetch: typeof files.fetch = async (tenantId, digest) => {
    if (tenantId.startsWith(company.id)) await pause(2500)
    return files.fetch(tenantId, digest)
  }
  const begun = (await ask('POST', '/operator/verifications')).body
  const standing = { ...service.standing, files: { ...files, fetch } }
  await newRunner(hasty, [booksJob(undefined)], [], { standing }).runDue()
  const { state, found } = (await ask('GET', `/operator/verifications/${begun.id}`)).body
  expect(['sound', 'faulty']).toContain(state)
  expect(found.filter(({ companyName }: { companyName: string }) => companyName === 'Trögt AB')).toEqual([])
  await hasty.close()
})

test('a verification that is not kept any more is not begun', async () => {
  const { id } = (await ask('POST', '/operator/verifications')).body
  await service.database.rows(sql`delete from operator.verification where id = ${id}`)
  const reports: string[] = []
  // There are faults to be found: the process that looked for them could not store them.
  await newRunner(service, [booksJob(undefined)], reports).runDue()
  expect(reports).toEqual([])
  const left = await service.database.rows(sql`select id from platform.job where kind = 'books.verify'`)
  expect(left).toEqual([])
})
