-- Payments, their files, statements and transactions are never changed, and only removed with a fiscal year, which
-- ledger.keep_documents checks.

-- The payment order never changes; it is signed once, is part of one file, and changes state only as listed here.
create or replace function banking.keep_payment() returns trigger language plpgsql as $$
declare
  moving constant text[] := array['state', 'reason', 'signed_at', 'signed_by_id', 'signed_by_name', 'payment_file_id',
    'paid_on', 'modified_at', 'bank_status', 'bank_status_at', 'reason_code', 'needs_attention'];
begin
  if tg_op = 'DELETE' then
    if old.state <> 'readyToSign' and ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'bank payment % is never removed', old.id using errcode = 'GB071';
  end if;
  if to_jsonb(new) - moving <> to_jsonb(old) - moving then
    raise exception 'the content of bank payment % cannot be changed', old.id using errcode = 'GB071';
  end if;
  if old.signed_at is not null and (new.signed_at, new.signed_by_id, new.signed_by_name)
      is distinct from (old.signed_at, old.signed_by_id, old.signed_by_name) then
    raise exception 'the signature of bank payment % cannot be changed', old.id using errcode = 'GB071';
  end if;
  if new.payment_file_id is distinct from old.payment_file_id
      and (old.payment_file_id is not null or old.state <> 'signed' or new.state <> 'signed') then
    raise exception 'bank payment % can be in one file only, and must be signed', old.id using errcode = 'GB071';
  end if;
  if new.state <> old.state and not (old.state, new.state) in (
      ('readyToSign', 'signed'), ('readyToSign', 'cancelled'), ('signed', 'cancelled'), ('signed', 'rejected'),
      ('signed', 'error'), ('signed', 'paid'), ('rejected', 'paid'), ('error', 'paid')) then
    raise exception 'bank payment % cannot change from % to %', old.id, old.state, new.state using errcode = 'GB071';
  end if;
  if new.bank_status_at is distinct from old.bank_status_at
      and (new.payment_file_id is null or new.bank_status_at is null or new.bank_status_at < old.bank_status_at) then
    raise exception 'bank payment % is in no file that a bank tells of, or newer is known of it', old.id
      using errcode = 'GB071';
  end if;
  return new;
end $$;

create or replace function banking.keep_payment_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'a payment file cannot be changed or removed' using errcode = 'GB071';
end $$;

create or replace function banking.keep_statement() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'an imported statement cannot be changed or removed' using errcode = 'GB072';
end $$;

-- Data from the bank never changes; data that no file has contained yet may be filled in by a later file until the
-- transaction is booked. A transaction is booked once, with its own amount on the bank account, by an entry that is not
-- reversed. An entry that existed before may cover several transactions, whose sum must not exceed it. A match can be
-- undone if it booked nothing, or its entry is reversed.
create or replace function banking.keep_transaction() returns trigger language plpgsql as $$
declare
  matching constant text[] := array['journal_entry_id', 'account', 'matched_at', 'matched_with', 'matched_by_kind',
    'matched_by_id', 'matched_by_name', 'modified_at'];
  said constant text[] := matching || array['replaced_by_statement_id', 'payment_id'];
  free constant text[] := array['payment_id', 'modified_at'];
  unsaid text[];
begin
  if tg_op = 'DELETE' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
    raise exception 'bank transaction % is never removed', old.id using errcode = 'GB072';
  end if;
  select said || array_agg(key) into unsaid from jsonb_each(to_jsonb(old)) where value in ('null', '[]');
  if to_jsonb(new) - unsaid <> to_jsonb(old) - unsaid then
    raise exception 'bank transaction % keeps what the bank said', old.id using errcode = 'GB072';
  end if;
  if old.journal_entry_id is not null and new.journal_entry_id is null
      and to_jsonb(new) - matching = to_jsonb(old) - matching and banking.is_undoable(old) then
    return new;
  end if;
  if (old.journal_entry_id is not null and (to_jsonb(new) - free <> to_jsonb(old) - free))
      or (old.payment_id is not null and new.payment_id is distinct from old.payment_id)
      or (old.replaced_by_statement_id is not null and to_jsonb(new) <> to_jsonb(old)) then
    raise exception 'bank transaction % can be matched or replaced only once', old.id using errcode = 'GB072';
  end if;
  if new.journal_entry_id is not null and old.journal_entry_id is null then
    perform banking.check_match(new);
  end if;
  return new;
end $$;

-- Whether the match of a transaction booked nothing, or its entry is reversed.
create or replace function banking.is_undoable(p banking.transaction) returns boolean language plpgsql as $$
begin
  return p.matched_with->>'kind' = 'journalEntry' or p.matched_with->>'kind' = 'account' and exists (
    select from ledger.journal_entry_view e where e.company_id = p.company_id and e.reverses_id = p.journal_entry_id);
end $$;

-- Raises an exception unless the match of a transaction is valid.
create or replace function banking.check_match(p banking.transaction) returns void language plpgsql as $$
declare
  parts uuid[];
  entries uuid[];
  booked bigint;
  others bigint;
