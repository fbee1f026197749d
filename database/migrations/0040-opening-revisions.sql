-- When opening balances were stored, by the registration number that the books had come to: a report of what was known
-- then takes those that stood there. What was stored before this table counts as known from the beginning.

create table ledger.opening_revision (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  revision integer not null check (revision > 0),
  registration bigint not null check (registration >= 0),
  primary key (company_id, fiscal_year_id, revision),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year (company_id, id)
);

insert into ledger.opening_revision (company_id, fiscal_year_id, revision, registration)
select y.company_id, y.id, r.revision, 0
from ledger.fiscal_year y cross join lateral generate_series(1, y.opening_revision) as r (revision);

create trigger revisions_stay before update or delete or truncate on ledger.opening_revision
for each statement execute function platform.refuse_change();

select platform.witness_table('ledger.opening_revision', 'revision of opening balances');
