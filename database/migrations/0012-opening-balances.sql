-- Opening balances may be corrected, and what stood there before stays: each correction is a revision of its own, which
-- holds all balances of the year. The revision in force is the year's opening_revision; 0 when it has none of its own.
--
--   GB009  opening balances would change in a closed year, on a locked day, or without a revision of their own

alter table ledger.opening_balance add column revision integer not null default 1 check (revision > 0);
alter table ledger.opening_balance drop constraint opening_balance_pkey;
alter table ledger.opening_balance add primary key (company_id, fiscal_year_id, revision, account);

alter table ledger.fiscal_year add column opening_revision integer not null default 0 check (opening_revision >= 0);
update ledger.fiscal_year set opening_revision = 1 where opening_stored;
alter table ledger.fiscal_year drop column opening_stored;
alter table ledger.fiscal_year
  add column opening_stored boolean not null generated always as (opening_revision > 0) stored;

-- Balances come before their revision is in force: one that is in force takes no more.
create function ledger.witness_opening_balances() returns trigger language plpgsql as $$
begin
  perform from (select distinct company_id, fiscal_year_id, revision from added) a
  join ledger.fiscal_year y on y.company_id = a.company_id and y.id = a.fiscal_year_id
  where a.revision <> y.opening_revision + 1;
  if found then
    raise exception 'opening balances come with the next revision of their year' using errcode = 'GB009';
  end if;
  return null;
end $$;
create trigger opening_balances_are_of_the_next_revision after insert on ledger.opening_balance
  referencing new table as added for each statement execute function ledger.witness_opening_balances();

create function ledger.witness_opening_revision() returns trigger language plpgsql as $$
begin
  if new.opening_revision <> old.opening_revision + 1 or old.closed_at is not null
    or exists (select from ledger.book b where b.company_id = new.company_id and b.lock_date >= new.start_date)
  then
    raise exception 'the opening balances of year % stay as they are', new.id using errcode = 'GB009';
  end if;
  return new;
end $$;
create trigger fiscal_year_opens_anew before update on ledger.fiscal_year
  for each row when (old.opening_revision <> new.opening_revision)
  execute function ledger.witness_opening_revision();
