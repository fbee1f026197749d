// The facts behind the year-end checks: balances, unfinished tasks of contexts, the adjacent years.
import { unbookedAccruals } from '#accruals'
import { unbookedDepreciation } from '#assets'
import { bankingContribution, listBankAccounts, monthsLeft } from '#banking'
import { documentsContribution } from '#documents'
import { vatSettingOf } from '#identity'
import {
  type Amounts,
  accountingCurrencyOf,
  type BookYear,
  balancesOfYear,
  differingAccounts,
  differingFromUsual,
  lawInBooks,
  ledgerContribution,
  reasonOfOpening,
  storedOpening,
  type YearBalance,
} from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { purchasingContribution } from '#purchasing'
import { differencesOn } from '#reports'
import { isBookedResult, mainAccount } from '#rule/account-ranges'
import { lawOn } from '#rule/law'
import { salesContribution } from '#sales'
import {
  type RemainingWorkKind,
  type RemainingWorkPart,
  remainingWorkIn,
  remainingWorkKinds,
} from '#todo/remaining-work'
import { unreportedVat } from '#vat'
import { openProposals } from '#year-end/proposals/proposal'
import type { Facts, RemainingWork } from './checks.rules.ts'
import {
  imbalance,
  type PlannedItem,
  resultItems,
  type Share,
  type Standing,
  transferItems,
  unbookedResult,
} from './plan.rules.ts'
import { isRevaluedOn } from './revaluation.ts'
import type { YearContext } from './year-context.ts'

/** The recorded reason when a closing stores the next year's opening balances. */
export const CARRIED = 'The year before was closed'

/** The closing balance of every account. */
const standingsOf = async (call: CompanyCall, id: string): Promise<Standing[]> =>
  (await balancesOfYear(call, id)).map(({ account, kind, opening, debit, credit }: YearBalance) => ({
    account,
    kind,
    closing: opening + debit - credit,
  }))

/** The closing balance sheet of a year after its result is transferred to these accounts. */
const closingOf = (standings: readonly Standing[], shares: readonly Share[]): Map<number, Ore> => {
  const closing = new Map<number, Ore>()
  for (const { account, kind, closing: ore } of standings) {
    if (kind === 'asset' || kind === 'liability') closing.set(account, ore)
  }
  for (const { account, debit } of resultItems(shares).slice(1))
    closing.set(account, (closing.get(account) ?? 0n) + debit)
  return new Map([...closing].filter(([, ore]) => ore !== 0n))
}

/**
 * Amounts that entries of the next year have moved off the accounts emptied at its start: booked against the
 * counterparts, by a closing or by hand. Only months with bookings on such an account are read.
 */
export const movedIn = async (call: CompanyCall, { form, next }: YearContext): Promise<Amounts> => {
  if (!next) return new Map()
  const pairs = form.moves.flatMap(({ from, counterparts }) =>
    from.flatMap((account) => counterparts.map(([first, last]) => ({ account, first, last }))),
  )
  const rows = await call.db.rows<{ account: number; moved: bigint }>(sql`
    with pair as (
      select * from unnest(${pairs.map(({ account }) => account)}::integer[],
        ${pairs.map(({ first }) => first)}::integer[], ${pairs.map(({ last }) => last)}::integer[])
        as p (account, first, last)
    ), month as (
      select distinct m.month from ledger.month_balance_view m
      where m.company_id = ${call.companyId} and m.fiscal_year_id = ${next.id}
        and m.account in (select p.account from pair p)
    ), entry as (
      select e.id from month cross join lateral (
        select e.id from ledger.journal_entry_view e
        where e.company_id = ${call.companyId} and e.date >= greatest(month.month, ${next.startDate}::date)
          and e.date < month.month + interval '1 month' and e.date <= ${next.endDate}::date offset 0) e
    )
    select i.account, sum(i.debit - i.credit)::bigint as moved
    from entry
    join ledger.journal_entry_item_view i on i.company_id = ${call.companyId} and i.journal_entry_id = entry.id
    where exists (
      select from pair p join ledger.journal_entry_item_view o
        on o.company_id = ${call.companyId} and o.journal_entry_id = entry.id and o.account between p.first and p.last
        and o.account <> p.account
      where p.account = i.account)
    group by i.account`)
  return new Map(rows.map(({ account, moved }) => [account, moved]))
}

