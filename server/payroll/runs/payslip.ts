// Payslips of pay runs, with their lines, and the sums of the year to their day.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { PayTypeKey } from '#rule/payroll/pay-types'
import type { PayLine, PayslipSums } from './pay-line.rules.ts'
import { readRun } from './run.ts'
import type { PayslipParts, PersonOnPayslip } from './run-computation.ts'
import { runRefusals as refusals } from './run-refusals.ts'

type LineOnPayslip = Omit<PayLine, 'protectedOre'>

/** Sums of the calendar year, this payslip included. */
type YearSums = { grossOre: Ore; benefitsOre: Ore; taxOre: Ore; netOre: Ore }

export type PayslipRecord = PayslipSums & {
  id: string
  runId: string
  employeeId: string
  birthYear: number
  person: PersonOnPayslip
  parts: PayslipParts
  bankPaymentId: string | null
  lines: readonly LineOnPayslip[]
  year: YearSums
}

type Numbers = 'quantity' | 'rateOre' | 'ore'
type LineRow = Omit<LineOnPayslip, Numbers | 'payType'> & { payType: PayTypeKey; ore: string } & Record<
    'quantity' | 'rateOre',
    string | null
  >
type Row = Omit<PayslipRecord, 'lines' | 'year'> & { lines: readonly LineRow[]; year: Record<keyof YearSums, string> }

const numberOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text))

const payslipOf = ({ lines, year, ...row }: Row): PayslipRecord => ({
  ...row,
  lines: lines.map((line) => ({
    ...line,
    quantity: numberOf(line.quantity),
    rateOre: numberOf(line.rateOre),
    ore: BigInt(line.ore),
  })),
  year: {
    grossOre: BigInt(year.grossOre),
    benefitsOre: BigInt(year.benefitsOre),
    taxOre: BigInt(year.taxOre),
    netOre: BigInt(year.netOre),
  },
})

const columns = sql`
  s.id, s.pay_run_id as "runId", s.employee_id as "employeeId", s.birth_year as "birthYear", s.person, s.parts,
  s.bank_payment_id as "bankPaymentId", s.gross_ore as "grossOre", s.benefits_ore as "benefitsOre",
  s.regular_ore as "regularOre", s.one_off_ore as "oneOffOre", s.tax_ore as "taxOre",
  s.deductions_ore as "deductionsOre", s.reimbursed_ore as "reimbursedOre", s.net_ore as "netOre",
  s.base_ore as "baseOre", s.contributions_ore as "contributionsOre", s.growth_support_ore as "growthSupportOre", (
    select coalesce(jsonb_agg(jsonb_build_object('employmentId', l.employment_id, 'payType', l.pay_type,
      'note', l.note, 'from', l.from_date, 'to', l.to_date, 'quantity', l.quantity_thousandths::text,
      'rateOre', l.rate_ore::text, 'ore', l.ore::text, 'itemId', l.pay_item_id,
      'correctedRunId', l.corrected_run_id) order by l.position), '[]')
    from payroll.payslip_line l where l.company_id = s.company_id and l.payslip_id = s.id) as lines, (
    select jsonb_build_object('grossOre', sum(y.gross_ore)::bigint::text,
      'benefitsOre', sum(y.benefits_ore)::bigint::text, 'taxOre', sum(y.tax_ore)::bigint::text,
      'netOre', sum(y.net_ore)::bigint::text)
    from payroll.payslip y join payroll.pay_run o on o.company_id = y.company_id and o.id = y.pay_run_id
    where y.company_id = s.company_id and y.employee_id = s.employee_id
      and o.pay_date >= date_trunc('year', r.pay_date)
      and (y.id = s.id or o.state <> 'draft' and (o.pay_date, o.number) < (r.pay_date, r.number))) as year`

const withRun = sql`payroll.payslip s join payroll.pay_run r on r.company_id = s.company_id and r.id = s.pay_run_id`

/** A page of the payslips of a run. */
export const listPayslips = async (
  call: CompanyCall,
  runId: string,
  request: PageRequest,
): Promise<Page<PayslipRecord>> => {
  await readRun(call, runId)
  const list: List<Row, PayslipRecord> = {
    name: 'payslips',
    columns,
    from: withRun,
    where: sql`s.company_id = ${call.companyId} and s.pay_run_id = ${runId}`,
    key: [sql`s.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        'employeeRef.id': { type: 'id', column: sql`s.employee_id` },
        net: { type: 'amount', column: sql`s.net_ore` },
      },
    },
    itemOf: payslipOf,
  }
  return listPage(call, list, request)
}

/** One payslip of a run; refused as not found. */
export const readPayslip = async (
  { db, companyId }: CompanyCall,
  runId: string,
  id: string,
): Promise<PayslipRecord> => {
  const row = await db.maybe<Row>(sql`
    select ${columns} from ${withRun} where s.company_id = ${companyId} and s.pay_run_id = ${runId} and s.id = ${id}`)
  if (!row) throw refusals.payslipNotFound({ id })
  return payslipOf(row)
}

/** Every payslip of a run, by name. */
export const payslipsInRun = async ({ db, companyId }: CompanyCall, runId: string): Promise<PayslipRecord[]> => {
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${withRun} where s.company_id = ${companyId} and s.pay_run_id = ${runId}
    order by s.person ->> 'lastName', s.person ->> 'firstName', s.id`)
  return rows.map(payslipOf)
}

/** Every payslip paid in a month, `2026-05`, of runs that are no drafts. */
export const payslipsOfMonth = async ({ db, companyId }: CompanyCall, month: string): Promise<PayslipRecord[]> => {
  const first = `${month}-01` as Day
  const rows = await db.rows<Row>(sql`
    select ${columns} from ${withRun}
    where s.company_id = ${companyId} and r.state in ('booked', 'paid') and r.pay_date >= ${first}::date
      and r.pay_date < ${first}::date + interval '1 month'
    order by s.employee_id, r.pay_date, s.id`)
  return rows.map(payslipOf)
}
