-- Recorded supplier invoices are never changed, and payments must not exceed them.

-- A recorded supplier invoice is never changed, except for these columns, which record what happens to it later, each
-- once. But an unpaid one may lose its approval if its approvals are withdrawn. One with payments is not changed
-- either. A paid one may be removed with a fiscal year, which ledger.keep_documents checks.
create or replace function purchasing.keep_supplier_invoice() returns trigger language plpgsql as $$
declare
  later constant text[] := array['approved_at', 'approved_by', 'recorded_at', 'recorded_on', 'journal_entry_id',
    'payable_account', 'paid_ore', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - later = to_jsonb(old) - later
        and (old.approved_at is null or new.approved_at is not distinct from old.approved_at
          or new.approved_at is null and old.paid_ore <> old.total_ore and purchasing.has_lapsed(old))
        and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
        and (old.recorded_on is null or new.recorded_on is not distinct from old.recorded_on)
        and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id)
        and (old.payable_account is null or new.payable_account is not distinct from old.payable_account) then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) and old.recorded_at is not null and old.paid_ore = old.total_ore then
    return old;
  end if;
  raise exception 'supplier invoice % is recorded or paid and cannot be changed or removed', old.id
    using errcode = 'GB061';
end $$;

-- What is in the accounting currency of the company has the rate 1, and no other.
create or replace function purchasing.witness_own_currency() returns trigger language plpgsql as $$
begin
  if exists (
      select from ledger.book_view b
      where b.company_id = new.company_id and b.accounting_currency = new.currency)
    and (new.currency_rate <> 1 or new.rate_is_manual or new.total_base_ore <> new.total_ore) then
    raise exception 'supplier invoice % is in the accounting currency, and its rate is not 1', new.id
      using errcode = 'GB063';
  end if;
  return new;
end $$;

-- Whether people had approved it, and all of their approvals are withdrawn.
create or replace function purchasing.has_lapsed(invoice purchasing.supplier_invoice) returns boolean
language sql stable as $$
  select count(*) > 0 and bool_and(a.withdrawn_at is not null) from purchasing.approval a
  where a.company_id = invoice.company_id and a.supplier_invoice_id = invoice.id
$$;

create or replace function purchasing.refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB061';
end $$;

create or replace function purchasing.keep_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from purchasing.supplier_invoice i
      where i.company_id = new.company_id and i.id = new.supplier_invoice_id and i.recorded_at is not null
    ) then
      return new;
    end if;
  elsif tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the lines of a recorded supplier invoice cannot be changed' using errcode = 'GB061';
end $$;

create or replace function purchasing.keep_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.moved_entry_id is null and to_jsonb(new) - 'moved_entry_id' = to_jsonb(old) - 'moved_entry_id' then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'payment % of a supplier invoice is booked and cannot be changed or removed', old.id
    using errcode = 'GB061';
end $$;

-- Maintains the paid amount of the invoice, which must not exceed its total, and serializes payments.
create or replace function purchasing.add_payment() returns trigger language plpgsql as $$
begin
  update purchasing.supplier_invoice i set paid_ore = paid_ore + new.ore, modified_at = new.created_at
    where i.company_id = new.company_id and i.id = new.supplier_invoice_id
      and i.recorded_at is not null and i.approved_at is not null and i.paid_ore = new.paid_before_ore
      and i.paid_ore + new.ore between least(i.total_ore, 0) and greatest(i.total_ore, 0);
  if not found then
    raise exception 'payment % exceeds what is unpaid, or its invoice is not recorded and approved', new.id
      using errcode = 'GB062';
  end if;
  return null;
end $$;

-- After a statement that removed parts of supplier invoices: they may only be removed with their invoice.
create or replace function purchasing.keep_with_supplier_invoice() returns trigger language plpgsql as $$
begin
  perform from gone g
  join purchasing.supplier_invoice i on i.company_id = g.company_id and i.id = g.supplier_invoice_id;
  if found then
    raise exception 'the bookings of a supplier invoice can only be removed together with it' using errcode = 'GB061';
  end if;
  return null;
end $$;

-- Removes supplier invoices with a fiscal year, with everything that belongs to them. Their uploads are removed first,
-- including those of an entry that is removed.
create or replace function purchasing.remove_supplier_invoices(p_company uuid, p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform documents.remove_uploads_of_supplier_invoices(p_company, p_ids);
  with payments as (
    delete from purchasing.payment p where p.company_id = p_company and p.supplier_invoice_id = any (p_ids)
  ), lines as (
    delete from purchasing.supplier_invoice_line l
    where l.company_id = p_company and l.supplier_invoice_id = any (p_ids)
  )
  delete from purchasing.supplier_invoice i where i.company_id = p_company and i.id = any (p_ids);
end $$;

-- An advance changes only by its uses, and goes with its fiscal year.
create or replace function purchasing.keep_advance() returns trigger language plpgsql as $$
declare
  uses constant text[] := array['used_ore', 'used_base_ore', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - uses = to_jsonb(old) - uses then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'advance % is booked and cannot be changed or removed', old.id using errcode = 'GB061';
end $$;

create or replace function purchasing.keep_advance_use() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the use % of an advance is booked and cannot be changed or removed', old.id using errcode = 'GB061';
end $$;

-- Maintains what is used of an advance, which must not exceed it.
create or replace function purchasing.add_advance_use() returns trigger language plpgsql as $$
begin
  update purchasing.advance a set used_ore = used_ore + new.ore, used_base_ore = used_base_ore + new.base_ore,
    modified_at = new.created_at
  where a.company_id = new.company_id and a.id = new.advance_id and a.used_ore + new.ore between 0 and a.ore;
  if not found then
    raise exception 'use % exceeds what is left of the advance', new.id using errcode = 'GB062';
  end if;
  return null;
end $$;

-- Removes advances with a fiscal year, with their uses.
create or replace function purchasing.remove_advances(p_company uuid, p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from purchasing.advance_use u where u.company_id = p_company and u.advance_id = any (p_ids);
  delete from purchasing.advance a where a.company_id = p_company and a.id = any (p_ids);
end $$;
