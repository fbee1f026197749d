-- Published invoices are never changed, their numbers are consecutive, and payments and credit notes must not exceed
-- them.

create or replace function sales.drop_file() returns trigger language plpgsql as $$
begin
  insert into sales.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  perform storage.hold_file(old.company_id, 'attachments', old.digest);
  if not exists (
    select from sales.attachment a where a.company_id = old.company_id and a.digest = old.digest)
  then
    perform storage.release_file(old.company_id, 'attachments', old.digest);
  end if;
  return null;
end $$;

-- After a statement that adds or removes documents: invoices and credit notes are separate lists.
create or replace function sales.count_documents() returns trigger language plpgsql as $$
begin
  perform platform.add_count(c.company_id, c.kind, case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, r.kind, count(*) as rows from changed r group by r.company_id, r.kind) c;
  return null;
end $$;

-- A published document keeps its content. Only these columns record what happens to it later, and a recorded document
-- stays recorded. A finished one may be removed with a fiscal year, which ledger.keep_documents checks. One of the cash
-- method need not be recorded itself, because its payments are.
create or replace function sales.keep_published() returns trigger language plpgsql as $$
declare
  later constant text[] := array['recorded_at', 'journal_entry_id', 'receivable_account', 'reduction_base_ore',
    'paid_base_ore', 'settled_base_ore', 'credited_base_ore', 'modified_at', 'state'];
  is_same boolean;
begin
  if tg_op = 'UPDATE' then
    is_same := to_jsonb(new) - later = to_jsonb(old) - later
      and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
      and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id);
    if is_same then
      return new;
    end if;
  elsif ledger.is_removing(old.company_id) and (
      old.kind = 'creditNote' or old.state in ('paid', 'credited') and (old.recorded_at is not null or exists (
        select from ledger.fiscal_year_view y
        where y.company_id = old.company_id and y.accounting_method = 'cash'
          and old.date between y.start_date and y.end_date))) then
    return old;
  end if;
  raise exception 'document % is published and can be neither changed nor removed', old.id using errcode = 'GB041';
end $$;

create or replace function sales.keep_published_part() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and exists (
      select from sales.invoice i
      where i.company_id = old.company_id and i.id = old.invoice_id and i.published_at is not null)
    or tg_op <> 'DELETE' and exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.published_at is not null)
  then
    raise exception 'a published document cannot be changed' using errcode = 'GB041';
  end if;
  return null;
end $$;

-- After a statement that removed parts of published documents: they may only be removed with their document.
create or replace function sales.keep_with_document() returns trigger language plpgsql as $$
begin
  perform from gone g join sales.invoice i on i.company_id = g.company_id and i.id = g.invoice_id;
  if found or exists (select from gone g where not ledger.is_removing(g.company_id)) then
    raise exception 'bookings and sendings of a document can only be removed together with it' using errcode = 'GB041';
  end if;
  return null;
end $$;

create or replace function sales.refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB041';
end $$;

