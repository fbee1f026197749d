// Items (artiklar): goods and services for sale. A line of an invoice may use an item as its template.
import { countOf } from '#integrity/count'
import { bookOf } from '#ledger'
import { type CompanyCall, warnOf } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { vatKinds } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import { customerRefusals as refusals } from '#sales/customers/customer-refusals'
import { unitTypes } from '#sales/invoices/invoice-values.rules'
import { namesChanged } from '#text/json'
import { warningsInItem } from './food.rules.ts'
import { type ItemBody, type ItemContent, itemContentOf, wrongInItem } from './item.rules.ts'
import { recurringUses } from './uses.ts'

export type ItemRecord = ItemContent & { id: string; modifiedAt: Date }

/** These items by id, locked against deletion until the transaction ends. Missing ones are left out. */
export const itemsById = async (
  { db, companyId }: CompanyCall,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ItemRecord>> => {
  if (ids.length === 0) return new Map()
  const items = await db.rows<ItemRecord>(sql`
    select ${columns} from sales.item i where i.company_id = ${companyId} and i.id = any(${[...new Set(ids)]}::uuid[])
    order by i.id for key share`)
  return new Map(items.map((item) => [item.id, item]))
}

/** One item; refused as not found if it does not exist. */
export const readItem = async ({ db, companyId }: CompanyCall, id: string): Promise<ItemRecord> => {
  const item = await db.maybe<ItemRecord>(sql`
    select ${columns} from sales.item i where i.company_id = ${companyId} and i.id = ${id}`)
  if (!item) throw refusals.itemNotFound({ id })
  return item
}

/** The current item, locked against change and deletion until the transaction ends. */
export const holdItem = async (call: CompanyCall, id: string): Promise<ItemRecord> => {
  await call.db.rows(sql`select from sales.item where company_id = ${call.companyId} and id = ${id} for update`)
  return readItem(call, id)
}

/** A page of the items, newest first. */
export const listItems = (call: CompanyCall, request: PageRequest): Promise<Page<ItemRecord>> => {
  const list: List<ItemRecord, ItemRecord> = {
    name: 'items',
    columns,
    from: sql`sales.item i`,
    where: sql`i.company_id = ${call.companyId}`,
    count: countOf(call.companyId, 'item'),
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters: filtersOn(dayOf(call.now)),
    itemOf: (item) => item,
  }
  return listPage(call, list, request)
}

/** Adds an item. */
export const createItem = async (call: CompanyCall, body: ItemBody): Promise<ItemRecord> => {
  refuseIfAny(await examineItem(call, body))
  const id = newId()
  const item = itemContentOf(body)
  warnOfRate(call, item)
  await call.db.rows(sql`
    insert into sales.item (
      company_id, id, item_type, description, product_type, unit_type, unit_price, tax_rate, vat_kind, account,
      created_by_kind, created_by_id, created_at, modified_at)
    values (${call.companyId}, ${id}, ${item.itemType}, ${item.description}, ${item.productType}, ${item.unitType},
      ${item.unitPrice}, ${item.taxRate}, ${item.vatKind}, ${item.account}, ${call.actor.kind}, ${call.actor.id},
      ${call.now}, ${call.now})`)
  recordEvent(call, 'item.created', { id }, { id, ...item })
  return readItem(call, id)
}

/** Replaces an item's content. Lines already made from it are unchanged. */
export const updateItem = async (call: CompanyCall, id: string, body: ItemBody): Promise<ItemRecord> => {
  const { id: _, modifiedAt, ...before } = await holdItem(call, id)
  refuseIfAny(await examineItem(call, body))
  const after = itemContentOf(body)
  warnOfRate(call, after)
  const changed = namesChanged<ItemContent>(before, after)
  if (changed.length === 0) return { id, modifiedAt, ...before }
  await call.db.rows(sql`
    update sales.item set item_type = ${after.itemType}, description = ${after.description},
      product_type = ${after.productType}, unit_type = ${after.unitType}, unit_price = ${after.unitPrice},
      tax_rate = ${after.taxRate}, vat_kind = ${after.vatKind}, account = ${after.account}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  const those = (of: ItemContent) => Object.fromEntries(changed.map((name) => [name, of[name]]))
  recordEvent(call, 'item.changed', { id }, { id, before: those(before), after: those(after) })
  return readItem(call, id)
}

/** Deletes an item that no document line was made from. */
export const deleteItem = async (call: CompanyCall, id: string): Promise<void> => {
  const { description } = await holdItem(call, id)
  const { used } = await call.db.one<{ used: boolean }>(sql`
    select exists (
      select from sales.invoice_line where company_id = ${call.companyId} and item_id = ${id}) as used`)
  if (used) throw refusals.itemInUse({ id })
  const count = await recurringUses(call, { itemId: id })
  if (count > 0) throw refusals.itemRecurring({ id, count })
  await call.db.rows(sql`delete from sales.item where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'item.deleted', { id }, { id, description })
}

/** Errors in a body beyond its types. */
export const examineItem = async (call: CompanyCall, body: unknown): Promise<FieldError[]> =>
  wrongInItem(body, await bookOf(call, true))

// The price is text, without the trailing zeros of its column.
const columns = sql`
  i.id, i.item_type as "itemType", i.description, i.product_type as "productType", i.unit_type as "unitType",
  trim_scale(i.unit_price) as "unitPrice", i.tax_rate as "taxRate", i.vat_kind as "vatKind", i.account,
  i.modified_at as "modifiedAt"`

/** The rate of an item on a day: its own, or that of its kind. */
const rateOn = (day: Day): Sql => {
  const rates = Object.fromEntries(vatKinds.map((kind) => [kind, rateOfKind(kind, day)]))
  return sql`coalesce(i.tax_rate, (${JSON.stringify(rates)}::jsonb ->> i.vat_kind)::smallint)`
}

const warnOfRate = (call: CompanyCall, { description, taxRate, vatKind }: ItemContent): void => {
  if (taxRate !== null) warnOf(call, warningsInItem({ description, taxRate, vatKind }, dayOf(call.now)))
}

const filtersOn = (day: Day): FilterTable => ({
  properties: {
    description: { type: 'string', column: sql`i.description` },
    itemType: { type: { oneOf: ['salesItem', 'descriptionOnlyItem'] }, column: sql`i.item_type` },
    productType: { type: { oneOf: ['goods', 'services'] }, column: sql`i.product_type` },
    unitType: { type: { oneOf: unitTypes }, column: sql`i.unit_type` },
    unitPrice: { type: 'number', column: sql`i.unit_price` },
    taxRate: { type: 'number', column: rateOn(day) },
    vatKind: { type: { oneOf: vatKinds }, column: sql`i.vat_kind` },
    modifiedDateTime: { type: 'datetime', column: sql`i.modified_at` },
  },
})
