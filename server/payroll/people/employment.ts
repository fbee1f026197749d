// Employments: from which day to which a person works, for what pay, and by which rule of holiday.
import { examineTags } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { join, sql } from '#platform/sql'
import { namesChanged } from '#text/json'
import { findEmployee } from './employee.ts'
import {
  type EmploymentBody,
  type EmploymentContent,
  employmentContentOf,
  type Pay,
  wrongInEmployment,
} from './employment.rules.ts'
import { peopleFaults as faults, peopleRefusals as refusals } from './people-refusals.ts'

export type EmploymentRecord = EmploymentContent & { id: string; number: number; createdAt: Date; modifiedAt: Date }

/** How many employments of one employee are shown together. */
const MAX_OF_EMPLOYEE = 100

export type EmploymentRow = Omit<EmploymentRecord, 'pays'> & { pays: readonly { from: string; ore: string }[] }

export const employmentOf = ({ pays, ...row }: EmploymentRow): EmploymentRecord => ({
  ...row,
  pays: pays.map(({ from, ore }): Pay => ({ from, ore: BigInt(ore) as Ore })),
})

/** The employment; null when the company has none with this id. */
export const findEmployment = async (call: CompanyCall, id: string): Promise<EmploymentRecord | null> => {
  const row = await call.db.maybe<EmploymentRow>(sql`
    select ${employmentColumns} from payroll.employment m where m.company_id = ${call.companyId} and m.id = ${id}`)
  return row && employmentOf(row)
}

/** The employments that have a day between two, in the order of their numbers; at most `limit`. */
export const employmentsBetween = async (
  call: CompanyCall,
  { from, to }: { from: Day; to: Day },
  limit: number,
): Promise<EmploymentRecord[]> => {
  const rows = await call.db.rows<EmploymentRow>(sql`
    select ${employmentColumns} from payroll.employment m
    where m.company_id = ${call.companyId} and m.from_date <= ${to}::date
      and (m.to_date is null or m.to_date >= ${from}::date)
    order by m.number limit ${limit}`)
  return rows.map(employmentOf)
}

/** The employments of an employee, in the order of their numbers. */
export const employmentsOf = async (call: CompanyCall, employeeId: string): Promise<EmploymentRecord[]> => {
  const rows = await call.db.rows<EmploymentRow>(sql`
    select ${employmentColumns} from payroll.employment m
    where m.company_id = ${call.companyId} and m.employee_id = ${employeeId}
    order by m.number limit ${MAX_OF_EMPLOYEE}`)
  return rows.map(employmentOf)
}

/** One employment; refused as not found if it does not exist. */
export const readEmployment = async (call: CompanyCall, id: string): Promise<EmploymentRecord> => {
  const employment = await findEmployment(call, id)
  if (!employment) throw refusals.employmentNotFound({ id })
  return employment
}

/** The current employment, locked against change and deletion until the transaction ends. */
export const holdEmployment = async (call: CompanyCall, id: string): Promise<EmploymentRecord> => {
  await call.db.rows(sql`
    select from payroll.employment where company_id = ${call.companyId} and id = ${id} for update`)
  return readEmployment(call, id)
}