-- A sending only changes by its outcome, once; and afterwards by delivery reports, until it has bounced.
create or replace function sales.is_how_it_went(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select case
    when before->>'sent_at' is null then
      after - '{sent_at,failed_at,failure,failure_said}'::text[]
        = before - '{sent_at,failed_at,failure,failure_said}'::text[]
    else before->>'bounced_at' is null
      and after - '{delayed_at,delivered_at,bounced_at,report}'::text[]
        = before - '{delayed_at,delivered_at,bounced_at,report}'::text[]
    end
$$;

-- The recipient may be erased (GDPR art. 17); the sending and its outcome stay. A waiting one becomes failed.
create or replace function sales.is_erased(before jsonb, after jsonb) returns boolean language sql immutable as $$
  select after->>'recipient' = 'erased@invalid' and after->>'subject' = 'erased'
    and coalesce(after->>'failure', 'erased') = 'erased' and coalesce(after->>'report', 'erased') = 'erased'
    and (before->>'sent_at' is null or after->'failed_at' = before->'failed_at') and after->>'failure_said' is null
    and after - '{recipient,subject,failure,failure_said,report,failed_at}'::text[]
      = before - '{recipient,subject,failure,failure_said,report,failed_at}'::text[]
$$;

-- Only published documents are sent.
create or replace function sales.keep_sending() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' and exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.published_at is not null) then
    return new;
  end if;
  if tg_op = 'UPDATE' and (
      sales.is_how_it_went(to_jsonb(old), to_jsonb(new)) or sales.is_erased(to_jsonb(old), to_jsonb(new))) then
    return new;
  end if;
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'a draft cannot be sent, and the record of a sent document cannot be changed' using errcode = 'GB049';
end $$;

-- A statement of account is removed when the company has no invoice left that it could be about.
create or replace function sales.keep_statement_sending() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (
      sales.is_how_it_went(to_jsonb(old), to_jsonb(new)) or sales.is_erased(to_jsonb(old), to_jsonb(new))) then
    return new;
  end if;
  if tg_op = 'DELETE' and not exists (
    select from sales.invoice i where i.company_id = old.company_id and i.published_at is not null)
  then
    return old;
  end if;
  raise exception 'a sent statement of account cannot be changed' using errcode = 'GB049';
end $$;

-- Maintains the credited amount of the invoice: it must not exceed the invoice's total, nor its tax of any rate. For
-- notes published before their tax was stored, the tax is calculated from the sum of their lines.
create or replace function sales.keep_credited() returns trigger language plpgsql as $$
declare
  credited bigint;
begin
  select coalesce(sum(n.total_base_ore), 0) into credited from sales.invoice n
    where n.company_id = new.company_id and n.credits_id = new.credits_id and n.published_at is not null;
  update sales.invoice i set credited_base_ore = credited, modified_at = new.published_at
    where i.company_id = new.company_id and i.id = new.credits_id and i.kind = 'invoice'
      and i.published_at is not null and i.currency = new.currency and i.total_base_ore >= credited;
  if not found then
    raise exception 'credit note %: % in all is too much to credit of invoice %', new.id, credited, new.credits_id
      using errcode = 'GB043';
  end if;
  perform from jsonb_each_text(new.credited_parts -> 'taxes') own (rate, ore)
  cross join lateral (
    select coalesce(sales.tax_of_lines(new.company_id, new.credits_id, own.rate::numeric), 0) as ore
  ) charged
  cross join lateral (
    select sum(coalesce((n.credited_parts -> 'taxes' ->> own.rate)::bigint,
      case when n.credited_parts is null then sales.tax_of_lines(n.company_id, n.id, own.rate::numeric) end)) as ore
    from sales.invoice n
    where n.company_id = new.company_id and n.credits_id = new.credits_id and n.published_at is not null
  ) back
  where own.ore::bigint <> 0 and back.ore not between least(charged.ore, 0) and greatest(charged.ore, 0);
  if found then
    raise exception 'credit note % would credit more tax of a rate than invoice % charged', new.id, new.credits_id
      using errcode = 'GB043';
  end if;
  return null;
end $$;

-- The tax of a rate, in percent, on the sum of a document's lines, in öre of its currency. A document has the VAT of one
-- country.
create or replace function sales.tax_of_lines(company uuid, invoice uuid, rate numeric) returns bigint
language sql stable as $$
  select round(sum(l.net_ore) * rate / 100.0)::bigint from sales.invoice_line l
  where l.company_id = company and l.invoice_id = invoice
    and coalesce(l.union_rate_hundredths / 100.0, l.tax_rate) = rate
$$;

-- A document's paper is never changed: its PDF is added once, if it was not made at publication, and the key of a
-- sealed one is resealed when the installation's key changes.
create or replace function sales.keep_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'pdf_key' = to_jsonb(old) - 'pdf_key'
      and (new.pdf_key is null) = (old.pdf_key is null) then
    return new;
  end if;
  if tg_op = 'UPDATE' and old.pdf_digest is null and new.pdf_digest is not null
      and to_jsonb(new) - array['pdf_digest', 'pdf_size'] = to_jsonb(old) - array['pdf_digest', 'pdf_size'] then
    return new;
  end if;
  if tg_op = 'DELETE' and ledger.is_removing(old.company_id) then
    return old;
  end if;
  raise exception 'the paper of document % cannot be changed', old.invoice_id using errcode = 'GB041';
end $$;

create or replace function sales.keep_recorded() returns trigger language plpgsql as $$
declare
  recording constant text[] := array[
    'recorded_at', 'journal_entry_id', 'claim_base_ore', 'advance_base_ore', 'lowered'];
begin
  if old.recorded_at is not null and not (tg_op = 'DELETE' and ledger.is_removing(old.company_id)) then
    raise exception '% % is recorded and can be neither changed nor removed', tg_table_name, old.id
      using errcode = 'GB042';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) - recording <> to_jsonb(old) - recording then
    raise exception '% % can be recorded or removed, but not changed', tg_table_name, old.id using errcode = 'GB042';
  end if;
  return new;
