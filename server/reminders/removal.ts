// Reminders are removed with a fiscal year together with their invoices.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'

export const remindersToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'reminder',
      what: { sv: 'Påminnelser', en: 'Reminders' },
      unfinished: { sv: 'Påminnelser som inte är avslutade', en: 'Reminders that are not over' },
      tied: {
        sv: 'Påminnelser om fakturor som stannar',
        en: 'Reminders of invoices that stay',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          delete from reminders.mailing where company_id = ${companyId} and reminder_id = any(${ids}::uuid[])`)
        await db.rows(sql`delete from reminders.reminder where company_id = ${companyId} and id = any(${ids}::uuid[])`)
      },
    },
  ],
  found: (companyId, until) => sql`
    select id, 'reminder', true from reminders.reminder where company_id = ${companyId} and date <= ${until}`,
  ties: (companyId) =>
    sql`select id as one, invoice_id as other from reminders.reminder where company_id = ${companyId}`,
}
