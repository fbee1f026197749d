// Payroll data about an employee, for the data subject's copy; and what an erasure removes.
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import {
  asBooks,
  type ErasurePart,
  fromCompany,
  type Hindrance,
  type Party,
  type PartyPart,
  plainRows,
} from '#privacy/party'
import { holdEmployee, readEmployee } from './employee.ts'

const ofEmployees = ['employee'] as const

const why = {
  sv: 'Personalregistret, så att företaget kan betala lön och lämna arbetsgivardeklarationer. Det finns kvar tills den anställda tas bort eller raderas.',
  en: 'The register of employees, so that the company can pay wages and declare them to the tax authority. It is kept until the employee is removed or erased.',
}

const whyAbsence = {
  sv: 'Frånvaro, så att lön, sjuklön och semester kan räknas ut (sjuklönelagen, semesterlagen). Den finns kvar tills anställningen tas bort eller den anställda raderas.',
  en: 'Absence, so that pay, sick pay and holiday can be computed (sjuklönelagen, semesterlagen). It is kept until the employment is removed or the employee erased.',
}

export const payrollPartyParts: readonly PartyPart[] = [
  {
    name: 'employee',
    of: ofEmployees,
    tables: ['payroll.employee'],
    why,
    from: fromCompany,
    addresses: ({ companyId, id }) => sql`
      select lower(e.email) from payroll.employee e
      where e.company_id = ${companyId} and e.id = ${id} and e.email is not null`,
    resources: ({ companyId, id }) => sql`
      select ${id}::text union all
      select m.id::text from payroll.employment m where m.company_id = ${companyId} and m.employee_id = ${id} union all
      select a.id::text from payroll.absence a
      join payroll.employment m on m.company_id = a.company_id and m.id = a.employment_id
      where a.company_id = ${companyId} and m.employee_id = ${id}`,
    read: async (call, { id }) => [await readEmployee(call, id)],
  },
  {
    name: 'employments',
    of: ofEmployees,
    tables: ['payroll.employment', 'payroll.pay', 'payroll.working_schedule', 'payroll.holiday_year'],
    why,
    from: fromCompany,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select m.id, to_jsonb(m) || jsonb_build_object('pays', (
            select coalesce(jsonb_agg(to_jsonb(p) - array['company_id', 'employment_id'] order by p.from_date), '[]')
            from payroll.pay p where p.company_id = m.company_id and p.employment_id = m.id), 'schedules', (
            select coalesce(jsonb_agg(to_jsonb(s) - array['company_id', 'employment_id'] order by s.from_date), '[]')
            from payroll.working_schedule s where s.company_id = m.company_id and s.employment_id = m.id),
            'holidayYears', (
            select coalesce(jsonb_agg(to_jsonb(y) - array['company_id', 'employment_id'] order by y.from_date), '[]')
            from payroll.holiday_year y where y.company_id = m.company_id and y.employment_id = m.id)) as row
          from payroll.employment m
          where m.company_id = ${companyId} and m.employee_id = ${id}
            and (${after}::uuid is null or m.id > ${after}::uuid)
          order by m.id limit ${limit}`),
      ),
  },
  {
    name: 'payItems',
    of: ofEmployees,
    tables: ['payroll.pay_item'],
    why,
    from: fromCompany,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select i.id, to_jsonb(i) as row from payroll.pay_item i
          join payroll.employment m on m.company_id = i.company_id and m.id = i.employment_id
          where i.company_id = ${companyId} and m.employee_id = ${id}
            and (${after}::uuid is null or i.id > ${after}::uuid)
          order by i.id limit ${limit}`),
      ),
  },
  {
    name: 'payslips',
    of: ofEmployees,
    tables: ['payroll.payslip', 'payroll.payslip_line'],
    why: asBooks,
    from: fromCompany,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select s.id, to_jsonb(s) || jsonb_build_object('pay_date', r.pay_date, 'lines', (
            select coalesce(jsonb_agg(to_jsonb(l) - array['company_id', 'payslip_id'] order by l.position), '[]')
            from payroll.payslip_line l where l.company_id = s.company_id and l.payslip_id = s.id)) as row
          from payroll.payslip s join payroll.pay_run r on r.company_id = s.company_id and r.id = s.pay_run_id
          where s.company_id = ${companyId} and s.employee_id = ${id}
            and (${after}::uuid is null or s.id > ${after}::uuid)
          order by s.id limit ${limit}`),
      ),
  },
  {
    name: 'absence',
    of: ofEmployees,
    tables: ['payroll.absence', 'payroll.absence_day'],
    why: whyAbsence,
    from: fromCompany,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select a.id, to_jsonb(a) as row from payroll.absence a
          join payroll.employment m on m.company_id = a.company_id and m.id = a.employment_id
          where a.company_id = ${companyId} and m.employee_id = ${id}
            and (${after}::uuid is null or a.id > ${after}::uuid)
          order by a.id limit ${limit}`),
      ),
  },
]

/** The name and account number of an employee; refused as not found if it does not exist. */
export const employeeNamed = async (
  call: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean },
): Promise<{ name: string; numbers: readonly string[] }> => {
  const { firstName, lastName, bankAccount } = await (lock ? holdEmployee : readEmployee)(call, id)
  return { name: `${firstName} ${lastName}`, numbers: bankAccount ? [bankAccount.accountNumber] : [] }
}

/** The data is needed until the last employment is over. */
const stillEmployed = async ({ db, companyId, now }: CompanyCall, { kind, id }: Party): Promise<Hindrance[]> => {
  if (kind !== 'employee') return []
  const found = await db.maybe(sql`
    select m.id from payroll.employment m
    where m.company_id = ${companyId} and m.employee_id = ${id}
      and (m.to_date is null or m.to_date >= ${dayOf(now)}::date) limit 1`)
  if (!found) return []
  const what = {
    sv: 'Anställningen pågår: uppgifterna behövs tills den har slutat.',
    en: 'The employment is not over: the data is needed until it is.',
  }
  return [{ what, law: 'GDPR art. 17.3 b' }]
}

export const payrollErasure: ErasurePart = {
  steps: [
    {
      of: ofEmployees,
      what: {
        sv: 'Personalregistrets uppgifter, med anställningar och löner',
        en: 'What the register of employees says, with employments and pay',
      },
      count: async () => 1,
      remove: async (call, { id }) => {
        const { db, companyId } = call
        await db.rows(sql`delete from payroll.employment where company_id = ${companyId} and employee_id = ${id}`)
        await db.rows(sql`delete from payroll.employee where company_id = ${companyId} and id = ${id}`)
        recordEvent(call, 'employee.deleted', { id }, { id })
      },
    },
  ],
  hindrances: stillEmployed,
  kept: async ({ db, companyId }, { kind, id }) => {
    if (kind !== 'employee') return []
    const { count, lastDay } = await db.one<{ count: bigint; lastDay: string | null }>(sql`
      select count(*) as count, max(coalesce(y.end_date, r.pay_date))::text as "lastDay" from payroll.payslip s
      join payroll.pay_run r on r.company_id = s.company_id and r.id = s.pay_run_id
      left join ledger.fiscal_year_view y on y.company_id = r.company_id
        and r.pay_date between y.start_date and y.end_date
      where s.company_id = ${companyId} and s.employee_id = ${id}`)
    const what = { sv: 'Lönebesked i lönekörningar', en: 'Payslips of pay runs' }
    return count === 0n ? [] : [{ what, count: Number(count), lastDay, law: 'Bokföringslagen 7 kap. 2 §' }]
  },
}
