// How pay items, runs and payslips are shown and sent.
import { DateOnly, DateTime, Id, Name, named, nullable, object, readOnly, type Static, saying, Type } from '#http'
import { known, optionalText, partyLimits } from '#parties'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import { isPayType, payTypeKeys } from '#rule/payroll/pay-types'
import { runStates } from '#rule/payroll/run-states'
import type { ItemRecord } from './pay-item.ts'
import type { PayslipRecord } from './payslip.ts'
import type { RunRecord } from './run.ts'
import { runFaults as faults } from './run-refusals.ts'

const MAX_QUANTITY = 1_000_000
const MAX_KRONOR = 100_000_000
const MAX_REFS = 1000

const Ref = object({ id: Id })
const PayTypeOf = Type.Enum([...payTypeKeys], { description: 'See GET /pay-types' })
const kronor = (description: string) =>
  saying(faults.amount(''), Type.Number({ minimum: -MAX_KRONOR, maximum: MAX_KRONOR, description, examples: [1250.5] }))
const Kronor = (description?: string) => Type.Number({ examples: [1250.5], ...(description && { description }) })

const Item = {
  employmentRef: Ref,
  payType: PayTypeOf,
  from: { ...DateOnly, description: 'Its day, or the first of its days' },
}

export const PayItemWrite = named(
  'PayItemWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    ...Item,
    to: Type.Optional(nullable({ ...DateOnly, description: 'The last of its days' })),
    monthly: Type.Optional(
      Type.Boolean({ description: 'Whether it belongs to every run of its days', default: false }),
    ),
    quantity: Type.Optional(
      nullable(
        Type.Number({
          minimum: -MAX_QUANTITY,
          maximum: MAX_QUANTITY,
          description: 'Hours, days or pieces',
          examples: [8],
        }),
      ),
    ),
    rate: Type.Optional(nullable(kronor('Kronor for each; the usual of the pay type if left out'))),
    amount: Type.Optional(nullable(kronor('Kronor, in place of quantity times rate'))),
    protectedAmount: Type.Optional(
      nullable(
        saying(
          faults.protectedAmount(''),
          Type.Number({
            minimum: 0,
            maximum: MAX_KRONOR,
            description: 'What an attachment of earnings leaves',
            examples: [12_500],
          }),
        ),
      ),
    ),
    note: optionalText(partyLimits.line, { examples: ['Övertid vecka 20'] }),
    correctsPayRunRef: Type.Optional(nullable({ ...Ref, description: 'The earlier run that it corrects' })),
  }),
)

export const PayItem = named(
  'PayItem',
  object({
    id: Id,
    ...Item,
    to: Type.Optional(DateOnly),
    monthly: Type.Boolean(),
    quantity: Type.Optional(Type.Number({ examples: [8] })),
    rate: Type.Optional(Kronor()),
    amount: Type.Optional(Kronor()),
    protectedAmount: Type.Optional(Kronor()),
    note: Type.Optional(Type.String()),
    correctsPayRunRef: Type.Optional(Ref),
    modifiedDateTime: DateTime,
  }),
)

const THOUSANDTHS = 1000
const kronorOf = (ore: bigint | null) => (ore === null ? null : numberFromOre(ore))
const quantityOf = (quantity: bigint | null) => (quantity === null ? null : Number(quantity) / THOUSANDTHS)
const refOf = (id: string | null) => (id === null ? null : { id })

export const shownItem = (item: ItemRecord): Static<typeof PayItem> => ({
  id: item.id,
  employmentRef: { id: item.employmentId },
  payType: item.payType,
  from: item.from,
  ...known({ to: item.to }),
  monthly: item.isMonthly,
  ...known({
    quantity: quantityOf(item.quantity),
    rate: kronorOf(item.rateOre),
    amount: kronorOf(item.ore),
    protectedAmount: kronorOf(item.protectedOre),
    note: item.note,
    correctsPayRunRef: refOf(item.correctedRunId),
  }),
  modifiedDateTime: momentText(item.modifiedAt),
})

