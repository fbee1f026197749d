// The frame of a company's books: its chart, its fiscal years, its lock date, the accounts that roles have, the days
// that VAT was reported for. Entries are decided on what stands here.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { happen } from '#platform/event'
import { Refusal } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { type AccountMap, type AccountRole, usualAccounts } from './account-map.rules.ts'
import defaultChart from './default-chart.json' with { type: 'json' }
import { usualVatCode } from './vat-code.rules.ts'

export type AccountingMethod = 'cash' | 'accrual'

/** Days that VAT was reported for, the first and the last, and when. */
export type VatReport = { start: Day; end: Day; reportedAt: Date }

/**
 * A fiscal year. `openings` are the registration numbers that the books had come to when its opening balances were
 * stored, the first revision first; none where it carries on from before.
 */
export type BookYear = {
  id: string
  startDate: Day
  endDate: Day
  closed: boolean
  /** Its entries have gone: sums by month are all that is left of it. */
  removed?: boolean
  method: AccountingMethod
  openings: readonly number[]
}

/** The frame as it was at `version`; posting is refused when the books have moved on since. */
export type Book = {
  version: string
  lockDate: Day | null
  /** Earliest first. */
  years: readonly BookYear[]
  /** Every account of the chart, with whether it may be booked on. */
  accounts: ReadonlyMap<number, boolean>
  /** The account of each role: the company's own where it has chosen one, otherwise the usual one. */
  roles: AccountMap
  /** The earliest days first. */
  vatReports: readonly VatReport[]
}

/** Opens empty books with the default chart (BAS) for a company that was just registered. */
export const openBooks = async (call: CompanyCall): Promise<void> => {
  await call.db.rows(sql`insert into ledger.book (company_id) values (${call.companyId})`)
  await call.db.rows(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, sru, vat_code)
    select ${call.companyId}, number, name, 'basePlanAccount', kind, sru, vat_code
    from jsonb_to_recordset(${FIRST_CHART}::jsonb) as account (
      number integer, name text, kind text, sru text[], vat_code text)`)
}

const FIRST_CHART = JSON.stringify(
  defaultChart.map((account) => ({ ...account, vat_code: usualVatCode(account.number) })),
)

/** An account of the default chart, as companies begin with it; undefined of any other number. */
export const usualAccount = (
  number: number,
): { name: string; sruCodes: string[]; vatCode: string | null } | undefined => {
  const found = defaultChart.find((account) => account.number === number)
  return found && { name: found.name, sruCodes: found.sru, vatCode: usualVatCode(number) }
}

/** Whether the default chart has this account: others are custom accounts. */
export const isBasePlanAccount = (number: number): boolean => basePlan.has(number)

const basePlan: ReadonlySet<number> = new Set(defaultChart.map(({ number }) => number))

/**
 * The frame of the company's books, from memory when it was read before: it may be old. Posting finds that out by
 * itself; whoever refuses on it asks for the `current` one first.
 */
export const bookOf = async (call: CompanyCall, current = false): Promise<Book> => {
  const known = rememberedBook(call)
  if (known && (!current || known.version === (await versionOf(call)))) return known
  const book = await readBook(call)
  call.memory.set(memoryKey(call.companyId), book)
  return book
}

/** The frame as it is remembered, if it is: for statements that hold its version against the present one. */
export const rememberedBook = ({ memory, companyId }: CompanyCall): Book | null =>
  (memory.get(memoryKey(companyId)) as Book | undefined) ?? null

const memoryKey = (companyId: string) => `ledger.book ${companyId}`

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
          'removed', y.removed_at is not null,
          'method', y.accounting_method, 'openings', (
            select coalesce(jsonb_agg(o.registration order by o.revision), '[]') from ledger.opening_revision o
            where o.company_id = y.company_id and o.fiscal_year_id = y.id))
          order by y.start_date), '[]')
        from ledger.fiscal_year y where y.company_id = b.company_id) as years,
      (select coalesce(jsonb_agg(jsonb_build_array(a.number, a.active, a.vat_code) order by a.number), '[]')
        from ledger.account a where a.company_id = b.company_id) as accounts,
      (select coalesce(jsonb_object_agg(r.role, r.account), '{}')
        from ledger.account_role r where r.company_id = b.company_id) as roles,
      (select coalesce(jsonb_agg(jsonb_build_object('start', v.start_date, 'end', v.end_date,
          'reportedAt', v.reported_at) order by v.start_date), '[]')
        from ledger.vat_report v where v.company_id = b.company_id) as reports
    from ledger.book b where b.company_id = ${companyId}`,
    'read-book',
  )
  return {
    version: row.version,
    lockDate: row.lock_date,
    years: row.years,
    accounts: new Map(row.accounts.map(([number, active]) => [number, active])),
    roles: { ...usualAccounts, ...row.roles, vatCodes: activeCodes(row.accounts) },
    vatReports: row.reports.map((report) => ({ ...report, reportedAt: new Date(report.reportedAt) })),
  }
}

const activeCodes = (accounts: BookRow['accounts']): AccountMap['vatCodes'] =>
  new Map(accounts.flatMap(([number, active, vatCode]) => (active ? [[number, vatCode]] : [])))

type BookRow = {
  version: string
  lock_date: Day | null
  years: BookYear[]
  accounts: [number: number, active: boolean, vatCode: string | null][]
  roles: Partial<Record<AccountRole, number>>
  reports: (Omit<VatReport, 'reportedAt'> & { reportedAt: string })[]
}

/** How often the frame may move on while something is decided on it, before the books are locked for it. */
const ATTEMPTS = 3

/**
 * Does what is decided on the frame of the books, first on the one that is remembered. `work` answers null where it has
 * changed nothing because the frame has moved on, as {@link isFrame} and posting tell, and runs again on the present
 * one. What it refuses it refuses on the present one. Must run inside a transaction.
 */
export const onFrame = async <T>(call: CompanyCall, work: (book: Book) => Promise<T | null>): Promise<T> => {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    if (attempt === ATTEMPTS) await lockBooks(call)
    const book = await bookOf(call, attempt > 1)
    try {
      const done = await work(book)
      if (done !== null) return done
    } catch (cause) {
      if (!(cause instanceof Refusal) || (await versionOf(call)) === book.version) throw cause
    }
  }
  throw new Error('The books are locked, and yet their frame moves on')
}

/** Whether the frame is still this one: a condition for a statement that changes what was decided on it. */
export const isFrame = ({ companyId }: CompanyCall, { version }: Book): Sql => sql`exists (
  select from ledger.book where company_id = ${companyId} and version = ${version})`

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
  happen(call, 'lock-date.set', { id: call.companyId }, { before: before.lock_date, after: date })
}
