// The reminders of a customer, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart, plainRows } from '#privacy/party'

export const reminderPartyParts: readonly PartyPart[] = [
  {
    name: 'reminders',
    of: ['customer'],
    tables: ['reminders.reminder', 'reminders.mailing'],
    why: asBooks,
    from: fromCompany,
    to: { sv: 'Adresserna som står i mailings.', en: 'The addresses in mailings.' },
    resources: ({ companyId, documents }) => sql`
      select r.id::text from reminders.reminder r where r.company_id = ${companyId} and r.invoice_id in (${documents})`,
    addresses: ({ companyId, documents }) => sql`
      select lower(m.recipient) from reminders.reminder r
      join reminders.mailing m on m.company_id = r.company_id and m.reminder_id = r.id
      where r.company_id = ${companyId} and r.invoice_id in (${documents})`,
    read: ({ db, companyId }, { documents }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select r.id, to_jsonb(r) || jsonb_build_object('mailings', (
            select coalesce(jsonb_agg(to_jsonb(m) - 'reminder_id' order by m.id), '[]') from reminders.mailing m
            where m.company_id = r.company_id and m.reminder_id = r.id)) as row
          from reminders.reminder r
          where r.company_id = ${companyId} and r.invoice_id in (${documents})
            and (${after}::uuid is null or r.id > ${after}::uuid)
          order by r.id limit ${limit}`),
      ),
  },
  {
    name: 'reminderHolds',
    of: ['customer'],
    tables: ['reminders.hold'],
    why: {
      sv: 'Att kunden eller en faktura inte ska påminnas om, och varför. Det finns kvar tills spärren lyfts.',
      en: 'That the customer or an invoice is not to be reminded of, and why. It is kept until that is lifted.',
    },
    from: fromCompany,
    resources: ({ companyId, id, documents }) => sql`
      select h.id::text from reminders.hold h
      where h.company_id = ${companyId} and (h.customer_id = ${id} or h.invoice_id in (${documents}))`,
    read: ({ db, companyId }, { id, documents }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select h.id, to_jsonb(h) as row from reminders.hold h
          where h.company_id = ${companyId} and (h.customer_id = ${id} or h.invoice_id in (${documents}))
            and (${after}::uuid is null or h.id > ${after}::uuid)
          order by h.id limit ${limit}`),
      ),
  },
]
