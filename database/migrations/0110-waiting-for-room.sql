-- What was made for a date and waits for room among the mails of a day: a job sends it, and nobody has it to do. No
-- check: an earlier version that runs beside this one sends the mail and leaves the column as it is.
alter table recurring.occurrence add column waits_for_room boolean not null default false;
create index occurrence_waiting on recurring.occurrence (company_id, schedule_id, date)
  where waits_for_room and failure is not null and handled_at is null;
update recurring.occurrence set waits_for_room = true
where outcome = 'published' and handled_at is null
  and failure like 'A company sends at most % mails in 24 hours: this one is sent by itself %';
