// What agency contributes to what is made of all contexts: refusals, jobs, ports, files, checks, personal data,
// and what goes or stays with a fiscal year.

import { templateJobs } from '#agency/templates/template-jobs'
import { agencyRetainedTables } from './company-removal.ts'
import { forgetOldLinks } from './navigation.ts'
import { agencyParts } from './personal.ts'

export const agencyContribution = {
  forgetOldLinks,
  parts: agencyParts,
  retainedTables: agencyRetainedTables,
  templateJobs,
}
