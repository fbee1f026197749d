// Pay runs: what is paid on a day, computed as a draft, reviewed, approved, booked and paid.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { addDays } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { type RunState, runStates } from '#rule/payroll/run-states'
import { namesChanged } from '#text/json'
import { computeRun } from './run-computation.ts'
import { runFaults as faults, runRefusals as refusals, statesInWords } from './run-refusals.ts'

/** A run with its sums. */
export type RunRecord = {
  id: string
  number: number
  name: string
  payDate: Day
  from: Day
  to: Day
  employmentIds: readonly string[] | null
  state: RunState
  reviewedById: string | null
  reviewedByName: string | null
  approvedByName: string | null
  journalEntryId: string | null
  journalEntryNumber: string | null
  computedAt: Date
  modifiedAt: Date
  people: number
  grossOre: Ore
  benefitsOre: Ore
  taxOre: Ore
  deductionsOre: Ore
  reimbursedOre: Ore
  netOre: Ore
  contributionsOre: Ore
  growthSupportOre: Ore
}

type RunBody = {
  name: string
  payDate: string
  from: string
  to: string
  employmentRefs?: { id: string }[] | null
}

/** Longest period of a run, in days after its first. */
const MAX_DAYS = 366

const sum = (column: Sql) => sql`coalesce(sum(${column}), 0)::bigint`

const runColumns = sql`
  r.id, r.number, r.name, r.pay_date as "payDate", r.from_date as "from", r.to_date as "to",
  r.employment_ids as "employmentIds", r.state, r.reviewed_by_id as "reviewedById",
  r.reviewed_by_name as "reviewedByName", r.approved_by_name as "approvedByName",
  r.journal_entry_id as "journalEntryId", r.journal_entry_number as "journalEntryNumber",
  r.computed_at as "computedAt", r.modified_at as "modifiedAt", t.*`

const runsWithSums = sql`
  payroll.pay_run r
  cross join lateral (
    select count(*)::int as people, ${sum(sql`s.gross_ore`)} as "grossOre",
      ${sum(sql`s.benefits_ore`)} as "benefitsOre",
      ${sum(sql`s.tax_ore`)} as "taxOre", ${sum(sql`s.deductions_ore`)} as "deductionsOre",
      ${sum(sql`s.reimbursed_ore`)} as "reimbursedOre", ${sum(sql`s.net_ore`)} as "netOre",
      ${sum(sql`s.contributions_ore`)} as "contributionsOre", ${sum(sql`s.growth_support_ore`)} as "growthSupportOre"
    from payroll.payslip s where s.company_id = r.company_id and s.pay_run_id = r.id
  ) t`

/** One run; refused as not found if it does not exist. */
export const readRun = async ({ db, companyId }: CompanyCall, id: string): Promise<RunRecord> => {
  const run = await db.maybe<RunRecord>(sql`
    select ${runColumns} from ${runsWithSums} where r.company_id = ${companyId} and r.id = ${id}`)
  if (!run) throw refusals.runNotFound({ id })
  return run
}

/** The current run, locked until the transaction ends. */
export const holdRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await call.db.rows(sql`
    select from payroll.pay_run where company_id = ${call.companyId} and id = ${id} for update`)
  return readRun(call, id)
}

/**
 * Runs of a company are computed one at a time: what one pays in a month decides the tax of another. Returns the last
 * number.
 */
export const holdPayroll = async ({ db, companyId }: CompanyCall): Promise<number> => {
  const { last } = await db.one<{ last: number }>(sql`
    insert into payroll.pay_run_counter as c (company_id, last) values (${companyId}, 0)
    on conflict (company_id) do update set last = c.last returning last`)
  return last
}

