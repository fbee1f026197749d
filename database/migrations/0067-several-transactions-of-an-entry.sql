-- Several transactions may be matched with one entry that was booked before them: together they never exceed what it has
-- on the bank's account, which the trigger of the transactions holds.
drop index banking.transaction_by_entry;
create index transaction_by_entry on banking.transaction (company_id, journal_entry_id, account)
  where journal_entry_id is not null;
