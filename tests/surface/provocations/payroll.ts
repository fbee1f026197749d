// How the refusals of payroll come about.

import { sql } from '#platform/sql'
import { callingAs } from '#support/calling'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'
import {
  anAbsence,
  anEmployee,
  anEmployment,
  anItem,
  aReturn,
  aRun,
  newPersonalNumber,
} from '#tests/surface/payroll-world'
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
  employmentInUse: over(async (company) => company.delete(`/employments/${(await aRun(company)).employmentId}`)),
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

const itemOf = (changes: object): Provocation =>
  over(async (company) => company.post('/pay-items', anItem((await employed(company)).id, changes)))
const stepOf = (word: string, before: readonly string[] = [], changes: object = {}): Provocation =>
  over(async (company) => company.post(`/pay-runs/${(await aRun(company, before, changes)).id}/${word}`))
const itemIn = (payType: string, amount: number): Provocation =>
  over(async (company) => {
    const { id, employmentId } = await aRun(company)
    ok(await company.post('/pay-items', anItem(employmentId, { payType, amount })))
    return company.post(`/pay-runs/${id}/review`)
  })

export const ofPayRuns: Record<string, Provocation> = {
  itemNotFound: over((company) => company.get(`/pay-items/${unknown}`)),
  itemInUse: over(async (company) => {
    const { id, employmentId } = await aRun(company)
    const item = ok(await company.post('/pay-items', anItem(employmentId)))
    ok(await company.post(`/pay-runs/${id}/review`))
    return company.delete(`/pay-items/${item.id}`)
  }),
  runNotFound: over((company) => company.get(`/pay-runs/${unknown}`)),
  payslipNotFound: over(async (company) => company.get(`/pay-runs/${(await aRun(company)).id}/payslips/${unknown}`)),
  wrongState: stepOf('book'),
  samePerson: over(async (company, service) => {
    const { id } = await aRun(company)
    const owner = await callingAs(service, company, 'owner')
    ok(await company.put('/payroll-settings', { needsTwo: true }))
    ok(await owner('POST', `/pay-runs/${id}/review`))
    const answer = await owner('POST', `/pay-runs/${id}/approve`)
    ok(await company.put('/payroll-settings', { needsTwo: false }))
    return answer
  }),
  onlyPeople: over(async (company) => {
    const { id } = await aRun(company, ['review'])
    ok(await company.put('/payroll-settings', { needsTwo: true }))
    const answer = await company.post(`/pay-runs/${id}/approve`)
    ok(await company.put('/payroll-settings', { needsTwo: false }))
    return answer
  }),
  outdated: over(async (company) => {
    const { id, employmentId } = await aRun(company, ['review'])
    ok(await company.post('/pay-items', anItem(employmentId)))
    return company.post(`/pay-runs/${id}/approve`)
  }),
  empty: stepOf('review', [], { from: '2020-01-01', to: '2020-01-31' }),
  belowZero: itemIn('loan', 900_000),
  withoutAccount: over(async (company) => {
    const { id: employmentId } = await employed(company)
    const { id } = await aRun(company, ['review', 'approve', 'book'], { employmentRefs: [{ id: employmentId }] })
    return company.post(`/pay-runs/${id}/pay`, { way: 'bankPayments' })
  }),
  unreadableNumber: over(async (company, service) => {
    const { id } = await aRun(company)
    await service.database.rows(sql`
      update payroll.employee set personal_number = decode(repeat('00', 64), 'hex') where company_id = ${company.id}`)
    return company.post(`/pay-runs/${id}/compute`)
  }),
  notInKronor: over(
    async (company) => company.post(`/pay-runs/${(await aRun(company, ['review', 'approve'])).id}/book`),
    { accountingCurrency: 'EUR' },
  ),
  noTables: over(async (company) => {
    const { employmentId } = await aRun(company)
    const period = { name: 'x', payDate: '2045-05-25', from: '2026-07-01', to: '2026-07-31' }
    return company.post('/pay-runs', { ...period, employmentRefs: [{ id: employmentId }] })
  }),
}

export const ofPayRunFaults: Record<string, Provocation> = {
  employmentUnknown: over((company) => company.post('/pay-items', anItem(unknown))),
  amount: itemOf({ quantity: null, rate: null }),
  rate: itemOf({ rate: null }),
  quantity: itemOf({ quantity: 1.23456 }),
  protectedAmount: itemOf({ protectedAmount: 100.123 }),
  oneDay: itemOf({ payType: 'careOfChild', to: '2026-05-13' }),
  lastDay: itemOf({ to: '2026-05-01' }),
  tooLong: over((company) =>
    company.post('/pay-runs', { name: 'x', payDate: '2026-05-25', from: '2024-01-01', to: '2026-05-31' }),
  ),
  runUnknown: itemOf({ correctsPayRunRef: { id: unknown } }),
  account: over((company) => company.put('/payroll-settings', { needsTwo: false, accounts: { netPay: 9999 } })),
}

