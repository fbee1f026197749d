-- Posting of very many entries at once, such as those of a SIE file.

-- Books very many numbered entries of one company, such as those of a file, with the same result as
-- ledger.post_entries, but with the entries as columns. The entries of a fiscal year and series are consecutive, as
-- many as in `p_counts`. Returns the registration number of the first one; if the book is no longer at `p_version`,
-- books nothing and returns nothing.
--
-- p_digests: 32 bytes for each entry. p_items: the items of each entry, as for ledger.post_entries. They are repeated
-- as columns, with the position of their entry, from 1. Tags are those of items. ledger.leave_booked writes the events
-- at the end of the transaction.
create or replace function ledger.post_columns(
  p_company uuid, p_version uuid, p_origin text, p_registered_at timestamptz, p_actor_kind text, p_actor_id uuid,
  p_actor_name text,
  p_years uuid[], p_series text[], p_counts integer[],
  p_ids uuid[], p_numbers bigint[], p_dates date[], p_titles text[], p_source_days date[], p_source_signs text[],
  p_digests bytea, p_items jsonb,
  p_item_entries integer[], p_lines integer[], p_accounts integer[], p_debits bigint[], p_credits bigint[],
  p_texts text[], p_quantities numeric[],
  p_tag_entries integer[], p_tag_lines integer[], p_tags uuid[]
) returns bigint language plpgsql as $$
declare
  total constant integer := cardinality(p_ids);
  is_behind boolean;
  first_registration bigint;
  last_number bigint;
  last_hash bytea;
  place integer := 0;
  of_years uuid[] := '{}';
  of_series text[] := '{}';
  hashes bytea[] := '{}';
begin
  select b.day_balances_to < b.entry_count into is_behind from ledger.book b
  where b.company_id = p_company and b.version = p_version for no key update;
  if not found then
    return null;
  end if;
  -- Brings the day balances up to date; they are then extended from the columns.
  if is_behind then
    perform ledger.keep_day_balances(p_company);
  end if;
  update ledger.book b set entry_count = b.entry_count + total where b.company_id = p_company
  returning b.entry_count - total + 1 into first_registration;

  for own in 1..cardinality(p_counts) loop
    select s.last_number, s.last_hash into last_number, last_hash from ledger.series s
    where s.company_id = p_company and s.fiscal_year_id = p_years[own] and s.series = p_series[own];
    if not found then
      last_number := 0;
      last_hash := decode(repeat('00', 32), 'hex');
    end if;
    for one in 1..p_counts[own] loop
      last_hash := sha256(last_hash || substring(p_digests from 32 * place + 1 for 32)
        || int8send(first_registration + place) || int8send(p_numbers[place + 1]));
      last_number := greatest(last_number, p_numbers[place + 1]);
      hashes := hashes || last_hash;
      place := place + 1;
    end loop;
    of_years := of_years || array_fill(p_years[own], array[p_counts[own]]);
    of_series := of_series || array_fill(p_series[own], array[p_counts[own]]);
    insert into ledger.series as s (company_id, fiscal_year_id, series, last_number, last_hash)
    values (p_company, p_years[own], p_series[own], last_number, last_hash)
    on conflict (company_id, fiscal_year_id, series)
    do update set last_number = excluded.last_number, last_hash = excluded.last_hash;
  end loop;

  insert into ledger.journal_entry (
    company_id, id, fiscal_year_id, series, number, registration, date, title, origin, items, item_count,
    registered_at, actor_kind, actor_id, actor_name, source_registered_on, source_sign, content_digest, chain_hash)
  select p_company, e.id, e.fiscal_year_id, e.series, e.number, first_registration + e.place - 1, e.date, e.title,
    p_origin, e.items, jsonb_array_length(e.items), p_registered_at, p_actor_kind, p_actor_id, p_actor_name,
    e.source_day, e.source_sign, substring(p_digests from 32 * e.place::integer - 31 for 32), e.hash
  from rows from (
    unnest(p_ids), unnest(of_years), unnest(of_series), unnest(p_numbers), unnest(p_dates), unnest(p_titles),
    unnest(p_source_days), unnest(p_source_signs), unnest(hashes), jsonb_array_elements(p_items)
  ) with ordinality as e (
    id, fiscal_year_id, series, number, date, title, source_day, source_sign, hash, items, place);

  insert into ledger.journal_entry_item (company_id, journal_entry_id, line, account, debit, credit, text, quantity)
  select p_company, p_ids[i.entry], i.line, i.account, i.debit, i.credit, i.text, i.quantity
  from unnest(p_item_entries, p_lines, p_accounts, p_debits, p_credits, p_texts, p_quantities) as i (
    entry, line, account, debit, credit, text, quantity);

  if cardinality(p_tags) > 0 then
    insert into ledger.journal_entry_item_tag (company_id, journal_entry_id, line, tag_id, weight)
    select p_company, p_ids[t.entry], t.line, t.tag_id, 1
    from unnest(p_tag_entries, p_tag_lines, p_tags) as t (entry, line, tag_id);
  end if;

  insert into ledger.day_balance as balance (company_id, day, account, debit, credit)
  select p_company, p_dates[i.entry], i.account, sum(i.debit), sum(i.credit)
  from unnest(p_item_entries, p_accounts, p_debits, p_credits) as i (entry, account, debit, credit)
  group by 2, 3
  order by 2, 3
  on conflict (company_id, day, account)
  do update set debit = balance.debit + excluded.debit, credit = balance.credit + excluded.credit;
  update ledger.book b set day_balances_to = b.entry_count where b.company_id = p_company;
  return first_registration;
end $$;
