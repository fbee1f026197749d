// Runners of jobs on the database and by the clock of a service, which tests move: also what is due goes by it.
import { type JobRunner, type JobRunnerOptions, newJobRunner } from '#jobs/job-runner'
import type { Job } from '#platform/job'
import { faultOfPayload } from '#programs/jobs'
import type { Service } from '#support/service'

/** A runner as another process would have it; what it reports is added to `reports`. */
export const newRunner = (
  service: Service,
  jobs: readonly Job[],
  reports: string[] = [],
  more: Partial<JobRunnerOptions> = {},
): JobRunner =>
  newJobRunner({
    database: service.usedDatabase,
    standing: service.standing,
    jobs,
    clock: service.now,
    dueBy: service.now,
    faultOf: faultOfPayload,
    report: (sentence, cause) => void reports.push(`${sentence}: ${cause}`),
    ...more,
  })
