-- Views of companies, agencies and their people for other contexts.

create or replace view identity.company_view with (security_invoker = true) as
select id, name, organization_number, company_type, address_line1, address_line2, postal_code, city, country,
  has_business_account, vat_setting, coalesce(modified_at, created_at) as modified_at, is_test,
  clock_days
from identity.company;

create or replace view identity.agency_view with (security_invoker = true) as
select id, name, organization_number from identity.agency where removed_at is null;

-- The client companies of agencies, with their names for lists.
create or replace view identity.agency_company_view with (security_invoker = true) as
select agency_id, company_id, name, created_at from identity.agency_company;

create or replace view identity.company_member_view with (security_invoker = true) as
select company_id, person_id, role, created_at, is_signatory from identity.company_member;

create or replace view identity.agency_member_view with (security_invoker = true) as
select agency_id, person_id, role, created_at from identity.agency_member;

create or replace view identity.person_view with (security_invoker = true) as
select id, name, email, renamed_at from identity.person;
