// The endpoints of absence, working schedules and the absence calendar.
import {
  DateOnly,
  DateTime,
  Id,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  row,
  type Static,
  saying,
  Type,
} from '#http'
import { known } from '#parties'
import { readEmployment } from '#payroll/people/employment'
import { peopleRefusals } from '#payroll/people/people-refusals'
import type { CompanyCall } from '#platform/call'
import { dayFrom, momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { absenceKinds, isKnownDay, isPeriod } from './absence.rules.ts'
import {
  type AbsenceRecord,
  createAbsence,
  deleteAbsence,
  holdAbsence,
  listAbsences,
  readAbsence,
  updateAbsence,
  wrongInChangedAbsence,
  wrongInNewAbsence,
} from './absence.ts'
import { type AbsenceLine, hintKinds, type LineHint, lineReasons, payParts } from './absence-lines.rules.ts'
import { absenceLines } from './absence-lines.ts'
import { absenceFaults as faults, absenceRefusals as refusals } from './absence-refusals.ts'
import { type AbsenceCalendar, absenceCalendar } from './calendar.ts'
import { type WorkingSchedule, wrongInSchedules } from './schedule.rules.ts'
import { holdSchedules, putSchedules, readSchedules } from './schedule.ts'

const tag = 'Payroll'
const reads = 'payroll:read'
const writes = 'payroll:write'
const employment = '/companies/{companyId}/employments/{employmentId}'

const MAX_MINUTES = 1440
const MAX_SCHEDULES = 100
const MAX_WEEKS = 12
const DAYS_PER_WEEK = 7
const LEAST_EXTENT = 0.01
const PARTS = 100
/** The most days of lines at once. */
const MAX_LINE_DAYS = 366

const Kind = Type.Enum([...absenceKinds], {
  description:
    'sick; careOfChild: temporary parental leave (VAB); parental; careOfRelative; holiday, in whole days; unpaid; other, with `isPaid`',
})
const Minutes = Type.Integer({ minimum: 1, maximum: MAX_MINUTES, examples: [240] })
const Extent = Type.Number({ minimum: LEAST_EXTENT, maximum: 100, examples: [100] })

const Given = {
  employmentRef: object({ id: Id }),
  kind: Kind,
  from: { ...DateOnly, description: 'The first day' },
  to: { ...DateOnly, description: 'The last day; free days within it count as days of a sick period' },
}

const AbsenceWrite = named(
  'AbsenceWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    ...Given,
    extent: Type.Optional(nullable({ ...Extent, description: 'Percent of each day; 100 when left out' })),
    minutes: Type.Optional(nullable({ ...Minutes, description: 'Of each day, in place of the extent' })),
    isPaid: Type.Optional(Type.Boolean({ description: 'Whether pay goes on; only for other', examples: [false] })),
  }),
)

const Absence = named(
  'Absence',
  object({
    id: Id,
    ...Given,
    extent: Type.Optional(Extent),
    minutes: Type.Optional(Minutes),
    isPaid: Type.Boolean(),
    modifiedDateTime: DateTime,
  }),
)

const example = {
  employmentRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
  kind: 'sick',
  from: '2026-03-09',
  to: '2026-03-11',
}

/** An absence as the API shows it; unknown fields are omitted. */
const shown = (one: AbsenceRecord): Static<typeof Absence> => ({
  id: one.id,
  employmentRef: { id: one.employmentId },
  kind: one.kind,
  from: one.from,
  to: one.to,
  ...known({ extent: one.extent === null ? null : one.extent / PARTS, minutes: one.minutes }),
  isPaid: one.isPaid,
  modifiedDateTime: momentText(one.modifiedAt),
})

const { create, list, read, replace, remove } = resourceRows({
  tag,
  scope: 'payroll',
  path: '/companies/{companyId}/absences',
  idName: 'absenceId',
  answer: Absence,
  shown,
  notFound: refusals.absenceNotFound,
})

