// The endpoints of test companies and their clocks.
import { DateOnly, DateTime, Id, Name, named, nullable, object, personRow, type Row, readOnly, row, Type } from '#http'
import { companyClock, identityContribution, MOST_CLOCK_DAYS } from '#identity'
import { dayFrom, momentText } from '#platform/day'
import { MOST_OWN_COMPANIES } from './own-company.ts'
import { founding } from './own-company-routes.ts'
import { deskRefusals as refusals } from './refusals.ts'
import {
  listTestCompanies,
  MOST_TEST_COMPANIES,
  makeTestCompany,
  moveCompanyClock,
  readTestCompany,
  TEST_MONTHS,
  type TestCompany,
} from './test-company.ts'

const tag = 'Test companies'
const path = '/me/test-companies'
const clock = '/companies/{companyId}/clock'
const MAX_NAME_LENGTH = 200

const daysAhead = Type.Integer({
  minimum: 0,
  maximum: MOST_CLOCK_DAYS,
  description: 'Ahead of the clock of the service',
})
const date = { ...DateOnly, description: 'Today, by its clock' }

const TestCompanyShape = named(
  'TestCompany',
  object({
    id: Id,
    name: Type.String({ examples: ['Testbolaget AB'] }),
    createdDateTime: nullable({ ...DateTime, description: 'null where it was not made here' }),
    state: Type.Enum(['making', 'ready', 'failed'], {
      description: 'Of its year of books; of one that has failed, what there is of it can be used',
    }),
    monthsMade: Type.Integer({ minimum: 0, maximum: TEST_MONTHS, description: `Of ${TEST_MONTHS}` }),
    date,
    daysAhead,
  }),
)

const Clock = named('CompanyClock', object({ date, daysAhead }))

const shown = ({ id, name, createdAt, state, monthsMade, date, daysAhead }: TestCompany) => ({
  id,
  name,
  createdDateTime: createdAt && momentText(createdAt),
  state,
  monthsMade,
  date,
  daysAhead,
})

export const testCompanyRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path,
    operationId: 'listTestCompanies',
    tag,
    summary: 'List your test companies',
    description: 'Those that you own, the last first, with how far the year of each has come and what its clock shows.',
    answer: {
      json: named('TestCompanies', object({ items: Type.Array(TestCompanyShape, { maxItems: MOST_OWN_COMPANIES }) })),
    },
    refusals: [],
    run: async (call) => ({ items: (await listTestCompanies(call)).map(shown) }),
  }),
  personRow({
    method: 'POST',
    path,
    operationId: 'makeTestCompany',
    tag,
    summary: 'Make a test company',
    description: `With a year in its books that ends today: customers, invoices, purchases, bank statements, VAT returns, and something left to do. It is booked in the background, by the endpoints that callers use, within a minute or so. You may have ${MOST_TEST_COMPANIES}, made one at a time.`,
    body: named(
      'NewTestCompany',
      object({
        name: Name({ maxLength: MAX_NAME_LENGTH, examples: ['Testbolaget AB'] }),
        hasTrial: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'It begins a trial today, to see what becomes of its end; otherwise it has everything',
          }),
        ),
      }),
    ),
    answer: { json: TestCompanyShape },
    events: [...founding, 'plan.changed'],
    refusals: [
      refusals.tooManyCompanies,
      refusals.tooManyRemoved,
      refusals.tooManyTestCompanies,
      refusals.testCompanyUnderWay,
    ],
    example: { body: { name: 'Testbolaget AB' } },
    run: async (call, { body }) => shown(await makeTestCompany(call, body)),
  }),
  personRow({
    method: 'GET',
    path: `${path}/{testCompanyId}`,
    operationId: 'getTestCompany',
    tag,
    summary: 'Read your test company',
    description: 'How far its year has come, and what its clock shows.',
    answer: { json: TestCompanyShape },
    tagged: true,
    refusals: [refusals.noTestCompany],
    run: async (call, { params }) => shown(await readTestCompany(call, params.testCompanyId ?? '')),
  }),
  row({
    method: 'GET',
    path: clock,
    operationId: 'getCompanyClock',
    tag,
    summary: 'Read the clock of a test company',
    description: 'Which day it is there. A company that is real has no clock of its own.',
    scope: 'company-information:read',
    answer: { json: Clock },
    tagged: true,
    refusals: [identityContribution.refusals.noClock],
    run: (call) => companyClock(call),
  }),
  row({
    method: 'PUT',
    path: clock,
    operationId: 'moveCompanyClock',
    tag,
    summary: 'Move the clock of a test company forward',
    description: `From the next request on it is that day there: invoices fall due, trials and plans end, deadlines pass, and recurring invoices and reminders are made that are due by then. It never goes back, since books grow in the order in which they are kept, and is at most ${MOST_CLOCK_DAYS} days ahead. Tokens, sessions and deliveries of webhooks go by the clock of the service all the same.`,
    by: 'people',
    scope: 'company-information:write',
    body: named('CompanyClockChange', object({ date: DateOnly, daysAhead: readOnly(daysAhead) })),
    answer: { json: Clock },
    tagged: true,
    current: (call) => companyClock(call, { lock: true }),
    events: ['company-clock.moved'],
    refusals: [
      identityContribution.refusals.noClock,
      identityContribution.refusals.clockBackwards,
      identityContribution.refusals.clockTooFar,
      refusals.testYearUnderWay,
    ],
    example: { body: { date: '2026-06-10' } },
    run: (call, { body }) => moveCompanyClock(call, dayFrom(body.date)),
  }),
]
