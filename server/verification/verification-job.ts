// The background job that verifies all books, like `npm run verify`.
import { verificationJob } from '#operator'
import type { Job } from '#platform/job'

/** `certificates`: the configured file of certificates that time stamps must chain to. */
export const booksJob = (certificates: string | undefined): Job =>
  verificationJob(async (work) => {
    // Imported here, so that these modules are loaded only when the job runs.
    const { walkerOf } = await import('./verification-walk.ts')
    return walkerOf(work, certificates)
  })
