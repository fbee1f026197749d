-- Sales: customers, items, invoices, credit notes, what is paid on them, and the tax reduction of household work.
-- Amounts ending in _ore are whole öre: of the document's currency unless the name says base, which is SEK.
--
--   GB041  the content of a published document would be changed or removed
--   GB042  a recorded payment or settlement would be changed or removed
--   GB043  more would be credited than the invoice came to
--   GB044  a document's number would not be the next one of the company

create schema sales;

-- ---------------------------------------------------------------------------------------------------------------------
-- what a company has decided about its sales

create table sales.settings (
  company_id uuid primary key references identity.company,
  vat_number text,
  f_tax boolean not null default false,
  seat text,
  website text,
  bankgiro text,
  plusgiro text,
  iban text,
  bic text,
  payment_terms_days integer not null default 30 check (payment_terms_days between 0 and 365),
  late_interest text,
  rounds_total boolean not null default false,
  logo_digest bytea,
  logo_content_type text,
  changed_at timestamptz not null
);

-- Accounts that differ from the usual ones for a role in automatic entries.
create table sales.account_role (
  company_id uuid not null references ledger.book,
  role text not null,
  account integer not null,
  changed_at timestamptz not null,
  primary key (company_id, role),
  foreign key (company_id, account) references ledger.account
);

-- The next number of a company's documents. Publishing locks the row: invoice numbers have no holes.
create table sales.counter (
  company_id uuid primary key references identity.company,
  next_invoice bigint not null default 1 check (next_invoice > 0)
) with (fillfactor = 50);

-- ---------------------------------------------------------------------------------------------------------------------
-- customers and items

-- The next customer number to be given. Whoever sets a customer's number locks the row. It is a row of its own so that
-- nobody waits here for a document that is being published.
create table sales.customer_counter (
  company_id uuid primary key references identity.company,
  next bigint not null default 1 check (next > 0)
) with (fillfactor = 50);

create table sales.customer (
  company_id uuid not null references identity.company,
  id uuid not null,
  name text not null,
  type text not null check (type in ('company', 'private')),
  customer_number text not null,
  vat_number text,
  org_number text,
  payment_terms text,
  address jsonb,
  language text check (language in ('sv', 'en')),
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  primary key (company_id, id),
  unique (company_id, customer_number)
);

create table sales.contact_detail (
  company_id uuid not null,
  id uuid not null,
  customer_id uuid not null,
  position integer not null,
  name text,
  email text,
  phone text,
  is_default boolean not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references sales.customer on delete cascade
);
create index contact_detail_of_customer on sales.contact_detail (company_id, customer_id, position);
create unique index default_contact_detail on sales.contact_detail (company_id, customer_id) where is_default;

create table sales.item (
  company_id uuid not null references identity.company,
  id uuid not null,
  item_type text not null check (item_type in ('salesItem', 'descriptionOnlyItem')),
  description text not null,
  product_type text check (product_type in ('goods', 'services')),
  unit_type text,
  unit_price numeric(18, 6),
  tax_rate smallint check (tax_rate in (0, 6, 12, 25)),
  account integer,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, account) references ledger.account
);

-- ---------------------------------------------------------------------------------------------------------------------
-- invoices and credit notes: one series of numbers, one life from draft to published

