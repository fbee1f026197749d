// Pay items: what a pay run gathers beside fixed pay: hours, additions, benefits, deductions and corrections.
import { findEmployment } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { namesChanged } from '#text/json'
import { type ItemBody, type ItemContent, itemContentOf, wrongInItem } from './pay-item.rules.ts'
import { runFaults as faults, runRefusals as refusals } from './run-refusals.ts'

export type ItemRecord = ItemContent & { id: string; modifiedAt: Date }

const findItem = ({ db, companyId }: CompanyCall, id: string): Promise<ItemRecord | null> =>
  db.maybe<ItemRecord>(sql`
    select ${itemColumns} from payroll.pay_item i where i.company_id = ${companyId} and i.id = ${id}`)

/** One item; refused as not found if it does not exist. */
export const readItem = async (call: CompanyCall, id: string): Promise<ItemRecord> => {
  const item = await findItem(call, id)
  if (!item) throw refusals.itemNotFound({ id })
  return item
}

/** The current item, locked until the transaction ends. */
export const holdItem = async (call: CompanyCall, id: string): Promise<ItemRecord> => {
  await call.db.rows(sql`
    select from payroll.pay_item where company_id = ${call.companyId} and id = ${id} for update`)
  return readItem(call, id)
}

/** A page of the items of all employments, newest first. */
export const listItems = (call: CompanyCall, request: PageRequest): Promise<Page<ItemRecord>> => {
  const list: List<ItemRecord, ItemRecord> = {
    name: 'pay-items',
    columns: itemColumns,
    from: sql`payroll.pay_item i`,
    where: sql`i.company_id = ${call.companyId}`,
    key: [sql`i.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

export const createItem = async (call: CompanyCall, body: ItemBody): Promise<ItemRecord> => {
  refuseIfAny(await wrongInItemBody(call, body))
  const item = itemContentOf(body)
  const id = newId()
  const { db, companyId, actor, now } = call
  await holdEmploymentOf(call, item)
  await db.rows(sql`
    insert into payroll.pay_item (company_id, id, employment_id, pay_type, from_date, to_date, is_monthly,
      quantity_thousandths, rate_ore, ore, protected_ore, note, pay_run_id, created_by_kind, created_by_id, created_at,
      modified_at)
    values (${companyId}, ${id}, ${item.employmentId}, ${item.payType}, ${item.from}::date, ${item.to}::date,
      ${item.isMonthly}, ${item.quantity}, ${item.rateOre}, ${item.ore}, ${item.protectedOre}, ${item.note},
      ${item.correctedRunId}, ${actor.kind}, ${actor.id}, ${now}, ${now})`)
  recordEvent(call, 'pay-item.created', { id }, { id, employmentId: item.employmentId, payType: item.payType })
  return readItem(call, id)
}

/** Locked, so that an employment that is just being removed gets no item. */
const holdEmploymentOf = async ({ db, companyId }: CompanyCall, { employmentId }: ItemContent): Promise<void> => {
  const held = await db.rows(sql`
    select from payroll.employment where company_id = ${companyId} and id = ${employmentId} for update`)
  if (held.length === 0) refuseIfAny([faults.employmentUnknown('#/employmentRef/id')])
}

const inText = (item: ItemContent) => ({
  ...item,
  ...Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  ),
})

/** Replaces an item; one that a run has paid stays as it is, unless it comes every month. */
export const updateItem = async (call: CompanyCall, id: string, body: ItemBody): Promise<ItemRecord> => {
  const before = await holdItem(call, id)
  refuseIfAny(await wrongInItemBody(call, body))
  const item = itemContentOf(body)
  const { id: _id, modifiedAt: _at, ...content } = before
  const changed = namesChanged(inText(content), inText(item))
  if (changed.length === 0) return before
  await requireUnused(call, before)
  await holdEmploymentOf(call, item)
  await call.db.rows(sql`
    update payroll.pay_item set employment_id = ${item.employmentId}, pay_type = ${item.payType},
      from_date = ${item.from}::date, to_date = ${item.to}::date, is_monthly = ${item.isMonthly},
      quantity_thousandths = ${item.quantity}, rate_ore = ${item.rateOre}, ore = ${item.ore},
      protected_ore = ${item.protectedOre}, note = ${item.note}, pay_run_id = ${item.correctedRunId},
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'pay-item.changed', { id }, { id, changed })
  return readItem(call, id)
}

export const deleteItem = async (call: CompanyCall, id: string): Promise<void> => {
  const item = await holdItem(call, id)
  await requireUnused(call, item)
  await call.db.rows(sql`delete from payroll.pay_item where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'pay-item.deleted', { id }, { id, employmentId: item.employmentId, payType: item.payType })
}

const requireUnused = async ({ db, companyId }: CompanyCall, { id, isMonthly }: ItemRecord): Promise<void> => {
  if (isMonthly) return
  const used = await db.maybe<{ number: number }>(sql`
    select r.number from payroll.payslip_line l
    join payroll.payslip s on s.company_id = l.company_id and s.id = l.payslip_id
    join payroll.pay_run r on r.company_id = s.company_id and r.id = s.pay_run_id
    where l.company_id = ${companyId} and l.pay_item_id = ${id} and r.state <> 'draft' limit 1`)
  if (used) throw refusals.itemInUse({ id, number: used.number })
}

/** Errors in a body beyond its types. */
export const wrongInItemBody = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { employmentRef, correctsPayRunRef } = Object(body) as Partial<Record<string, unknown>>
  const errors = wrongInItem(body)
  const employmentId = idIn(employmentRef)
  if (employmentId !== null && (await findEmployment(call, employmentId)) === null)
    errors.push(faults.employmentUnknown('#/employmentRef/id'))
  const runId = idIn(correctsPayRunRef)
  if (runId === null) return errors
  const run = await call.db.maybe(sql`
    select r.id from payroll.pay_run r where r.company_id = ${call.companyId} and r.id = ${runId}`)
  return run ? errors : [...errors, faults.runUnknown('#/correctsPayRunRef/id')]
}

const idIn = (ref: unknown): string | null => {
  const { id } = Object(ref) as { id?: unknown }
  return typeof id === 'string' && isId(id) ? id : null
}

export const itemColumns = sql`
  i.id, i.employment_id as "employmentId", i.pay_type as "payType", i.from_date as "from", i.to_date as "to",
  i.is_monthly as "isMonthly", i.quantity_thousandths as quantity, i.rate_ore as "rateOre", i.ore,
  i.protected_ore as "protectedOre", i.note, i.pay_run_id as "correctedRunId", i.modified_at as "modifiedAt"`

const filters: FilterTable = {
  properties: {
    from: { type: 'date', column: sql`i.from_date` },
    payType: { type: 'string', column: sql`i.pay_type` },
    'employmentRef.id': { type: 'id', column: sql`i.employment_id` },
    modifiedDateTime: { type: 'datetime', column: sql`i.modified_at` },
  },
}
