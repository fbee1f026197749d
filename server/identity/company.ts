// Companies: the tenants whose books are kept here.
import { isEmail, MAX_EMAIL, wrongName } from '#identity/people/name.rules'
import { isCountry } from '#numbers/country'
import { organizationNumber } from '#numbers/organization-number'
import type { Call, CompanyCall } from '#platform/call'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { tellAgencies } from './agency.ts'
import { type CompanyType, MAX_COMPANY_NAME, type NewCompany, wrongInNewCompany } from './company.rules.ts'
import { identityFaults, identityRefusals, peopleFaults } from './refusals.ts'

/** What other contexts need to know about a company. */
type Company = { id: string; name: string; organizationNumber: string; companyType: CompanyType }

/** Registers a company and returns its id, which may be given. The ledger opens its books in the same transaction. */
export const createCompany = async (call: Call, input: NewCompany, id = newId()): Promise<{ id: string }> => {
  const { name, companyType = 'limitedCompany', email = null, phone = null, isTest = false } = input
  const number = organizationNumber(input.organizationNumber)
  refuseIfAny(wrongInNewCompany(input))
  await call.db.rows(sql`
    insert into identity.company (id, name, organization_number, company_type, email, phone, is_test, created_at)
    values (${id}, ${name.trim()}, ${number}, ${companyType}, ${email}, ${phone}, ${isTest}, ${call.now})`)
  const detail = { name: name.trim(), organizationNumber: number, ...(isTest ? { isTest } : {}) }
  recordEvent({ ...call, companyId: id }, 'company.created', { id }, detail)
  return { id }
}

/** Changes of a company: absent fields stay, null removes the value. */
export type CompanyChanges = {
  name?: string | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
  addressLine1?: string | null | undefined
  addressLine2?: string | null | undefined
  postalCode?: string | null | undefined
  city?: string | null | undefined
  /** ISO 3166-1 alpha-2 */
  country?: string | undefined
  /** Whether it has a business account with the service, which decides which currencies suppliers may have. */
  hasBBA?: boolean | undefined
}

/** Most characters in a telephone number, and in each line of an address. */
export const MAX_CONTACT_LENGTH = 100

/** Changes a company's name and contact data. Documents that were sent before keep the old ones. */
export const changeCompany = async (call: CompanyCall, changes: CompanyChanges): Promise<void> => {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const wanted: CompanyChanges = Object.fromEntries(
    given.map(([field, value]) => [field, typeof value === 'boolean' ? value : value?.trim() || null]),
  )
  refuseIfAny(wrongInChanges(wanted))
  const before = await call.db.one<Required<CompanyChanges>>(sql`
    select name, phone, email, address_line1 as "addressLine1", address_line2 as "addressLine2",
      postal_code as "postalCode", city, country, has_business_account as "hasBBA"
    from identity.company where id = ${call.companyId} for no key update`)
  const after = { ...before, ...wanted }
  const changed = (Object.keys(after) as (keyof CompanyChanges)[]).filter((field) => after[field] !== before[field])
  if (changed.length === 0) return
  await call.db.rows(sql`
    update identity.company set name = ${after.name}, phone = ${after.phone}, email = ${after.email},
      address_line1 = ${after.addressLine1}, address_line2 = ${after.addressLine2}, city = ${after.city},
      postal_code = ${after.postalCode}, country = ${after.country}, has_business_account = ${after.hasBBA},
      modified_at = ${call.now}
    where id = ${call.companyId}`)
  const those = (of: CompanyChanges) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  recordEvent(call, 'company.changed', { id: call.companyId }, { before: those(before), after: those(after) })
  await tellAgencies(call)
}

/** Updates the time of modification when data of the company stored elsewhere has changed. */
export const touchCompany = async (call: CompanyCall): Promise<void> => {
  const { db, companyId, now } = call
  await db.rows(sql`update identity.company set modified_at = ${now} where id = ${companyId}`)
  await tellAgencies(call)
}

/** The places of an address's parts in a body. */
const inAddress: Readonly<Record<string, string>> = {
  addressLine1: '#/address/line1',
  addressLine2: '#/address/line2',
  postalCode: '#/address/postalCode',
  city: '#/address/city',
  country: '#/address/country',
}

