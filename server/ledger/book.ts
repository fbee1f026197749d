// The book of a company: its chart, fiscal years, lock date, account roles, and the VAT periods already reported.
// Posting rules read this snapshot, which is cached with a version.
import { type AccountMap, type AccountRole, usualAccounts } from '#ledger/accounts/account-map.rules'
import { usualVatCode } from '#ledger/accounts/vat-code.rules'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { Refusal } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { type AccountingCurrency, CURRENCY_OF_LAW, USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import defaultChart from './default-chart.json' with { type: 'json' }

export type AccountingMethod = 'cash' | 'accrual'

/** A reported VAT period: first and last day, and the time of the report. */
type VatReport = { start: Day; end: Day; reportedAt: Date }

/**
 * A fiscal year. `openings` holds the last registration number at the time of each revision of its opening balances,
 * first revision first; empty if the balances are carried forward from the year before.
 */
export type BookYear = {
  id: string
  startDate: Day
  endDate: Day
  closed: boolean
  /** Its entries were removed; only monthly totals remain. */
  removed?: boolean
  method: AccountingMethod
  openings: readonly number[]
}

/** The book at `version`; posting fails if the stored version has changed since. */
export type Book = {
  version: string
  /** The currency of all its amounts. */
  currency: AccountingCurrency
  /** The last day that people have locked. */
  lockDate: Day | null
  /** The last day on which nothing is booked that changes a VAT return, since it is reported. */
  vatLockDate: Day | null
  /** Ordered by first day. */
  years: readonly BookYear[]
  /** Every account of the chart; true if it is open for booking. */
  accounts: ReadonlyMap<number, boolean>
  /** The VAT code of each account that has one, active or not. */
  vatCodes: ReadonlyMap<number, string>
  /** The account of each role: the company's own choice, otherwise the usual account. */
  roles: AccountMap
  /** Ordered by first day. */
  vatReports: readonly VatReport[]
}

/** Creates an empty book with the default chart (BAS) for a newly registered company. */
export const openBooks = async (
  call: CompanyCall,
  { currency = USUAL_ACCOUNTING_CURRENCY }: { currency?: AccountingCurrency | undefined } = {},
): Promise<void> => {
  await call.db.rows(sql`
    insert into ledger.book (company_id, accounting_currency) values (${call.companyId}, ${currency})`)
  await call.db.rows(sql`
    insert into ledger.account (company_id, number, name, account_type, kind, sru, vat_code)
    select ${call.companyId}, number, name, 'basePlanAccount', kind, sru, vat_code
    from jsonb_to_recordset(${FIRST_CHART}::jsonb) as account (
      number integer, name text, kind text, sru text[], vat_code text)`)
}

const FIRST_CHART = JSON.stringify(
  defaultChart.map((account) => ({ ...account, vat_code: usualVatCode(account.number) })),
)

/** An account of the default chart, as new companies get it; undefined for other numbers. */
export const usualAccount = (
  number: number,
): { name: string; sruCodes: string[]; vatCode: string | null } | undefined => {
  const found = defaultChart.find((account) => account.number === number)
  return found && { name: found.name, sruCodes: found.sru, vatCode: usualVatCode(number) }
}

/** The default chart by number, with the names that its accounts have had before. */
export const usualChart: ReadonlyMap<
  number,
  { account: number; name: string; sruCodes: string[]; former: readonly string[] }
> = new Map(
  defaultChart.map(({ number, name, sru, ...rest }) => [
    number,
    { account: number, name, sruCodes: sru, former: 'former' in rest ? (rest.former ?? []) : [] },
  ]),
)

/** Whether the default chart has this account; all others are custom accounts. */
export const isBasePlanAccount = (number: number): boolean => basePlan.has(number)

const basePlan: ReadonlySet<number> = new Set(defaultChart.map(({ number }) => number))

/**
 * The company's book, from the cache if present, where it may be out of date. Posting checks the version itself; a
 * caller that refuses a request because of the book must pass `current`.
 */
export const bookOf = async (call: CompanyCall, current = false): Promise<Book> => {
  const known = cachedBook(call)
  if (known && (!current || known.version === (await versionOf(call)))) return known
  const book = await readBook(call)
  call.memory.set(memoryKey(call.companyId), book)
  return book
}

/** The cached book, or null: for statements that compare its version with the stored one. */
export const cachedBook = ({ memory, companyId }: CompanyCall): Book | null =>
  (memory.get(memoryKey(companyId)) as Book | undefined) ?? null

/** The accounting currency of the company (redovisningsvaluta): all amounts that name no currency are in it. */
export const accountingCurrencyOf = async (call: CompanyCall): Promise<AccountingCurrency> =>
  (await bookOf(call, true)).currency

/** Refuses where the books are not in kronor: what the service makes in kronor alone. */
export const requireKronor = async (call: CompanyCall, refusal: () => Refusal): Promise<void> => {
  if ((await accountingCurrencyOf(call)) !== CURRENCY_OF_LAW) throw refusal()
}

/** The accounting currency in a statement, of the company of this expression. */
export const accountingCurrencyIn = (company: Sql): Sql =>
  sql`(select own.accounting_currency from ledger.book_view own where own.company_id = ${company})`

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
    select b.version, b.accounting_currency as currency, b.lock_date, b.vat_lock_date,
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
    currency: row.currency,
    lockDate: row.lock_date,
    vatLockDate: row.vat_lock_date,
    years: row.years,
    accounts: new Map(row.accounts.map(([number, active]) => [number, active])),
    vatCodes: new Map(row.accounts.flatMap(([number, , vatCode]) => (vatCode === null ? [] : [[number, vatCode]]))),
    roles: { ...usualAccounts, ...row.roles, vatCodes: activeCodes(row.accounts) },
    vatReports: row.reports.map((report) => ({ ...report, reportedAt: new Date(report.reportedAt) })),
  }
}

