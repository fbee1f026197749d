-- How many rows a company has in its long lists: counted as they are written, in the same transaction.
create table platform.row_count (
  company_id uuid not null,
  list text not null,
  id uuid not null,
  -- What was added, or removed where it is below zero; the sum is how many there are.
  rows bigint not null,
  primary key (company_id, list, id)
);

create function platform.sum_counts(p_company_id uuid, p_list text) returns void language plpgsql as $$
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

create function platform.add_count(p_company_id uuid, p_list text, p_rows bigint) returns void
language plpgsql as $$
begin
  insert into platform.row_count (company_id, list, id, rows) values (p_company_id, p_list, gen_random_uuid(), p_rows);
  if random() < 1.0 / 64 then
    perform platform.sum_counts(p_company_id, p_list);
  end if;
end $$;

create function platform.count_rows() returns trigger language plpgsql as $$
begin
  perform platform.add_count(c.company_id, tg_argv[0], case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, count(*) as rows from changed r group by r.company_id) c;
  return null;
end $$;

create function sales.count_documents() returns trigger language plpgsql as $$
begin
  perform platform.add_count(c.company_id, c.kind, case tg_op when 'DELETE' then -c.rows else c.rows end)
  from (select r.company_id, r.kind, count(*) as rows from changed r group by r.company_id, r.kind) c;
  return null;
end $$;

create trigger counted_when_added after insert on sales.invoice
  referencing new table as changed for each statement execute function sales.count_documents();
create trigger counted_when_removed after delete on sales.invoice
  referencing old table as changed for each statement execute function sales.count_documents();

create trigger counted_when_added after insert on sales.customer
  referencing new table as changed for each statement execute function platform.count_rows('customer');
create trigger counted_when_removed after delete on sales.customer
  referencing old table as changed for each statement execute function platform.count_rows('customer');

create trigger counted_when_added after insert on sales.item
  referencing new table as changed for each statement execute function platform.count_rows('item');
create trigger counted_when_removed after delete on sales.item
  referencing old table as changed for each statement execute function platform.count_rows('item');

create trigger counted_when_added after insert on purchasing.supplier
  referencing new table as changed for each statement execute function platform.count_rows('supplier');
create trigger counted_when_removed after delete on purchasing.supplier
  referencing old table as changed for each statement execute function platform.count_rows('supplier');

create trigger counted_when_added after insert on purchasing.supplier_invoice
  referencing new table as changed for each statement execute function platform.count_rows('supplierInvoice');
create trigger counted_when_removed after delete on purchasing.supplier_invoice
  referencing old table as changed for each statement execute function platform.count_rows('supplierInvoice');

-- Rows of uploads stay when they are deleted: the trigger that drops their file counts that.
create trigger counted_when_added after insert on documents.upload
  referencing new table as changed for each statement execute function platform.count_rows('upload');

insert into platform.row_count (company_id, list, id, rows)
select company_id, kind, gen_random_uuid(), count(*) from sales.invoice group by company_id, kind
union all select company_id, 'customer', gen_random_uuid(), count(*) from sales.customer group by company_id
union all select company_id, 'item', gen_random_uuid(), count(*) from sales.item group by company_id
union all select company_id, 'supplier', gen_random_uuid(), count(*) from purchasing.supplier group by company_id
union all
select company_id, 'supplierInvoice', gen_random_uuid(), count(*) from purchasing.supplier_invoice group by company_id
union all
select company_id, 'upload', gen_random_uuid(), count(*) from documents.upload where deleted_at is null
group by company_id;
