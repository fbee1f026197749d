// Compares the closing figures in a SIE file with the books after the import.
import { balancesOfYear } from '#ledger/accounts/balance'
import type { SieSummary } from '#ledger/sie-format/items'
import { openingOf } from '#ledger/years/opening-balance'
import { type Amounts, differingAccounts, isBalanceKind } from '#ledger/years/opening-balance.rules'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import type { ImportFindings } from './sie-import-kinds.ts'
import { named as accountsNamed } from './sie-import-opening.ts'
import type { PlannedYear } from './sie-import-plan.ts'
import type { ImportSetup } from './sie-import-setup.ts'

/** Input for the year's closing figures in the books. */
type YearEnd = { before: Amounts; movements: Amounts; setup: ImportSetup; dryRun: boolean }

/** The movements of the year before the import, by account; empty if the books lack the year. */
export const movementsBefore = async (call: CompanyCall, year: PlannedYear | null): Promise<Amounts> => {
  const balances = year?.existing ? await balancesOfYear(call, year.existing.id) : []
  return new Map(balances.map(({ account, debit, credit }) => [account, debit - credit]))
}

/** The closing balance of each account; on a dry run, the expected one. */
export const yearEnd = async (call: CompanyCall, { before, movements, setup, dryRun }: YearEnd): Promise<Amounts> => {
  if (!dryRun && setup.fiscalYearId) {
    const balances = await balancesOfYear(call, setup.fiscalYearId)
    return new Map(balances.map(({ account, opening, debit, credit }) => [account, opening + debit - credit]))
  }
  const end = new Map(setup.opening)
  for (const amounts of [before, movements]) {
    for (const [account, amount] of amounts) end.set(account, (end.get(account) ?? 0n) + amount)
  }
  return end
}

/** The accounts whose #UB or #RES differs from the books at the end of the year. */
export const differencesOf = ({ balances }: SieSummary, held: Amounts, kinds: ImportSetup['kinds']) => {
  const { closing = noAmounts, result = noAmounts } = balances.get(0) ?? {}
  if (closing.size + result.size === 0) return { closing: [], result: [] }
  const differing = (told: ReadonlyMap<string, bigint>, belongs: (account: number) => boolean): string[] => {
    const toldHere = new Map([...told].map(([account, amount]) => [Number(account), amount]))
    const heldHere = new Map([...held].filter(([account]) => toldHere.has(account) || belongs(account)))
    return differingAccounts(toldHere, heldHere).map(String)
  }
  const isBalance = (account: number) => isBalanceKind(kinds.get(account))
  return {
    closing: differing(closing, (account) => isBalance(account) && !result.has(String(account))),
    result: differing(result, (account) => !isBalance(account) && !closing.has(String(account))),
  }
}

const noAmounts: ReadonlyMap<string, bigint> = new Map()

/** Reports a difference if the next year in the books has its own stored opening balances. */
export const compareWithNextYear = async (
  call: CompanyCall,
  year: PlannedYear,
  held: Amounts,
  { kinds }: ImportSetup,
  findings: ImportFindings,
): Promise<void> => {
  const { db, companyId } = call
  const next = await db.maybe<{ id: string; start_date: Day; end_date: Day }>(sql`
    select id, start_date, end_date from ledger.fiscal_year
    where company_id = ${companyId} and start_date = ${year.endDate}::date + 1 and opening_stored`)
  if (!next) return
  const opening = await openingOf(call, next.id)
  const closing = new Map([...held].filter(([account]) => isBalanceKind(kinds.get(account))))
  const differing = differingAccounts(closing, opening)
  if (differing.length === 0) return
  const { start_date: start, end_date: end } = next
  const named = { sv: `${start} till ${end}`, en: `${start} to ${end}` }
  findings.add('nextYearDiffers', year.line, { next: named, accounts: accountsNamed(differing) })
}
