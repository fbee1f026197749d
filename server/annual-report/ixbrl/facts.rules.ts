// Facts of an annual report: a value with its element, in the context of its year. Pure.
import type { AnnualCell, AnnualFact, AnnualText } from '#paper'
import type { Taxonomy } from './taxonomies.rules.ts'

/** The orientation in which a number is shown: positive is income or equity (credit), or an asset (debit). */
type Orientation = 'debit' | 'credit'

type Told = { yearsBack?: number; shown?: Orientation; flips?: boolean; tuple?: AnnualFact['tuple'] }

export type Teller = {
  has(element: string): boolean
  /** A fact of an element, so many years back; undefined if the taxonomy lacks the element. */
  fact(element: string | null, told?: Told): AnnualFact | undefined
  kronor(amount: bigint | null | undefined, element: string | null, told?: Told): AnnualCell
  text(text: string, element: string | null, told?: Told): AnnualText
}

/** Words facts in a taxonomy. An element's period decides whether it is of a year or of its last day. */
export const tellerOf = ({ elements }: Taxonomy): Teller => {
  const fact: Teller['fact'] = (name, { yearsBack = 0, shown, flips, tuple } = {}) => {
    const element = name === null ? undefined : elements.get(name)
    if (!element) return undefined
    const isTurned = flips ?? (shown !== undefined && element.balance !== null && element.balance !== shown)
    return {
      element: `${element.prefix}:${name}`,
      context: `${element.period === 'instant' ? 'balans' : 'period'}${yearsBack}`,
      ...(isTurned ? { flips: true as const } : {}),
      ...(tuple ? { tuple } : {}),
    }
  }
  const withFact = (found: AnnualFact | undefined) => (found ? { fact: found } : {})
  return {
    has: (element) => elements.has(element),
    fact,
    kronor: (amount, element, told) =>
      amount === null || amount === undefined
        ? null
        : // Whole kronor are far below what a number holds exactly.
          { amount: Number(amount), decimals: 0, unit: 'kronor', ...withFact(fact(element, told)) },
    text: (text, element, told) => ({ text, ...withFact(fact(element, told)) }),
  }
}
