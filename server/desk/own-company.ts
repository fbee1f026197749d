// A person's companies: those they may enter, directly or through an agency, and creating one.
import type { PersonCall } from '#http'
import {
  actingRole,
  addMember,
  type CompanyType,
  countFoundedAndRemoved,
  createCompany,
  holdPerson,
  keepCompany,
  scopesOfRole,
  setVatSetting,
  type VatSetting,
} from '#identity'
import { type AccountingMethod, createFiscalYear, openBooks } from '#ledger'
import type { Call } from '#platform/call'
import { lastNumbers } from '#platform/event-log'
import { DEFAULT_PAGE_SIZE, listFaults, markOf } from '#platform/list'
import { decodeCursor, encodeCursor } from '#platform/page'
import { invalidWith } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import type { AccountingCurrency } from '#rule/currency'
import type { AgencyRole, CompanyRole } from '#rule/roles'
import { deskRefusals } from './refusals.ts'

/** Maximum number of companies that one person can own and still create another. */
export const MOST_OWN_COMPANIES = 100
/** For how many days a removed company still counts. */
const REMOVED_DAYS = 30

/** A company to create, as described by its owner. */
type AskedCompany = {
  name: string
  organizationNumber: string
  companyType?: CompanyType
  fiscalYear: { startDate: string; endDate: string }
  accountingMethod?: AccountingMethod
  vatSetting?: VatSetting
  isTest?: boolean
  accountingCurrency?: AccountingCurrency
}

/** A company that a person may enter, with their role; `agencies` are those that give them access. */
type OwnCompany = {
  id: string
  name: string
  organizationNumber: string
  companyType: CompanyType
  isTest: boolean
  clockDays: number
  role: CompanyRole
  isSignatory: boolean
  agencies: { id: string; name: string }[]
  scopes: string[]
}

/**
 * Creates a company with empty books and a first fiscal year, owned by the caller. It has no plan assigned, and thus
 * all features.
 */
export const createOwnCompany = async (call: PersonCall, asked: AskedCompany): Promise<OwnCompany> => {
  const { id: personId } = call.ownToken.session.person
  // Serializes requests of a person, so that companies are counted correctly.
  await holdPerson(call, personId)
  await refuseTooMany(call, personId)
  const { id } = await foundCompany(call, asked, personId)
  return readOwnCompany(call, id)
}

/** The same for a given owner: company, books, first year, VAT reporting period, and the owner. */
export const foundCompany = async (call: Call, asked: AskedCompany, ownerId: string): Promise<{ id: string }> => {
  const { fiscalYear, accountingMethod = 'accrual', vatSetting, ...company } = asked
  const { id } = await createCompany(call, company)
  const own = { ...call, companyId: id }
  await openBooks(own, { currency: asked.accountingCurrency })
  await createFiscalYear(own, { ...fiscalYear, accountingMethod })
  if (vatSetting) await setVatSetting(own, vatSetting)
  await addMember(own, { tenant: { type: 'company', id }, personId: ownerId, role: 'owner' })
  return { id }
}

/** Refuses a person who owns the maximum number of companies, or has recently created and removed as many. */
const refuseTooMany = async (call: PersonCall, personId: string): Promise<void> => {
  const { owned } = await call.db.one<{ owned: number }>(sql`
    select count(*)::integer as owned from identity.company_member_view
    where person_id = ${personId} and role = 'owner'`)
  if (owned >= MOST_OWN_COMPANIES) throw deskRefusals.tooManyCompanies({ most: MOST_OWN_COMPANIES })
  await refuseTooManyRemoved(call, personId, MOST_OWN_COMPANIES - owned)
}

/** Refuses a person who has recently created and removed too many companies: rows of each remain. */
export const refuseTooManyRemoved = async (
  call: PersonCall,
  personId: string,
  most = MOST_OWN_COMPANIES,
): Promise<void> => {
  const since = new Date(call.now.getTime() - REMOVED_DAYS * 24 * 60 * 60 * 1000)
  const removed = await countFoundedAndRemoved(call, { personId, since })
  if (removed >= most) throw deskRefusals.tooManyRemoved({ most: MOST_OWN_COMPANIES, days: REMOVED_DAYS })
}

/** One company that the caller may enter; otherwise refused as not found, whether it exists or not. */
export const readOwnCompany = async (call: PersonCall, id: string): Promise<OwnCompany> => {
  const { id: personId } = call.ownToken.session.person
  const found = await call.db.maybe<CompanyRow>(companiesOf(personId, sql`and c.id = ${id}`))
  if (!found) throw deskRefusals.noCompany({ id })
  return shown(found)
}