const RunGiven = {
  name: Name({ maxLength: partyLimits.name, examples: ['Maj 2026'] }),
  payDate: { ...DateOnly, description: 'The day of payment, which decides tax and contributions' },
  from: { ...DateOnly, description: 'The first day that is paid for' },
  to: saying(faults.lastDay(''), { ...DateOnly, description: 'The last day that is paid for' }),
}

const Sums = {
  gross: Kronor('Cash pay after gross deductions'),
  benefits: Kronor('Taxed benefits'),
  tax: Kronor(),
  deductions: Kronor('Net deductions'),
  reimbursed: Kronor('Expenses, mileage and allowances free of tax'),
  net: Kronor('What is paid out'),
  contributions: Kronor('Employer contributions'),
  growthSupport: Kronor('What may be refunded of the contributions (växa-stöd)'),
}

export const PayRunWrite = named(
  'PayRunWrite',
  object({
    id: readOnly(Id),
    number: readOnly(Type.Integer()),
    state: readOnly(Type.String()),
    people: readOnly(Type.Integer()),
    ...Object.fromEntries(Object.entries(Sums).map(([name, schema]) => [name, readOnly(schema)])),
    reviewedBy: readOnly(nullable(Type.String())),
    approvedBy: readOnly(nullable(Type.String())),
    journalEntryRef: readOnly(nullable(object({ id: Id, journalEntryNumber: Type.String() }))),
    computedDateTime: readOnly(DateTime),
    modifiedDateTime: readOnly(DateTime),
    ...RunGiven,
    employmentRefs: Type.Optional(
      nullable(Type.Array(Ref, { maxItems: MAX_REFS, description: 'Only these; all of the period if left out' })),
    ),
  }),
)

