// The rows of the tax account, each with what it is matched with or what is proposed for it.
import { listBankAccounts } from '#banking'
import { findCompany } from '#identity'
import { bookOf, wrongDay } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { addDaysWithin, type Day } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { TAX_ACCOUNT } from '#rule/account-ranges'
import { declaredVat } from '#vat'
import { type TaxAccountKind, taxAccountKinds } from './kind.rules.ts'
import {
  accountProposal,
  type Declaration,
  declarationsOfRows,
  ENTRY_DAYS,
  type EntryNear,
  entriesOfRows,
  type TaxAccountProposal,
  type TaxAccountRow,
} from './match.rules.ts'
import { taxAccountRefusals as refusals } from './refusals.ts'

export const TRANSACTION_STATUSES = ['open', 'matched', 'booked'] as const

/** A row; `open` until an entry that is not reversed is there for it. */
export type TransactionRecord = TaxAccountRow & {
  statementId: string
  interestDate: Day | null
  reference: string | null
  status: (typeof TRANSACTION_STATUSES)[number]
  journalEntryId: string | null
  journalEntryNumber: string | null
  modifiedAt: Date
}

export type ShownTransaction = TransactionRecord & {
  declaration: Declaration | null
  proposal: TaxAccountProposal | null
}

/** Rows that are compared with entries and returns at once, the oldest first; the rest are when these are booked. */
const MAX_OPEN = 2000

/** The entry of a row unless it is reversed: what was matched with it is open again. */
const reversing = sql`
  left join ledger.journal_entry_view r on r.company_id = t.company_id and r.reverses_id = t.journal_entry_id`
const from = sql`tax_account.transaction t
  left join ledger.journal_entry_view e on e.company_id = t.company_id and e.id = t.journal_entry_id
  ${reversing}`
const isOpen = sql`(t.journal_entry_id is null or r.id is not null)`
const status = sql`case when ${isOpen} then 'open' when t.is_booked then 'booked' else 'matched' end`
/** When the row was imported or matched, or its entry was reversed. */
const modifiedAt = sql`greatest(t.modified_at, r.registered_at)`

const columns = sql`
  t.id, t.statement_id as "statementId", t.date, t.interest_date as "interestDate", t.text, t.amount_ore as ore,
  t.reference, t.kind, ${status} as status, case when not ${isOpen} then t.journal_entry_id end as "journalEntryId",
  case when not ${isOpen} then e.journal_entry_number end as "journalEntryNumber", ${modifiedAt} as "modifiedAt"`

/** A page of the rows, those of the latest day first. */
export const listTransactions = async (call: CompanyCall, request: PageRequest): Promise<Page<ShownTransaction>> => {
  const list: List<TransactionRecord, TransactionRecord> = {
    name: 'tax-account-transactions',
    columns,
    from,
    where: sql`t.company_id = ${call.companyId}`,
    key: [sql`t.date`, sql`t.id`],
    keyOf: ({ date, id }) => [date, id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`t.date` },
        text: { type: 'string', column: sql`t.text` },
        amount: { type: 'amount', column: sql`t.amount_ore` },
        kind: { type: { oneOf: taxAccountKinds }, column: sql`t.kind` },
        status: { type: { oneOf: TRANSACTION_STATUSES }, column: status },
        modifiedDateTime: { type: 'datetime', column: modifiedAt },
      },
    },
    itemOf: (row) => row,
  }
  const page = await listPage(call, list, request)
  const shown = await shownWith(call)
  return { ...page, items: page.items.map(shown) }
}

/** One row; refused as not found. */
export const getTransaction = async (call: CompanyCall, id: string): Promise<ShownTransaction> =>
  (await shownWith(call))(await readTransaction(call, id))

/** The same without proposals. */
export const readTransaction = async ({ db, companyId }: CompanyCall, id: string): Promise<TransactionRecord> => {
  const found = await db.maybe<TransactionRecord>(
    sql`select ${columns} from ${from} where t.company_id = ${companyId} and t.id = ${id}`,
    'tax-account-transaction',
  )
  if (!found) throw refusals.transactionNotFound({ id })
  return found
}

/** The open rows with their proposals, the oldest first, at most {@link MAX_OPEN}. */
export const openTransactions = async (call: CompanyCall): Promise<ShownTransaction[]> => {
  const open = await openRows(call)
  const shown = await shownWith(call, open)
  return open.map(shown)
}

const openRows = ({ db, companyId }: CompanyCall): Promise<TransactionRecord[]> =>
  db.rows<TransactionRecord>(
    sql`
    select ${columns} from ${from} where t.company_id = ${companyId} and ${isOpen}
    order by t.date, t.id limit ${MAX_OPEN}`,
    'tax-account-open',
  )

