-- Purchasing: suppliers, what they invoice, and what is paid on it. Amounts ending in _ore are whole öre of the
-- document's currency unless the name says base, which is SEK.
--
--   GB061  a recorded supplier invoice, or what was booked on one, would be changed or removed
--   GB062  a payment would not be for what remains of a recorded and approved supplier invoice

-- What one unit of a currency costs in SEK on a day, as the operator has loaded it.
create table ledger.currency_rate (
  currency text not null check (currency ~ '^[A-Z]{3}$' and currency <> 'SEK'),
  date date not null,
  rate numeric(18, 8) not null check (rate > 0 and rate < 1000000),
  loaded_at timestamptz not null,
  primary key (currency, date)
);

create schema purchasing;

create table purchasing.settings (
  company_id uuid primary key references identity.company,
  -- Whether somebody approves a supplier invoice before it is paid.
  approves boolean not null default false,
  changed_at timestamptz not null
);

create table purchasing.supplier (
  company_id uuid not null references identity.company,
  id uuid not null,
  name text not null check (name <> ''),
  org_number text,
  vat_number text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  address jsonb,
  payment_details jsonb check (
    payment_details is null
    or coalesce(payment_details ->> 'type', '') in ('bankgiro', 'plusgiro', 'transfer', 'internationalPayment')),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  -- What supplier invoices refer to: their currency is the supplier's, which stays while there are any.
  unique (company_id, id, currency)
);

-- total_ore below zero is a supplier's credit note. paid_ore is kept by a trigger on payments.
create table purchasing.supplier_invoice (
  company_id uuid not null references identity.company,
  id uuid not null,
  supplier_id uuid not null,
  invoice_number text,
  invoice_date date not null,
  due_date date not null check (due_date >= invoice_date),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  currency_rate numeric(18, 8) not null check (currency_rate > 0 and currency_rate < 1000000),
  rate_is_manual boolean not null default false,
  total_ore bigint not null check (total_ore <> 0),
  total_base_ore bigint not null,
  paid_ore bigint not null default 0,
  -- Null while somebody has to approve it.
  approved_at timestamptz,
  approved_by text,
  recorded_at timestamptz,
  -- The day that it was recorded on: that of its entry under the accrual method.
  recorded_on date,
  journal_entry_id uuid,
  -- Where the debt stands once it is booked.
  payable_account integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  check (currency <> 'SEK' or currency_rate = 1 and not rate_is_manual and total_base_ore = total_ore),
  foreign key (company_id, supplier_id, currency) references purchasing.supplier (company_id, id, currency),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
-- The same invoice is not there twice, so that it is not paid twice: one number of a supplier in one year. Suppliers may
-- begin anew each year, and credit under the number that they credit.
create unique index supplier_invoice_once on purchasing.supplier_invoice (
  company_id, supplier_id, (upper(regexp_replace(invoice_number, '\s', '', 'g'))), (extract(year from invoice_date)))
  where invoice_number is not null and total_ore > 0;
create index supplier_invoice_of_supplier on purchasing.supplier_invoice (company_id, supplier_id, id);
create index supplier_invoice_unpaid on purchasing.supplier_invoice (company_id, due_date, id) where paid_ore <> total_ore;
create index supplier_invoice_unapproved on purchasing.supplier_invoice (company_id, id) where approved_at is null;

-- A recorded supplier invoice stays. What happens to it later is told by these columns alone, and what they have told
-- once they go on telling. One with payments on it stays too.
create function purchasing.keep_supplier_invoice() returns trigger language plpgsql as $$
declare
  later constant text[] := array['approved_at', 'approved_by', 'recorded_at', 'recorded_on', 'journal_entry_id',
    'payable_account', 'paid_ore', 'modified_at'];
begin
  if tg_op = 'UPDATE' then
    if to_jsonb(new) - later = to_jsonb(old) - later
        and (old.approved_at is null or new.approved_at is not distinct from old.approved_at)
        and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
        and (old.recorded_on is null or new.recorded_on is not distinct from old.recorded_on)
        and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id)
        and (old.payable_account is null or new.payable_account is not distinct from old.payable_account) then
      return new;
    end if;
  end if;
  raise exception 'supplier invoice % is recorded or paid and stays', old.id using errcode = 'GB061';
end $$;
create trigger recorded_supplier_invoices_stay before update or delete on purchasing.supplier_invoice
  for each row when (old.recorded_at is not null or old.paid_ore <> 0)
  execute function purchasing.keep_supplier_invoice();

