// What the role of the service may not do with tables that only grow.
import { archiveWithheld } from '#archive'
import { bankingWithheld } from '#banking'
import { identityWithheld } from '#identity'
import { ledgerWithheld } from '#ledger'
import type { Withheld } from '#platform/grants'
import { yearEndWithheld } from '#year-end'

export const withheld: readonly Withheld[] = [
  ...identityWithheld,
  ...ledgerWithheld,
  ...archiveWithheld,
  ...bankingWithheld,
  ...yearEndWithheld,
]
