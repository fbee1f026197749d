// What has to be with an authority soon, for the key figures. The contexts that know stand above: the programs, which
// know everybody, say who is asked.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'

export const deadlineKinds = ['vatReturn', 'euSalesList', 'incomeTaxReturn', 'annualReport'] as const

/** A return or report of some days, and the last day on which it may come in. */
export type Deadline = { kind: (typeof deadlineKinds)[number]; from: Day; to: Day; dueDate: Day }

/** Those that a context knows of: what is overdue, and what comes next. */
export type DeadlinesOf = (call: CompanyCall) => Promise<readonly Deadline[]>

let known: readonly DeadlinesOf[] = []

export const askForDeadlines = (all: readonly DeadlinesOf[]): void => {
  known = all
}

/** Most deadlines that are told of. */
export const MAX_DEADLINES = 24

/** What has to be handed in, the earliest first. */
export const deadlinesIn: DeadlinesOf = async (call) => {
  const deadlines: Deadline[] = []
  for (const deadlinesOf of known) deadlines.push(...(await deadlinesOf(call)))
  const orderOf = ({ dueDate, kind, from }: Deadline) => `${dueDate} ${deadlineKinds.indexOf(kind)} ${from}`
  return deadlines.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).slice(0, MAX_DEADLINES)
}
