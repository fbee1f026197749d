-- A recurring invoice that has not ended refers to a customer that exists. One that has ended may outlive its customer,
-- so the reference is a column that is empty then.

update recurring.schedule s set state = 'ended', next_date = null, next_number = null
where s.state <> 'ended'
  and not exists (select from sales.customer c where c.company_id = s.company_id and c.id = s.customer_id);

alter table recurring.schedule add column active_customer_id uuid
  generated always as (case when state <> 'ended' then customer_id end) stored;

create index schedule_of_customer on recurring.schedule (company_id, active_customer_id)
  where active_customer_id is not null;

alter table recurring.schedule add constraint schedule_active_customer_fkey
  foreign key (company_id, active_customer_id) references sales.customer (company_id, id);
