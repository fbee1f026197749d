-- The open days of purchases.

-- The days on which a supplier invoice is open or unbooked, from all of its data.
create or replace function purchasing.days_of_supplier_invoice(i purchasing.supplier_invoice)
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
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
$$;

create or replace function purchasing.keep_open_days() returns trigger language plpgsql as $$
begin
  insert into purchasing.open_days as o (company_id, supplier_invoice_id, days, changed_at)
  select new.company_id, new.id, d.days, d.changed_at from purchasing.days_of_supplier_invoice(new) d
  on conflict (company_id, supplier_invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at
  where (o.days, o.changed_at) is distinct from (excluded.days, excluded.changed_at);
  return null;
end $$;

-- Debts to suppliers on the day `p_day`, as known at `p_moment` (entries up to the registration number
-- `p_registration`), for each supplier invoice that is open then, or whose bookings differ from that. Amounts are öre
-- in SEK, of the debt as booked; those in the invoice's own currency are `total_ore` and `rest_currency_ore`.
-- `booked_ore` is what its entries leave on the account of the debt.
create or replace function purchasing.debts_on(
  p_company_id uuid, p_day date, p_moment timestamptz, p_registration bigint, p_supplier_id uuid
) returns table (
  id uuid, party_id uuid, party_name text, number text, date date, due_date date, currency text, total_ore bigint,
  rest_currency_ore bigint, amount_ore bigint, paid_ore bigint, rest_ore bigint, account integer, booked_ore bigint
) language sql stable as $$
  select i.id, i.supplier_id, s.name, i.invoice_number, i.invoice_date, i.due_date, i.currency, i.total_ore,
    (x.total - p.paid_currency)::bigint, x.amount, p.paid::bigint, (x.amount - p.paid)::bigint, i.payable_account,
    (case when b.is_booked then i.total_base_ore - p.paid_known else -p.paid_later end)::bigint
  from (
    select o.supplier_invoice_id from purchasing.open_days o
    where o.company_id = p_company_id and o.days @> p_day and not isempty(o.days)
    union
    select o.supplier_invoice_id from purchasing.open_days o
    where o.company_id = p_company_id and o.changed_at > p_moment
  ) o
  cross join lateral (
    select * from purchasing.supplier_invoice i where i.company_id = p_company_id and i.id = o.supplier_invoice_id
      and i.created_at <= p_moment and (p_supplier_id is null or i.supplier_id = p_supplier_id) offset 0
  ) i
  join purchasing.supplier s on s.company_id = i.company_id and s.id = i.supplier_id
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
  cross join lateral (
    select coalesce(e.date <= p_day and e.registration <= p_registration, false) as is_booked
  ) b
  cross join lateral (
    select coalesce(sum(p.ore), 0) as paid_currency, coalesce(sum(p.claim_base_ore), 0) as paid,
      coalesce(sum(p.claim_base_ore) filter (where pe.registration <= p_registration), 0) as paid_known,
      -- Before its day the debt is not in the books, but payments on it may be.
      coalesce(sum(p.claim_base_ore) filter (
        where pe.registration <= p_registration and pe.registration > e.registration), 0) as paid_later
    from purchasing.payment p
    join ledger.journal_entry_view pe on pe.company_id = p.company_id and pe.id = p.journal_entry_id
    where p.company_id = i.company_id and p.supplier_invoice_id = i.id and p.date <= p_day and p.created_at <= p_moment
  ) p
  cross join lateral (
    select case when i.invoice_date <= p_day then i.total_base_ore else 0 end as amount,
      case when i.invoice_date <= p_day then i.total_ore else 0 end as total
  ) x
$$;

-- Advances to suppliers with anything left on the day `p_day`, as known at `p_moment`: in their currency, and in öre of
-- the accounting currency as they were paid. Of an invoice for an advance, what is paid of it then.
create or replace function purchasing.advances_on(
  p_company_id uuid, p_day date, p_moment timestamptz, p_supplier_id uuid
) returns table (
  id uuid, party_id uuid, party_name text, number text, date date, currency text, total_ore bigint,
  rest_currency_ore bigint, amount_ore bigint, rest_ore bigint, account integer
) language sql stable as $$
  select a.id, a.supplier_id, s.name, coalesce(i.invoice_number, a.description), a.date, a.currency, a.ore,
    r.currency_ore, a.base_ore, r.ore, a.account
  from purchasing.advance a
  join purchasing.supplier s on s.company_id = a.company_id and s.id = a.supplier_id
  left join purchasing.supplier_invoice i on i.company_id = a.company_id and i.id = a.supplier_invoice_id
  cross join lateral (
    select coalesce(sum(u.ore), 0)::bigint as ore, coalesce(sum(u.base_ore), 0)::bigint as base
    from purchasing.advance_use u
    where u.company_id = a.company_id and u.advance_id = a.id and u.date <= p_day and u.created_at <= p_moment
  ) u
  cross join lateral (
    select case when a.supplier_invoice_id is null then a.ore else coalesce((
      select sum(p.ore) from purchasing.payment p
      where p.company_id = a.company_id and p.supplier_invoice_id = a.supplier_invoice_id and p.date <= p_day
        and p.created_at <= p_moment), 0) end as ore
  ) p
  cross join lateral (
    select (p.ore - u.ore)::bigint as currency_ore, (round(a.base_ore * p.ore / a.ore) - u.base)::bigint as ore
  ) r
  where a.company_id = p_company_id and a.date <= p_day and a.created_at <= p_moment
    and (p_supplier_id is null or a.supplier_id = p_supplier_id) and (r.currency_ore <> 0 or r.ore <> 0)
$$;
