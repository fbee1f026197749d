-- The margin scheme (vinstmarginalbeskattning, mervärdesskattelagen 2023:200, 20 kap.): which accounts have the sales and
-- the purchases under it, and the margin of each VAT period as it was worked out and booked. A later calculation of a
-- period takes the place of the one before, and books what differs.

create table vat.margin_account (
  company_id uuid not null references identity.company (id),
  account integer not null,
  -- From this day on what is booked on the account is of this kind, method and rate.
  from_date date not null,
  kind text not null check (kind in ('sales', 'salesAtLoss', 'purchases')),
  method text not null check (method in ('perPeriod', 'perItem')),
  tax_rate integer not null check (tax_rate > 0),
  primary key (company_id, account, from_date)
);

-- What purchases exceeded sales by when the company began here: it lowers the margin of its first calculation.
create table vat.margin_opening (
  company_id uuid not null references identity.company (id),
  tax_rate integer not null check (tax_rate > 0),
  amount_ore bigint not null check (amount_ore > 0),
  primary key (company_id, tax_rate)
);

create table vat.margin (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  start_date date not null,
  end_date date not null,
  -- Sales, purchases, margin, base and tax by method and rate, and the sums of the accounts: amounts in öre.
  margins jsonb not null,
  accounts jsonb not null,
  entry jsonb,
  journal_entry_id uuid,
  registration bigint not null check (registration >= 0),
  made_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id),
  constraint margin_days check (start_date <= end_date),
  constraint margin_entry check ((journal_entry_id is null) = (entry is null))
);
create index margin_of_period on vat.margin (company_id, end_date, start_date) where end_date is not null;
create trigger margins_stay before update or truncate on vat.margin
  for each statement execute function platform.refuse_change();
create trigger margins_stay_outside_of_removals before delete on vat.margin
  for each statement execute function ledger.refuse_unless_removing();
create trigger margins_go_with_their_year after delete on vat.margin
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'end_date', 'journal_entry_id');

select platform.witness_table('vat.margin_account', 'account under the margin scheme'),
  platform.witness_table('vat.margin_opening', 'margin carried in'),
  platform.witness_table('vat.margin', 'margin of a period');
