// Special payroll tax on pension costs (särskild löneskatt, lag 1991:687): a rate of the pension costs of the year.
// Pure.
import type { Ore } from '#platform/money'
import {
  type Books,
  type Draft,
  draft,
  lawValue,
  movedAccounts,
  movementOf,
  shareOf,
  step,
  wholeKronor,
} from './draft.rules.ts'
import { type Inputs, ore } from './inputs.rules.ts'

const ACT = 'Lag 1991:687'
const TAX = 7533
const DEBT = 2514
/** Sole traders have no tax debts in their books but this one. */
const DEBT_OF_TRADERS = 2943

/** Premiums, the change of a pension debt, what goes to and comes from a foundation, pensions paid (BAS 2026). */
const costs = [
  { range: [7410, 7419], sv: 'Pensionsförsäkringspremier (7410–7419)', en: 'Pension premiums (7410–7419)' },
  { range: [7420, 7429], sv: 'Förändring av pensionsskuld (7420–7429)', en: 'Change of the pension debt (7420–7429)' },
  { range: [7440, 7449], sv: 'Pensionsstiftelse (7440–7449)', en: 'Pension foundation (7440–7449)' },
  { range: [7460, 7469], sv: 'Pensionsutbetalningar (7460–7469)', en: 'Pensions paid (7460–7469)' },
  {
    range: [7572, 7572],
    sv: 'Premier i arbetsmarknadsförsäkringar (7572)',
    en: 'Premiums in labour market insurance (7572)',
  },
] as const

/** The base of the tax in whole kronor, below zero where the costs are, and the accounts that it is made of. */
export const pensionTaxBase = (
  books: Books,
  { pensionTax: given }: Inputs,
): { ore: Ore; accounts: { account: number; ore: Ore }[] } => {
  const accounts = movedAccounts(
    books,
    costs.map(({ range }) => range),
  )
  const adjusted = (given?.adjustments ?? []).reduce((sum, { amount }) => sum + ore(amount), 0n)
  return { ore: wholeKronor(accounts.reduce((sum, { ore: cost }) => sum + cost, adjusted)), accounts }
}

export const proposePensionTax = (books: Books, inputs: Inputs): Draft | null => {
  const given = inputs.pensionTax
  const found = costs.map(({ range, sv, en }) => step(sv, en, movementOf(books, range), { source: `${ACT}, 2 §` }))
  const adjusted = (given?.adjustments ?? []).map(({ label, amount }) => step(label, label, ore(amount)))
  const steps = [...found.filter(({ ore: cost }) => cost !== 0n), ...adjusted]
  const booked = movementOf(books, [TAX, TAX])
  if (steps.length === 0 && booked === 0n) return null
  const { ore: base } = pensionTaxBase(books, inputs)
  const percent = lawValue('payroll.pensionTax', books.endDate)
  const tax = base > 0n ? wholeKronor(shareOf(base, percent)) : 0n
  const debt = books.companyType === 'proprietorship' ? DEBT_OF_TRADERS : DEBT
  return draft(
    [
      ...steps,
      step('Underlag', 'Base', base, { isSum: true }),
      step('Särskild löneskatt', 'Special payroll tax', tax, { percent, source: `${ACT}, 1 §` }),
      step(`Redan bokfört (${TAX})`, `Booked already (${TAX})`, booked),
      step('Kvar att bokföra', 'Left to book', tax - booked, { isSum: true }),
    ],
    [
      { account: TAX, debit: tax - booked },
      { account: debt, debit: booked - tax },
    ],
  )
}
