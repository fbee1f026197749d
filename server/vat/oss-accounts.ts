// The accounts of sales under the union scheme: each is of one country, rate and supply from a day on. What is booked
// on them is in the OSS return and in no box of the ordinary one.
import { type Book, bookOf, NO_BOX } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { shiftingEntries } from '#reports'
import { isRateOfUnion, isUnionCountry, type UnionCountry } from '#rule/union-vat'
import { bookedSales, type UnionAccountsOf, unionSales } from '#sales'
import { pointer } from '#text/json'
import { ossFaults as faults } from './oss-refusals.ts'
import type { OssSale, OssSupply } from './oss-return.rules.ts'

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

/** The accounts of sales that are entered by hand. */
export const unionAccounts: UnionAccountsOf = async (call) =>
  new Set((await ossAccountsOf(call)).map(({ account }) => account))

/** How many accounts have the sales of each country today or later. */
export const ossAccountsByCountry = async (call: CompanyCall): Promise<ReadonlyMap<string, number>> => {
  // In the order of days, so the last country of each account stays.
  const countries = new Map((await ossAccountsOf(call)).map(({ account, country }) => [account, country]))
  const counts = new Map<string, number>()
  for (const country of countries.values()) counts.set(country, (counts.get(country) ?? 0) + 1)
  return counts
}

/** The accounts of what documents sold under the scheme, which are in the return by their lines. */
const accountsOfDocuments = async ({ db, companyId }: CompanyCall): Promise<ReadonlySet<number>> => {
  const rows = await db.rows<{ account: number }>(
    sql`select distinct s.account from (${unionSales(companyId)}) s where s.account is not null`,
    'oss-accounts-of-documents',
  )
  return new Set(rows.map(({ account }) => account))
}

/** Puts these accounts in place of those before. What was reported stays; later returns correct it. */
export const setOssAccounts = async (call: CompanyCall, accounts: readonly OssAccount[]): Promise<OssAccount[]> => {
  const { db, companyId } = call
  refuseIfAny(wrongIn(accounts, await bookOf(call, true), await accountsOfDocuments(call)))
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

const wrongIn = (
  accounts: readonly OssAccount[],
  { accounts: chart, roles }: Book,
  ofDocuments: ReadonlySet<number>,
): FieldError[] => {
  const given = new Set<string>()
  return accounts.flatMap(({ account, from, country, taxRate }, index) => {
    const at = (name: string) => pointer('accounts', index, name)
    const errors: FieldError[] = []
    const box = roles.vatCodes.get(account) ?? null
    if (!String(account).startsWith(INCOME) || chart.get(account) !== true) {
      errors.push(faults.unknownAccount(at('account')))
    } else if (box !== null) errors.push(faults.accountInBox(at('account'), { box }))
    else if (account === roles.salesUnion || ofDocuments.has(account)) errors.push(faults.ofInvoices(at('account')))
    if (!isUnionCountry(country)) errors.push(faults.country(at('country')))
    if (!isRateOfUnion(taxRate)) errors.push(faults.rate(at('taxRate')))
    const key = `${account} ${from}`
    if (given.has(key)) errors.push(faults.repeated(at('from')))
    given.add(key)
    return errors
  })
}

/** The class of income accounts. */
const INCOME = '3'

type SaleRow = Omit<OssSale, 'country'> & { country: UnionCountry }

type Days = { start: Day; end: Day }

/** The sales of the scheme by documents from one day to another, by quarter, country, rate and supply. */
export const ossSalesOfDocuments = ({ db, companyId }: CompanyCall, { start, end }: Days) =>
  db.rows<SaleRow>(
    sql`
    select extract(year from s.day)::integer as year, extract(quarter from s.day)::integer as quarter,
      s.country, s.rate_hundredths as "rateHundredths", s.supply, sum(s.ore)::bigint as ore,
      sum(s.cents)::bigint as cents
    from (${unionSales(companyId)}) s
    where s.day between ${start} and ${end}
    group by 1, 2, 3, 4, 5`,
    'oss-sales-of-documents',
  )

/** Whether a document has sold anything under the scheme. */
export const hasDocumentsOfUnion = async ({ db, companyId }: CompanyCall): Promise<boolean> => {
  const { has } = await db.one<{ has: boolean }>(
    sql`select exists (select from (${unionSales(companyId)}) s) as has`,
    'oss-documents',
  )
  return has
}

/**
 * The sales that were entered on the accounts of the scheme, in the same way. What documents have booked there is in
 * the return by their lines, and what only moves to other months was sold when it was entered: both are left out.
 */
export const ossSalesEntered = ({ db, companyId }: CompanyCall, { start, end }: Days) =>
  db.rows<SaleRow>(
    sql`
    select extract(year from e.date)::integer as year, extract(quarter from e.date)::integer as quarter,
      s.country, s.rate_hundredths as "rateHundredths", s.supply, sum(i.credit - i.debit)::bigint as ore,
      0::bigint as cents
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
    cross join lateral (
      select a.* from vat.oss_account a
      where a.company_id = e.company_id and a.account = i.account and a.from_date <= e.date
      order by a.from_date desc limit 1
    ) s
    where e.company_id = ${companyId} and e.date between ${start} and ${end}
      and not exists (select from (${bookedSales(companyId)}) b where b.journal_entry_id = e.id)
      and e.id not in (select x.id from (${shiftingEntries(companyId)}) x)
    group by 1, 2, 3, 4, 5`,
    'oss-sales-entered',
  )

/**
 * The tax entered on the account of the scheme from one day to another, in öre: credit is positive. What documents and
 * their payments book is left out: it may have another day than the supply.
 */
export const ossTaxEntered = async (call: CompanyCall, { start, end }: Days, taxAccount: number) => {
  const { db, companyId } = call
  const { ore } = await db.one<{ ore: bigint }>(
    sql`
    select coalesce(sum(i.credit - i.debit), 0)::bigint as ore
    from ledger.journal_entry_view e
    join ledger.journal_entry_item_view i on i.company_id = e.company_id and i.journal_entry_id = e.id
    where e.company_id = ${companyId} and e.date between ${start} and ${end} and i.account = ${taxAccount}
      and i.credit > 0
      and not exists (select from (${bookedSales(companyId)}) b where b.journal_entry_id = e.id)
      and not exists (select from ledger.journal_entry_item_view o
        where o.company_id = e.company_id and o.journal_entry_id = e.id and o.vat_code = ${NO_BOX}
          and o.account <> i.account)`,
    'oss-tax-entered',
  )
  return ore
}
