-- What changes the value of a fixed asset beside its depreciation: a write-down (nedskrivning), the reversal of one
-- (återföring), and the disposal of a part. A row counts while nothing reverses its entry. What a part takes with it
-- stands in value_ore, residual_ore and depreciated_ore; written_down_ore is by how much more the asset is written down
-- after it, below zero for a reversal and for what a part takes.

create table assets.value_change (
  company_id uuid not null,
  id uuid not null,
  fixed_asset_id uuid not null,
  kind text not null check (kind in ('writeDown', 'writeDownReversal', 'partDisposal')),
  date date not null,
  value_ore bigint not null check (value_ore >= 0),
  residual_ore bigint not null check (residual_ore between 0 and value_ore),
  depreciated_ore bigint not null check (depreciated_ore >= 0),
  written_down_ore bigint not null,
  price_ore bigint check (price_ore >= 0),
  account integer,
  journal_entry_id uuid not null,
  primary key (company_id, id),
  foreign key (company_id, fixed_asset_id) references assets.fixed_asset (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id),
  foreign key (company_id, account) references ledger.account (company_id, number),
  check (account is not null or written_down_ore = 0),
  check (kind <> 'writeDown' or written_down_ore > 0),
  check (kind <> 'writeDownReversal' or written_down_ore < 0),
  check (kind = 'partDisposal' or (value_ore, residual_ore, depreciated_ore) = (0, 0, 0)),
  check (kind <> 'partDisposal' or value_ore > 0 and written_down_ore <= 0
    and residual_ore + depreciated_ore - written_down_ore <= value_ore),
  check ((kind = 'partDisposal') = (price_ore is not null))
);
create index value_change_by_entry on assets.value_change (company_id, journal_entry_id)
  where journal_entry_id is not null;
create index value_change_of_asset on assets.value_change (company_id, fixed_asset_id, date)
  where fixed_asset_id is not null;

create function assets.witness_value_change() returns trigger language plpgsql as $$ begin return null; end $$;

create trigger value_change_is_right before insert on assets.value_change
for each row execute function assets.witness_value_change();
create trigger value_changes_stay before update or truncate on assets.value_change
for each statement execute function platform.refuse_change();
create trigger value_changes_stay_outside_of_removals before delete on assets.value_change
for each statement execute function ledger.refuse_unless_removing();
create trigger value_changes_go_with_their_year after delete on assets.value_change
referencing old table as gone for each statement execute function ledger.keep_documents('', 'date');
create trigger value_changes_go_with_their_asset after delete on assets.value_change
referencing old table as gone for each statement execute function assets.keep_with_asset();

select platform.witness_table('assets.value_change', 'value change of a fixed asset');
