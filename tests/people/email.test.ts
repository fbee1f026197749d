// Another e-mail address for an account: asked for with the password, and taken when the link there is opened.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { lockAccount } from '#identity'
import { sql } from '#platform/sql'
import { linkTo, mailsTo, recordedEventsOf } from '#support/outbox'
import { type Service, START, startService } from '#support/service'
import { newPerson, newPersonInside, newVisitor, PASSWORD, type Page, type Visitor } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
beforeEach(() => service.setNow(START))
afterAll(() => service.close())

const numbers = (function* () {
  for (let next = 1; ; next += 1) yield next
})()
const newEmail = () => `flyttad${numbers.next().value}@example.com`

const ask = async (visitor: Visitor, email: string, proof = PASSWORD): Promise<Page> =>
  visitor.submit(await visitor.get('/account'), { email, proof }, { action: '/account/email' })

const open = async (link: string): Promise<Page> => {
  const visitor = newVisitor(service)
  return visitor.submit(await visitor.get(link), {}, { action: '/email' })
}

const subjectsTo = async (email: string) => (await mailsTo(service, email)).map(({ subject }) => subject)

test('the account has the new address once its link is opened, and not before', async () => {
  const { person, visitor } = await newPersonInside(service)
  const email = newEmail()
  expect((await ask(visitor, email)).text).toContain(`Vi har skickat ett mejl till <strong>${email}</strong>`)
  expect(await subjectsTo(person.email)).toEqual(['Byte av e-postadress'])
  expect((await newVisitor(service).logIn(email, PASSWORD)).status).toBe(400)
  const link = await linkTo(service, email)
  expect((await newVisitor(service).get(link)).text).toContain(
    `<strong>${email}</strong> i stället för ${person.email}`,
  )
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).url).toBe('/account')
  expect((await open(link)).text).toContain('Din adress är bytt')
  expect((await newVisitor(service).logIn(email, PASSWORD)).url).toBe('/account')
  expect((await newVisitor(service).logIn(person.email, PASSWORD)).status).toBe(400)
  expect((await visitor.get('/account')).text).toContain(email)
  expect(await subjectsTo(person.email)).toEqual(['Din e-postadress är bytt', 'Byte av e-postadress'])
  expect(await recordedEventsOf(service, person.id)).toContain('email.changed')
})

test('takes the password, and an address that is one and another than the present', async () => {
  const { person, visitor } = await newPersonInside(service)
  const email = newEmail()
  const cases: [string, string, string][] = [
    [email, 'fel', 'Lösenordet stämmer inte.'],
    ['ingen adress', PASSWORD, 'Skriv en e-postadress'],
    [person.email.toUpperCase(), PASSWORD, 'Det är adressen du redan har.'],
  ]
  for (const [wanted, proof, sentence] of cases) {
    const page = await ask(visitor, wanted, proof)
    expect([page.status, page.text.includes(sentence)], sentence).toEqual([400, true])
  }
  expect(await subjectsTo(email)).toEqual([])
  expect(await subjectsTo(person.email)).toEqual([])
})

test('an address that has an account is notified, and the requester is not told', async () => {
  const { person, visitor } = await newPersonInside(service)
  const other = await newPerson(service)
  const free = newEmail()
  const faceOf = (page: Page, email: string) => [page.status, page.text.replaceAll(email, 'EMAIL')]
  expect(faceOf(await ask(visitor, other.email), other.email)).toEqual(faceOf(await ask(visitor, free), free))
  expect(await subjectsTo(other.email)).toEqual(['Adressen har redan ett konto'])
  expect(await subjectsTo(free)).toEqual(['Bekräfta din nya e-postadress'])
  // Nor is it told by the copy of their own data, or in their mails.
  const asked = await service.database.rows<{ email: string }>(sql`
    select email from identity.email_change where person_id = ${person.id} order by id`)
  expect(asked.map(({ email }) => email)).toEqual([other.email, free])
  const mails = await mailsTo(service, person.email)
  expect(mails.map(({ text }) => text.replace(free, 'EMAIL').replace(other.email, 'EMAIL'))).toEqual(
    Array(2).fill(mails[0]?.text.replace(free, 'EMAIL')),
  )
})

test('the link works for a day and once, and ends with the first address that is confirmed', async () => {
  const { visitor } = await newPersonInside(service)
  const first = newEmail()
  const second = newEmail()
  await ask(visitor, first)
  await ask(visitor, second)
  const links = [await linkTo(service, first), await linkTo(service, second)] as const
  service.setNow(new Date(START.getTime() + 24 * 60 * 60_000))
  expect((await newVisitor(service).get(links[0])).status).toBe(404)
  service.setNow(new Date(START.getTime() + 23 * 60 * 60_000))
  expect((await open(links[1])).status).toBe(200)
  for (const link of links) expect((await newVisitor(service).get(link)).text).toContain('Länken gäller inte längre')
})

test('two who want one address at the same time: one has it', async () => {
  const email = newEmail()
  const links: string[] = []
  const people = await Promise.all([1, 2, 3].map(() => newPersonInside(service)))
  for (const { visitor } of people) {
    await ask(visitor, email)
    links.push(await linkTo(service, email))
  }
  const pages = await Promise.all(links.map((link) => newVisitor(service).get(link)))
  expect(pages.map(({ status }) => status)).toEqual([200, 200, 200])
  const answers = await Promise.all(links.map(open))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  expect(await service.database.rows(sql`select 1 from identity.person where email = ${email}`)).toHaveLength(1)
})

test('a link to choose a new password that went to the old address ends', async () => {
  const { person, visitor } = await newPersonInside(service)
  const stranger = newVisitor(service)
  await stranger.submit(await stranger.get('/reset'), { email: person.email }, { action: '/reset' })
  const reset = await linkTo(service, person.email)
  const email = newEmail()
  await ask(visitor, email)
  await open(await linkTo(service, email))
  expect((await newVisitor(service).get(reset)).status).toBe(404)
})

const remedies: [string, (owner: Visitor, person: { id: string; email: string }) => Promise<void>][] = [
  [
    'a password that is chosen by a link',
    async (owner, { email }) => {
      await owner.submit(await owner.get('/reset'), { email }, { action: '/reset' })
      const chosen = await owner.submit(await owner.get(await linkTo(service, email)), {
        password: 'nytt, bättre lösen',
      })
      expect(chosen.status).toBe(200)
    },
  ],
  [
    'another password',
    async (owner, { email }) => {
      await owner.logIn(email, PASSWORD)
      const fields = { current: PASSWORD, password: 'nytt, bättre lösen' }
      const changed = await owner.submit(await owner.get('/account'), fields, { action: '/account/password' })
      expect(changed.status).toBe(200)
    },
  ],
  [
    'a lock of the operator',
    async (_, { id }) => service.operate((call) => lockAccount(call, { personId: id, isLocked: true })),
  ],
]

test.each(remedies)('%s ends a change requested with the old password', async (_, end) => {
  const { person, visitor } = await newPersonInside(service)
  const email = newEmail()
  await ask(visitor, email)
  const link = await linkTo(service, email)
  await end(newVisitor(service), person)
  expect((await newVisitor(service).get(link)).status).toBe(404)
  expect((await service.database.rows(sql`select from identity.person where email = ${email}`)).length).toBe(0)
})

test.each(['', 'x', `gbln_${'0'.repeat(32)}_${'A'.repeat(43)}`])('a link that is none says so: %j', async (token) => {
  const page = await newVisitor(service).get(`/email?token=${token}`)
  expect([page.status, page.text.includes('Länken gäller inte längre')]).toEqual([404, true])
})
