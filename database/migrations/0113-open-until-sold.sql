-- An invoice that is sold as it is paid is open until the day when all of it is paid: its method asks nobody to record
-- it, so that its days had no end, and the ledger of any day since looked at all that had ever been paid. What is left
-- out of the books as a loss is kept after the loss; other shares come with what they are shares of.
-- Where the books are spread over machines, the triggers of shards are made from what is put down.
do $$
declare
  own_name constant text := 'open_with_unbooked_share';
  definition constant text := concat('CREATE TRIGGER ', own_name, ' AFTER INSERT ON sales.income_share FOR EACH ROW ',
    'WHEN ((new.journal_entry_id IS NULL)) EXECUTE FUNCTION sales.open_with_money()');
begin
  if to_regclass('platform.shard_part') is null then
    execute definition;
  else
    execute 'insert into platform.shard_part (table_name, name, kind, definition) values ($1, $2, $3, $4)'
    using 'sales.income_share', own_name, 'trigger', definition;
  end if;
end $$;

update sales.open_days o set days = daterange(lower(o.days), sold.until)
from (
  select i.company_id, i.id, greatest(i.date, m.last_day, n.last_day, a.last_day) as until
  from sales.invoice i
  join (
    select h.company_id, h.invoice_id, sum(h.ore) as ore from sales.income_share h group by h.company_id, h.invoice_id
  ) s on s.company_id = i.company_id and s.invoice_id = i.id
  left join (
    select p.company_id, p.invoice_id, max(p.date) as last_day, sum(p.lowered) as lowered, sum(p.advance) as advance,
      bool_or(p.recorded_at is null) as is_unrecorded
    from (
      select p.company_id, p.invoice_id, p.date, p.claim_base_ore as lowered, p.advance_base_ore as advance,
        p.recorded_at
      from sales.payment p
      union all
      select t.company_id, t.invoice_id, t.date, t.claim_base_ore, t.advance_base_ore, t.recorded_at
      from sales.settlement t
    ) p group by p.company_id, p.invoice_id
  ) m on m.company_id = i.company_id and m.invoice_id = i.id
  left join (
    select c.company_id, c.credits_id, max(greatest(c.date, ce.date)) as last_day,
      sum(c.total_base_ore) filter (where c.journal_entry_id is null) as unbooked
    from sales.invoice c
    left join ledger.journal_entry ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.credits_id is not null and c.published_at is not null
    group by c.company_id, c.credits_id
  ) n on n.company_id = i.company_id and n.credits_id = i.id
  left join (
    select r.company_id, r.invoice_id, max(r.date) as last_day, sum(r.ore) filter (where r.kind = 'paid') as paid
    from sales.tax_reduction_answer r group by r.company_id, r.invoice_id
  ) a on a.company_id = i.company_id and a.invoice_id = i.id
  where i.kind = 'invoice' and i.published_at is not null and i.journal_entry_id is null
    and not coalesce(m.is_unrecorded, false) and coalesce(m.advance, 0) = 0
    and i.total_base_ore = s.ore + coalesce(n.unbooked, 0)
    and i.total_base_ore - i.credited_base_ore - coalesce(m.lowered, 0) - i.reduction_base_ore = 0
    and i.reduction_base_ore = coalesce(a.paid, 0)
) sold
where sold.company_id = o.company_id and sold.id = o.invoice_id and upper_inf(o.days);
