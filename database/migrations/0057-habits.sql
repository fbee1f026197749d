-- Who a bank transaction is with, as habits are learned: by the counterparty's account, else its name, else the bank's
-- text without numbers; in and out apart.
create function banking.habit_of(p_ore bigint, p_account text, p_name text, p_message text) returns text
language sql immutable parallel safe as $$
  select case when p_ore > 0 then '+' else '-' end || coalesce(
    'a' || nullif(ltrim(regexp_replace(lower(p_account), '[^a-z0-9]', '', 'g'), '0'), ''),
    'n' || nullif(left(regexp_replace(lower(p_name), '[^[:alpha:]]', '', 'g'), 100), ''),
    'm' || nullif(left(regexp_replace(lower(p_message), '[^[:alpha:]]', '', 'g'), 100), ''))
$$;
create index transaction_by_habit on banking.transaction (
  company_id, banking.habit_of(amount_ore, counterparty_account, counterparty, message), matched_at desc)
  where journal_entry_id is not null;
