// The endpoints of holiday: the balance of an employment, what is entered of its years, final pay, and the debt.
import { Amount, DateOnly, Id, named, nullable, object, type Row, row, type Static, saying, Type } from '#http'
import { ledgerContribution } from '#ledger'
import { known } from '#parties'
import { isKnownDay } from '#payroll/absence/absence.rules'
import { absenceFaults } from '#payroll/absence/absence-refusals'
import { readEmployment } from '#payroll/people/employment'
import { holidayRules } from '#payroll/people/employment.rules'
import { peopleRefusals } from '#payroll/people/people-refusals'
import type { CompanyCall } from '#platform/call'
import { addMonths, type Day, dayFrom, dayOf } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { bookHolidayDebt, type HolidayDebt, holidayDebtOn } from './debt.ts'
import { type EnteredYear, type HolidayYear, holidayYears, takenParts } from './holiday.rules.ts'
import { holdHolidayYears, holidayInputs, putHolidayYears, readHolidayYears, wrongInYears } from './holiday-inputs.ts'
import { dayPayOf, type ValuedDays, valuedDays } from './holiday-pay.rules.ts'
import { holidayFaults as faults, holidayRefusals as refusals } from './holiday-refusals.ts'

const tag = 'Payroll'
const reads = 'payroll:read'
const writes = 'payroll:write'
const employment = '/companies/{companyId}/employments/{employmentId}'
const debts = '/companies/{companyId}/holiday-debt'

const MAX_DAYS = 100
const MAX_YEARS = 60
const MAX_SAVED = 10
const MAX_PAY = 100_000_000
const PARTS = 100
const FIRST_YEAR = 2019

const Kronor = Type.Number({ examples: [1250.5] })
const Days = Type.Number({ description: 'Days, with at most two decimals', examples: [25] })
const days = (hundredths: number): number => hundredths / PARTS
const kronor = (ore: Ore | null): number | null => (ore === null ? null : numberFromOre(ore))
const Saved = Type.Array(object({ from: { ...DateOnly, description: 'The year they were saved from' }, days: Days }))

const Balance = named(
  'HolidayBalance',
  object({
    employmentRef: object({ id: Id }),
    date: DateOnly,
    rule: Type.Enum([...holidayRules]),
    year: object({ from: DateOnly, to: DateOnly }),
    working: object({
      earningYear: object({ from: DateOnly, to: DateOnly }),
      days: Type.Integer({ description: 'Of the earning year', examples: [365] }),
      employedDays: Type.Integer({ examples: [365] }),
      daysWithoutRight: Type.Integer({ description: 'Absent without earning holiday', examples: [0] }),
      right: Type.Integer({ description: 'Days of holiday a year', examples: [25] }),
      isPaidEntered: Type.Boolean({ description: 'Whether the paid days were entered and not computed' }),
    }),
    paidDays: Days,
    savedDays: Saved,
    advanceDays: Days,
    unpaidDays: Days,
    taken: Type.Array(object({ part: Type.Enum([...takenParts]), date: Type.Optional(DateOnly), days: Days }), {
      description: 'Until the date; days that were entered have none',
    }),
    left: object({ paid: Days, saved: Saved, advance: Days, unpaid: Days }),
    overdrawnDays: { ...Days, description: 'Taken beyond all others' },
    atYearEnd: object(
      { save: Days, pay: { ...Days, description: 'Neither taken nor saved: must be paid' } },
      { description: 'Of the paid days that are left' },
    ),
    dayPay: object(
      { supplement: Kronor, share: Type.Optional(Kronor), deduction: Kronor },
      {
        description:
          'Kronor for a day: supplement beside pay that goes on; share of the pay of the earning year, left out where that is not known; deduction for a day without pay',
      },
    ),
  }),
)

const shownSaved = (saved: readonly { from: string; days: number }[]) =>
  saved.map((one) => ({ from: one.from, days: days(one.days) }))

