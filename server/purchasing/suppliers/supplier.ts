// Suppliers (leverantörer): the senders of invoices, and their payment details.
import { countOf } from '#integrity/count'
import { accountingCurrencyOf } from '#ledger'
import { keptNumber, numberProperty, sealedNumbersIn, withNumber } from '#parties'
import { isOfApi } from '#platform/actor'
import { type CompanyCall, warnOf } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { lapseApprovals } from '#purchasing/invoices/lapse'
import { jsonOrNull, namesChanged } from '#text/json'
import {
  contentOf,
  type SupplierBody,
  type SupplierContent,
  supplierCurrencies,
  warningsInSupplier,
  wrongInSupplier,
} from './supplier.rules.ts'
import { supplierFaults as faults, supplierRefusals as refusals } from './supplier-refusals.ts'

export type SupplierRecord = SupplierContent & {
  id: string
  createdByKind: string
  createdById: string
  createdAt: Date
  modifiedAt: Date
}

type SupplierRow = SupplierRecord & { sealedOrgNumber: Buffer | null }

/** The supplier; null when the company has none with this id. */
export const findSupplier = async (call: CompanyCall, id: string): Promise<SupplierRecord | null> => {
  const row = await call.db.maybe<SupplierRow>(
    sql`select ${columns} from purchasing.supplier s where s.company_id = ${call.companyId} and s.id = ${id}`,
    'find-supplier',
  )
  return row && withNumber(call, row)
}

/** One supplier; refused as not found if it does not exist. */
export const readSupplier = async (call: CompanyCall, id: string): Promise<SupplierRecord> => {
  const supplier = await findSupplier(call, id)
  if (!supplier) throw refusals.supplierNotFound({ id })
  return supplier
}

/** The current supplier, locked against change and deletion until the transaction ends. */
export const holdSupplier = async (call: CompanyCall, id: string): Promise<SupplierRecord> => {
  await call.db.rows(sql`
    select from purchasing.supplier where company_id = ${call.companyId} and id = ${id} for update`)
  return readSupplier(call, id)
}

/** A page of the suppliers, newest first. */
export const listSuppliers = (call: CompanyCall, request: PageRequest): Promise<Page<SupplierRecord>> => {
  const list: List<SupplierRow, SupplierRecord> = {
    name: 'suppliers',
    columns,
    from: sql`purchasing.supplier s`,
    where: sql`s.company_id = ${call.companyId}`,
    count: countOf(call.companyId, 'supplier'),
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: filtersOf(call),
    itemOf: (supplier) => withNumber(call, supplier),
  }
  return listPage(call, list, request)
}

export const createSupplier = async (call: CompanyCall, body: SupplierBody): Promise<SupplierRecord> => {
  refuseIfAny(wrongInSupplier(body, await currenciesOf(call)))
  const content = contentOf(body, await accountingCurrencyOf(call))
  const { name, orgNumber, vatNumber, currency, address, paymentDetails } = content
  warnOf(call, warningsInSupplier(content))
  const id = newId()
  const kept = keptNumber(call, id, orgNumber)
  await call.db.rows(sql`
    insert into purchasing.supplier (
      company_id, id, name, org_number, sealed_org_number, org_number_digest, vat_number, currency, address,
      payment_details, created_by_kind, created_by_id, created_at, modified_at)
    values (${call.companyId}, ${id}, ${name}, ${kept.orgNumber}, ${kept.sealed}, ${kept.digest}, ${vatNumber},
      ${currency}, ${jsonOrNull(address)}, ${jsonOrNull(paymentDetails)}, ${call.actor.kind}, ${call.actor.id},
      ${call.now}, ${call.now})`)
  recordEvent(call, 'supplier.created', { id }, { id, name })
  return readSupplier(call, id)
}

/** Replaces a supplier's content. Its currency cannot change while invoices refer to it. */
export const updateSupplier = async (call: CompanyCall, id: string, body: SupplierBody): Promise<SupplierRecord> => {
  const before = await holdSupplier(call, id)
  refuseIfAny(await wrongInChange(call, body, before))
  const content = contentOf(body, await accountingCurrencyOf(call))
  warnOf(call, warningsInSupplier(content))
  const { name, orgNumber, vatNumber, currency, address, paymentDetails } = content
  const changed = namesChanged<SupplierContent>(before, content)
  if (changed.length === 0) return before
  const kept = keptNumber(call, id, orgNumber)
  await call.db.rows(sql`
    update purchasing.supplier set name = ${name}, org_number = ${kept.orgNumber},
      sealed_org_number = ${kept.sealed}, org_number_digest = ${kept.digest}, vat_number = ${vatNumber},
      currency = ${currency}, address = ${jsonOrNull(address)}, payment_details = ${jsonOrNull(paymentDetails)},
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'supplier.changed', { id }, { id, changed, ...movedMoney(before, content, changed) })
  if (changed.includes('name')) await tellOfInvoices(call, id)
  if (changed.includes('paymentDetails')) await lapseApprovals(call, { id, name })
  return readSupplier(call, id)
}

/** Emits events for the supplier's invoices, which show its current name. */
const tellOfInvoices = async (call: CompanyCall, id: string): Promise<void> => {
  const invoices = await call.db.rows<{ id: string }>(sql`
    select id from purchasing.supplier_invoice
    where company_id = ${call.companyId} and supplier_id = ${id} order by id`)
  for (const invoice of invoices) recordEvent(call, 'supplier-invoice.changed', { id: invoice.id })
}

/** Deletes a supplier without supplier invoices; integrations may delete only suppliers added through the API. */
export const deleteSupplier = async (call: CompanyCall, id: string): Promise<void> => {
  const { createdByKind, name } = await holdSupplier(call, id)
  if (isOfApi(call.actor.kind) && !isOfApi(createdByKind)) throw refusals.supplierOfConsole({ id })
  if (await isUsed(call, id)) throw refusals.supplierInUse({ id })
  await call.db.rows(sql`delete from purchasing.supplier where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'supplier.deleted', { id }, { id, name })
}

