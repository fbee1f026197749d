// What rows for people need before they are asked for: each is made as the owner of the company makes it.
import { audienceOf, placeholdersOf, type Row } from '#http'
import { addDays } from '#platform/day'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { TestIntegration } from '#support/callers'
import { checked } from '#support/checked'
import { pngFile } from '#support/samples/sample-files'
import type { Answer, Service, TestCompany } from '#support/service'

/** A company, and what an owner of it sends who has logged in. */
export type Owned = TestCompany & {
  owner: Record<string, string>
  integration: TestIntegration
  /** Lets one more test company be made. */
  forgetTestCompanies(): Promise<void>
  /** Brings a mail with a receipt. */
  mailTo(address: string): Promise<void>
  /** Makes an agency that the owner administers, and answers the id. */
  administeredAgency(): Promise<string>
  /** Has all that waits for it read. */
  readAll(): Promise<void>
}

/** Test companies are as if they had not been requested. */
export const forgetTestCompanies = async ({ database }: Service): Promise<void> => {
  await database.rows(sql`delete from desk.test_company`)
}

/** Does something as the owner of a company. */
export const asOwner = (company: Owned, method: string, path: string, body?: object): Promise<Answer> =>
  checked(`${company.url}${path}`, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: { ...company.owner, ...(body ? { 'content-type': 'application/json' } : {}) },
  })

/** Values of a path's placeholders, and the body where the documented one cannot do. */
type Values = Record<string, string>

/** What rows stand on, by operation; an answer has values. What is asked for changes something each time. */
const standsOn: Readonly<Record<string, (company: Owned, row: Row) => Promise<Values | undefined>>> = {
  inviteMember: async (_, row) => withBody(row, { email: `${newId()}@example.com` }),
  addBankAccount: async (company, row) => withBody(row, { iban: newIban(), account: await freeAccount(company) }),
  changeCompanyInformation: (company) => done(company, 'PATCH', '/company-information', { phone: null }),
  downloadLogo: withLogo,
  listCompanyConnections: async ({ integration, id }) => {
    await integration.connect({ type: 'company', id })
    return undefined
  },
  listChartCorrections: (company) => done(company, 'PATCH', '/chart-of-accounts/4731', { sruCodes: ['7512'] }),
  applyChartUpdate: async (company, row) => {
    const { adds } = (await company.get('/chart-of-accounts/update')).body
    return withBody(row, { add: [adds[0].account] })
  },
  takeChartCorrection: async (company) => {
    await done(company, 'PATCH', '/chart-of-accounts/4731', { sruCodes: ['7512'] })
    return { account: '4731' }
  },
  endMailAddress: (company) => done(company, 'POST', '/mail-address'),
  getMailAddress: (company) => done(company, 'POST', '/mail-address'),
  listReceivedMails: async (company) => {
    await mailed(company)
    return undefined
  },
  listVatPeriods: (company) => done(company, 'PATCH', '/vat-setting', { vatSetting: 'quarterly' }),
  makeTestCompany: async ({ forgetTestCompanies: forget }) => {
    await forget()
    return undefined
  },
  moveCompanyClock: async (company) => {
    const { date } = (await company.get('/clock')).body
    return { body: JSON.stringify({ date: addDays(date, 1) }) }
  },
  removeAgency: async ({ administeredAgency }) => ({ agencyId: await administeredAgency() }),
  removeCompany: newOwn,
  setAccountingCurrency: newOwn,
  removeLogo: withLogo,
  setVatSetting: (company) => done(company, 'PATCH', '/vat-setting', { vatSetting: 'yearly' }),
}

/** Accounts of banks from 1941 on. */
const FREE_ACCOUNTS = 38

/** An account of the chart for each bank account, which can then be compared with it. */
const freeAccount = async (company: Owned): Promise<number> => {
  const account = 1941 + (next() % FREE_ACCOUNTS)
  await asOwner(company, 'POST', '/chart-of-accounts', { account, name: 'Konto' })
  return account
}

/** What placeholders name, made anew. */
const made: Readonly<Record<string, (company: Owned) => Promise<Answer>>> = {
  invitationId: (company) => asOwner(company, 'POST', '/invitations', { email: `${newId()}@example.com` }),
  bankAccountId: async (company) => {
    const account = await freeAccount(company)
    return asOwner(company, 'POST', '/bank-accounts', { name: 'Konto', iban: newIban(), account })
  },
  receivedMailId: mailed,
}

/** Makes what a row for people stands on, and answers the values of its placeholders. */
export const ofPeople = async (row: Row, company: Owned): Promise<Values> => {
  const values = (await standsOn[row.operationId]?.(company, row)) ?? {}
  // Invitations of agencies' own endpoints are made by their integrations.
  for (const name of audienceOf(row) === 'company' ? placeholdersOf(row.path) : []) {
    const answer = await made[name]?.(company)
    if (answer) values[name] = answer.body.id
  }
  if (row.path.includes('{testCompanyId}')) values.testCompanyId = company.id
  if (row.path.includes('{month}')) values.month = '2026-05'
  if (row.path.includes('{key}')) values.key = await draftOf(company)
  if (row.path.startsWith('/me/integrations')) Object.assign(values, await integrationOf(company))
  return values
}

