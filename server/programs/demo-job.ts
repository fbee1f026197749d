// The job that creates the year of a test company, which takes too long for a start or a request.
import { deskService } from '#desk'
import { findPerson } from '#identity'
import { demoYearKind } from '#ledger'
import { isDay } from '#platform/day'
import { defineJob, type Job } from '#platform/job'

export const demoYearJob: Job = defineJob(
  demoYearKind,
  async ({ payload, database, standing, now, isLast, signal }) => {
    const { companyId, personId, today } = payload
    if (!isDay(today)) return
    const { name } = await findPerson({ db: database }, personId)
    // Loaded here, because only a first start, and creating a test company, need all endpoints in a job.
    const [{ rows }, { demoClientAs }, { makeYear }] = await Promise.all([
      import('./app.ts'),
      import('#demo/demo-client'),
      import('#demo/demo-year'),
    ])
    const actor = { kind: 'user', id: personId, name } as const
    const doing = demoClientAs({ rows, database, standing, companyId, actor, now, signal })
    try {
      await makeYear(doing, today, (months) => deskService.noteTestMonths(database, { companyId, months, now }))
    } catch (cause) {
      if (isLast) await deskService.noteTestFailure(database, { companyId, now })
      throw cause
    }
  },
)
