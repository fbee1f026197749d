// The arithmetic of partners' shares.
import type { Ore } from '#console-rules/ui/inputs/amount'

/** An amount for each account of a partner; what is empty is none. */
export type Split = Readonly<Record<number, Ore | null>>

/** The part of the result not yet distributed. */
export const leftOf = (result: Ore, split: Split): Ore =>
  result - Object.values(split).reduce<Ore>((sum, ore) => sum + (ore ?? 0), 0)

/** Equal parts; the first ones take the öre that do not divide. */
export const equalParts = (result: Ore, partners: readonly { account: number }[]): Split => {
  const part = Math.trunc(result / partners.length)
  const rest = result - part * partners.length
  return Object.fromEntries(
    partners.map(({ account }, place) => [account, part + (place < Math.abs(rest) ? Math.sign(rest) : 0)]),
  )
}

/** As the API takes it, in kronor. */
export const sharesOf = (split: Split): { account: number; amount: number }[] =>
  Object.entries(split).flatMap(([account, ore]) =>
    ore === null || ore === 0 ? [] : [{ account: Number(account), amount: ore / ORE_PER_KRONA }],
  )

const ORE_PER_KRONA = 100
