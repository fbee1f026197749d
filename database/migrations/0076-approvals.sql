-- Who approves supplier invoices (attestordning): up to which amount, from which amount two people do, and whether those
-- who wrote an invoice do so themselves. Each approval is kept, also when a change of the invoice has taken it away.
alter table purchasing.settings
  add column two_from_ore bigint check (two_from_ore > 0),
  add column approves_own boolean not null default true;

-- Where there is nobody in it, whoever may approve does so without a limit.
create table purchasing.approver (
  company_id uuid not null,
  person_id uuid not null,
  -- In SEK; null is no limit.
  limit_ore bigint check (limit_ore > 0),
  primary key (company_id, person_id),
  foreign key (company_id) references purchasing.settings (company_id)
);

create table purchasing.approval (
  company_id uuid not null,
  id uuid not null,
  supplier_invoice_id uuid not null,
  person_id uuid not null,
  person_name text not null,
  -- What the invoice came to when it was approved, in SEK.
  total_base_ore bigint not null,
  approved_at timestamptz not null,
  withdrawn_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, supplier_invoice_id)
    references purchasing.supplier_invoice (company_id, id) on delete cascade
);
-- Nobody counts twice.
create unique index approval_of_person on purchasing.approval (supplier_invoice_id, person_id, company_id)
  where withdrawn_at is null;

-- Whoever has registered it or changed it last.
alter table purchasing.supplier_invoice add column written_by_id uuid;