/** A page of the employments of all employees, newest first. */
export const listEmployments = (call: CompanyCall, request: PageRequest): Promise<Page<EmploymentRecord>> => {
  const list: List<EmploymentRow, EmploymentRecord> = {
    name: 'employments',
    columns: employmentColumns,
    from: sql`payroll.employment m`,
    where: sql`m.company_id = ${call.companyId}`,
    key: [sql`m.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: employmentOf,
  }
  return listPage(call, list, request)
}

export const createEmployment = async (call: CompanyCall, body: EmploymentBody): Promise<EmploymentRecord> => {
  refuseIfAny(await wrongInNew(call, body))
  const content = employmentContentOf(body)
  const { employeeId, title, staff, from, to, payKind, weeklyMinutes, extent } = content
  // Locked, so that an employee who is just being removed has no employment.
  const held = await call.db.rows(sql`
    select from payroll.employee where company_id = ${call.companyId} and id = ${employeeId} for update`)
  if (held.length === 0) refuseIfAny([faults.employeeUnknown('#/employeeRef/id')])
  const id = newId()
  const { last } = await call.db.one<{ last: number }>(sql`
    insert into payroll.employment_counter as c (company_id, last) values (${call.companyId}, 1)
    on conflict (company_id) do update set last = c.last + 1 returning last`)
  await call.db.rows(sql`
    insert into payroll.employment (
      company_id, id, employee_id, number, title, staff, from_date, to_date, pay_kind, weekly_minutes, extent,
      holiday_rule, holiday_days, holiday_year_start, tags, growth_support_from, created_by_kind, created_by_id,
      created_at, modified_at)
    values (${call.companyId}, ${id}, ${employeeId}, ${last}, ${title}, ${staff}, ${from}::date, ${to}::date,
      ${payKind}, ${weeklyMinutes}, ${extent}, ${content.holidayRule}, ${content.holidayDays},
      ${content.holidayYearStart}, ${JSON.stringify(content.tags)}::jsonb, ${content.growthSupportFrom}::date,
      ${call.actor.kind}, ${call.actor.id}, ${call.now}, ${call.now})`)
  await savePays(call, id, content.pays)
  recordEvent(call, 'employment.created', { id }, { id, employeeId })
  return readEmployment(call, id)
}

const savePays = async ({ db, companyId }: CompanyCall, id: string, pays: readonly Pay[]): Promise<void> => {
  await db.rows(sql`delete from payroll.pay where company_id = ${companyId} and employment_id = ${id}`)
  const rows = pays.map(({ from, ore }) => sql`(${companyId}, ${id}, ${from}::date, ${ore}::bigint)`)
  await db.rows(sql`
    insert into payroll.pay (company_id, employment_id, from_date, ore) values ${join(rows)}`)
}

/** The content with öre as text, for comparison. */
const inText = ({ pays, ...rest }: EmploymentContent) => ({
  ...rest,
  pays: pays.map(({ from, ore }) => ({ from, ore: String(ore) })),
})

/** Replaces an employment's content; its employee stays. */
export const updateEmployment = async (
  call: CompanyCall,
  id: string,
  body: EmploymentBody,
): Promise<EmploymentRecord> => {
  const before = await holdEmployment(call, id)
  refuseIfAny(await wrongInChange(call, body, id))
  const content = employmentContentOf(body)
  const changed = namesChanged(inText(before), inText(content))
  if (changed.length === 0) return before
  const { title, staff, from, to, payKind, weeklyMinutes, extent } = content
  await call.db.rows(sql`
    update payroll.employment set title = ${title}, staff = ${staff}, from_date = ${from}::date,
      to_date = ${to}::date, pay_kind = ${payKind}, weekly_minutes = ${weeklyMinutes}, extent = ${extent},
      holiday_rule = ${content.holidayRule}, holiday_days = ${content.holidayDays},
      holiday_year_start = ${content.holidayYearStart}, tags = ${JSON.stringify(content.tags)}::jsonb,
      growth_support_from = ${content.growthSupportFrom}::date, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  if (changed.includes('pays')) await savePays(call, id, content.pays)
  recordEvent(call, 'employment.changed', { id }, { id, changed })
  return readEmployment(call, id)
}

/** Deletes an employment, with its pay. Its number is never given again. */
export const deleteEmployment = async (call: CompanyCall, id: string): Promise<void> => {
  const { employeeId } = await holdEmployment(call, id)
  const { used } = await call.db.one<{ used: boolean }>(sql`
    select exists (
      select from payroll.payslip_line l where l.company_id = ${call.companyId} and l.employment_id = ${id}) as used`)
  if (used) throw refusals.employmentInUse({ id })
  await call.db.rows(sql`delete from payroll.employment where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'employment.deleted', { id }, { id, employeeId })
}

/** Errors in the body of a new employment. */
export const wrongInNew = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const employeeId = employeeIn(body)
  const isUnknown = employeeId !== null && (await findEmployee(call, employeeId)) === null
  return [
    ...(isUnknown ? [faults.employeeUnknown('#/employeeRef/id')] : []),
    ...wrongInEmployment(body),
    ...(await wrongTags(call, body)),
  ]
}

/** Errors in a change of an employment; a missing one is checked as a new one. */
export const wrongInChange = async (call: CompanyCall, body: unknown, id: string): Promise<FieldError[]> => {
  const before = await findEmployment(call, id)
  if (!before) return wrongInNew(call, body)
  const employeeId = employeeIn(body)
  const isOther = employeeId !== null && employeeId !== before.employeeId
  return [
    ...(isOther ? [faults.employeeFixed('#/employeeRef/id')] : []),
    ...wrongInEmployment(body),
    ...(await wrongTags(call, body)),
  ]
}

const wrongTags = (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { tags } = Object(body) as { tags?: unknown }
  return examineTags(call, { tags })
}

const employeeIn = (body: unknown): string | null => {
  const { id } = Object(Object(body).employeeRef) as { id?: unknown }
  return typeof id === 'string' && isId(id) ? id : null
}

export const employmentColumns = sql`
  m.id, m.employee_id as "employeeId", m.number, m.title, m.staff, m.from_date::text as "from", m.to_date::text as "to",
  m.pay_kind as "payKind", m.weekly_minutes as "weeklyMinutes", m.extent, m.holiday_rule as "holidayRule",
  m.holiday_days as "holidayDays", m.holiday_year_start as "holidayYearStart", m.created_at as "createdAt",
  m.modified_at as "modifiedAt", m.tags, m.growth_support_from::text as "growthSupportFrom",
  (select coalesce(jsonb_agg(jsonb_build_object('from', p.from_date, 'ore', p.ore::text) order by p.from_date), '[]')
    from payroll.pay p where p.company_id = m.company_id and p.employment_id = m.id) as pays`

const filters: FilterTable = {
  properties: {
    from: { type: 'date', column: sql`m.from_date` },
    to: { type: 'date', column: sql`m.to_date` },
    employeeRef: { type: 'id', column: sql`m.employee_id` },
    'employeeRef.id': { type: 'id', column: sql`m.employee_id` },
    modifiedDateTime: { type: 'datetime', column: sql`m.modified_at` },
  },
}