const filedReturn = async (company: TestCompany, month?: string): Promise<string> => {
  const id = await aReturn(company, month)
  ok(await company.post(`/employer-returns/${id}/file`, { filedOn: '2026-01-12' }))
  return id
}

export const ofReturns: Record<string, Provocation> = {
  notFound: over((company) => company.get(`/employer-returns/${unknown}`)),
  sameAsFiled: over(async (company) => {
    await filedReturn(company, '2099-01')
    const contact = { name: 'x', phone: '1', email: 'x@example.com' }
    return company.post('/employer-returns', { month: '2099-01', contact })
  }),
  faulty: over(async (company) => {
    const { employmentId } = await aRun(company)
    ok(await company.post('/pay-items', anItem(employmentId, { from: '2026-02-10', quantity: -200 })))
    const period = { payDate: '2026-02-25', from: '2026-02-01', to: '2026-02-28' }
    const asked = { ...period, name: 'x', employmentRefs: [{ id: employmentId }] }
    ok(
      await company.post(
        '/pay-items',
        anItem(employmentId, { payType: 'expenses', amount: 90_000, from: '2026-02-10' }),
      ),
    )
    const { id } = ok(await company.post('/pay-runs', asked))
    for (const step of ['review', 'approve', 'book']) ok(await company.post(`/pay-runs/${id}/${step}`))
    const contact = { name: 'x', phone: '1', email: 'x@example.com' }
    return company.post('/employer-returns', { month: '2026-02', contact })
  }),
  unreadable: over(async (company, service) => {
    const id = await aReturn(company)
    await service.database.rows(sql`
      update payroll.employer_return set content = decode(repeat('00', 64), 'hex')
      where company_id = ${company.id} and id = ${id}`)
    return company.get(`/employer-returns/${id}/download`)
  }),
  alreadyFiled: over(async (company) =>
    company.post(`/employer-returns/${await filedReturn(company)}/file`, { filedOn: '2026-01-12' }),
  ),
}

export const ofReturnFaults: Record<string, Provocation> = {
  month: over((company) => company.get('/employer-returns/proposal?month=2026-13')),
  filedOn: over(async (company) =>
    company.post(`/employer-returns/${await aReturn(company)}/file`, { filedOn: '2190-01-01' }),
  ),
}

const away = (changes: object, employed: object = {}): Provocation =>
  over(async (company) => company.post('/absences', anAbsence(await hired(company, employed), changes)))
const hired = async (company: TestCompany, changes: object = {}): Promise<string> =>
  ok(await company.post('/employments', anEmployment(await added(company), changes))).id
const under = (path: string, body: object): Provocation =>
  over(async (company) => company.put(`/employments/${await hired(company)}/${path}`, body))

export const ofAbsences: Record<string, Provocation> = {
  absenceNotFound: over((company) => company.get(`/absences/${unknown}`)),
  absenceOverlaps: over(async (company) => {
    const body = anAbsence(await hired(company))
    ok(await company.post('/absences', body))
    return company.post('/absences', body)
  }),
}

const week = [480, 480, 480, 480, 480, 0, 0]

export const ofAbsenceFaults: Record<string, Provocation> = {
  employmentUnknown: over((company) => company.post('/absences', anAbsence(unknown))),
  employmentFixed: over(async (company) => {
    const { id } = ok(await company.post('/absences', anAbsence(await hired(company))))
    return company.put(`/absences/${id}`, anAbsence(await hired(company)))
  }),
  unknownDay: away({ from: '2018-12-31', to: '2018-12-31' }),
  lastDay: away({ to: '2026-03-08' }),
  outside: away({ from: '2026-02-28' }),
  measure: away({ extent: 50, minutes: 60 }),
  wholeDays: away({ kind: 'holiday', extent: 50 }),
  paid: away({ isPaid: true }),
  scheduleDays: under('schedules', {
    schedules: [
      { from: day, weeks: [week] },
      { from: day, weeks: [week] },
    ],
  }),
  period: over(async (company) =>
    company.get(`/employments/${await hired(company)}/absence-lines?from=2026-03-01&to=2027-03-02`),
  ),
}

const years = (...given: object[]): Provocation => under('holiday-years', { years: given })

export const ofHoliday: Record<string, Provocation> = {
  holidayInKronor: over((company) => company.post('/holiday-debt/entries', { date: '2026-03-31' }), {
    accountingCurrency: 'EUR',
  }),
  debtUnchanged: over((company) => company.post('/holiday-debt/entries', { date: '2026-03-31' })),
  payUnknown: over(async (company) => {
    await hired(company, { payKind: 'hourly', holiday: { rule: 'share' } })
    return company.get('/holiday-debt?date=2026-03-31')
  }),
  employmentLasts: over(async (company) => company.get(`/employments/${await hired(company)}/final-holiday-pay`)),
}

const april = '2026-04-01'

export const ofHolidayFaults: Record<string, Provocation> = {
  yearStart: years({ from: '2026-01-01' }),
  yearOrder: years({ from: april }, { from: april }),
  savedYear: years({ from: april, savedDays: [{ from: april, days: 5 }] }),
  amount: years({ from: april, variablePay: 1.234 }),
}
