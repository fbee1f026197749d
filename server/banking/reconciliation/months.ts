// Months of a bank account: whether the bank and the ledger agree at their end, and who has found that they do. What
// changes a month afterwards opens it again.
import { type OwnBankAccount, readBankAccount } from '#banking/payments/bank-account'
import { balanceOnDay, lastRegistration } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, lastOfMonth, monthOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber, textFromOre } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { bankBalanceOnDay } from './balances.ts'
import { type Comparison, comparableAccount, compareOn, hindranceOf } from './comparison.ts'
import { reconciliationFaults as faults, reconciliationRefusals as refusals } from './reconciliation-refusals.ts'
import { changedIn, type ReopenedBy, reopen, reopenChanged, transactionsIn } from './reopening.ts'

/** `reopened`: it was reconciled, and something has changed it since. */
export const MONTH_STATES = ['open', 'reconciled', 'reopened'] as const

/** A month, and how it stands now; amounts in öre. */
export type Month = {
  bankAccountId: string
  /** The first and the last day. */
  month: Day
  end: Day
  /** Null where neither a statement nor a person has told it. */
  bankOre: Ore | null
  isStated: boolean
  ledgerOre: Ore
  state: (typeof MONTH_STATES)[number]
  note: string | null
  reconciledAt: Date | null
  reconciledBy: string | null
  reopenedAt: Date | null
  reopenedBy: ReopenedBy | null
  modifiedAt: Date | null
}

const end = sql`(m.month + interval '1 month' - interval '1 day')::date`

/** The months of the ledger's account, with what is kept of each as `r`. */
const source = ({ companyId }: CompanyCall, { id, account }: OwnBankAccount): Sql => {
  const at = { company: sql`${companyId}::uuid`, account: sql`${account}::integer` }
  return sql`
  (select generate_series(
    date_trunc('month', least(
      (select min(s.from_date) from banking.statement s
        where s.company_id = ${companyId} and s.bank_account_id = ${id}),
      (select min(k.month) from banking.month_reconciliation k
        where k.company_id = ${companyId} and k.bank_account_id = ${id}))),
    date_trunc('month', greatest(
      (select max(s.to_date) from banking.statement s
        where s.company_id = ${companyId} and s.bank_account_id = ${id}),
      (select max(k.month) from banking.month_reconciliation k
        where k.company_id = ${companyId} and k.bank_account_id = ${id}))),
    interval '1 month')::date as month) m
  left join banking.month_reconciliation r
    on r.company_id = ${companyId} and r.bank_account_id = ${id} and r.month = m.month
  cross join lateral (
    select ${bankBalanceOnDay({ company: at.company, account: sql`${id}::uuid`, day: end })} as told_ore,
      ${balanceOnDay({ ...at, day: end })} as ledger_ore
    ) now
  cross join lateral (select ${changedIn(at)} as by) changed`
}

const columns = (bankAccountId: string): Sql => sql`
  ${bankAccountId} as "bankAccountId", m.month, ${end} as "end",
  coalesce(now.told_ore, case when r.is_stated then r.bank_ore end) as "bankOre",
  now.told_ore is null and coalesce(r.is_stated, false) as "isStated", now.ledger_ore as "ledgerOre",
  ${state} as state, r.note, r.reconciled_at as "reconciledAt", r.reconciled_by_name as "reconciledBy",
  r.reopened_at as "reopenedAt", coalesce(r.reopened_by, changed.by) as "reopenedBy", r.modified_at as "modifiedAt"`

const state = sql`(case when r.month is null or r.reopened_by = 'person' then 'open'
  when r.reopened_at is not null or changed.by is not null then 'reopened' else 'reconciled' end)`

/**
 * A page of the months from the first statement to the last, latest first; none of an account that the ledger has no
 * balance of.
 */
export const listMonths = async (call: CompanyCall, id: string, request: PageRequest): Promise<Page<Month>> => {
  const account = await readBankAccount(call, id)
  const isComparable = (await hindranceOf(call, account)) === null
  const list: List<Month, Month> = {
    name: `months of ${id}`,
    columns: columns(id),
    from: source(call, account),
    where: isComparable ? sql`true` : sql`false`,
    key: [sql`m.month`],
    keyOf: ({ month }) => [month],
    filters: {
      properties: {
        month: { type: 'date', column: sql`m.month` },
        state: { type: { oneOf: MONTH_STATES }, column: state },
        modifiedDateTime: { type: 'datetime', column: sql`r.modified_at` },
      },
    },
    itemOf: (row) => row,
  }
  return listPage(call, list, request)
}

/** The first day of a month that is written as 2026-01; refused as not found if it is none. */
const monthIn = (text: string): Day => {
  if (!/^(19|20|21)\d{2}-(0[1-9]|1[0-2])$/.test(text)) throw refusals.noMonth({ month: text.slice(0, 20) })
  return dayFrom(`${text}-01`)
}

const readMonth = async (call: CompanyCall, account: OwnBankAccount, month: Day): Promise<Month> => {
  const found = await call.db.maybe<Month>(sql`
    select ${columns(account.id)} from ${source(call, account)} where m.month = ${month}`)
  if (found) return found
  const last = lastOfMonth(month)
  const at = { company: sql`${call.companyId}::uuid`, account: sql`${account.account}::integer` }
  const { ledgerOre } = await call.db.one<{ ledgerOre: Ore }>(sql`
    select ${balanceOnDay({ ...at, day: sql`${last}::date` })} as "ledgerOre"`)
  return {
    bankAccountId: account.id,
    month,
    end: last,
    bankOre: null,
    isStated: false,
    ledgerOre,
    state: 'open',
    note: null,
    reconciledAt: null,
    reconciledBy: null,
    reopenedAt: null,
    reopenedBy: null,
    modifiedAt: null,
  }
}

