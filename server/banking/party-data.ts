// Payments to a supplier, and bank transactions of a customer or supplier, for the data subject's copy.
import { type Sql, sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart, plainRows } from '#privacy/party'

/** Whether payment `p` goes to one of these numbers. */
const goesTo = (numbers: readonly string[]): Sql => sql`exists (
  select from jsonb_each_text(p.recipient) r where r.value = any(${[...numbers]}::text[]))`

export const bankingPartyParts: readonly PartyPart[] = [
  {
    name: 'bankTransactions',
    of: ['customer', 'supplier'],
    tables: ['banking.transaction', 'banking.transaction_part'],
    why: asBooks,
    from: {
      sv: 'Från bankens kontoutdrag: de som är matchade med bokföringen här ovan, och de som bär namnet.',
      en: 'From statements of the bank: those matched with the entries above, and those that bear the name.',
    },
    read: ({ db, companyId }, { entries, name, numbers }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select t.id, to_jsonb(t) || jsonb_build_object('parts', (
            select coalesce(jsonb_agg(to_jsonb(x) - 'transaction_id' order by x.position), '[]')
            from banking.transaction_part x where x.company_id = t.company_id and x.transaction_id = t.id)) as row
          from banking.transaction t
          where t.company_id = ${companyId} and (${after}::uuid is null or t.id > ${after}::uuid) and (
            t.journal_entry_id in (${entries}) or lower(t.counterparty) = lower(${name})
            or t.id in (
              select x.transaction_id from banking.transaction_part x
              where x.company_id = ${companyId} and x.journal_entry_id in (${entries}))
            or t.payment_id in (
              select p.id from banking.payment p where p.company_id = ${companyId} and ${goesTo(numbers)}))
          order by t.id limit ${limit}`),
      ),
  },
  {
    name: 'bankPayments',
    of: ['customer', 'supplier'],
    tables: ['banking.payment', 'banking.signature'],
    why: asBooks,
    from: fromCompany,
    to: { sv: 'Banken, i betalfilen.', en: 'The bank, in the payment file.' },
    read: ({ db, companyId }, { numbers }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select p.id, to_jsonb(p) || jsonb_build_object('signatures', (
            select coalesce(jsonb_agg(to_jsonb(s) - 'payment_id' order by s.signed_at), '[]') from banking.signature s
            where s.company_id = p.company_id and s.payment_id = p.id)) as row
          from banking.payment p
          where p.company_id = ${companyId} and ${goesTo(numbers)} and (${after}::uuid is null or p.id > ${after}::uuid)
          order by p.id limit ${limit}`),
      ),
  },
  {
    name: 'matchingRules',
    of: ['customer', 'supplier'],
    tables: ['banking.matching_rule'],
    why: {
      sv: 'Regler för hur transaktioner med den här motparten bokförs. De finns kvar tills företaget tar bort dem.',
      en: 'Rules of how transactions with this counterparty are booked. They are kept until the company removes them.',
    },
    from: fromCompany,
    read: ({ db, companyId }, { name }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select r.id, to_jsonb(r) as row from banking.matching_rule r
          where r.company_id = ${companyId} and (${after}::uuid is null or r.id > ${after}::uuid)
            and lower(${name}) in (lower(r.counterparty), lower(r.text_contains), lower(r.name))
          order by r.id limit ${limit}`),
      ),
  },
]
