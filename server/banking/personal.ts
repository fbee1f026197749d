// Personal data in this context: the payments that a person has signed.
import { sql } from '#platform/sql'
import type { PersonalPart } from '#privacy/personal'

export const bankingParts: readonly PersonalPart[] = [
  {
    name: 'signatures',
    tables: ['banking.signature'],
    why: {
      sv: 'Betalningar som du har signerat. De hör till företagets räkenskapsinformation och sparas lika länge som den.',
      en: 'Payments that you have signed. They belong to what the company keeps of its books, and are kept as long.',
    },
    read: ({ db }, { id }) =>
      db.rows(sql`
        select company_id as "companyId", payment_id as "paymentId", person_name as "name", signed_at as "signedAt"
        from banking.signature where person_id = ${id} order by signed_at`),
  },
]
