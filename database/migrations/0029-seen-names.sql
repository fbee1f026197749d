-- Names that others see hold no character that nobody sees: no control character, and none that turns the direction of
-- writing. Names that do are cleaned first, as names of files are: what has words apart becomes a blank.

create function platform.is_seen(p_text text) returns boolean language sql immutable parallel safe as $$
  select p_text !~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
$$;

create function pg_temp.seen(p_text text) returns text language sql immutable as $$
  select coalesce(nullif(btrim(regexp_replace(
    regexp_replace(p_text, '\r\n|[\u0009-\u000d\u0085\u2028\u2029]', ' ', 'g'),
    '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]', '', 'g')), ''), '-')
$$;

-- Two groups that looked alike had one name to the eye: the later one is told apart by the end of its id.
update ledger.tag_group g set name = case
  when exists (
    select from ledger.tag_group o where o.company_id = g.company_id and o.id <> g.id
      and pg_temp.seen(o.name) = pg_temp.seen(g.name) and (platform.is_seen(o.name) or o.id < g.id))
  then left(pg_temp.seen(g.name), 180) || ' (' || right(g.id::text, 8) || ')'
  else pg_temp.seen(g.name) end
where not platform.is_seen(g.name);

do $$
declare
  named record;
begin
  for named in
    select * from (values
      ('identity.company', 'name'), ('identity.agency', 'name'), ('identity.agency_company', 'name'),
      ('identity.person', 'name'), ('identity.sign_up', 'name'), ('identity.api_token', 'name'),
      ('access.integration', 'name'), ('ledger.account', 'name'), ('ledger.tag_group', 'name'), ('ledger.tag', 'name'),
      ('sales.customer', 'name'), ('sales.contact_detail', 'name'),
      ('purchasing.supplier', 'name'), ('banking.account', 'name')) as listed (tab, col)
  loop
    execute format('update %s set %I = pg_temp.seen(%I) where not platform.is_seen(%I)',
      named.tab, named.col, named.col, named.col);
    execute format('alter table %s add constraint %I check (platform.is_seen(%I))',
      named.tab, split_part(named.tab, '.', 2) || '_' || named.col || '_is_seen', named.col);
  end loop;
end $$;
