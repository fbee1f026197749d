// Client companies: the companies whose books an agency keeps.
import type { AgencyCall } from '#http'
import {
  addClientCompany,
  addMember,
  agencyMemberByEmail,
  type CompanyType,
  changeCompany,
  createCompany,
  isClientOf,
  setVatSetting,
} from '#identity'
import { createFiscalYear, openBooks } from '#ledger'
import { startTrial } from '#plans'
import type { CompanyCall } from '#platform/call'
import { dayOf, momentText } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { changeSettings } from '#sales'
import { fiscalYearAround, type NewClientCompany, wrongInClientCompany } from './client-company.rules.ts'
import { organizationNumberFilter } from './organization-number.ts'
import { agencyFaults as faults, agencyRefusals as refusals } from './refusals.ts'

type ClientCompany = {
  id: string
  name: string
  organizationNumber: string
  vatNumber: string | null
  companyType: CompanyType
  address: { line1: string; line2: string | null; city: string; postalCode: string; country: string }
  modifiedDateTime: string
}

/**
 * Registers a company as a client of the agency: on trial, with the standard chart, the current fiscal year, and an
 * owner, who must be a member of the agency.
 */
export const createClientCompany = async (call: AgencyCall, body: NewClientCompany): Promise<ClientCompany> => {
  const owner = await ownerOf(call, body.ownerEmail, true)
  refuseIfAny([...(owner ? [] : [faults.ownerNotMember('#/ownerEmail')]), ...wrongInClientCompany(body)])
  const { name, organizationNumber, companyType, vatNumber, vatSetting, accountingMethod, address = {} } = body
  const { id } = await createCompany(call, {
    name,
    organizationNumber,
    companyType,
    accountingCurrency: body.accountingCurrency,
  })
  const own: CompanyCall = { ...call, companyId: id }
  await openBooks(own, { currency: body.accountingCurrency })
  const year = fiscalYearAround(dayOf(call.now), body.fiscalYearStart)
  await createFiscalYear(own, { ...year, accountingMethod })
  await startTrial(own)
  const { line1: addressLine1, line2: addressLine2, ...rest } = address
  await changeCompany(own, given({ addressLine1, addressLine2, ...rest }))
  if (vatNumber) await changeSettings(own, { vatNumber })
  await setVatSetting(own, vatSetting)
  await addClientCompany(call, { agencyId: call.agencyId, companyId: id })
  if (owner) await addMember(own, { tenant: { type: 'company', id }, personId: owner.personId, role: 'owner' })
  return getClientCompany(call, id)
}

/** Further errors of a body that does not fit its schema. */
export const examineClientCompany = async (call: AgencyCall, body: unknown): Promise<FieldError[]> => {
  const said = Object(body) as Partial<NewClientCompany>
  const { ownerEmail } = said
  const lacksOwner = ownerEmail !== undefined && (await ownerOf(call, ownerEmail, false)) === null
  return [...(lacksOwner ? [faults.ownerNotMember('#/ownerEmail')] : []), ...wrongInClientCompany(said)]
}

const ownerOf = ({ db, agencyId }: AgencyCall, email: string, held: boolean) =>
  agencyMemberByEmail({ db }, { agencyId, email, held })

const given = <T extends object>(values: T): Partial<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>

/** Refuses a company that is not a client of the agency, existing or not. */
export const requireClient = async (call: AgencyCall, id: string): Promise<void> => {
  if (!(await isClientOf(call, { agencyId: call.agencyId, companyId: id }))) throw refusals.clientNotFound({ id })
}

/** A client company of the agency; refused as not found for any other id, existing or not. */
export const getClientCompany = async ({ db, agencyId }: AgencyCall, id: string): Promise<ClientCompany> => {
  const found = await db.maybe<ClientRow>(sql`
    select ${columns} from ${from} where k.agency_id = ${agencyId} and k.company_id = ${id}`)
  if (!found) throw refusals.clientNotFound({ id })
  return shown(found)
}

/** A page of the agency's client companies, newest first. */
export const listClientCompanies = (call: AgencyCall, request: PageRequest): Promise<Page<ClientCompany>> =>
  // Cursors are usually bound to a company; here, to the agency.
  listPage({ ...call, companyId: call.agencyId }, listOf(call.agencyId), request)

type ClientRow = {
  id: string
  name: string
  organization_number: string
  vat_number: string | null
  company_type: CompanyType
  address_line1: string | null
  address_line2: string | null
  city: string | null
  postal_code: string | null
  country: string
  modified_at: Date
}

/** The latest of becoming a client and a change of the company. */
const modifiedAt = sql`greatest(k.created_at, c.modified_at)`

const columns = sql`c.id, c.name, c.organization_number, s.vat_number, c.company_type, c.address_line1, c.address_line2,
  c.city, c.postal_code, c.country, ${modifiedAt} as modified_at`
/** A left join, although each client has a company, so that counting without a filter only reads the first table. */
const from = sql`identity.agency_company_view k
  left join identity.company_view c on c.id = k.company_id
  left join sales.settings_view s on s.company_id = k.company_id`

const shown = (row: ClientRow): ClientCompany => ({
  id: row.id,
  name: row.name,
  organizationNumber: row.organization_number,
  vatNumber: row.vat_number,
  companyType: row.company_type,
  address: {
    line1: row.address_line1 ?? '',
    line2: row.address_line2,
    city: row.city ?? '',
    postalCode: row.postal_code ?? '',
    country: row.country,
  },
  modifiedDateTime: momentText(row.modified_at),
})

const listOf = (agencyId: string): List<ClientRow, ClientCompany> => ({
  name: 'client-companies',
  columns,
  from,
  where: sql`k.agency_id = ${agencyId}`,
  key: [sql`k.company_id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      name: { type: 'string', column: sql`k.name` },
      modifiedDateTime: { type: 'datetime', column: modifiedAt },
      organizationNumber: organizationNumberFilter(sql`c.organization_number`),
    },
  },
  itemOf: shown,
})
