-- Balances of days: what reports read of a month that their days cut in two. They lag behind the entries, so that
-- single posts do not pay for them: `day_balances_to` is the registration number up to which they count.
create table ledger.day_balance (
  company_id uuid not null,
  day date not null,
  account integer not null,
  debit bigint not null,
  credit bigint not null,
  primary key (company_id, day, account)
) with (fillfactor = 70);

alter table ledger.book add column day_balances_to bigint not null default 0
  check (day_balances_to between 0 and entry_count);
update platform.witnessed set apart = array_append(apart, 'day_balances_to') where what = 'ledger.book';

insert into ledger.day_balance (company_id, day, account, debit, credit)
select e.company_id, e.date, i.account, sum(i.debit), sum(i.credit)
from ledger.journal_entry e
join ledger.journal_entry_item i on i.company_id = e.company_id and i.journal_entry_id = e.id
group by 1, 2, 3;
update ledger.book set day_balances_to = entry_count where entry_count > 0;
