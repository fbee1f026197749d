// What anchors contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.
import { anchorJob } from './job.ts'
import { verifyAnchors, verifyFound } from './verify.ts'

export const anchorsContribution = {
  job: anchorJob,
  verify: verifyAnchors,
  verifyFound,
}
