// The shapes of the proposals of a year-end, and of what people give for them.
import {
  Amount,
  DateOnly,
  DateTime,
  Id,
  type Language,
  messageProperties,
  named,
  nullable,
  object,
  type Static,
  Type,
} from '#http'
import { AccountNumber } from '#ledger'
import { momentText } from '#platform/day'
import { numberFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { keptOf } from '#platform/sentences'
import type { PlannedItem } from '#year-end/plan.rules'
import type { Step } from './draft.rules.ts'
import { adjustmentFields, contributionKinds, equipmentRules, stockAccounts, stockValuations } from './inputs.rules.ts'
import type { KeptInputs } from './inputs.ts'
import { kinds, proposalKinds, workBefore } from './kinds.rules.ts'
import { type Proposal, proposalStates, type taxComputationOf } from './proposal.ts'

const MAX_STOCK_ITEMS = 2000
const MAX_CLAIMS = 500
const MAX_EMPLOYEES = 500
const MAX_ADJUSTMENTS = 100
const MAX_YEARS = 10
const MAX_FUNDS = 25
const MAX_QUANTITY = 1_000_000_000
const MAX_DAYS = 1000
const MAX_LABEL = 100

const Kronor = Type.Number({ examples: [51500] })
const Label = (example: string, description: string) =>
  Type.String({ minLength: 1, maxLength: MAX_LABEL, examples: [example], description })
const Positive = (example: number, description: string) => ({ ...Amount, minimum: 0, examples: [example], description })

const Adjustments = Type.Array(
  object({
    label: Label('Utdelning på näringsbetingade andelar', 'What it is'),
    amount: {
      ...Amount,
      examples: [-25000],
      description: 'Kronor: above zero it raises the base, below zero it lowers it',
    },
    field: Type.Optional(
      nullable(
        Type.Enum([...adjustmentFields], { description: 'The field of the tax return (INK2S) that it belongs to' }),
      ),
    ),
  }),
  { maxItems: MAX_ADJUSTMENTS },
)

const sections = {
  declined: Type.Optional(
    Type.Array(Type.Enum([...proposalKinds]), {
      maxItems: proposalKinds.length,
      description: 'Proposals that are not taken this year; others do not wait for them',
    }),
  ),
  stock: Type.Optional(
    nullable(
      object({
        valuation: Type.Enum([...stockValuations], {
          description:
            'lowest: the lower of cost and net realisable value of each item; blanket: a share of the whole cost',
        }),
        items: Type.Array(
          object({
            name: Label('Stol, ek', 'The item'),
            account: Type.Enum([...stockAccounts], { examples: [1460] }),
            quantity: Type.Number({
              minimum: 0,
              maximum: MAX_QUANTITY,
              examples: [12],
              description: 'Up to three decimals',
            }),
            cost: Positive(450, 'Cost of one, in kronor without VAT'),
            netValue: Type.Optional(
              nullable(Positive(400, 'What one would bring less what selling it costs; the cost if left out')),
            ),
          }),
          {
            maxItems: MAX_STOCK_ITEMS,
            description: 'The whole stock of the last day; an account without items is emptied',
          },
        ),
      }),
    ),
  ),
  doubtfulClaims: Type.Optional(
    nullable(
      object({
        claims: Type.Array(
          object({
            name: Label('Faktura 1012', 'The claim, such as the number of its invoice'),
            amount: Positive(12500, 'The claim in kronor, with VAT'),
            vat: Positive(2500, 'The VAT in it'),
            lossPercent: Type.Number({
              minimum: 0,
              maximum: 100,
              examples: [100],
              description: 'The share that is expected to be lost',
            }),
          }),
          { maxItems: MAX_CLAIMS },
        ),
      }),
    ),
  ),
  holidayDebt: Type.Optional(
    nullable(
      object({
        employees: Type.Array(
          object({
            name: Label('Anställd 7', 'The employee, such as the number in the payroll'),
            days: Type.Number({
              minimum: 0,
              maximum: MAX_DAYS,
              examples: [12.5],
              description: 'Earned, saved and not taken',
            }),
            dayPay: Positive(1750, 'Holiday pay of a day with its supplement, in kronor'),
            contributions: Type.Enum([...contributionKinds], {
              description: 'full: all contributions; pension: old-age pension alone; none: no contributions',
            }),
          }),
          { maxItems: MAX_EMPLOYEES },
        ),
        otherContributions: Type.Optional(
          Positive(0, 'Contributions on 2940–2941 that belong to other things than holidays, in kronor'),
        ),
      }),
    ),
  ),
  pensionTax: Type.Optional(nullable(object({ adjustments: Adjustments }))),
  taxDepreciation: Type.Optional(
    nullable(
      object({
        rule: Type.Enum([...equipmentRules], {
          description: 'lowest: the lower value of the main rule and the complementary rule; main: the main rule alone',
        }),
        acquired: Type.Optional(
          nullable(Positive(80000, 'Equipment acquired in the year and still held; that of the register if left out')),
        ),
        proceeds: Type.Optional(
          nullable(Positive(10000, 'Received for equipment acquired earlier; that of the register if left out')),
        ),
        earlier: Type.Optional(
          nullable(
            Type.Array(
              object({
                year: Type.Integer({
                  minimum: 1900,
                  maximum: 2199,
                  examples: [2024],
                  description: 'In which the tax year ended',
                }),
                cost: Positive(60000, 'Cost of what was acquired then and is still held'),
              }),
              { maxItems: MAX_YEARS, description: 'That of the register if left out' },
            ),
          ),
        ),
      }),
    ),
  ),
  reserve: Type.Optional(
    nullable(
      object({
        allocation: Type.Optional(nullable(Positive(100000, 'Kronor; the most that the law allows if left out'))),
        reversals: Type.Optional(
          Type.Array(
            object({
              account: AccountNumber({ examples: [2123], description: 'The account of the fund' }),
              amount: Positive(50000, 'Reversed before it has to be'),
            }),
            { maxItems: MAX_FUNDS },
          ),
        ),
      }),
    ),
  ),
  tax: Type.Optional(
    nullable(
      object({
        adjustments: Adjustments,
        deficit: Type.Optional(
          Positive(0, 'Unused deficit of earlier years, in kronor; left out: what the year before leaves'),
        ),
      }),
    ),
  ),
  resultDecision: Type.Optional(
    nullable(
      object({
        date: { ...DateOnly, description: 'The day of the general meeting' },
        dividend: Positive(75000, 'What the meeting decided to pay as dividends, in kronor'),
      }),
    ),
  ),
}

export const ProposalInputsChange = named('YearEndProposalInputsChange', object(sections))

export const ProposalInputs = named(
  'YearEndProposalInputs',
  object({
    ...sections,
    modifiedDateTime: nullable(DateTime),
    modifiedBy: nullable(Type.String({ examples: ['Anna Ek'] })),
  }),
)

/** The sections were validated when they were given. */
export const shownInputs = ({ inputs, modifiedAt, modifiedBy }: KeptInputs): Static<typeof ProposalInputs> =>
  ({ ...inputs, modifiedDateTime: modifiedAt && momentText(modifiedAt), modifiedBy }) as Static<typeof ProposalInputs>

const StepShape = object({
  label: Type.String({ examples: ['Underlag'] }),
  amount: { ...nullable(Kronor), description: 'In kronor' },
  percent: nullable(Type.Number({ examples: [24.26] })),
  source: { ...nullable(Type.String({ examples: ['IL 30 kap. 5 §'] })), description: 'The act that the row follows' },
  isSum: Type.Boolean({ description: 'Whether the rows above lead to it' }),
})

const Entry = (description: string) =>
  Type.Array(
    object({
      account: Type.Integer({ examples: [8910] }),
      name: Type.String({ examples: ['Skatt som belastar årets resultat'] }),
      debit: Kronor,
      credit: Kronor,
    }),
    { description },
  )

export const ProposalShape = named(
  'YearEndProposal',
  object({
    kind: Type.Enum([...proposalKinds]),
    name: Type.String({ examples: ['Periodiseringsfond'] }),
    state: Type.Enum([...proposalStates], {
      description:
        'proposed: it may be taken; taken: the books have it; moved: it was taken, and the books have changed since; nothing: there is nothing to book; lacksInputs: `missing` says what; declined: not this year; inTaxReturn: it is made in the tax return of the owners; notApplicable: not for this form of company',
    }),
    date: { ...DateOnly, description: 'The day of its entry' },
    steps: Type.Array(StepShape, { description: 'Its working' }),
    entry: Entry('What the books lack: the whole entry, or the difference since it was taken'),
    missing: Type.Array(object({ field: Type.String(), ...messageProperties('proposal.law-missing') })),
    waitsFor: Type.Array(Type.Enum([...proposalKinds, ...workBefore]), {
      description: 'What is to be taken, declined or booked before it',
    }),
    taken: Type.Array(
      object({
        journalEntryRef: object({ id: Id }),
        takenDateTime: DateTime,
        takenBy: Type.String({ examples: ['Anna Ek'] }),
        entry: Type.Array(object({ account: Type.Integer(), debit: Kronor, credit: Kronor })),
      }),
      { description: 'The entries of it that stand' },
    ),
  }),
)

export const ProposalList = named('YearEndProposals', object({ items: Type.Array(ProposalShape) }))

const side = ({ account, debit }: PlannedItem) => ({
  account,
  debit: debit > 0n ? numberFromOre(debit) : 0,
  credit: debit < 0n ? numberFromOre(-debit) : 0,
})

const shownSteps = (steps: readonly Step[], language: Language) =>
  steps.map(({ label, ore, percent, source, isSum }) => ({
    label: label[language],
    amount: ore === null ? null : numberFromOre(ore),
    percent,
    source,
    isSum,
  }))

export const shownProposal = (of: Proposal, language: Language) => ({
  kind: of.kind,
  name: kinds[of.kind].words[language],
  state: of.state,
  date: of.date,
  steps: shownSteps(of.steps, language),
  entry: of.items.map(({ name, ...item }) => ({ ...side(item), name })),
  missing: of.missing.map(shownFault),
  waitsFor: [...of.waitsFor],
  taken: of.taken.map(({ entryId, takenAt, takenBy, items }) => ({
    journalEntryRef: { id: entryId },
    takenDateTime: momentText(takenAt),
    takenBy,
    entry: items.map(side),
  })),
})

const shownFault = ({ field, message, said }: FieldError) => ({
  field,
  message,
  ...(said ? keptOf(said) : { reason: null, values: {} }),
})

export const TaxComputationShape = named(
  'TaxComputation',
  object({
    result: { ...Kronor, description: 'Before tax' },
    adjustments: Type.Array(
      object({
        field: Type.String({ examples: ['7653'], description: 'Of the tax return (INK2S)' }),
        label: Type.String(),
        amount: { ...Kronor, description: 'Above zero it raises the taxable result' },
      }),
    ),
    deficit: { ...Kronor, description: 'Of earlier years: as entered, otherwise what the year before leaves' },
    isDeficitEntered: Type.Boolean(),
    deficitOfYearBefore: {
      ...nullable(Kronor),
      description: 'What the tax computation of the year before leaves; null where that is not known here',
    },
    taxable: { ...Kronor, description: 'After everything; below zero a deficit to carry forward' },
    taxableRounded: { ...Kronor, description: 'Whole tens of kronor, none of a deficit' },
    percent: Type.Number({ examples: [20.6] }),
    tax: Kronor,
    booked: { ...Kronor, description: 'On 8910–8919' },
    steps: Type.Array(StepShape),
  }),
)

type Found = Pick<Awaited<ReturnType<typeof taxComputationOf>>, 'computation' | 'steps'>

export const shownTax = ({ computation: of, steps }: Found, language: Language) => ({
  result: numberFromOre(of.resultOre),
  adjustments: of.lines.map(({ field, label, ore }) => ({ field, label: label[language], amount: numberFromOre(ore) })),
  deficit: numberFromOre(of.deficitOre),
  isDeficitEntered: of.isDeficitEntered,
  deficitOfYearBefore: of.carriedOre === null ? null : numberFromOre(of.carriedOre),
  taxable: numberFromOre(of.taxableOre),
  taxableRounded: numberFromOre(of.roundedOre),
  percent: of.percent,
  tax: numberFromOre(of.taxOre),
  booked: numberFromOre(of.bookedOre),
  steps: shownSteps(steps, language),
})
