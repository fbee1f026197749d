// What a company decides of an account: its name, SRU and VAT codes, and whether it may be booked on.
import { type CompanyCall, warn } from '#platform/call'
import { happen } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { hasUnseen } from '#platform/unseen'
import { accountMapOf } from './account-map.ts'
import { lockBooks } from './book.ts'
import type { AccountType } from './chart.ts'
import { ledgerFaults, ledgerPhrases, ledgerRefusals } from './refusals.ts'
import { vatCodes } from './vat-code.rules.ts'

export type AccountSettings = {
  account: number
  name: string
  accountType: AccountType
  active: boolean
  sruCodes: string[]
  vatCode: string | null
}

/** What is to be changed; what is left out stays. An empty VAT code takes it away. */
export type AccountChanges = {
  name?: string | undefined
  active?: boolean | undefined
  sruCodes?: readonly string[] | undefined
  vatCode?: string | null | undefined
}

/** Maximum number of characters in an account's name. */
export const MAX_ACCOUNT_NAME = 200
/** Most SRU codes of one account: costs and income may count towards different fields. */
export const MAX_SRU_CODES = 20

/** Changes an account; what it was stands in the processing history. The number stays. */
export const changeAccount = async (
  call: CompanyCall,
  text: string,
  changes: AccountChanges,
): Promise<AccountSettings> => {
  const { db, companyId } = call
  await lockBooks(call)
  const before = await readAccount(call, text)
  refuseIfAny(wrongInAccount(changes))
  const after: AccountSettings = {
    ...before,
    name: changes.name?.trim() ?? before.name,
    active: changes.active ?? before.active,
    sruCodes: changes.sruCodes ? [...new Set(changes.sruCodes)] : before.sruCodes,
    vatCode: changes.vatCode === undefined ? before.vatCode : changes.vatCode || null,
  }
  if (before.active && !after.active) await warnOfRoles(call, after.account)
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return after
  await db.rows(sql`
    update ledger.account
    set name = ${after.name}, active = ${after.active}, sru = ${after.sruCodes}::text[], vat_code = ${after.vatCode}
    where company_id = ${companyId} and number = ${after.account}`)
  const only = (of: AccountSettings) => Object.fromEntries(changed.map((key) => [key, of[key]]))
  happen(
    call,
    'account.changed',
    { id: after.account },
    { account: after.account, before: only(before), after: only(after) },
  )
  return after
}

const keys = ['name', 'active', 'sruCodes', 'vatCode'] as const

const readAccount = async (call: CompanyCall, text: string): Promise<AccountSettings> => {
  const account = await findAccount(call, /^[1-9]\d{0,7}$/.test(text) ? Number(text) : 0)
  if (!account) throw ledgerRefusals.accountNotFound({ account: text })
  return account
}

/** The same, or null where the chart has no such account. */
export const findAccount = ({ db, companyId }: CompanyCall, number: number): Promise<AccountSettings | null> =>
  db.maybe<AccountSettings>(sql`
    select number as account, name, account_type as "accountType", active, sru as "sruCodes", vat_code as "vatCode"
    from ledger.account where company_id = ${companyId} and number = ${number}`)

/** Whether anything was ever booked on an account. */
export const isBookedOn = async ({ db, companyId }: CompanyCall, number: number): Promise<boolean> => {
  const [found] = await db.rows(sql`
    select 1 from ledger.fiscal_year y
    where y.company_id = ${companyId} and exists (
      select from ledger.month_balance b
      where b.company_id = y.company_id and b.fiscal_year_id = y.id and b.account = ${number})
    limit 1`)
  return found !== undefined
}

/** What is wrong with what an account is to be. */
export const wrongInAccount = ({ name, sruCodes = [], vatCode }: AccountChanges): FieldError[] => {
  const wrong = sruCodes.flatMap((code, index) =>
    /^\d{4}$/.test(code) ? [] : [ledgerFaults.sruCode(`#/sruCodes/${index}`)],
  )
  if (name !== undefined) wrong.push(...wrongAccountName(name))
  if (sruCodes.length > MAX_SRU_CODES) wrong.push(ledgerFaults.sruCodes('#/sruCodes', { limit: MAX_SRU_CODES }))
  wrong.push(...wrongVatCode(vatCode))
  return wrong
}

/** What is wrong with the VAT code of an account; an empty one is none. */
export const wrongVatCode = (code: string | null | undefined): FieldError[] =>
  code && !vatCodes.includes(code) ? [ledgerFaults.vatCode('#/vatCode', { codes: vatCodes.join(', ') })] : []

/** What is wrong with the name of an account. */
export const wrongAccountName = (name: string): FieldError[] => {
  if (name.trim() === '' || name.length > MAX_ACCOUNT_NAME) {
    return [ledgerFaults.accountName('#/name', { limit: MAX_ACCOUNT_NAME })]
  }
  return hasUnseen(name.trim()) ? [ledgerFaults.nameUnseen('#/name')] : []
}

/** Automatic entries would be refused from now on: whoever takes their account away is told. */
const warnOfRoles = async (call: CompanyCall, account: number): Promise<void> => {
  const roles = Object.entries(await accountMapOf(call)).flatMap(([role, number]) => (number === account ? [role] : []))
  if (roles.length === 0) return
  warn(call, ledgerPhrases.accountOfRoles({ account, roles: roles.join(', ') }))
}
