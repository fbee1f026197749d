// The endpoints of employments.
import {
  DateOnly,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  type Static,
  saying,
  Type,
} from '#http'
import { known, partyLimits } from '#parties'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { holidayRules, holidayYearStarts, payKinds, staffKinds } from './employment.rules.ts'
import {
  createEmployment,
  deleteEmployment,
  type EmploymentRecord,
  holdEmployment,
  listEmployments,
  readEmployment,
  updateEmployment,
  wrongInChange,
  wrongInNew,
} from './employment.ts'
import { peopleFaults as faults, peopleRefusals as refusals } from './people-refusals.ts'

/** Maximum kronor a month or hour, number of pays of an employment, and hours of a week. */
const MAX_PAY = 10_000_000
const MAX_PAYS = 200
const MAX_HOURS = 168
const LEAST_HOURS = 0.5
const MAX_HOLIDAY = 100
const LEAST_EXTENT = 0.01
const MAX_TAGS = 20

const HolidayRule = Type.Enum([...holidayRules], {
  description: 'same: pay goes on, with a supplement; share: a share of the pay of the year; none: no holiday pay',
})
const HolidayDays = Type.Integer({ minimum: 1, maximum: MAX_HOLIDAY, examples: [25] })
const YearStart = Type.Enum([...holidayYearStarts], { description: 'When the year begins that holiday is earned in' })

const Given = {
  employeeRef: object({ id: Id }),
  staff: Type.Enum([...staffKinds], { description: 'Which accounts of wages: worker 70xx; salaried, manager 72xx' }),
  from: { ...DateOnly, description: 'The first day' },
  payKind: Type.Enum([...payKinds], { description: 'Kronor a month, or an hour' }),
  weeklyHours: Type.Number({
    minimum: LEAST_HOURS,
    maximum: MAX_HOURS,
    description: 'Hours of a whole week in this employment; rounded to minutes',
    examples: [40],
  }),
}

const Pays = Type.Array(
  object({
    from: { ...DateOnly, description: 'The first day that it holds' },
    amount: saying(faults.payAmount(''), Type.Number({ minimum: 0.01, maximum: MAX_PAY, examples: [32_000] })),
  }),
  { minItems: 1, maxItems: MAX_PAYS, description: 'Kronor by day, the earliest first' },
)

const Tags = Type.Array(
  object({ tagId: Id, weight: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 1, default: 1 })) }),
  { maxItems: MAX_TAGS, description: 'Cost centre and project: what its pay is booked with' },
)
const GrowthSupportFrom = { ...DateOnly, description: 'From when growth support (växa-stöd) is asked for' }

const EmploymentWrite = named(
  'EmploymentWrite',
  object({
    id: readOnly(Id),
    number: readOnly(Type.Integer()),
    modifiedDateTime: readOnly(DateTime),
    ...Given,
    title: Type.Optional(nullable(Name({ maxLength: partyLimits.name, examples: ['Snickare'] }))),
    to: Type.Optional(nullable({ ...DateOnly, description: 'The last day' })),
    extent: Type.Optional(
      Type.Number({
        minimum: LEAST_EXTENT,
        maximum: 100,
        description: 'Percent of full time; 100 when left out',
        examples: [100],
      }),
    ),
    holiday: Type.Optional(
      object({
        rule: Type.Optional(HolidayRule),
        days: Type.Optional(nullable({ ...HolidayDays, description: 'As agreed; those of the law when left out' })),
        yearStart: Type.Optional(YearStart),
      }),
    ),
    pays: Pays,
    tags: Type.Optional(Tags),
    growthSupportFrom: Type.Optional(nullable(GrowthSupportFrom)),
  }),
)

const Employment = named(
  'Employment',
  object({
    id: Id,
    number: Type.Integer({ description: 'Names the employment in the employer’s returns, for ever', examples: [1] }),
    ...Given,
    title: Type.Optional(Type.String()),
    to: Type.Optional(DateOnly),
    extent: Type.Number({ examples: [100] }),
    holiday: object({ rule: HolidayRule, days: Type.Optional(HolidayDays), yearStart: YearStart }),
    pays: Pays,
    tags: Tags,
    growthSupportFrom: Type.Optional(DateOnly),
    modifiedDateTime: DateTime,
  }),
)

const example = {
  employeeRef: { id: '019a9d2c-5a00-7c3e-9b1f-3f6f0a1b2c3d' },
  title: 'Snickare',
  staff: 'worker',
  from: '2026-03-01',
  payKind: 'monthly',
  weeklyHours: 40,
  pays: [{ from: '2026-03-01', amount: 32_000 }],
}

const MINUTES = 60
const PARTS = 100

/** An employment as the API shows it; unknown fields are omitted. */
const shown = (one: EmploymentRecord): Static<typeof Employment> => ({
  id: one.id,
  number: one.number,
  employeeRef: { id: one.employeeId },
  ...known({ title: one.title }),
  staff: one.staff,
  from: one.from,
  ...known({ to: one.to }),
  payKind: one.payKind,
  weeklyHours: one.weeklyMinutes / MINUTES,
  extent: one.extent / PARTS,
  holiday: { rule: one.holidayRule, ...known({ days: one.holidayDays }), yearStart: one.holidayYearStart },
  pays: one.pays.map(({ from, ore }) => ({ from, amount: numberFromOre(ore) })),
  tags: one.tags.map(({ tagId, weight }) => ({ tagId, weight })),
  ...known({ growthSupportFrom: one.growthSupportFrom }),
  modifiedDateTime: momentText(one.modifiedAt),
})

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Payroll',
  scope: 'payroll',
  path: '/companies/{companyId}/employments',
  idName: 'employmentId',
  answer: Employment,
  shown,
  notFound: refusals.employmentNotFound,
})

export const employmentRows: readonly Row[] = [
  create({
    operationId: 'createEmployment',
    summary: 'Add an employment',
    description:
      'From which day an employee works, for which pay and by which rule of holiday. An employee may have several. Its number names it in the returns to the tax authority, and is never given again.',
    body: EmploymentWrite,
    events: ['employment.created'],
    example: { body: example },
    examine: wrongInNew,
    run: createEmployment,
  }),
  list({
    operationId: 'listEmployments',
    summary: 'List employments',
    description: 'Newest first. `query` filters on employeeRef.id, from, to and modifiedDateTime.',
    query: pageQuery('from>=2026-01-01'),
    run: listEmployments,
  }),
  read({
    operationId: 'getEmployment',
    summary: 'Read an employment',
    description: 'One employment, with its pay by day.',
    run: readEmployment,
  }),
  replace({
    operationId: 'updateEmployment',
    summary: 'Change an employment',
    description: 'What is left out is removed. A raise is one more of `pays`, from its day. The employee stays.',
    body: EmploymentWrite,
    example: { body: { ...example, pays: [...example.pays, { from: '2026-10-01', amount: 33_000 }] } },
    examine: wrongInChange,
    events: ['employment.changed'],
    hold: holdEmployment,
    run: updateEmployment,
  }),
  remove({
    operationId: 'deleteEmployment',
    summary: 'Remove an employment',
    description: 'With its pay and pay items, unless a pay run has paid it. Its number is never given again.',
    events: ['employment.deleted'],
    refusals: [refusals.employmentInUse],
    hold: holdEmployment,
    run: deleteEmployment,
  }),
]
