// Rights on append-only tables that the service's database role does not have.
import { archiveWithheld } from '#archive'
import { bankingWithheld } from '#banking'
import { identityWithheld } from '#identity'
import { ledgerWithheld } from '#ledger'
import type { Withheld } from '#schema/grants'
import { yearEndWithheld } from '#year-end'

export const withheld: readonly Withheld[] = [
  ...identityWithheld,
  ...ledgerWithheld,
  ...archiveWithheld,
  ...bankingWithheld,
  ...yearEndWithheld,
]
