-- An invoice that is credited as a whole before anything of it is paid or booked is open until the day of its credit
-- notes: the cash method asks nobody to record either, so that its days had no end.
update sales.open_days o set days = daterange(lower(o.days), credited.until)
from (
  select i.company_id, i.id, greatest(i.date, m.last_day, n.last_day, a.last_day) as until
  from sales.invoice i
  join (
    select c.company_id, c.credits_id, max(greatest(c.date, ce.date)) as last_day,
      sum(c.total_base_ore) filter (where c.journal_entry_id is null) as unbooked
    from sales.invoice c
    left join ledger.journal_entry ce on ce.company_id = c.company_id and ce.id = c.journal_entry_id
    where c.credits_id is not null and c.published_at is not null
    group by c.company_id, c.credits_id
  ) n on n.company_id = i.company_id and n.credits_id = i.id
  left join (
    select p.company_id, p.invoice_id, max(p.date) as last_day, sum(p.lowered) as lowered, sum(p.advance) as advance,
      bool_or(p.recorded_at is null) as is_unrecorded
    from (
      select p.company_id, p.invoice_id, p.date, coalesce(p.claim_base_ore, p.sum_base_ore) as lowered,
        p.advance_base_ore as advance, p.recorded_at
      from sales.payment p
      union all
      select t.company_id, t.invoice_id, t.date, coalesce(t.claim_base_ore, t.sum_base_ore), t.advance_base_ore,
        t.recorded_at
      from sales.settlement t
    ) p group by p.company_id, p.invoice_id
  ) m on m.company_id = i.company_id and m.invoice_id = i.id
  left join (
    select r.company_id, r.invoice_id, max(r.date) as last_day, sum(r.ore) filter (where r.kind = 'paid') as paid
    from sales.tax_reduction_answer r group by r.company_id, r.invoice_id
  ) a on a.company_id = i.company_id and a.invoice_id = i.id
  where i.kind = 'invoice' and i.published_at is not null and i.journal_entry_id is null
    and not exists (select from sales.income_share h where h.company_id = i.company_id and h.invoice_id = i.id)
    and n.unbooked <> 0 and i.total_base_ore = n.unbooked
    and not coalesce(m.is_unrecorded, false) and coalesce(m.advance, 0) = 0
    and i.total_base_ore - i.credited_base_ore - coalesce(m.lowered, 0) - i.reduction_base_ore = 0
    and i.reduction_base_ore = coalesce(a.paid, 0)
) credited
where credited.company_id = o.company_id and credited.id = o.invoice_id and upper_inf(o.days);
