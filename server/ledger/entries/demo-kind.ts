// The job that fills a demo company with a year of bookkeeping. The implementation is in the top-level program, which
// knows all endpoints.
import { DateOnly, Id, object } from '#http'
import type { JobKind } from '#platform/job'

const MINUTE_MS = 60_000

/** Runs in the first process that runs jobs; an interrupted job resumes where it stopped. */
export const demoYearKind = {
  name: 'demo.year',
  payload: object({ companyId: Id, personId: Id, today: DateOnly }),
  pausesMs: [MINUTE_MS, MINUTE_MS],
  timeLimitMs: 5 * MINUTE_MS,
  atOnce: 1,
  perTenant: 1,
} satisfies JobKind
