// How late an open item is, in the steps of the aged lists.
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