end $$;

-- Maintains the paid and settled amounts of an invoice, so that its status can be read without sums.
create or replace function sales.add_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set paid_base_ore = paid_base_ore + new.sum_base_ore, modified_at = new.created_at
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set paid_base_ore = paid_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
    if found and old.recorded_at is not null then
      raise exception 'payment % can only be removed together with its invoice', old.id using errcode = 'GB042';
    end if;
  end if;
  return null;
end $$;

create or replace function sales.add_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set settled_base_ore = settled_base_ore + new.sum_base_ore, modified_at = new.created_at
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set settled_base_ore = settled_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
    if found and old.recorded_at is not null then
      raise exception 'settlement % can only be removed together with its invoice', old.id using errcode = 'GB042';
    end if;
  end if;
  return null;
end $$;

-- The reduction on a published invoice is never changed, except for its later status, and the sealing of numbers.
create or replace function sales.keep_published_reduction() returns trigger language plpgsql as $$
declare
  later text[] := array['status', 'submitted_at', 'submitted_ore', 'paid_ore', 'refused_ore', 'asked_ore',
    'personal_number', 'digest'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - later = to_jsonb(old) - later then
    return null;
  end if;
  if exists (
    select from sales.invoice i
    where i.published_at is not null and (i.company_id, i.id) in (
      (coalesce(new.company_id, old.company_id), coalesce(new.invoice_id, old.invoice_id)))
  ) then
    raise exception 'a published document cannot be changed' using errcode = 'GB041';
  end if;
  return null;
end $$;

-- Numbers are consecutive; a company's first may be any, because it may have sent invoices before. The largest number
-- is found as the last entry of an index, since the planner might choose another index for an aggregate. Numbers
-- removed with a fiscal year are not reused.
create or replace function sales.witness_number() returns trigger language plpgsql as $$
declare
  last bigint;
begin
  select i.number into last from sales.invoice i
  where i.company_id = new.company_id and i.number is not null and i.id <> new.id
  order by i.number desc limit 1;
  select greatest(last, max(upper(n.numbers)) - 1) into last from ledger.removed_number_view n
  where n.company_id = new.company_id and n.series = 'document';
  if new.number <> last + 1 then
    raise exception 'number % does not follow %', new.number, last using errcode = 'GB044';
  end if;
  return new;
end $$;

create or replace function sales.witness_day() returns trigger language plpgsql as $$
begin
  if not exists (
      select from ledger.book_view b
      join ledger.fiscal_year_view y on y.company_id = b.company_id and y.closed_at is null
        and new.date between y.start_date and y.end_date
      where b.company_id = new.company_id and (b.lock_date is null or new.date > b.lock_date)
        and (b.vat_lock_date is null or new.date > b.vat_lock_date)) then
    raise exception 'document % cannot be published on %: the books are closed on that day', new.id, new.date
      using errcode = 'GB045';
  end if;
  return new;
end $$;

create or replace function sales.witness_credit_entry() returns trigger language plpgsql as $$
begin
  if not exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.credits_id and i.recorded_at is not null)
    and not exists (
      select from sales.income_share s where s.company_id = new.company_id and s.invoice_id = new.credits_id) then
    raise exception 'credit note % would be booked before invoice %', new.id, new.credits_id using errcode = 'GB046';
  end if;
  return new;
