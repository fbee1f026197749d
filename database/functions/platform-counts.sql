-- Row counts of a company's lists, maintained on every write, so that a page of a list costs the same however long the
-- list is.

-- Records that a list of a company has got, or lost, so many rows. Writers do not wait for each other, because each
-- inserts a new row; about one in 64 sums the existing rows up, so that there are few.
create or replace function platform.add_count(p_company_id uuid, p_list text, p_rows bigint) returns void
language plpgsql as $$
begin
  insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), p_rows);
  if random() < 1.0 / 64 then
    perform platform.sum_counts(p_company_id, p_list);
  end if;
end $$;

-- Combines those rows of a list that no other transaction has locked; their sum stays the same for all readers.
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

-- After a statement that adds or removes rows; the argument is the name of the list.
create or replace function platform.count_rows() returns trigger language plpgsql as $$
begin
  perform platform.add_count(c.company_id, tg_argv[0], case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, count(*) as rows from changed r group by r.company_id) c;
  return null;
end $$;
