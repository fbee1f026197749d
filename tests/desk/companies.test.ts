// People make companies of their own, and find those that they may enter.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addClientCompany, addMember, createAgency, createCompany, scopesOfRole } from '#identity'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { type Ask, asking } from '#support/calling'
import { checked } from '#support/checked'
import { type Service, startService } from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

/** A logged-in person without memberships. */
const newPerson = async () => {
  const { person, visitor } = await newPersonInside(service)
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  return { id: person.id, ask: asking(service.base, { cookie, 'csrf-token': session.csrfToken }) }
}

const aCompany = {
  name: 'Eget AB',
  organizationNumber: '559999-0008',
  fiscalYear: { startDate: '2026-03-15', endDate: '2026-12-31' },
}

describe('a company of one’s own', () => {
  test('has books, a year, how VAT is reported, and its maker as owner', async () => {
    const { id: personId, ask } = await newPerson()
    const body = { ...aCompany, accountingMethod: 'cash', vatSetting: 'quarterly', companyType: 'partnership' }
    const made = await ask('POST', '/companies', body)
    expect(made.status, made.text).toBe(200)
    const { id, scopes, ...rest } = made.body
    expect(rest).toEqual({
      name: 'Eget AB',
      organizationNumber: '559999-0008',
      companyType: 'partnership',
      isTest: false,
      clockDays: 0,
      role: 'owner',
      isSignatory: false,
      agencies: [],
    })
    expect(scopes).toEqual([...scopesOfRole.owner].sort())
    const at = (path: string) => ask('GET', `/companies/${id}${path}`)
    expect((await at('/fiscal-years')).body.items).toMatchObject([{ ...aCompany.fiscalYear, accountingMethod: 'cash' }])
    expect((await at('/vat-setting')).body).toMatchObject({ vatSetting: 'quarterly' })
    expect((await at('/chart-of-accounts/1930')).status).toBe(200)
    expect((await at('/plan')).body).toMatchObject({ name: 'Business', trialEndsOn: null })
    expect((await at('/members')).body.items).toMatchObject([{ id: personId, role: 'owner' }])
    const told = (await at('/history')).body.items.map(({ what }: { what: string }) => what)
    expect(told).toEqual(expect.arrayContaining(['company.created', 'fiscal-year.created', 'member.added']))
    const { lastEventNumber, ...entered } = (await ask('GET', `/me/companies/${id}`)).body
    expect(entered).toEqual(made.body)
    expect((await at('/events?after=latest')).body.after).toBe(lastEventNumber)
  })

  test('may be one to try things out in', async () => {
    const { ask } = await newPerson()
    expect((await ask('POST', '/companies', { ...aCompany, isTest: true })).body.isTest).toBe(true)
  })

  test.each<[string, object, string]>([
    ['a number without a right check digit', { organizationNumber: '559999-0009' }, '#/organizationNumber'],
    ['no name                             ', { name: ' ' }, '#/name'],
    ['a year of nineteen months           ', { fiscalYear: { startDate: '2026-01-01', endDate: '2027-07-31' } }, ''],
    ['a year that ends before it begins   ', { fiscalYear: { startDate: '2026-06-30', endDate: '2026-01-01' } }, ''],
  ])('is not made of %s', async (_, wrong, field) => {
    const { id, ask } = await newPerson()
    const refused = await ask('POST', '/companies', { ...aCompany, ...wrong })
    expect(refused.status, refused.text).toBe(400)
    expect(refused.text).toContain(field)
    const [members] = await service.database.rows<{ count: bigint }>(
      sql`select count(*) from identity.company_member where person_id = ${id}`,
    )
    expect(members?.count).toBe(0n)
  })

  /** Companies that a person owns, inserted without being made one by one. */
  const owns = async (personId: string, count: number) => {
    for (let made = 0; made < count; made++) {
      const filler = newId()
      const there = service.database.of(filler)
      await there.rows(sql`
        insert into identity.company (id, name, organization_number, company_type, created_at)
        values (${filler}, ${`Fyllnad ${made}`}, '559999-0008', 'limitedCompany', now())`)
      await there.rows(sql`
        insert into identity.company_member (company_id, person_id, role, created_at)
        values (${filler}, ${personId}, 'owner', now())`)
    }
  }

  test('is one of a hundred at most', async () => {
    const { id: personId, ask } = await newPerson()
    const { id } = (await ask('POST', '/companies', aCompany)).body
    await owns(personId, 98)
    expect((await ask('POST', '/companies', aCompany)).status).toBe(200)
    const refused = await ask('POST', '/companies', aCompany)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(refused.body.message).toContain('100')
    expect((await ask('GET', `/me/companies/${id}`)).status).toBe(200)
  })

  test('counts for thirty days after it was removed by its creator', async () => {
    const { id: personId, ask } = await newPerson()
    const { id } = (await ask('POST', '/companies', aCompany)).body
    expect((await ask('DELETE', `/me/companies/${id}`)).status).toBe(204)
    await owns(personId, 99)
    const refused = await ask('POST', '/companies', aCompany)
    expect([refused.status, refused.body.code]).toEqual([400, 'operation-not-allowed'])
    expect(refused.body.message).toContain('30')
    await service.database.of(id).rows(sql`
      update identity.company set removed_at = removed_at - interval '31 days' where id = ${id}`)
    expect((await ask('POST', '/companies', aCompany)).status).toBe(200)
    // Those that one owns are no reason to refuse a test company: of these there are few.
    expect((await ask('POST', '/me/test-companies', { name: 'Test' })).status).toBe(200)
  })
})

