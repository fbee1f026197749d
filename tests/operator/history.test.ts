// What operators have done: their deeds, and nothing of anybody's books, no matter who else acts in the operator's
// name.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityAdmin } from '#identity'
import { setLockDate } from '#ledger'
import { setPlan } from '#plans'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { rows } from '#programs/app'
import { operatorDeeds } from '#server/operator/history'
import { type Ask, asking, callingAs, logInAs } from '#support/calling'
import { bringMail } from '#support/mail-in'
import { incoming } from '#support/samples/e-invoice-file'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let ask: Ask
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
  const { person, headers } = await logInAs(service, { type: 'company', id: company.id }, 'owner')
  await service.operate((call) => identityAdmin.setOperator(call, { personId: person.id, isOperator: true }))
  await service.database.rows(sql`update identity.session set is_proven = true where person_id = ${person.id}`)
  ask = asking(service.base, headers)
})
afterAll(() => service.close())

type Told = { what: string; companyId: string | null; actorName: string }

const told = async (): Promise<Told[]> => (await ask('GET', '/operator/history?pageSize=100')).body.items
const kindsOf = (items: readonly Told[]): string[] =>
  items.filter(({ companyId }) => companyId === company.id).map(({ what }) => what)

test('a mailed e-invoice is told in its company, and not here', async () => {
  const asMember = await callingAs(service, company, 'administrator')
  const { address } = (await asMember('POST', '/mail-address')).body
  const buyerNumber = (await company.get('/company-information')).body.organizationNumber
  const content = Buffer.from(incoming({ buyerNumber, number: '9001' }))
  const attachments = [{ filename: '9001.xml', content }]
  await bringMail(service, { from: 'faktura@papper.example', to: address, subject: 'Faktura 9001', attachments })
  const own = (await company.get('/history?query=what==supplier-invoice.created')).body.items
  expect(own).toMatchObject([{ actor: { kind: 'operator', name: 'Mail' } }])
  const items = await told()
  expect(items.map(({ actorName }) => actorName)).not.toContain('Mail')
  expect(kindsOf(items)).toContain('company.created')
  expect(items.filter(({ what }) => /^(supplier|upload|received-mail)/.test(what))).toEqual([])
})

test('what a command does for a company is told, unless it is in its books', async () => {
  await service.operateFor(company.id, async (call) => {
    await setLockDate(call, { date: dayFrom('2026-01-31') })
    await setPlan(call, { plan: 'Basic', addons: [], expiresOn: null, trialEndsOn: null })
  })
  expect((await ask('GET', `/companies/${company.id}/history?query=what==lock-date.set`)).body.totalItems).toBe(1)
  const kinds = kindsOf(await told())
  expect([kinds.includes('plan.changed'), kinds.includes('lock-date.set')]).toEqual([true, false])
})

test('everything that operators can do is among it', () => {
  const events = rows.filter(({ operators }) => operators).flatMap(({ events = [] }) => events)
  expect(events.length).toBeGreaterThan(10)
  expect(events.filter((kind) => !operatorDeeds.includes(kind))).toEqual([])
})
