// Verification of bank statements: what they tell of makes their balances, what was matched stands in the books with
// its amount, and the files are there as they were received.
import { currencyInSql } from '#banking/payments/payment-currency'
import { type CompanyTerm, type Comparison, companiesAtFault, faultsOf, MOST_FAULTS } from '#integrity/comparison'
import { companiesWithoutFile } from '#integrity/set-of-companies'
import type { CompanyCall, SetCall } from '#platform/call'
import { digestOfKept } from '#platform/files'
import { type Sql, sql } from '#platform/sql'
import { statementFileFolder } from './statement.ts'

/** All faults, as text. The call's database must be one snapshot. */
export const verifyStatements = async (call: CompanyCall): Promise<string[]> => [
  ...(await faultsOf(call.db, comparisons(call.companyId))),
  ...(await verifyFiles(call)),
]

/** The companies of a set that have any fault. */
export const companiesWrongInStatements = async (call: SetCall): Promise<string[]> => [
  ...(await companiesAtFault(call.db, call.companyIds, comparisons)),
  ...(await companiesWithoutFile(
    call,
    sql`select company_id, id, file_digest as digest from banking.statement`,
    statementFileFolder,
  )),
]

/** Queries that find nothing in sound books. Amounts are in öre. */
const comparisons = (companyId: CompanyTerm): readonly Comparison[] => [
  {
    sentence: 'bank transaction {id} is for {amount}, its entry has {booked} on account {account}',
    statement: sql`
      select t.id, t.amount_ore as amount, t.account, b.booked from banking.transaction t
      cross join lateral (
        select coalesce(sum(i.debit - i.credit), 0) as booked from ledger.journal_entry_item_view i
        where i.company_id = t.company_id and i.account = t.account
          and (i.journal_entry_id = t.journal_entry_id or i.journal_entry_id in (
            select p.journal_entry_id from banking.transaction_part p
            where p.company_id = t.company_id and p.transaction_id = t.id))
      ) b
      where t.company_id = ${companyId} and t.journal_entry_id is not null and b.booked <> t.amount_ore
        and t.matched_with->>'kind' <> 'journalEntry'
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'entry {entry} has {booked} on account {account}, the bank transactions matched with it are for {amount}',
    statement: sql`
      select m.entry, m.account, m.amount, b.booked from (
        select t.journal_entry_id as entry, t.account, sum(t.amount_ore) as amount, min(t.amount_ore) as least,
          max(t.amount_ore) as most
        from banking.transaction t
        where t.company_id = ${companyId} and t.journal_entry_id is not null and t.matched_with->>'kind' <> 'parts'
        group by t.journal_entry_id, t.account
        having bool_or(t.matched_with->>'kind' = 'journalEntry')
      ) m
      cross join lateral (
        select coalesce(sum(i.debit - i.credit), 0) as booked from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.journal_entry_id = m.entry and i.account = m.account
      ) b
      where abs(m.amount) > abs(b.booked) or sign(m.least) <> sign(b.booked) or sign(m.most) <> sign(b.booked)
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'entry {entry} is part of bank transaction {id}, which is not matched with it',
    statement: sql`
      select p.transaction_id as id, p.journal_entry_id as entry from banking.transaction_part p
      join banking.transaction t on t.company_id = p.company_id and t.id = p.transaction_id
      where p.company_id = ${companyId} and (t.journal_entry_id is null or t.account <> p.account or not exists (
        select from jsonb_array_elements(t.matched_with->'parts') m
        where m->>'entryId' = p.journal_entry_id::text))
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'bank statement {id}: its transactions add up to {sum}, its balances to {expected}',
    statement: sql`
      select s.id, m.sum, s.closing_ore - s.opening_ore as expected from banking.statement s
      cross join lateral (
        select coalesce(sum(t.amount_ore), 0) as sum from banking.statement_line l
        join banking.transaction t on t.company_id = l.company_id and t.id = l.transaction_id
        where l.company_id = s.company_id and l.statement_id = s.id
      ) m
      where s.company_id = ${companyId} and s.closing_ore - s.opening_ore <> m.sum
        and not (${isLeftOf(companyId, sql`s.to_date`)} and s.new_transactions + s.known_transactions > (
          select count(*) from banking.statement_line l where l.company_id = s.company_id and l.statement_id = s.id))
      limit ${MOST_FAULTS}`,
  },
  {
    sentence: 'bank payment {payment} is for {amount}, the bank transaction {id} that paid it is for {paid}',
    statement: sql`
      select t.id, p.id as payment, p.amount_ore as amount, -t.amount_ore as paid from banking.transaction t
      join banking.payment p on p.company_id = t.company_id and p.id = t.payment_id
      join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
      where t.company_id = ${companyId} and (p.state <> 'paid' or p.amount_ore <> -t.amount_ore
        and ${currencyInSql(sql`p`)} = a.currency) limit ${MOST_FAULTS}`,
  },
]

/** Whether a day is in a removed fiscal year: transactions of a statement, or payments of a file, may have gone. */
export const isLeftOf = (companyId: CompanyTerm, day: Sql): Sql => sql`exists (
  select from ledger.removed_year_view r where r.company_id = ${companyId} and r.end_date >= ${day})`

/** How many files are read per statement. */
const BATCH = 500

const verifyFiles = async (call: CompanyCall): Promise<string[]> => {
  const faults: string[] = []
  let after: Buffer = Buffer.alloc(0)
  for (;;) {
    const files = await call.db.rows<{ id: string; digest: Buffer }>(sql`
      select distinct on (file_digest) id, file_digest as digest from banking.statement
      where company_id = ${call.companyId} and file_digest > ${after} order by file_digest, id limit ${BATCH}`)
    for (const { id, digest } of files) {
      const found = await digestOfKept(call.files, statementFileFolder(call.companyId), digest)
      if (found === null) faults.push(`the file of bank statement ${id} is missing`)
      else if (!found.equals(digest)) faults.push(`the file of bank statement ${id} is not what was received`)
      after = digest
    }
    if (files.length < BATCH) return faults
  }
}
