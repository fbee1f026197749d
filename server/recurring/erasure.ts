// Recurring invoices of an erased customer (GDPR art. 17): active ones must be ended first, the others are deleted.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import { countOfRows, type ErasurePart, type Party } from '#privacy/party'
import { deleteRecurring } from './recurring.ts'

const ended = ({ companyId }: CompanyCall, { id }: Party): Sql => sql`
  select s.id from recurring.schedule s
  where s.company_id = ${companyId} and s.customer_id = ${id} and s.state = 'ended'`

export const recurringErasure: ErasurePart = {
  steps: [
    {
      of: ['customer'],
      what: { sv: 'Avslutade avtalsfakturor', en: 'Recurring invoices that have ended' },
      count: (call, party) => countOfRows(call, ended(call, party)),
      remove: async (call, party) => {
        const found = await call.db.rows<{ id: string }>(sql`${ended(call, party)} order by 1`)
        for (const { id } of found) await deleteRecurring(call, id)
      },
    },
  ],
  hindrances: async ({ db, companyId }, { id }) => {
    const running = await db.rows<{ nextDate: string | null }>(sql`
      select s.next_date::text as "nextDate" from recurring.schedule s
      where s.company_id = ${companyId} and s.customer_id = ${id} and s.state <> 'ended' order by s.id`)
    return running.map(({ nextDate }) => ({
      what: {
        sv: `En avtalsfaktura löper, nästa gång ${nextDate}: avsluta den först.`,
        en: `A recurring invoice runs, next on ${nextDate}: end it first.`,
      },
      law: 'GDPR art. 6.1 b, 17.1 a',
    }))
  },
}
