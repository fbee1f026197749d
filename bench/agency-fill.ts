// Creates an agency of any size: its client companies through the API, its people and to-dos by SQL.
import { Agent } from 'node:http'
import { accessAdmin, approve, connectMachine } from '#access'
import { addMember, agencyScopes, createAgency, identityService } from '#identity'
import { luhnDigit } from '#numbers/luhn'
import { dayOf } from '#platform/day'
import { sql } from '#platform/sql'
import { asOperator } from '#programs/system'
import { type Answer, type Requester, requester } from './requests.ts'
import { type Service, startService } from './service.ts'
import type { Workshop } from './workshop.ts'

/** An agency, and requests of a connected integration. */
export type Practice = {
  service: Service
  id: string
  send: Requester
  /** A member of every client company. */
  owner: { id: string; email: string }
  /** Ids of the client companies, by name. */
  companies: readonly string[]
}

/** How many companies have to-dos, and how many of each kind. */
const BUSY_COMPANIES = 20
const TODOS_OF_A_KIND = 50
/** Members of each company besides its owner. */
const MEMBERS = 5
/** Companies created concurrently. */
const AT_ONCE = 4

const nameOf = (count: number): string => `Kunden ${String(count).padStart(5, '0')} AB`

/** The n-th number of a limited company with a valid check digit. */
export const numberOf = (count: number): string => {
  const front = `5${String(590_000_00 + count)}`
  return `${front.slice(0, 6)}-${front.slice(6)}${luhnDigit(front)}`
}

export const newCompany = (owner: { email: string }, count: number, changes: object = {}) => ({
  name: nameOf(count),
  ownerEmail: owner.email,
  organizationNumber: numberOf(count),
  companyType: 'limitedCompany',
  accountingMethod: 'accrual',
  vatSetting: 'quarterly',
  ...changes,
})

type Size = { companies: number; people: number }

/** An agency with this many client companies and people, some of whom have many to-dos, on a separate service. */
export const fillAgency = async (workshop: Workshop, size: Size): Promise<Practice> => {
  const practice = await openAgency(workshop, size)
  const { service, companies } = practice
  for (const company of companies.slice(0, BUSY_COMPANIES)) await addWork(service, company, TODOS_OF_A_KIND)
  // Done now, since autovacuum would run later during the measurement.
  await service.database.rows(sql`vacuum (analyze)`)
  return practice
}

type Opening = {
  /** Overrides for each created company. */
  changes?: object
  settings?: Readonly<Record<string, string>>
}