begin
  -- Serializes concurrent matches with the same entry, so that the later one sees the other.
  perform pg_advisory_xact_lock(hashtextextended(p.company_id || ' ' || p.journal_entry_id || ' ' || p.account, 0));
  select array_agg(o.journal_entry_id) into parts from banking.transaction_part o
  where o.company_id = p.company_id and o.transaction_id = p.id;
  entries := parts || p.journal_entry_id;
  select coalesce(sum(debit - credit), 0) into booked from ledger.journal_entry_item_view
  where company_id = p.company_id and journal_entry_id = any(entries) and account = p.account;
  select coalesce(sum(amount_ore), 0) into others from banking.transaction t
  where t.company_id = p.company_id and t.journal_entry_id = p.journal_entry_id and t.account = p.account
    and t.id <> p.id;
  if p.matched_with->>'kind' is distinct from 'journalEntry' and booked <> p.amount_ore
      or sign(booked) <> sign(p.amount_ore) or abs(others + p.amount_ore) > abs(booked) then
    raise exception 'bank transaction % is of %, its entry has % on account %, and % of it is matched', p.id,
      p.amount_ore, booked, p.account, others using errcode = 'GB072';
  end if;
  perform from ledger.journal_entry_view e
  where e.company_id = p.company_id
    and (e.id = any(entries) and e.reverses_id is not null or e.reverses_id = any(entries));
  if found then
    raise exception 'bank transaction % is matched with entry %, which is reversed or reverses another', p.id,
      p.journal_entry_id using errcode = 'GB072';
  end if;
  perform from banking.transaction_part o
  where o.company_id = p.company_id
    and (o.journal_entry_id = p.journal_entry_id and o.account = p.account
      or o.transaction_id = p.id and o.account <> p.account)
  union all
  select from banking.transaction t
  where t.company_id = p.company_id and t.journal_entry_id = p.journal_entry_id and t.account = p.account
    and t.id <> p.id and (parts is not null or t.matched_with->>'kind' = 'parts');
  if found then
    raise exception 'entry % is part of another bank transaction', p.journal_entry_id using errcode = 'GB072';
  end if;
end $$;

-- An entry is part of one transaction, added only while that is being matched.
create or replace function banking.keep_part() returns trigger language plpgsql as $$
begin
  perform from banking.transaction t
  where t.company_id = new.company_id
    and (t.id = new.transaction_id and (t.journal_entry_id is not null or t.replaced_by_statement_id is not null)
      or t.journal_entry_id = new.journal_entry_id and t.account = new.account);
  if found then
    raise exception 'entry % or bank transaction % is already matched', new.journal_entry_id,
      new.transaction_id using errcode = 'GB072';
  end if;
  return new;
end $$;

create or replace function banking.keep_parts() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and tg_level = 'ROW' then
    if ledger.is_removing(old.company_id) then
      return old;
    end if;
  end if;
  raise exception 'the matched parts of a bank transaction cannot be changed' using errcode = 'GB072';
end $$;

-- The counterparty of a bank transaction. An index of matching habits uses it, so its result must never change.
create or replace function banking.habit_of(p_ore bigint, p_account text, p_name text, p_message text) returns text
language sql immutable parallel safe as $$
  select case when p_ore > 0 then '+' else '-' end || coalesce(
    'a' || nullif(ltrim(regexp_replace(lower(p_account), '[^a-z0-9]', '', 'g'), '0'), ''),
    'n' || nullif(left(regexp_replace(lower(p_name), '[^[:alpha:]]', '', 'g'), 100), ''),
    'm' || nullif(left(regexp_replace(lower(p_message), '[^[:alpha:]]', '', 'g'), 100), ''))
$$;

-- The deterministic id of a habit, from the company, the counterparty and the account.
create or replace function banking.id_of_habit(p_company_id uuid, p_habit text, p_account integer) returns uuid
language sql immutable parallel safe as $$
  select md5(p_company_id || ' ' || p_account || ' ' || p_habit)::uuid
$$;

-- After a statement that removed parts or lines of transactions: they may only be removed with their transaction.
create or replace function banking.keep_with_transaction() returns trigger language plpgsql as $$
begin
  perform from gone g join banking.transaction t on t.company_id = g.company_id and t.id = g.transaction_id;
  if found then
    raise exception 'the parts and lines of a bank transaction can only be removed together with it'
      using errcode = 'GB072';
  end if;
  return null;
end $$;

-- Removes with a fiscal year: transactions with their parts and lines in statements, and statements without any
-- remaining transaction; payments with their signatures, and files without any remaining payment. Jobs delete the
-- files.
create or replace function banking.remove_transactions(p_company uuid, p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with parts as (
    delete from banking.transaction_part p where p.company_id = p_company and p.transaction_id = any (p_ids)
  ), lines as (
    delete from banking.statement_line l where l.company_id = p_company and l.transaction_id = any (p_ids)
  )
  delete from banking.transaction t where t.company_id = p_company and t.id = any (p_ids)
$$;

create or replace function banking.remove_payments(p_company uuid, p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  with signatures as (
    delete from banking.signature s where s.company_id = p_company and s.payment_id = any (p_ids)
  )
  delete from banking.payment p where p.company_id = p_company and p.id = any (p_ids)
$$;

create or replace function banking.remove_statements(p_company uuid, p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into banking.dropped_statement (company_id, digest)
  select distinct s.company_id, s.file_digest from banking.statement s
  where s.company_id = p_company and s.id = any (p_ids) on conflict do nothing;
  delete from banking.statement s where s.company_id = p_company and s.id = any (p_ids)
$$;

create or replace function banking.remove_payment_files(p_company uuid, p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into banking.dropped_payment_file (company_id, digest)
  select f.company_id, f.digest from banking.payment_file f where f.company_id = p_company and f.id = any (p_ids)
  union select r.company_id, r.digest from banking.payment_report r
  where r.company_id = p_company and r.payment_file_id = any (p_ids) on conflict do nothing;
  with fetches as (
    delete from banking.payment_file_fetch f where f.company_id = p_company and f.payment_file_id = any (p_ids)
  ), reports as (
    delete from banking.payment_report r where r.company_id = p_company and r.payment_file_id = any (p_ids)
  )
  delete from banking.payment_file f where f.company_id = p_company and f.id = any (p_ids)
$$;
