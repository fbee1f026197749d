// Customers (kunder): the recipients of invoices.
import { countOf } from '#integrity/count'
import { keptNumber, numberProperty, sealedNumbersIn, withNumber } from '#parties'
import { isOfApi } from '#platform/actor'
import { type CompanyCall, warnOf } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import type { InvoiceRecord } from '#sales/invoices/invoice'
import { nounOf } from '#sales/invoices/invoice-store'
import { recurringUses } from '#sales/items/uses'
import { isPastDueSql } from '#sales/receivables/claim'
import { jsonOrNull, namesChanged, pointer } from '#text/json'
import {
  type ContactRecord,
  type CustomerBody,
  type CustomerContent,
  contactsOf,
  contentOf,
  warningsInCustomer,
  wrongInCustomer,
} from './customer.rules.ts'
import { lockCustomerNumbers, nextCustomerNumber } from './customer-number.ts'
import { customerFaults as faults, customerRefusals as refusals } from './customer-refusals.ts'

export type CustomerRecord = CustomerContent & {
  id: string
  customerNumber: string
  /** In the given order; exactly one is the default unless the list is empty. */
  contacts: ContactRecord[]
  createdByKind: string
  createdById: string
  createdAt: Date
  modifiedAt: Date
}

type OpenedRow = CustomerRecord & { sealedOrgNumber: Buffer | null }

/** The row shape of {@link customerSql}. */
export type CustomerRow = Omit<OpenedRow, 'sealedOrgNumber' | 'createdAt' | 'modifiedAt'> & {
  sealedOrgNumber: string | null
  createdAt: string
  modifiedAt: string
}

/** The customer; null when the company has none with this id. */
const findCustomer = async (call: CompanyCall, id: string): Promise<CustomerRecord | null> =>
  opened(
    call,
    await call.db.maybe<OpenedRow>(
      sql`select ${columns} from sales.customer c where c.company_id = ${call.companyId} and c.id = ${id}`,
      'find-customer',
    ),
  )

const opened = (call: CompanyCall, row: OpenedRow | null): CustomerRecord | null => row && withNumber(call, row)

/** As {@link findCustomer}, locked against deletion until the transaction ends. */
export const lockCustomer = async (call: CompanyCall, id: string): Promise<CustomerRecord | null> => {
  await call.db.rows(
    sql`select from sales.customer where company_id = ${call.companyId} and id = ${id} for key share`,
    'lock-customer',
  )
  return findCustomer(call, id)
}

/** One customer; refused as not found if it does not exist. */
export const readCustomer = async (call: CompanyCall, id: string): Promise<CustomerRecord> => {
  const customer = await findCustomer(call, id)
  if (!customer) throw refusals.customerNotFound({ id })
  return customer
}

/** The current customer, locked against change and deletion until the transaction ends. */
export const holdCustomer = async (call: CompanyCall, id: string): Promise<CustomerRecord> => {
  await call.db.rows(sql`
    select from sales.customer where company_id = ${call.companyId} and id = ${id} for update`)
  return readCustomer(call, id)
}

/** A page of the customers, newest first. */
export const listCustomers = (call: CompanyCall, request: PageRequest): Promise<Page<CustomerRecord>> => {
  const list: List<OpenedRow, CustomerRecord> = {
    name: 'customers',
    columns,
    from: sql`sales.customer c`,
    where: sql`c.company_id = ${call.companyId}`,
    count: countOf(call.companyId, 'customer'),
    key: [sql`c.id`],
    keyOf: ({ id }) => [id],
    filters: filtersOf(call),
    itemOf: (customer) => withNumber(call, customer),
  }
  return listPage(call, list, request)
}

/** Adds a customer; without a number it gets the next free one. */
export const createCustomer = async (call: CompanyCall, body: CustomerBody): Promise<CustomerRecord> => {
  const wrong = [...wrongInCustomer(body, dayOf(call.now)), ...unknownContacts(body.contactsDetails ?? [], [])]
  const given = body.customerNumber?.trim() || null
  const next = await lockCustomerNumbers(call)
  refuseIfAny([...wrong, ...(await takenNumber(call, given, null))])
  const number = given ?? (await nextCustomerNumber(call, next))
  const { name, type, ...content } = contentOf(body, dayOf(call.now))
  warnOf(call, warningsInCustomer({ name, type, ...content }))
  const id = newId()
  const kept = keptNumber(call, id, content.orgNumber, type === 'private')
  await call.db.rows(sql`
    insert into sales.customer (
      company_id, id, name, type, customer_number, vat_number, org_number, sealed_org_number, org_number_digest,
      payment_terms, address, language, peppol_scheme, peppol_id, created_by_kind, created_by_id, created_at,
      modified_at)
    values (${call.companyId}, ${id}, ${name}, ${type}, ${number}, ${content.vatNumber}, ${kept.orgNumber},
      ${kept.sealed}, ${kept.digest}, ${content.paymentTerms}, ${jsonOrNull(content.address)}, ${content.language},
      ${content.peppolAddress?.scheme ?? null}, ${content.peppolAddress?.id ?? null}, ${call.actor.kind},
      ${call.actor.id}, ${call.now}, ${call.now})`)
  await saveContacts(call, id, contactsOf(body.contactsDetails ?? [], [], newId))
  recordEvent(call, 'customer.created', { id }, { id, customerNumber: number })
  return readCustomer(call, id)
}

