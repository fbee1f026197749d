// Companies: what is kept of them, and how the API shows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany, companyTypes, createCompany, findCompany, identityService } from '#identity'
import { newId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import type { NewCompany } from '#rules/identity/company'
import { checkedRequests } from '#support/checked'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const register = (company: Partial<NewCompany> = {}) =>
  service.operate((call) => createCompany(call, { name: 'Prov AB', organizationNumber: '559999-0008', ...company }))

/** A company as the API shows it to a token of its own. */
const shown = async (id: string) => {
  const { token } = await service.operateFor(id, (call) =>
    identityService.createToken(call, { name: 'Prov', scopes: ['company-information:read'] }),
  )
  const answer = await checkedRequests(`${service.base}/companies/${id}`, token).get('/company-information')
  expect(answer.status).toBe(200)
  return answer.body
}

const nothing = { line1: '', line2: null, city: '', postalCode: '', country: 'SE' }

describe('company information', () => {
  test('has its fields at the top', async () => {
    const { id } = await register()
    expect(await shown(id)).toEqual({
      id,
      companyType: 'limitedCompany',
      name: 'Prov AB',
      organizationNumber: '559999-0008',
      phone: '',
      email: '',
      hasBBA: false,
      address: nothing,
    })
  })

  test('shows everything that is known', async () => {
    const { id } = await register({ phone: '08-123 45', email: 'bok@prov.example', companyType: 'cooperative' })
    await service.database.rows(sql`
      update identity.company set address_line1 = 'Storgatan 1', address_line2 = 'c/o Prov', city = 'Åmål',
        postal_code = '662 00', country = 'NO', has_business_account = true
      where id = ${id}`)
    expect(await shown(id)).toEqual({
      id,
      companyType: 'cooperative',
      name: 'Prov AB',
      organizationNumber: '559999-0008',
      phone: '08-123 45',
      email: 'bok@prov.example',
      hasBBA: true,
      address: { line1: 'Storgatan 1', line2: 'c/o Prov', city: 'Åmål', postalCode: '662 00', country: 'NO' },
    })
  })

  test('says whether the company has a business account, as the operator has set it', async () => {
    const { id } = await register()
    for (const hasBBA of [true, true, false]) {
      await service.operateFor(id, (call) => changeCompany(call, { hasBBA }))
      expect((await shown(id)).hasBBA).toBe(hasBBA)
    }
    const changes = await service.database.rows(sql`
      select detail from platform.history where company_id = ${id} and what = 'company.changed' order by id`)
    expect(changes).toEqual([
      { detail: { before: { hasBBA: false }, after: { hasBBA: true } } },
      { detail: { before: { hasBBA: true }, after: { hasBBA: false } } },
    ])
  })

  test.each(companyTypes)('knows the form %s', async (companyType) => {
    const { id } = await register({ companyType })
    expect(await shown(id)).toMatchObject({ companyType })
  })
})

describe('a new company', () => {
  test('is kept with its name trimmed and its number written in one way', async () => {
    const { id } = await register({ name: '  Åkeriet & Söner  ', organizationNumber: '165560360793' })
    expect(await shown(id)).toMatchObject({ name: 'Åkeriet & Söner', organizationNumber: '556036-0793' })
    const { id: person } = await register({ organizationNumber: '19850709-9805', companyType: 'proprietorship' })
    expect(await shown(person)).toMatchObject({ organizationNumber: '850709-9805' })
  })

  const wrong: [string, Partial<NewCompany>, string[]][] = [
    ['no name          ', { name: ' ' }, ['#/name']],
    ['an endless name  ', { name: 'x'.repeat(201) }, ['#/name']],
    ['no number        ', { organizationNumber: '' }, ['#/organizationNumber']],
    ['a wrong number   ', { organizationNumber: '559999-0009' }, ['#/organizationNumber']],
    ['no such date     ', { organizationNumber: '850732-9806' }, ['#/organizationNumber']],
    ['no such form     ', { companyType: 'guild' as 'notSet' }, ['#/companyType']],
    [
      'everything wrong ',
      { name: '', organizationNumber: 'x', companyType: 'guild' as 'notSet' },
      ['#/name', '#/organizationNumber', '#/companyType'],
    ],
  ]
  test.each(wrong)('with %s is refused', async (_, changes, fields) => {
    const refused: unknown = await register(changes).catch((cause: unknown) => cause)
    expect(refused).toBeInstanceOf(Refusal)
    expect((refused as Refusal).errors.map(({ field }) => field)).toEqual(fields)
  })

  test('stands in the processing history', async () => {
    const { id } = await register({ name: 'Spårad AB' })
    const found = await service.database.rows(sql`
      select what, actor_name, detail from platform.history where company_id = ${id}`)
    const detail = { name: 'Spårad AB', organizationNumber: '559999-0008' }
    expect(found).toEqual([{ what: 'company.created', actor_name: 'Operator', detail }])
  })
})

describe('companies', () => {
  test('are found by their id, and listed in the order they came', async () => {
    const { id } = await register({ name: 'Sist AB' })
    const { database } = service
    const company = {
      id,
      name: 'Sist AB',
      organizationNumber: '559999-0008',
      companyType: 'limitedCompany',
      isTest: false,
    }
    expect(await findCompany(database, id)).toEqual(company)
    const unknown = newId()
    await expect(findCompany(database, unknown)).rejects.toThrow(`There is no company ${unknown}`)
    const listed = await service.operate((call) => identityService.listCompanies(call, 1000))
    expect(listed.at(-1)).toEqual(company)
    expect(listed.map((one) => one.id)).toEqual([...listed.map((one) => one.id)].sort())
    expect(await service.operate((call) => identityService.listCompanies(call, 1))).toEqual(listed.slice(0, 1))
  })
})
