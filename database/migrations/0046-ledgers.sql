-- What ledgers are read by. The lines of an account: one that has few of them in a long book is read without going
-- through the entries of all its days. Within an account they stand as they were registered, so that posting adds at
-- the end. And the entries of a day in the order of their registration, in place of the index by the day alone.

create index journal_entry_item_by_account on ledger.journal_entry_item (company_id, account, journal_entry_id)
  where account is not null;

drop index ledger.journal_entry_by_date;
create index journal_entry_by_date on ledger.journal_entry (company_id, date, registration) where date is not null;
