// Employees: the people that a company pays, with where pay goes and how tax is withheld.
import { personalNumber } from '#numbers/personal-number'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { attemptIn, sqlStateOf } from '#platform/db'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { jsonOrNull, namesChanged } from '#text/json'
import { type EmployeeBody, type EmployeeContent, employeeContentOf, wrongInEmployee } from './employee.rules.ts'
import { peopleFaults as faults, peopleRefusals as refusals } from './people-refusals.ts'
import { digestsIn, openedNumber, sealedNumber } from './sealed-number.ts'

/** A personal number begins with the year of birth. */
const YEAR_DIGITS = 4

export type EmployeeRecord = EmployeeContent & { id: string; modifiedAt: Date }

/** SQLSTATE of a unique violation. */
const UNIQUE_VIOLATION = '23505'

type EmployeeRow = Omit<EmployeeRecord, 'personalNumber'> & { sealed: Buffer }

const recordOf = (call: CompanyCall, { sealed, ...row }: EmployeeRow): EmployeeRecord => ({
  ...row,
  personalNumber: openedNumber(call, row.id, sealed),
})

/** The employee; null when the company has none with this id. */
export const findEmployee = async (call: CompanyCall, id: string): Promise<EmployeeRecord | null> => {
  const row = await call.db.maybe<EmployeeRow>(sql`
    select ${columns} from payroll.employee e where e.company_id = ${call.companyId} and e.id = ${id}`)
  return row && recordOf(call, row)
}

/** One employee; refused as not found if it does not exist. */
export const readEmployee = async (call: CompanyCall, id: string): Promise<EmployeeRecord> => {
  const employee = await findEmployee(call, id)
  if (!employee) throw refusals.employeeNotFound({ id })
  return employee
}

/** The current employee, locked against change and deletion until the transaction ends. */
export const holdEmployee = async (call: CompanyCall, id: string): Promise<EmployeeRecord> => {
  await call.db.rows(sql`
    select from payroll.employee where company_id = ${call.companyId} and id = ${id} for update`)
  return readEmployee(call, id)
}

/** Names and years of birth of employees, by id; the year is null where no key decrypts the number. */
export const peopleOf = async (
  call: CompanyCall,
  ids: readonly string[],
): Promise<Map<string, { name: string; birthYear: number | null }>> => {
  const rows = await call.db.rows<EmployeeRow>(sql`
    select ${columns} from payroll.employee e
    where e.company_id = ${call.companyId} and e.id = any(${[...ids]}::uuid[])`)
  return new Map(
    rows.map((row) => {
      const { id, firstName, lastName, personalNumber: number } = recordOf(call, row)
      return [id, { name: `${firstName} ${lastName}`, birthYear: Number(number.slice(0, YEAR_DIGITS)) || null }]
    }),
  )
}

/** A page of the employees, newest first. */
export const listEmployees = (call: CompanyCall, request: PageRequest): Promise<Page<EmployeeRecord>> => {
  const list: List<EmployeeRow, EmployeeRecord> = {
    name: 'employees',
    columns,
    from: sql`payroll.employee e`,
    where: sql`e.company_id = ${call.companyId}`,
    key: [sql`e.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (row) => recordOf(call, row),
  }
  return listPage(call, list, request)
}

export const createEmployee = async (call: CompanyCall, body: EmployeeBody): Promise<EmployeeRecord> => {
  refuseIfAny(await wrongInBody(call, body, null))
  const content = employeeContentOf(body, dayOf(call.now))
  const { firstName, lastName, personalNumber: number, email, address, bankAccount, tax } = content
  const id = newId()
  const { sealed, digest } = sealedNumber(call, id, number)
  const made = await call.db.maybe(sql`
    insert into payroll.employee (
      company_id, id, first_name, last_name, personal_number, personal_number_digest, email, address, bank_account, tax,
      created_by_kind, created_by_id, created_at, modified_at)
    values (${call.companyId}, ${id}, ${firstName}, ${lastName}, ${sealed}::bytea, ${digest}::bytea, ${email},
      ${jsonOrNull(address)}, ${jsonOrNull(bankAccount)}, ${jsonOrNull(tax)}, ${call.actor.kind}, ${call.actor.id},
      ${call.now}, ${call.now})
    on conflict do nothing returning id`)
  // Another request added the person since the check.
  if (!made) refuseIfAny([faults.numberTaken('#/personalNumber')])
  recordEvent(call, 'employee.created', { id }, { id })
  return readEmployee(call, id)
}

/** Replaces an employee's content. */
export const updateEmployee = async (call: CompanyCall, id: string, body: EmployeeBody): Promise<EmployeeRecord> => {
  const before = await holdEmployee(call, id)
  refuseIfAny(await wrongInBody(call, body, id))
  const content = employeeContentOf(body, dayOf(call.now))
  const changed = namesChanged<EmployeeContent>(before, content)
  if (changed.length === 0) return before
  const { firstName, lastName, personalNumber: number, email, address, bankAccount, tax } = content
  const { sealed, digest } = sealedNumber(call, id, number)
  const change = sql`
    update payroll.employee set first_name = ${firstName}, last_name = ${lastName}, personal_number = ${sealed}::bytea,
      personal_number_digest = ${digest}::bytea, email = ${email}, address = ${jsonOrNull(address)},
      bank_account = ${jsonOrNull(bankAccount)}, tax = ${jsonOrNull(tax)}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`
  await attemptIn(call.db, () => call.db.rows(change)).catch((cause: unknown) => {
    // Another request gave an employee the number since the check.
    if (sqlStateOf(cause) === UNIQUE_VIOLATION) refuseIfAny([faults.numberTaken('#/personalNumber')])
    throw cause
  })
  // Only names of fields: who may read the history is not always who may read the pay.
  recordEvent(call, 'employee.changed', { id }, { id, changed })
  return readEmployee(call, id)
}

/** Deletes an employee without employments. */
export const deleteEmployee = async (call: CompanyCall, id: string): Promise<void> => {
  await holdEmployee(call, id)
  const { used } = await call.db.one<{ used: boolean }>(sql`
    select exists (
      select from payroll.employment where company_id = ${call.companyId} and employee_id = ${id}) as used`)
  if (used) throw refusals.employeeInUse({ id })
  await call.db.rows(sql`delete from payroll.employee where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'employee.deleted', { id }, { id })
}

/** Errors in the body of an employee beyond its types; `id` is null for a new one. */
export const wrongInBody = async (call: CompanyCall, body: unknown, id: string | null): Promise<FieldError[]> => {
  const today = dayOf(call.now)
  const errors = wrongInEmployee(body, today)
  if (errors.length > 0) return errors
  const { personalNumber: given } = Object(body) as Partial<EmployeeBody>
  const number = typeof given === 'string' ? personalNumber(given, today) : null
  if (number === null) return []
  const other = await call.db.maybe(sql`
    select e.id from payroll.employee e
    where e.company_id = ${call.companyId} and e.personal_number_digest in (${digestsIn(call, number)})
      and e.id is distinct from ${id}::uuid limit 1`)
  return other ? [faults.numberTaken('#/personalNumber')] : []
}

const columns = sql`
  e.id, e.first_name as "firstName", e.last_name as "lastName", e.personal_number as sealed, e.email, e.address,
  e.bank_account as "bankAccount", e.tax, e.modified_at as "modifiedAt"`

const filters: FilterTable = {
  properties: {
    firstName: { type: 'string', column: sql`e.first_name` },
    lastName: { type: 'string', column: sql`e.last_name` },
    modifiedDateTime: { type: 'datetime', column: sql`e.modified_at` },
  },
}
