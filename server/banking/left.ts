// Unfinished banking tasks of a fiscal year before it is closed.

import { sql } from '#platform/sql'
import type { LeftOf } from '#todo/left'

/** Unmatched transactions; amounts are included for accounts in SEK. */
export const bankingLeft: LeftOf = ({ company, end }) => [
  {
    kind: 'bankTransaction.open',
    id: sql`t.id`,
    at: sql`'/bank-statements/' || t.statement_id || '/transactions/' || t.id`,
    name: sql`coalesce(t.counterparty, t.message, '')`,
    date: sql`t.date`,
    ore: sql`case a.currency when 'SEK' then t.amount_ore end`,
    rows: sql`banking.transaction t
      join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
      where t.company_id = ${company} and t.journal_entry_id is null and t.replaced_by_statement_id is null
        and t.date <= ${end}::date`,
  },
]
