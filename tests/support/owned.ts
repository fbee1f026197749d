// Companies whose year ends, and what an owner of them does.
import { addMember } from '#identity'
import { sql } from '#platform/sql'
import type { CompanyRole } from '#rule/roles'
import { checked, checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import type { Answer, NewTestCompany, Service, TestCompany } from '#support/service'
import { cookieOf, newPersonInside } from '#support/visitor'

export type Owned = TestCompany & {
  /** Does something as a person with a role. */
  as(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>
}

/** What a member of a company sends. */
export const member = async (service: Service, { id }: TestCompany, role: CompanyRole) => {
  const { person, visitor } = await newPersonInside(service)
  const tenant = { type: 'company', id } as const
  await service.operate((call) => addMember(call, { tenant, personId: person.id, role }))
  const cookie = cookieOf(visitor)
  const { session } = (await checked(`${service.base}/me`, { headers: { cookie } })).body
  return { cookie, 'csrf-token': session.csrfToken as string }
}

export const asMember =
  (company: TestCompany, credentials: Record<string, string>): Owned['as'] =>
  (method, path, body, headers = {}) =>
    checked(`${company.url}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
      headers: { ...credentials, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    })

/** A company of a form, with an owner who has logged in. */
export const owned = async (
  service: Service,
  { companyType = 'limitedCompany', ...options }: NewTestCompany & { companyType?: string } = {},
): Promise<Owned> => {
  const company = checkedCompany(await service.newCompany(options))
  await service.database.rows(sql`update identity.company set company_type = ${companyType} where id = ${company.id}`)
  return { ...company, as: asMember(company, await member(service, company, 'owner')) }
}

/** An entry of some amounts in kronor by account: debit is positive. */
export const booked = async (company: TestCompany, date: string, amounts: Record<number, number>, title = 'Prov') => {
  const items = Object.entries(amounts).map(([account, kronor]) =>
    kronor > 0 ? { account: Number(account), debit: kronor } : { account: Number(account), credit: -kronor },
  )
  return ok(await company.post('/journal-entries', { title, date, items }))
}

type Check = {
  key: string
  state: string
  severity: string
  count: number | null
  amount: number | null
  link: unknown
}

/** The checks that are open, by key, each with its number and sum. */
export const openOf = ({ checks }: { checks: Check[] }): Record<string, [number | null, number | null]> =>
  Object.fromEntries(
    checks.filter(({ state }) => state === 'open').map(({ key, count, amount }) => [key, [count, amount]]),
  )

/** An invoice of a day and a price without its tax of 25 %, published. */
export const sold = async (company: TestCompany, invoiceDate: string, unitPrice: number): Promise<string> => {
  const { id } = await drafted(company, invoiceDate, unitPrice)
  return ok(await company.post(`/invoices/${id}/publish`)).id
}

/** The same, as a draft. */
export const drafted = async (company: TestCompany, invoiceDate: string, unitPrice: number) => {
  const customer = ok(await company.post('/customers', { name: 'Kund AB', type: 'company' }))
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice, taxRate: 25 }
  return ok(await company.post('/invoices', { invoiceDate, customerRef: { id: customer.id }, lineItems: [line] }))
}

/** A supplier's invoice of a day and an amount, for paper where it is recorded. */
export const bought = async (company: TestCompany, invoiceDate: string, totalAmount: number, isRecorded = false) => {
  const supplier = ok(await company.post('/suppliers', { name: 'Papper AB' }))
  const invoice = { invoiceNumber: `F-${invoiceDate}`, invoiceDate, dueDate: invoiceDate, totalAmount }
  const { id } = ok(await company.post('/supplier-invoices', { ...invoice, supplierRef: { id: supplier.id } }))
  const lines = [{ account: 6110, netAmount: totalAmount / 1.25 }]
  if (isRecorded) ok(await company.post(`/supplier-invoices/${id}/record`, { lines }))
}
