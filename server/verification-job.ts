// The job that verifies all books in the background, as `npm run verify` does.
import { verificationJob } from '#operator'
import type { Job } from '#platform/job'

/** `certificates`: those that time stamps must follow from, by the settings. */
export const booksJob = (certificates: string | undefined): Job =>
  verificationJob(async (work) => {
    // Only a run needs all that verifies.
    const { walkerOf } = await import('./verification-walk.ts')
    return walkerOf(work, certificates)
  })
