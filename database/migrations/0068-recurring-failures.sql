-- What failed of recurring invoices is to be done until it is tried again with success, or somebody has said that it is
-- dealt with.

alter table recurring.occurrence add column handled_at timestamptz, add check (handled_at is null or failure is not null);
create index occurrence_failed on recurring.occurrence (company_id, schedule_id, date)
  where failure is not null and handled_at is null;
