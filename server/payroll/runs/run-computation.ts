// Computes a pay run: what is gathered becomes payslips, which take the place of those before.
import { taxRuleOn } from '#payroll/people/employee.rules'
import type { EmploymentRecord } from '#payroll/people/employment'
import { payOn } from '#payroll/people/employment.rules'
import type { CompanyCall } from '#platform/call'
import { newId } from '#platform/id'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import type { LawKey } from '#rule/law-keys'
import type { PayTypeKey } from '#rule/payroll/pay-types'
import { payTypeKeys } from '#rule/payroll/pay-types'
import { NoTaxTables, type TaxRule } from '#rule/payroll/tax'
import { fixedPayLines } from './fixed-pay.rules.ts'
import { lineOfItem } from './pay-item.rules.ts'
import { type Change, type Computed, changesBetween, computedPayslip, type PayLine } from './pay-line.rules.ts'
import { type Gathered, gathered, type PersonRow, type RunPeriod } from './run-people.ts'
import { runRefusals as refusals } from './run-refusals.ts'

/** What a payslip keeps of a person: as it was when the run was computed. */
export type PersonOnPayslip = {
  firstName: string
  lastName: string
  /** `19900101-XXXX` */
  maskedNumber: string
  /** The last four digits with stars before, `**** **** 2383`; null without an account. */
  maskedAccount: string | null
  /** How tax was withheld, as a key: `table 32 1`. */
  tax: string
  taxKind: TaxRule['kind']
  employments: readonly {
    id: string
    number: number
    title: string | null
    staff: EmploymentRecord['staff']
    tags: EmploymentRecord['tags']
  }[]
}

/** As stored in `parts`; öre as text. */
export type PayslipParts = {
  tax: readonly { what: string; percent: number | null; base: string; ore: string }[]
  contributions: readonly { percent: number; base: string; ore: string }[]
  changes: readonly Change[]
  /** How tax was withheld and the rate of contributions, to compare the next payslip with. */
  compared: { tax: string; percent: number }
}

type Made = {
  id: string
  employeeId: string
  birthYear: number
  person: PersonOnPayslip
  computed: Computed
  changes: Change[]
}

/** What every payslip needs of the law. */
const NEEDED: readonly LawKey[] = [
  'payroll.contributions',
  'payroll.contributionsOfAge',
  'payroll.oldFrom',
  'payroll.freeBornUntil',
  'payTax.sideIncome',
  'payTax.abroad',
  'payTax.abroadAtSea',
  'payTax.artistAbroad',
]

/** Computes the payslips of a run and stores them. */
export const computeRun = async (call: CompanyCall, run: RunPeriod): Promise<void> => {
  if (NEEDED.some((key) => lawOn(run.payDate).find(key) === null)) throw refusals.noTables({ day: run.payDate })
  const found = await gathered(call, run)
  const ids = await idsBefore(call, run.id)
  await store(call, run.id, payslipsOf(run, found, ids))
}

const payslipsOf = (run: RunPeriod, found: Gathered, ids: ReadonlyMap<string, string>): Made[] => {
  const byPerson = grouped(found.employments, ({ employeeId }) => employeeId)
  const items = grouped(found.items, ({ employmentId }) => employmentId)
  const covered = grouped(found.covered, ({ employmentId }) => employmentId)
  try {
    return [...byPerson].flatMap(([employeeId, employments]) => {
      const person = found.people.get(employeeId)
      if (!person) return []
      const lines = employments.flatMap((one) => [
        ...(one.payKind === 'monthly' ? fixedPayLines(daysOf(one), run, covered.get(one.id) ?? []) : []),
        ...(items.get(one.id) ?? []).map(({ id, ...item }) => ({
          ...lineOfItem({ ...item, id: id ?? '' }, one.pays),
          itemId: id,
        })),
      ])
      if (lines.length === 0) return []
      return [payslipOf(run, { person, employments, lines: inOrder(lines) }, found, ids.get(employeeId) ?? newId())]
    })
  } catch (cause) {
    if (cause instanceof NoTaxTables) throw refusals.noTables({ day: cause.day })
    throw cause
  }
}

const daysOf = ({ id, from, to, pays }: EmploymentRecord) => ({
  id,
  from: from as RunPeriod['from'],
  to: to as RunPeriod['to'] | null,
  pays,
})