const withBody = ({ example }: Row, changes: object): Values => ({
  body: JSON.stringify({ ...(example?.body as object), ...changes }),
})

let count = 0
const next = (): number => {
  count += 1
  return count
}

/** An account number that no test has, with its check digits (ISO 13616). */
const newIban = (): string => {
  const number = `500${String(next()).padStart(17, '0')}`
  // S is 28 and E is 14; the check digits are 00 while they are calculated.
  const rest = BigInt(`${number}281400`) % 97n
  return `SE${String(98n - rest).padStart(2, '0')}${number}`
}

async function done(...request: Parameters<typeof asOwner>): Promise<undefined> {
  const { status, text } = await asOwner(...request)
  if (status >= 300) throw new Error(text)
}

async function mailed(company: Owned): Promise<Answer> {
  await company.mailTo((await asOwner(company, 'POST', '/mail-address')).body.address)
  const { items } = (await asOwner(company, 'GET', '/received-mails')).body
  return asOwner(company, 'GET', `/received-mails/${items[0].id}`)
}

async function withLogo({ url, owner }: Owned): Promise<undefined> {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(pngFile())]), 'logo.png')
  await checked(`${url}/sales-settings/logo`, { method: 'PUT', headers: owner, body })
}

/** The address of the API, by that of a company. */
const baseOf = (url: string): string => url.replace(/\/companies\/.*$/, '')

/** A company of the owner's in which nothing is booked; an earlier one that is left, once there are very many. */
async function newOwn({ url, owner }: Owned): Promise<Values> {
  const asked = {
    name: 'Tomma AB',
    organizationNumber: '559999-0008',
    fiscalYear: { startDate: '2026-01-01', endDate: '2026-12-31' },
  }
  const headers = { ...owner, 'content-type': 'application/json' }
  const made = await checked(`${baseOf(url)}/companies`, { method: 'POST', headers, body: JSON.stringify(asked) })
  if (made.status < 300) return { companyId: made.body.id }
  const { items } = (await checked(`${baseOf(url)}/me/companies?search=Tomma`, { headers: owner })).body
  return { companyId: items[0].id }
}

/** A month that is not reported, another one each time. */
export const aVatPeriod = async (company: Owned): Promise<{ startDate: string; endDate: string }> => {
  await asOwner(company, 'PATCH', '/vat-setting', { vatSetting: 'monthly' })
  const month = next()
  const first = new Date(Date.UTC(2000, month, 1))
  const last = new Date(Date.UTC(2000, month + 1, 0))
  return { startDate: first.toISOString().slice(0, 10), endDate: last.toISOString().slice(0, 10) }
}

/** A month whose margin is not worked out, since more is bought under the scheme each time. */
export const aMarginPeriod = async (company: Owned): Promise<{ startDate: string; endDate: string }> => {
  await asOwner(company, 'PATCH', '/vat-setting', { vatSetting: 'monthly' })
  const account = { account: 4010, from: '2015-01-01', kind: 'purchases', method: 'perPeriod', taxRate: 25 }
  await asOwner(company, 'PUT', '/margin-accounts', { accounts: [account], carriedIn: [] })
  const items = [
    { account: 4010, debit: 100 },
    { account: 1930, credit: 100 },
  ]
  await asOwner(company, 'POST', '/journal-entries', { title: 'Begagnat', date: '2026-03-15', items })
  return { startDate: '2026-03-01', endDate: '2026-03-31' }
}

let quarters = 0

/** A quarter without an OSS return, a later one each time, of a company with an account of the union scheme. */
export const anOssQuarter = async (company: Owned): Promise<{ year: number; quarter: number }> => {
  const account = { account: 3990, from: '2015-01-01', country: 'DE', taxRate: 19, supply: 'goods' }
  await asOwner(company, 'PUT', '/oss-accounts', { accounts: [account] })
  const place = quarters++
  return { year: 2015 + Math.floor(place / 4), quarter: 1 + (place % 4) }
}

/** A draft of the owner's, another one each time. */
const draftOf = async ({ url, owner }: Owned): Promise<string> => {
  const key = `draft:${next()}`
  const headers = { ...owner, 'content-type': 'application/json' }
  await checked(`${baseOf(url)}/me/drafts/${key}`, { method: 'PUT', headers, body: JSON.stringify({ content: '{}' }) })
  return key
}

/** The only integration of the owner, another one each time: there may be few of them, and few secrets of one. */
const integrationOf = async ({ url, owner }: Owned): Promise<Values> => {
  const base = `${baseOf(url)}/me/integrations`
  const headers = { ...owner, 'content-type': 'application/json' }
  const { items } = (await checked(base, { headers: owner })).body
  for (const { id } of items) await checked(`${base}/${id}`, { method: 'DELETE', headers: owner })
  const body = JSON.stringify({ name: 'Kassan', redirectUris: [], scopes: ['invoices:read'] })
  const { id: integrationId } = (await checked(base, { method: 'POST', headers, body })).body
  const { secrets } = (await checked(`${base}/${integrationId}`, { headers: owner })).body
  return { integrationId, secretId: secrets[0].id }
}
