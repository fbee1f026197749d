// How the refusals of payroll come about.

import { callingAs } from '#support/calling'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import { anEmployee, anEmployment, newPersonalNumber } from '#tests/surface/payroll-world'
import { over, type Provocation } from '#tests/surface/provocations'

const unknown = '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d'

const added = async (company: TestCompany, changes: object = {}): Promise<string> =>
  ok(await company.post('/employees', anEmployee(changes))).id

const employed = async (company: TestCompany): Promise<{ employeeId: string; id: string }> => {
  const employeeId = await added(company)
  return { employeeId, id: ok(await company.post('/employments', anEmployment(employeeId))).id }
}

export const ofEmployees: Record<string, Provocation> = {
  employeeNotFound: over((company) => company.get(`/employees/${unknown}`)),
  employeeInUse: over(async (company) => company.delete(`/employees/${(await employed(company)).employeeId}`)),
  employeeHindered: over(async (company, service) =>
    (await callingAs(service, company, 'owner'))('POST', `/employees/${(await employed(company)).employeeId}/erasure`),
  ),
  employmentNotFound: over((company) => company.get(`/employments/${unknown}`)),
}

const employee = (changes: object): Provocation => over((company) => company.post('/employees', anEmployee(changes)))
const taxed = (tax: object): Provocation => employee({ tax })
const decided = (decision: object): Provocation =>
  taxed({ kind: 'sideIncome', decision: { from: '2026-01-01', to: '2026-12-31', ...decision } })
const employment = (changes: object): Provocation =>
  over(async (company) => company.post('/employments', anEmployment(await added(company), changes)))
const day = '2026-03-01'

export const ofEmployeeFaults: Record<string, Provocation> = {
  blank: employee({ lastName: ' ' }),
  country: employee({ address: { country: 'XX' } }),
  personalNumber: employee({ personalNumber: '19900101-2386' }),
  numberTaken: over(async (company) => {
    const personalNumber = newPersonalNumber()
    await added(company, { personalNumber })
    return company.post('/employees', anEmployee({ personalNumber }))
  }),
  clearingNumber: employee({ bankAccount: { clearingNumber: '8424-1', accountNumber: '9831892246' } }),
  accountNumber: employee({ bankAccount: { clearingNumber: '5000', accountNumber: '123456' } }),
  taxTable: taxed({ kind: 'table', column: 1 }),
  taxDecision: decided({}),
  decisionDays: decided({ percent: 10, to: '2025-12-31' }),
  wholeKronor: taxed({ kind: 'sideIncome', extra: 100.5 }),
  employeeUnknown: over((company) => company.post('/employments', anEmployment(unknown))),
  employeeFixed: over(async (company) => {
    const { id } = await employed(company)
    return company.put(`/employments/${id}`, anEmployment(await added(company)))
  }),
  lastDay: employment({ to: '2026-02-28' }),
  payDays: employment({
    pays: [
      { from: day, amount: 1 },
      { from: day, amount: 2 },
    ],
  }),
  firstPay: employment({ pays: [{ from: '2026-03-02', amount: 32_000 }] }),
  payAmount: employment({ pays: [{ from: day, amount: 32_000.123 }] }),
}
