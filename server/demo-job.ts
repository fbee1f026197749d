// The job that makes the year of the demo company, after the first start: it takes longer than a start should.
import { DateOnly, Id, object } from '#http'
import { findPerson } from '#identity'
import { isDay } from '#platform/day'
import { type Job, type JobKind, job } from '#platform/job'

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

export const demoYearJob: Job = job(demoYearKind, async ({ payload, database, standing, now, signal }) => {
  const { companyId, personId, today } = payload
  if (!isDay(today)) return
  const { name } = await findPerson({ db: database }, personId)
  // Only a first start needs all endpoints to do its jobs.
  const [{ rows }, { doingAs }, { makeYear }] = await Promise.all([
    import('./app.ts'),
    import('./demo-doing.ts'),
    import('./demo-year.ts'),
  ])
  const actor = { kind: 'user', id: personId, name } as const
  await makeYear(doingAs({ rows, database, standing, companyId, actor, now, signal }), today)
})
