// Absence over HTTP: the calendar, sick pay with relapses, what a month at most takes, and differences of paid months.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessTaken } from '#rules/payroll/absence/absence-lines'
import { publicHoliday } from '#rules/payroll/absence/public-holidays'
import { plannedMinutes } from '#rules/payroll/absence/schedule'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Service, startService, type TestCompany } from '#support/service'
import { anEmployee, anEmployment } from '#tests/surface/payroll-world'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

type Hired = { company: TestCompany; employeeId: string; id: string; absent: (changes: object) => Promise<string> }

const hired = async (changes: object = {}): Promise<Hired> => {
  service.setNow('2026-06-10T10:00:00.000Z')
  const company = checkedCompany(await service.newCompany())
  const employeeId = ok(await company.post('/employees', anEmployee())).id
  const { id } = ok(
    await company.post('/employments', anEmployment(employeeId, { from: '2025-01-01', pays, ...changes })),
  )
  const absent = async (body: object) => ok(await company.post('/absences', { employmentRef: { id }, ...body })).id
  return { company, employeeId, id, absent }
}

const pays = [{ from: '2025-01-01', amount: 32_000 }]

/** The lines of a period, in short: kind, pay part, first day, last day, kronor, reason. */
const linesOf = async ({ company, id }: Hired, from: string, to: string) => {
  const { lines, hints } = ok(await company.get(`/employments/${id}/absence-lines?from=${from}&to=${to}`))
  type Line = Record<'payPart' | 'from' | 'to' | 'reason', string> & { amount: number }
  type Hint = Record<'kind' | 'date', string>
  return {
    lines: lines.map((one: Line) => [one.payPart, one.from, one.to, one.amount, one.reason]),
    hints: hints.map((one: Hint) => [one.kind, one.date]),
  }
}

const march = ['2026-03-01', '2026-03-31'] as const

const cases: readonly [string, object, object[], unknown[][]][] = [
  [
    'three days of sickness',
    {},
    [{ kind: 'sick', from: '2026-03-09', to: '2026-03-11' }],
    [
      ['absenceDeduction', '2026-03-09', '2026-03-11', -4430.77, 'sickPeriod'],
      ['sickPay', '2026-03-09', '2026-03-11', 3544.62, 'sickPeriod'],
      ['qualifyingDeduction', '2026-03-09', '2026-03-09', -1181.54, 'sickPeriod'],
    ],
  ],
  [
    'the deduction of an afternoon is never more than its sick pay',
    {},
    [{ kind: 'sick', from: '2026-03-09', to: '2026-03-09', minutes: 240 }],
    [
      ['absenceDeduction', '2026-03-09', '2026-03-09', -738.46, 'sickPeriod'],
      ['sickPay', '2026-03-09', '2026-03-09', 590.77, 'sickPeriod'],
      ['qualifyingDeduction', '2026-03-09', '2026-03-09', -590.77, 'sickPeriod'],
    ],
  ],
  [
    'a relapse within five days has no further deduction',
    {},
    [
      { kind: 'sick', from: '2026-02-23', to: '2026-02-25' },
      { kind: 'sick', from: '2026-03-03', to: '2026-03-03' },
    ],
    [
      ['absenceDeduction', '2026-03-03', '2026-03-03', -1476.92, 'sickPeriod'],
      ['sickPay', '2026-03-03', '2026-03-03', 1181.53, 'sickPeriod'],
    ],
  ],
  [
    'hourly pay gets sick pay of the planned hours',
    { payKind: 'hourly', pays: [{ from: '2025-01-01', amount: 200 }] },
    [{ kind: 'sick', from: '2026-03-09', to: '2026-03-10' }],
    [
      ['sickPay', '2026-03-09', '2026-03-10', 2560, 'sickPeriod'],
      ['qualifyingDeduction', '2026-03-09', '2026-03-09', -1280, 'sickPeriod'],
    ],
  ],
  [
    'half days of care of a child',
    {},
    [{ kind: 'careOfChild', from: '2026-03-12', to: '2026-03-13', extent: 50 }],
    [['absenceDeduction', '2026-03-12', '2026-03-13', -1476.92, 'absence']],
  ],
  [
    'a whole month takes the whole pay, though it has more hours than the average',
    {},
    [{ kind: 'parental', from: '2026-03-01', to: '2026-03-31' }],
    [['absenceDeduction', '2026-03-02', '2026-03-31', -32_000, 'absence']],
  ],
  ['leave with pay takes nothing', {}, [{ kind: 'other', from: '2026-03-02', to: '2026-03-03', isPaid: true }], []],
]

test('what absence takes and gives, to the öre', async () => {
  await every(
    cases,
    ([name]) => name,
    async ([, employment, absences, expected]) => {
      const one = await hired(employment)
      for (const absence of absences) await one.absent(absence)
      expect((await linesOf(one, ...march)).lines).toEqual(expected)
    },
  )
})

