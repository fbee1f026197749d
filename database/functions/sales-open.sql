-- The open days of sales.

-- The days on which a published invoice is open or unbooked, from all of its data. One of the cash method is booked by
-- its payments, even if it is never recorded, and so are its credit notes. One that is completely credited before any
-- payment or booking is never sold: it ends with its credit notes.
create or replace function sales.days_of_invoice(i sales.invoice)
returns table (days daterange, changed_at timestamptz) language sql stable as $$
  select daterange(
      least(i.date, m.first_day, n.first_day, a.first_day, e.date),
      case
        when (i.recorded_at is null or n.is_unrecorded)
            and not coalesce(i.journal_entry_id is null
              and coalesce(s.ore, case when n.unbooked <> 0 then 0 end) = i.total_base_ore - n.unbooked, false)
          or m.is_unrecorded or m.advance <> 0
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
      coalesce(bool_or(c.recorded_at is null), false) as is_unrecorded, max(c.modified_at) as changed_at,
      coalesce(sum(c.total_base_ore) filter (where c.journal_entry_id is null), 0) as unbooked
    from sales.invoice c
    left join ledger.journal_entry_view ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null
  ) n
  cross join (
    select min(r.date) as first_day, max(r.date) as last_day, max(r.created_at) as changed_at,
      coalesce(sum(r.ore) filter (where r.kind = 'paid'), 0) as paid
    from sales.tax_reduction_answer r where r.company_id = i.company_id and r.invoice_id = i.id
  ) a
  cross join (
    select sum(h.ore) as ore from sales.income_share h where h.company_id = i.company_id and h.invoice_id = i.id
  ) s
  left join ledger.journal_entry_view e on e.company_id = i.company_id and e.id = i.journal_entry_id
$$;

-- The last day of events of an invoice of the cash method, once all of it has been paid or credited, and settled to the
-- öre; null before. Such invoices and their credit notes need not be recorded.
create or replace function sales.sold_until(i sales.invoice) returns date language sql stable as $$
  select greatest(i.date, s.last_day, m.last_day, n.last_day, a.last_day)
  from (
    select max(s.date) as last_day, coalesce(sum(s.ore), 0) as ore
    from sales.income_share s where s.company_id = i.company_id and s.invoice_id = i.id
  ) s
  cross join (
    select max(p.date) as last_day, coalesce(sum(p.lowered), 0) as lowered, coalesce(sum(p.advance), 0) as advance,
      coalesce(bool_or(p.recorded_at is null), false) as is_unrecorded
    from (
      select p.date, p.claim_base_ore as lowered, p.advance_base_ore as advance, p.recorded_at
      from sales.payment p where p.company_id = i.company_id and p.invoice_id = i.id
      union all
      select t.date, t.claim_base_ore, t.advance_base_ore, t.recorded_at
      from sales.settlement t where t.company_id = i.company_id and t.invoice_id = i.id
    ) p
  ) m
  cross join (
    select max(greatest(c.date, ce.date)) as last_day,
      coalesce(sum(c.total_base_ore) filter (where c.journal_entry_id is null), 0) as unbooked
    from sales.invoice c
    left join ledger.journal_entry_view ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.company_id = i.company_id and c.credits_id = i.id and c.published_at is not null
  ) n
  cross join (
    select max(r.date) as last_day, coalesce(sum(r.ore) filter (where r.kind = 'paid'), 0) as paid
    from sales.tax_reduction_answer r where r.company_id = i.company_id and r.invoice_id = i.id
  ) a
  where i.kind = 'invoice' and i.published_at is not null and i.journal_entry_id is null
    and not m.is_unrecorded and m.advance = 0 and i.total_base_ore = s.ore + n.unbooked
    and i.total_base_ore - i.credited_base_ore - m.lowered - i.reduction_base_ore = 0 and i.reduction_base_ore = a.paid
    and exists (
      select from ledger.fiscal_year_view y
      where y.company_id = i.company_id and y.accounting_method = 'cash' and i.date between y.start_date and y.end_date)
$$;

