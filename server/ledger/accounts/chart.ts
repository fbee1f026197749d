// The chart of accounts (kontoplan).
import { bookOf, isBasePlanAccount, lockBooks, usualAccount } from '#ledger/book'
import { ledgerFaults, ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import { ACCOUNT_HIGHEST } from '#ledger/sie-format/limits'
import { type CompanyCall, warn } from '#platform/call'
import { dayOf } from '#platform/day'
import type { Db } from '#platform/db'
import { recordEvent } from '#platform/event'
import { filter } from '#platform/filter'
import { numberFromOre } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { Written } from '#text/json'
import type { AccountRole } from './account-map.rules.ts'
import { type AccountSettings, type AccountType, wrongAccountName, wrongVatCode } from './account-settings.ts'
import { balanceNow } from './balance.ts'
import { kindByNumber } from './chart.rules.ts'
import { usualVatCode } from './vat-code.rules.ts'

type Account = { account: number; name: string; accountType: AccountType }

/** Maximum number of accounts in one response. */
const MAX_ACCOUNTS = 10_000

/**
 * The active accounts ordered by number, as JSON from the database; `query` filters on account, name and accountType.
 * The unfiltered list is cached with the book version and read again when the version changes.
 */
export const listAccounts = async (call: CompanyCall, query?: string): Promise<Written<Account[]>> => {
  const { db, memory, companyId } = call
  const condition = filter(query, {
    properties: {
      account: { type: 'integer', column: sql`number` },
      name: { type: 'string', column: sql`name` },
      accountType: { type: { oneOf: ['customAccount', 'basePlanAccount'] }, column: sql`account_type` },
    },
  })
  if (condition) return (await readAccounts(db, companyId, { version: null, condition })).accounts
  const key = `ledger.chart ${companyId}`
  const known = memory.get(key) as Chart | undefined
  const version = known?.version ?? null
  const read = await readAccounts(db, companyId, { version, condition: sql`true` }, 'list-accounts')
  if (known && read.version === version) return known.accounts
  memory.set(key, read)
  return read.accounts
}

type Chart = { version: string; accounts: Written<Account[]> }

/** The accounts that match a condition, or nothing if the book still has the given version. */
const readAccounts = async (
  db: Db,
  companyId: string,
  { version, condition }: { version: string | null; condition: Sql },
  name?: string,
): Promise<Chart> => {
  const chart = await db.one<{ version: string; accounts: string | null }>(
    sql`
    select b.version, case when b.version is distinct from ${version}::uuid then (
      select '[' || coalesce(string_agg(row_to_json(a)::text, ',' order by a.account), '') || ']' from (
        select number as account, name, account_type as "accountType"
        from ledger.account where company_id = b.company_id and active and (${condition})
        order by number limit ${MAX_ACCOUNTS}
      ) a) end as accounts
    from ledger.book b where b.company_id = ${companyId}`,
    name,
  )
  return { version: chart.version, accounts: new Written(chart.accounts ?? '[]') }
}

/** The names of these accounts; those that are not in the chart are left out. */
export const accountNames = async (
  { db, companyId }: CompanyCall,
  numbers: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  if (numbers.length === 0) return new Map()
  const rows = await db.rows<{ number: number; name: string }>(sql`
    select number, name from ledger.account
    where company_id = ${companyId} and number = any(${[...new Set(numbers)]}::int[])`)
  return new Map(rows.map(({ number, name }) => [number, name]))
}

/** One account with its current balance in kronor; debit is positive. */
export const getAccount = async (call: CompanyCall, text: string): Promise<Account & { accountBalance: number }> => {
  const number = /^[1-9]\d{0,7}$/.test(text) ? Number(text) : 0
  const account = await call.db.maybe<Account>(
    sql`
    select number as account, name, account_type as "accountType"
    from ledger.account where company_id = ${call.companyId} and number = ${number}`,
    'get-account',
  )
  if (!account) throw ledgerRefusals.accountNotFound({ account: text })
  return { ...account, accountBalance: numberFromOre(await balanceNow(call, number, dayOf(call.now))) }
}

/** The lowest number of a new account: four digits. */
export const MIN_NUMBER = 1000

/** A new account; if the VAT code is omitted, it gets the usual one for its number, if any. */
type NewAccount = { number: number; name: string; vatCode?: string | null | undefined }

/** Adds an account to the chart. */
export const createAccount = async (
  call: CompanyCall,
  { number, name, vatCode = usualVatCode(number) }: NewAccount,
): Promise<AccountSettings> => {
  const wrong = [
    ...(Number.isInteger(number) && number >= MIN_NUMBER && number <= ACCOUNT_HIGHEST
      ? []
      : [ledgerFaults.accountNumber('#/account')]),
    ...wrongAccountName(name),
    ...wrongVatCode(vatCode),
  ]
  refuseIfAny(wrong)
  await lockBooks(call)
  const made = await call.db.maybe<AccountSettings>(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, vat_code)
    values (${call.companyId}, ${number}, ${name.trim()}, ${accountTypeOf(number)}, ${kindByNumber(number)},
      ${vatCode || null})
    on conflict do nothing
    returning number as account, name, account_type as "accountType", active, sru as "sruCodes", vat_code as "vatCode"`)
  if (!made) throw ledgerRefusals.accountExists({ account: number })
  recordEvent(call, 'account.created', { id: number }, { account: number, name: made.name, vatCode: made.vatCode })
  return made
}

/** Adds an account of the default chart, with its name and codes, unless the company has it. */
export const addUsualAccount = async (
  call: CompanyCall,
  number: number,
  told = ledgerPhrases.accountAdded,
): Promise<void> => {
  const usual = usualAccount(number)
  if (!usual) throw new Error(`Account ${number} is not in the default chart`)
  const { name, sruCodes, vatCode } = usual
  await lockBooks(call)
  const made = await call.db.rows(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, sru, vat_code)
    values (${call.companyId}, ${number}, ${name}, 'basePlanAccount', ${kindByNumber(number)}, ${sruCodes}::text[],
      ${vatCode})
    on conflict do nothing returning number`)
  if (made.length === 0) return
  recordEvent(call, 'account.created', { id: number }, { account: number, name, vatCode })
  warn(call, told({ account: number, name }))
}

/** The account used for set-offs; added if the chart was created before the account existed. */
export const transitAccountOf = async (call: CompanyCall): Promise<number> => {
  const { accounts, roles } = await bookOf(call)
  if (!accounts.has(roles.setOff)) await addUsualAccount(call, roles.setOff, ledgerPhrases.transitAdded)
  return roles.setOff
}

/** The account of a role, for bookings of today; added if the chart lacks it. */
export const roleAccountOf = async (call: CompanyCall, role: AccountRole): Promise<number> => {
  const { accounts, roles } = await bookOf(call)
  if (!accounts.has(roles[role])) await addUsualAccount(call, roles[role])
  return roles[role]
}

/** Opens or closes an account for booking; existing entries are kept. */
export const setAccountActive = async (
  call: CompanyCall,
  { number, active }: { number: number; active: boolean },
): Promise<void> => {
  await lockBooks(call)
  const changed = await call.db.rows(sql`
    update ledger.account set active = ${active} where company_id = ${call.companyId} and number = ${number}
    returning number`)
  if (changed.length === 0) throw ledgerRefusals.accountNotFound({ account: number })
  recordEvent(call, active ? 'account.activated' : 'account.deactivated', { id: number }, { account: number })
}

export const accountTypeOf = (number: number): AccountType =>
  isBasePlanAccount(number) ? 'basePlanAccount' : 'customAccount'
