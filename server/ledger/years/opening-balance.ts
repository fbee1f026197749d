// Opening balances (ingående balanser) of a fiscal year: read, stored, corrected. A correction keeps the previous
// balances as an earlier revision.
import { balancesOfYear } from '#ledger/accounts/balance'
import { bookOf, lockBooks } from '#ledger/book'
import { ledgerRefusals } from '#ledger/refusals'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { numberFromOre, type Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { mapInSlices, writeInParts } from '#threads/event-loop'
import { closedAfter, type FiscalYear, getFiscalYear } from './fiscal-year.ts'
import { type Amounts, differingAccounts, type GivenBalance, readBalances } from './opening-balance.rules.ts'

export type OpeningBalances = {
  fiscalYearId: string
  /** `carried`: the year has no balances of its own and carries them forward from the year before. */
  origin: 'stored' | 'carried'
  /** How many times they have been stored; the last revision is in force. */
  revision: number
  balances: GivenBalance[]
  /** Earlier revisions, latest first. */
  earlier: { revision: number; balances: GivenBalance[] }[]
}

/** Maximum number of revisions in the opening balances of one year. */
const MAX_REVISIONS = 100

/** The opening balances of a fiscal year, with all earlier revisions. */
export const getOpeningBalances = async (call: CompanyCall, fiscalYearId: string): Promise<OpeningBalances> => {
  await getFiscalYear(call, fiscalYearId)
  const revision = await revisionOf(call, fiscalYearId)
  const rows = await call.db.rows<{ revision: number; account: number; amount: bigint }>(sql`
    select revision, account, amount from ledger.opening_balance
    where company_id = ${call.companyId} and fiscal_year_id = ${fiscalYearId} and revision < ${revision}
    order by account`)
  const earlier = Array.from({ length: Math.max(0, revision - 1) }, (_, index) => revision - 1 - index)
  return {
    fiscalYearId,
    origin: revision > 0 ? 'stored' : 'carried',
    revision,
    balances: allShown(await openingOf(call, fiscalYearId)),
    earlier: earlier.map((one) => ({
      revision: one,
      balances: rows
        .filter((row) => row.revision === one)
        .map(({ account, amount }) => ({ account, amount: numberFromOre(amount) })),
    })),
  }
}

/** As {@link getOpeningBalances}, locked against changes. */
export const lockOpeningBalances = async (call: CompanyCall, fiscalYearId: string): Promise<OpeningBalances> => {
  await lockBooks(call)
  return getOpeningBalances(call, fiscalYearId)
}

type OpeningCorrection = {
  fiscalYearId: string
  balances: readonly GivenBalance[]
  /** The reason for the correction, for the processing history. */
  reason?: string
  /** Accepts balances that do not add up to zero. */
  force: boolean
}

/** Sets all opening balances of the first fiscal year, while it is open. */
export const setOpeningBalances = async (call: CompanyCall, given: OpeningCorrection): Promise<OpeningBalances> => {
  const { fiscalYearId, reason, force } = given
  await lockBooks(call)
  const year = await getFiscalYear(call, fiscalYearId)
  await refuseUnlessOpenAndFirst(call, year)
  const accounts = await call.db.rows<{ number: number; kind: string }>(
    sql`select number, kind from ledger.account where company_id = ${call.companyId}`,
  )
  const kinds = new Map(accounts.map(({ number, kind }) => [number, kind]))
  const { balances, errors } = readBalances(given.balances, kinds, { force })
  refuseIfAny(errors)
  await storeOpening(call, { fiscalYearId, opening: balances, ...(reason ? { reason } : {}) })
  return getOpeningBalances(call, fiscalYearId)
}

const refuseUnlessOpenAndFirst = async (call: CompanyCall, year: FiscalYear): Promise<void> => {
  const { years, lockDate } = await bookOf(call, true)
  const [first] = years
  const named = periodOf(year)
  if (first && first.id !== year.id) throw ledgerRefusals.openingNotFirst({ year: named, first: periodOf(first) })
  if (year.status === 'closed') throw ledgerRefusals.openingClosed({ year: named })
  const after = await closedAfter(call, year.endDate)
  if (after) throw ledgerRefusals.openingClosedAfter({ year: named, after })
  if (lockDate && year.startDate <= lockDate) throw ledgerRefusals.openingLocked({ lockDate })
}

const periodOf = ({ startDate, endDate }: { startDate: Day; endDate: Day }) => `${startDate} to ${endDate}`

/**
 * Stores validated balances as the ones in force, and records the previous ones in the history. The caller holds the
 * book lock.
 */
export const storeOpening = async (
  call: CompanyCall,
  { fiscalYearId, opening, reason }: { fiscalYearId: string; opening: Amounts; reason?: string },
): Promise<void> => {
  const { db, companyId } = call
  const before = await openingOf(call, fiscalYearId)
  const revision = (await requireRoomForOpening(call, fiscalYearId)) + 1
  const rows = [...opening].map(([account, amount]) => ({ account, amount: String(amount) }))
  await writeInParts(rows, (part) =>
    db.rows(sql`
      insert into ledger.opening_balance (company_id, fiscal_year_id, revision, account, amount)
      select ${companyId}, ${fiscalYearId}, ${revision}, account, amount
      from jsonb_to_recordset(${JSON.stringify(part)}::jsonb) as balance (account integer, amount bigint)`),
  )
  await db.rows(sql`
    insert into ledger.opening_revision (company_id, fiscal_year_id, revision, registration)
    select company_id, ${fiscalYearId}, ${revision}, entry_count from ledger.book where company_id = ${companyId}`)
  await db.rows(sql`
    update ledger.fiscal_year set opening_revision = ${revision}
    where company_id = ${companyId} and id = ${fiscalYearId}`)
  const changed = differingAccounts(before, opening)
  // The accounts stand in their order here, as everywhere.
  const only = (amounts: Amounts) => mapInSlices(changed, (account) => shown(account, amounts.get(account) ?? 0n))
  recordEvent(
    call,
    revision > 1 ? 'opening-balances.corrected' : 'opening-balances.set',
    { id: fiscalYearId },
    {
      fiscalYearId,
      revision,
      ...(reason ? { reason } : {}),
      before: await only(before),
      after: await only(opening),
    },
  )
}

const shown = (account: number, amount: Ore): GivenBalance => ({ account, amount: numberFromOre(amount) })

const allShown = (amounts: Amounts): GivenBalance[] =>
  [...amounts].sort(([a], [b]) => a - b).map(([account, amount]) => shown(account, amount))

/** Refuses if the year has reached the maximum number of revisions; returns the current revision. */
export const requireRoomForOpening = async (call: CompanyCall, fiscalYearId: string): Promise<number> => {
  const revision = await revisionOf(call, fiscalYearId)
  if (revision >= MAX_REVISIONS) throw ledgerRefusals.tooManyOpenings({ limit: MAX_REVISIONS })
  return revision
}

/** How many times opening balances were stored for a year; 0 if they are carried forward. */
const revisionOf = async ({ db, companyId }: CompanyCall, id: string): Promise<number> => {
  const year = await db.one<{ opening_revision: number }>(
    sql`select opening_revision from ledger.fiscal_year where company_id = ${companyId} and id = ${id}`,
  )
  return year.opening_revision
}

/** The opening balances of a year, without zeros. */
export const openingOf = async (call: CompanyCall, id: string): Promise<Amounts> => {
  const balances = await balancesOfYear(call, id)
  return new Map(balances.filter(({ opening }) => opening !== 0n).map(({ account, opening }) => [account, opening]))
}

/** The opening balances stored for this year itself; null if they are carried forward. */
export const storedOpening = async (call: CompanyCall, id: string): Promise<Amounts | null> =>
  (await revisionOf(call, id)) > 0 ? openingOf(call, id) : null

/** The recorded reason for this year's stored opening balances. */
export const reasonOfOpening = async (call: CompanyCall, id: string): Promise<string | null> => {
  const revision = await revisionOf(call, id)
  const told = await call.db.maybe<{ reason: string | null }>(sql`
    select h.detail ->> 'reason' as reason from platform.history h
    where h.company_id = ${call.companyId} and h.what in ('opening-balances.set', 'opening-balances.corrected')
      and h.detail ->> 'fiscalYearId' = ${id} and h.detail ->> 'revision' = ${String(revision)}`)
  return told?.reason ?? null
}

/** The opening balances of a year that starts on this day, if none are stored for it. */
export const carriedInto = async ({ db, companyId }: CompanyCall, startDate: Day): Promise<Amounts> => {
  const rows = await db.rows<{ account: number; amount: bigint }>(sql`
    with base as (
      select max(start_date) as day from ledger.fiscal_year
      where company_id = ${companyId} and opening_stored and start_date < ${startDate}
    ), amounts as (
      select o.account, o.amount from base
      join ledger.fiscal_year b on b.company_id = ${companyId} and b.start_date = base.day
      join ledger.opening_balance o on o.company_id = ${companyId} and o.fiscal_year_id = b.id
        and o.revision = b.opening_revision
      join ledger.account a on a.company_id = ${companyId} and a.number = o.account
        and a.kind in ('asset', 'liability')
      union all
      select m.account, m.debit - m.credit from base
      join ledger.fiscal_year b on b.company_id = ${companyId} and b.start_date < ${startDate}
        and b.start_date >= coalesce(base.day, b.start_date)
      join ledger.month_balance m on m.company_id = ${companyId} and m.fiscal_year_id = b.id
      join ledger.account a on a.company_id = ${companyId} and a.number = m.account
        and a.kind in ('asset', 'liability')
    )
    select account, sum(amount)::bigint as amount from amounts group by account having sum(amount) <> 0`)
  return new Map(rows.map(({ account, amount }) => [account, amount]))
}
