// Holiday over HTTP: what is earned, taken, saved and paid by both rules, final pay, and the debt in the books.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { type Service, startService, type TestCompany } from '#support/service'
import { anEmployee, anEmployment, newPersonalNumber } from '#tests/surface/payroll-world'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const pays = [{ from: '2020-01-01', amount: 32_000 }]

const newCompany = async (): Promise<TestCompany> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  return checkedCompany(await service.newCompany())
}

const hired = async (company: TestCompany, changes: object = {}, person: object = {}) => {
  const employeeId = ok(await company.post('/employees', anEmployee(person))).id
  const body = anEmployment(employeeId, { from: '2020-01-01', pays, ...changes })
  const { id } = ok(await company.post('/employments', body))
  const absent = async (kind: string, from: string, to: string) =>
    ok(await company.post('/absences', { employmentRef: { id }, kind, from, to }))
  return { id, body, absent, at: `/employments/${id}` }
}

test('days are earned by the days employed, less absence without a right to holiday', async () => {
  const company = await newCompany()
  const late = await hired(company, { from: '2025-10-01', pays: [{ from: '2025-10-01', amount: 32_000 }] })
  await late.absent('unpaid', '2025-12-01', '2025-12-31')
  await late.absent('sick', '2026-02-02', '2026-02-27')
  const balance = ok(await company.get(`${late.at}/holiday?date=2026-06-10`))
  // 25 × (182 − 31) / 365 = 10.34, rounded up.
  expect(balance).toMatchObject({
    year: { from: '2026-04-01', to: '2027-03-31' },
    working: { employedDays: 182, daysWithoutRight: 31, days: 365, right: 25 },
    paidDays: 11,
    unpaidDays: 14,
    dayPay: { supplement: 137.6, share: 0, deduction: -1472 },
  })
  const first = ok(await company.get(`${late.at}/holiday?date=2026-03-31`))
  expect([first.paidDays, first.unpaidDays]).toEqual([0, 5])
  const parent = await hired(company)
  await parent.absent('parental', '2025-04-01', '2025-10-31')
  const counted = ok(await company.get(`${parent.at}/holiday`))
  // 214 days, of which 120 count: 25 × (365 − 94) / 365 = 18.6.
  expect([counted.working.daysWithoutRight, counted.paidDays]).toEqual([94, 19])
})

test('days are taken in order, unpaid ones take pay, and what the year leaves is saved or paid', async () => {
  const company = await newCompany()
  const { at, absent } = await hired(company)
  const years = [{ from: '2026-04-01', paidDays: 25, savedDays: [{ from: '2021-04-01', days: 3 }], takenDays: 24 }]
  ok(await company.put(`${at}/holiday-years`, { years }))
  expect(ok(await company.get(`${at}/holiday-years`)).years).toEqual(years)
  // Midsummer Eve is no day of holiday.
  await absent('holiday', '2026-06-15', '2026-06-21')
  const taken = ok(await company.get(`${at}/holiday?date=2026-06-30`))
  expect(taken.taken.map(({ part, days }: Record<string, unknown>) => [part, days])).toEqual([
    ['paidHoliday', 24],
    ['paidHoliday', 1],
    ['savedHoliday', 1],
    ['savedHoliday', 1],
    ['savedHoliday', 1],
  ])
  await absent('holiday', '2026-06-22', '2026-06-22')
  const { lines } = ok(await company.get(`${at}/absence-lines?from=2026-06-01&to=2026-06-30`))
  expect(lines.map((one: Record<string, unknown>) => [one.payPart, one.reason, one.days, one.amount])).toEqual([
    ['holidaySupplement', 'paidHoliday', 1, 137.6],
    ['holidaySupplement', 'savedHoliday', 3, 412.8],
    ['holidayDeduction', 'unpaidHoliday', 1, -1472],
  ])
  const saver = await hired(company)
  ok(await company.put(`${saver.at}/holiday-years`, { years: [{ ...years[0], takenDays: 18 }] }))
  const saved = ok(await company.get(`${saver.at}/holiday?date=2027-03-31`))
  // Of seven left five are saved; those of 2021 have run out after five years.
  expect(saved.atYearEnd).toEqual({ save: 5, pay: 5 })
  const next = ok(await company.get(`${saver.at}/holiday?date=2027-04-01`))
  expect([next.paidDays, next.savedDays]).toEqual([25, [{ from: '2026-04-01', days: 5 }]])
})