type Found = { name: string; role: string; agencies: { name: string }[] }
const found = async (ask: Ask, query: Record<string, string>): Promise<Found[]> => {
  const answer = await ask('GET', `/me/companies?${new URLSearchParams(query)}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.items
}
const namesOf = (companies: Found[]) => companies.map(({ name }) => name)

describe('the companies that a person may enter', () => {
  let ask: Ask
  beforeAll(async () => {
    const me = await newPerson()
    ask = me.ask
    await service.operate(async (call) => {
      const { id: agencyId } = await createAgency(call, { name: 'Byrån', organizationNumber: '556036-0793' })
      await addMember(call, { tenant: { type: 'agency', id: agencyId }, personId: me.id, role: 'consultant' })
      for (const [name, organizationNumber] of [
        ['Åkeriet i Umeå AB', '556012-5790'],
        ['Bygg & Betong AB', '556016-0680'],
        ['Norrbygg AB', '559999-0008'],
        ['100 % Kaffe_AB', '559999-0008'],
      ] as const) {
        const { id } = await createCompany(call, { name, organizationNumber })
        await addClientCompany(call, { agencyId, companyId: id })
        if (name === 'Norrbygg AB')
          await addMember(call, { tenant: { type: 'company', id }, personId: me.id, role: 'owner' })
      }
      await createCompany(call, { name: 'Bygg som ingen ser AB', organizationNumber: '559999-0008' })
    })
  })

  test('are told with the most powerful role, and through which agency', async () => {
    const [own] = await found(ask, { search: 'norr' })
    expect(own).toMatchObject({ role: 'owner', agencies: [{ name: 'Byrån' }] })
    const [client] = await found(ask, { search: 'betong' })
    expect(client).toMatchObject({ role: 'bookkeeper', agencies: [{ name: 'Byrån' }] })
  })

  test.each<[string, string[]]>([
    ['bygg     ', ['Bygg & Betong AB', 'Norrbygg AB']],
    ['ÅKERI    ', ['Åkeriet i Umeå AB']],
    ['556012   ', ['Åkeriet i Umeå AB']],
    ['556012-57', ['Åkeriet i Umeå AB']],
    ['5790     ', []],
    ['%        ', ['100 % Kaffe_AB']],
    ['_        ', ['100 % Kaffe_AB']],
    ['finns ej ', []],
  ])('are found by %s', async (search, names) => {
    expect(namesOf(await found(ask, { search: search.trim() }))).toEqual(names)
  })

  test('come in pages by name, each once', async () => {
    const whole = namesOf(await found(ask, {}))
    expect(whole).toHaveLength(4)
    const walked: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined; ) {
      const { body } = await ask('GET', `/me/companies?pageSize=1&cursor=${encodeURIComponent(cursor)}`)
      walked.push(...namesOf(body.items))
      cursor = body.nextCursor
    }
    expect(walked).toEqual(whole)
  })

  test('do not include those of others', async () => {
    const { ask: stranger } = await newPerson()
    expect(await found(stranger, {})).toEqual([])
    const { id } = await service.newCompany()
    expect((await stranger('GET', `/me/companies/${id}`)).status).toBe(404)
    expect((await stranger('GET', `/me/companies/${newId()}`)).status).toBe(404)
    const cursorOfOther = (await ask('GET', '/me/companies?pageSize=1&cursor=')).body.nextCursor
    const { status } = await stranger('GET', `/me/companies?cursor=${encodeURIComponent(cursorOfOther)}`)
    expect(status).toBe(400)
  })
})

test('a person changes their name and language', async () => {
  const { ask } = await newPerson()
  const changed = await ask('PATCH', '/me', { name: ' Nytt Namn ', language: 'en' })
  expect(changed.status, changed.text).toBe(200)
  expect(changed.body.session.person).toMatchObject({ name: 'Nytt Namn', language: 'en' })
  expect((await ask('PATCH', '/me', { language: 'sv' })).body.session.person).toMatchObject({ name: 'Nytt Namn' })
  expect((await ask('PATCH', '/me', { name: '' })).status).toBe(400)
  expect((await ask('GET', '/me')).body.session.person).toMatchObject({ name: 'Nytt Namn', language: 'sv' })
})