const wrongInChanges = (changes: CompanyChanges): FieldError[] => {
  const errors: FieldError[] = []
  for (const [field, value] of Object.entries(changes)) {
    const limit = field === 'name' ? MAX_COMPANY_NAME : field === 'email' ? MAX_EMAIL : MAX_CONTACT_LENGTH
    if (typeof value === 'string') errors.push(...wrongName(value, limit, inAddress[field] ?? `#/${field}`))
  }
  if (changes.name === null) errors.push(identityFaults.nameMissing('#/name'))
  if (changes.email && !isEmail(changes.email)) errors.push(peopleFaults.email('#/email'))
  if (changes.country !== undefined && !isCountry(changes.country ?? '')) {
    errors.push(identityFaults.country('#/address/country'))
  }
  return errors
}

/** The company with this id; refused as not found. */
export const findCompany = async (db: Db, id: string): Promise<Company & { isTest: boolean }> => {
  const company = await db.maybe<Company & { isTest: boolean }>(sql`
    select id, name, organization_number as "organizationNumber", company_type as "companyType", is_test as "isTest"
    from identity.company where id = ${id}`)
  if (!company) throw identityRefusals.companyNotFound({ id })
  return company
}

/** Locks the company until the transaction ends, so that its changes are serialized. */
export const holdCompany = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.rows(sql`select from identity.company where id = ${companyId} for no key update`)
}

/** Whether the company exists; if so, it cannot be removed until the transaction ends. */
export const keepCompany = async ({ db }: Pick<Call, 'db'>, id: string): Promise<boolean> => {
  const found = await db.rows(sql`select from identity.company where id = ${id} and removed_at is null for share`)
  return found.length > 0
}

/** The oldest test company with this name and number; null if there is none. */
export const findTestCompany = (
  { db }: Pick<Call, 'db'>,
  { name, organizationNumber: number }: Pick<Company, 'name' | 'organizationNumber'>,
): Promise<{ id: string; name: string } | null> =>
  db.maybe(sql`
    select id, name from identity.company where is_test and name = ${name} and organization_number = ${number}
    order by id limit 1`)

export const idsOfCompanies: Sql = sql`select id from identity.company`

/** Companies in the order of registration, at most `limit`; including removed ones by default. */
export const listCompanies = (
  call: Call,
  limit: number,
  { removed = true } = {},
): Promise<(Company & { isTest: boolean })[]> =>
  call.db.rows(sql`
    select id, name, organization_number as "organizationNumber", company_type as "companyType", is_test as "isTest"
    from identity.company where ${removed}::boolean or removed_at is null order by id limit ${limit}`)

/** The company as in the API; `lock` prevents changes until the transaction ends. */
export const companyInformation = async ({ db, companyId }: CompanyCall, { lock = false }: { lock?: boolean } = {}) => {
  const row = await db.one<InformationRow>(sql`
    select ${informationColumns} from identity.company c where c.id = ${companyId}
    ${lock ? sql`for no key update` : empty}`)
  return informationOf(row)
}

/** The company with an id, as {@link informationOf} takes it; a subquery for larger statements. */
export const companyInformationSql = (companyId: string): Sql => sql`(
  select to_jsonb(c) from (select ${informationColumns} from identity.company c where c.id = ${companyId}) c)`

const informationColumns = sql`c.id, c.name, c.organization_number, c.company_type, c.phone, c.email, c.address_line1,
  c.address_line2, c.city, c.postal_code, c.country, c.has_business_account, c.is_test`

export type CompanyInformation = ReturnType<typeof informationOf>

export const informationOf = (row: InformationRow) => {
  return {
    id: row.id,
    companyType: row.company_type,
    name: row.name,
    organizationNumber: row.organization_number,
    phone: row.phone ?? '',
    email: row.email ?? '',
    hasBBA: row.has_business_account,
    address: {
      line1: row.address_line1 ?? '',
      line2: row.address_line2,
      city: row.city ?? '',
      postalCode: row.postal_code ?? '',
      country: row.country,
    },
  }
}

export type InformationRow = {
  id: string
  name: string
  organization_number: string
  company_type: CompanyType
  phone: string | null
  email: string | null
  address_line1: string | null
  address_line2: string | null
  city: string | null
  postal_code: string | null
  country: string
  has_business_account: boolean
  is_test: boolean
}