end $$;

create or replace function sales.witness_currency() returns trigger language plpgsql as $$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.currency in ('SEK', 'EUR') and i.currency_rate = 1) then
    raise exception 'invoice % is in the accounting currency: it has no exchange difference', new.invoice_id using errcode = 'GB047';
  end if;
  return new;
end $$;

create or replace function sales.witness_sales_account() returns trigger language plpgsql as $$
begin
  raise exception 'account % is not an account for sales', new.account using errcode = 'GB048';
end $$;

-- A credit note has the accounts of its invoice, even if that was published before this rule.
create or replace function sales.witness_line_account() returns trigger language plpgsql as $$
begin
  if exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.kind = 'invoice') then
    raise exception 'account % is not an account for sales', new.account using errcode = 'GB048';
  end if;
  return new;
end $$;

-- A draft may change freely; at publication all of it is witnessed, and from then on triggers protect it.
create or replace function sales.witness_published() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform platform.witness_contents('sales.invoice_line', array(
    select to_jsonb(l) from sales.invoice_line l where l.company_id = new.company_id and l.invoice_id = new.id), null);
  perform platform.witness_contents('sales.attachment', array(
    select to_jsonb(a) from sales.attachment a where a.company_id = new.company_id and a.invoice_id = new.id), null);
  return null;
end $$;

-- Removes documents with a fiscal year, with everything that belongs to them, in one statement, because sums and their
-- parts must be removed together. Jobs delete the files.
create or replace function sales.remove_documents(p_company uuid, p_ids uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp
set timezone = 'UTC' set bytea_output = 'hex' as $$
begin
  perform platform.witness_contents('sales.invoice_line', null, array(
    select to_jsonb(l) from sales.invoice_line l where l.company_id = p_company and l.invoice_id = any (p_ids)));
  perform platform.witness_contents('sales.attachment', null, array(
    select to_jsonb(a) from sales.attachment a where a.company_id = p_company and a.invoice_id = any (p_ids)));
  insert into sales.dropped_paper (company_id, digest)
  select distinct p.company_id, p.pdf_digest from sales.paper p
  where p.company_id = p_company and p.invoice_id = any (p_ids) and p.pdf_digest is not null on conflict do nothing;
  with charges as (
    delete from sales.payment_charge c using sales.settlement s
    where s.company_id = p_company and s.invoice_id = any (p_ids) and c.company_id = s.company_id
      and c.settlement_id = s.id
  ), settlements as (
    delete from sales.settlement s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), payments as (
    delete from sales.payment p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), shares as (
    delete from sales.income_share s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), answers as (
    delete from sales.tax_reduction_answer a where a.company_id = p_company and a.invoice_id = any (p_ids)
  ), people as (
    delete from sales.tax_reduction_person p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), reductions as (
    delete from sales.tax_reduction r where r.company_id = p_company and r.invoice_id = any (p_ids)
  ), links as (
    delete from sales.payment_link l where l.company_id = p_company and l.invoice_id = any (p_ids)
  ), sendings as (
    delete from sales.sending s where s.company_id = p_company and s.invoice_id = any (p_ids)
  ), papers as (
    delete from sales.paper p where p.company_id = p_company and p.invoice_id = any (p_ids)
  ), attachments as (
    delete from sales.attachment a where a.company_id = p_company and a.invoice_id = any (p_ids)
  ), lines as (
    delete from sales.invoice_line l where l.company_id = p_company and l.invoice_id = any (p_ids)
  )
  delete from sales.invoice i where i.company_id = p_company and i.id = any (p_ids);
end $$;
