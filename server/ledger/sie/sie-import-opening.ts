// Balances of a SIE file outside its vouchers: opening balances, and figures of the year before.
import type { Book, BookYear } from '#ledger/book'
import type { Words } from '#ledger/sie-format/findings'
import type { SieSummary } from '#ledger/sie-format/items'
import { carriedInto, requireRoomForOpening, storedOpening, storeOpening } from '#ledger/years/opening-balance'
import { type Amounts, differingAccounts } from '#ledger/years/opening-balance.rules'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { sql } from '#platform/sql'
import { mapInSlices, writeInParts } from '#threads/event-loop'
import type { ImportFindings } from './sie-import-kinds.ts'
import type { Plan, PlannedYear } from './sie-import-plan.ts'

type OpeningInput = {
  summary: SieSummary
  plan: Plan
  year: PlannedYear
  /** Null on a dry run if the books lack the year. */
  fiscalYearId: string | null
  dryRun: boolean
  findings: ImportFindings
}

/**
 * The year's opening balances. If the preceding year in the books closes on the same figures, they carry forward and
 * nothing is stored; otherwise the file's are stored. A year with entries keeps its stored balances. Returns the
 * balances, and how many were stored.
 */
export const takeOpening = async (
  call: CompanyCall,
  { summary, plan, year, fiscalYearId, dryRun, findings }: OpeningInput,
): Promise<{ opening: Amounts; stored: number }> => {
  const told = nonZero(summary.balances.get(0)?.opening)
  const { existing, line } = year
  const own = existing ? await storedOpening(call, existing.id) : null
  const held = own ?? (await carriedInto(call, year.startDate))
  const differing = differingAccounts(told, held)
  if (differing.length === 0) return { opening: held, stored: 0 }
  const accounts = named(differing)
  if (told.size === 0 || (own && existing && (await hasEntries(call, existing.id)))) {
    findings.add('openingKept', line, { accounts, what: correctedIn(plan.book, existing) })
    return { opening: held, stored: 0 }
  }
  if (own) findings.add('openingReplaced', line, { accounts })
  else if (held.size > 0) findings.add('openingTaken', line, { accounts })
  if (existing) await requireRoomForOpening(call, existing.id)
  const { lockDate } = plan.book
  if (lockDate && year.startDate <= lockDate) findings.add('openingLocked', line, { lockDate })
  else if (!dryRun && fiscalYearId) await storeOpening(call, { fiscalYearId, opening: told, reason: 'SIE' })
  return { opening: told, stored: told.size }
}

/**
 * Where the user corrects a difference: in the opening balances of the first year, from which later ones carry forward.
 */
const correctedIn = ({ years: [first] }: Book, year: BookYear | null): Words => {
  const path = `PUT /fiscal-years/${first?.id ?? '{fiscalYearId}'}/opening-balances`
  if (first && first.id === year?.id) {
    return { sv: `dem under räkenskapsåret (${path})`, en: `them on the fiscal year (${path})` }
  }
  const before = {
    sv: 'föregående år, vars bokslut för över dess utgående balanser hit',
    en: 'the year before, whose closing carries its balances on to this one',
  }
  return {
    sv: `${before.sv}, eller ingående balanser i böckernas första år (${path})`,
    en: `${before.en}, or the opening balances of the first year of the books (${path})`,
  }
}

const hasEntries = async ({ db, companyId }: CompanyCall, fiscalYearId: string): Promise<boolean> => {
  const found = await db.rows(sql`
    select from ledger.series where company_id = ${companyId} and fiscal_year_id = ${fiscalYearId} limit 1`)
  return found.length > 0
}

/** Stores the file's figures of the year before, for comparison; the first file that has them is kept. */
export const keepComparison = async (
  { db, companyId }: CompanyCall,
  summary: SieSummary,
  id: string,
): Promise<void> => {
  const before = summary.years.get(-1)
  const balances = summary.balances.get(-1)
  if (!before || !balances) return
  const { opening, closing, result } = balances
  const known = await db.rows(sql`
    select from ledger.comparative_balance where company_id = ${companyId} and fiscal_year_id = ${id} limit 1`)
  if (known.length > 0) return
  const accounts = new Set([...opening.keys(), ...closing.keys(), ...result.keys()])
  const rows = await mapInSlices(accounts, (account) => ({
    account: Number(account),
    opening: opening.get(account)?.toString() ?? null,
    closing: closing.get(account)?.toString() ?? null,
    result: result.get(account)?.toString() ?? null,
  }))
  await writeInParts(rows, (part) =>
    db.rows(sql`
      insert into ledger.comparative_balance (
        company_id, fiscal_year_id, start_date, end_date, account, opening, closing, result)
      select ${companyId}, ${id}, ${before.start as Day}, ${before.end as Day}, account, opening, closing, result
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as balance (
        account integer, opening bigint, closing bigint, result bigint)`),
  )
}

const nonZero = (amounts: ReadonlyMap<string, bigint> = new Map()): Map<number, bigint> =>
  new Map([...amounts].filter(([, amount]) => amount !== 0n).map(([account, amount]) => [Number(account), amount]))

/** Maximum number of account numbers in a sentence. */
const MAX_NAMED = 10

/** Account numbers as text in a sentence. */
export const named = (accounts: readonly number[]): Words => {
  const shown = accounts.slice(0, MAX_NAMED).join(', ')
  const rest = accounts.length - MAX_NAMED
  return rest > 0 ? { sv: `${shown} och ${rest} till`, en: `${shown} and ${rest} more` } : { sv: shown, en: shown }
}
