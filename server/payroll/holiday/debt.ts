// The holiday debt (semesterlöneskuld) at the end of a day, by employment, with contributions; and its entry.
import {
  addUsualAccount,
  type Book,
  balancesOfYear,
  bookDocument,
  bookOf,
  lockBooks,
  requireKronor,
  yearAt,
} from '#ledger'
import { peopleOf } from '#payroll/people/employee'
import { type EmploymentRecord, employmentsBetween } from '#payroll/people/employment'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { mainAccount } from '#rule/account-ranges'
import { lawOn } from '#rule/law'
import { contributionKind } from '#rule/payroll/contributions'
import { holidayInputs } from './holiday-inputs.ts'
import { debtOf, type ValuedDays, valuedDays } from './holiday-pay.rules.ts'
import { holidayRefusals as refusals } from './holiday-refusals.ts'

type DebtRow = {
  employment: EmploymentRecord
  name: string
  days: ValuedDays[]
  contributionsPercent: number
  holidayOre: Ore
  contributionsOre: Ore
}

export type HolidayDebt = {
  date: Day
  rows: DebtRow[]
  holidayOre: Ore
  contributionsOre: Ore
  bookedOre: Ore
  bookedContributionsOre: Ore
  /** Debit is positive. */
  items: { account: number; ore: Ore }[]
}

/** The most employments of a debt. */
const MAX_DEBT_ROWS = 10_000
const DEBT = 2920
const LAST_DEBT = 2929
const CONTRIBUTIONS = 2940
const LAST_CONTRIBUTIONS = 2941
const CHANGE_OF_WORKERS = 7090
const CHANGE_OF_OTHERS = 7290
const CHANGE_OF_CONTRIBUTIONS = 7519

type Asked = { date: Day; otherOre: Ore }

/**
 * The debt of all employments on a day, what the books have of it, and the items of the difference. `otherOre` is what
 * else the accounts of contributions hold. Refused where the pay base of an employment is not known.
 */
export const holidayDebtOn = async (call: CompanyCall, { date, otherOre }: Asked): Promise<HolidayDebt> => {
  const rows = await debtRows(call, date)
  const sum = (name: 'holidayOre' | 'contributionsOre'): Ore => rows.reduce((total, one) => total + one[name], 0n)
  const booked = await bookedOn(call, date)
  const holidayOre = sum('holidayOre')
  const contributionsOre = sum('contributionsOre')
  const change = holidayOre - booked.debt
  const changeOfContributions = contributionsOre + otherOre - booked.contributions
  const isWorkers = rows.length > 0 && rows.every(({ employment }) => employment.staff === 'worker')
  return {
    date,
    rows,
    holidayOre,
    contributionsOre,
    bookedOre: booked.debt,
    bookedContributionsOre: booked.contributions - otherOre,
    items: [
      { account: isWorkers ? CHANGE_OF_WORKERS : CHANGE_OF_OTHERS, ore: change },
      { account: DEBT, ore: -change },
      { account: CHANGE_OF_CONTRIBUTIONS, ore: changeOfContributions },
      { account: CONTRIBUTIONS, ore: -changeOfContributions },
    ].filter(({ ore }) => ore !== 0n),
  }
}

const debtRows = async (call: CompanyCall, date: Day): Promise<DebtRow[]> => {
  const employments = (await employmentsBetween(call, { from: date, to: date }, MAX_DEBT_ROWS)).filter(
    ({ holidayRule }) => holidayRule !== 'none',
  )
  const inputs = await holidayInputs(call, employments, date)
  const people = await peopleOf(
    call,
    employments.map(({ employeeId }) => employeeId),
  )
  return employments.flatMap((employment) => {
    const input = inputs.get(employment.id)
    const person = people.get(employment.employeeId)
    if (!input || !person) return []
    const days = valuedDays(input, date, { isEnd: false })
    if (days.some(({ ore }) => ore === null)) throw refusals.payUnknown({ number: employment.number })
    const contributionsPercent = percentOn(person.birthYear, date)
    return [{ employment, name: person.name, days, contributionsPercent, ...debtOf(days, contributionsPercent) }]
  })
}

/** The rate that the person has on the day. */
const percentOn = (birthYear: number | null, date: Day): number => {
  const law = lawOn(date)
  const kind = birthYear === null ? 'full' : contributionKind(birthYear, date)
  if (kind === 'none') return 0
  if (kind === 'old') return law.value('payroll.contributionsOfAge')
  return law.value(kind === 'young' ? 'payroll.youngContributions' : 'payroll.contributions')
}

/** What the books have of debt and contributions at the end of a day, credit as positive. */
const bookedOn = async (call: CompanyCall, date: Day): Promise<{ debt: Ore; contributions: Ore }> => {
  const year = yearAt(await bookOf(call, true), date)
  if (!year) return { debt: 0n, contributions: 0n }
  const balances = await balancesOfYear(call, year.id)
  const later = await call.db.rows<{ account: number; ore: bigint }>(sql`
    select b.account, sum(b.debit - b.credit)::bigint as ore from ledger.day_balance_view b
    where b.company_id = ${call.companyId} and b.day > ${date}::date and b.day <= ${year.endDate}::date
      and (b.account::text like '292%' or b.account::text like '294%')
    group by b.account`)
  const laterOf = new Map(later.map(({ account, ore }) => [account, ore]))
  const creditOf = (first: number, last: number): Ore =>
    balances
      .filter(({ account }) => first <= mainAccount(account) && mainAccount(account) <= last)
      .reduce(
        (sum, { account, opening, debit, credit }) => sum - (opening + debit - credit - (laterOf.get(account) ?? 0n)),
        0n,
      )
  return { debt: creditOf(DEBT, LAST_DEBT), contributions: creditOf(CONTRIBUTIONS, LAST_CONTRIBUTIONS) }
}

/** Books the difference between the debt and the books on a day. The entry can be reversed as other entries. */
export const bookHolidayDebt = async (
  call: CompanyCall,
  asked: Asked,
): Promise<HolidayDebt & { journalEntryId: string }> => {
  await lockBooks(call)
  await requireKronor(call, refusals.holidayInKronor)
  const debt = await holidayDebtOn(call, asked)
  if (debt.items.length === 0) throw refusals.debtUnchanged({ date: asked.date })
  await addLacking(call, await bookOf(call, true), debt.items)
  const { id } = await bookDocument(call, {
    title: `Semesterlöneskuld ${asked.date}`,
    date: asked.date,
    items: debt.items.map(({ account, ore }) => ({ account, debit: ore })),
    isReversible: true,
  })
  return { ...debt, journalEntryId: id }
}

const addLacking = async (
  call: CompanyCall,
  { accounts }: Book,
  items: readonly { account: number }[],
): Promise<void> => {
  for (const { account } of items) if (!accounts.has(account)) await addUsualAccount(call, account)
}
