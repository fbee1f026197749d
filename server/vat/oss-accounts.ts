// The accounts of sales under the union scheme: each is of one country, rate and supply from a day on. What is booked
// on them is in the OSS return and in no box of the ordinary one.
import { type Book, bookOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isUnionCountry, type UnionCountry } from '#rule/union-vat'
import { pointer } from '#text/json'
import { ossFaults as faults } from './oss-refusals.ts'
import { OSS_TAX_ACCOUNT, type OssSale, type OssSupply } from './oss-return.rules.ts'

/** What an account has from a day on; the rate in percent. */
type OssAccount = { account: number; from: Day; country: string; taxRate: number; supply: OssSupply }

/** The accounts of the scheme, by number and day. */
export const ossAccountsOf = ({ db, companyId }: CompanyCall): Promise<OssAccount[]> =>
  db.rows<OssAccount>(
    sql`
    select account, from_date as "from", country, rate_hundredths / 100.0::float8 as "taxRate",
      supply from vat.oss_account
    where company_id = ${companyId} order by account, from_date`,
    'oss-accounts',
  )

/** Puts these accounts in place of those before. What was reported stays; later returns correct it. */
export const setOssAccounts = async (call: CompanyCall, accounts: readonly OssAccount[]): Promise<OssAccount[]> => {
  const { db, companyId } = call
  refuseIfAny(wrongIn(accounts, await bookOf(call, true)))
  const column = <Key extends keyof OssAccount>(key: Key) => accounts.map((one) => one[key])
  await db.rows(sql`delete from vat.oss_account where company_id = ${companyId}`)
  await db.rows(sql`
    insert into vat.oss_account (company_id, account, from_date, country, rate_hundredths, supply)
    select ${companyId}::uuid, a.* from unnest(${column('account')}::integer[], ${column('from')}::date[],
      ${column('country')}::text[], ${accounts.map(({ taxRate }) => hundredthsOf(taxRate))}::integer[],
      ${column('supply')}::text[]) a`)
  recordEvent(call, 'oss-accounts.set', { id: companyId }, { accounts: accounts.length })
  return ossAccountsOf(call)
}

const hundredthsOf = (percent: number): number => Math.round(percent * HUNDRED)
const HUNDRED = 100

const wrongIn = (accounts: readonly OssAccount[], { accounts: chart, roles }: Book): FieldError[] => {
  const given = new Set<string>()
  return accounts.flatMap(({ account, from, country, taxRate }, index) => {
    const at = (name: string) => pointer('accounts', index, name)
    const errors: FieldError[] = []
    const box = roles.vatCodes.get(account) ?? null
    if (!String(account).startsWith(INCOME) || chart.get(account) !== true) {
      errors.push(faults.unknownAccount(at('account')))
    } else if (box !== null) errors.push(faults.accountInBox(at('account'), { box }))
    if (!isUnionCountry(country)) errors.push(faults.country(at('country')))
    const isRate = Math.abs(taxRate * HUNDRED - hundredthsOf(taxRate)) < ROUNDING_ERROR && hundredthsOf(taxRate) > 0
    if (!isRate) errors.push(faults.rate(at('taxRate')))
    const key = `${account} ${from}`
    if (given.has(key)) errors.push(faults.repeated(at('from')))
    given.add(key)
    return errors
  })
}

/** The class of income accounts. */
const INCOME = '3'
/** What a number with two decimals may be off as a binary fraction. */
const ROUNDING_ERROR = 1e-6

type SaleRow = Omit<OssSale, 'country'> & { country: UnionCountry }

/** The sales of the scheme from one day to another, by quarter, country, rate and supply. */
export const ossSales = ({ db, companyId }: CompanyCall, { start, end }: { start: Day; end: Day }) =>
  db.rows<SaleRow>(
    sql`
    select extract(year from e.date)::integer as year, extract(quarter from e.date)::integer as quarter,
      s.country, s.rate_hundredths as "rateHundredths", s.supply, sum(i.credit - i.debit)::bigint as ore
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
    cross join lateral (
      select a.* from vat.oss_account a
      where a.company_id = e.company_id and a.account = i.account and a.from_date <= e.date
      order by a.from_date desc limit 1
    ) s
    where e.company_id = ${companyId} and e.date between ${start} and ${end}
    group by 1, 2, 3, 4, 5`,
    'oss-sales',
  )

/** The tax booked on the account of the scheme from one day to another, in öre: credit is positive. */
export const ossTaxBooked = async ({ db, companyId }: CompanyCall, { start, end }: { start: Day; end: Day }) => {
  const { ore } = await db.one<{ ore: bigint }>(
    sql`
    select coalesce(sum(i.credit - i.debit), 0)::bigint as ore
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
    where e.company_id = ${companyId} and e.date between ${start} and ${end} and i.account = ${OSS_TAX_ACCOUNT}
      and i.credit > 0`,
    'oss-tax-booked',
  )
  return ore
}
