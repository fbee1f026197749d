-- Personal numbers of customers and suppliers are sealed, and found again by a keyed digest. The key is not here: what
-- stands in clear is sealed by the next start, by the list in platform.sealing_due. The constraints hold for what is
-- written from now on.

-- A personal number, a coordination number, or the organization number of a sole proprietor, by its form.
create function platform.is_personal_number(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text ~ '^(\d{2})?\d{2}[01]\d{3}[-+]?\d{4}$'
$$;

create table platform.sealing_due (
  table_name text primary key,
  condition text not null
);

alter table sales.customer add sealed_org_number bytea, add org_number_digest bytea;
alter table purchasing.supplier add sealed_org_number bytea, add org_number_digest bytea;

insert into platform.sealing_due (table_name, condition)
select 'sales.customer', '(type = ''private'' or platform.is_personal_number(org_number))'
where exists (
  select from sales.customer
  where org_number is not null and (type = 'private' or platform.is_personal_number(org_number)));
insert into platform.sealing_due (table_name, condition)
select 'purchasing.supplier', 'platform.is_personal_number(org_number)'
where exists (select from purchasing.supplier where platform.is_personal_number(org_number));

alter table sales.customer
  add constraint customer_number_is_sealed check (
    org_number is null or (type <> 'private' and not platform.is_personal_number(org_number))) not valid,
  add constraint customer_number_is_one check (
    sealed_org_number is null or (org_number is null and octet_length(sealed_org_number) > 32)),
  add constraint customer_number_has_digest check ((sealed_org_number is null) = (org_number_digest is null)),
  add constraint customer_org_number_digest_check check (octet_length(org_number_digest) = 32);
alter table purchasing.supplier
  add constraint supplier_number_is_sealed check (
    org_number is null or not platform.is_personal_number(org_number)) not valid,
  add constraint supplier_number_is_one check (
    sealed_org_number is null or (org_number is null and octet_length(sealed_org_number) > 32)),
  add constraint supplier_number_has_digest check ((sealed_org_number is null) = (org_number_digest is null)),
  add constraint supplier_org_number_digest_check check (octet_length(org_number_digest) = 32);

-- A new secret key seals anew, which changes nothing of a supplier: the seal is a witness of its own. The columns that
-- are witnessed stay the same.
update platform.witnessed set apart = apart || '{sealed_org_number,org_number_digest}'
where what = 'purchasing.supplier';
