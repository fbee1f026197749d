// Pay runs removed with the fiscal year that they were paid in, with their payslips, and returns of its months.
import type { RemovableDocuments } from '#ledger'
import { sql } from '#platform/sql'

export const payrollToRemove: RemovableDocuments = {
  kinds: [
    {
      kind: 'payRun',
      what: { sv: 'Lönekörningar med lönebesked', en: 'Pay runs with their payslips' },
      unfinished: {
        sv: 'Lönekörningar som inte var betalda när året tog slut',
        en: 'Pay runs that were not paid when the year ended',
      },
      tied: {
        sv: 'Lönekörningar som hör ihop med något som stannar',
        en: 'Pay runs that belong together with something that stays',
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          delete from payroll.pay_run r where r.company_id = ${companyId} and r.id = any(${ids}::uuid[])`)
      },
    },
    {
      kind: 'employerReturn',
      what: { sv: 'Arbetsgivardeklarationer', en: "Employer's returns" },
      unfinished: {
        sv: 'Arbetsgivardeklarationer som inte var inlämnade när året tog slut',
        en: "Employer's returns that were not filed when the year ended",
      },
      tied: {
        sv: 'Arbetsgivardeklarationer som hör ihop med något som stannar',
        en: "Employer's returns that belong together with something that stays",
      },
      remove: async ({ db, companyId }, ids) => {
        await db.rows(sql`
          delete from payroll.employer_return t where t.company_id = ${companyId} and t.id = any(${ids}::uuid[])`)
      },
    },
  ],
  use: {
    what: { sv: 'Verifikationer för lönekörningar', en: 'Entries of pay runs' },
    entries: (companyId) => sql`
      select journal_entry_id from payroll.pay_run where company_id = ${companyId} and journal_entry_id is not null`,
  },
  found: (companyId, until) => sql`
    select r.id, 'payRun', r.state = 'paid' from payroll.pay_run r
    where r.company_id = ${companyId} and r.pay_date <= ${until}
    union all
    select t.id, 'employerReturn', t.state = 'filed' from payroll.employer_return t
    where t.company_id = ${companyId} and t.month <= ${until}`,
  ties: (companyId) => sql`
    select id as one, journal_entry_id as other from payroll.pay_run where company_id = ${companyId}`,
}
