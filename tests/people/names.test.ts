// Names and titles that others see: invisible characters are refused in all of them.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { changeCompany, createAgency, createCompany, identityService } from '#identity'
import { changeAccount, createAccount } from '#ledger'
import { invisibleCharactersFault as unseen } from '#platform/refusal'
import { sql } from '#platform/sql'
import { newIntegration } from '#support/callers'
import { anEntry, requestsWith, type Service, startService, type TestCompany } from '#support/service'
import { newPersonInside, newVisitor, PASSWORD } from '#support/visitor'
import { hasInvisibleCharacters, withoutInvisibleCharacters } from '#text/invisible-characters'

let service: Service
let company: TestCompany
beforeAll(async () => {
  service = await startService({ alone: true })
  company = await service.newCompany()
})
afterAll(() => service.close())

/** The names and titles of master data by their tables. */
const namedColumns = {
  'identity.agency': ['name'],
  'identity.agency_company': ['name'],
  'identity.company': ['name'],
  'identity.person': ['name'],
  'identity.sign_up': ['name'],
  'identity.api_token': ['name'],
  'access.integration': ['name'],
  'ledger.account': ['name'],
  'ledger.tag_group': ['name'],
  'ledger.tag': ['name'],
  'ledger.entry_template': ['name', 'title'],
  'sales.customer': ['name'],
  'sales.contact_detail': ['name'],
  'purchasing.supplier': ['name'],
  'banking.account': ['name'],
}

const TURNED = 'Anna\u202enoitazinagro'

test.each([
  ['a letter', 'å', false],
  ['a blank', ' ', false],
  ['a joined emoji', '👩\u200d💻', false],
  ['a right-to-left letter', 'א', false],
  ['a bell', '\u0007', true],
  ['a line break', '\n', true],
  ['a line separator', '\u2028', true],
  ['a next line', '\u0085', true],
  ['an override', '\u202e', true],
  ['an embedding', '\u202a', true],
  ['an isolate', '\u2067', true],
  ['a right-to-left mark', '\u200f', true],
  ['an Arabic letter mark', '\u061c', true],
])('%s', async (_, character, unseen) => {
  const name = `Anna${character}Ek`
  expect(hasInvisibleCharacters(name)).toBe(unseen)
  expect(await service.database.rows(sql`select platform.is_seen(${name}) as seen`)).toEqual([{ seen: !unseen }])
  expect(hasInvisibleCharacters(withoutInvisibleCharacters(name))).toBe(false)
})

test.each([
  ['a\tb', 'a b'],
  ['a\r\nb', 'a b'],
  ['a\u2028b', 'a b'],
  ['a\u0007b\u202ec', 'abc'],
  ['å א 👩\u200d💻', 'å א 👩\u200d💻'],
])('%j is %j without them', (text, seen) => expect(withoutInvisibleCharacters(text)).toBe(seen))

const aTemplate = [
  { kind: 'share', account: 6110, side: 'debit', percent: 100 },
  { kind: 'rest', account: 1930 },
]
const address = { line1: 'Gatan 1', city: 'Umeå', postalCode: '903 26', country: 'SE' }
const customer = { name: 'Kund AB', type: 'company', address }

test.each<[string, string, (name: string) => unknown, string]>([
  ['a customer', '/customers', (name) => ({ ...customer, name }), '#/name'],
  [
    'a contact',
    '/customers',
    (name) => ({ ...customer, contactsDetails: [{ name, isDefault: true }] }),
    '#/contactsDetails/0/name',
  ],
  ['a supplier', '/suppliers', (name) => ({ name }), '#/name'],
  ['an entry', '/journal-entries', (title) => anEntry({ title }), '#/title'],
  ['a matching rule', '/matching-rules', (name) => ({ name, textContains: 'x', account: 6570 }), '#/name'],
  [
    'the title of a rule',
    '/matching-rules',
    (title) => ({ name: 'R', title, fromAmount: 1, account: 6570 }),
    '#/title',
  ],
  ['an entry template', '/entry-templates', (name) => ({ name, items: aTemplate }), '#/name'],
  ['the title of a template', '/entry-templates', (title) => ({ name: 'Mall', title, items: aTemplate }), '#/title'],
  ['a tag group', '/tag-groups', (name) => ({ name, alias: 'p1' }), '#/name'],
])('of %s through the API', async (_, path, bodyOf, field) => {
  const { status, body } = await company.post(path, bodyOf(TURNED))
  expect([status, body.errors]).toEqual([400, [{ field, message: unseen('').message }]])
  expect((await company.post(path, bodyOf('Anna Ek'))).status).toBeLessThan(300)
})

