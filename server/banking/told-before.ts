// What the other kind of file has told of an account around some days: a notification of what a statement has, or the
// other way round.
import type { CompanyCall } from '#platform/call'
import { addDays, type Day } from '#platform/day'
import { sql } from '#platform/sql'
import type { CamtKind } from './camt.ts'
import { NEAR_DAYS, type ToldTransaction } from './told-before.rules.ts'

/**
 * The transactions of entries that files of the other kind than this one have told of, around these days. A sum that
 * its details have replaced is told by them. The statements lead to them, as the index of days would cost each import.
 */
export const toldByOthers = (
  { db, companyId }: CompanyCall,
  { bankAccountId, kind, days }: { bankAccountId: string; kind: CamtKind; days: readonly Day[] },
): Promise<ToldTransaction[]> => {
  const ordered = [...days].sort()
  const [first, last] = [ordered[0], ordered.at(-1)]
  if (!first || !last) return Promise.resolve([])
  return db.rows<ToldTransaction>(sql`
    with near as materialized (
      select distinct t.entry_identity
      from banking.statement s
      join banking.statement_line l on l.company_id = s.company_id and l.statement_id = s.id
      join banking.transaction t on t.company_id = l.company_id and t.id = l.transaction_id
      where s.company_id = ${companyId} and s.bank_account_id = ${bankAccountId} and s.kind <> ${kind}
        and least(s.from_date, s.to_date) <= ${addDays(last, NEAR_DAYS)}::date
        and greatest(s.from_date, s.to_date) >= ${addDays(first, -NEAR_DAYS)}::date
    ), told as materialized (
      select n.entry_identity, exists (
        select from banking.transaction t
        join banking.statement_line l on l.company_id = t.company_id and l.transaction_id = t.id
        join banking.statement s on s.company_id = l.company_id and s.id = l.statement_id
        where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
          and t.entry_identity = n.entry_identity and s.kind = ${kind}) as by_both
      from near n
    )
    select t.entry_identity as "entryIdentity", t.date, t.value_date as "valueDate", t.amount_ore as ore,
      t.is_detailed as "isDetailed", t.bank_reference as "bankReference", t.end_to_end_id as "endToEndId",
      t.counterparty, t.payment_references as "references", t.message, n.by_both as "isToldByBoth"
    from told n
    join banking.transaction t on t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
      and t.entry_identity = n.entry_identity
    where t.replaced_by_statement_id is null
    order by t.entry_identity, t.id`)
}
