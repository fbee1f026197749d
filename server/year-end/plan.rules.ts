// The entries of a closing: the result of the year, and the transfers at the start of the next year. Pure.
import type { Ore } from '#platform/money'
import { type Form, RESULT } from './form.rules.ts'

/** The closing balance of an account, debit positive, in öre. */
export type Standing = { account: number; kind: string; closing: Ore }

export type PlannedItem = { account: number; debit: Ore }

/** A profit is positive. */
export type Share = { account: number; ore: Ore }

const isResult = (kind: string): boolean => kind === 'income' || kind === 'expense'

/** The result not yet transferred to equity: a profit is positive. An earlier transfer is deducted. */
export const unbookedResult = (standings: readonly Standing[]): Ore =>
  -standings.filter(({ kind }) => isResult(kind)).reduce((sum, { closing }) => sum + closing, 0n)

/** The imbalance of the balances: zero in sound books. */
export const imbalance = (standings: readonly Standing[]): Ore =>
  standings.reduce((sum, { closing }) => sum + closing, 0n)

/** The entry that transfers the result to equity accounts; empty if there is none. */
export const resultItems = (shares: readonly Share[]): PlannedItem[] => {
  const sum = shares.reduce((total, { ore }) => total + ore, 0n)
  const items = [{ account: RESULT, debit: sum }, ...shares.map(({ account, ore }) => ({ account, debit: -ore }))]
  return items.filter(({ debit }) => debit !== 0n)
}

/**
 * The entry that empties accounts at the start of the next year: their closing balances, less what was already moved.
 * `moved` is the amount of such entries on the account, debit positive.
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