test('a share of the pay of the year, and days of a week with few working days', async () => {
  const company = await newCompany()
  const hourly = await hired(company, {
    payKind: 'hourly',
    weeklyHours: 24,
    holiday: { rule: 'share' },
    pays: [{ from: '2020-01-01', amount: 200 }],
  })
  const week = [480, 480, 480, 0, 0, 0, 0]
  ok(await company.put(`${hourly.at}/schedules`, { schedules: [{ from: '2020-01-06', weeks: [week] }] }))
  await hourly.absent('holiday', '2026-07-06', '2026-07-12')
  const path = `${hourly.at}/absence-lines?from=2026-07-01&to=2026-07-31`
  const unknown = ok(await company.get(path))
  expect([unknown.lines, unknown.hints[0]]).toMatchObject([[], { kind: 'payBase', date: '2026-07-06' }])
  ok(await company.put(`${hourly.at}/holiday-years`, { years: [{ from: '2026-04-01', payBase: 250_000 }] }))
  // 12 % of 250,000 by 25 days is 1,200 a day; a week is five days, of three working days or five.
  expect(ok(await company.get(path)).lines).toMatchObject([{ payPart: 'holidayPay', days: 5, amount: 6000 }])
})

test('days that are left are paid when employment ends, less those taken in advance', async () => {
  const company = await newCompany()
  const { at, absent } = await hired(company, { from: '2026-01-01', to: '2026-06-30' })
  ok(await company.put(`${at}/holiday-years`, { years: [{ from: '2026-04-01', advanceDays: 10 }] }))
  // 90 days of 365: seven paid days, and three in advance.
  await absent('holiday', '2026-05-04', '2026-05-13')
  const pay = ok(await company.get(`${at}/final-holiday-pay`))
  expect(pay.lines).toEqual([
    { part: 'earned', days: 7, dayAmount: 1609.6, amount: 11_267.2 },
    { part: 'advance', days: 1, dayAmount: 1609.6, amount: -1609.6 },
  ])
  expect(pay.amount).toBe(9657.6)
})

test('the debt of a month-end is booked as the difference, and taken back as other entries', async () => {
  const company = await newCompany()
  const { at } = await hired(company, { from: '2026-01-01' }, { personalNumber: newPersonalNumber('1985') })
  await hired(company, { from: '2026-01-01' }, { personalNumber: newPersonalNumber('1955') })
  ok(await company.put(`${at}/holiday-years`, { years: [{ from: '2026-04-01', paidDays: 7, savedDays: [] }] }))
  const march = ok(await company.post('/holiday-debt/entries', { date: '2026-03-31' }))
  // Seven days each at 1,609.60, with 31.42 and 10.21 %.
  expect(march).toMatchObject({ amount: 22_534.4, contributions: 4690.53, bookedAmount: 0 })
  expect(march.items).toEqual([
    { account: 7290, debit: 22_534.4, credit: 0 },
    { account: 2920, debit: 0, credit: 22_534.4 },
    { account: 7519, debit: 4690.53, credit: 0 },
    { account: 2940, debit: 0, credit: 4690.53 },
  ])
  const again = await company.post('/holiday-debt/entries', { date: '2026-03-31' })
  expect(again.body.reason).toBe('holiday.debt-unchanged')
  const april = ok(await company.get('/holiday-debt?date=2026-04-30'))
  expect(april.bookedAmount).toBe(22_534.4)
  // 25 × 30 / 365 days more of each.
  expect(april.items[0]).toEqual({ account: 7290, debit: 6599.36, credit: 0 })
  ok(await company.post(`/journal-entries/${march.journalEntryRef.id}/reverse`, {}))
  const after = ok(await company.get('/holiday-debt?date=2026-06-30'))
  expect([after.bookedAmount, after.bookedContributions]).toEqual([0, 0])
})
