// The job that makes the year of the demo company, after the first start: it takes longer than a start should.
import { findPerson } from '#identity'
import { isDay } from '#platform/day'
import { type Job, job } from '#platform/job'
import { demoYearKind } from './demo-kind.ts'

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