test('of a client company', async () => {
  const agency = await service.operate((call) =>
    createAgency(call, { name: 'Byrån AB', organizationNumber: '556677-8899' }),
  )
  const { token } = await (await newIntegration(service)).connect({ type: 'agency', id: agency.id })
  const made = await requestsWith(service.base, token).post(`/agencies/${agency.id}/companies`, {
    name: TURNED,
    ownerEmail: 'a@example.com',
    organizationNumber: '559999-0008',
    companyType: 'limitedCompany',
    accountingMethod: 'accrual',
    vatSetting: 'quarterly',
  })
  expect(made.body.errors).toContainEqual({ field: '#/name', message: unseen('').message })
})

test.each<[string, (name: string) => Promise<unknown>]>([
  [
    'a person',
    (name) =>
      service.operate((call) =>
        identityService.createPerson(call, { name, email: 'b@example.com', password: PASSWORD }),
      ),
  ],
  ['an agency', (name) => service.operate((call) => createAgency(call, { name, organizationNumber: '556677-8899' }))],
  ['a company', (name) => service.operate((call) => createCompany(call, { name, organizationNumber: '559999-0008' }))],
  ['a changed company', (name) => service.operateFor(company.id, (call) => changeCompany(call, { name }))],
  ['a street', (name) => service.operateFor(company.id, (call) => changeCompany(call, { addressLine1: name }))],
  ['an account', (name) => service.operateFor(company.id, (call) => createAccount(call, { number: 1935, name }))],
  ['a renamed account', (name) => service.operateFor(company.id, (call) => changeAccount(call, '1930', { name }))],
  [
    'a bank account',
    (name) =>
      service.operateFor(company.id, (call) =>
        bankingAdmin.addBankAccount(call, { name, iban: 'SE4550000000058398257466', account: 1930 }),
      ),
  ],
  [
    'a token',
    (name) =>
      service.operateFor(company.id, (call) => identityService.createToken(call, { name, scopes: ['sie:read'] })),
  ],
])('of %s at the command line', async (_, work) => {
  await expect(work(TURNED)).rejects.toMatchObject({ errors: [{ message: unseen('').message }] })
})

test.each(Object.entries(namedColumns))('the database takes none in %s', async (table, columns) => {
  for (const column of columns) {
    const [held] = await service.database.rows<{ holds: number }>(sql`
      select count(*)::integer as holds from pg_constraint
      where conrelid = ${table}::regclass and convalidated
        and pg_get_constraintdef(oid) = ${`CHECK (platform.is_seen(${column}))`}`)
    expect([column, held?.holds]).toEqual([column, 1])
  }
})

test('nor past the rule', async () => {
  const renamed = service.database.rows(sql`
    update ledger.account set name = ${TURNED} where company_id = ${company.id} and number = 1930`)
  await expect(renamed).rejects.toMatchObject({ code: '23514', constraint: 'account_name_is_seen' })
})

test('of a person on the pages', async () => {
  const stranger = newVisitor(service)
  const form = { name: TURNED, email: 'ny@example.com', password: PASSWORD }
  const signedUp = await stranger.submit(await stranger.get('/signup'), form, { action: '/signup' })
  const { visitor } = await newPersonInside(service)
  const profile = { name: TURNED, language: 'sv' }
  const changed = await visitor.submit(await visitor.get('/account'), profile, { action: '/account/profile' })
  for (const page of [signedUp, changed]) {
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('osynliga tecken')])
  }
})
