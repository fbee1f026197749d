// The balance of a bank account by its statements against its account in the ledger, and what the difference is
// made of.
import { type OwnBankAccount, readBankAccount } from '#banking/payments/bank-account'
import { readStatement } from '#banking/statements/statement'
import { accountingCurrencyOf, balanceOnDay } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDays, addMonths, type Day, firstOfMonth } from '#platform/day'
import type { Ore } from '#platform/money'
import type { Refusal } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { bankBalanceOnDay } from './balances.ts'
import { type BankRow, type Difference, explain, type LedgerRow } from './explanation.rules.ts'
import { reconciliationRefusals as refusals } from './reconciliation-refusals.ts'

/** Lines that are shown, the earliest first; all are counted. */
export const MAX_LINES = 500
/** Rows and entries that are compared one by one; with more, only the latest months are. */
const MAX_ROWS = 20_000
/** How many months back are compared one by one, the most that has at most so many rows. */
const MONTHS_BACK = [12, 3, 1, 0]

export type Comparison = {
  bankAccountId: string
  account: number
  date: Day
  bankOre: Ore
  ledgerOre: Ore
  /** The bank's balance less that of the ledger. */
  differenceOre: Ore
  /** The first day of what is compared row by row. */
  since: Day
  /** The difference as it was before that day. */
  beforeOre: Ore
  lines: Difference[]
  /** Of how many lines, and how much the others make. */
  lineCount: number
  leftOutOre: Ore
  /** What no line explains: rows that no statement has had. */
  unexplainedOre: Ore
}

/** Compares at the end of a statement. Refused where it tells no closing balance. */
export const compareStatement = async (call: CompanyCall, statementId: string): Promise<Comparison> => {
  const { bankAccountId, closingOre, toDate } = await readStatement(call, statementId)
  const account = await comparableAccount(call, bankAccountId)
  if (closingOre === null || toDate === null) throw refusals.noClosingBalance({ id: statementId })
  return compareOn(call, account, toDate, closingOre)
}

/** A bank account whose ledger account is its own, in the accounting currency; refused otherwise. */
export const comparableAccount = async (call: CompanyCall, id: string): Promise<OwnBankAccount> => {
  const own = await readBankAccount(call, id)
  const hindrance = await hindranceOf(call, own)
  if (hindrance) throw hindrance
  return own
}

/** Why the ledger has no balance of a bank account alone; null where it has. */
export const hindranceOf = async (
  call: CompanyCall,
  { currency, account }: Pick<OwnBankAccount, 'currency' | 'account'>,
): Promise<Refusal | null> => {
  const accounting = await accountingCurrencyOf(call)
  if (currency !== accounting) return refusals.otherCurrency({ currency, accounting })
  const { count } = await call.db.one<{ count: bigint }>(sql`
    select count(*) as count from banking.account where company_id = ${call.companyId} and account = ${account}`)
  return count > 1n ? refusals.sharedAccount({ account }) : null
}

/** Compares on a day on which the bank has this balance. */
export const compareOn = async (
  call: CompanyCall,
  { id: bankAccountId, account }: OwnBankAccount,
  date: Day,
  bankOre: Ore,
): Promise<Comparison> => {
  const since = await beginOf(call, { bankAccountId, account }, date)
  const before = addDays(since, -1)
  const at = { company: sql`${call.companyId}::uuid`, account: sql`${account}::integer` }
  const told = await call.db.one<{ ledger: Ore; ledgerBefore: Ore; bankBefore: Ore | null; movedOre: Ore }>(sql`
    select ${balanceOnDay({ ...at, day: sql`${date}::date` })} as ledger,
      ${balanceOnDay({ ...at, day: sql`${before}::date` })} as "ledgerBefore",
      coalesce((
        select s.opening_ore from banking.statement s
        where s.company_id = ${call.companyId} and s.bank_account_id = ${bankAccountId} and s.from_date = ${since}
          and s.opening_ore is not null
        order by s.imported_at desc, s.id desc limit 1),
        ${bankBalanceOnDay({ company: at.company, account: sql`${bankAccountId}::uuid`, day: sql`${before}::date` })}
      ) as "bankBefore",
      (select coalesce(sum(t.amount_ore), 0)::bigint from banking.transaction t
        where t.company_id = ${call.companyId} and t.bank_account_id = ${bankAccountId}
          and t.date between ${since} and ${date} and t.replaced_by_statement_id is null) as "movedOre"`)
  const rows = await rowsOf(call, { bankAccountId, account, from: since, to: date })
  const lines = explain(rows, { from: since, to: date })
  const differenceOre = bankOre - told.ledger
  const beforeOre = (told.bankBefore ?? bankOre - told.movedOre) - told.ledgerBefore
  const explainedOre = sum(lines)
  return {
    bankAccountId,
    account,
    date,
    bankOre,
    ledgerOre: told.ledger,
    differenceOre,
    since,
    beforeOre,
    lines: lines.slice(0, MAX_LINES),
    lineCount: lines.length,
    leftOutOre: sum(lines.slice(MAX_LINES)),
    unexplainedOre: differenceOre - beforeOre - explainedOre,
  }
}