/** A page of the runs, newest first. */
export const listRuns = (call: CompanyCall, request: PageRequest): Promise<Page<RunRecord>> => {
  const list: List<RunRecord, RunRecord> = {
    name: 'pay-runs',
    columns: runColumns,
    from: runsWithSums,
    where: sql`r.company_id = ${call.companyId}`,
    key: [sql`r.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** Adds a draft and computes it. */
export const createRun = async (call: CompanyCall, body: RunBody): Promise<RunRecord> => {
  refuseIfAny(await wrongInRun(call, body))
  const number = (await holdPayroll(call)) + 1
  const { db, companyId, actor, now } = call
  const id = newId()
  const content = contentOf(body)
  await db.rows(sql`update payroll.pay_run_counter set last = ${number} where company_id = ${companyId}`)
  await db.rows(sql`
    insert into payroll.pay_run (company_id, id, number, name, pay_date, from_date, to_date, employment_ids, state,
      computed_at, created_by_kind, created_by_id, created_at, modified_at)
    values (${companyId}, ${id}, ${number}, ${content.name}, ${content.payDate}::date, ${content.from}::date,
      ${content.to}::date, ${content.employmentIds}::uuid[], 'draft', ${now}, ${actor.kind}, ${actor.id},
      ${now}, ${now})`)
  await computeRun(call, { id, ...content })
  recordEvent(call, 'pay-run.created', { id }, { id, number, ...content })
  return readRun(call, id)
}

const contentOf = ({ name, payDate, from, to, employmentRefs }: RunBody) => ({
  name: name.trim(),
  payDate: payDate as Day,
  from: from as Day,
  to: to as Day,
  employmentIds: employmentRefs && employmentRefs.length > 0 ? employmentRefs.map(({ id }) => id) : null,
})

/** Changes a draft and computes it again. */
export const updateRun = async (call: CompanyCall, id: string, body: RunBody): Promise<RunRecord> => {
  await holdPayroll(call)
  const before = await holdRun(call, id)
  refuseIfAny(await wrongInRun(call, body))
  const content = contentOf(body)
  const { name, payDate, from, to, employmentIds } = before
  const changed = namesChanged({ name, payDate, from, to, employmentIds }, content)
  if (changed.length === 0) return before
  requireState(before, 'draft')
  await call.db.rows(sql`
    update payroll.pay_run set name = ${content.name}, pay_date = ${content.payDate}::date,
      from_date = ${content.from}::date, to_date = ${content.to}::date,
      employment_ids = ${content.employmentIds}::uuid[], modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  await computeRun(call, { id, ...content })
  recordEvent(call, 'pay-run.changed', { id }, { id, changed })
  return readRun(call, id)
}

/** Computes a draft again. */
export const recomputeRun = async (call: CompanyCall, id: string): Promise<RunRecord> => {
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'draft')
  await computeRun(call, run)
  recordEvent(call, 'pay-run.changed', { id }, { id, changed: ['payslips'] })
  return readRun(call, id)
}

/** Deletes a draft. Its number is not given again. */
export const deleteRun = async (call: CompanyCall, id: string): Promise<void> => {
  await holdPayroll(call)
  const run = await holdRun(call, id)
  requireState(run, 'draft')
  await call.db.rows(sql`delete from payroll.pay_run where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'pay-run.deleted', { id }, { id, number: run.number })
}

/** @throws where the run is in another state */
export const requireState = ({ number, state }: RunRecord, ...wanted: readonly RunState[]): void => {
  if (!wanted.includes(state))
    throw refusals.wrongState({ number, state: statesInWords(state), wanted: statesInWords(...wanted) })
}

/** Errors in a body beyond its types, which may be any object. */
export const wrongInRun = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { from, to, employmentRefs } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof from === 'string' && typeof to === 'string') {
    if (to < from) errors.push(faults.lastDay('#/to'))
    else if (isPeriod(from, to) && to > addDays(from as Day, MAX_DAYS))
      errors.push(faults.tooLong('#/to', { days: MAX_DAYS }))
  }
  if (!Array.isArray(employmentRefs)) return errors
  const ids = employmentRefs.map((one: unknown) => (Object(one) as { id?: unknown }).id)
  const known = await call.db.rows<{ id: string }>(sql`
    select m.id from payroll.employment m
    where m.company_id = ${call.companyId} and m.id = any(${ids.filter(isText).filter(isId)}::uuid[])`)
  const found = new Set(known.map(({ id }) => id))
  for (const [index, id] of ids.entries())
    if (isText(id) && isId(id) && !found.has(id.toLowerCase()))
      errors.push(faults.employmentUnknown(`#/employmentRefs/${index}/id`))
  return errors
}

const DAY = /^\d{4}-\d\d-\d\d$/
const LAST_PERIOD = '2190'
const isText = (value: unknown): value is string => typeof value === 'string'
const isPeriod = (from: string, to: string) => DAY.test(from) && DAY.test(to) && from < LAST_PERIOD

const filters: FilterTable = {
  properties: {
    payDate: { type: 'date', column: sql`r.pay_date` },
    state: { type: { oneOf: runStates }, column: sql`r.state` },
    modifiedDateTime: { type: 'datetime', column: sql`r.modified_at` },
  },
}
