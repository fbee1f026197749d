// How late an open item is, in the steps of the aged lists.
import { kronorOf, oreOf } from '#ui'

export const ages = ['notDue', 'days1To30', 'days31To60', 'days61To90', 'over90Days'] as const
export type Age = (typeof ages)[number]

/** The last day late of each step. */
const STEPS: readonly (readonly [Age, number])[] = [
  ['notDue', 0],
  ['days1To30', 30],
  ['days31To60', 60],
  ['days61To90', 90],
]

export const ageOf = (daysOverdue: number): Age => STEPS.find(([, last]) => daysOverdue <= last)?.[0] ?? 'over90Days'

/** What is left of all of them, in kronor. */
export const restOf = (items: readonly { rest: number }[]): number =>
  kronorOf(items.reduce((sum, { rest }) => sum + oreOf(rest), 0))
