-- Names are found by their beginning; the comparison is that of bytes, so that plans without values take the index.
create index customer_by_name on sales.customer (company_id, lower(name) text_pattern_ops) where name is not null;
create index supplier_by_name on purchasing.supplier (company_id, lower(name) text_pattern_ops) where name is not null;
