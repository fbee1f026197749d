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
      cross join lateral (
        select l.transaction_id from banking.statement_line l
        where l.company_id = ${companyId} and l.statement_id = s.id offset 0
      ) l
      cross join lateral (
        select t.entry_identity from banking.transaction t
        where t.company_id = ${companyId} and t.id = l.transaction_id offset 0
      ) t
      where s.company_id = ${companyId} and s.bank_account_id = ${bankAccountId} and s.kind <> ${kind}
        and least(s.from_date, s.to_date) <= ${addDays(last, NEAR_DAYS)}::date
        and greatest(s.from_date, s.to_date) >= ${addDays(first, -NEAR_DAYS)}::date
    ), told as materialized (
      select n.entry_identity, exists (
        select from (
          select t.id from banking.transaction t
          where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
            and t.entry_identity = n.entry_identity offset 0
        ) t cross join lateral (
          select l.statement_id from banking.statement_line l
          where l.company_id = ${companyId} and l.transaction_id = t.id offset 0
        ) l cross join lateral (
          select s.kind from banking.statement s where s.company_id = ${companyId} and s.id = l.statement_id offset 0
        ) s
        where s.kind = ${kind}) as by_both
      from near n
    )
    select t.entry_identity as "entryIdentity", t.date, t.value_date as "valueDate", t.amount_ore as ore,
      t.is_detailed as "isDetailed", t.bank_reference as "bankReference", t.end_to_end_id as "endToEndId",
      t.counterparty, t.payment_references as "references", t.message, n.by_both as "isToldByBoth"
    from told n
    cross join lateral (
      select * from banking.transaction t
      where t.company_id = ${companyId} and t.bank_account_id = ${bankAccountId}
        and t.entry_identity = n.entry_identity offset 0
    ) t
    where t.replaced_by_statement_id is null
    order by t.entry_identity, t.id`)
}
