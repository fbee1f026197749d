// The frame of a company's books: its chart, its fiscal years, its lock date. Entries are decided on what stands here.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'
import defaultChart from './default-chart.json' with { type: 'json' }

export type AccountingMethod = 'cash' | 'accrual'

export type BookYear = { id: string; startDate: Day; endDate: Day; closed: boolean; method: AccountingMethod }

/** The frame as it was at `version`; posting is refused when the books have moved on since. */
export type Book = {
  version: string
  lockDate: Day | null
  /** Earliest first. */
  years: readonly BookYear[]
  /** Every account of the chart, with whether it may be booked on. */
  accounts: ReadonlyMap<number, boolean>
}

/** Opens empty books with the default chart (BAS) for a company that was just registered. */
export const openBooks = async (call: CompanyCall): Promise<void> => {
  await call.db.rows(sql`insert into ledger.book (company_id) values (${call.companyId})`)
  await call.db.rows(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, sru)
    select ${call.companyId}, number, name, 'basePlanAccount', kind, sru
    from jsonb_to_recordset(${JSON.stringify(defaultChart)}::jsonb) as account (
      number integer, name text, kind text, sru text[])`)
}

/** Whether the default chart has this account: others are custom accounts. */
export const isBasePlanAccount = (number: number): boolean => basePlan.has(number)

const basePlan: ReadonlySet<number> = new Set(defaultChart.map(({ number }) => number))

/**
 * The frame of the company's books, from memory when it was read before: it may be old. Posting finds that out by
 * itself; whoever refuses on it asks for the `current` one first.
 */
export const bookOf = async (call: CompanyCall, current = false): Promise<Book> => {
  const key = `ledger.book ${call.companyId}`
  const known = call.memory.get(key) as Book | undefined
  if (known && (!current || known.version === (await versionOf(call)))) return known
  const book = await readBook(call)
  call.memory.set(key, book)
  return book
}

const versionOf = async ({ db, companyId }: CompanyCall): Promise<string> => {
  const book = await db.one<{ version: string }>(
    sql`select version from ledger.book where company_id = ${companyId}`,
    'book-version',
  )
  return book.version
}

const readBook = async ({ db, companyId }: CompanyCall): Promise<Book> => {
  const row = await db.one<BookRow>(
    sql`
    select b.version, b.lock_date,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', y.id, 'startDate', y.start_date, 'endDate', y.end_date, 'closed', y.closed_at is not null,
          'method', y.accounting_method)
          order by y.start_date), '[]')
        from ledger.fiscal_year y where y.company_id = b.company_id) as years,
      (select coalesce(jsonb_agg(jsonb_build_array(a.number, a.active)), '[]')
        from ledger.account a where a.company_id = b.company_id) as accounts
    from ledger.book b where b.company_id = ${companyId}`,
    'read-book',
  )
  return { version: row.version, lockDate: row.lock_date, years: row.years, accounts: new Map(row.accounts) }
}

type BookRow = { version: string; lock_date: Day | null; years: BookYear[]; accounts: [number, boolean][] }

/** Locks the company's books until the transaction ends: nothing else is booked meanwhile. */
export const lockBooks = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.one(sql`select from ledger.book where company_id = ${companyId} for update`)
}

/** Locks every day up to and including `date`, or none when it is null. */
export const setLockDate = async (call: CompanyCall, { date }: { date: Day | null }): Promise<void> => {
  const before = await call.db.one<{ lock_date: Day | null }>(
    sql`select lock_date from ledger.book where company_id = ${call.companyId} for update`,
  )
  await call.db.rows(sql`update ledger.book set lock_date = ${date} where company_id = ${call.companyId}`)
  happen(call, 'lock-date.set', null, { before: before.lock_date, after: date })
}