test('sick pay ends after fourteen days, with a certificate from the eighth', async () => {
  const one = await hired()
  await one.absent({ kind: 'sick', from: '2026-03-02', to: '2026-03-20' })
  const { lines, hints } = await linesOf(one, ...march)
  expect(lines.map(([part, from, to, , reason]: unknown[]) => [part, from, to, reason])).toEqual([
    ['absenceDeduction', '2026-03-02', '2026-03-13', 'sickPeriod'],
    ['sickPay', '2026-03-02', '2026-03-13', 'sickPeriod'],
    ['qualifyingDeduction', '2026-03-02', '2026-03-02', 'sickPeriod'],
    ['absenceDeduction', '2026-03-16', '2026-03-20', 'afterSickPay'],
  ])
  expect(hints).toEqual([
    ['certificate', '2026-03-09'],
    ['insuranceAgency', '2026-03-16'],
  ])
})

test('overlaps are refused with the one in the way, and absence stays within its employment', async () => {
  const { company, id, absent } = await hired({ to: '2026-12-31' })
  const first = await absent({ kind: 'holiday', from: '2026-03-09', to: '2026-03-13' })
  const of = { employmentRef: { id } }
  const refused = await company.post('/absences', { ...of, kind: 'sick', from: '2026-03-13', to: '2026-03-16' })
  expect(refused.body).toMatchObject({ reason: 'absence.overlaps' })
  expect(refused.body.message).toContain(first)
  const second = await absent({ kind: 'sick', from: '2026-03-16', to: '2026-03-16' })
  const moved = { ...of, kind: 'sick', from: '2026-03-12', to: '2026-03-16' }
  expect((await company.put(`/absences/${second}`, moved)).body.reason).toBe('absence.overlaps')
  // Its own days are not in the way.
  ok(await company.put(`/absences/${second}`, { ...moved, from: '2026-03-14' }))
  const outside = await company.post('/absences', { ...of, kind: 'unpaid', from: '2026-12-30', to: '2027-01-02' })
  expect(outside.body.errors[0].field).toBe('#/to')
  ok(await company.delete(`/absences/${first}`))
  expect(ok(await company.get(`/absences?query=employmentRef.id==${id}`)).items).toHaveLength(1)
})

test('the calendar of a month, with a schedule of its own, red days and what sickness requires', async () => {
  const { company, employeeId, id, absent } = await hired()
  const weeks = [
    [600, 600, 600, 600, 0, 0, 0],
    [480, 480, 480, 480, 480, 0, 0],
  ]
  ok(await company.put(`/employments/${id}/schedules`, { schedules: [{ from: '2026-03-30', weeks }] }))
  await absent({ kind: 'sick', from: '2026-04-01', to: '2026-04-09', extent: 50 })
  const calendar = ok(await company.get(`/employees/${employeeId}/absence-calendar?month=2026-04`))
  expect(calendar.publicHolidays.map(({ date }: { date: string }) => date)).toEqual([
    '2026-04-03',
    '2026-04-05',
    '2026-04-06',
  ])
  const [own] = calendar.employments
  const days = own.days.slice(0, 10).map((day: Record<string, unknown>) => [day.plannedMinutes, day.absentMinutes])
  expect(days).toEqual([
    [600, 300],
    [600, 300],
    [0, 0],
    [0, 0],
    [0, 0],
    [0, 0],
    [480, 240],
    [480, 240],
    [480, 240],
    [480, 0],
  ])
  expect(own.hints).toMatchObject([{ kind: 'certificate', date: '2026-04-08' }])
  expect((await company.get(`/employees/${employeeId}/absence-calendar?month=2026-13`)).status).toBe(400)
})

const names = [
  ['2026-04-03', 'Långfredagen'],
  ['2026-06-19', 'Midsommarafton'],
  ['2026-06-20', 'Midsommardagen'],
  ['2026-10-31', 'Alla helgons dag'],
  ['2025-11-01', 'Alla helgons dag'],
  ['2008-05-01', 'Första maj'],
  ['2027-03-29', 'Annandag påsk'],
  ['2026-05-25', undefined],
] as const

test('public holidays, computed', () => {
  for (const [day, name] of names) expect([day, publicHoliday(day)?.sv]).toEqual([day, name])
  const planned = { from: '2026-01-01', to: '2026-06-30', weeklyMinutes: 2251, schedules: [] }
  const days = ['2026-06-19', '2026-06-22', '2026-06-23', '2026-07-01']
  expect(days.map((day) => plannedMinutes(planned, day))).toEqual([0, 451, 450, 0])
})

const line = { kind: 'sick', payPart: 'sickPay', days: 100, minutes: 480 } as const
const now = { ...line, absenceId: 'a', reason: 'sickPeriod' } as const

test('what was taken earlier leaves a difference', () => {
  const february = { from: '2026-02-09', to: '2026-02-09' }
  const later = { ...now, from: '2026-03-09', to: '2026-03-09', ore: 500n }
  const lines = [{ ...now, ...february, ore: 900n }, later]
  expect(lessTaken(lines, [{ ...line, ...february, ore: 900n }], '2026-03-01')).toEqual([later])
  expect(lessTaken(lines, [], '2026-03-01')).toMatchObject([{ ore: 900n, reason: 'difference' }, later])
  const [changed] = lessTaken(
    lines,
    [{ ...line, ...february, to: '2026-02-10', minutes: 960, ore: 1000n }],
    '2026-03-01',
  )
  expect(changed).toMatchObject({ ...february, to: '2026-02-10', minutes: -480, ore: -100n, reason: 'difference' })
  const gone = lessTaken([], [{ ...line, ...february, ore: 900n }], '2026-03-01')
  expect(gone).toMatchObject([{ absenceId: null, ore: -900n, days: -100 }])
})
