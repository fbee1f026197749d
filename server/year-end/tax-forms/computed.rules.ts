// Figures of the tax forms that the tax computation and the proposals of the year-end work out. Pure.
import type { Ore } from '#platform/money'
import { type Books, LawGap } from '#year-end/proposals/draft.rules'
import type { Inputs } from '#year-end/proposals/inputs.rules'
import { pensionTaxBase } from '#year-end/proposals/pension-tax.rules'
import { adjustmentsOf, taxableResult } from '#year-end/proposals/tax-computation.rules'
import type { FormDefinition } from './edition.ts'

type Amount = { ore: Ore; accounts: readonly { account: number; ore: Ore }[] }

/**
 * What is worked out elsewhere: adjustments by the field of the tax return, above zero where they raise the taxable
 * result; the deficit of earlier years; sums by the names that an edition has for them. `taxableOre` is null where the
 * law's table lacks a value: then only what needs none is there.
 */
export type Computed = {
  adjustments: readonly (Amount & { field: string })[]
  deficitOre: Ore
  taxableOre: Ore | null
  sums: Readonly<Record<string, Amount>>
}

export const computedOf = (books: Books, inputs: Inputs): Computed => {
  const sums = { pensionTaxBase: pensionTaxBase(books, inputs) }
  try {
    const { lines, deficitOre, taxableOre } = taxableResult(books, inputs)
    return { adjustments: lines, deficitOre, taxableOre, sums }
  } catch (error) {
    if (error instanceof LawGap) {
      return { adjustments: adjustmentsOf(books, inputs), deficitOre: 0n, taxableOre: null, sums }
    }
    throw error
  }
}

/** A figure in whole kronor, with what it is made of. */
type Figure = { amount: bigint; accounts: readonly { account: number; ore: Ore }[] }

const ORE_PER_KRONA = 100n

/** The fields of a form that follow from it; öre are dropped in each, and a row that subtracts is above zero. */
export const figuresOf = (
  { fields, computation, sums = [] }: FormDefinition,
  computed: Computed,
): Map<string, Figure> => {
  const found = new Map<string, { ore: Ore; accounts: Figure['accounts'] }>()
  if (computation) {
    for (const { field, ore, accounts } of computed.adjustments) {
      const before = found.get(field) ?? { ore: 0n, accounts: [] }
      found.set(field, { ore: before.ore + ore, accounts: [...before.accounts, ...accounts] })
    }
    if (computed.deficitOre !== 0n) found.set(computation.deficit, { ore: -computed.deficitOre, accounts: [] })
  }
  const signs = new Map(fields.map(({ field, sign }) => [field, sign]))
  const figures = [...found].map(([field, { ore, accounts }]): [string, Figure] => {
    return [field, { amount: (signs.get(field) === '-' ? -ore : ore) / ORE_PER_KRONA, accounts }]
  })
  for (const [name, above, below] of sums) {
    const { ore, accounts } = computed.sums[name] ?? { ore: 0n, accounts: [] }
    if (ore !== 0n)
      figures.push([ore > 0n ? above : below, { amount: (ore > 0n ? ore : -ore) / ORE_PER_KRONA, accounts }])
  }
  return new Map(figures)
}
