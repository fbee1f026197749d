-- A company that was removed: its row says so, and nothing happens in it any more.

alter table identity.company add column removed_at timestamptz;
alter table platform.event_counter add column ended_at timestamptz;