const activeCodes = (accounts: BookRow['accounts']): AccountMap['vatCodes'] =>
  new Map(accounts.flatMap(([number, active, vatCode]) => (active ? [[number, vatCode]] : [])))

type BookRow = {
  version: string
  currency: AccountingCurrency
  lock_date: Day | null
  vat_lock_date: Day | null
  years: BookYear[]
  accounts: [number: number, active: boolean, vatCode: string | null][]
  roles: Partial<Record<AccountRole, number>>
  reports: (Omit<VatReport, 'reportedAt'> & { reportedAt: string })[]
}

/** How many attempts are made on a changing book; the last one locks it first. */
const ATTEMPTS = 3

/**
 * Runs `work` on the cached book, and again on the current one if the book changed meanwhile. `work` returns null if it
 * changed nothing because the version was out of date, as {@link isBookVersion} and posting report. A refusal on an
 * outdated book is retried on the current one. Must run inside a transaction.
 */
export const onBookVersion = async <T>(call: CompanyCall, work: (book: Book) => Promise<T | null>): Promise<T> => {
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
  throw new Error('The book changed although this transaction holds its lock')
}

/** Whether the stored version is still this one: a condition for statements that write what was decided on it. */
export const isBookVersion = ({ companyId }: CompanyCall, { version }: Book): Sql => sql`exists (
  select from ledger.book where company_id = ${companyId} and version = ${version})`

/** Locks the company's book until the transaction ends: no other transaction can book entries meanwhile. */
export const lockBooks = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.one(sql`select from ledger.book where company_id = ${companyId} for update`)
}

/** Locks every day up to and including `date`; null removes the lock. */
export const setLockDate = async (call: CompanyCall, { date }: { date: Day | null }): Promise<void> => {
  const before = await call.db.one<{ lock_date: Day | null }>(
    sql`select lock_date from ledger.book where company_id = ${call.companyId} for update`,
  )
  await call.db.rows(sql`update ledger.book set lock_date = ${date} where company_id = ${call.companyId}`)
  recordEvent(call, 'lock-date.set', { id: call.companyId }, { before: before.lock_date, after: date })
}

/**
 * Locks every day up to and including `date` for entries that change a VAT return; null removes the lock. The lock date
 * that people have set stays as it is.
 */
export const setVatLockDate = async (call: CompanyCall, { date }: { date: Day | null }): Promise<void> => {
  const before = await call.db.one<{ vat_lock_date: Day | null }>(
    sql`select vat_lock_date from ledger.book where company_id = ${call.companyId} for update`,
  )
  await call.db.rows(sql`update ledger.book set vat_lock_date = ${date} where company_id = ${call.companyId}`)
  const detail = { of: 'vat', before: before.vat_lock_date, after: date }
  recordEvent(call, 'lock-date.set', { id: call.companyId }, detail)
}