const sum = (lines: readonly Difference[]): Ore => lines.reduce((total, { ore }) => total + ore, 0n)

type Own = { bankAccountId: string; account: number }

/** From which day the rows are compared: that of the first statement, or of the first month that is not too much. */
const beginOf = async ({ db, companyId }: CompanyCall, { bankAccountId, account }: Own, to: Day): Promise<Day> => {
  const { first } = await db.one<{ first: Day | null }>(sql`
    select min(from_date) as first from banking.statement
    where company_id = ${companyId} and bank_account_id = ${bankAccountId}`)
  const months = MONTHS_BACK.map((back) => firstOfMonth(addMonths(firstOfMonth(to), -back)))
  const begins = months.map((month) => (first !== null && first > month && first <= to ? first : month))
  for (const begin of begins) {
    const { many } = await db.one<{ many: boolean }>(sql`
      select (select count(*) from (
        select from banking.transaction t
        where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId} and t.date between ${begin} and ${to}
        limit ${MAX_ROWS + 1}) rows)
      + (select count(*) from (
        select from ledger.journal_entry_view e
        join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
        where e.company_id = ${companyId} and i.account = ${account} and e.date between ${begin} and ${to}
        limit ${MAX_ROWS + 1}) items) > ${MAX_ROWS} as many`)
    if (!many) return begin
  }
  return begins.at(-1) as Day
}

type Asked = Own & { from: Day; to: Day }

/** So many days after the last are looked for the same money, which one of the two has on another day. */
const DAYS_AFTER = 7

/**
 * The rows and entries of these days, with those of the days after, and those of other days that they are matched with.
 */
const rowsOf = async (call: CompanyCall, asked: Asked): Promise<{ bank: BankRow[]; ledger: LedgerRow[] }> => {
  const { from } = asked
  const to = addDays(asked.to, DAYS_AFTER)
  const bank = await bankRows(call, asked, sql`t.date between ${from} and ${to}`)
  const ledger = await ledgerRows(call, asked, sql`e.date between ${from} and ${to}`)
  const known = new Set(ledger.map(({ id }) => id))
  const others = bank.flatMap(({ entries }) => entries.filter((id) => !known.has(id)))
  if (others.length > 0) ledger.push(...(await ledgerRows(call, asked, sql`e.id = any(${others}::uuid[])`)))
  const ids = ledger.map(({ id }) => id)
  const elsewhere = sql`t.date not between ${from} and ${to} and (t.journal_entry_id = any(${ids}::uuid[]) or exists (
    select from banking.transaction_part p
    where p.company_id = t.company_id and p.transaction_id = t.id and p.journal_entry_id = any(${ids}::uuid[])))`
  return { bank: [...bank, ...(await bankRows(call, asked, elsewhere))], ledger }
}

const bankRows = ({ db, companyId }: CompanyCall, { bankAccountId }: Own, which: Sql): Promise<BankRow[]> =>
  db.rows<BankRow>(sql`
    select t.id, t.statement_id as "statementId", t.date, t.amount_ore as ore,
      coalesce(nullif(concat_ws(' · ', t.counterparty, t.message), ''), t.bank_reference, '') as text,
      array_remove(array_append(array(
        select p.journal_entry_id::text from banking.transaction_part p
        where p.company_id = t.company_id and p.transaction_id = t.id order by p.position),
        t.journal_entry_id::text), null) as entries
    from banking.transaction t
    where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
      and t.replaced_by_statement_id is null and ${which}
    order by t.date, t.id limit ${2 * MAX_ROWS}`)

const ledgerRows = ({ db, companyId }: CompanyCall, { account }: Own, which: Sql): Promise<LedgerRow[]> =>
  db.rows<LedgerRow>(sql`
    select e.id, e.journal_entry_number as number, e.date, e.title, e.reverses_id as "reversesId",
      sum(i.debit - i.credit)::bigint as ore
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
    where e.company_id = ${companyId} and i.account = ${account} and ${which}
    group by e.id, e.journal_entry_number, e.date, e.title, e.reverses_id
    having sum(i.debit - i.credit) <> 0
    order by e.date, e.id limit ${2 * MAX_ROWS}`)
