// Payroll data about an employee, for the data subject's copy; and what an erasure removes.
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { type ErasurePart, fromCompany, type Hindrance, type Party, type PartyPart, plainRows } from '#privacy/party'
import { holdEmployee, readEmployee } from './employee.ts'

const ofEmployees = ['employee'] as const

const why = {
  sv: 'Personalregistret, så att företaget kan betala lön och lämna arbetsgivardeklarationer. Det finns kvar tills den anställda tas bort eller raderas.',
  en: 'The register of employees, so that the company can pay wages and declare them to the tax authority. It is kept until the employee is removed or erased.',
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
      select m.id::text from payroll.employment m where m.company_id = ${companyId} and m.employee_id = ${id}`,
    read: async (call, { id }) => [await readEmployee(call, id)],
  },
  {
    name: 'employments',
    of: ofEmployees,
    tables: ['payroll.employment', 'payroll.pay'],
    why,
    from: fromCompany,
    read: ({ db, companyId }, { id }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select m.id, to_jsonb(m) || jsonb_build_object('pays', (
            select coalesce(jsonb_agg(to_jsonb(p) - array['company_id', 'employment_id'] order by p.from_date), '[]')
            from payroll.pay p where p.company_id = m.company_id and p.employment_id = m.id)) as row
          from payroll.employment m
          where m.company_id = ${companyId} and m.employee_id = ${id}
            and (${after}::uuid is null or m.id > ${after}::uuid)
          order by m.id limit ${limit}`),
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
}
