// Warnings about a return in which a tax and its base do not correspond.
import { type CompanyCall, warn } from '#platform/call'
import { numberFromOre } from '#platform/money'
import { vatDifferences, vatPairs } from '#reports'
import { vatWarnings } from './refusals.ts'
import type { ReturnRecord } from './return-store.ts'

/** Maximum number of entries named; the report of the period lists the others. */
const MOST_NAMED = 5

/** Warns if the return declares a base without its tax, or a tax without its base, and names the entries. */
export const warnOfDifferences = async (
  call: CompanyCall,
  { startDate: from, endDate: to, registration }: Pick<ReturnRecord, 'startDate' | 'endDate' | 'registration'>,
): Promise<void> => {
  const found = await vatDifferences(call, { from, to }, registration)
  for (const { key, difference, count, entries } of found) {
    const { bases = [], taxes = [] } = vatPairs.find((pair) => pair.key === key) ?? {}
    const numbers = entries.slice(0, MOST_NAMED).map(({ number }) => number)
    const named = [...numbers, ...(count > numbers.length ? ['…'] : [])].join(', ')
    const sum = numberFromOre(difference).toFixed(2)
    warn(call, vatWarnings.differs({ bases: bases.join(', '), taxes: taxes.join(', '), sum, entries: named }))
  }
}