create function purchasing.refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB061';
end $$;
create trigger supplier_invoices_stay before truncate on purchasing.supplier_invoice
  for each statement execute function purchasing.refuse_emptying();

alter table documents.upload
  add foreign key (company_id, supplier_invoice_id) references purchasing.supplier_invoice;

-- What a supplier invoice is booked as: said when it is recorded. tax_ore is what the invoice charges; where the buyer
-- owes the tax (all treatments but domestic) it charges none.
create table purchasing.supplier_invoice_line (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  position integer not null check (position > 0),
  account integer not null,
  description text,
  net_ore bigint not null check (net_ore <> 0),
  tax_rate smallint not null check (tax_rate in (0, 6, 12, 25)),
  tax_ore bigint not null,
  vat_treatment text not null check (vat_treatment in ('domestic', 'exempt', 'euGoods', 'euServices', 'nonEuServices',
    'domesticGoodsReverseCharge', 'domesticServicesReverseCharge', 'import')),
  primary key (company_id, supplier_invoice_id, position),
  check (vat_treatment = 'domestic' or tax_ore = 0),
  check (vat_treatment = 'domestic' or (vat_treatment = 'exempt') = (tax_rate = 0)),
  foreign key (company_id, supplier_invoice_id) references purchasing.supplier_invoice,
  foreign key (company_id, account) references ledger.account
);

create function purchasing.keep_lines() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from purchasing.supplier_invoice i
      where i.company_id = new.company_id and i.id = new.supplier_invoice_id and i.recorded_at is not null
    ) then
      return new;
    end if;
  end if;
  raise exception 'the lines of a supplier invoice stay as they were recorded' using errcode = 'GB061';
end $$;
create trigger lines_stay before insert or update or delete on purchasing.supplier_invoice_line
  for each row execute function purchasing.keep_lines();
create trigger all_lines_stay before truncate on purchasing.supplier_invoice_line
  for each statement execute function purchasing.refuse_emptying();

-- What was paid on a supplier invoice, booked at once. ore is in the invoice's currency, base_ore what left the account
-- and claim_base_ore what it lowered the debt by as it is booked; below zero they came back. paid_before_ore is what
-- the invoice had been paid before. A payment that was booked before the invoice was, at the end of a year
-- (kontantmetoden), is moved against the debt by the entry moved_entry_id.
create table purchasing.payment (
  company_id uuid not null,
  id uuid not null,
  supplier_invoice_id uuid not null,
  date date not null,
  ore bigint not null check (ore <> 0),
  base_ore bigint not null check (base_ore <> 0 and sign(base_ore) = sign(ore)),
  claim_base_ore bigint not null,
  paid_before_ore bigint not null,
  account integer not null,
  journal_entry_id uuid not null,
  moved_entry_id uuid,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, supplier_invoice_id) references purchasing.supplier_invoice,
  foreign key (company_id, account) references ledger.account,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry,
  foreign key (company_id, moved_entry_id) references ledger.journal_entry
);
create index payment_of_supplier_invoice on purchasing.payment (company_id, supplier_invoice_id, id);

create function purchasing.keep_payments() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.moved_entry_id is null and to_jsonb(new) - 'moved_entry_id' = to_jsonb(old) - 'moved_entry_id' then
      return new;
    end if;
  end if;
  raise exception 'payment % of a supplier invoice is booked and stays', old.id using errcode = 'GB061';
end $$;
create trigger payments_stay before update or delete on purchasing.payment
  for each row execute function purchasing.keep_payments();
create trigger all_payments_stay before truncate on purchasing.payment
  for each statement execute function purchasing.refuse_emptying();

-- What is paid is kept on the invoice: never beyond what it comes to, and one payment after the other.
create function purchasing.add_payment() returns trigger language plpgsql as $$
begin
  update purchasing.supplier_invoice i set paid_ore = paid_ore + new.ore
    where i.company_id = new.company_id and i.id = new.supplier_invoice_id
      and i.recorded_at is not null and i.approved_at is not null and i.paid_ore = new.paid_before_ore
      and i.paid_ore + new.ore between least(i.total_ore, 0) and greatest(i.total_ore, 0);
  if not found then
    raise exception 'payment % is not for what remains of a recorded and approved supplier invoice', new.id
      using errcode = 'GB062';
  end if;
  return null;
end $$;
create trigger payments_add_up after insert on purchasing.payment
  for each row execute function purchasing.add_payment();