-- In plpgsql, because the plan of the statement is cached: planning takes several times as long as running it.
create or replace function sales.keep_open_days(p_company_id uuid, p_invoice_id uuid) returns void
language plpgsql as $$
begin
  insert into sales.open_days as o (company_id, invoice_id, days, changed_at)
  select i.company_id, i.id, d.days, d.changed_at
  from sales.invoice i cross join lateral sales.days_of_invoice(i) d
  where i.company_id = p_company_id and i.id = p_invoice_id and i.kind = 'invoice' and i.published_at is not null
  on conflict (company_id, invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at
  where (o.days, o.changed_at) is distinct from (excluded.days, excluded.changed_at);
end $$;

create or replace function sales.open_with_document() returns trigger language plpgsql as $$
begin
  -- A draft has no payments, settlements or credit notes: after publication it is open from its date on.
  if tg_op = 'UPDATE' and old.published_at is null and new.recorded_at is null and new.kind = 'invoice' then
    insert into sales.open_days as o (company_id, invoice_id, days, changed_at)
    values (new.company_id, new.id, daterange(new.date, null), greatest(new.modified_at, new.published_at))
    on conflict (company_id, invoice_id) do update set days = excluded.days, changed_at = excluded.changed_at;
    return null;
  end if;
  perform sales.keep_open_days(new.company_id, coalesce(new.credits_id, new.id));
  return null;
end $$;

create or replace function sales.open_with_money() returns trigger language plpgsql as $$
begin
  perform sales.keep_open_days(new.company_id, new.invoice_id);
  return null;
end $$;

-- Claims on customers on the day `p_day`, as known at `p_moment` (entries up to the registration number
-- `p_registration`), for each invoice that is open then, or whose bookings differ from that. Amounts are öre in SEK:
-- the rest is the amount less reduction, credited, paid and settled. `booked_ore` is what its entries leave on the
-- receivable; `authority_booked_ore` is the same for `authority_ore`, the debt of the tax authority.
create or replace function sales.claims_on(
  p_company_id uuid, p_day date, p_moment timestamptz, p_registration bigint, p_customer_id uuid
) returns table (
  id uuid, party_id uuid, party_number text, party_name text, number text, type text, date date, due_date date,
  currency text, total_ore bigint, rest_currency_ore bigint, amount_ore bigint, reduction_ore bigint, credited_ore bigint,
  paid_ore bigint, settled_ore bigint, rest_ore bigint, advance_ore bigint, account integer, booked_ore bigint,
  authority_ore bigint, authority_booked_ore bigint
) language sql stable as $$
  select i.id, i.customer_id, c.customer_number, coalesce(c.name, i.customer_name, ''), i.number::text, i.type, i.date,
    i.due_date, i.currency, i.total_ore,
    (case when z.rest = 0 then 0
      when m.told is null then coalesce(round(z.rest * i.total_ore / nullif(i.total_base_ore, 0)), 0)
      else case when i.date <= p_day then i.total_ore else 0 end - n.credited_ore - m.told
        - coalesce(round((x.reduction + m.untold) * i.total_ore / nullif(i.total_base_ore, 0)), 0) end)::bigint,
    x.amount::bigint,
    x.reduction::bigint, n.credited::bigint, m.paid::bigint, m.settled::bigint, z.rest::bigint, m.advance::bigint,
    i.receivable_account,
    ((case when b.is_booked then i.total_base_ore - r.whole + owed.unbooked else s.customer end)
      + owed.booked - n.claim_booked - m.booked)::bigint,
    (x.reduction - a.paid)::bigint,
    ((case when b.is_booked then r.whole - owed.unbooked else s.authority end)
      - owed.booked - n.reduction_booked - a.paid_booked)::bigint
  from (
    -- For all customers by days, for one customer by that customer's invoices; only one branch is executed.
    select o.invoice_id from sales.open_days o
    where p_customer_id is null and o.company_id = p_company_id and o.days @> p_day and not isempty(o.days)
    union
    select o.invoice_id from sales.open_days o
    where p_customer_id is null and o.company_id = p_company_id and o.changed_at > p_moment
    union
    select i.id from sales.invoice i
    cross join lateral (
      select * from sales.open_days o where o.company_id = p_company_id and o.invoice_id = i.id offset 0
    ) o
    where i.company_id = p_company_id and i.customer_id = p_customer_id
      and (o.days @> p_day or o.changed_at > p_moment)
  ) o
  cross join lateral (
    select * from sales.invoice i where i.company_id = p_company_id and i.id = o.invoice_id
      and i.published_at <= p_moment offset 0
  ) i
  left join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
  cross join lateral (
    select exists (
      select from ledger.journal_entry_view e where e.company_id = i.company_id and e.id = i.journal_entry_id
        and e.date <= p_day and e.registration <= p_registration) as is_booked
  ) b
  cross join lateral (
    select coalesce(sum(p.lowered) filter (where p.date <= p_day and p.is_payment), 0) as paid,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and not p.is_payment), 0) as settled,
      coalesce(sum(p.advance) filter (where p.date <= p_day), 0) as advance,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and p.is_booked), 0) as booked,
      -- What payments told in the currency of the invoice; null if none did.
      sum(p.ore) filter (where p.date <= p_day and p.is_payment) as told,
      coalesce(sum(p.lowered) filter (where p.date <= p_day and p.ore is null), 0) as untold
    from (
      select p.date, true as is_payment, coalesce(p.claim_base_ore, p.sum_base_ore) as lowered, p.ore,
        p.advance_base_ore as advance,
        p.recorded_at <= p_moment and coalesce(e.registration <= p_registration, true) as is_booked
      from sales.payment p
      left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
      where p.company_id = i.company_id and p.invoice_id = i.id and p.created_at <= p_moment
      union all
      select p.date, false, coalesce(p.claim_base_ore, p.sum_base_ore),
        case when p.type = 'currency' and c.settlement_id is not null then 0::bigint end, p.advance_base_ore,
        p.recorded_at <= p_moment and coalesce(e.registration <= p_registration, true)
      from sales.settlement p
      left join sales.payment_charge c on c.company_id = p.company_id and c.settlement_id = p.id
      left join ledger.journal_entry_view e on e.company_id = p.company_id and e.id = p.journal_entry_id
      where p.company_id = i.company_id and p.invoice_id = i.id and p.created_at <= p_moment
    ) p
  ) m
  cross join lateral (
    select coalesce(sum(n.total_base_ore) filter (where n.is_known and n.date <= p_day), 0) as credited,
      coalesce(sum(n.total_ore) filter (where n.is_known and n.date <= p_day), 0) as credited_ore,
      coalesce(sum(n.reduction_base_ore) filter (where n.is_known and n.date <= p_day), 0) as reduction,
      coalesce(sum(n.reduction_base_ore), 0) as reduction_ever,
      coalesce(sum(n.total_base_ore - n.reduction_base_ore) filter (where n.is_booked), 0) as claim_booked,
      coalesce(sum(n.reduction_base_ore) filter (where n.is_booked), 0) as reduction_booked
    from (
      select n.date, n.total_ore, n.total_base_ore, n.reduction_base_ore, n.published_at <= p_moment as is_known,
        e.date <= p_day and e.registration <= p_registration as is_booked
      from sales.invoice n
      left join ledger.journal_entry_view e on e.company_id = n.company_id and e.id = n.journal_entry_id
      where n.company_id = i.company_id and n.credits_id = i.id and n.published_at is not null
    ) n
  ) n
  cross join lateral (
    select coalesce(sum(s.ore) filter (where s.payer = 'customer'), 0) as customer,
      coalesce(sum(s.ore) filter (where s.payer = 'taxAuthority'), 0) as authority
    from sales.income_share s
    left join ledger.journal_entry_view e on e.company_id = s.company_id and e.id = s.journal_entry_id
    where s.company_id = i.company_id and s.invoice_id = i.id and s.date <= p_day
      and coalesce(e.registration <= p_registration, true)
  ) s
  cross join lateral (
    select coalesce((
      select sum(t.deduction_ore) from sales.tax_reduction_person t
      where t.company_id = i.company_id and t.invoice_id = i.id), i.reduction_base_ore + n.reduction_ever) as whole
  ) r
  cross join lateral (
    select coalesce(sum(t.ore) filter (where t.kind = 'refused'), 0) as refused,
      coalesce(sum(t.ore) filter (where t.kind = 'refused' and t.is_booked), 0) as refused_booked,
      coalesce(sum(t.ore) filter (where t.kind = 'paid'), 0) as paid,
      coalesce(sum(t.ore) filter (where t.kind = 'paid' and t.is_booked), 0) as paid_booked
    from (
      select t.kind, t.ore, coalesce(e.registration <= p_registration, false) as is_booked
      from sales.tax_reduction_answer t
      left join ledger.journal_entry_view e on e.company_id = t.company_id and e.id = t.journal_entry_id
      where t.company_id = i.company_id and t.invoice_id = i.id and t.date <= p_day and t.created_at <= p_moment
    ) t
  ) a
  -- The customer owes what the tax authority refused, less what was credited meanwhile.
  cross join lateral (select r.whole - n.reduction_ever - i.reduction_base_ore as ever) most
  cross join lateral (
    select least(a.refused, most.ever) as said, least(a.refused_booked, most.ever) as booked,
      least(a.refused, most.ever) - least(a.refused_booked, most.ever) as unbooked
  ) owed
  cross join lateral (
    select case when i.date <= p_day then i.total_base_ore else 0 end as amount,
      case when i.date <= p_day then r.whole else 0 end - n.reduction - owed.said as reduction
  ) x
  cross join lateral (select x.amount - x.reduction - n.credited - m.paid - m.settled as rest) z