/** Adds what is proposed for a row: all open ones are compared together, since an entry is one row's. */
const shownWith = async (call: CompanyCall, known?: TransactionRecord[]) => {
  const open = known ?? (await openRows(call))
  const vat = await rowsOfVat(call)
  const book = await bookOf(call)
  const { companyType } = await findCompany(call.db, call.companyId)
  const entries = entriesOfRows(open, await entriesNear(call, open))
  const declarations = declarationsOfRows(vat, await returnsNear(call, vat))
  const banks = (await listBankAccounts(call)).filter(({ currency }) => currency === 'SEK')
  const accounts = {
    companyType,
    isActive: (account: number) => book.accounts.get(account) === true,
    vatSettlement: book.roles.vatSettlement,
    bank: (banks.find(({ isDefault }) => isDefault) ?? banks[0])?.account ?? USUAL_BANK,
  }
  const isBookable = (day: Day) => wrongDay(book, day, '#/date') === null
  return (row: TransactionRecord): ShownTransaction => {
    const declaration = declarations.get(row.id) ?? null
    if (row.status !== 'open') return { ...row, declaration, proposal: null }
    const found = entries.get(row.id)
    if (found) return { ...row, declaration, proposal: { kind: 'journalEntry', ...found } }
    return { ...row, declaration, proposal: accountProposal(row, accounts, declaration, isBookable(row.date)) }
  }
}

const USUAL_BANK = 1930

/** All rows about VAT, booked ones too, the latest first: what is of another row is not of an open one. */
const rowsOfVat = ({ db, companyId }: CompanyCall): Promise<TaxAccountRow[]> =>
  db.rows<TaxAccountRow>(
    sql`
    select t.id, t.date, t.text, t.amount_ore as ore, t.kind from tax_account.transaction t
    where t.company_id = ${companyId} and t.kind = ${'vat' satisfies TaxAccountKind}
    order by t.date desc, t.id desc limit ${MAX_OPEN}`,
    'tax-account-vat',
  )

/** How long before its row the period of a return may end: that of a year, and of a late return. In days. */
const MAX_AGE = 800

const returnsNear = async (call: CompanyCall, rows: readonly TaxAccountRow[]) => {
  const [first, last] = daysOf(rows)
  return first && last ? declaredVat(call, { from: addDaysWithin(first, -MAX_AGE), to: last }) : []
}

const daysOf = (rows: readonly TaxAccountRow[]): (Day | undefined)[] => {
  const days = rows.map(({ date }) => date).toSorted()
  return [days[0], days.at(-1)]
}

/** Entries on the account that no row has yet, around the days of some rows. */
const entriesNear = async ({ db, companyId }: CompanyCall, rows: readonly TaxAccountRow[]): Promise<EntryNear[]> => {
  const [first, last] = daysOf(rows)
  if (!first || !last) return []
  const amounts = rows.map(({ ore }) => String(ore))
  return db.rows<EntryNear>(
    sql`
    select e.id, e.journal_entry_number as number, e.title, e.date, i.ore
    from (
      select i.journal_entry_id as id, sum(i.debit - i.credit)::bigint as ore from ledger.journal_entry_item_view i
      where i.company_id = ${companyId} and i.account = ${TAX_ACCOUNT} group by 1
    ) i
    join ledger.journal_entry_view e on e.company_id = ${companyId} and e.id = i.id
    where i.ore = any(${amounts}::bigint[]) and e.reverses_id is null
      and e.date between ${addDaysWithin(first, -ENTRY_DAYS)}::date and ${addDaysWithin(last, ENTRY_DAYS)}::date
      and not exists (
        select from ledger.journal_entry_view r where r.company_id = ${companyId} and r.reverses_id = e.id)
      and not exists (
        select from tax_account.transaction t where t.company_id = ${companyId} and t.journal_entry_id = e.id)
    order by e.date, e.id`,
    'tax-account-entries',
  )
}

/** What an entry moves on the account, and what stands against matching it; null if there is none. */
export const entryOnAccount = (
  { db, companyId }: CompanyCall,
  id: string,
): Promise<{ number: string; ore: Ore; isReversed: boolean; isTaken: boolean } | null> =>
  db.maybe(sql`
    select e.journal_entry_number as number,
      (select coalesce(sum(i.debit - i.credit), 0)::bigint from ledger.journal_entry_item_view i
        where i.company_id = e.company_id and i.journal_entry_id = e.id and i.account = ${TAX_ACCOUNT}) as ore,
      e.reverses_id is not null or exists (
        select from ledger.journal_entry_view r where r.company_id = e.company_id and r.reverses_id = e.id)
        as "isReversed",
      exists (select from tax_account.transaction t where t.company_id = e.company_id and t.journal_entry_id = e.id)
        as "isTaken"
    from ledger.journal_entry_view e where e.company_id = ${companyId} and e.id = ${id}`)
