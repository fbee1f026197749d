// What the job is asked for that keeps the books of a company for a year, for somebody to try things in. It is done by
// the program on top, which knows all endpoints.
import { DateOnly, Id, object } from '#http'
import type { JobKind } from '#platform/job'

const MINUTE_MS = 60_000

/** Done by the first process that runs jobs; one that was stopped in the middle goes on where it was. */
export const demoYearKind = {
  name: 'demo.year',
  payload: object({ companyId: Id, personId: Id, today: DateOnly }),
  pausesMs: [MINUTE_MS, MINUTE_MS],
  timeLimitMs: 5 * MINUTE_MS,
  atOnce: 1,
  perTenant: 1,
} satisfies JobKind
