// The endpoints of budgets.
import { Amount, Id, named, object, type Row, readOnly, row, type Static, SumOfAmounts, saying, Type } from '#http'
import { AccountNumber } from '#ledger/accounts/account-map'
import { ledgerFaults, ledgerRefusals } from '#ledger/refusals'
import { MAX_AMOUNT, numberFromOre } from '#platform/money'
import { getBudget, type Budget as Kept, lockBudget, proposeBudget, setBudget } from './budget.ts'
import { budgetRefusals } from './refusals.ts'

const budget = '/companies/{companyId}/fiscal-years/{fiscalYearId}/budget'

/** Maximum number of accounts in a budget. */
const MAX_ACCOUNTS = 2_000
/** A fiscal year has at most 18 months, and a first one may begin within a month. */
const MAX_MONTHS = 19
/** What is added to the year before, in percent. */
const PERCENT = { minimum: -100, maximum: 1000 }

const Month = Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2026-01'] })
const EXAMPLE = [90000, 90000, 90000, 90000, 90000, 90000, 45000, 90000, 90000, 90000, 90000, 90000]
const account = AccountNumber({ examples: [3001] })
const name = Type.String({ examples: ['Försäljning inom Sverige, 25 % moms'] })
const total = { ...SumOfAmounts, description: 'The sum of its amounts' }

const Budget = named(
  'Budget',
  object({
    fiscalYearId: Id,
    months: Type.Array(Month, { description: 'The months of the fiscal year, in order' }),
    accounts: Type.Array(
      object({
        account,
        name,
        amounts: Type.Array(SumOfAmounts, {
          description: 'Kronor for each of the months, as in the income statement: expenses are negative',
        }),
        total,
      }),
    ),
    total: { ...SumOfAmounts, description: 'The result of the year by the budget' },
  }),
)

const SetBudget = named(
  'SetBudget',
  object({
    accounts: Type.Array(
      object({
        account,
        amounts: Type.Array(saying(ledgerFaults.signedAmount('', { limit: MAX_AMOUNT }), Amount), {
          maxItems: MAX_MONTHS,
          description: 'Kronor for each month of the fiscal year, in order; income is positive, expenses are negative',
        }),
        name: readOnly(name),
        total: readOnly(total),
      }),
      { maxItems: MAX_ACCOUNTS },
    ),
    fiscalYearId: readOnly(Id),
    months: readOnly(Budget.properties.months),
    total: readOnly(Budget.properties.total),
  }),
)

const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n)

const shown = ({ fiscalYearId, months, accounts }: Kept): Static<typeof Budget> => ({
  fiscalYearId,
  months: [...months],
  accounts: accounts.map((one) => ({
    account: one.account,
    name: one.name,
    amounts: one.amounts.map(numberFromOre),
    total: numberFromOre(sumOf(one.amounts)),
  })),
  total: numberFromOre(sumOf(accounts.map(({ amounts }) => sumOf(amounts)))),
})

const common = { tag: 'Fiscal years', answer: { json: Budget } } as const

export const budgetRows: readonly Row[] = [
  row({
    ...common,
    method: 'GET',
    path: budget,
    operationId: 'getBudget',
    summary: 'Read the budget of a fiscal year',
    description:
      'An amount for each month and account of income and expenses. Without accounts if the year has no budget. The income statement shows it beside what was booked (`compare=budget`).',
    scope: 'fiscal-years:read',
    tagged: true,
    refusals: [ledgerRefusals.fiscalYearNotFound],
    snapshot: true,
    run: async (call, { params }) => shown(await getBudget(call, params.fiscalYearId ?? '')),
  }),
  row({
    ...common,
    method: 'PUT',
    path: budget,
    operationId: 'setBudget',
    summary: 'Set the budget of a fiscal year',
    description:
      'Replaces the whole budget of income and expenses, also one from a SIE file; an empty list removes it. A budget is no part of the books: closed years take one too. Budgets of objects from a SIE file stay as they are.',
    scope: 'fiscal-years:write',
    body: SetBudget,
    tagged: true,
    current: async (call, { params }) => shown(await lockBudget(call, params.fiscalYearId ?? '')),
    events: ['budget.changed'],
    refusals: [ledgerRefusals.fiscalYearNotFound],
    example: { body: { accounts: [{ account: 3001, amounts: EXAMPLE }] } },
    run: async (call, { params, body }) =>
      shown(await setBudget(call, { ...body, fiscalYearId: params.fiscalYearId ?? '' })),
  }),
  row({
    ...common,
    method: 'GET',
    path: `${budget}/proposal`,
    operationId: 'proposeBudget',
    summary: 'Propose a budget from the year before',
    description:
      'Each month from the same month of the fiscal year before, in whole kronor. Nothing is stored: send what you want of it to the budget.',
    scope: 'fiscal-years:read',
    query: object({
      basis: Type.Optional(
        Type.Enum(['booked', 'budget'], {
          default: 'booked',
          description: 'From what was booked in the year before, or from its budget',
        }),
      ),
      percent: Type.Optional(
        Type.Integer({ ...PERCENT, default: 0, description: 'What is added, in percent; negative for less' }),
      ),
    }),
    refusals: [ledgerRefusals.fiscalYearNotFound, budgetRefusals.noYearBefore],
    snapshot: true,
    run: async (call, { params, query }) => {
      const { basis = 'booked', percent = 0 } = query
      return shown(await proposeBudget(call, { fiscalYearId: params.fiscalYearId ?? '', basis, percent }))
    },
  }),
]