/** A month, with what the difference at its end is made of; null where the bank's balance is not known. */
export type MonthCompared = Month & { comparison: Comparison | null }

export const getMonth = async (call: CompanyCall, id: string, text: string): Promise<MonthCompared> => {
  const account = await comparableAccount(call, id)
  const found = await readMonth(call, account, monthIn(text))
  const { bankOre, end: last } = found
  return { ...found, comparison: bankOre === null ? null : await compareOn(call, account, last, bankOre) }
}

type Found = {
  isReconciled: boolean
  closingBalance?: number | null | undefined
  note?: string | null | undefined
}

/** Notes that a month is reconciled, or takes that back. What is so already stays. */
export const markMonth = async (
  call: CompanyCall,
  { id, text, found }: { id: string; text: string; found: Found },
): Promise<MonthCompared> => {
  const account = await comparableAccount(call, id)
  const month = monthIn(text)
  await lockMonths(call, id)
  await reopenChanged(call)
  const before = await readMonth(call, account, month)
  if (!found.isReconciled) {
    if (before.state === 'reconciled') await reopen(call, [{ id, month, by: 'person' }])
    return getMonth(call, id, text)
  }
  if (before.end >= dayOf(call.now)) throw refusals.notOver({ end: before.end })
  const stated = statedIn(before, found)
  const note = found.note?.trim() || null
  refuseIfAny(stated.errors)
  refuseIfAny(wrongInNote(before, stated.bankOre, note))
  const { bankOre, isStated } = stated
  if (before.state === 'reconciled' && before.note === note && before.bankOre === bankOre)
    return getMonth(call, id, text)
  await keep(call, { account, before, bankOre, isStated, note })
  return getMonth(call, id, text)
}

/** The bank's balance: as a statement tells it, or as it is given. */
const statedIn = (
  before: Month,
  { closingBalance }: Found,
): { bankOre: Ore; isStated: boolean; errors: FieldError[] } => {
  const given = closingBalance === undefined || closingBalance === null ? null : oreFromNumber(closingBalance)
  const told = before.isStated ? null : before.bankOre
  if (told === null && given === null && before.bankOre === null) {
    return { bankOre: 0n, isStated: true, errors: [faults.noBankBalance('#/closingBalance', { end: before.end })] }
  }
  if (told !== null && given !== null && given !== told) {
    const amount = textFromOre(told)
    return { bankOre: told, isStated: false, errors: [faults.toldByStatement('#/closingBalance', { amount })] }
  }
  return { bankOre: told ?? given ?? before.bankOre ?? 0n, isStated: told === null, errors: [] }
}

const wrongInNote = ({ ledgerOre }: Month, bankOre: Ore, note: string | null): FieldError[] =>
  bankOre === ledgerOre || note !== null
    ? []
    : [faults.unexplained('#/note', { bank: textFromOre(bankOre), ledger: textFromOre(ledgerOre) })]

type Kept = { account: OwnBankAccount; before: Month; bankOre: Ore; isStated: boolean; note: string | null }

const keep = async (call: CompanyCall, { account: { id }, before, bankOre, isStated, note }: Kept): Promise<void> => {
  const { month, ledgerOre } = before
  const { db, companyId, now, actor } = call
  const registration = await lastRegistration(db, companyId)
  await db.rows(sql`
    insert into banking.month_reconciliation (company_id, bank_account_id, month, bank_ore, is_stated, ledger_ore,
      transaction_count, registration, note, reconciled_at, reconciled_by_kind, reconciled_by_id, reconciled_by_name,
      modified_at)
    select ${companyId}, r.bank_account_id, r.month, ${bankOre}, ${isStated}, ${ledgerOre},
      ${transactionsIn(sql`${companyId}::uuid`)}, ${registration}, ${note}, ${now}, ${actor.kind}, ${actor.id},
      ${actor.name}, ${now}
    from (select ${id}::uuid as bank_account_id, ${month}::date as month) r
    on conflict (company_id, bank_account_id, month) do update set bank_ore = excluded.bank_ore,
      is_stated = excluded.is_stated, ledger_ore = excluded.ledger_ore,
      transaction_count = excluded.transaction_count, registration = excluded.registration, note = excluded.note,
      reconciled_at = excluded.reconciled_at, reconciled_by_kind = excluded.reconciled_by_kind,
      reconciled_by_id = excluded.reconciled_by_id, reconciled_by_name = excluded.reconciled_by_name,
      reopened_at = null, reopened_by = null, modified_at = excluded.modified_at`)
  const detail = { month: monthOf(month), bank: numberFromOre(bankOre), ledger: numberFromOre(ledgerOre), note }
  recordEvent(call, 'bank-month.reconciled', { id }, { id, ...detail })
}

/** Serializes what is said of the months of an account. */
const lockMonths = async ({ db, companyId }: CompanyCall, id: string): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`months of ${companyId} ${id}`}, 0))`)
}