const shownYear = (year: HolidayYear) => ({
  year: { from: year.from, to: year.to },
  working: {
    earningYear: { from: year.earning.from, to: year.earning.to },
    days: year.earning.days,
    employedDays: year.earning.employedDays,
    daysWithoutRight: year.earning.withoutRight,
    right: year.right,
    isPaidEntered: year.isPaidEntered,
  },
  paidDays: days(year.paidDays),
  savedDays: shownSaved(year.savedDays),
  advanceDays: days(year.advanceDays),
  unpaidDays: days(year.unpaidDays),
  taken: [
    ...year.takenEntered.map((one) => ({ part: one.part, days: days(one.days) })),
    ...year.taken.map(({ day, part, ...one }) => ({ part, date: day, days: days(one.days) })),
  ],
  left: {
    paid: days(year.left.paid),
    saved: shownSaved(year.left.saved),
    advance: days(year.left.advance),
    unpaid: days(year.left.unpaid),
  },
  overdrawnDays: days(year.overdrawn),
  atYearEnd: { save: days(year.toSave), pay: days(year.toPay) },
})

const requireKnown = (day: string, field: string): Day => {
  if (!isKnownDay(day)) refuseIfAny([absenceFaults.unknownDay(field)])
  return dayFrom(day)
}

const balance = async (call: CompanyCall, id: string, asked: string | undefined): Promise<Static<typeof Balance>> => {
  const found = await readEmployment(call, id)
  const date = asked === undefined ? dayOf(call.now) : requireKnown(asked, 'date')
  const input = (await holidayInputs(call, [found], addMonths(date, 12))).get(id)
  if (!input) throw new Error('An employment has what holiday is computed from')
  const [year] = holidayYears(input.holiday, date)
  const { supplementOre, shareOre, deductionOre } = dayPayOf(input, year, date)
  return {
    employmentRef: { id },
    date,
    rule: found.holidayRule,
    ...shownYear(year),
    dayPay: {
      supplement: numberFromOre(supplementOre),
      ...known({ share: kronor(shareOre) }),
      deduction: numberFromOre(deductionOre),
    },
  }
}

const Part = (description: string) =>
  Type.Optional(nullable(Type.Number({ minimum: 0, maximum: MAX_DAYS, description, examples: [5] })))
const Pay = (description: string) =>
  Type.Optional(
    nullable(saying(faults.amount(''), Type.Number({ minimum: 0, maximum: MAX_PAY, description, examples: [12_000] }))),
  )

const Years = named(
  'HolidayYears',
  object({
    years: Type.Array(
      object({
        from: { ...DateOnly, description: 'The first day of the holiday year', examples: ['2026-04-01'] },
        paidDays: Part('Paid days of the year, in place of those computed'),
        advanceDays: Part('Days granted in advance'),
        takenDays: Part('Days taken before the calendar was kept here'),
        savedDays: Type.Optional(
          nullable(
            Type.Array(
              object({ from: DateOnly, days: Type.Number({ minimum: 0.01, maximum: MAX_DAYS, examples: [5] }) }),
              { maxItems: MAX_SAVED, description: 'Saved at the start of the year, by the year they were saved from' },
            ),
          ),
        ),
        variablePay: Pay('Variable pay of the earning year, of which 12 % is holiday pay'),
        payBase: Pay('All pay of the earning year that holiday is a share of'),
      }),
      { maxItems: MAX_YEARS, description: 'The earliest first; what is left out is computed' },
    ),
  }),
)

const shownYears = (years: readonly EnteredYear[]): Static<typeof Years> => ({
  years: years.map(({ from, savedDays, variableOre, baseOre, ...one }) => ({
    from,
    ...known({
      paidDays: one.paidDays === null ? null : days(one.paidDays),
      advanceDays: one.advanceDays === null ? null : days(one.advanceDays),
      takenDays: one.takenDays === null ? null : days(one.takenDays),
      savedDays: savedDays && shownSaved(savedDays),
      variablePay: kronor(variableOre),
      payBase: kronor(baseOre),
    }),
  })),
})

const Valued = Type.Array(
  object({
    part: Type.Enum(['paid', 'saved', 'earned', 'advance'], {
      description:
        'paid and saved: left to take; earned: since the year began; advance: taken before they were earned, owed by the employee',
    }),
    days: Days,
    dayAmount: Type.Optional({ ...Kronor, description: 'Left out where the pay of the year is not known' }),
    amount: Type.Optional(Kronor),
  }),
)
const shownValued = (valued: readonly ValuedDays[]) =>
  valued.map((one) => ({
    part: one.part,
    days: days(one.days),
    ...known({ dayAmount: kronor(one.dayOre), amount: kronor(one.ore) }),
  }))