/** Replaces a customer's content; only its number is kept if omitted. */
export const updateCustomer = async (call: CompanyCall, id: string, body: CustomerBody): Promise<CustomerRecord> => {
  const before = await holdCustomer(call, id)
  const wrong = [
    ...wrongInCustomer(body, dayOf(call.now)),
    ...unknownContacts(body.contactsDetails ?? [], before.contacts),
  ]
  const number = body.customerNumber?.trim() || before.customerNumber
  if (number !== before.customerNumber) {
    await lockCustomerNumbers(call)
    wrong.push(...(await takenNumber(call, number, id)))
  }
  refuseIfAny(wrong)
  const content = contentOf(body, dayOf(call.now))
  warnOf(call, warningsInCustomer(content))
  const contacts = contactsOf(body.contactsDetails ?? [], before.contacts, newId)
  const changed = namesChanged<Changeable>(before, { ...content, customerNumber: number, contacts })
  if (changed.length === 0) return before
  const kept = keptNumber(call, id, content.orgNumber, content.type === 'private')
  await call.db.rows(sql`
    update sales.customer set name = ${content.name}, type = ${content.type}, customer_number = ${number},
      vat_number = ${content.vatNumber}, org_number = ${kept.orgNumber}, sealed_org_number = ${kept.sealed},
      org_number_digest = ${kept.digest}, payment_terms = ${content.paymentTerms},
      address = ${jsonOrNull(content.address)}, language = ${content.language},
      peppol_scheme = ${content.peppolAddress?.scheme ?? null}, peppol_id = ${content.peppolAddress?.id ?? null},
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  if (changed.includes('contacts')) await saveContacts(call, id, contacts)
  recordEvent(call, 'customer.changed', { id }, { id, changed })
  await tellOfDocuments(call, id, changed.includes('customerNumber'))
  return readCustomer(call, id)
}

/** Emits events for the documents that show the customer: drafts show all its data, published ones its number. */
export const tellOfDocuments = async (call: CompanyCall, id: string, all: boolean): Promise<void> => {
  const documents = await call.db.rows<Pick<InvoiceRecord, 'id' | 'kind'>>(sql`
    select id, kind from sales.invoice
    where company_id = ${call.companyId} and customer_id = ${id} and (number is null or ${all}) order by id`)
  for (const document of documents) recordEvent(call, `${nounOf(document)}.changed`, { id: document.id })
}

/** Deletes a customer without documents; integrations may delete only customers added through the API. */
export const deleteCustomer = async (call: CompanyCall, id: string): Promise<void> => {
  const { createdByKind, customerNumber } = await holdCustomer(call, id)
  if (isOfApi(call.actor.kind) && !isOfApi(createdByKind)) throw refusals.customerOfConsole({ id })
  const { used } = await call.db.one<{ used: boolean }>(sql`
    select exists (
      select from sales.invoice where company_id = ${call.companyId} and customer_id = ${id}) as used`)
  if (used) throw refusals.customerInUse({ id })
  const count = await recurringUses(call, { customerId: id })
  if (count > 0) throw refusals.customerRecurring({ id, count })
  await call.db.rows(sql`delete from sales.customer where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'customer.deleted', { id }, { id, customerNumber })
}

/** Errors in a malformed body beyond its schema. `id` is the customer being changed. */
export const examineCustomer = async (call: CompanyCall, body: unknown, id?: string): Promise<FieldError[]> => {
  const { customerNumber, contactsDetails } = Object(body) as Record<string, unknown>
  const before = id === undefined ? null : await findCustomer(call, id)
  const number = typeof customerNumber === 'string' ? customerNumber.trim() || null : null
  return [
    ...wrongInCustomer(body, dayOf(call.now)),
    ...(Array.isArray(contactsDetails) ? unknownContacts(contactsDetails, before?.contacts ?? []) : []),
    ...(await takenNumber(call, number, before?.id ?? null)),
  ]
}

const takenNumber = async (
  { db, companyId }: CompanyCall,
  number: string | null,
  ownId: string | null,
): Promise<FieldError[]> => {
  if (number === null) return []
  const other = await db.maybe<{ id: string }>(sql`
    select id from sales.customer where company_id = ${companyId} and customer_number = ${number}`)
  return other && other.id !== ownId ? [faults.numberTaken('#/customerNumber', { number })] : []
}

