// The bank transactions matched with an entry, and the unmatched amount on each bank account of the entry.
import { ledgerContribution } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'

/** Maximum number of transactions shown for one entry. */
const MAX_SHOWN = 1000

type TransactionsOfEntry = {
  /** The entry's amount on each bank account, and how much of it is unmatched. */
  accounts: { account: number; amount: number; remainingAmount: number }[]
  transactions: {
    id: string
    bankStatementRef: { id: string }
    account: number
    date: Day
    amount: number
    counterparty?: string
    message?: string
  }[]
}

/** The transactions of an entry; refused as not found if it does not exist. */
export const transactionsOfEntry = async (call: CompanyCall, id: string): Promise<TransactionsOfEntry> => {
  const { db, companyId } = call
  const entry = await db.maybe(sql`
    select from ledger.journal_entry_view where company_id = ${companyId} and id = ${id}`)
  if (!entry) throw ledgerContribution.refusals.entryNotFound({ id })
  const accounts = await db.rows<{ account: number; ore: Ore; leftOre: Ore }>(sql`
    select b.account, b.ore, (case when m.is_whole then 0 else b.ore - m.ore end)::bigint as "leftOre"
    from (
      select i.account, sum(i.debit - i.credit)::bigint as ore from ledger.journal_entry_item_view i
      where i.company_id = ${companyId} and i.journal_entry_id = ${id}
        and i.account in (select a.account from banking.account a where a.company_id = ${companyId})
      group by i.account
    ) b
    cross join lateral (
      select coalesce(sum(t.amount_ore), 0) as ore,
        coalesce(bool_or(t.matched_with->>'kind' = 'parts'), false) or exists (
          select from banking.transaction_part p
          where p.company_id = ${companyId} and p.journal_entry_id = ${id} and p.account = b.account) as is_whole
      from banking.transaction t
      where t.company_id = ${companyId} and t.journal_entry_id = ${id} and t.account = b.account
    ) m
    order by b.account`)
  const matched = await db.rows<Matched>(sql`
    select t.id, t.statement_id as "statementId", t.account, t.date, t.amount_ore as ore, t.counterparty, t.message
    from banking.transaction t
    where t.company_id = ${companyId} and (t.journal_entry_id = ${id} or t.id in (
      select p.transaction_id from banking.transaction_part p
      where p.company_id = ${companyId} and p.journal_entry_id = ${id}))
    order by t.date, t.id limit ${MAX_SHOWN}`)
  return {
    accounts: accounts.map(({ account, ore, leftOre }) => ({
      account,
      amount: numberFromOre(ore),
      remainingAmount: numberFromOre(leftOre),
    })),
    transactions: matched.map(shown),
  }
}

type Matched = {
  id: string
  statementId: string
  account: number
  date: Day
  ore: Ore
  counterparty: string | null
  message: string | null
}

const shown = ({ id, statementId, account, date, ore, counterparty, message }: Matched) => ({
  id,
  bankStatementRef: { id: statementId },
  account,
  date,
  amount: numberFromOre(ore),
  ...(counterparty === null ? {} : { counterparty }),
  ...(message === null ? {} : { message }),
})