const finalPay = async (call: CompanyCall, id: string, asked: string | undefined) => {
  const found = await readEmployment(call, id)
  const last = asked ?? found.to
  if (last === null) throw refusals.employmentLasts({ id })
  const date = requireKnown(last, 'date')
  const ended = { ...found, to: found.to !== null && found.to < date ? found.to : date }
  const input = (await holidayInputs(call, [ended], date)).get(id)
  if (!input) throw new Error('An employment has what holiday is computed from')
  const lines = valuedDays(input, date, { isEnd: true })
  const isKnown = lines.every(({ ore }) => ore !== null)
  const sum = lines.reduce((total, { ore }) => total + (ore ?? 0n), 0n)
  return {
    employmentRef: { id },
    date,
    lines: shownValued(lines),
    ...known({ amount: isKnown ? numberFromOre(sum) : null }),
  }
}

const ofEmployment: readonly Row[] = [
  row({
    method: 'GET',
    path: `${employment}/holiday`,
    operationId: 'getHolidayBalance',
    tag,
    summary: 'Read the holiday of an employment',
    description: `The days of the holiday year that a date from ${FIRST_YEAR} on is in, today if left out: earned, saved, granted in advance, taken and left, with how they were computed.`,
    scope: reads,
    query: object({ date: Type.Optional(saying(absenceFaults.unknownDay(''), DateOnly)) }),
    answer: { json: Balance },
    refusals: [peopleRefusals.employmentNotFound],
    run: (call, { params, query }) => balance(call, params.employmentId ?? '', query.date),
  }),
  row({
    method: 'GET',
    path: `${employment}/holiday-years`,
    operationId: 'getHolidayYears',
    tag,
    summary: 'Read what is entered of holiday years',
    description: 'Figures that take the place of those computed, such as those of a payroll kept elsewhere before.',
    scope: reads,
    answer: { json: Years },
    tagged: true,
    refusals: [peopleRefusals.employmentNotFound],
    run: (call, { params }) => readHolidayYears(call, params.employmentId ?? '').then(shownYears),
  }),
  row({
    method: 'PUT',
    path: `${employment}/holiday-years`,
    operationId: 'putHolidayYears',
    tag,
    summary: 'Enter figures of holiday years',
    description:
      'All that is entered of the years of an employment: days earned, saved, granted and taken before, and the pay of the earning year. What is left out is computed.',
    scope: writes,
    body: Years,
    answer: { json: Years },
    tagged: true,
    current: (call, { params }) => holdHolidayYears(call, params.employmentId ?? '').then(shownYears),
    events: ['employment.changed'],
    refusals: [peopleRefusals.employmentNotFound],
    example: {
      body: {
        years: [{ from: '2026-04-01', paidDays: 25, savedDays: [{ from: '2025-04-01', days: 5 }], takenDays: 3 }],
      },
    },
    examine: (call, body, params) => wrongInYears(call, body, params.employmentId ?? ''),
    run: (call, { params, body }) => putHolidayYears(call, params.employmentId ?? '', body).then(shownYears),
  }),
  row({
    method: 'GET',
    path: `${employment}/final-holiday-pay`,
    operationId: 'getFinalHolidayPay',
    tag,
    summary: 'Compute the holiday pay when employment ends',
    description:
      'Days that are left and earned, with what they are paid (semesterersättning), on the last day of the employment or on a date. Days taken in advance are owed by the employee, unless five years have passed or the employer has ended the employment for lack of work.',
    scope: reads,
    query: object({ date: Type.Optional(saying(absenceFaults.unknownDay(''), DateOnly)) }),
    example: { query: { date: '2026-08-31' } },
    answer: {
      json: named(
        'FinalHolidayPay',
        object({
          employmentRef: object({ id: Id }),
          date: DateOnly,
          lines: Valued,
          amount: Type.Optional({ ...Kronor, description: 'Left out where the pay of a year is not known' }),
        }),
      ),
    },
    refusals: [peopleRefusals.employmentNotFound, refusals.employmentLasts],
    run: (call, { params, query }) => finalPay(call, params.employmentId ?? '', query.date),
  }),
]

