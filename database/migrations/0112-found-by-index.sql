-- A claim goes from one kind and tenant to the next, and takes what is due first of each: what waits behind a limit is
-- stepped over whole, however much it is.
create index job_of_kind on platform.job (tenant_id, kind, due_at, number) where failed_at is null;
drop index platform.job_turn;

-- What programs look up by what stands on a payment, or by what another system knows of somebody. Numbers that are
-- sealed are found by their digests.
create index invoice_by_reference on sales.invoice (company_id, payment_reference) where payment_reference is not null;
create index customer_by_org_number on sales.customer (company_id, org_number) where org_number is not null;
create index customer_by_org_number_digest on sales.customer (company_id, org_number_digest)
  where org_number_digest is not null;
create index customer_by_vat_number on sales.customer (company_id, vat_number) where vat_number is not null;
create index supplier_by_org_number on purchasing.supplier (company_id, org_number) where org_number is not null;
create index supplier_by_org_number_digest on purchasing.supplier (company_id, org_number_digest)
  where org_number_digest is not null;
create index supplier_by_vat_number on purchasing.supplier (company_id, vat_number) where vat_number is not null;
