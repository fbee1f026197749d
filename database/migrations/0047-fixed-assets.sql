-- The register of fixed assets (anläggningsregister): what was acquired, how it is depreciated, and what was booked of
-- that. What was booked stays; a row whose entry was reversed counts no more.

create schema assets;

create table assets.fixed_asset (
  company_id uuid not null references ledger.book (company_id),
  id uuid not null,
  number text not null check (number <> ''),
  name text not null check (platform.is_seen(name)),
  acquired_on date not null,
  value_ore bigint not null check (value_ore > 0),
  residual_ore bigint not null check (residual_ore between 0 and value_ore),
  account integer not null,
  accumulated_account integer,
  expense_account integer,
  months integer check (months between 1 and 1200),
  first_month date check (first_month = date_trunc('month', first_month)),
  depreciated_ore bigint not null default 0 check (depreciated_ore between 0 and value_ore - residual_ore),
  depreciated_through date check (depreciated_through = date_trunc('month', depreciated_through)),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, number),
  foreign key (company_id, account) references ledger.account (company_id, number),
  foreign key (company_id, accumulated_account) references ledger.account (company_id, number),
  foreign key (company_id, expense_account) references ledger.account (company_id, number),
  check (num_nulls(months, first_month, accumulated_account, expense_account) in (0, 4)),
  check (months is not null or depreciated_through is null and depreciated_ore = 0),
  check ((depreciated_ore = 0) = (depreciated_through is null))
);

create table assets.depreciation (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  month date not null check (month = date_trunc('month', month)),
  ore bigint not null check (ore >= 0),
  journal_entry_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, fixed_asset_id) references assets.fixed_asset (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create index depreciation_by_entry on assets.depreciation (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index depreciation_of_asset on assets.depreciation (company_id, fixed_asset_id, month) where month is not null;

create table assets.disposal (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  date date not null,
  price_ore bigint not null check (price_ore >= 0),
  journal_entry_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, fixed_asset_id) references assets.fixed_asset (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create index disposal_by_entry on assets.disposal (company_id, journal_entry_id) where journal_entry_id is not null;
create index disposal_of_asset on assets.disposal (company_id, fixed_asset_id) where fixed_asset_id is not null;

create function assets.keep_asset() returns trigger language plpgsql as $$ begin return null; end $$;
create function assets.witness_depreciation() returns trigger language plpgsql as $$ begin return null; end $$;
create function assets.witness_disposal() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger asset_stays before update or delete on assets.fixed_asset
for each row execute function assets.keep_asset();
create trigger depreciation_is_one before insert on assets.depreciation
for each row execute function assets.witness_depreciation();
create trigger disposal_is_one before insert on assets.disposal
for each row execute function assets.witness_disposal();
create trigger depreciations_stay before update or delete or truncate on assets.depreciation
for each statement execute function platform.refuse_change();
create trigger disposals_stay before update or delete or truncate on assets.disposal
for each statement execute function platform.refuse_change();

select platform.witness_table('assets.fixed_asset', 'fixed asset', '{modified_at}');
select platform.witness_table('assets.depreciation', 'depreciation');
select platform.witness_table('assets.disposal', 'disposal');