/** Errors in the body of a new supplier beyond its types. */
export const examineSupplier = async (call: CompanyCall, body: unknown): Promise<FieldError[]> =>
  wrongInSupplier(body, await currenciesOf(call))

/** Errors in a change of a supplier; a missing one is checked as a new one. */
export const examineSupplierChange = async (call: CompanyCall, body: unknown, id: string): Promise<FieldError[]> => {
  const before = await findSupplier(call, id)
  return before ? wrongInChange(call, body, before) : examineSupplier(call, body)
}

/** A currency that is no longer allowed may be kept, and one used by invoices must be kept. */
const wrongInChange = async (call: CompanyCall, body: unknown, { id, currency: own }: SupplierRecord) => {
  const errors = wrongInSupplier(body, [...new Set([...(await currenciesOf(call)), own])])
  const { currency } = Object(body) as { currency?: unknown }
  const isOther = (currency ?? (await accountingCurrencyOf(call))) !== own
  if (isOther && (await isUsed(call, id)) && !errors.some(({ field }) => field === '#/currency')) {
    errors.push(faults.currencyInUse('#/currency', { currency: own }))
  }
  return errors
}

/**
 * The towns of suppliers that are paid to these numbers, each in the form of payments: a giro or IBAN in its stored
 * form, an account as clearing and account number separated by a space. Only suppliers with a town.
 */
export const townsOfPayees = async (
  { db, companyId }: CompanyCall,
  numbers: readonly string[],
): Promise<Map<string, { city: string; country: string }>> => {
  const found = await db.rows<{ number: string; city: string; country: string }>(sql`
    select distinct on (number) number, s.address->>'city' as city, s.address->>'country' as country
    from purchasing.supplier s
    cross join lateral (select coalesce(s.payment_details->>'bankgiroNumber', s.payment_details->>'plusgiroNumber',
      s.payment_details->>'iban',
      (s.payment_details->>'clearingNumber') || ' ' || (s.payment_details->>'accountNumber')) as number) details
    where s.company_id = ${companyId} and number = any(${numbers}::text[]) and s.address->>'city' is not null
    order by number, s.modified_at desc, s.id limit ${numbers.length}`)
  return new Map(found.map(({ number, city, country }) => [number, { city, country }]))
}

const currenciesOf = async ({ db, companyId }: CompanyCall): Promise<readonly string[]> => {
  const { hasBusinessAccount } = await db.one<{ hasBusinessAccount: boolean }>(sql`
    select has_business_account as "hasBusinessAccount" from identity.company_view where id = ${companyId}`)
  return supplierCurrencies(hasBusinessAccount)
}

const isUsed = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> => {
  const { used } = await db.one<{ used: boolean }>(sql`
    select exists (
      select from purchasing.supplier_invoice where company_id = ${companyId} and supplier_id = ${id})
      or exists (select from purchasing.advance where company_id = ${companyId} and supplier_id = ${id}) as used`)
  return used
}

/** The payment details before and after, so that a payment to a wrong account can be traced. */
const movedMoney = (before: SupplierContent, after: SupplierContent, changed: readonly string[]) =>
  changed.includes('paymentDetails')
    ? { paymentDetails: { before: before.paymentDetails, after: after.paymentDetails } }
    : {}

const columns = sql`
  s.id, s.name, s.org_number as "orgNumber", s.sealed_org_number as "sealedOrgNumber",
  s.vat_number as "vatNumber", s.currency, s.address,
  s.payment_details as "paymentDetails", s.created_by_kind as "createdByKind", s.created_by_id as "createdById",
  s.created_at as "createdAt", s.modified_at as "modifiedAt"`

const filtersOf = (call: CompanyCall): FilterTable => ({
  properties: {
    name: { type: 'string', column: sql`s.name` },
    vatNumber: { type: 'string', column: sql`s.vat_number` },
    orgNumber: numberProperty(call, { number: sql`s.org_number`, digest: sql`s.org_number_digest` }),
    modifiedDateTime: { type: 'datetime', column: sql`s.modified_at` },
  },
})

/** The encrypted numbers of sole proprietors. */
export const sealedSupplierNumbers = sealedNumbersIn('purchasing.supplier', 'personal numbers of suppliers')
