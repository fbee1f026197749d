// What a closing books: the result of the year, and what is moved as the next year begins. Pure.
import type { Ore } from '#platform/money'
import { type Form, RESULT } from './form.rules.ts'

/** What stands on an account at the end of the year, debit positive, in öre. */
export type Standing = { account: number; kind: string; closing: Ore }

export type PlannedItem = { account: number; debit: Ore }

/** A profit is above zero. */
export type Share = { account: number; ore: Ore }

const isResult = (kind: string): boolean => kind === 'income' || kind === 'expense'

/** The result that no account of equity has yet: a profit is above zero. What was booked as the result counts off. */
export const unbookedResult = (standings: readonly Standing[]): Ore =>
  -standings.filter(({ kind }) => isResult(kind)).reduce((sum, { closing }) => sum + closing, 0n)

/** What the balances lack to be in balance: zero in sound books. */
export const imbalance = (standings: readonly Standing[]): Ore =>
  standings.reduce((sum, { closing }) => sum + closing, 0n)

/** The entry that books the result over some accounts of equity; nothing where there is none. */
export const resultItems = (shares: readonly Share[]): PlannedItem[] => {
  const sum = shares.reduce((total, { ore }) => total + ore, 0n)
  const items = [{ account: RESULT, debit: sum }, ...shares.map(({ account, ore }) => ({ account, debit: -ore }))]
  return items.filter(({ debit }) => debit !== 0n)
}

/**
 * The entry that empties accounts as the next year begins: what stood on them at the end of the year, less what was
 * moved already. `moved` is what such entries have booked on the account, debit positive.
 */
export const transferItems = (
  { moves }: Form,
  closing: ReadonlyMap<number, Ore>,
  moved: ReadonlyMap<number, Ore>,
): PlannedItem[] =>
  moves.flatMap(({ from, to }) => {
    const items = from
      .map((account) => ({ account, debit: -((closing.get(account) ?? 0n) + (moved.get(account) ?? 0n)) }))
      .filter(({ debit }) => debit !== 0n)
    const sum = items.reduce((total, { debit }) => total + debit, 0n)
    return sum === 0n ? items : [...items, { account: to, debit: -sum }]
  })
