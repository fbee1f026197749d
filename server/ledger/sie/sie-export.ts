// SIE export: a fiscal year as a 4E file, streamed from one snapshot of the books to disk.
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FileAnswer } from '#http'
import { findCompany } from '#identity'
import { balancesOfYear, type YearBalance } from '#ledger/accounts/balance'
import { accountingCurrencyOf } from '#ledger/book'
import { readBudgets } from '#ledger/budget/sie-budget'
import type { Origin } from '#ledger/entries/posting-many'
import type { SieBalance, SieDimension, SieFiscalYear, SieObject, SieRow, SieVoucher } from '#ledger/sie-format/items'
import { type SieBook, type SieBookAccount, writeSie4 } from '#ledger/sie-format/writer'
import { WHOLE } from '#ledger/tags/tag.rules'
import { type FiscalYear, getFiscalYear } from '#ledger/years/fiscal-year'
import { isBalanceKind } from '#ledger/years/opening-balance.rules'
import type { CompanyCall } from '#platform/call'
import { addDaysWithin, type Day, dayOf } from '#platform/day'
import type { Db } from '#platform/db'
import { writeStream } from '#platform/files'
import { raw, sql } from '#platform/sql'
import { partsOf } from './sie-parts.rules.ts'

/** How many vouchers are read per statement. */
const FETCH_VOUCHERS = 1000

/**
 * Writes the fiscal year to a file in the work folder; the call's database must be one snapshot. Refused if the year
 * does not exist.
 */
export const exportSie = async (call: CompanyCall, fiscalYearId: string): Promise<FileAnswer> => {
  const year = await getFiscalYear(call, fiscalYearId)
  const company = await findCompany(call.db, call.companyId)
  const path = call.files.newWorkFile()
  await writeStream(path, Readable.from(writeSie4(await bookOfYear(call, year, company))))
  const { size } = await stat(path)
  const name = `${company.organizationNumber}_${year.startDate}_${year.endDate}.se`
  return { path, name, size, contentType: 'application/octet-stream' }
}

const bookOfYear = async (
  call: CompanyCall,
  year: FiscalYear,
  company: { name: string; organizationNumber: string; companyType: string },
): Promise<SieBook> => {
  const { dimensions, objects } = await readTags(call)
  const before = await yearBefore(call, year)
  const type = companyForms[company.companyType]
  return {
    program: { name: 'Grundbok', version: '1' },
    generated: dayOf(call.now),
    ...(type ? { companyType: type } : {}),
    orgNumber: company.organizationNumber,
    companyName: company.name,
    currency: await accountingCurrencyOf(call),
    years: [{ index: 0, start: year.startDate, end: year.endDate }, ...(before ? [before.year] : [])],
    accounts: await readAccounts(call),
    dimensions,
    objects,
    budgets: await readBudgets(call, year.id),
    balances: [...shown(0, await balancesOfYear(call, year.id)), ...(before?.balances ?? [])],
    vouchers: vouchersOf(call.db, call.companyId, year.id),
  }
}

/** Company forms as #FTYP codes. */
const companyForms: Readonly<Record<string, string>> = {
  proprietorship: 'E',
  limitedCompany: 'AB',
  limitedPartnership: 'KB',
  partnership: 'HB',
  cooperative: 'EK',
  nonProfitAssociation: 'I',
  communityAssociation: 'SF',
  religiousCommunity: 'TSF',
}

const kinds: Readonly<Record<string, 'T' | 'S' | 'I' | 'K'>> = { asset: 'T', liability: 'S', income: 'I', expense: 'K' }

const readAccounts = async ({ db, companyId }: CompanyCall): Promise<SieBookAccount[]> => {
  const rows = await db.rows<{ number: number; name: string; kind: string; sru: string[]; unit: string | null }>(sql`
    select number, name, kind, sru, unit from ledger.account where company_id = ${companyId} order by number`)
  return rows.map(({ number, name, kind, sru, unit }) => ({
    number: String(number),
    name,
    type: kinds[kind] ?? 'K',
    sru,
    ...(unit === null ? {} : { unit }),
  }))
}

const readTags = async ({
  db,
  companyId,
}: CompanyCall): Promise<{ dimensions: SieDimension[]; objects: SieObject[] }> => {
  const dimensions = await db.rows<SieDimension>(sql`
    select dimension_number as number, name, parent_dimension_number as parent from ledger.tag_group
    where company_id = ${companyId} and dimension_number is not null
    order by parent_dimension_number is not null, dimension_number`)
  const objects = await db.rows<SieObject>(sql`
    select g.dimension_number as dimension, t.code, t.name from ledger.tag t
    join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
    where t.company_id = ${companyId} and g.dimension_number is not null
    order by g.dimension_number, t.code`)
  return { dimensions, objects }
}

type YearBefore = { year: SieFiscalYear; balances: SieBalance[] }

/**
 * The year before: from the books if anything was booked in it, otherwise from what an imported file said about it. A
 * year imported from a file without vouchers has only opening balances.
 */
