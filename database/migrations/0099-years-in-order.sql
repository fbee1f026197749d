-- Fiscal years are closed in their order, so that nothing changes any more that a closed one carries on from. Books whose
-- years were closed in another order stay as they are, until these are opened again.

create function ledger.witness_closed_years() returns trigger
language plpgsql set enable_seqscan = off as $$
declare
  wrong record;
begin
  if tg_op = 'INSERT' then
    select c.id, y.id as other into wrong
    from changed c
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or y.closed and y.start_date > c.end_date and not exists (
        select from ledger.fiscal_year b
        where b.company_id = c.company_id and b.opening_stored and b.start_date > c.end_date
          and b.start_date <= y.start_date)
    limit 1;
  else
    select c.id, y.id as other into wrong
    from changed c
    join before o on o.company_id = c.company_id and o.id = c.id and (o.closed_at is null) <> (c.closed_at is null)
    cross join lateral (
      select y.id, y.start_date, y.closed_at is not null as closed from ledger.fiscal_year y
      where y.company_id = c.company_id offset 0
    ) y
    where c.closed_at is not null and not y.closed and y.start_date < c.start_date
      or c.closed_at is null and y.closed and y.start_date > c.start_date
    limit 1;
  end if;
  if found then
    raise exception 'the fiscal year % is out of order with %: years are closed from the first on and opened again '
      'from the last on, and none is added before a closed one that would carry on from it', wrong.id, wrong.other
      using errcode = 'GB011';
  end if;
  return null;
end $$;

-- Where the books are spread over machines, the tables of companies have no triggers themselves: those of their shards
-- are made from what is put down here.
do $$
declare
  place constant text := ' ON ledger.fiscal_year REFERENCING ';
  action constant text := ' FOR EACH STATEMENT EXECUTE FUNCTION ledger.witness_closed_years()';
  made record;
begin
  for made in
    select name, concat('CREATE TRIGGER ', name, moment, place, rows, action) as definition
    from (values
      ('fiscal_years_added_in_order', ' AFTER INSERT', 'NEW TABLE AS changed'),
      ('fiscal_years_closed_in_order', ' AFTER UPDATE', 'OLD TABLE AS before NEW TABLE AS changed')
    ) as t (name, moment, rows)
  loop
    if to_regclass('platform.shard_part') is null then
      execute made.definition;
    else
      execute 'insert into platform.shard_part (table_name, name, kind, definition) values ($1, $2, $3, $4)'
      using 'ledger.fiscal_year', made.name, 'trigger', made.definition;
    end if;
  end loop;
end $$;
