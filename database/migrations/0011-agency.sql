-- Agencies at work: how often a company reports VAT and for which periods it has, invitations by mail, links into the
-- console, and what to-dos are worked out by.
--
--   GB081  an invitation or link that was used or has ended would be used again

alter table identity.company
  add vat_setting text check (vat_setting in ('yearly', 'quarterly', 'monthly', 'notRegisteredForVat'));

-- An agency looks one of its clients up by its number.
create index company_by_number on identity.company (organization_number);

-- A copy of the client's name: the first ones by name are found without reading all of them, and one that is looked for
-- without reading the companies.
alter table identity.agency_company add name text;
update identity.agency_company k set name = c.name from identity.company c where c.id = k.company_id;
alter table identity.agency_company alter name set not null;
create index agency_company_by_name on identity.agency_company (agency_id, lower(name), company_id);

-- Holds the company, so that a change of its name at this moment comes before, or finds the client.
create function identity.copy_client_name() returns trigger language plpgsql as $$
begin
  select c.name into new.name from identity.company c where c.id = new.company_id for share;
  return new;
end $$;
create trigger client_has_its_name before insert on identity.agency_company
  for each row execute function identity.copy_client_name();

create function identity.rename_client() returns trigger language plpgsql as $$
begin
  update identity.agency_company set name = new.name where company_id = new.id;
  return null;
end $$;
create trigger company_renames_client after update of name on identity.company
  for each row when (old.name <> new.name) execute function identity.rename_client();

-- Somebody is asked to become a member of a company or an agency. The secret in the mail's link is kept as a digest.
create table identity.invitation (
  id uuid primary key,
  company_id uuid references identity.company,
  agency_id uuid references identity.agency,
  email text not null,
  role text not null,
  secret_digest bytea not null,
  invited_by_kind text not null,
  invited_by_id uuid not null,
  invited_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references identity.person,
  withdrawn_at timestamptz,
  check (num_nonnulls(company_id, agency_id) = 1),
  check (num_nonnulls(accepted_at, withdrawn_at) < 2)
);
create unique index invitation_to_company on identity.invitation (company_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create unique index invitation_to_agency on identity.invitation (agency_id, lower(email))
  where accepted_at is null and withdrawn_at is null;
create index invitation_of_company on identity.invitation (company_id, id);
create index invitation_of_agency on identity.invitation (agency_id, id);

create schema agency;

-- A link into the console for one person and company, signed by its secret, used once.
create table agency.navigation_link (
  id uuid primary key,
  agency_id uuid not null references identity.agency,
  company_id uuid not null references identity.company,
  person_id uuid not null references identity.person,
  integration_id uuid not null,
  todo_type text,
  secret_digest bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index navigation_link_age on agency.navigation_link (expires_at);

-- VAT periods that were reported to the tax authority.
create table ledger.vat_report (
  company_id uuid not null references ledger.book,
  start_date date not null,
  end_date date not null,
  reported_at timestamptz not null,
  reported_by text not null,
  primary key (company_id, start_date),
  check (start_date < end_date)
);

-- To-dos look for these few rows among many.
create index upload_unconnected on documents.upload (company_id, id)
  where journal_entry_id is null and supplier_invoice_id is null and deleted_at is null;
create index invoice_unpaid on sales.invoice (company_id, due_date, id)
  where kind = 'invoice' and state in ('published', 'underPaid');
create index invoice_unrecorded on sales.invoice (company_id, date, id)
  where published_at is not null and recorded_at is null;
create index payment_to_sign on banking.payment (company_id, payment_date, id) where state = 'readyToSign';

-- As before, but for how the books are found: by their key. Reading all of them made a new company, and each change of
-- accounts, dearer the more companies there were.
create or replace function ledger.renew_version() returns trigger language plpgsql as $$
begin
  update ledger.book set version = gen_random_uuid()
  where company_id = any (array(select distinct company_id from changed));
  return null;
end $$;

-- What was used or has ended stays so.
create function identity.keep_invitation() returns trigger language plpgsql as $$
begin
  raise exception 'invitation % is answered or withdrawn', old.id using errcode = 'GB081';
end $$;
create trigger invitation_stays_answered before update on identity.invitation
  for each row when (old.accepted_at is not null or old.withdrawn_at is not null)
  execute function identity.keep_invitation();

create function agency.keep_link() returns trigger language plpgsql as $$
begin
  raise exception 'link % was used', old.id using errcode = 'GB081';
end $$;
create trigger link_is_used_once before update on agency.navigation_link
  for each row when (old.used_at is not null) execute function agency.keep_link();