$$;

-- What happened up to the day `p_to` to a customer's invoices that were open on or after `p_from`, as known at
-- `p_moment`: `claim_ore` is the change of the claim, in öre of SEK, and `advance_ore` what was paid beyond it;
-- `told_ore` is the change in the currency of the invoice, where a payment told it. The customer owes what the tax authority refused, less what was credited meanwhile, as in `claims_on`.
create or replace function sales.statement_events(
  p_company_id uuid, p_customer_id uuid, p_from date, p_to date, p_moment timestamptz
) returns table (
  invoice_id uuid, invoice_number text, kind text, type text, id uuid, number text, date date, due_date date,
  currency text, total_ore bigint, total_base_ore bigint, claim_ore bigint, told_ore bigint, advance_ore bigint,
  place integer, at timestamptz
) language sql stable as $$
  with own as (
    select i.* from sales.invoice i
    where i.company_id = p_company_id and i.customer_id = p_customer_id and i.kind = 'invoice'
      and i.published_at <= p_moment
  ), touched as (
    select o.id from own o where o.date between p_from and p_to
    union select n.credits_id from sales.invoice n join own o on o.id = n.credits_id
      where n.company_id = p_company_id and n.published_at <= p_moment and n.date between p_from and p_to
    union select p.invoice_id from sales.payment p join own o on o.id = p.invoice_id
      where p.company_id = p_company_id and p.date between p_from and p_to
    union select s.invoice_id from sales.settlement s join own o on o.id = s.invoice_id
      where s.company_id = p_company_id and s.date between p_from and p_to
    union select a.invoice_id from sales.tax_reduction_answer a join own o on o.id = a.invoice_id
      where a.company_id = p_company_id and a.date between p_from and p_to
  ), reduced as (
    select o.*, r.whole, n.reduction_ever, r.whole - n.reduction_ever - o.reduction_base_ore as most
    from own o join touched t on t.id = o.id
    cross join lateral (
      select coalesce(sum(n.reduction_base_ore), 0)::bigint as reduction_ever from sales.invoice n
      where n.company_id = p_company_id and n.credits_id = o.id and n.published_at is not null
    ) n
    cross join lateral (
      select coalesce((select sum(t.deduction_ore)::bigint from sales.tax_reduction_person t
        where t.company_id = p_company_id and t.invoice_id = o.id), o.reduction_base_ore + n.reduction_ever) as whole
    ) r
  )
  select o.id, o.number::text, v.kind, v.type, v.id, v.number, v.date,
    case when v.kind = 'invoice' then o.due_date end, o.currency, o.total_ore,
    o.total_base_ore, v.claim::bigint, v.told::bigint, v.advance::bigint, v.place,
    v.at
  from reduced o
  cross join lateral (
    select 0 as place, 'invoice' as kind, null as type, o.id, o.number::text as number, o.date, o.published_at as at,
      o.total_base_ore - o.whole as claim, null::bigint as told, 0::bigint as advance
    union all
    select 1, 'creditNote', null, n.id, n.number::text, n.date, n.published_at,
      n.reduction_base_ore - n.total_base_ore, null, 0
    from sales.invoice n
    where n.company_id = p_company_id and n.credits_id = o.id and n.published_at <= p_moment
    union all
    select 2, 'payment', null, p.id, null, p.date, p.created_at, -coalesce(p.claim_base_ore, p.sum_base_ore),
      -p.ore, coalesce(p.advance_base_ore, 0)
    from sales.payment p where p.company_id = p_company_id and p.invoice_id = o.id and p.created_at <= p_moment
    union all
    select 3, 'settlement', s.type, s.id, null, s.date, s.created_at, -coalesce(s.claim_base_ore, s.sum_base_ore),
      case when s.type = 'currency' and c.settlement_id is not null then 0 end, coalesce(s.advance_base_ore, 0)
    from sales.settlement s
    left join sales.payment_charge c on c.company_id = s.company_id and c.settlement_id = s.id
    where s.company_id = p_company_id and s.invoice_id = o.id and s.created_at <= p_moment
    union all
    select 4, 'taxReductionRefused', null, o.id, null, r.date, r.at,
      least(r.so_far, o.most) - least(r.so_far - r.ore, o.most), null, 0
    from (
      select a.date, a.created_at as at, a.ore, sum(a.ore) over (order by a.date, a.created_at, a.id) as so_far
      from sales.tax_reduction_answer a
      where a.company_id = p_company_id and a.invoice_id = o.id and a.kind = 'refused' and a.created_at <= p_moment
    ) r
  ) v
  where v.date <= p_to
$$;
