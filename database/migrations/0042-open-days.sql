-- On which days something of an invoice is open, or booked otherwise than it is said: a ledger of open items on any day
-- asks for these, however many invoices there have ever been. From the first day that something of it is dated to the
-- day when all of it is settled and booked; without an end while it is open.

create table sales.open_days (
  company_id uuid not null,
  invoice_id uuid not null,
  days daterange not null,
  changed_at timestamptz not null,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references sales.invoice (company_id, id) on delete cascade
);
create index open_days_by_day on sales.open_days using gist (company_id, days) where not isempty(days);
create index open_days_by_change on sales.open_days (company_id, changed_at) where changed_at is not null;

create table purchasing.open_days (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  days daterange not null,
  changed_at timestamptz not null,
  primary key (company_id, supplier_invoice_id),
  foreign key (company_id, supplier_invoice_id) references purchasing.supplier_invoice (company_id, id) on delete cascade
);
create index open_days_by_day on purchasing.open_days using gist (company_id, days) where not isempty(days);
create index open_days_by_change on purchasing.open_days (company_id, changed_at) where changed_at is not null;

-- What of sales is open on which days.

-- The days on which something of a published invoice is open or unbooked, by all that is kept of it.
create function pg_temp.days_of_invoice(i sales.invoice)
returns table (days daterange, changed_at timestamptz) language sql stable as $$
  select daterange(
      least(i.date, m.first_day, n.first_day, a.first_day, e.date),
      case
        when i.recorded_at is null or m.is_unrecorded or n.is_unrecorded or m.advance <> 0
          or i.total_base_ore - i.credited_base_ore - m.lowered - i.reduction_base_ore <> 0
          or i.reduction_base_ore <> a.paid then null
        else greatest(i.date, m.last_day, n.last_day, a.last_day, e.date) end),
    greatest(i.modified_at, i.published_at, m.changed_at, n.changed_at, a.changed_at)
  from (
    select min(p.date) as first_day, max(p.date) as last_day, coalesce(sum(p.lowered), 0) as lowered,
      coalesce(sum(p.advance), 0) as advance, coalesce(bool_or(p.recorded_at is null), false) as is_unrecorded,
      max(greatest(p.created_at, p.recorded_at)) as changed_at
    from (
      select p.date, coalesce(p.claim_base_ore, p.sum_base_ore) as lowered, p.advance_base_ore as advance,
        p.created_at, p.recorded_at
      from sales.payment p where p.company_id = i.company_id and p.invoice_id = i.id
      union all
      select s.date, coalesce(s.claim_base_ore, s.sum_base_ore), s.advance_base_ore, s.created_at, s.recorded_at
      from sales.settlement s where s.company_id = i.company_id and s.invoice_id = i.id
    ) p
  ) m
  cross join (
    select min(c.date) as first_day, max(greatest(c.date, ce.date)) as last_day,
      coalesce(bool_or(c.recorded_at is null), false) as is_unrecorded, max(c.modified_at) as changed_at
    from sales.invoice c
    left join ledger.journal_entry ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null
  ) n
  cross join (
    select min(r.date) as first_day, max(r.date) as last_day, max(r.created_at) as changed_at,
      coalesce(sum(r.ore) filter (where r.kind = 'paid'), 0) as paid
    from sales.tax_reduction_answer r where r.company_id = i.company_id and r.invoice_id = i.id
  ) a
  left join ledger.journal_entry e on e.company_id = i.company_id and e.id = i.journal_entry_id
$$;

create function sales.open_with_document() returns trigger language plpgsql as $$
begin
  perform sales.keep_open_days(new.company_id, coalesce(new.credits_id, new.id));
  return null;
end $$;

create function sales.open_with_money() returns trigger language plpgsql as $$
begin
  perform sales.keep_open_days(new.company_id, new.invoice_id);
  return null;
end $$;

create trigger open_with_publication after insert on sales.invoice
for each row when (new.published_at is not null) execute function sales.open_with_document();
create trigger open_with_change after update of published_at, recorded_at, journal_entry_id, paid_base_ore,
  settled_base_ore, credited_base_ore, reduction_base_ore on sales.invoice
for each row when (new.published_at is not null) execute function sales.open_with_document();
create trigger open_with_recording after update of recorded_at on sales.payment
for each row execute function sales.open_with_money();
create trigger open_with_recording after update of recorded_at on sales.settlement
for each row execute function sales.open_with_money();
create trigger open_with_answer after insert on sales.tax_reduction_answer
for each row execute function sales.open_with_money();

insert into sales.open_days (company_id, invoice_id, days, changed_at)
select i.company_id, i.id, d.days, d.changed_at
from sales.invoice i cross join lateral pg_temp.days_of_invoice(i) d
where i.kind = 'invoice' and i.published_at is not null;

-- What of purchases is open on which days.

-- The days on which something of a supplier invoice is open or unbooked, by all that is kept of it.
create function pg_temp.days_of_supplier_invoice(i purchasing.supplier_invoice)
returns table (days daterange, changed_at timestamptz) language sql stable as $$
  select daterange(
      least(i.invoice_date, p.first_day, e.date),
      case when i.recorded_at is null or i.paid_ore <> i.total_ore then null
        else greatest(i.invoice_date, p.last_day, e.date) end),
    greatest(i.modified_at, p.changed_at)
  from (
    select min(p.date) as first_day, max(p.date) as last_day, max(p.created_at) as changed_at
    from purchasing.payment p where p.company_id = i.company_id and p.supplier_invoice_id = i.id
  ) p
  left join ledger.journal_entry e on e.company_id = i.company_id and e.id = i.journal_entry_id
$$;

create function purchasing.keep_open_days() returns trigger language plpgsql as $$
begin
  insert into purchasing.open_days as o (company_id, supplier_invoice_id, days, changed_at)
  select new.company_id, new.id, d.days, d.changed_at from purchasing.days_of_supplier_invoice(new) d
  on conflict (company_id, supplier_invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at
  where (o.days, o.changed_at) is distinct from (excluded.days, excluded.changed_at);
  return null;
end $$;

create trigger open_with_change after insert or update on purchasing.supplier_invoice
for each row execute function purchasing.keep_open_days();

insert into purchasing.open_days (company_id, supplier_invoice_id, days, changed_at)
select i.company_id, i.id, d.days, d.changed_at
from purchasing.supplier_invoice i cross join lateral pg_temp.days_of_supplier_invoice(i) d;
