// Search for accounts and journal entries.
import { hasAmount } from '#ledger/entries/journal-entry-narrowed'
import { empty, type Sql, sql } from '#platform/sql'
import { begins, LOOKED_THROUGH, type SearchOf } from '#todo/search'

/**
 * Accounts by number prefix and words in the name; entries by number (`V219`, `v 219`), and recent ones by words in the
 * title and by an amount of an item; entry templates by name.
 */
export const searchBooks: SearchOf = ({ company, words, anywhere, digits, ore, limit }) => [
  {
    kind: 'account',
    id: sql`a.number`,
    title: sql`a.name`,
    number: sql`a.number`,
    order: sql`a.number`,
    rank: sql`case when a.number::text = ${digits} then 0 when a.number::text like ${digits} || '%' then 1
      when ${begins(sql`a.name`, words)} then 2 else 3 end`,
    rows: sql`ledger.account a
      where a.company_id = ${company} and (a.number::text like ${digits} || '%' or lower(a.name) like ${anywhere})`,
  },
  {
    kind: 'entryTemplate',
    id: sql`m.id`,
    title: sql`m.name`,
    order: sql`m.name`,
    rank: sql`case when ${begins(sql`m.name`, words)} then 1 else 2 end`,
    rows: sql`ledger.entry_template m where m.company_id = ${company} and lower(m.name) like ${anywhere}`,
  },
  {
    kind: 'journalEntry',
    id: sql`e.id`,
    title: sql`e.title`,
    number: sql`e.journal_entry_number`,
    date: sql`e.date`,
    rank: sql`e.rank`,
    order: sql`e.registration desc`,
    rows: sql`(
      (select e.id, e.title, e.journal_entry_number, e.date, e.registration, 0 as rank from ledger.journal_entry e
        where e.company_id = ${company} and e.journal_entry_number = any(array[upper(${together(words)}), ${words}])
        order by e.registration desc limit ${limit})
      union all
      (select * from (
          select e.id, e.title, e.journal_entry_number, e.date, e.registration, 2 from ledger.journal_entry e
          where e.company_id = ${company} order by e.registration desc limit ${LOOKED_THROUGH}) e
        where lower(e.title) like ${anywhere} ${ore === null ? empty : sql`or ${hasAmount(company, ore)}`}
        order by e.registration desc limit ${limit})) e`,
  },
]

const together = (words: Sql): Sql => sql`replace(${words}, ' ', '')`
