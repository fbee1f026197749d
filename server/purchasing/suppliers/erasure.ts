// Erasure of a supplier (GDPR art. 17): what is deleted, what prevents it, and what is kept as accounting information.
// The name is kept, since an entry must state whom it concerns (bokföringslagen 5 kap. 7 §).
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { ErasurePart, Hindrance, Party } from '#privacy/party'

/** Maximum number of invoices named in a hindrance. */
const MOST_NAMED = 20

const unfinished = async ({ db, companyId }: CompanyCall, { id }: Party): Promise<Hindrance[]> => {
  const found = await db.rows<{ number: string | null; dueDate: string }>(sql`
    select i.invoice_number as number, i.due_date::text as "dueDate" from purchasing.supplier_invoice i
    where i.company_id = ${companyId} and i.supplier_id = ${id} and i.paid_ore <> i.total_ore
    order by i.due_date, i.id limit ${MOST_NAMED}`)
  const advances = await db.rows<{ date: string }>(sql`
    select date::text from purchasing.advance
    where company_id = ${companyId} and supplier_id = ${id} and used_ore <> ore order by date, id limit ${MOST_NAMED}`)
  return [...found.map(unpaidInvoice), ...advances.map(unusedAdvance)]
}

const unpaidInvoice = ({ number, dueDate }: { number: string | null; dueDate: string }): Hindrance => ({
  what: {
    sv: `Leverantörsfaktura ${number ?? 'utan nummer'}, som förfaller ${dueDate}, är inte betald: uppgifterna behövs tills den är det, eller är borttagen.`,
    en: `Supplier invoice ${number ?? 'without a number'}, due on ${dueDate}, is not paid: the data is needed until it is, or was removed.`,
  },
  law: 'GDPR art. 17.3 b, 17.3 e',
})

const unusedAdvance = ({ date }: { date: string }): Hindrance => ({
  what: {
    sv: `Förskottet från ${date} är inte använt: uppgifterna behövs tills det är kvittat eller återbetalt.`,
    en: `The advance of ${date} is not used: the data is needed until it is set off or paid back.`,
  },
  law: 'GDPR art. 17.3 b, 17.3 e',
})

const eraseRow = async (call: CompanyCall, { id }: Party): Promise<void> => {
  const { db, companyId, now } = call
  const gone = await db.rows(sql`
    delete from purchasing.supplier s where s.company_id = ${companyId} and s.id = ${id} and not exists (
      select from purchasing.supplier_invoice i where i.company_id = s.company_id and i.supplier_id = s.id
      union all select from purchasing.advance a where a.company_id = s.company_id and a.supplier_id = s.id)
    returning s.id`)
  if (gone.length > 0) return recordEvent(call, 'supplier.deleted', { id }, { id })
  await db.rows(sql`
    update purchasing.supplier set org_number = null, sealed_org_number = null, org_number_digest = null,
      vat_number = null, address = null, payment_details = null, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
}

export const purchasingErasure: ErasurePart = {
  steps: [
    {
      of: ['supplier'],
      what: {
        sv: 'Leverantörsregistrets uppgifter: nummer, adress och vart pengar betalas; namnet också om ingen faktura finns',
        en: 'What the register of suppliers says: numbers, address and where money is paid; the name too where there is no invoice',
      },
      count: async () => 1,
      remove: eraseRow,
    },
  ],
  hindrances: unfinished,
  kept: async ({ db, companyId }, { id }) => {
    const { count, lastDay } = await db.one<{ count: bigint; lastDay: string | null }>(sql`
      select count(*) as count, max(coalesce(y.end_date, i.invoice_date))::text as "lastDay"
      from purchasing.supplier_invoice i
      left join ledger.fiscal_year_view y
        on y.company_id = i.company_id and i.invoice_date between y.start_date and y.end_date
      where i.company_id = ${companyId} and i.supplier_id = ${id}`)
    return [
      {
        what: {
          sv: 'Leverantörens namn och fakturor, med filer, attester och betalningar',
          en: "The supplier's name and invoices, with files, approvals and payments",
        },
        count: Number(count),
        lastDay,
        law: 'Bokföringslagen 5 kap. 7 §, 7 kap. 2 §',
      },
    ]
  },
}
