// What rows of payroll name, made anew for each request. A person is one employee of a company, so each has a number of
// its own.
import type { Row } from '#http'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'

const checkDigit = (digits: string): number => {
  const sum = [...digits].reduce((all, digit, index) => {
    const product = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return all + Math.floor(product / 10) + (product % 10)
  }, 0)
  return (10 - (sum % 10)) % 10
}

let numbersMade = 0

/** A personal number that no other call of this process has got. */
export const newPersonalNumber = (year = '1985'): string => {
  numbersMade += 1
  const month = String(1 + (Math.floor(numbersMade / 27_000) % 12)).padStart(2, '0')
  const day = String(1 + (Math.floor(numbersMade / 999) % 27)).padStart(2, '0')
  const front = `${year.slice(2)}${month}${day}${String(1 + (numbersMade % 999)).padStart(3, '0')}`
  return `${year.slice(0, 2)}${front.slice(0, 6)}-${front.slice(6)}${checkDigit(front)}`
}

export const anEmployee = (changes: object = {}) => ({
  firstName: 'Anna',
  lastName: 'Ek',
  personalNumber: newPersonalNumber(),
  tax: { kind: 'table', table: 32, column: 1 },
  ...changes,
})

export const anEmployment = (employeeId: string, changes: object = {}) => ({
  employeeRef: { id: employeeId },
  staff: 'salaried',
  from: '2026-03-01',
  payKind: 'monthly',
  weeklyHours: 40,
  pays: [{ from: '2026-03-01', amount: 32_000 }],
  ...changes,
})

const employed = async (company: TestCompany): Promise<string> => ok(await company.post('/employees', anEmployee())).id

export const payrollBodies = {
  createEmployee: async () => ({ personalNumber: newPersonalNumber() }),
  updateEmployee: async () => ({ personalNumber: newPersonalNumber() }),
  createEmployment: async (company: TestCompany) => ({ employeeRef: { id: await employed(company) } }),
}

/** The placeholders of a row; an employment keeps its employee when it is changed. */
export const ofPayroll = async (row: Row, company: TestCompany): Promise<Record<string, string>> => {
  const { path, operationId, example } = row
  if (path.includes('{employeeId}')) return { employeeId: await employed(company) }
  if (operationId === 'listEmployees') await employed(company)
  if (!path.includes('{employmentId}') && operationId !== 'listEmployments') return {}
  const employeeId = await employed(company)
  const { id } = ok(await company.post('/employments', anEmployment(employeeId)))
  if (operationId !== 'updateEmployment') return { employmentId: id }
  const body = JSON.stringify({ ...(example?.body as object), employeeRef: { id: employeeId } })
  return { employmentId: id, body }
}