/** Whether the caller may enter a company, which is locked against removal until the transaction ends. */
export const mayEnter = async (call: PersonCall, id: string): Promise<boolean> => {
  if (!(await keepCompany(call, id))) return false
  const found = await call.db.rows(companiesOf(call.ownToken.session.person.id, sql`and c.id = ${id}`))
  return found.length > 0
}

/** The same with the number of its last event: the company is shown in that state or a later one. */
export const enterCompany = async (call: PersonCall, id: string): Promise<OwnCompany & { lastEventNumber: number }> => {
  const last = (await lastNumbers(call.db, [id])).get(id) ?? 0n
  return { ...(await readOwnCompany(call, id)), lastEventNumber: Number(last) }
}

type CompanySearch = { search?: string; cursor?: string; pageSize?: number }

/**
 * The companies that the caller may enter, by name; in a search, those whose name or number starts with the text come
 * first.
 */
export const listOwnCompanies = async (
  call: PersonCall,
  { search = '', cursor = '', pageSize = DEFAULT_PAGE_SIZE }: CompanySearch,
): Promise<{ items: OwnCompany[]; nextCursor?: string }> => {
  const { id: personId } = call.ownToken.session.person
  const wanted = search.trim()
  const mark = markOf(personId, 'own-companies', wanted)
  const rows = await call.db.rows<CompanyRow>(sql`
    select * from (${companiesOf(personId, matching(wanted), rankIn(wanted))}) own
    ${cursor === '' ? empty : sql`where (rank, sorted, id) > (${after(call, cursor, mark)})`}
    order by rank, sorted, id limit ${pageSize + 1}`)
  const items = rows.slice(0, pageSize)
  const last = items.at(-1)
  if (rows.length <= pageSize || !last) return { items: items.map(shown) }
  return { items: items.map(shown), nextCursor: encodeCursor([mark, last.rank, last.sorted, last.id], call.cursorKey) }
}

const after = (call: Call, cursor: string, mark: string): Sql => {
  const [given, rank, sorted, id] = decodeCursor(cursor, call.cursorKey) ?? []
  if (given !== mark || id === undefined) throw invalidWith([listFaults.badCursor('cursor')])
  return sql`${rank}::integer, ${sorted}::text, ${id}::uuid`
}

type CompanyRow = Omit<OwnCompany, 'role' | 'scopes'> & {
  role: CompanyRole | null
  agencyRoles: AgencyRole[]
  rank: number
  sorted: string
}

/** Matches a part of the name, or the first digits of the number, with or without the hyphen. */
const matching = (wanted: string): Sql => {
  if (wanted === '') return empty
  const byNumber = sql`replace(c.organization_number, '-', '') like ${`${digitsOf(wanted)}%`}`
  const byName = sql`lower(c.name) like lower(${`%${literal(wanted)}%`})`
  return digitsOf(wanted) === '' ? sql`and ${byName}` : sql`and (${byName} or ${byNumber})`
}

const rankIn = (wanted: string): Sql =>
  wanted === '' ? sql`0` : sql`case when lower(c.name) like lower(${`${literal(wanted)}%`}) then 0 else 1 end`

/** The digits of a text that may be the start of an organization number; empty for other texts. */
const digitsOf = (text: string): string => (/^[\d -]+$/.test(text) ? text.replace(/\D/g, '') : '')

const literal = (text: string): string => text.replace(/[\\%_]/g, '\\$&')

const companiesOf = (personId: string, narrowed: Sql, rank: Sql = sql`0`): Sql => sql`
  select c.id, c.name, c.organization_number as "organizationNumber", c.company_type as "companyType",
    c.is_test as "isTest", c.clock_days as "clockDays", ${rank} as rank, lower(c.name) as sorted, max(way.role) as role,
    bool_or(way.is_signatory) as "isSignatory",
    coalesce(array_agg(way.agency_role) filter (where way.agency_role is not null), '{}') as "agencyRoles",
    coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.id)
      filter (where a.id is not null), '[]') as agencies
  from (
    select company_id, role, is_signatory, null::uuid as agency_id, null::text as agency_role
    from identity.company_member_view where person_id = ${personId}
    union all
    select k.company_id, null, false, k.agency_id, m.role
    from identity.agency_member_view m join identity.agency_company_view k on k.agency_id = m.agency_id
    where m.person_id = ${personId}
  ) way
  join identity.company_view c on c.id = way.company_id
  left join identity.agency_view a on a.id = way.agency_id
  where true ${narrowed}
  group by c.id, c.name, c.organization_number, c.company_type, c.is_test, c.clock_days`

const shown = ({ role: own, agencyRoles, rank: _, sorted: __, ...company }: CompanyRow): OwnCompany => {
  const role = actingRole(own, agencyRoles)
  if (role === null) throw new Error(`${company.id} has no role for the caller`)
  return { ...company, role, scopes: [...scopesOfRole[role]].sort() }
}
