-- Documents go with the fiscal year that the last of their entries is in (bokföringslagen 7 kap. 2 §; GDPR art. 5.1 e):
-- invoices and credit notes with their payments, tax reductions, papers, mails and reminders.

-- Numbers of documents that went with a year and that nobody is given again, by what counts them.
create table ledger.removed_number (
  company_id uuid not null,
  fiscal_year_id uuid not null,
  series text not null check (series <> ''),
  numbers int8multirange not null check (not isempty(numbers)),
  primary key (company_id, fiscal_year_id, series),
  foreign key (company_id, fiscal_year_id) references ledger.fiscal_year
);

-- PDFs of documents that have gone; a job deletes them where they are kept.
create table sales.dropped_paper (
  company_id uuid not null references identity.company,
  digest bytea not null,
  dropped_at timestamptz not null default now(),
  primary key (company_id, digest)
);
create index dropped_paper_by_time on sales.dropped_paper (dropped_at);

create function ledger.keep_removed_number() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    if not exists (
      select from ledger.removed_year r
      where r.company_id = new.company_id and r.fiscal_year_id = new.fiscal_year_id)
    then
      return new;
    end if;
  end if;
  raise exception 'the numbers that went with a removed year stay as they were sealed' using errcode = 'GB001';
end $$;

create function ledger.may_go(p_company uuid, p_day date, p_entries uuid[]) returns boolean
language sql stable as $$
  select ledger.is_removing(p_company)
    and exists (
      select from ledger.removed_year r
      where r.company_id = p_company and r.removed_xid = pg_current_xact_id() and p_day <= r.end_date)
    and not exists (
      select from unnest(p_entries) g (id)
      join ledger.journal_entry e on e.company_id = p_company and e.id = g.id
      left join ledger.removed_year r on r.company_id = e.company_id and r.fiscal_year_id = e.fiscal_year_id
      left join ledger.kept_entry k
        on k.company_id = e.company_id and k.journal_entry_id = e.id and k.removed_with is null
      where r.fiscal_year_id is null or k.journal_entry_id is not null)
$$;

create function ledger.keep_documents() returns trigger language plpgsql as $$
begin
  perform from (select to_jsonb(g) as row from gone g) g
  where (tg_argv[0] = '' or g.row ->> tg_argv[0] is not null)
    and not ledger.may_go((g.row ->> 'company_id')::uuid, coalesce(
        (g.row ->> split_part(tg_argv[1], ' ', 1))::date, (g.row ->> split_part(tg_argv[1], ' ', 2))::date),
      array(select (g.row ->> a)::uuid from unnest(tg_argv[2:]) a where g.row ->> a is not null));
  if found then
    raise exception 'rows of %.% are never changed or removed', tg_table_schema, tg_table_name using errcode = 'GB001';
  end if;
  return null;
end $$;

create function sales.keep_with_document() returns trigger language plpgsql as $$
begin
  perform from gone g join sales.invoice i on i.company_id = g.company_id and i.id = g.invoice_id;
  if found or exists (select from gone g where not ledger.is_removing(g.company_id)) then
    raise exception 'what was booked or sent of a document stays with it' using errcode = 'GB041';
  end if;
  return null;
end $$;

-- Its arguments are others now.
drop function if exists ledger.begin_removal(uuid, uuid, uuid[], jsonb, timestamptz, text, uuid, text);

select platform.witness_table('ledger.removed_number', 'numbers that went with a removed fiscal year');
create trigger removed_number_stays before insert or update or delete on ledger.removed_number
  for each row execute function ledger.keep_removed_number();
create trigger removed_numbers_stay before truncate on ledger.removed_number
  for each statement execute function platform.refuse_change();

create trigger documents_go_with_their_year after delete on sales.invoice
  referencing old table as gone for each statement
  execute function ledger.keep_documents('published_at', 'date', 'journal_entry_id');
create trigger payments_go_with_their_year after delete on sales.payment
  referencing old table as gone for each statement
  execute function ledger.keep_documents('recorded_at', 'date', 'journal_entry_id');
create trigger settlements_go_with_their_year after delete on sales.settlement
  referencing old table as gone for each statement
  execute function ledger.keep_documents('recorded_at', 'date', 'journal_entry_id');
create trigger papers_go_with_their_document after delete on sales.paper
  referencing old table as gone for each statement execute function sales.keep_with_document();
create trigger sendings_go_with_their_document after delete on sales.sending
  referencing old table as gone for each statement execute function sales.keep_with_document();

drop trigger income_shares_stay on sales.income_share;
create trigger income_shares_stay before update or truncate on sales.income_share
  for each statement execute function platform.refuse_change();
create trigger income_shares_stay_outside_of_removals before delete on sales.income_share
  for each statement execute function ledger.refuse_unless_removing();
create trigger income_shares_go_with_their_year after delete on sales.income_share
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');
create trigger income_shares_go_with_their_document after delete on sales.income_share
  referencing old table as gone for each statement execute function sales.keep_with_document();
drop trigger answers_stay on sales.tax_reduction_answer;
create trigger answers_stay before update or truncate on sales.tax_reduction_answer
  for each statement execute function platform.refuse_change();
create trigger answers_stay_outside_of_removals before delete on sales.tax_reduction_answer
  for each statement execute function ledger.refuse_unless_removing();
create trigger answers_go_with_their_year after delete on sales.tax_reduction_answer
  referencing old table as gone for each statement
  execute function ledger.keep_documents('', 'date', 'journal_entry_id');
create trigger answers_go_with_their_document after delete on sales.tax_reduction_answer
  referencing old table as gone for each statement execute function sales.keep_with_document();
