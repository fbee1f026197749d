// What is left of open items.
import { kronorOf, oreOf } from '#ui'

/** What is left of all of them, in kronor. */
export const restOf = (items: readonly { rest: number }[]): number =>
  kronorOf(items.reduce((sum, { rest }) => sum + oreOf(rest), 0))
