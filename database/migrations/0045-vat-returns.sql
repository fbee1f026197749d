-- VAT returns (momsdeklarationer): what was reported for a period, kept as it was reported, with the entry that settles
-- it and the state of the books that it stands on. A correction is another return of the same period.

create schema vat;

create table vat.vat_return (
  company_id uuid not null references identity.company (id),
  id uuid not null,
  start_date date not null,
  end_date date not null,
  due_date date,
  -- Reported by other means: nothing was booked for it here.
  is_elsewhere boolean not null,
  corrects_id uuid,
  -- Each box with what was reported and what was booked, in öre, and its accounts; and the tax of each account.
  boxes jsonb not null,
  taxes jsonb not null,
  payable_ore bigint not null,
  -- What was booked: day, title and items; none where nothing was to be booked.
  entry jsonb,
  journal_entry_id uuid,
  -- The last registration number that was counted, and the ends of the chains of entries then.
  registration bigint not null check (registration >= 0),
  heads jsonb not null,
  reported_at timestamptz not null,
  actor_kind text not null,
  actor_id uuid not null,
  actor_name text not null,
  primary key (company_id, id),
  foreign key (company_id, corrects_id) references vat.vat_return (company_id, id),
  foreign key (company_id, journal_entry_id) references ledger.journal_entry (company_id, id),
  constraint vat_return_days check (start_date < end_date),
  constraint vat_return_entry check ((journal_entry_id is null) = (entry is null)),
  constraint vat_return_elsewhere check (not is_elsewhere or journal_entry_id is null)
);
-- A return is corrected once; what comes later corrects the correction.
create unique index vat_return_corrected on vat.vat_return (company_id, corrects_id) where corrects_id is not null;

-- What was noted until now was reported elsewhere.
insert into vat.vat_return (company_id, id, start_date, end_date, is_elsewhere, boxes, taxes, payable_ore, registration,
  heads, reported_at, actor_kind, actor_id, actor_name)
select company_id, gen_random_uuid(), start_date, end_date, true, '[]', '[]', 0, 0,
  '[]', reported_at, 'operator', '00000000-0000-0000-0000-000000000000', reported_by
from ledger.vat_report;

create function vat.returns_follow() returns trigger language plpgsql as $$
begin
  if new.corrects_id is null then
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id <> new.id and r.corrects_id is null
      and r.start_date <= new.end_date and r.end_date >= new.start_date;
    if found then
      raise exception 'days of % to % are reported already', new.start_date, new.end_date using errcode = 'GB091';
    end if;
  else
    perform from vat.vat_return r
    where r.company_id = new.company_id and r.id = new.corrects_id
      and r.start_date = new.start_date and r.end_date = new.end_date;
    if not found then
      raise exception 'return % corrects one of other days', new.id using errcode = 'GB092';
    end if;
  end if;
  return new;
end $$;

create trigger returns_follow before insert on vat.vat_return
for each row execute function vat.returns_follow();
create trigger returns_stay before update or delete or truncate on vat.vat_return
for each statement execute function platform.refuse_change();

select platform.witness_table('vat.vat_return', 'VAT return');
