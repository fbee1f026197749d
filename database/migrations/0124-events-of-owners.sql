-- Whose an event is among programs: what a program makes for itself alone, such as a bank payment, is told to no other.
-- Of what was told before this is not known, and no program is told of it.
alter table platform.event add column owner_id uuid;
