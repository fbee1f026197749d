-- When each thing that lists show was changed last: whoever mirrors a list asks for what has changed since.

alter table sales.item add column modified_at timestamptz;
update sales.item set modified_at = created_at;
alter table sales.item alter column modified_at set not null;

-- Lists that grow without bound are asked for the newest changes by an index.
create index customer_by_change on sales.customer (company_id, modified_at) where modified_at is not null;
create index invoice_by_change on sales.invoice (company_id, kind, modified_at)
  where kind is not null and modified_at is not null;
create index supplier_by_change on purchasing.supplier (company_id, modified_at) where modified_at is not null;
create index supplier_invoice_by_change on purchasing.supplier_invoice (company_id, modified_at)
  where modified_at is not null;

-- The moment of change is no part of what is witnessed: it says when, and what was witnessed says what.
update platform.witnessed set apart = apart || array['modified_at']
where what in ('banking.account', 'banking.payment', 'banking.transaction', 'documents.upload', 'identity.company');

alter table banking.account add column modified_at timestamptz;
alter table banking.payment add column modified_at timestamptz;
alter table banking.transaction add column modified_at timestamptz;
alter table documents.upload add column modified_at timestamptz;
alter table ledger.tag_group add column modified_at timestamptz;

-- Nothing that is kept or witnessed changes.
alter table banking.account disable trigger user;
alter table banking.payment disable trigger user;
alter table banking.transaction disable trigger user;
alter table documents.upload disable trigger user;
update banking.account set modified_at = created_at;
update banking.payment p set modified_at = greatest(p.created_at, p.signed_at, f.created_at, t.matched_at)
from banking.payment q
left join banking.payment_file f on f.company_id = q.company_id and f.id = q.payment_file_id
left join banking.transaction t on t.company_id = q.company_id and t.payment_id = q.id
where q.company_id = p.company_id and q.id = p.id;
update banking.transaction t set modified_at = greatest(s.imported_at, t.matched_at)
from banking.statement s where s.company_id = t.company_id and s.id = t.statement_id;
update documents.upload set modified_at = greatest(created_at, connected_at, deleted_at);
update ledger.tag_group set modified_at = created_at;
alter table banking.account enable trigger user;
alter table banking.payment enable trigger user;
alter table banking.transaction enable trigger user;
alter table documents.upload enable trigger user;

alter table banking.account alter column modified_at set not null;
alter table banking.payment alter column modified_at set not null;
alter table banking.transaction alter column modified_at set not null;
alter table documents.upload alter column modified_at set not null;
alter table ledger.tag_group alter column modified_at set not null;

-- When the tags of an entry were set, after it was booked.
create table ledger.journal_entry_tags_set (
  company_id uuid not null,
  journal_entry_id uuid not null,
  set_at timestamptz not null,
  primary key (company_id, journal_entry_id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id)
);
create index journal_entry_tags_set_by_change on ledger.journal_entry_tags_set (company_id, set_at)
  where set_at is not null;

create index journal_entry_by_change on ledger.journal_entry (company_id, registered_at)
  where registered_at is not null;
create index upload_by_change on documents.upload (company_id, modified_at) where modified_at is not null;
create index bank_payment_by_change on banking.payment (company_id, modified_at) where modified_at is not null;

-- Null until it is changed: these change so seldom that the moment at which they were made is mostly enough.
alter table identity.company add column modified_at timestamptz;
alter table identity.company_member add column modified_at timestamptz;
alter table identity.agency_member add column modified_at timestamptz;
alter table identity.invitation add column modified_at timestamptz;
