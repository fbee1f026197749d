// Advances to suppliers as stored and as the API shows them, and payments of them without an invoice.
import { accountingCurrencyOf, bookDocument, roleAccountOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, isDay, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FilterTable, refProperties } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { supplierInvoiceFaults } from '#purchasing/invoices/supplier-invoice-refusals'
import { wrongInAccount } from '#purchasing/payment-account'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import { advanceFaults as faults, advanceRefusals as refusals } from './advance-refusals.ts'

/**
 * An advance: öre of its currency, and of the accounting currency where the name has `Base`. `paidOre` is what may be
 * used: of an invoice for an advance, what is paid of it.
 */
export type AdvanceRecord = {
  id: string
  supplierId: string
  supplierName: string
  currency: string
  supplierInvoiceId: string | null
  date: Day
  description: string | null
  ore: Ore
  baseOre: Ore
  paidOre: Ore
  usedOre: Ore
  usedBaseOre: Ore
  account: number
  paymentAccount: number | null
  journalEntryId: string | null
  modifiedAt: Date
}

/** An advance as the API shows it: amounts in its currency, `sumBaseCurrency` in the accounting currency. */
type SupplierAdvance = {
  id: string
  supplierRef: { id: string; name: string }
  supplierInvoiceRef: { id: string } | null
  date: Day
  description: string | null
  amount: number
  remainingAmount: number
  currency: string
  sumBaseCurrency: number
  bookkeepingAccountNumber?: number
  journalEntryRef: { id: string } | null
  modifiedDateTime: string
}

type NewSupplierAdvance = {
  supplierRef: { id: string }
  date: string
  amount: number
  sumBaseCurrency?: number | undefined
  bookkeepingAccountNumber?: number | undefined
  description?: string | null | undefined
}

export const shownAdvance = (record: AdvanceRecord): SupplierAdvance => ({
  id: record.id,
  supplierRef: { id: record.supplierId, name: record.supplierName },
  supplierInvoiceRef: record.supplierInvoiceId === null ? null : { id: record.supplierInvoiceId },
  date: record.date,
  description: record.description,
  amount: numberFromOre(record.ore),
  remainingAmount: numberFromOre(record.paidOre - record.usedOre),
  currency: record.currency,
  sumBaseCurrency: numberFromOre(record.baseOre),
  ...(record.paymentAccount === null ? {} : { bookkeepingAccountNumber: record.paymentAccount }),
  journalEntryRef: record.journalEntryId === null ? null : { id: record.journalEntryId },
  modifiedDateTime: momentText(record.modifiedAt),
})

/** What may be used of advance `a`, whose invoice is `i`. */
const paidOre = sql`(case when a.supplier_invoice_id is null then a.ore else i.paid_ore end)`

/** Its own changes, and payments of its invoice. */
const modifiedAt = sql`greatest(a.modified_at, i.modified_at)`

const source = sql`purchasing.advance a
  join purchasing.supplier s on s.company_id = a.company_id and s.id = a.supplier_id
  left join purchasing.supplier_invoice i on i.company_id = a.company_id and i.id = a.supplier_invoice_id`

const columns = sql`
  a.id, a.supplier_id as "supplierId", s.name as "supplierName", a.currency,
  a.supplier_invoice_id as "supplierInvoiceId", a.date, a.description, a.ore, a.base_ore as "baseOre",
  ${paidOre} as "paidOre", a.used_ore as "usedOre", a.used_base_ore as "usedBaseOre", a.account,
  a.payment_account as "paymentAccount", coalesce(a.journal_entry_id, i.journal_entry_id) as "journalEntryId",
  ${modifiedAt} as "modifiedAt"`

const filters: FilterTable = {
  properties: {
    ...refProperties('supplierRef', { id: sql`a.supplier_id`, name: sql`s.name` }),
    date: { type: 'date', column: sql`a.date` },
    amount: { type: 'amount', column: sql`a.ore` },
    remainingAmount: { type: 'amount', column: sql`(${paidOre} - a.used_ore)` },
    currency: { type: 'string', column: sql`a.currency` },
    modifiedDateTime: { type: 'datetime', column: modifiedAt },
  },
}

