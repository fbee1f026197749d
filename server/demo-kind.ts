// What the job of the demo's year is asked for. By itself, since the operator's commands ask for it and do none of it.
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