create table sales.invoice (
  company_id uuid not null references identity.company,
  id uuid not null,
  kind text not null check (kind in ('invoice', 'creditNote')),
  type text not null default 'invoice' check (type in ('invoice', 'cashInvoice')),
  credits_id uuid,
  customer_id uuid,
  -- A draft's; publication puts what it says into contact.
  contact_detail_id uuid,
  order_number_reference text,
  project_reference text,
  buyer_reference text,
  contract_reference text,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  currency_rate numeric(18, 6) not null check (currency_rate > 0),
  date date not null,
  due_date date not null,
  delivery_address jsonb,
  metadata jsonb not null default '{}',
  net_ore bigint not null,
  tax_ore bigint not null,
  rounding_ore bigint not null default 0,
  total_ore bigint not null,
  -- total_ore in SEK at the document's rate, and the share of it that the tax authority is asked to pay.
  total_base_ore bigint not null,
  reduction_base_ore bigint not null default 0 check (reduction_base_ore >= 0),
  number bigint,
  payment_reference text,
  published_at timestamptz,
  customer_name text,
  billing_address jsonb,
  contact jsonb,
  recorded_at timestamptz,
  journal_entry_id uuid,
  -- Where the claim stands once it is booked: what pays it is booked there, though the account map was changed since.
  receivable_account integer,
  -- Kept by triggers on payments, settlements and credit notes, in SEK.
  paid_base_ore bigint not null default 0,
  settled_base_ore bigint not null default 0,
  credited_base_ore bigint not null default 0,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  -- The status but for the day: what is published or underPaid is overdue after its due date.
  state text not null generated always as (case
    when published_at is null then 'draft'
    when kind = 'creditNote' then 'published'
    when total_base_ore > 0 and credited_base_ore >= total_base_ore then 'credited'
    when total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore = 0 then 'paid'
    when currency = 'SEK' and (paid_base_ore <> 0 or settled_base_ore <> 0) and abs(
      total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore) < 100 then 'paid'
    when total_base_ore - reduction_base_ore - credited_base_ore - paid_base_ore - settled_base_ore < 0 then 'overPaid'
    when paid_base_ore + settled_base_ore > 0 then 'underPaid'
    else 'published' end) stored,
  primary key (company_id, id),
  unique (company_id, number),
  check ((kind = 'creditNote') = (credits_id is not null)),
  check ((published_at is null) = (number is null)),
  check (case when published_at is null then contact is null else contact_detail_id is null end),
  foreign key (company_id, credits_id) references sales.invoice,
  foreign key (company_id, customer_id) references sales.customer,
  foreign key (company_id, contact_detail_id) references sales.contact_detail
    on delete set null (contact_detail_id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index invoice_of_customer on sales.invoice (company_id, customer_id, id);
create index invoice_of_contact on sales.invoice (company_id, contact_detail_id) where contact_detail_id is not null;
create index invoice_by_kind on sales.invoice (company_id, kind, id);
create index invoice_by_state on sales.invoice (company_id, kind, state, id);
create index invoice_credited_by on sales.invoice (company_id, credits_id) where credits_id is not null;
create index invoice_metadata on sales.invoice using gin (metadata jsonb_path_ops);

-- id stays with a line for as long as the document is a draft; position orders. A credit note's line has the id of the
-- invoice's line that it credits.
create table sales.invoice_line (
  company_id uuid not null,
  invoice_id uuid not null,
  id integer not null check (id > 0),
  position integer not null,
  item_id uuid,
  item_type text not null check (item_type in ('salesItem', 'descriptionOnlyItem')),
  description text not null,
  product_type text check (product_type in ('goods', 'services')),
  unit_type text,
  quantity numeric(18, 6),
  unit_price numeric(18, 6),
  tax_rate smallint check (tax_rate in (0, 6, 12, 25)),
  account integer,
  net_ore bigint not null default 0,
  reduction_type text check (reduction_type in ('rot', 'rut')),
  job_type text,
  check (item_type = 'descriptionOnlyItem' or num_nulls(product_type, unit_type, quantity, unit_price, tax_rate) = 0),
  primary key (company_id, invoice_id, id),
  foreign key (company_id, invoice_id) references sales.invoice on delete cascade,
  foreign key (company_id, item_id) references sales.item,
  foreign key (company_id, account) references ledger.account
);
create index invoice_line_of_item on sales.invoice_line (company_id, item_id) where item_id is not null;

create table sales.attachment (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  file_name text not null,
  content_type text not null,
  size integer not null,
  digest bytea not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, invoice_id) references sales.invoice on delete cascade
);
create index attachment_of_invoice on sales.attachment (company_id, invoice_id, id);

-- Files of attachments that were removed, with their draft or alone: they are deleted when no other attachment has the
-- same bytes.
create table sales.dropped_file (
  company_id uuid not null,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);

create function sales.drop_file() returns trigger language plpgsql as $$
begin
  insert into sales.dropped_file (company_id, digest) values (old.company_id, old.digest) on conflict do nothing;
  return null;
end $$;
create trigger attachment_drops_file after delete on sales.attachment
  for each row execute function sales.drop_file();

-- A published document keeps its content. What happens to it later is told by these columns alone; what is recorded
-- stays recorded.
create function sales.keep_published() returns trigger language plpgsql as $$
declare
  later constant text[] := array['recorded_at', 'journal_entry_id', 'receivable_account', 'reduction_base_ore',
    'paid_base_ore', 'settled_base_ore', 'credited_base_ore', 'modified_at', 'state'];
  is_same boolean;
begin
  if tg_op = 'UPDATE' then
    is_same := to_jsonb(new) - later = to_jsonb(old) - later
      and (old.recorded_at is null or new.recorded_at is not distinct from old.recorded_at)
      and (old.journal_entry_id is null or new.journal_entry_id is not distinct from old.journal_entry_id);
    if is_same then
      return new;
    end if;
  end if;
  raise exception 'document % is published and keeps its content', old.id using errcode = 'GB041';
end $$;
create trigger published_stays before update or delete on sales.invoice
  for each row when (old.published_at is not null) execute function sales.keep_published();

create function sales.keep_published_part() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and exists (
      select from sales.invoice i
      where i.company_id = old.company_id and i.id = old.invoice_id and i.published_at is not null)
    or tg_op <> 'DELETE' and exists (
      select from sales.invoice i
      where i.company_id = new.company_id and i.id = new.invoice_id and i.published_at is not null)
  then
    raise exception 'a published document keeps its content' using errcode = 'GB041';
  end if;
  return null;
end $$;
create trigger published_lines_stay after insert or update or delete on sales.invoice_line
  for each row execute function sales.keep_published_part();
create trigger published_attachments_stay after insert or update or delete on sales.attachment
  for each row execute function sales.keep_published_part();

create function sales.refuse_emptying() returns trigger language plpgsql as $$
begin
  raise exception 'rows of %.% are never removed all at once', tg_table_schema, tg_table_name using errcode = 'GB041';
end $$;
create trigger documents_stay before truncate on sales.invoice
  for each statement execute function sales.refuse_emptying();
create trigger document_lines_stay before truncate on sales.invoice_line
  for each statement execute function sales.refuse_emptying();
create trigger document_attachments_stay before truncate on sales.attachment
  for each statement execute function sales.refuse_emptying();

-- Numbers follow each other: the first of a company may be any, since it may have sent invoices before it came here.
create function sales.witness_number() returns trigger language plpgsql as $$
declare
  last bigint;
begin
  select max(i.number) into last from sales.invoice i where i.company_id = new.company_id and i.id <> new.id;
  if new.number <> last + 1 then
    raise exception 'number % does not follow %', new.number, last using errcode = 'GB044';
  end if;
  return new;
end $$;
create trigger numbers_follow before insert or update of number on sales.invoice
  for each row when (new.number is not null) execute function sales.witness_number();

-- What published credit notes credit is kept on the invoice, and is never more than the invoice came to.
create function sales.keep_credited() returns trigger language plpgsql as $$
declare
  credited bigint;
begin
  select coalesce(sum(n.total_base_ore), 0) into credited from sales.invoice n
    where n.company_id = new.company_id and n.credits_id = new.credits_id and n.published_at is not null;
  update sales.invoice i set credited_base_ore = credited
    where i.company_id = new.company_id and i.id = new.credits_id and i.kind = 'invoice'
      and i.published_at is not null and i.currency = new.currency and i.total_base_ore >= credited;
  if not found then
    raise exception 'credit note % would make it % that is credited of invoice %', new.id, credited, new.credits_id
      using errcode = 'GB043';
  end if;
  return null;
end $$;
create trigger credit_counts after insert or update of published_at on sales.invoice
  for each row when (new.kind = 'creditNote' and new.published_at is not null) execute function sales.keep_credited();

-- What a published document looks like: its content as it was then, and the PDF that was made of it once. The PDF is
-- kept among the files under the digest of the kept bytes. When it shows personal numbers these are sealed, with a key
-- of their own that pdf_key has, itself sealed with the installation's key. pdf_size is that of the PDF in clear.
create table sales.paper (
  company_id uuid not null,
  invoice_id uuid not null,
  content jsonb not null,
  pdf_digest bytea not null,
  pdf_size integer not null,
  pdf_key bytea,
  made_at timestamptz not null,
  primary key (company_id, invoice_id),
  foreign key (company_id, invoice_id) references sales.invoice
);

-- A paper stays as it was sent. Only the key of a sealed one is sealed anew, when the installation takes a new key.
create function sales.keep_paper() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'pdf_key' = to_jsonb(old) - 'pdf_key'
      and (new.pdf_key is null) = (old.pdf_key is null) then
    return new;
  end if;
  raise exception 'the paper of document % stays as it was sent', old.invoice_id using errcode = 'GB041';
end $$;
create trigger paper_stays before update or delete on sales.paper
  for each row execute function sales.keep_paper();
create trigger papers_stay before truncate on sales.paper
  for each statement execute function sales.refuse_emptying();

-- ---------------------------------------------------------------------------------------------------------------------
-- what is paid and settled on an invoice

-- Once recorded, a payment or settlement stays. Its sum is then: what it lowered the claim on the customer by, what was
-- paid in advance beyond that, and a rounding of less than a krona.
create table sales.payment (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  date date not null,
  sum_base_ore bigint not null check (sum_base_ore <> 0),
  account integer not null,
  recorded_at timestamptz,
  journal_entry_id uuid,
  claim_base_ore bigint,
  advance_base_ore bigint,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((recorded_at is null) = (claim_base_ore is null) and (recorded_at is null) = (advance_base_ore is null)),
  foreign key (company_id, invoice_id) references sales.invoice,
  foreign key (company_id, account) references ledger.account,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index payment_of_invoice on sales.payment (company_id, invoice_id, id);

create table sales.settlement (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  type text not null check (type in ('currency', 'bankFee', 'badDebt', 'balanceAdjustment', 'paymentServiceFee')),
  date date not null,
  sum_base_ore bigint not null check (sum_base_ore <> 0),
  vat_scheme text check (vat_scheme in ('domestic', 'eu', 'nonEu', 'vatExempt')),
  recorded_at timestamptz,
  journal_entry_id uuid,
  claim_base_ore bigint,
  advance_base_ore bigint,
  created_by_kind text not null,
  created_by_id uuid not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  check ((type = 'paymentServiceFee') = (vat_scheme is not null)),
  check ((recorded_at is null) = (claim_base_ore is null) and (recorded_at is null) = (advance_base_ore is null)),
  foreign key (company_id, invoice_id) references sales.invoice,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index settlement_of_invoice on sales.settlement (company_id, invoice_id, id);

create function sales.keep_recorded() returns trigger language plpgsql as $$
declare
  recording constant text[] := array['recorded_at', 'journal_entry_id', 'claim_base_ore', 'advance_base_ore'];
begin
  if old.recorded_at is not null then
    raise exception '% % is recorded and stays', tg_table_name, old.id using errcode = 'GB042';
  end if;
  if tg_op = 'DELETE' then
    return old;
  end if;
  if to_jsonb(new) - recording <> to_jsonb(old) - recording then
    raise exception '% % may be recorded or removed, not changed', tg_table_name, old.id using errcode = 'GB042';
  end if;
  return new;
end $$;
create trigger recorded_payments_stay before update or delete on sales.payment
  for each row execute function sales.keep_recorded();
create trigger recorded_settlements_stay before update or delete on sales.settlement
  for each row execute function sales.keep_recorded();
create trigger payments_stay before truncate on sales.payment
  for each statement execute function sales.refuse_emptying();
create trigger settlements_stay before truncate on sales.settlement
  for each statement execute function sales.refuse_emptying();

-- What is paid and settled on an invoice is kept beside it, so that its status is read without adding up.
create function sales.add_payment() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set paid_base_ore = paid_base_ore + new.sum_base_ore
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set paid_base_ore = paid_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
  end if;
  return null;
end $$;
create trigger payments_add_up after insert or delete on sales.payment
  for each row execute function sales.add_payment();

create function sales.add_settlement() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update sales.invoice set settled_base_ore = settled_base_ore + new.sum_base_ore
    where company_id = new.company_id and id = new.invoice_id;
  else
    update sales.invoice set settled_base_ore = settled_base_ore - old.sum_base_ore
    where company_id = old.company_id and id = old.invoice_id;
  end if;
  return null;
end $$;
create trigger settlements_add_up after insert or delete on sales.settlement
  for each row execute function sales.add_settlement();

-- What of an invoice's income and tax is booked as it is paid (kontantmetoden): the part of the invoice, and how much of
-- it a payment or settlement (source_id) made up. Without an entry where a loss leaves it unbooked.
create table sales.income_share (
  company_id uuid not null,
  invoice_id uuid not null,
  source_id uuid not null,
  part text not null,
  payer text not null check (payer in ('customer', 'taxAuthority')),
  date date not null,
  ore bigint not null,
  journal_entry_id uuid,
  primary key (company_id, invoice_id, source_id, part),
  foreign key (company_id, invoice_id) references sales.invoice,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create trigger income_shares_stay before update or delete or truncate on sales.income_share
  for each statement execute function platform.refuse_change();

-- ---------------------------------------------------------------------------------------------------------------------
-- tax reduction of household work (ROT and RUT)

-- Stored is what was done; that a published one is ready to be submitted follows from what the customer has paid.
create table sales.tax_reduction (
  company_id uuid not null,
  invoice_id uuid not null,
  type text not null check (type in ('rot', 'rut')),
  description text not null,
  property_type text check (property_type in ('realEstate', 'housingDesignation')),
  real_estate_number text,
  tenant_org_number text,
  apartment_number text,
  owner_kind text not null,
  owner_id uuid not null,
  status text not null check (status in ('draft', 'awaitingPayment', 'submitted', 'removed', 'completed')),
  -- What the tax authority was asked for, what of it it has paid, and what it has refused.
  submitted_at timestamptz,
  submitted_ore bigint,
  paid_ore bigint not null default 0 check (paid_ore >= 0),
  refused_ore bigint not null default 0 check (refused_ore >= 0),
  primary key (company_id, invoice_id),
  check ((submitted_at is null) = (submitted_ore is null)),
  check (paid_ore + refused_ore <= coalesce(submitted_ore, 0)),
  check (type = 'rot' or property_type is null),
  foreign key (company_id, invoice_id) references sales.invoice on delete cascade
);
create index tax_reduction_by_status on sales.tax_reduction (company_id, type, status);

-- personal_number is sealed; digest (keyed) finds the same person again within the company. deduction_ore is what the
-- invoice says, asked_ore what is left of it after credit notes and refusals.
create table sales.tax_reduction_person (
  company_id uuid not null,
  invoice_id uuid not null,
  position integer not null,
  personal_number bytea not null,
  digest bytea not null,
  deduction_ore bigint not null check (deduction_ore >= 0 and deduction_ore % 100 = 0),
  asked_ore bigint not null check (asked_ore between 0 and deduction_ore),
  primary key (company_id, invoice_id, position),
  unique (company_id, invoice_id, digest),
  foreign key (company_id, invoice_id) references sales.tax_reduction on delete cascade
);
create index tax_reduction_by_person on sales.tax_reduction_person (company_id, digest);

-- What the tax authority has answered, each with its entry. A refusal under the cash method has none: nothing of it was
-- booked.
create table sales.tax_reduction_answer (
  company_id uuid not null,
  id uuid not null,
  invoice_id uuid not null,
  kind text not null check (kind in ('paid', 'refused')),
  date date not null,
  ore bigint not null check (ore > 0),
  journal_entry_id uuid,
  created_at timestamptz not null,
  primary key (company_id, id),
  check (kind = 'refused' or journal_entry_id is not null),
  foreign key (company_id, invoice_id) references sales.tax_reduction,
  foreign key (company_id, journal_entry_id) references ledger.journal_entry
);
create index tax_reduction_answers on sales.tax_reduction_answer (company_id, invoice_id, id);
create trigger answers_stay before update or delete or truncate on sales.tax_reduction_answer
  for each statement execute function platform.refuse_change();

-- What a published invoice says of its reduction stays. What becomes of it later, and how numbers are sealed, does not
-- belong to that.
create function sales.keep_published_reduction() returns trigger language plpgsql as $$
declare
  later text[] := array['status', 'submitted_at', 'submitted_ore', 'paid_ore', 'refused_ore', 'asked_ore',
    'personal_number', 'digest'];
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - later = to_jsonb(old) - later then
    return null;
  end if;
  if exists (
    select from sales.invoice i
    where i.published_at is not null and (i.company_id, i.id) in (
      (coalesce(new.company_id, old.company_id), coalesce(new.invoice_id, old.invoice_id)))
  ) then
    raise exception 'a published document keeps its content' using errcode = 'GB041';
  end if;
  return null;
end $$;
create trigger published_reductions_stay after insert or update or delete on sales.tax_reduction
  for each row execute function sales.keep_published_reduction();
create trigger published_people_stay after insert or update or delete on sales.tax_reduction_person
  for each row execute function sales.keep_published_reduction();
create trigger reductions_stay before truncate on sales.tax_reduction
  for each statement execute function sales.refuse_emptying();
create trigger reduction_people_stay before truncate on sales.tax_reduction_person
  for each statement execute function sales.refuse_emptying();

-- ---------------------------------------------------------------------------------------------------------------------
-- what the service keeps for itself

-- Kept answers say what resources say, personal numbers too: they are sealed. Request digests are keyed, and a request
-- may have been digested with an earlier key. Answers that were kept before in clear are forgotten.
delete from platform.idempotency_key;
alter table platform.idempotency_key drop column body, add column sealed_body bytea;
drop function platform.claim_key(uuid, uuid, text, bytea, timestamptz);
create function platform.claim_key(
  p_scope uuid, p_actor uuid, p_key text, p_digests bytea[], p_since timestamptz
) returns table (state text, status smallint, headers jsonb, sealed_body bytea)
language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtextextended(p_scope::text || p_actor::text || p_key, 0)) then
    return query select 'running', null::smallint, null::jsonb, null::bytea;
    return;
  end if;
  return query
    select case when k.request_digest = any(p_digests) then 'done' else 'reused' end, k.status, k.headers, k.sealed_body
    from platform.idempotency_key k
    where k.scope_id = p_scope and k.actor_id = p_actor and k.key = p_key and k.created_at > p_since;
  if not found then
    return query select 'free', null::smallint, null::jsonb, null::bytea;
  end if;
end $$;
