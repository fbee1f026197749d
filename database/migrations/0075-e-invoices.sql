-- E-invoices from suppliers. The file as it was received is an upload of its supplier invoice, and is what is archived;
-- what it says is kept beside the invoice so that nobody has to read the file again.
alter table documents.upload drop constraint upload_content_type_check,
  add constraint upload_content_type_check check (
    content_type in ('application/pdf', 'image/jpeg', 'image/png', 'application/xml'));

create schema e_invoices;

create table e_invoices.e_invoice (
  company_id uuid not null,
  supplier_invoice_id uuid not null,
  -- The supplier that the seller was taken for, and what makes the invoice one of a kind with it.
  supplier_id uuid not null,
  kind text not null check (kind in ('invoice', 'creditNote')),
  number text not null check (number <> ''),
  year smallint not null,
  digest bytea not null check (octet_length(digest) = 32),
  content jsonb not null,
  doubts jsonb not null,
  received_at timestamptz not null,
  primary key (company_id, supplier_invoice_id),
  foreign key (company_id, supplier_invoice_id)
    references purchasing.supplier_invoice (company_id, id) on delete cascade,
  -- The same invoice makes no two supplier invoices, whoever sends it at once.
  constraint e_invoice_is_received_once unique (supplier_id, kind, number, year, company_id),
  constraint e_invoice_file_is_received_once unique (digest, company_id)
);
