-- Editions of the law that the operator has imported between releases: they lie on those of the release, the last one on
-- top, and are never changed or removed. Another edition corrects one.
create table operator.law_edition (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 300),
  checked_on date not null,
  content jsonb not null,
  imported_at timestamptz not null,
  imported_by text not null
);

-- The most that a reminder may cost is dated data: the program judges by the day, the database against absurdity.
alter table reminders.settings drop constraint settings_fee_ore_check;
alter table reminders.settings add constraint settings_fee_ore_check check (fee_ore between 0 and 100000);

-- The reference rate of the second half of 2026 as the central bank has announced it. What the operator has entered stays.
insert into reminders.reference_rate (from_date, hundredths, changed_at) values ('2026-07-01', 200, now())
on conflict (from_date) do nothing;
