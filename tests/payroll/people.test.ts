// Employees and employments over HTTP: who sees them, what is sealed, pay by day, and what an erasure leaves.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { taxRuleOn } from '#rules/payroll/people/employee'
import { payOn } from '#rules/payroll/people/employment'
import { callingAs, historyOfKind, walkByCursor } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'
import { anEmployee, anEmployment, newPersonalNumber } from '#tests/surface/payroll-world'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = async (): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany())
}

test('an employee is read as written, and the personal number is sealed', async () => {
  const company = await newCompany()
  const personalNumber = newPersonalNumber()
  const asked = anEmployee({
    personalNumber: personalNumber.slice(2).replace('-', ''),
    email: 'anna@example.com',
    address: { line1: 'Storgatan 1', city: 'Umeå' },
    bankAccount: { clearingNumber: '9071', accountNumber: '417 23-83' },
    tax: { kind: 'sideIncome', decision: { percent: 12.5, from: '2026-01-01', to: '2026-12-31' } },
  })
  const made = ok(await company.post('/employees', asked))
  expect(made).toMatchObject({
    personalNumber,
    address: { line1: 'Storgatan 1', city: 'Umeå', country: 'SE' },
    bankAccount: { clearingNumber: '9071', accountNumber: '4172383' },
    tax: { kind: 'sideIncome', extra: 0, decision: { percent: 12.5, from: '2026-01-01', to: '2026-12-31' } },
  })
  expect(ok(await company.get(`/employees/${made.id}`))).toEqual(made)
  const rows = await service.database.rows<{ row: string }>(sql`
    select to_jsonb(e)::text as row from payroll.employee e where e.id = ${made.id}`)
  expect(rows[0]?.row).not.toContain(personalNumber.slice(2, 8))
  const kept = ok(await company.put(`/employees/${made.id}`, asked))
  expect(kept.modifiedDateTime).toBe(made.modifiedDateTime)
  const changed = ok(await company.put(`/employees/${made.id}`, { ...asked, lastName: 'Ek Lund', email: null }))
  expect([changed.lastName, changed.email]).toEqual(['Ek Lund', undefined])
  // The history tells which fields, and none of their values.
  const said = JSON.stringify(await historyOfKind(company, 'employee.changed'))
  expect(said).toContain('lastName')
  expect(said).not.toContain('Ek Lund')
})

test('an employment has pay by day, a number for ever, and goes before its employee', async () => {
  const company = await newCompany()
  const { id } = ok(await company.post('/employees', anEmployee()))
  const first = ok(await company.post('/employments', anEmployment(id)))
  ok(await company.delete(`/employments/${first.id}`))
  const second = ok(await company.post('/employments', anEmployment(id, { weeklyHours: 37.5, extent: 75 })))
  expect([first.number, second.number, second.weeklyHours, second.extent]).toEqual([1, 2, 37.5, 75])
  const pays = [...second.pays, { from: '2026-10-01', amount: 33_000.5 }]
  const raised = ok(await company.put(`/employments/${second.id}`, anEmployment(id, { pays })))
  expect([raised.pays, raised.number, raised.extent]).toEqual([pays, 2, 100])
  expect(ok(await company.get(`/employments?query=employeeRef.id==${id}`)).items).toEqual([raised])
  expect(ok(await company.get('/employments?query=from>2026-03-01')).items).toEqual([])
  expect((await company.delete(`/employees/${id}`)).body.reason).toBe('employee.in-use')
  ok(await company.delete(`/employments/${second.id}`))
  ok(await company.delete(`/employees/${id}`))
  expect((await company.get(`/employees/${id}`)).status).toBe(404)
})

test('lists go through by cursor', async () => {
  const company = await newCompany()
  for (let index = 0; index < 3; index += 1) {
    const { id } = ok(await company.post('/employees', anEmployee()))
    ok(await company.post('/employments', anEmployment(id)))
  }
  const ask = await callingAs(service, company, 'owner')
  for (const path of ['/employees', '/employments']) expect(await walkByCursor(ask, path)).toHaveLength(3)
})

const roles = [
  ['owner', 200, 200],
  ['administrator', 200, 200],
  ['payroll', 200, 200],
  ['auditor', 200, 403],
  ['bookkeeper', 403, 403],
  ['reader', 403, 403],
] as const

test('owners, administrators and payroll keep the register; an auditor reads it, others do not', async () => {
  const company = await newCompany()
  const { id } = ok(await company.post('/employees', anEmployee()))
  await every(
    roles,
    ([role]) => role,
    async ([role, reads, writes]) => {
      const ask = await callingAs(service, company, role)
      expect((await ask('GET', `/employees/${id}`)).status).toBe(reads)
      const body = anEmployee({ lastName: role })
      expect((await ask('PUT', `/employees/${id}`, body)).status).toBe(writes)
    },
  )
})

test('an employee gets a copy of everything, and is erased once the employment is over', async () => {
  const company = await newCompany()
  const employee = ok(await company.post('/employees', anEmployee({ email: 'bo@example.com' })))
  const employment = ok(await company.post('/employments', anEmployment(employee.id, { title: 'Snickare' })))
  const ask = await callingAs(service, company, 'owner')
  const { parts } = ok(await ask('GET', `/employees/${employee.id}/personal-data`))
  const itemsOf = (name: string) => parts.find((part: { name: string }) => part.name === name)?.items
  expect(itemsOf('employee')).toMatchObject([{ personalNumber: employee.personalNumber, email: 'bo@example.com' }])
  expect(itemsOf('employments')).toMatchObject([{ title: 'Snickare', pays: [{ fromDate: '2026-03-01' }] }])
  expect(itemsOf('events').length).toBeGreaterThan(1)
  const erasure = `/employees/${employee.id}/erasure`
  expect(ok(await ask('GET', erasure))).toMatchObject({ canErase: false, hindrances: [{ law: 'GDPR art. 17.3 b' }] })
  expect((await ask('POST', erasure)).body.reason).toBe('employee.hindered')
  ok(await company.put(`/employments/${employment.id}`, anEmployment(employee.id, { to: '2026-06-09' })))
  expect(ok(await ask('POST', erasure))).toMatchObject({ canErase: true, removed: [{ count: 1 }] })
  expect((await company.get(`/employees/${employee.id}`)).status).toBe(404)
  expect((await company.get(`/employments/${employment.id}`)).status).toBe(404)
})

const setting = { kind: 'table' as const, table: 32, column: 1, extra: 500, decision: null }
const percent = { percent: 10, amount: null, from: '2026-02-01', to: '2026-02-28' }
const amount = { percent: null, amount: 1200, from: '2026-03-01', to: '2026-03-31' }

test('a decision takes the place of the table on its days, and a raise holds from its day', () => {
  expect(taxRuleOn(setting, '2026-01-25')).toEqual({ kind: 'table', table: 32, column: 1, extraOre: 50_000n })
  const decided = taxRuleOn({ ...setting, decision: percent }, '2026-02-25')
  expect(decided).toEqual({ kind: 'decidedPercent', percent: 10 })
  expect(taxRuleOn({ ...setting, decision: percent }, '2026-03-25').kind).toBe('table')
  const fixed = taxRuleOn({ ...setting, decision: amount }, '2026-03-25')
  expect(fixed).toEqual({ kind: 'decidedAmount', amountOre: 120_000n })
  const pays = [
    { from: '2026-01-01', ore: 1n },
    { from: '2026-03-01', ore: 2n },
  ]
  expect(['2025-12-31', '2026-02-28', '2026-03-01'].map((day) => payOn(pays, day)?.ore)).toEqual([undefined, 1n, 2n])
})