const grouped = <One>(all: readonly One[], keyOf: (one: One) => string): Map<string, One[]> => {
  const groups = new Map<string, One[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one))
    if (group) group.push(one)
    else groups.set(keyOf(one), [one])
  }
  return groups
}

const place = new Map<PayTypeKey, number>(payTypeKeys.map((key, index) => [key, index]))

const inOrder = (lines: readonly PayLine[]): PayLine[] =>
  [...lines].sort((one, other) => (place.get(one.payType) ?? 0) - (place.get(other.payType) ?? 0))

type Persons = { person: PersonRow; employments: readonly EmploymentRecord[]; lines: readonly PayLine[] }

const MONTHS = 12

const payslipOf = (run: RunPeriod, { person, employments, lines }: Persons, found: Gathered, id: string): Made => {
  const { payDate } = run
  const birthYear = Number(person.personalNumber.slice(0, 4))
  // Contributions follow the year of birth: without it they would be left out.
  if (birthYear === 0) throw refusals.unreadableNumber({ name: `${person.firstName} ${person.lastName}` })
  const rule = taxRuleOn(person.tax, payDate)
  const paid = found.paid.get(person.id)
  const earlier = { regularOre: paid?.regularOre ?? 0n, taxOre: paid?.taxOre ?? 0n, baseOre: paid?.baseOre ?? 0n }
  const monthsLeft = BigInt(MONTHS - Number(payDate.slice(5, 7)))
  const restOfYearOre = (paid?.yearOre ?? 0n) + expectedOf(run, employments, lines) * monthsLeft
  const hasGrowthSupport = employments.some(({ growthSupportFrom: from }) => from !== null && from <= payDate)
  const computed = computedPayslip({ payDate, birthYear, rule, lines, earlier, restOfYearOre, hasGrowthSupport })
  const before = found.before.get(person.id)
  const now = { lines: computed.lines, tax: taxText(rule), percent: highestPercent(computed) }
  const changes = changesBetween(before ? comparedOf(before) : null, now)
  return { id, employeeId: person.id, birthYear, person: onPayslip(person, employments, rule), computed, changes }
}

const highestPercent = ({ contributionParts }: Computed): number =>
  contributionParts.reduce((most, { percent }) => (percent > most ? percent : most), 0)

const comparedOf = ({ parts, lines }: { parts: unknown; lines: { payType: PayTypeKey; ore: string }[] }) => ({
  ...(parts as PayslipParts).compared,
  lines: lines.map(({ payType, ore }) => ({ payType, ore: BigInt(ore) })),
})

/** What a month of the rest of the year is expected to pay: fixed pay that goes on, or the variable pay of this run. */
const expectedOf = (run: RunPeriod, employments: readonly EmploymentRecord[], lines: readonly PayLine[]): Ore =>
  employments
    .filter(({ to }) => to === null || to > run.payDate)
    .reduce((sum, { id, payKind, pays }) => {
      if (payKind === 'monthly') return sum + (payOn(pays, run.to)?.ore ?? 0n)
      const own = lines.filter((line) => line.employmentId === id && line.payType === 'hourlyPay')
      return own.reduce((all, { ore }) => all + ore, sum)
    }, 0n)

const taxText = (rule: TaxRule): string => {
  if (rule.kind === 'table') return `table ${rule.table} ${rule.column}`
  return rule.kind === 'decidedPercent' ? `decidedPercent ${rule.percent}` : rule.kind
}

const LAST_DIGITS = 4

const onPayslip = (
  { firstName, lastName, personalNumber, bankAccount }: PersonRow,
  employments: readonly EmploymentRecord[],
  rule: TaxRule,
): PersonOnPayslip => ({
  firstName,
  lastName,
  maskedNumber: `${personalNumber.slice(0, 8)}-XXXX`,
  maskedAccount: bankAccount && `**** ${bankAccount.accountNumber.slice(-LAST_DIGITS)}`,
  tax: taxText(rule),
  taxKind: rule.kind,
  employments: employments.map(({ id, number, title, staff, tags }) => ({ id, number, title, staff, tags })),
})

const idsBefore = async ({ db, companyId }: CompanyCall, runId: string): Promise<Map<string, string>> => {
  const rows = await db.rows<{ id: string; employeeId: string }>(sql`
    select s.id, s.employee_id as "employeeId" from payroll.payslip s
    where s.company_id = ${companyId} and s.pay_run_id = ${runId}`)
  return new Map(rows.map(({ id, employeeId }) => [employeeId, id]))
}

