-- A company may be told that a payment link was used. It is off until somebody switches it on, and the page says so to
-- whoever follows the link, before it tells anybody.
alter table sales.settings add column tells_seen boolean not null default false;
alter table sales.payment_link add column seen_at timestamptz;