export const PayRun = named(
  'PayRun',
  object({
    id: Id,
    number: Type.Integer({ examples: [5] }),
    ...RunGiven,
    employmentRefs: Type.Optional(Type.Array(Ref)),
    state: Type.Enum([...runStates]),
    people: Type.Integer({ description: 'Number of payslips', examples: [2] }),
    ...Sums,
    reviewedBy: nullable(Type.String()),
    approvedBy: nullable(Type.String()),
    journalEntryRef: nullable(object({ id: Id, journalEntryNumber: Type.String({ examples: ['V14'] }) })),
    computedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const shownSums = (of: {
  grossOre: bigint
  benefitsOre: bigint
  taxOre: bigint
  deductionsOre: bigint
  reimbursedOre: bigint
  netOre: bigint
  contributionsOre: bigint
  growthSupportOre: bigint
}) => ({
  gross: numberFromOre(of.grossOre),
  benefits: numberFromOre(of.benefitsOre),
  tax: numberFromOre(of.taxOre),
  deductions: numberFromOre(of.deductionsOre),
  reimbursed: numberFromOre(of.reimbursedOre),
  net: numberFromOre(of.netOre),
  contributions: numberFromOre(of.contributionsOre),
  growthSupport: numberFromOre(of.growthSupportOre),
})

export const shownRun = (run: RunRecord): Static<typeof PayRun> => ({
  id: run.id,
  number: run.number,
  name: run.name,
  payDate: run.payDate,
  from: run.from,
  to: run.to,
  ...(run.employmentIds && { employmentRefs: run.employmentIds.map((id) => ({ id })) }),
  state: run.state,
  people: run.people,
  ...shownSums(run),
  reviewedBy: run.reviewedByName,
  approvedBy: run.approvedByName,
  journalEntryRef:
    run.journalEntryId === null ? null : { id: run.journalEntryId, journalEntryNumber: run.journalEntryNumber ?? '' },
  computedDateTime: momentText(run.computedAt),
  modifiedDateTime: momentText(run.modifiedAt),
})

const Part = { percent: nullable(Type.Number()), base: Kronor(), amount: Kronor() }

export const Payslip = named(
  'Payslip',
  object({
    id: Id,
    payRunRef: Ref,
    employeeRef: Ref,
    name: Type.String({ examples: ['Anna Ek'] }),
    personalNumber: Type.String({ description: 'Without its last digits', examples: ['19900101-XXXX'] }),
    bankAccount: nullable(Type.String({ description: 'Its last digits', examples: ['**** 2383'] })),
    ...Sums,
    taxParts: Type.Array(object({ what: Type.String({ examples: ['table'] }), ...Part })),
    contributionParts: Type.Array(object(Part)),
    lines: Type.Array(
      object({
        employmentRef: Ref,
        payType: PayTypeOf,
        note: nullable(Type.String()),
        from: nullable(DateOnly),
        to: nullable(DateOnly),
        quantity: nullable(Type.Number({ examples: [1] })),
        rate: nullable(Kronor()),
        amount: Kronor('Below zero it lowers pay, a benefit or what is paid out'),
        payItemRef: nullable(Ref),
        correctsPayRunRef: nullable(Ref),
      }),
    ),
    changes: Type.Array(
      object({
        what: Type.Enum(['first', 'payType', 'tax', 'contributions']),
        payType: Type.Optional(PayTypeOf),
        before: Type.Optional(Type.Union([Type.Number(), Type.String()])),
        now: Type.Optional(Type.Union([Type.Number(), Type.String()])),
      }),
      { description: 'What differs from the payslip before, and why' },
    ),
    year: object({ gross: Kronor(), benefits: Kronor(), tax: Kronor(), net: Kronor() }),
    bankPaymentRef: nullable(Ref),
  }),
)

type ShownChange = Static<typeof Payslip>['changes'][number]

const shownChange = (change: PayslipRecord['parts']['changes'][number]): ShownChange => {
  if (change.what === 'first') return { what: 'first' }
  if (change.what !== 'payType') return { what: change.what, before: change.before, now: change.now }
  const before = numberFromOre(BigInt(change.beforeOre))
  const now = numberFromOre(BigInt(change.ore))
  return { what: 'payType', ...(isPayType(change.payType) && { payType: change.payType }), before, now }
}

export const shownPayslip = (payslip: PayslipRecord): Static<typeof Payslip> => {
  const { id, runId, employeeId, person, parts, year, lines } = payslip
  return {
    id,
    payRunRef: { id: runId },
    employeeRef: { id: employeeId },
    name: `${person.firstName} ${person.lastName}`,
    personalNumber: person.maskedNumber,
    bankAccount: person.maskedAccount,
    ...shownSums(payslip),
    taxParts: parts.tax.map(({ what, percent, base, ore }) => ({
      what,
      percent,
      base: numberFromOre(BigInt(base)),
      amount: numberFromOre(BigInt(ore)),
    })),
    contributionParts: parts.contributions.map(({ percent, base, ore }) => ({
      percent,
      base: numberFromOre(BigInt(base)),
      amount: numberFromOre(BigInt(ore)),
    })),
    lines: lines.map((line) => ({
      employmentRef: { id: line.employmentId },
      payType: line.payType,
      note: line.note,
      from: line.from,
      to: line.to,
      quantity: quantityOf(line.quantity),
      rate: kronorOf(line.rateOre),
      amount: numberFromOre(line.ore),
      payItemRef: refOf(line.itemId),
      correctsPayRunRef: refOf(line.correctedRunId),
    })),
    changes: parts.changes.map(shownChange),
    year: {
      gross: numberFromOre(year.grossOre),
      benefits: numberFromOre(year.benefitsOre),
      tax: numberFromOre(year.taxOre),
      net: numberFromOre(year.netOre),
    },
    bankPaymentRef: refOf(payslip.bankPaymentId),
  }
}
