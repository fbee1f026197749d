// The facts that the proposals of a year are worked out from.
import { unbookedAccruals } from '#accruals'
import { assetsHeldIn, unbookedDepreciation } from '#assets'
import type { CompanyType } from '#identity'
import { type BookYear, balancesOfYear, bookOf, requireKronor, type YearBalance } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { mainAccount } from '#rule/account-ranges'
import { yearContextOf } from '#year-end/year-context'
import type { Books, CarriedDeficit } from './draft.rules.ts'
import type { Inputs } from './inputs.rules.ts'
import { inputsOfYears } from './inputs.ts'
import type { WorkBefore } from './kinds.rules.ts'
import { proposalRefusals } from './refusals.ts'
import type { AfterYear } from './result-decision.rules.ts'
import { deficitLeft } from './tax-computation.rules.ts'
import { EQUIPMENT } from './tax-depreciation.rules.ts'

/** The books of a year; refused as not found where there is no such year. */
export const booksOf = async (call: CompanyCall, fiscalYearId: string): Promise<Books & { isClosed: boolean }> => {
  const { year, companyType } = await yearContextOf(call, fiscalYearId)
  await requireKronor(call, proposalRefusals.inKronor)
  const { years } = await bookOf(call, true)
  const balances = await balancesOfYear(call, fiscalYearId)
  return {
    companyType,
    startDate: year.startDate,
    endDate: year.endDate,
    isClosed: year.closed,
    years: years.filter(({ removed }) => !removed),
    accounts: accountsIn(balances),
    equipment: await assetsHeldIn(call, year, EQUIPMENT),
    carried: await carriedInto(call, { year, years, companyType }),
  }
}

const accountsIn = (balances: readonly YearBalance[]): Books['accounts'] =>
  new Map(
    balances.map(({ account, kind, opening, debit, credit }) => [
      account,
      { kind, opening, closing: opening + debit - credit },
    ]),
  )

/** Forms that are taxed as companies; a form that is not set is taken for one. */
const TAXED: ReadonlySet<CompanyType> = new Set(['limitedCompany', 'cooperative', 'notSet'])

type Around = { year: BookYear; years: readonly BookYear[]; companyType: CompanyType }

/**
 * The deficit that the year before leaves: worked out year by year from the first year of the books, or from the last
 * one whose own deficit was entered.
 */
const carriedInto = async (call: CompanyCall, { year, years, companyType }: Around): Promise<CarriedDeficit | null> => {
  if (!TAXED.has(companyType)) return null
  const before = years.filter(({ removed, endDate }) => !removed && endDate < year.startDate)
  if (before.length === 0) return null
  const given = await inputsOfYears(
    call,
    before.map(({ id }) => id),
  )
  const first = before.findLastIndex(({ id }) => given.get(id)?.tax?.deficit !== undefined)
  let carried: CarriedDeficit | null = null
  for (const { id, startDate, endDate } of before.slice(Math.max(first, 0))) {
    const accounts = accountsIn(await balancesOfYear(call, id))
    const own: Books = { companyType, startDate, endDate, years: before, accounts, equipment: [], carried }
    carried = deficitLeft(own, given.get(id) ?? {})
  }
  return carried
}

const UNDECIDED = 2098

/** What the books after a year say of the decision on its result. */
export const afterYear = async (
  call: CompanyCall,
  { isClosed, endDate, years }: Books & { isClosed: boolean },
  { resultDecision }: Inputs,
  dividendOre: Ore,
): Promise<AfterYear> => {
  const today = dayOf(call.now)
  const day = (resultDecision?.date ?? today) as Day
  const later = years.filter(({ startDate }) => startDate > endDate) as { id: string; startDate: Day; endDate: Day }[]
  const year = later.findLast(({ startDate }) => startDate <= day) ?? later[0]
  const balances = year ? await balancesOfYear(call, year.id) : []
  const undecided = balances
    .filter(({ account }) => mainAccount(account) === UNDECIDED)
    .reduce((sum, { opening, debit, credit }) => sum + credit - debit - opening, 0n)
  return { isClosed, today, undecidedOre: undecided, dividendOre }
}

/** What is left to book of the work that is done elsewhere. */
export const workLeft = async (call: CompanyCall, { startDate, endDate }: Books): Promise<ReadonlySet<WorkBefore>> => {
  const depreciation = await unbookedDepreciation(call, { startDate, endDate })
  const accruals = await unbookedAccruals(call, endDate)
  return new Set([
    ...(depreciation.assets > 0 ? (['depreciation'] as const) : []),
    ...(accruals.portions > 0 ? (['accruals'] as const) : []),
  ])
}
