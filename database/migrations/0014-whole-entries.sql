-- How many entries of a statement stay whole because the details that the file has of them do not make them.
alter table banking.statement add column disputed integer not null default 0 check (disputed >= 0);
