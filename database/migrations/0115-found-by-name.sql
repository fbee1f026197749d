-- Programs that keep a register of their own look customers and suppliers up by their whole names. Those of one name
-- stand in the order in which lists have them.
create index customer_by_whole_name on sales.customer (company_id, name, id) where name is not null;
create index supplier_by_whole_name on purchasing.supplier (company_id, name, id) where name is not null;
