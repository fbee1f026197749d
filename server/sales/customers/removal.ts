// Invoices and credit notes that are removed with a fiscal year, with their payments, tax reductions, PDFs and mails.
import type { RemovableDocuments } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

const remove = async ({ db, companyId }: CompanyCall, ids: readonly string[]): Promise<void> => {
  await db.rows(sql`select sales.remove_documents(${companyId}, ${ids}::uuid[])`)
}

export const salesToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'creditNote',
      what: { sv: 'Kreditfakturor', en: 'Credit notes' },
      unfinished: { sv: 'Kreditfakturor som inte är bokförda', en: 'Credit notes that are not booked' },
      tied: {
        sv: 'Kreditfakturor som hör ihop med något som stannar',
        en: 'Credit notes that belong together with something that stays',
      },
      remove,
    },
    {
      kind: 'invoice',
      what: {
        sv: 'Kundfakturor med betalningar, skattereduktioner, bilagor och utskick',
        en: 'Invoices with payments, tax reductions, attachments and mails',
      },
      unfinished: {
        sv: 'Kundfakturor som inte var slutreglerade när året tog slut',
        en: 'Invoices that were not settled when the year ended',
      },
      tied: {
        sv: 'Kundfakturor som hör ihop med något som stannar',
        en: 'Invoices that belong together with something that stays',
      },
      remove,
    },
  ],
  use: {
    what: {
      sv: 'Verifikationer som kundfakturor, kreditfakturor och deras betalningar hänvisar till',
      en: 'Entries that invoices, credit notes and their payments refer to',
    },
    entries: (companyId) => sql`
      select journal_entry_id from sales.invoice where company_id = ${companyId}
      union all select journal_entry_id from sales.payment where company_id = ${companyId}
      union all select journal_entry_id from sales.settlement where company_id = ${companyId}
      union all select journal_entry_id from sales.income_share where company_id = ${companyId}`,
  },
  // An invoice is finished on the last day on which any amount of it was open; if it never was, on its own day. Under
  // the cash method, a zero-total invoice is open until recorded, which is not required: it is finished once nothing is
  // left to sell. A credit note is finished when it is recorded, or when its invoice is finished without it.
  found: (companyId, until) => sql`
    select i.id, i.kind, coalesce(i.kind = 'creditNote' and i.recorded_at is not null
      or isempty(o.days) or upper(o.days) <= ${until} or sales.sold_until(c) <= ${until}, false)
    from sales.invoice i
    join sales.invoice c on c.company_id = i.company_id and c.id = coalesce(i.credits_id, i.id)
    left join sales.open_days o on o.company_id = c.company_id and o.invoice_id = c.id
    where i.company_id = ${companyId} and i.published_at is not null and i.date <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from sales.invoice where company_id = ${companyId}
    union all select id, credits_id from sales.invoice where company_id = ${companyId}
    union all select invoice_id, journal_entry_id from sales.payment where company_id = ${companyId}
    union all select invoice_id, journal_entry_id from sales.settlement where company_id = ${companyId}
    union all select invoice_id, journal_entry_id from sales.income_share where company_id = ${companyId}`,
  numbers: async ({ db, companyId }, ids) => {
    const { numbers } = await db.one<{ numbers: string | null }>(sql`
      select range_agg(int8range(number, number, '[]'))::text as numbers from sales.invoice
      where company_id = ${companyId} and id = any(${ids}::uuid[])`)
    return numbers === null ? {} : { document: numbers }
  },
}

/** Files queued for deletion, which outlive their company. */
export const salesRetainedTables: readonly string[] = ['sales.dropped_file']