const yearBefore = async (call: CompanyCall, year: FiscalYear): Promise<YearBefore | null> => {
  const { db, companyId } = call
  const own = await db.maybe<{ id: string; start_date: Day; end_date: Day }>(sql`
    select id, start_date, end_date from ledger.fiscal_year
    where company_id = ${companyId} and end_date = ${addDaysWithin(year.startDate, -1)}`)
  const balances = own ? await balancesOfYear(call, own.id) : []
  const inBooks = own && {
    year: { index: -1, start: own.start_date, end: own.end_date },
    balances: shown(-1, balances),
  }
  if (balances.some(({ debit, credit }) => debit !== 0n || credit !== 0n)) return inBooks
  const told = await db.rows<ComparisonRow>(sql`
    select start_date, end_date, account, opening, closing, result from ledger.comparative_balance
    where company_id = ${companyId} and fiscal_year_id = ${year.id} order by account`)
  const [first] = told
  if (!first) return inBooks
  return {
    year: { index: -1, start: first.start_date, end: first.end_date },
    balances: told.flatMap(({ account, opening, closing, result }) =>
      [
        balance('opening', -1, account, opening),
        balance('closing', -1, account, closing),
        balance('result', -1, account, result),
      ].filter((one) => one !== null),
    ),
  }
}

type ComparisonRow = {
  start_date: Day
  end_date: Day
  account: number
  opening: bigint | null
  closing: bigint | null
  result: bigint | null
}

/**
 * Opening and closing balances of balance sheet accounts, results of the others. A result account with an opening
 * balance (an imported year whose result was not transferred to equity) is included: otherwise the opening balances
 * would not add up to zero.
 */
const shown = (yearIndex: number, balances: readonly YearBalance[]): SieBalance[] =>
  balances.flatMap(({ account, kind, opening, debit, credit }) => {
    const end = opening + debit - credit
    const isOnBalanceSheet = isBalanceKind(kind)
    return [
      isOnBalanceSheet || opening !== 0n ? balance('opening', yearIndex, account, opening) : null,
      balance(isOnBalanceSheet ? 'closing' : 'result', yearIndex, account, end),
    ].filter((one) => one !== null)
  })

const balance = (
  kind: SieBalance['kind'],
  yearIndex: number,
  account: number,
  amount: bigint | null,
): SieBalance | null => (amount === null ? null : { kind, yearIndex, account: String(account), amount, quantity: null })

/** The year's vouchers by series and number. Two batches are in memory: one being written, the next being read. */
async function* vouchersOf(db: Db, companyId: string, fiscalYearId: string): AsyncGenerator<SieVoucher> {
  await db.rows(sql`
    declare sie_vouchers no scroll cursor for
    select e.series, e.number, e.date, e.title, e.source_registered_on, e.registered_at, e.source_sign, e.items,
      e.origin, e.actor_name,
      (select jsonb_agg(jsonb_build_array(u.line, g.dimension_number, t.code, u.weight * ${WHOLE})
          order by u.line, g.dimension_number, length(t.code), t.code)
        from (
          select i.line, i.tag_id, i.weight from ledger.journal_entry_item_tag i
          where i.company_id = ${companyId} and i.journal_entry_id = e.id
          union all
          select null, o.tag_id, o.weight from ledger.journal_entry_tag o
          where o.company_id = ${companyId} and o.journal_entry_id = e.id
        ) u
        join ledger.tag t on t.company_id = ${companyId} and t.id = u.tag_id
        join ledger.tag_group g on g.company_id = ${companyId} and g.id = t.tag_group_id
        where g.dimension_number is not null) as tags
    from ledger.journal_entry e
    where e.company_id = ${companyId} and e.fiscal_year_id = ${fiscalYearId}
    order by e.series, e.number`)
  const fetch = () => {
    const rows = db.rows<VoucherRow>(sql`fetch ${raw(String(FETCH_VOUCHERS))} from sie_vouchers`)
    // The error is reported where the result is awaited; a writer that stopped does not await it.
    rows.catch(() => {})
    return rows
  }
  for (let next = fetch(); ; ) {
    const rows = await next
    if (rows.length === 0) break
    next = fetch()
    for (const row of rows) yield voucherOf(row)
  }
  // The same transaction may export another year.
  await db.rows(sql`close sie_vouchers`)
}

type VoucherRow = {
  series: string
  number: bigint
  date: Day
  title: string
  source_registered_on: Day | null
  registered_at: Date
  source_sign: string | null
  origin: Origin
  actor_name: string
  items: { line: number; account: number; debit: number; credit: number; text?: string; quantity?: string }[]
  /** A null line means the entry as a whole, and thus each item; weights in millionths. */
  tags: [line: number | null, dimension: number, code: string, weight: number][] | null
}

const voucherOf = (row: VoucherRow): SieVoucher => ({
  series: row.series,
  number: String(row.number),
  date: row.date,
  text: row.title,
  registeredOn: row.source_registered_on ?? dayOf(row.registered_at),
  // The person who registered it (bokföringslagen 5 kap. 7 §); an imported voucher keeps the sign of its file, if any.
  sign: row.source_sign ?? (row.origin === 'import' ? '' : row.actor_name),
  rows: row.items.flatMap((item) => rowsOf(item, row.tags ?? [])),
})

/** The rows of an item: several if it is shared between tags. The quantity is on the first. */
const rowsOf = (
  { line, account, debit, credit, text = '', quantity }: VoucherRow['items'][number],
  tags: NonNullable<VoucherRow['tags']>,
): SieRow[] => {
  const amount = BigInt(debit) - BigInt(credit)
  const shares = tags
    .filter(([of]) => of === null || of === line)
    .map(([, dimension, code, weight]) => ({ dimension, code, weight }))
  const parts = shares.length === 0 ? [{ amount, objects: [] }] : partsOf(amount, shares)
  return parts.map((part, index) => ({
    account: String(account),
    ...part,
    date: null,
    text,
    sign: '',
    quantity: (index === 0 && quantity) || null,
  }))
}
