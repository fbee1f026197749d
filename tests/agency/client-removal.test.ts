// A company that stops being a client: what the people of the agency have made and let in there ends with their access,
// and its owners are told.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accessAdmin } from '#access'
import { addMember, type Tenant } from '#identity'
import { removeClient } from '#lifecycle/remove-client'
import { newAgency, newIntegration } from '#support/callers'
import { asking, historyOfKind, logInAs } from '#support/calling'
import { ok } from '#support/entries'
import { mailsTo } from '#support/outbox'
import { type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany
let agency: Tenant
let own: Tenant
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())
beforeEach(async () => {
  company = await service.newCompany({ name: 'Klienten AB' })
  own = { type: 'company', id: company.id }
  agency = { type: 'agency', id: (await newAgency(service, [company.id], 'Sifferbyrån')).id }
})

const SCOPES = ['customers:read']
type LoggedIn = Awaited<ReturnType<typeof logInAs>>

/** A token that a user creates in the company. */
const tokenOf = async ({ headers }: LoggedIn, name: string): Promise<string> =>
  ok(await asking(company.url, headers)('POST', '/tokens', { name, scopes: SCOPES })).token

/** A token of an integration that a user connects. */
const letIn = async ({ person }: LoggedIn, name: string): Promise<string> => {
  const integration = await newIntegration(service, name)
  const { token } = await integration.connect(own, SCOPES)
  await service.operate((call) =>
    accessAdmin.issueCode(call, {
      integration,
      personId: person.id,
      tenant: own,
      scopes: SCOPES,
      codeChallenge: null,
      redirectUri: 'https://integration.example/back',
    }),
  )
  return token
}

const statusOf = async (token: string): Promise<number> =>
  (await asking(company.url, { authorization: `Bearer ${token}` })('GET', '/customers')).status

const leave = () => service.operate((call) => removeClient(call, { agencyId: agency.id, companyId: company.id }))

describe('what people of the agency have made', () => {
  test('ends where they reach the company no more, and that of others stays', async () => {
    const owner = await logInAs(service, own, 'owner')
    const leaving = await logInAs(service, agency, 'administrator')
    const owning = await logInAs(service, agency, 'administrator')
    const shared = await logInAs(service, agency, 'administrator')
    const other: Tenant = { type: 'agency', id: (await newAgency(service, [company.id])).id }
    await service.operate(async (call) => {
      await addMember(call, { tenant: own, personId: leaving.person.id, role: 'administrator' })
      await addMember(call, { tenant: own, personId: owning.person.id, role: 'owner' })
      await addMember(call, { tenant: other, personId: shared.person.id, role: 'administrator' })
    })
    const gone = [await tokenOf(leaving, 'Byråns brygga'), await letIn(leaving, 'Byråkassan')]
    const kept: string[] = []
    for (const [at, one] of [owner, owning, shared].entries())
      kept.push(await tokenOf(one, `Kassa ${at}`), await letIn(one, `Butik ${at}`))
    const all = [...gone, ...kept]
    expect(await Promise.all(all.map(statusOf))).toEqual(all.map(() => 200))
    expect(await leave()).toEqual({ tokens: ['Byråns brygga'], connections: ['Byråkassan'] })
    expect(await Promise.all(gone.map(statusOf))).toEqual([401, 401])
    expect(await Promise.all(kept.map(statusOf))).toEqual(kept.map(() => 200))
    expect(await historyOfKind(company, 'connection.deleted')).toMatchObject([
      { detail: { integrationName: 'Byråkassan' } },
    ])
  })

  test('is named in the mail to each owner, and to no one else', async () => {
    const owner = await logInAs(service, own, 'owner')
    const bookkeeper = await logInAs(service, own, 'bookkeeper')
    const leaving = await logInAs(service, agency, 'administrator')
    await tokenOf(leaving, 'Byråns brygga')
    await letIn(leaving, 'Byråkassan')
    await leave()
    const [mail] = await mailsTo(service, owner.person.email)
    expect(mail?.subject).toBe('Klienten AB är inte längre klient hos Sifferbyrån')
    expect(mail?.text).toMatch(/API-nycklar [^:]*: Byråns brygga\..*Integrationer [^:]*: Byråkassan\./s)
    const subjects = (await mailsTo(service, bookkeeper.person.email)).map(({ subject }) => subject)
    expect(subjects).not.toContain(mail?.subject)
  })

  test('sends them no webhooks of the company itself, and those of others stay on', async () => {
    const owner = await logInAs(service, own, 'owner')
    const leaving = await logInAs(service, agency, 'administrator')
    const setBy = async ({ headers }: LoggedIn, id = ''): Promise<string> => {
      const form = { url: 'https://example.com/hook', kinds: ['customer.created'] }
      const ask = asking(company.url, headers)
      return ok(await (id === '' ? ask('POST', '/webhooks', form) : ask('PUT', `/webhooks/${id}`, form))).id
    }
    const theirs = await setBy(leaving)
    const changed = await setBy(leaving, await setBy(owner))
    const kept = await setBy(owner, await setBy(leaving))
    await leave()
    const stateOf = async (id: string) => {
      const { isActive, disabledBecause } = ok(await asking(company.url, owner.headers)('GET', `/webhooks/${id}`))
      return [isActive, disabledBecause]
    }
    expect(await Promise.all([theirs, changed].map(stateOf))).toEqual([theirs, changed].map(() => [false, 'no-access']))
    expect(await stateOf(kept)).toEqual([true, null])
  })

  test('is not spoken of where there is nothing', async () => {
    const owner = await logInAs(service, own, 'owner')
    expect(await leave()).toEqual({ tokens: [], connections: [] })
    const [mail] = await mailsTo(service, owner.person.email)
    expect(mail?.text).not.toMatch(/nycklar|Integrationer/)
  })
})
