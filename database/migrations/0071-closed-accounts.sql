-- People close their accounts. What has been done in their name keeps it, as long as the law has the books kept; the
-- address is gone, so that it may have another account, and so is all that opened this one.
alter table identity.person alter column email drop not null;
alter table identity.person alter column password_hash drop not null;
alter table identity.person add column closed_at timestamptz;
alter table identity.person add constraint person_closed_check
  check (num_nulls(email, password_hash) = case when closed_at is null then 0 else 2 end);

-- Whether letters are keys in the console: who dictates says words where others press keys (WCAG 2.1.4).
alter table identity.person add column has_letter_keys boolean not null default true;

-- The person is held: whoever becomes a member, or logs in, while the account is closed comes before, or not at all.
create function identity.refuse_closed() returns trigger language plpgsql as $$
begin
  perform from identity.person p where p.id = new.person_id and p.closed_at is null for key share;
  if not found then
    raise exception 'the account of person % is closed', new.person_id using errcode = 'GB082';
  end if;
  return new;
end $$;
create trigger company_member_is_open before insert on identity.company_member
  for each row execute function identity.refuse_closed();
create trigger agency_member_is_open before insert on identity.agency_member
  for each row execute function identity.refuse_closed();
create trigger session_is_open before insert on identity.session
  for each row execute function identity.refuse_closed();
create trigger passkey_is_open before insert on identity.passkey
  for each row execute function identity.refuse_closed();
