-- Compensation for late payment between businesses (lag 1981:739, 4 a §), for companies that want to claim it.
alter table reminders.settings add column claims_compensation boolean not null default false;