const resource: readonly Row[] = [
  create({
    operationId: 'createAbsence',
    summary: 'Add absence',
    description:
      'Days on which an employee is away, in whole or in part. No day of an employment has two absences: the one in the way is named.',
    body: AbsenceWrite,
    events: ['absence.created'],
    refusals: [refusals.absenceOverlaps],
    example: { body: example },
    examine: wrongInNewAbsence,
    run: createAbsence,
  }),
  list({
    operationId: 'listAbsences',
    summary: 'List absence',
    description: 'Newest first. `query` filters on employmentRef.id, kind, from, to and modifiedDateTime.',
    query: pageQuery('kind==sick&&from>=2026-01-01'),
    run: listAbsences,
  }),
  read({
    operationId: 'getAbsence',
    summary: 'Read an absence',
    description: 'One absence, with the days and how much of them.',
    run: readAbsence,
  }),
  replace({
    operationId: 'updateAbsence',
    summary: 'Change an absence',
    description: 'The days, the kind and the extent. The employment stays.',
    body: AbsenceWrite,
    example: { body: { ...example, to: '2026-03-13' } },
    examine: wrongInChangedAbsence,
    events: ['absence.changed'],
    refusals: [refusals.absenceOverlaps],
    hold: holdAbsence,
    run: updateAbsence,
  }),
  remove({
    operationId: 'deleteAbsence',
    summary: 'Remove an absence',
    description: 'What it took from pay that was paid comes back in a later pay run.',
    events: ['absence.deleted'],
    hold: holdAbsence,
    run: deleteAbsence,
  }),
]

const Schedule = named(
  'WorkingSchedule',
  object({
    from: { ...DateOnly, description: 'The first day that it holds' },
    weeks: Type.Array(
      Type.Array(Type.Integer({ minimum: 0, maximum: MAX_MINUTES, examples: [480] }), {
        minItems: DAYS_PER_WEEK,
        maxItems: DAYS_PER_WEEK,
        description: 'Planned minutes from Monday to Sunday',
        examples: [[480, 480, 480, 480, 480, 0, 0]],
      }),
      { minItems: 1, maxItems: MAX_WEEKS, description: 'Weeks that follow each other, from the week of the first day' },
    ),
    worksHolidays: Type.Optional(
      Type.Boolean({ description: 'Whether public holidays are planned as other days', examples: [false] }),
    ),
  }),
)
const Schedules = named(
  'WorkingSchedules',
  object({ schedules: Type.Array(Schedule, { maxItems: MAX_SCHEDULES, description: 'The earliest first' }) }),
)

const shownSchedules = (schedules: readonly WorkingSchedule[]): Static<typeof Schedules> => ({
  schedules: schedules.map(({ weeks, ...one }) => ({ ...one, weeks: weeks.map((week) => [...week]) })),
})

const schedules: readonly Row[] = [
  row({
    method: 'GET',
    path: `${employment}/schedules`,
    operationId: 'getWorkingSchedules',
    tag,
    summary: 'Read the working schedules of an employment',
    description: 'Without any, the weekly hours are spread from Monday to Friday, and public holidays are free.',
    scope: reads,
    answer: { json: Schedules },
    tagged: true,
    refusals: [peopleRefusals.employmentNotFound],
    run: (call, { params }) => readSchedules(call, params.employmentId ?? '').then(shownSchedules),
  }),
  row({
    method: 'PUT',
    path: `${employment}/schedules`,
    operationId: 'putWorkingSchedules',
    tag,
    summary: 'Replace the working schedules of an employment',
    description:
      'Each holds from its day until the next. An empty list spreads the weekly hours from Monday to Friday again.',
    scope: writes,
    body: Schedules,
    answer: { json: Schedules },
    tagged: true,
    current: (call, { params }) => holdSchedules(call, params.employmentId ?? '').then(shownSchedules),
    events: ['employment.changed'],
    refusals: [peopleRefusals.employmentNotFound],
    example: { body: { schedules: [{ from: '2026-03-01', weeks: [[540, 540, 540, 540, 240, 0, 0]] }] } },
    examine: async (_, body) => wrongInSchedules(body),
    run: (call, { params, body }) => putSchedules(call, params.employmentId ?? '', body).then(shownSchedules),
  }),
]

const Hint = named(
  'AbsenceHint',
  object({
    kind: Type.Enum([...hintKinds], {
      description:
        'certificate: a medical certificate is needed from this day; insuranceAgency: sick pay is over, notify Försäkringskassan; payBase: enter the pay base of the earning year, without which this holiday is not paid',
    }),
    date: DateOnly,
    absenceRef: object({ id: Id }),
  }),
)
const shownHint = ({ kind, day, absenceId }: LineHint): Static<typeof Hint> => ({
  kind,
  date: day,
  absenceRef: { id: absenceId },
})

const Time = Type.Integer({ minimum: 0, examples: [480] })
const Calendar = named(
  'AbsenceCalendar',
  object({
    month: Type.String({ examples: ['2026-03'] }),
    employeeRef: object({ id: Id }),
    publicHolidays: Type.Array(
      object({
        date: DateOnly,
        name: Type.String({ examples: ['Långfredagen'] }),
        isEve: Type.Boolean({ description: 'No public holiday, but counted as a Sunday' }),
      }),
    ),
    employments: Type.Array(
      object({
        employmentRef: object({ id: Id }),
        title: Type.Optional(Type.String()),
        plannedMinutes: Time,
        absentMinutes: Time,
        days: Type.Array(
          object({
            date: DateOnly,
            plannedMinutes: Time,
            absentMinutes: Time,
            absence: Type.Optional(object({ id: Id, kind: Kind })),
          }),
        ),
        hints: Type.Array(Hint),
      }),
    ),
  }),
)

