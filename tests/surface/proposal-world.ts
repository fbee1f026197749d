// What rows of the proposals of a year-end stand on: a proposal that can be taken, and one that was.
import type { Row } from '#http'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'

/** Each time more is doubtful than before, so that there is something to book. */
export const aProposalFor = async (
  { path, operationId }: Row,
  company: TestCompany,
): Promise<Record<string, string>> => {
  if (!path.includes('/proposals/{proposal}')) return {}
  doubtful += 100
  const claims = [{ name: 'Faktura 1', amount: doubtful, vat: 0, lossPercent: 100 }]
  const year = `/fiscal-years/${company.fiscalYearId}`
  ok(await company.patch(`${year}/proposal-inputs`, { doubtfulClaims: { claims } }))
  if (operationId === 'reverseYearEndProposal') ok(await company.post(`${year}/proposals/doubtfulClaims/take`))
  return { proposal: 'doubtfulClaims' }
}
let doubtful = 0
