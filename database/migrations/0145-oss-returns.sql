-- Sales to consumers in other member states under the union scheme (One Stop Shop, mervärdesskattelagen 2023:200, 22
-- kap.): which accounts have the sales of which country and rate, and the quarterly returns as they were made. What
-- changed in a quarter after its return is in a later return, as a correction of that quarter.

create table vat.oss_account (
  company_id uuid not null references identity.company (id),
  account integer not null check (account::text like '3%'),
  -- From this day on what is booked on the account is of this country and rate.
  from_date date not null,
  country text not null check (country ~ '^[A-Z]{2}$' and country <> 'SE'),
  rate_hundredths integer not null check (rate_hundredths between 1 and 5000),
  supply text not null check (supply in ('goods', 'services')),
  primary key (company_id, account, from_date)
);

create table vat.oss_return (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  year integer not null check (year between 2015 and 2199),
  quarter integer not null check (quarter between 1 and 4),
  due_date date not null,
  -- SEK for one euro.
  currency_rate numeric not null check (currency_rate > 0),
  -- Country, rate and supply with base and tax, and tax of earlier quarters by country: amounts in cents.
  lines jsonb not null,
  corrections jsonb not null,
  payable_cents bigint not null check (payable_cents >= 0),
  -- The last registration number that was counted.
  registration bigint not null check (registration >= 0),
  made_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id)
);
create unique index oss_return_of_quarter on vat.oss_return (company_id, year, quarter);
create trigger oss_returns_stay before update or delete or truncate on vat.oss_return
  for each statement execute function platform.refuse_change();

select platform.witness_table('vat.oss_account', 'account of sales under the union scheme'),
  platform.witness_table('vat.oss_return', 'OSS return');