const unknownContacts = (
  contacts: readonly ({ id?: string | null } | null)[],
  known: readonly ContactRecord[],
): FieldError[] =>
  contacts.flatMap((contact, index) =>
    !contact?.id || known.some(({ id }) => id === contact.id)
      ? []
      : [faults.unknownContact(pointer('contactsDetails', index, 'id'), { id: contact.id })],
  )

type Changeable = CustomerContent & { customerNumber: string; contacts: readonly ContactRecord[] }

/** Replaces the contacts of a customer. Drafts that used a removed contact have none afterwards. */
const saveContacts = async (
  { db, companyId }: CompanyCall,
  customerId: string,
  contacts: readonly ContactRecord[],
): Promise<void> => {
  const kept = contacts.map(({ id }) => id)
  await db.rows(sql`
    delete from sales.contact_detail
    where company_id = ${companyId} and customer_id = ${customerId} and not (id = any(${kept}::uuid[]))`)
  if (contacts.length === 0) return
  // Only one default is allowed at any time: clear the old one before setting the new one.
  await db.rows(sql`
    update sales.contact_detail set is_default = false
    where company_id = ${companyId} and customer_id = ${customerId} and is_default`)
  await db.rows(sql`
    insert into sales.contact_detail (company_id, id, customer_id, position, name, email, phone, is_default)
    select ${companyId}, id, ${customerId}, position, name, email, phone, "isDefault"
    from jsonb_to_recordset(${JSON.stringify(contacts.map((contact, position) => ({ ...contact, position })))}::jsonb)
      as contact (id uuid, position integer, name text, email text, phone text, "isDefault" boolean)
    on conflict (company_id, id) do update set position = excluded.position, name = excluded.name,
      email = excluded.email, phone = excluded.phone, is_default = excluded.is_default`)
}

const columns = sql`
  c.id, c.name, c.type, c.customer_number as "customerNumber", c.vat_number as "vatNumber",
  c.org_number as "orgNumber", c.sealed_org_number as "sealedOrgNumber", c.payment_terms as "paymentTerms",
  c.address, c.language,
  case when c.peppol_id is not null
    then jsonb_build_object('scheme', c.peppol_scheme, 'id', c.peppol_id) end as "peppolAddress",
  c.created_by_kind as "createdByKind", c.created_by_id as "createdById", c.created_at as "createdAt",
  c.modified_at as "modifiedAt",
  (select coalesce(jsonb_agg(jsonb_build_object(
      'id', d.id, 'name', d.name, 'email', d.email, 'phone', d.phone, 'isDefault', d.is_default)
      order by d.position), '[]')
    from sales.contact_detail d where d.company_id = c.company_id and d.customer_id = c.id) as contacts`

/** The customer of document `i`, in the shape of {@link customerOf}. */
export const customerSql = sql`(
  select to_jsonb(c) || jsonb_build_object('sealedOrgNumber', encode(c."sealedOrgNumber", 'base64'))
  from (select ${columns} from sales.customer c where c.company_id = i.company_id and c.id = i.customer_id) c)`

export const customerOf = (call: CompanyCall, row: CustomerRow): CustomerRecord =>
  withNumber(call, {
    ...row,
    sealedOrgNumber: row.sealedOrgNumber === null ? null : Buffer.from(row.sealedOrgNumber, 'base64'),
    createdAt: new Date(row.createdAt),
    modifiedAt: new Date(row.modifiedAt),
  })

/** The payment status of customer `c`: nothing unpaid, something unpaid but not due, or something overdue. */
const unpaidSql = (today: Day): Sql => sql`(
  select case when count(*) = 0 then 'nothing' when bool_or(${isPastDueSql(today)}) then 'overdue'
    else 'notDue' end
  from sales.invoice i where i.company_id = c.company_id and i.customer_id = c.id and i.kind = 'invoice'
    and i.state in ('published', 'underPaid'))`

const filtersOf = (call: CompanyCall): FilterTable => ({
  properties: {
    name: { type: 'string', column: sql`c.name` },
    type: { type: { oneOf: ['company', 'private'] }, column: sql`c.type` },
    customerNumber: { type: 'string', column: sql`c.customer_number` },
    vatNumber: { type: 'string', column: sql`c.vat_number` },
    orgNumber: numberProperty(call, { number: sql`c.org_number`, digest: sql`c.org_number_digest` }),
    unpaid: { type: { oneOf: ['nothing', 'notDue', 'overdue'] }, column: unpaidSql(dayOf(call.now)) },
    modifiedDateTime: { type: 'datetime', column: sql`c.modified_at` },
  },
})

/** The encrypted numbers of private customers and sole proprietors. */
export const sealedCustomerNumbers = sealedNumbersIn('sales.customer', 'personal numbers of customers')