/** The same without to-dos. */
export const openAgency = async (
  workshop: Workshop,
  { companies: count, people }: Size,
  { changes = {}, settings = {} }: Opening = {},
): Promise<Practice> => {
  const service = await startService(workshop, `agency-${count}`, settings)
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  const { id, owner, basic } = await makeAgency(service)
  const base = `${service.origin}/v1/agencies/${id}`
  const send = requester(base, { token: await tokenOf(service, basic), agent })
  const companies: string[] = []
  let next = 0
  const work = async (): Promise<void> => {
    while (next < count) {
      const at = next++
      companies[at] = String((await send('POST', '/companies', newCompany(owner, at + 1, changes))).id)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  await addPeople(service, id, people)
  return { service, id, send, owner, companies }
}

/** An agency with an administrator, and the name and secret of a connected integration. */
const makeAgency = (service: Service) =>
  asOperator(service, async (call) => {
    const { id } = await createAgency(call, { name: 'Byrån AB', organizationNumber: numberOf(0) })
    const email = 'anna@example.com'
    const owner = await identityService.createPerson(call, { name: 'Anna Ek', email, password: 'korrekt häst batteri' })
    const tenant = { type: 'agency', id } as const
    await addMember(call, { tenant, personId: owner.id, role: 'administrator' })
    const form = { name: 'Bench', description: 'Bench', mode: 'production', redirectUris: [] }
    const scopes = agencyScopes.join(' ')
    const integration = await accessAdmin.createIntegration(call, { ownerId: owner.id, ...form, scopes })
    await approve(call, { id: integration.id, approval: 'machine-to-machine' })
    await connectMachine(call, { integrationId: integration.id, agencyId: id, scopes: agencyScopes })
    const basic = Buffer.from(`${integration.id}:${integration.clientSecret}`).toString('base64')
    return { id, owner: { id: owner.id, email }, basic }
  })

const tokenOf = async ({ origin }: Service, basic: string): Promise<string> => {
  const body = new URLSearchParams({ grant_type: 'client_credentials', scope: agencyScopes.join(' ') })
  const headers = { authorization: `Basic ${basic}` }
  const answer = await fetch(`${origin}/v1/token`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`No token was given: ${await answer.text()}`)
  return String(((await answer.json()) as Answer).access_token)
}

/** Consultants, each a member of some of the companies. */
const addPeople = async ({ database }: Service, agencyId: string, people: number): Promise<void> => {
  await database.rows(sql`
    with person as (
      insert into identity.person (id, name, email, password_hash, email_confirmed_at, created_at)
      select uuidv7(), 'Konsult ' || n, 'konsult' || n || '@example.com', '', now(), now()
      from generate_series(2, ${people}::int) n returning id)
    insert into identity.agency_member (agency_id, person_id, role, created_at)
    select ${agencyId}, id, 'consultant', now() from person`)
  await database.rows(sql`
    insert into identity.company_member (company_id, person_id, role, created_at)
    select k.company_id, p.person_id, 'bookkeeper', now()
    from (
      select company_id, row_number() over (order by company_id) as place from identity.agency_company
      where agency_id = ${agencyId}) k
    cross join generate_series(0, ${MEMBERS - 1}::int) n
    join (
      select person_id, row_number() over (order by person_id) - 1 as place from identity.agency_member
      where agency_id = ${agencyId} and role = 'consultant') p
      on p.place = (k.place * ${MEMBERS}::int + n) % (${people}::int - 1)
    on conflict do nothing`)
}

/** Unprocessed uploads, supplier invoices and invoices, `count` of each. */
const addWork = async ({ database }: Service, companyId: string, count: number): Promise<void> => {
  const today = dayOf(new Date())
  const supplierId = '00000000-0000-4000-8000-000000000001'
  const made = sql`'token', ${companyId}::uuid, now()`
  await database.rows(sql`
    insert into documents.upload (company_id, id, description, file_name, content_type, size, digest,
      modified_at, created_by_name, created_by_kind, created_by_id, created_at)
    select ${companyId}, uuidv7(), 'Kvitto ' || n, n || '.png', 'image/png', 1, sha256(n::text::bytea), now(),
      'Bench', ${made}
    from generate_series(1, ${count}::int) n`)
  await database.rows(sql`
    insert into purchasing.supplier (
      company_id, id, name, currency, modified_at, created_by_kind, created_by_id, created_at)
    values (${companyId}, ${supplierId}, 'Papper AB', 'SEK', now(), ${made})`)
  await database.rows(sql`
    insert into purchasing.supplier_invoice (company_id, id, supplier_id, invoice_number, invoice_date, due_date,
      currency, currency_rate, total_ore, total_base_ore, modified_at, created_by_kind, created_by_id, created_at)
    select ${companyId}, uuidv7(), ${supplierId}, n, ${today}::date, ${today}::date + n % 60,
      'SEK', 1, 12500, 12500, now(), ${made}
    from generate_series(1, ${count}::int) n`)
  await database.rows(sql`
    insert into sales.invoice (company_id, id, kind, currency, currency_rate, date, due_date, net_ore, tax_ore,
      total_ore, total_base_ore, number, published_at, customer_name, modified_at, created_by_kind, created_by_id,
      created_at)
    select ${companyId}, uuidv7(), 'invoice', 'SEK', 1, ${today}::date, ${today}::date + n % 60, 10000, 2500,
      12500, 12500, n, now(), 'Kunden AB', now(), ${made}
    from generate_series(1, ${count}::int) n`)
}
