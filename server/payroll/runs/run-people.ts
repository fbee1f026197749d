// What a pay run is computed from: employments of the period with their people, pay items, and what other runs have
// paid the same people.
import type { TaxSetting } from '#payroll/people/employee.rules'
import { type EmploymentRecord, type EmploymentRow, employmentColumns, employmentOf } from '#payroll/people/employment'
import { openedNumber } from '#payroll/people/sealed-number'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { port } from '#platform/port'
import { type Sql, sql } from '#platform/sql'
import type { PayTypeKey } from '#rule/payroll/pay-types'
import type { ItemContent } from './pay-item.rules.ts'
import { type ItemRecord, itemColumns } from './pay-item.ts'

/** The run as far as it decides what is gathered. */
export type RunPeriod = { id: string; payDate: Day; from: Day; to: Day; employmentIds: readonly string[] | null }

/**
 * What another part of payroll contributes to a run, such as absence and holiday taken: items of these employments in
 * a period, as if they were registered. A run is computed again before it is approved, so the answer must be the same
 * until something changes.
 */
type PayItemSource = (
  call: CompanyCall,
  asked: { employmentIds: readonly string[]; from: Day; to: Day; payRunId: string },
) => Promise<readonly ItemContent[]>

/** Set where the programs are put together. */
export const payItemSourcesPort = port<readonly PayItemSource[]>('what else belongs to a pay run')

export type PersonRow = {
  id: string
  firstName: string
  lastName: string
  personalNumber: string
  email: string | null
  bankAccount: { clearingNumber: string; accountNumber: string } | null
  tax: TaxSetting
}

type Before = { employeeId: string; parts: unknown; lines: { payType: PayTypeKey; ore: string }[] }
type Paid = { employeeId: string; regularOre: Ore; taxOre: Ore; baseOre: Ore; yearOre: Ore }
type Span = { employmentId: string; from: Day; to: Day }

export type Gathered = {
  people: ReadonlyMap<string, PersonRow>
  employments: readonly EmploymentRecord[]
  items: readonly (ItemContent & { id: string | null })[]
  /** Days of fixed pay in other runs. */
  covered: readonly Span[]
  paid: ReadonlyMap<string, Paid>
  before: ReadonlyMap<string, Before>
}

/** Most employments in one run. */
const MAX_EMPLOYMENTS = 5000

export const gathered = async (call: CompanyCall, run: RunPeriod): Promise<Gathered> => {
  const items = await itemsFor(call, run)
  const employments = await employmentsFor(call, run, [...new Set(items.map((item) => item.employmentId))])
  const ids = employments.map(({ id }) => id)
  const employeeIds = [...new Set(employments.map(({ employeeId }) => employeeId))]
  const asked = { employmentIds: ids, from: run.from, to: run.to, payRunId: run.id }
  const contributed: ItemContent[] = []
  for (const source of payItemSourcesPort.get()) contributed.push(...(await source(call, asked)))
  return {
    people: await peopleBy(call, employeeIds),
    employments,
    items: [
      ...items.filter(({ employmentId }) => ids.includes(employmentId)),
      ...contributed.map((item) => ({ ...item, id: null })),
    ],
    covered: await coveredBy(call, run),
    paid: await paidBeside(call, run),
    before: await beforeRun(call, run),
  }
}

/** Those employed in the period, and those with items that no run has paid. */
const employmentsFor = async (
  { db, companyId }: CompanyCall,
  { from, to, employmentIds }: RunPeriod,
  withItems: readonly string[],
): Promise<EmploymentRecord[]> => {
  const rows = await db.rows<EmploymentRow>(sql`
    select ${employmentColumns} from payroll.employment m
    where m.company_id = ${companyId}
      and (m.from_date <= ${to}::date and (m.to_date is null or m.to_date >= ${from}::date)
        or m.id = any(${[...withItems]}::uuid[]))
      and (${employmentIds}::uuid[] is null or m.id = any(${employmentIds}::uuid[]))
    order by m.number limit ${MAX_EMPLOYMENTS}`)
  return rows.map(employmentOf)
}