/** One advance; refused as not found. With `lock` it is locked until the transaction ends. */
export const readAdvance = async (
  { db, companyId }: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<AdvanceRecord> => {
  if (lock) await db.rows(sql`select from purchasing.advance where company_id = ${companyId} and id = ${id} for update`)
  const found = await db.maybe<AdvanceRecord>(
    sql`select ${columns} from ${source} where a.company_id = ${companyId} and a.id = ${id}`,
    'read-supplier-advance',
  )
  if (!found) throw refusals.advanceNotFound({ id })
  return found
}

/** The advances to all suppliers, newest first. */
export const listAdvances = (call: CompanyCall, request: PageRequest): Promise<Page<AdvanceRecord>> => {
  const list: List<AdvanceRecord, AdvanceRecord> = {
    name: 'supplier advances',
    columns,
    from: source,
    where: sql`a.company_id = ${call.companyId}`,
    key: [sql`a.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** The advances of a supplier that have something left, the oldest first, locked until the transaction ends. */
export const leftAdvancesOf = async (
  { db, companyId }: CompanyCall,
  supplierId: string,
  currency: string,
): Promise<AdvanceRecord[]> => {
  const ofSupplier: Sql = sql`a.company_id = ${companyId} and a.supplier_id = ${supplierId}
    and a.currency = ${currency} and a.used_ore < a.ore`
  await db.rows(sql`select from purchasing.advance a where ${ofSupplier} order by a.id for update`)
  return db.rows<AdvanceRecord>(
    sql`select ${columns} from ${source} where ${ofSupplier} and ${paidOre} > a.used_ore order by a.date, a.id`,
    'left-supplier-advances',
  )
}

/** The advance that an invoice is for, locked until the transaction ends; null if it is for something else. */
export const advanceOfInvoice = (
  { db, companyId }: CompanyCall,
  supplierInvoiceId: string,
): Promise<{ id: string; usedOre: Ore } | null> =>
  db.maybe<{ id: string; usedOre: Ore }>(
    sql`
    select id, used_ore as "usedOre" from purchasing.advance
    where company_id = ${companyId} and supplier_invoice_id = ${supplierInvoiceId} for update`,
    'advance-of-supplier-invoice',
  )

type Supplier = { id: string; name: string; currency: string }

const supplierOf = async (
  { db, companyId }: CompanyCall,
  id: string,
  field = '#/supplierRef/id',
): Promise<Supplier> => {
  const found = await db.maybe<Supplier>(
    sql`
    select id, name, currency from purchasing.supplier
    where company_id = ${companyId} and id = ${id.toLowerCase()} for share`,
    'supplier-of-advance',
  )
  if (!found) refuseIfAny([faults.unknownSupplier(field, { id })])
  return found as Supplier
}

/** Pays a supplier in advance, without an invoice: booked at once on its day. */
export const createSupplierAdvance = async (call: CompanyCall, body: NewSupplierAdvance): Promise<AdvanceRecord> => {
  refuseIfAny(await examineSupplierAdvance(call, body))
  const supplier = await supplierOf(call, body.supplierRef.id)
  refuseIfAny(await wrongInBase(call, supplier, body))
  const { amount, sumBaseCurrency = amount, description } = body
  const account = body.bookkeepingAccountNumber ?? USUAL_PAYMENT_ACCOUNT
  const money = { date: dayFrom(body.date), ore: oreFromNumber(amount) ?? 0n, account }
  return payAhead(call, supplier, {
    ...money,
    base: oreFromNumber(sumBaseCurrency) ?? 0n,
    description: description?.trim() || null,
  })
}

/** The currency of a supplier; an unknown one is told of at `field`. */
export const supplierCurrencyOf = async (call: CompanyCall, id: string, field: string): Promise<string> =>
  (await supplierOf(call, id, field)).currency

/** Pays a supplier in advance with a bank transaction: `ore` of its currency, for money of `baseOre`. */
export const paySupplierAhead = async (
  call: CompanyCall,
  { supplierId, ...paying }: { supplierId: string; date: Day; ore: Ore; baseOre: Ore; account: number },
): Promise<{ advanceId: string; journalEntryId: string }> => {
  const supplier = await supplierOf(call, supplierId)
  const { date, ore, baseOre: base, account } = paying
  const { id, journalEntryId } = await payAhead(call, supplier, { date, ore, base, account, description: null })
  return { advanceId: id, journalEntryId: journalEntryId ?? '' }
}

type Paying = { date: Day; ore: Ore; base: Ore; account: number; description: string | null }

const payAhead = async (
  call: CompanyCall,
  { id: supplierId, name, currency }: Supplier,
  { date, ore, base, account: paymentAccount, description }: Paying,
): Promise<AdvanceRecord> => {
  const { db, companyId, actor, now } = call
  const account = await roleAccountOf(call, 'supplierAdvance')
  const items = [
    { account, debit: base },
    { account: paymentAccount, credit: base },
  ]
  const title = ['Förskott till', name].join(' ') + (description === null ? '' : `, ${description}`)
  const entry = await bookDocument(call, { title, date, items })
  const id = newId()
  await db.rows(sql`
    insert into purchasing.advance (
      company_id, id, supplier_id, currency, date, description, ore, base_ore, account, payment_account,
      journal_entry_id, created_by_kind, created_by_id, created_at, modified_at)
    values (${companyId}, ${id}, ${supplierId}, ${currency}, ${date}, ${description}, ${ore}, ${base}, ${account},
      ${paymentAccount}, ${entry.id}, ${actor.kind}, ${actor.id}, ${now}, ${now})`)
  recordEvent(call, 'supplier-advance.created', { id })
  return readAdvance(call, id)
}

type ForAdvance = {
  id: string
  supplierId: string
  currency: string
  totalOre: Ore
  totalBaseOre: Ore
}

/** Keeps a recorded invoice as one for an advance. */
export const keepInvoicedAdvance = async (
  call: CompanyCall,
  invoice: ForAdvance,
  { date, account }: { date: Day; account: number },
): Promise<void> => {
  const { db, companyId, actor, now } = call
  const id = newId()
  await db.rows(sql`
    insert into purchasing.advance (
      company_id, id, supplier_id, currency, supplier_invoice_id, date, ore, base_ore, account, created_by_kind,
      created_by_id, created_at, modified_at)
    values (${companyId}, ${id}, ${invoice.supplierId}, ${invoice.currency}, ${invoice.id}, ${date},
      ${invoice.totalOre}, ${invoice.totalBaseOre}, ${account}, ${actor.kind}, ${actor.id}, ${now}, ${now})`)
  recordEvent(call, 'supplier-advance.created', { id })
}

/** All errors in a body by itself, which may be any object. */
export const examineSupplierAdvance = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, amount, sumBaseCurrency, bookkeepingAccountNumber } = Object(body) as Record<string, unknown>
  const account = bookkeepingAccountNumber === undefined ? USUAL_PAYMENT_ACCOUNT : bookkeepingAccountNumber
  return [
    ...(typeof date === 'string' && !isDay(date) ? [supplierInvoiceFaults.badDate('#/date')] : []),
    ...wrongAmount(amount, '#/amount'),
    ...wrongAmount(sumBaseCurrency, '#/sumBaseCurrency'),
    ...(typeof account === 'number' ? await wrongInAccount(call, account) : []),
  ]
}

export const wrongAmount = (amount: unknown, field: string): FieldError[] =>
  typeof amount === 'number' && (oreFromNumber(amount) ?? 0n) <= 0n ? [faults.amount(field)] : []

/** Errors in the money of an amount in a currency. */
export const wrongInBase = async (
  call: CompanyCall,
  { currency }: { currency: string },
  { amount, sumBaseCurrency: base }: { amount: number; sumBaseCurrency?: number | undefined },
): Promise<FieldError[]> => {
  const field = '#/sumBaseCurrency'
  const isOwn = currency === (await accountingCurrencyOf(call))
  if (!isOwn) return base === undefined ? [faults.baseMissing(field, { currency })] : []
  return base === undefined || base === amount ? [] : [faults.baseOfOwn(field)]
}
