-- The reference rates that the central bank has announced since those that came with reminders (räntelagen 1975:635, 9 §).
-- What the operator has entered stays.

insert into reminders.reference_rate (from_date, hundredths, changed_at)
values ('2025-01-01', 300, now()), ('2025-07-01', 200, now()), ('2026-01-01', 200, now())
on conflict (from_date) do nothing;