const store = async ({ db, companyId, now }: CompanyCall, runId: string, payslips: readonly Made[]): Promise<void> => {
  await db.rows(sql`delete from payroll.payslip where company_id = ${companyId} and pay_run_id = ${runId}`)
  await db.rows(sql`
    insert into payroll.payslip (company_id, id, pay_run_id, employee_id, person, birth_year, gross_ore, benefits_ore,
      regular_ore, one_off_ore, tax_ore, deductions_ore, reimbursed_ore, net_ore, base_ore, contributions_ore,
      growth_support_ore, parts)
    select ${companyId}, id, ${runId}, "employeeId", person, "birthYear", "grossOre", "benefitsOre", "regularOre",
      "oneOffOre", "taxOre", "deductionsOre", "reimbursedOre", "netOre", "baseOre", "contributionsOre",
      "growthSupportOre", parts
    from jsonb_to_recordset(${JSON.stringify(payslips.map(stored))}::jsonb) as s (
      id uuid, "employeeId" uuid, person jsonb, "birthYear" integer, "grossOre" bigint, "benefitsOre" bigint,
      "regularOre" bigint, "oneOffOre" bigint, "taxOre" bigint, "deductionsOre" bigint, "reimbursedOre" bigint,
      "netOre" bigint, "baseOre" bigint, "contributionsOre" bigint, "growthSupportOre" bigint, parts jsonb)`)
  await db.rows(sql`
    insert into payroll.payslip_line (company_id, payslip_id, position, employment_id, pay_type, note, from_date,
      to_date, quantity_thousandths, rate_ore, ore, pay_item_id, corrected_run_id)
    select ${companyId}, "payslipId", position, "employmentId", "payType", note, "from", "to", quantity, "rateOre", ore,
      "itemId", "correctedRunId"
    from jsonb_to_recordset(${JSON.stringify(payslips.flatMap(storedLines))}::jsonb) as l (
      "payslipId" uuid, position integer, "employmentId" uuid, "payType" text, note text, "from" date, "to" date,
      quantity bigint, "rateOre" bigint, ore bigint, "itemId" uuid, "correctedRunId" uuid)`)
  await db.rows(sql`
    update payroll.pay_run set computed_at = ${now}, modified_at = ${now}
    where company_id = ${companyId} and id = ${runId}`)
}

/** Whole numbers of any size as text, as the database reads them in JSON. */
const inText = <Content extends object>(content: Content) =>
  Object.fromEntries(
    Object.entries(content).map(([name, value]) => [name, typeof value === 'bigint' ? String(value) : value]),
  )

const stored = ({ id, employeeId, birthYear, person, computed, changes }: Made) => {
  const { lines: _lines, taxParts, contributionParts, ...sums } = computed
  const parts: PayslipParts = {
    tax: taxParts.map(({ what, percent, baseOre, ore }) => ({
      what,
      percent,
      base: String(baseOre),
      ore: String(ore),
    })),
    contributions: contributionParts.map(({ percent, baseOre, ore }) => ({
      percent,
      base: String(baseOre),
      ore: String(ore),
    })),
    changes: changes.map((change) => inText(change) as Change),
    compared: { tax: person.tax, percent: highestPercent(computed) },
  }
  return { id, employeeId, birthYear, person, ...inText(sums), parts }
}

const storedLines = ({ id, computed }: Made) =>
  computed.lines.map((line, index) => ({ ...inText(line), payslipId: id, position: index + 1 }))

/** What a run comes to, to tell whether another computation says the same. */
export const digestOfRun = async ({ db, companyId }: CompanyCall, runId: string): Promise<string> => {
  const { digest } = await db.one<{ digest: string }>(sql`
    select md5(coalesce(string_agg(concat_ws(' ', s.employee_id, s.gross_ore, s.benefits_ore, s.tax_ore, s.net_ore,
      s.contributions_ore, (
        select string_agg(concat_ws(' ', l.employment_id, l.pay_type, l.ore, l.from_date, l.to_date), ','
          order by l.position)
        from payroll.payslip_line l where l.company_id = s.company_id and l.payslip_id = s.id)), ';'
      order by s.employee_id), '')) as digest
    from payroll.payslip s where s.company_id = ${companyId} and s.pay_run_id = ${runId}`)
  return digest
}
