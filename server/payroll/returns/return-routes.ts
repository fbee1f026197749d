// The endpoints of employer's returns.
import {
  DateOnly,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  saying,
  Type,
} from '#http'
import { partyLimits } from '#parties'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { type Agreement, agreementOf } from './agreement.ts'
import {
  downloadReturn,
  listReturns,
  makeReturn,
  noteFiled,
  type Proposed,
  proposeReturn,
  type ReturnRecord,
  readReturn,
} from './employer-return.ts'
import { returnFaults as faults, returnRefusals as refusals } from './return-refusals.ts'

const tag = 'Payroll'
const path = '/companies/{companyId}/employer-returns'
const one = `${path}/{employerReturnId}`
const MAX_RECEIPT = 100

const Month = saying(
  faults.month(''),
  Type.String({ pattern: '^\\d{4}-\\d{2}$', maxLength: 7, description: 'The month of payment', examples: ['2026-05'] }),
)
const Kronor = (description?: string) => Type.Number({ examples: [12_400], ...(description && { description }) })

const Return = named(
  'EmployerReturn',
  object({
    id: Id,
    month: Type.String({ examples: ['2026-05'] }),
    state: Type.Enum(['made', 'filed']),
    people: Type.Integer(),
    tax: Kronor('Tax withheld (field 497)'),
    contributions: Kronor('Employer contributions (field 487)'),
    filedOn: nullable(DateOnly),
    receipt: nullable(Type.String()),
    madeBy: Type.String(),
    createdDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const Sums = { declared: Kronor(), payslips: Kronor(), booked: Kronor() }
const Proposal = named(
  'EmployerReturnProposal',
  object({
    month: Type.String({ examples: ['2026-05'] }),
    isCorrection: Type.Boolean({ description: 'Whether a return of the month is filed' }),
    isSame: Type.Boolean({ description: 'Whether the one that is filed says the same' }),
    tax: Kronor(),
    contributions: Kronor(),
    statements: Type.Array(
      object({
        employeeRef: object({ id: Id }),
        name: Type.String({ examples: ['Anna Ek'] }),
        personalNumber: Type.String({ examples: ['19900101-XXXX'] }),
        number: Type.Integer({ description: 'The number of the statement (field 570)' }),
        fields: Type.Unsafe<Record<string, string>>({
          type: 'object',
          additionalProperties: { type: 'string' },
          description: 'Whole kronor or a cross, by the name of the field',
        }),
      }),
    ),
    removed: Type.Integer({ description: 'Statements that the file takes back' }),
    absences: Type.Integer({ description: 'Days of absence with a right to parental benefit' }),
    faults: Type.Array(
      object({
        employeeRef: nullable(object({ id: Id })),
        what: Type.String({ description: 'What would be refused', examples: ['amount'] }),
      }),
    ),
    agreement: object({
      tax: object(Sums),
      contributions: object(Sums),
      net: object({ payslips: Kronor(), booked: Kronor(), paid: Kronor(), waiting: Kronor() }),
      differences: Type.Array(
        object({
          what: Type.Enum(['tax', 'contributions', 'net']),
          between: Type.Enum(['declaredAndBooked', 'payslipsAndBooked', 'bookedAndPaid']),
          amount: Kronor(),
          because: Type.Enum(['rounding', 'unknown', 'waiting'], {
            description: 'rounding: öre are dropped in the return; waiting: payments are not made yet',
          }),
        }),
      ),
    }),
  }),
)

const shown = (of: ReturnRecord) => ({
  id: of.id,
  month: of.month.slice(0, 7),
  state: of.state,
  people: of.people,
  tax: numberFromOre(of.taxOre),
  contributions: numberFromOre(of.contributionsOre),
  filedOn: of.filedOn,
  receipt: of.receipt,
  madeBy: of.createdByName,
  createdDateTime: momentText(of.createdAt),
  modifiedDateTime: momentText(of.modifiedAt),
})

const shownSums = ({ declaredOre, payslipsOre, bookedOre }: Agreement['tax']) => ({
  declared: numberFromOre(declaredOre),
  payslips: numberFromOre(payslipsOre),
  booked: numberFromOre(bookedOre),
})

const shownAgreement = ({ tax, contributions, net, differences }: Agreement) => ({
  tax: shownSums(tax),
  contributions: shownSums(contributions),
  net: {
    payslips: numberFromOre(net.payslipsOre),
    booked: numberFromOre(net.bookedOre),
    paid: numberFromOre(net.paidOre),
    waiting: numberFromOre(net.waitingOre),
  },
  differences: differences.map(({ what, between, ore, because }) => ({
    what,
    between,
    amount: numberFromOre(ore),
    because,
  })),
})

const shownProposal = (
  { month, whole, sent, people, faults: found, isCorrection }: Proposed,
  agreement: Agreement,
) => ({
  month,
  isCorrection,
  isSame: sent === null,
  tax: numberFromOre(whole.taxOre),
  contributions: numberFromOre(whole.contributionsOre),
  statements: people.map(({ employeeId, name, maskedNumber, statement }, index) => {
    const individual = whole.statements[index + 1]
    const fields = individual?.kind === 'individual' ? individual.fields : {}
    return { employeeRef: { id: employeeId }, name, personalNumber: maskedNumber, number: statement, fields }
  }),
  removed: sent?.statements.filter(({ kind }) => kind === 'removal').length ?? 0,
  absences: sent?.absences.length ?? 0,
  faults: found.map(({ at, what }) => {
    const person = at === null ? undefined : people[at - 1]
    return { employeeRef: person ? { id: person.employeeId } : null, what }
  }),
  agreement: shownAgreement(agreement),
})

const idOf = ({ employerReturnId = '' }: Readonly<Record<string, string>>): string => employerReturnId

export const returnRows: readonly Row[] = [
  row({
    method: 'GET',
    path: `${path}/proposal`,
    operationId: 'proposeEmployerReturn',
    tag,
    summary: 'See what the employer’s return of a month says',
    description:
      'The statement of each person who was paid in the month by booked runs, in whole kronor with the öre dropped; what would be refused; and whether what is declared, booked and paid agrees.',
    scope: 'payroll:read',
    query: object({ month: Month }),
    answer: { json: Proposal },
    refusals: [refusals.unreadable],
    example: { query: { month: '2026-05' } },
    run: async (call, { query }) => {
      const proposed = await proposeReturn(call, query.month)
      return shownProposal(proposed, await agreementOf(call, proposed))
    },
  }),
  row({
    method: 'POST',
    path,
    operationId: 'createEmployerReturn',
    tag,
    summary: 'Make the employer’s return of a month',
    description:
      'Keeps the statements as they are now. After one that was filed, only what differs is in it: statements anew, removals, and the main statement.',
    scope: 'payroll:write',
    body: object({
      month: Month,
      contact: object({
        name: Name({ maxLength: 50, description: 'Who answers questions', examples: ['Anna Ek'] }),
        phone: Type.String({ minLength: 1, maxLength: 20, examples: ['070-123 45 67'] }),
        email: Type.String({ format: 'email', maxLength: partyLimits.line, examples: ['anna.ek@example.com'] }),
      }),
    }),
    answer: { json: Return },
    tagged: true,
    events: ['employer-return.made'],
    refusals: [refusals.sameAsFiled, refusals.faulty, refusals.unreadable],
    example: {
      body: {
        month: '2026-05',
        contact: { name: 'Anna Ek', phone: '070-123 45 67', email: 'anna.ek@example.com' },
      },
    },
    run: (call, { body }) => makeReturn(call, body).then(shown),
  }),
  row({
    method: 'GET',
    path,
    operationId: 'listEmployerReturns',
    tag,
    summary: 'List employer’s returns',
    description: 'Newest first. `query` filters on month (its first day), state and modifiedDateTime.',
    scope: 'payroll:read',
    query: pageQuery('state==made'),
    answer: { json: pageOf(Return) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listReturns(call, query)
      return { ...page, items: page.items.map(shown) }
    },
  }),
  row({
    method: 'GET',
    path: one,
    operationId: 'getEmployerReturn',
    tag,
    summary: 'Read an employer’s return',
    description: 'Its sums, and when it was filed.',
    scope: 'payroll:read',
    answer: { json: Return },
    tagged: true,
    refusals: [refusals.notFound],
    run: (call, { params }) => readReturn(call, idOf(params)).then(shown),
  }),
  row({
    method: 'GET',
    path: `${one}/download`,
    operationId: 'downloadEmployerReturn',
    tag,
    summary: 'Download the file of an employer’s return',
    description: 'XML as Skatteverket takes it (schema 1.1), with personal numbers in clear.',
    scope: 'payroll:read',
    answer: { file: 'application/xml' },
    refusals: [refusals.notFound, refusals.unreadable],
    run: (call, { params }) => downloadReturn(call, idOf(params)),
  }),
  row({
    method: 'POST',
    path: `${one}/file`,
    operationId: 'fileEmployerReturn',
    tag,
    summary: 'Note that an employer’s return was filed',
    description: 'With the day, and the number of the receipt. The next return of the month is compared with it.',
    scope: 'payroll:write',
    body: object({
      filedOn: DateOnly,
      receipt: Type.Optional(nullable(Type.String({ maxLength: MAX_RECEIPT, examples: ['AGI-2026-05-001'] }))),
    }),
    answer: { json: Return },
    tagged: true,
    events: ['employer-return.filed'],
    refusals: [refusals.notFound, refusals.alreadyFiled],
    example: { body: { filedOn: '2026-06-09', receipt: 'AGI-2026-05-001' } },
    run: (call, { params, body }) => noteFiled(call, idOf(params), body).then(shown),
  }),
]