/** Items that no other run has, and monthly ones that no other run of these days has. */
const itemsFor = ({ db, companyId }: CompanyCall, run: RunPeriod): Promise<ItemRecord[]> =>
  db.rows<ItemRecord>(sql`
    select ${itemColumns} from payroll.pay_item i
    where i.company_id = ${companyId} and i.from_date <= ${run.to}::date
      and (not i.is_monthly or i.to_date is null or i.to_date >= ${run.from}::date)
      and (${run.employmentIds}::uuid[] is null or i.employment_id = any(${run.employmentIds}::uuid[]))
      and not exists (
        select from payroll.payslip_line l
        join payroll.payslip s on s.company_id = l.company_id and s.id = l.payslip_id
        join payroll.pay_run r on r.company_id = s.company_id and r.id = s.pay_run_id
        where l.company_id = i.company_id and l.pay_item_id = i.id and r.id <> ${run.id}
          and (not i.is_monthly or r.from_date <= ${run.to}::date and r.to_date >= ${run.from}::date))
    order by i.from_date, i.id`)

export const peopleBy = async (call: CompanyCall, ids: readonly string[]): Promise<Map<string, PersonRow>> => {
  type Row = Omit<PersonRow, 'personalNumber'> & { sealed: Buffer }
  const rows = await call.db.rows<Row>(sql`
    select e.id, e.first_name as "firstName", e.last_name as "lastName", e.personal_number as sealed, e.email,
      e.bank_account as "bankAccount", e.tax
    from payroll.employee e where e.company_id = ${call.companyId} and e.id = any(${[...ids]}::uuid[])`)
  return new Map(
    rows.map(({ sealed, ...row }) => [row.id, { ...row, personalNumber: openedNumber(call, row.id, sealed) }]),
  )
}

const coveredBy = ({ db, companyId }: CompanyCall, { id, from, to }: RunPeriod): Promise<Span[]> =>
  db.rows<Span>(sql`
    select l.employment_id as "employmentId", l.from_date as "from", l.to_date as "to" from payroll.pay_run r
    join payroll.payslip s on s.company_id = r.company_id and s.pay_run_id = r.id
    join payroll.payslip_line l on l.company_id = s.company_id and l.payslip_id = s.id
    where r.company_id = ${companyId} and r.id <> ${id} and r.from_date <= ${to}::date and r.to_date >= ${from}::date
      and l.pay_type = 'monthlyPay' and l.pay_item_id is null and l.from_date is not null and l.to_date is not null`)

/** What runs that are no drafts pay in the calendar month, and in the calendar year. */
const paidBeside = async ({ db, companyId }: CompanyCall, { id, payDate }: RunPeriod): Promise<Map<string, Paid>> => {
  const inMonth = sql`filter (where date_trunc('month', r.pay_date) = date_trunc('month', ${payDate}::date))`
  const sum = (column: Sql, only: Sql) => sql`coalesce(sum(${column}) ${only}, 0)::bigint`
  const rows = await db.rows<Paid>(sql`
    select s.employee_id as "employeeId", ${sum(sql`s.regular_ore`, inMonth)} as "regularOre",
      ${sum(sql`s.tax_ore`, inMonth)} as "taxOre", ${sum(sql`s.base_ore`, inMonth)} as "baseOre",
      coalesce(sum(s.base_ore), 0)::bigint as "yearOre"
    from payroll.pay_run r join payroll.payslip s on s.company_id = r.company_id and s.pay_run_id = r.id
    where r.company_id = ${companyId} and r.id <> ${id} and r.state <> 'draft'
      and r.pay_date >= date_trunc('year', ${payDate}::date)
      and r.pay_date < date_trunc('year', ${payDate}::date) + interval '1 year'
    group by s.employee_id`)
  return new Map(rows.map((row) => [row.employeeId, row]))
}

/** The payslip before of each person, to tell what changed. */
const beforeRun = async ({ db, companyId }: CompanyCall, run: RunPeriod): Promise<Map<string, Before>> => {
  const rows = await db.rows<Before>(sql`
    select s.employee_id as "employeeId", s.parts, (
        select coalesce(jsonb_agg(jsonb_build_object('payType', l.pay_type, 'ore', l.ore::text)), '[]')
        from payroll.payslip_line l where l.company_id = s.company_id and l.payslip_id = s.id) as lines
    from payroll.payslip s
    join (
      select distinct on (o.employee_id) o.employee_id, o.id from payroll.payslip o
      join payroll.pay_run r on r.company_id = o.company_id and r.id = o.pay_run_id
      where o.company_id = ${companyId} and r.id <> ${run.id}
        and (r.pay_date < ${run.payDate}::date or r.pay_date = ${run.payDate}::date and r.id < ${run.id})
      order by o.employee_id, r.pay_date desc, r.id desc
    ) last on last.id = s.id
    where s.company_id = ${companyId}`)
  return new Map(rows.map((row) => [row.employeeId, row]))
}
