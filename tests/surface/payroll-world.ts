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

const account = { clearingNumber: '9071', accountNumber: '4172383' }

const employed = async (company: TestCompany): Promise<string> =>
  ok(await company.post('/employees', anEmployee({ bankAccount: account }))).id

const employmentIn = async (company: TestCompany): Promise<string> =>
  ok(await company.post('/employments', anEmployment(await employed(company)))).id

export const anItem = (employmentId: string, changes: object = {}) => ({
  employmentRef: { id: employmentId },
  payType: 'overtime',
  from: '2026-05-12',
  quantity: 2,
  rate: 300,
  ...changes,
})

export const anAbsence = (employmentId: string, changes: object = {}) => ({
  employmentRef: { id: employmentId },
  kind: 'sick',
  from: '2026-03-09',
  to: '2026-03-11',
  ...changes,
})

export const payrollBodies = {
  createEmployee: async () => ({ personalNumber: newPersonalNumber() }),
  updateEmployee: async () => ({ personalNumber: newPersonalNumber() }),
  createEmployment: async (company: TestCompany) => ({ employeeRef: { id: await employed(company) } }),
  createAbsence: async (company: TestCompany) => ({ employmentRef: { id: await employmentIn(company) } }),
  createPayItem: async (company: TestCompany) => ({ employmentRef: { id: await employmentIn(company) } }),
}

/** A run of one new employment, as far as these steps take it. */
export const aRun = async (company: TestCompany, steps: readonly string[] = [], changes: object = {}) => {
  const employmentId = await employmentIn(company)
  const period = { name: 'Maj 2026', payDate: '2026-05-25', from: '2026-05-01', to: '2026-05-31' }
  const asked = { ...period, employmentRefs: [{ id: employmentId }], ...changes }
  const { id } = ok(await company.post('/pay-runs', asked))
  // Another request may have asked for two people.
  if (steps.includes('approve')) ok(await company.put('/payroll-settings', { needsTwo: false }))
  for (const step of steps)
    ok(await company.post(`/pay-runs/${id}/${step}`, step === 'pay' ? { way: 'outside' } : undefined))
  return { id, employmentId }
}

/** The steps before a row. */
const stepsBefore: Readonly<Record<string, readonly string[]>> = {
  approvePayRun: ['review'],
  bookPayRun: ['review', 'approve'],
  payPayRun: ['review', 'approve', 'book'],
  takeBackPayRun: ['review'],
}

let monthsMade = 0
const FIRST_YEAR = 2030

/** A month that no other call of this process has got. */
const newMonth = (): string => {
  monthsMade += 1
  return `${FIRST_YEAR + Math.floor(monthsMade / 12)}-${String(1 + (monthsMade % 12)).padStart(2, '0')}`
}

const contact = { name: 'Anna Ek', phone: '070-123 45 67', email: 'anna.ek@example.com' }

export const aReturn = async (company: TestCompany, month = newMonth()): Promise<string> =>
  ok(await company.post('/employer-returns', { month, contact })).id

const ofRuns = async ({ path, operationId }: Row, company: TestCompany): Promise<Record<string, string>> => {
  if (operationId === 'approvePayRun') ok(await company.put('/payroll-settings', { needsTwo: false }))
  const { id, employmentId } = await aRun(company, stepsBefore[operationId])
  if (operationId === 'computePayRun') ok(await company.post('/pay-items', anItem(employmentId)))
  if (!path.includes('{payslipId}')) return { payRunId: id }
  const [payslip] = ok(await company.get(`/pay-runs/${id}/payslips`)).items
  return { payRunId: id, payslipId: payslip.id }
}

const ofItems = async ({ operationId, example }: Row, company: TestCompany): Promise<Record<string, string>> => {
  const employmentId = await employmentIn(company)
  const { id } = ok(await company.post('/pay-items', anItem(employmentId)))
  if (operationId !== 'updatePayItem') return { payItemId: id }
  const body = JSON.stringify({ ...(example?.body as object), employmentRef: { id: employmentId } })
  return { payItemId: id, body }
}

/** The placeholders of a row; an employment keeps its employee when it is changed, and absence its employment. */
export const ofPayroll = async (row: Row, company: TestCompany): Promise<Record<string, string>> => {
  const { path, operationId, example } = row
  if (path.includes('{payRunId}') || operationId === 'listPayRuns') return ofRuns(row, company)
  if (path.includes('{payItemId}') || operationId === 'listPayItems') return ofItems(row, company)
  if (path.includes('{employerReturnId}') || operationId === 'listEmployerReturns')
    return { employerReturnId: await aReturn(company) }
  // Payments to the account of a person keep their data.
  if (path.endsWith('/erasure')) return { employeeId: ok(await company.post('/employees', anEmployee())).id }
  if (path.includes('{employeeId}')) return { employeeId: await employed(company) }
  if (operationId === 'listEmployees') await employed(company)
  if (operationId === 'bookHolidayDebt' || operationId === 'getHolidayDebt') await employmentIn(company)
  if (path.includes('{absenceId}') || operationId === 'listAbsences') return ofAbsence(row, company)
  if (!path.includes('{employmentId}') && operationId !== 'listEmployments') return {}
  const employeeId = await employed(company)
  const { id } = ok(await company.post('/employments', anEmployment(employeeId)))
  if (operationId !== 'updateEmployment') return { employmentId: id }
  const body = JSON.stringify({ ...(example?.body as object), employeeRef: { id: employeeId } })
  return { employmentId: id, body }
}

const ofAbsence = async ({ operationId, example }: Row, company: TestCompany): Promise<Record<string, string>> => {
  const employmentId = await employmentIn(company)
  const { id } = ok(await company.post('/absences', anAbsence(employmentId)))
  if (operationId !== 'updateAbsence') return { absenceId: id }
  return { absenceId: id, body: JSON.stringify({ ...(example?.body as object), employmentRef: { id: employmentId } }) }
}
