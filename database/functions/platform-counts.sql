-- How many rows a company has in the lists that are counted as they are written: a page of a list then costs the same
-- however long the list is.

-- Notes that a list of a company got so many rows, or lost them. Whoever writes waits for nobody, since each adds a row
-- of its own; about one in 64 adds up what is there, so that there are few to be summed.
create or replace function platform.add_count(p_company_id uuid, p_list text, p_rows bigint) returns void
language plpgsql as $$
begin
  insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), p_rows);
  if random() < 1.0 / 64 then
    perform platform.sum_counts(p_company_id, p_list);
  end if;
end $$;

-- Makes one row of those of a list that nobody else holds: their sum stays, for whoever reads before and after.
create or replace function platform.sum_counts(p_company_id uuid, p_list text) returns void language plpgsql as $$
declare
  total bigint;
begin
  with held as materialized (
    select c.id from platform.row_count c where c.company_id = p_company_id and c.list = p_list
    for update skip locked
  ), gone as (
    delete from platform.row_count c using held h
    where c.company_id = p_company_id and c.list = p_list and c.id = h.id
    returning c.rows
  )
  select sum(g.rows) into total from gone g;
  if total is not null then
    insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), total);
  end if;
end $$;

-- After a statement that adds or removes rows; the argument names their list.
create or replace function platform.count_rows() returns trigger language plpgsql as $$
begin
  perform platform.add_count(c.company_id, tg_argv[0], case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, count(*) as rows from changed r group by r.company_id) c;
  return null;
end $$;