/** All facts for the checks, from one snapshot or under the book lock. */
export const factsOf = async (call: CompanyCall, around: YearContext): Promise<Facts & { planned: PlannedItem[] }> => {
  const { year, closedAfter, earlierOpen, form, companyType } = around
  const standings = await standingsOf(call, year.id)
  const result = unbookedResult(standings)
  const closing = closingOf(standings, [{ account: form.result, ore: result }])
  const next = await nextOf(call, around, closing)
  const planned = next?.keepsOwn ? [] : transferItems(form, closing, await movedIn(call, around))
  return {
    companyId: call.companyId,
    year,
    today: dayOf(call.now),
    left: await leftOf(call, year),
    earlierOpen,
    vat: await vatOf(call, year, standings),
    ...(await comparedOf(call, year)),
    bankMonths: await bankMonthsOf(call, year),
    depreciation: await unbookedDepreciation(call, year),
    chartCorrections: (await differingFromUsual(call)).length,
    accruals: await unbookedAccruals(call, year.endDate),
    accountsInCurrency: await inCurrencyOf(call, standings),
    turnover: { ore: turnoverOf(standings), most: await cashMethodLimit(call, year.endDate) },
    isRevalued: await isRevaluedOn(call, year.endDate),
    imbalance: imbalance(standings),
    result,
    isTaxMissing: taxMissing(companyType, standings),
    openProposals: (await openProposals(call, year.id)).length,
    transfers: planned.reduce((sum, { debit }) => sum + (debit > 0n ? debit : 0n), 0n),
    next,
    closedAfter,
    planned,
  }
}

/** The most that the cash method is for; null on days of which the law's table says nothing. */
const cashMethodLimit = async (call: CompanyCall, day: Day): Promise<Ore | null> => {
  const law = lawOn(day)
  if (!law.find('bookkeeping.cashMethod')) return null
  const currency = await accountingCurrencyOf(call)
  return lawInBooks(call, { currency, ore: law.ore('bookkeeping.cashMethod'), date: day })
}

/** Net sales: income on 3000–3799. */
const turnoverOf = (standings: readonly Standing[]): Ore =>
  standings
    .filter(({ account, kind }) => kind === 'income' && account >= 3000 && account <= 3799)
    .reduce((sum, { closing }) => sum - closing, 0n)

/** The next year's opening balances compared with this year's closing balances. */
const nextOf = async (call: CompanyCall, { year, next }: YearContext, closing: Amounts): Promise<Facts['next']> => {
  if (!next) return null
  const { id, startDate, endDate } = next
  const stored = await storedOpening(call, id)
  const differing = stored ? differingAccounts(closing, stored) : []
  const adjoins = startDate === addDays(year.endDate, 1)
  const keepsOwn = !adjoins || (differing.length > 0 && (await isLeftOut(call, year)) && !(await isCarried(call, id)))
  return { id, startDate, endDate, isStored: stored !== null, differing, keepsOwn }
}

/** Whether a year has no bookings except by closings, such as one imported without vouchers. */
const isLeftOut = async ({ db, companyId }: CompanyCall, { startDate, endDate }: BookYear): Promise<boolean> => {
  const found = await db.rows(sql`
    select from ledger.journal_entry_view e
    where e.company_id = ${companyId} and e.date between ${startDate}::date and ${endDate}::date
      and not exists (
        select from year_end.closing c
        where c.company_id = ${companyId} and e.id in (c.result_entry_id, c.transfer_entry_id))
    limit 1`)
  return found.length === 0
}

/** Whether a closing has stored a year's opening balances: the next closing corrects them, independent of bookings. */
const isCarried = async (call: CompanyCall, id: string): Promise<boolean> =>
  (await reasonOfOpening(call, id)) === CARRIED

/** The reconciliation of open items on the last day or, during the year, today. */
const comparedOf = async (call: CompanyCall, { startDate, endDate }: BookYear) => {
  const today = dayOf(call.now)
  if (startDate > today) return { differences: [], comparedOn: startDate }
  const comparedOn = endDate < today ? endDate : today
  const compared = await differencesOn(call, comparedOn)
  const differences = compared
    .filter(({ differenceOre }) => differenceOre !== 0n)
    .map(({ side, differenceOre: ore }) => ({ side, ore }))
  return { differences, comparedOn }
}

const bankMonthsOf = async (
  call: CompanyCall,
  { startDate: start, endDate: end }: BookYear,
): Promise<Facts['bankMonths']> => {
  const { accounts, months, first } = await monthsLeft(call, { start, end, today: dayOf(call.now) })
  return accounts === 0 ? null : { months, bankAccountId: first }
}