const shownCalendar = (
  { month, employeeId, holidays, employments }: AbsenceCalendar,
  language: 'sv' | 'en',
): Static<typeof Calendar> => ({
  month,
  employeeRef: { id: employeeId },
  publicHolidays: holidays.map(({ day, isEve, ...name }) => ({ date: day, name: name[language], isEve })),
  employments: employments.map(({ employment: one, hints, days, plannedMinutes, absentMinutes }) => ({
    employmentRef: { id: one.id },
    ...known({ title: one.title }),
    plannedMinutes,
    absentMinutes,
    days: days.map(({ day, absence, ...minutes }) => ({ date: day, ...minutes, ...known({ absence }) })),
    hints: hints.map(shownHint),
  })),
})

const Line = named(
  'AbsenceLine',
  object({
    absenceRef: Type.Optional(object({ id: Id })),
    kind: Kind,
    payPart: Type.Enum([...payParts]),
    from: DateOnly,
    to: DateOnly,
    days: Type.Number({ description: 'Days, with parts of days', examples: [2.5] }),
    minutes: Type.Integer({ examples: [1200] }),
    amount: Type.Number({ description: 'Kronor; below zero where it takes pay', examples: [-3692.31] }),
    reason: Type.Enum([...lineReasons]),
  }),
)

const shownLine = (one: AbsenceLine): Static<typeof Line> => ({
  ...(one.absenceId === null ? {} : { absenceRef: { id: one.absenceId } }),
  kind: one.kind,
  payPart: one.payPart,
  from: one.from,
  to: one.to,
  days: one.days / PARTS,
  minutes: one.minutes,
  amount: numberFromOre(one.ore),
  reason: one.reason,
})

const linesOfPeriod = async (call: CompanyCall, id: string, { from, to }: { from: string; to: string }) => {
  const found = await readEmployment(call, id)
  if (!isKnownDay(from)) refuseIfAny([faults.unknownDay('from')])
  if (!isPeriod(from, to, MAX_LINE_DAYS)) refuseIfAny([faults.period('to', { days: MAX_LINE_DAYS - 1 })])
  const asked = { employment: found, from: dayFrom(from), to: dayFrom(to) }
  const { lines = [], hints = [] } = (await absenceLines(call, [asked])).get(id) ?? {}
  return { lines: lines.map(shownLine), hints: hints.map(shownHint) }
}

const calendars: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/employees/{employeeId}/absence-calendar',
    operationId: 'getAbsenceCalendar',
    tag,
    summary: 'Read the absence calendar of an employee',
    description:
      'A month by day: planned and absent minutes of each employment, public holidays, and days on which sickness requires something to be done.',
    scope: reads,
    query: object({
      month: Type.String({
        pattern: '^(19[1-9]\\d|2[01]\\d{2})-(0[1-9]|1[0-2])$',
        maxLength: 7,
        description: 'A month from 1910',
        examples: ['2026-03'],
      }),
    }),
    example: { query: { month: '2026-03' } },
    answer: { json: Calendar },
    refusals: [peopleRefusals.employeeNotFound],
    run: async (call, { params, query, language }) =>
      shownCalendar(await absenceCalendar(call, params.employeeId ?? '', query.month), language === 'sv' ? 'sv' : 'en'),
  }),
  row({
    method: 'GET',
    path: `${employment}/absence-lines`,
    operationId: 'computeAbsenceLines',
    tag,
    summary: 'Compute what absence takes from pay',
    description: `The lines of a payslip for the absence of a period of at most ${MAX_LINE_DAYS} days: pay that is lost, sick pay with its qualifying deduction (karensavdrag), and holiday pay.`,
    scope: reads,
    query: object({
      from: { ...DateOnly, examples: ['2026-03-01'] },
      to: saying(faults.period(''), { ...DateOnly, examples: ['2026-03-31'] }),
    }),
    example: { query: { from: '2026-03-01', to: '2026-03-31' } },
    answer: { json: named('AbsenceLines', object({ lines: Type.Array(Line), hints: Type.Array(Hint) })) },
    refusals: [peopleRefusals.employmentNotFound],
    run: (call, { params, query }) => linesOfPeriod(call, params.employmentId ?? '', query),
  }),
]

export const absenceRows: readonly Row[] = [...resource, ...schedules, ...calendars]
