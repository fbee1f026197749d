// Entries of a customer or supplier, and entries whose texts name them, for the data subject's copy.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { asBooks, fromCompany, type Party, type PartyPart, plainRows } from '#privacy/party'
import { plainRow } from '#privacy/plain-row.rules'

/** Entry `e` with its items, comments and tags, without its chain data. */
const told = sql`
  to_jsonb(e) - array['items', 'content_digest', 'chain_hash', 'registered_xid'] || jsonb_build_object(
    'items', (
      select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('account', i.account, 'debit_ore', i.debit,
        'credit_ore', i.credit, 'text', i.text, 'quantity', i.quantity)) order by i.line)
      from ledger.journal_entry_item i where i.company_id = e.company_id and i.journal_entry_id = e.id),
    'comments', (
      select coalesce(jsonb_agg(to_jsonb(c) - 'journal_entry_id' order by c.id), '[]')
      from ledger.journal_entry_comment c where c.company_id = e.company_id and c.journal_entry_id = e.id),
    'tags', (
      select coalesce(jsonb_agg(distinct jsonb_build_object('code', t.code, 'name', t.name)), '[]')
      from (
        select x.company_id, x.tag_id from ledger.journal_entry_tag x
        where x.company_id = e.company_id and x.journal_entry_id = e.id
        union all
        select x.company_id, x.tag_id from ledger.journal_entry_item_tag x
        where x.company_id = e.company_id and x.journal_entry_id = e.id
      ) x
      join ledger.tag t on t.company_id = x.company_id and t.id = x.tag_id))`

/** Whether entry `e` books a document of the party, or reverses such an entry. */
const belongs = (entries: Sql): Sql => sql`(e.id in (${entries}) or coalesce(e.reverses_id in (${entries}), false))`

/** How many entries are searched per statement, by registration number. */
const ENTRIES_AT_ONCE = 20_000

/** Minimum length of a name to search for: shorter names occur in too many other words. */
const LEAST_NAME = 3

/**
 * Other entries with the name in a text. A namesake is possible, so a person must review them before the copy is handed
 * out.
 */
async function* namedIn({ db, companyId }: CompanyCall, { name, entries }: Party): AsyncGenerator<object> {
  if (name.length < LEAST_NAME) return
  const { last } = await db.one<{ last: bigint }>(sql`
    select coalesce((select entry_count from ledger.book where company_id = ${companyId}), 0)::bigint as last`)
  const says = (text: Sql): Sql => sql`(e.company_id = ${companyId} and strpos(lower(${text}), lower(${name})) > 0)`
  for (let from = 0n; from < last; from += BigInt(ENTRIES_AT_ONCE)) {
    const rows = await db.rows<{ row: Record<string, unknown> }>(sql`
      select ${told} as row from ledger.journal_entry e
      where e.company_id = ${companyId} and e.registration > ${from}
        and e.registration <= ${from + BigInt(ENTRIES_AT_ONCE)}
        and (${says(sql`e.title`)} or ${says(sql`e.items::text`)} or exists (
          select from ledger.journal_entry_comment c
          where c.company_id = e.company_id and c.journal_entry_id = e.id and ${says(sql`c.content`)}))
        and not ${belongs(entries)}
      order by e.registration`)
    for (const { row } of rows) yield plainRow(row)
  }
}

const tables = [
  'ledger.journal_entry',
  'ledger.journal_entry_item',
  'ledger.journal_entry_comment',
  'ledger.journal_entry_tag',
  'ledger.journal_entry_item_tag',
  'ledger.tag',
]

export const ledgerPartyParts: readonly PartyPart[] = [
  {
    name: 'journalEntries',
    of: ['customer', 'supplier'],
    tables,
    why: asBooks,
    from: fromCompany,
    resources: ({ companyId, entries }) => sql`
      select e.id::text from ledger.journal_entry e where e.company_id = ${companyId} and e.id in (${entries})`,
    read: ({ db, companyId }, { entries }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select e.id, ${told} as row from ledger.journal_entry e
          where e.company_id = ${companyId} and ${belongs(entries)}
            and (${after}::uuid is null or e.id > ${after}::uuid)
          order by e.id limit ${limit}`),
      ),
  },
  {
    name: 'entriesThatNameThem',
    of: ['customer', 'supplier'],
    tables,
    why: asBooks,
    from: {
      sv: 'Andra verifikationer med samma namn i en text. De kan gälla någon annan som heter likadant: gå igenom dem innan du lämnar ut dem.',
      en: 'Other entries with the same name in a text. They may be about another person of that name: look through them before you give them out.',
    },
    read: namedIn,
  },
]
