// Database privileges on closings and filing records that the service role does not have.
import type { RevokedRights } from '#schema/grants'

export const yearEndRevokedRights: readonly RevokedRights[] = [
  ['year_end.closing', 'update, delete'],
  ['year_end.handing_in', 'update, delete'],
  ['year_end.revaluation', 'update, delete'],
  ['year_end.taken_proposal', 'update, delete'],
  ['year_end.proposal_inputs', 'delete'],
]

/** Records of years are kept with them. */
export const yearEndRetainedTables: readonly string[] = [
  'year_end.closing',
  'year_end.handing_in',
  'year_end.revaluation',
  'year_end.taken_proposal',
  'year_end.proposal_inputs',
]
