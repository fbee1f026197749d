// Entries booked before the bank reported the money: a receipt booked by hand, a recorded payment. A match with such an
// entry books nothing.
import { statementFaults as faults } from '#banking/statements/statement-refusals'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore, size } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Candidate, ENTRY_DAYS } from './match.rules.ts'

/** The fields of a transaction that decide which entries may match it. */
export type Moved = { id: string; bankAccountNumber: number; date: Day; ore: Ore }

type EntryFound = {
  number: string
  ore: Ore
  isReversal: boolean
  reversing: string | null
  /** The amount matched with other transactions, and the latest of these. */
  matchedOre: Ore
  transaction: string | null
  /** The transaction that it is a part of. */
  whole: string | null
}

/**
 * Why a transaction, or a part of one, cannot be matched with an entry. Several transactions may share an entry up to
 * its amount; a part needs an entry of its own. The book must be locked, so that the answer stays valid.
 */
export const wrongInEntry = async (
  { db, companyId }: CompanyCall,
  field: string,
  { bankAccountNumber: account, ore, isPart = false }: Moved & { isPart?: boolean },
  id: string,
): Promise<FieldError[]> => {
  const matched = sql`banking.transaction t
    where t.company_id = e.company_id and t.journal_entry_id = e.id and t.account = ${account}`
  const found = await db.maybe<EntryFound>(sql`
    select e.journal_entry_number as number, e.reverses_id is not null as "isReversal",
      (select coalesce(sum(i.debit - i.credit), 0)::bigint from ledger.journal_entry_item_view i
        where i.company_id = e.company_id and i.journal_entry_id = e.id and i.account = ${account}) as ore,
      (select r.journal_entry_number from ledger.journal_entry_view r
        where r.company_id = e.company_id and r.reverses_id = e.id) as reversing,
      (select coalesce(sum(t.amount_ore), 0)::bigint from ${matched}) as "matchedOre",
      (select t.id from ${matched} order by t.matched_at desc, t.id desc limit 1) as transaction,
      coalesce((select t.id from ${matched} and t.matched_with->>'kind' = 'parts'),
        (select p.transaction_id from banking.transaction_part p
          where p.company_id = e.company_id and p.journal_entry_id = e.id and p.account = ${account})) as whole
    from ledger.journal_entry_view e where e.company_id = ${companyId} and e.id = ${id}`)
  if (!found) return [faults.unknownEntry(field, { id })]
  const { number, isReversal, reversing } = found
  return [
    ...wrongInAmount(found, { field, account, ore, isPart }),
    ...(isReversal ? [faults.entryReverses(field, { number })] : []),
    ...(reversing === null ? [] : [faults.entryReversed(field, { number, reversing })]),
  ]
}

/** Checks the unmatched amount of the entry: it must equal a part, and be at least that of a transaction. */
const wrongInAmount = (
  { number, ore: booked, matchedOre, transaction, whole }: EntryFound,
  { field, account, ore, isPart }: { field: string; account: number; ore: Ore; isPart: boolean },
): FieldError[] => {
  const left = booked - matchedOre
  const taken = whole ?? (transaction !== null && (isPart || left === 0n) ? transaction : null)
  if (taken !== null) return [faults.entryMatched(field, { number, transaction: taken })]
  const isEnough = left > 0n === ore > 0n && (isPart ? left === ore : size(left) >= size(ore))
  if (left !== 0n && isEnough) return []
  const amount = numberFromOre(booked)
  const other = numberFromOre(ore)
  return transaction === null
    ? [faults.entryAmount(field, { number, amount, account, other })]
    : [faults.entryLeft(field, { number, left: numberFromOre(left), amount, account, other })]
}

/** Maximum number of entries proposed for one transaction, which leaves room for other proposals. */
const MAX_ENTRIES = 3

type EntryNear = { transactions: string[]; id: string; number: string; title: string; date: Day; ore: Ore }

/**
 * The entries that may match these transactions, by transaction id, nearest days first. An index on amounts would slow
 * down every posting: entries around the days are read by day, once each, with one lookup for their items. `offset 0`
 * and `materialized` force this order of lookups, regardless of table statistics.
 */
export const entriesFor = async (
  { db, companyId }: CompanyCall,
  transactions: readonly Moved[],
): Promise<ReadonlyMap<string, Candidate[]>> => {
  if (transactions.length === 0) return new Map()
  const found = await db.rows<EntryNear>(
    sql`
    with asked as (
      select account, day, ore, array_agg(id) as transactions
      from unnest(${transactions.map(({ id }) => id)}::uuid[],
        ${transactions.map(({ bankAccountNumber }) => bankAccountNumber)}::integer[],
        ${transactions.map(({ date }) => date)}::date[],
        ${transactions.map(({ ore }) => String(ore))}::bigint[]) as a (id, account, day, ore)
      group by account, day, ore
    ), days as (
      select distinct a.account, a.day + apart as day
      from asked a cross join generate_series(${-ENTRY_DAYS}::integer, ${ENTRY_DAYS}) as apart
    ), moved as materialized (
      select d.account, e.*, i.ore
      from days d
      cross join lateral (
        select e.id, e.journal_entry_number as number, e.title, e.date from ledger.journal_entry_view e
        where e.company_id = ${companyId} and e.date = d.day and e.reverses_id is null offset 0
      ) e
      cross join lateral (
        select sum(i.debit - i.credit)::bigint as ore from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.journal_entry_id = e.id and i.account = d.account offset 0
      ) i
      where i.ore = any(${transactions.map(({ ore }) => String(ore))}::bigint[])
    ), near as materialized (
      select a.transactions, a.day, m.*
      from moved m join asked a on a.account = m.account and a.ore = m.ore and abs(m.date - a.day) <= ${ENTRY_DAYS}
    ), ranked as (
      select n.*, row_number() over (partition by account, day, ore order by abs(date - day), id) as place
      from near n
      where not exists (
          select from banking.transaction t
          where t.company_id = ${companyId} and t.journal_entry_id = n.id and t.account = n.account)
        and not exists (
          select from banking.transaction_part p
          where p.company_id = ${companyId} and p.journal_entry_id = n.id and p.account = n.account)
        and not exists (
          select from ledger.journal_entry_view r where r.company_id = ${companyId} and r.reverses_id = n.id)
    )
    select transactions, id, number, title, date, ore from ranked where place <= ${MAX_ENTRIES} order by place`,
    'entries-near',
  )
  const byTransaction = new Map<string, Candidate[]>(transactions.map(({ id }) => [id, []]))
  for (const entry of found) for (const id of entry.transactions) byTransaction.get(id)?.push(ofEntry(entry))
  return byTransaction
}

const ofEntry = ({ id, number, title, date, ore }: EntryNear): Candidate => ({
  kind: 'journalEntry',
  id,
  number,
  ocr: null,
  name: title,
  accounts: [],
  endToEndId: null,
  ore,
  dueDate: date,
})