/** The balances of bank accounts in other currencies. */
const inCurrencyOf = async (
  call: CompanyCall,
  standings: readonly Standing[],
): Promise<Facts['accountsInCurrency']> => {
  const own = await accountingCurrencyOf(call)
  const foreign = (await listBankAccounts(call)).filter(({ currency }) => currency !== own)
  const accounts = new Set(foreign.map(({ account }) => account))
  return standings.flatMap(({ account, closing: ore }) => (accounts.has(account) && ore !== 0n ? { account, ore } : []))
}

/** Whether an account is in a range of four-digit numbers, or a sub-account. */
const isBetween = (account: number, first: number, last: number): boolean =>
  mainAccount(account) >= first && mainAccount(account) <= last

/** Income tax is booked on 8910 to 8989; owners and partners pay their own. */
const taxMissing = (companyType: string, standings: readonly Standing[]): boolean | null => {
  if (companyType !== 'limitedCompany' && companyType !== 'cooperative') return null
  const result = unbookedResult(standings.filter(({ account }) => !isBookedResult(account)))
  const isTax = ({ account }: Standing) => isBetween(account, 8910, 8989)
  return result > 0n && standings.filter(isTax).every(({ closing }) => closing === 0n)
}

const partsOf = (call: CompanyCall, { startDate: start, endDate: end, method }: BookYear): RemainingWorkPart[] => {
  const asked = { company: sql`${call.companyId}`, start, end, method }
  return [
    salesContribution.remainingWork,
    purchasingContribution.remainingWork,
    bankingContribution.remainingWork,
    documentsContribution.uploadsRemainingWork,
    ledgerContribution.entriesRemainingWork,
  ].flatMap((left) => left(asked))
}

const leftOf = async (
  call: CompanyCall,
  year: BookYear,
  kinds: readonly RemainingWorkKind[] = remainingWorkKinds,
): Promise<Map<RemainingWorkKind, RemainingWork>> => {
  const parts = partsOf(call, year).filter(({ kind }) => kinds.includes(kind))
  const rows = await call.db.rows<{ kind: RemainingWorkKind; count: bigint; ore: bigint | null }>(sql`
    select kind, count(*) as count, sum(ore)::bigint as ore from (${remainingWorkIn(parts)}) found group by kind`)
  return new Map(rows.map(({ kind, count, ore }) => [kind, { count: Number(count), ore }]))
}

const kindsInCurrency: readonly RemainingWorkKind[] = ['invoice.inCurrency', 'supplierInvoice.inCurrency']

/** What stands in other currencies at the end of a year, at the rates of its own days. */
export const inCurrencies = async (
  call: CompanyCall,
  year: BookYear,
): Promise<Pick<Facts, 'left' | 'accountsInCurrency' | 'isRevalued'>> => ({
  left: await leftOf(call, year, kindsInCurrency),
  accountsInCurrency: await inCurrencyOf(call, await standingsOf(call, year.id)),
  isRevalued: await isRevaluedOn(call, year.endDate),
})

/** What is left of one kind, as rows of a list. */
export const remainingWorkOfKind = (call: CompanyCall, year: BookYear, kind: RemainingWorkKind) =>
  remainingWorkIn(partsOf(call, year).filter((part) => part.kind === kind))

/** Maximum number of VAT periods in a year: monthly ones of the longest year. */
const MAX_PERIODS = 18

/** Output and input VAT is on 2600 to 2649 until it is reported. */
const vatOf = async (call: CompanyCall, year: BookYear, standings: readonly Standing[]): Promise<Facts['vat']> => {
  const setting = await vatSettingOf(call)
  if (setting === null || setting === 'notRegisteredForVat') return null
  // Those of this year only: earlier ones may exceed the limit.
  const periods = await call.db.rows<{ date: Day }>(sql`
    select p.end_date as date from ${unreportedVat(sql`${call.companyId}::uuid`, dayOf(call.now))}
      and p.end_date between ${year.startDate}::date and ${year.endDate}::date
    limit ${MAX_PERIODS}`)
  const onAccounts = standings.filter(({ account }) => isBetween(account, 2600, 2649))
  return {
    periods: { count: periods.length, ore: null },
    balance: onAccounts.reduce((sum, { closing }) => sum + closing, 0n),
    isEmpty: onAccounts.every(({ closing }) => closing === 0n),
  }
}
