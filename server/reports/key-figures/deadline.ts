// Upcoming deadlines of returns and reports, for the key figures. They are supplied by higher contexts, registered by
// the top-level programs.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { port } from '#platform/port'

export const deadlineKinds = ['vatReturn', 'euSalesList', 'ossReturn', 'incomeTaxReturn', 'annualReport'] as const

/** A return or report of a period, and its due date. */
export type Deadline = { kind: (typeof deadlineKinds)[number]; from: Day; to: Day; dueDate: Day }

/** The deadlines of a context: overdue ones, and the next ones. */
export type DeadlinesOf = (call: CompanyCall) => Promise<readonly Deadline[]>

export const deadlinesPort = port<readonly DeadlinesOf[]>('returns and reports that are due')

/** Maximum number of deadlines returned. */
const MAX_DEADLINES = 24

/** The deadlines, earliest first. */
export const deadlinesIn: DeadlinesOf = async (call) => {
  const deadlines: Deadline[] = []
  for (const deadlinesOf of deadlinesPort.get()) deadlines.push(...(await deadlinesOf(call)))
  const orderOf = ({ dueDate, kind, from }: Deadline) => `${dueDate} ${deadlineKinds.indexOf(kind)} ${from}`
  return deadlines.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1)).slice(0, MAX_DEADLINES)
}
