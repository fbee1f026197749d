-- A claim goes from one kind and tenant to the next, and takes what is due first of each: what waits behind a limit is
-- stepped over whole, however much it is.
create index job_of_kind on platform.job (tenant_id, kind, due_at, number) where failed_at is null;
drop index platform.job_turn;