const debtFields = {
  date: DateOnly,
  employments: Type.Array(
    object({
      employmentRef: object({ id: Id }),
      employeeRef: object({ id: Id }),
      name: Type.String({ examples: ['Anna Ek'] }),
      days: Valued,
      amount: Kronor,
      contributionsPercent: Type.Number({ examples: [31.42] }),
      contributions: Kronor,
    }),
  ),
  amount: Kronor,
  contributions: Kronor,
  bookedAmount: { ...Kronor, description: 'Credit on 2920–2929 at the end of the date' },
  bookedContributions: { ...Kronor, description: 'Credit on 2940–2941, less other contributions' },
  items: Type.Array(object({ account: Type.Integer({ examples: [2920] }), debit: Kronor, credit: Kronor }), {
    description: 'The entry of the difference; empty if there is none',
  }),
}

const shownDebt = (debt: HolidayDebt) => ({
  date: debt.date,
  employments: debt.rows.map((one) => ({
    employmentRef: { id: one.employment.id },
    employeeRef: { id: one.employment.employeeId },
    name: one.name,
    days: shownValued(one.days),
    amount: numberFromOre(one.holidayOre),
    contributionsPercent: one.contributionsPercent,
    contributions: numberFromOre(one.contributionsOre),
  })),
  amount: numberFromOre(debt.holidayOre),
  contributions: numberFromOre(debt.contributionsOre),
  bookedAmount: numberFromOre(debt.bookedOre),
  bookedContributions: numberFromOre(debt.bookedContributionsOre),
  items: debt.items.map(({ account, ore }) => ({
    account,
    debit: numberFromOre(ore > 0n ? ore : 0n),
    credit: numberFromOre(ore < 0n ? -ore : 0n),
  })),
})

const ofCompany: readonly Row[] = [
  row({
    method: 'GET',
    path: debts,
    operationId: 'getHolidayDebt',
    tag,
    summary: 'Compute the holiday debt',
    description:
      'What the company owes its employees for days of holiday at the end of a date, with contributions, what the books have of it, and the entry of the difference. Nothing is booked.',
    scope: reads,
    query: object({ date: saying(absenceFaults.unknownDay(''), { ...DateOnly, examples: ['2026-03-31'] }) }),
    example: { query: { date: '2026-06-30' } },
    answer: { json: named('HolidayDebt', object(debtFields)) },
    refusals: [refusals.payUnknown],
    run: async (call, { query }) =>
      shownDebt(await holidayDebtOn(call, { date: requireKnown(query.date, 'date'), otherOre: 0n })),
  }),
  row({
    method: 'POST',
    path: `${debts}/entries`,
    operationId: 'bookHolidayDebt',
    tag,
    summary: 'Book the holiday debt',
    description:
      'Books the difference between the debt and the books at the end of a date, usually the last of a month: 7090 or 7290 against 2920, and 7519 against 2940. The entry can be reversed as other entries.',
    scope: writes,
    body: named(
      'HolidayDebtBooking',
      object({
        date: saying(absenceFaults.unknownDay(''), DateOnly),
        otherContributions: Type.Optional({
          ...Amount,
          description: 'Contributions on other things that 2940–2941 hold on the date',
        }),
      }),
    ),
    answer: {
      json: named('BookedHolidayDebt', object({ ...debtFields, journalEntryRef: object({ id: Id }) })),
    },
    events: ['journal-entry.booked'],
    refusals: [
      refusals.payUnknown,
      refusals.debtUnchanged,
      refusals.holidayInKronor,
      ledgerContribution.refusals.documentNotBookable,
    ],
    example: { body: { date: '2026-03-31' } },
    run: async (call, { body }) => {
      const otherOre = oreFromNumber(body.otherContributions ?? 0) ?? 0n
      const debt = await bookHolidayDebt(call, { date: requireKnown(body.date, '#/date'), otherOre })
      return { ...shownDebt(debt), journalEntryRef: { id: debt.journalEntryId } }
    },
  }),
]

export const holidayRows: readonly Row[] = [...ofEmployment, ...ofCompany]
