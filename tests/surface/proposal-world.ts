// What rows of the proposals of a year-end stand on: a proposal that can be taken, and one that was.
import type { Row } from '#http'
import { ok } from '#support/entries'
import { endedYear } from './old-year.ts'
import { asOwner } from './people-world.ts'
import type { Caller } from './world.ts'

/** A year that is over, with a claim that is doubtful. */
export const aProposalFor = async (row: Row, company: Caller): Promise<Record<string, string>> => {
  const { method, operationId } = row
  if (method === 'GET') return { proposal: 'doubtfulClaims' }
  const fiscalYearId = await endedYear(row, company)
  await asOwner(company, 'PATCH', '/lock-date', { lockDate: null })
  const claims = [{ name: 'Faktura 1', amount: 100, vat: 0, lossPercent: 100 }]
  const year = `/fiscal-years/${fiscalYearId}`
  ok(await asOwner(company, 'PATCH', `${year}/proposal-inputs`, { doubtfulClaims: { claims } }))
  // What a program has taken, people and programs may reverse.
  if (operationId === 'reverseYearEndProposal') ok(await company.post(`${year}/proposals/doubtfulClaims/take`))
  return { fiscalYearId, proposal: 'doubtfulClaims' }
}
