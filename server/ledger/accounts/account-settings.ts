// Settings of an account: name, SRU codes, VAT code, and whether it is open for booking.
import { lockBooks } from '#ledger/book'
import { ledgerFaults, ledgerPhrases, ledgerRefusals } from '#ledger/refusals'
import { type CompanyCall, warn } from '#platform/call'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { MAX_ACCOUNT_NAME } from '#rule/limits'
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { accountMapOf } from './account-map.ts'
import { vatCodes } from './vat-code.rules.ts'

export type AccountType = 'customAccount' | 'basePlanAccount'

export type AccountSettings = {
  account: number
  name: string
  accountType: AccountType
  active: boolean
  sruCodes: string[]
  vatCode: string | null
}

/** The fields to change; omitted fields are left unchanged. An empty VAT code removes the code. */
type AccountChanges = {
  name?: string | undefined
  active?: boolean | undefined
  sruCodes?: readonly string[] | undefined
  vatCode?: string | null | undefined
}

/** Maximum number of SRU codes of one account: costs and income may count towards different fields. */
export const MAX_SRU_CODES = 20

/** Changes an account and records the previous values in the processing history. The number cannot be changed. */
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
  await warnOfRows(call, before, after)
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  if (changed.length === 0) return after
  await db.rows(sql`
    update ledger.account
    set name = ${after.name}, active = ${after.active}, sru = ${after.sruCodes}::text[], vat_code = ${after.vatCode}
    where company_id = ${companyId} and number = ${after.account}`)
  const only = (of: AccountSettings) => Object.fromEntries(changed.map((key) => [key, of[key]]))
  recordEvent(
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

/** The settings of an account, or null if it is not in the chart. */
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

/** Errors in the proposed settings of an account. */
export const wrongInAccount = ({ name, sruCodes = [], vatCode }: AccountChanges): FieldError[] => {
  const wrong = sruCodes.flatMap((code, index) =>
    /^\d{4}$/.test(code) ? [] : [ledgerFaults.sruCode(`#/sruCodes/${index}`)],
  )
  if (name !== undefined) wrong.push(...wrongAccountName(name))
  if (sruCodes.length > MAX_SRU_CODES) wrong.push(ledgerFaults.sruCodes('#/sruCodes', { limit: MAX_SRU_CODES }))
  wrong.push(...wrongVatCode(vatCode))
  return wrong
}

/** Errors in the VAT code of an account; an empty code means none. */
export const wrongVatCode = (code: string | null | undefined): FieldError[] =>
  code && !vatCodes.includes(code) ? [ledgerFaults.vatCode('#/vatCode', { codes: vatCodes.join(', ') })] : []

/** Errors in the name of an account. */
export const wrongAccountName = (name: string): FieldError[] => {
  if (name.trim() === '' || name.length > MAX_ACCOUNT_NAME) {
    return [ledgerFaults.accountName('#/name', { limit: MAX_ACCOUNT_NAME })]
  }
  return hasInvisibleCharacters(name.trim()) ? [ledgerFaults.nameUnseen('#/name')] : []
}

/** Warns if lines on the account keep the VAT row that they were booked with. */
const warnOfRows = async (call: CompanyCall, before: AccountSettings, after: AccountSettings): Promise<void> => {
  const { account, vatCode } = before
  if (vatCode === null || vatCode === after.vatCode || !(await isBookedOn(call, account))) return
  warn(call, ledgerPhrases.vatCodeFromNow({ account, box: vatCode }))
}

/** Warns if the account has a role: automatic entries on it will be refused once it is closed. */
const warnOfRoles = async (call: CompanyCall, account: number): Promise<void> => {
  const roles = Object.entries(await accountMapOf(call)).flatMap(([role, number]) => (number === account ? [role] : []))
  if (roles.length === 0) return
  warn(call, ledgerPhrases.accountOfRoles({ account, roles: roles.join(', ') }))
}
