// A return in which a tax and its base do not correspond is refused, unless the caller says that it is intended.
import { type CompanyCall, warn } from '#platform/call'
import { numberFromOre } from '#platform/money'
import { type VatDifference, vatDifferences, vatPairs } from '#reports'
import { vatRefusals, vatWarnings } from './refusals.ts'
import type { ReturnRecord } from './return-store.ts'

/** Maximum number of entries named; the report of the period lists the others. */
const MOST_NAMED = 5

type Declared = Pick<ReturnRecord, 'startDate' | 'endDate' | 'registration' | 'boxes'>

/** Refuses the return if it declares a base without its tax, or a tax without its base; `isIntended`: warns of it. */
export const refuseDifferences = async (
  call: CompanyCall,
  made: Declared,
  { isIntended }: { isIntended: boolean },
): Promise<void> => {
  if (isIntended) return warnOfDifferences(call, made)
  const found = await vatDifferences(call, { from: made.startDate, to: made.endDate }, made.registration)
  if (found.length === 0) return
  const told = found.map((one) => {
    const { bases = [], taxes = [] } = vatPairs.find(({ key }) => key === one.key) ?? {}
    const used = (codes: readonly string[]) => codes.filter((code) => made.boxes.some((box) => box.code === code))
    const boxes = [used(bases), used(taxes)].map((codes) => codes.join('+') || '–').join(' / ')
    return `${boxes}: ${numberFromOre(one.difference).toFixed(2)} (${namesOf(one)})`
  })
  throw vatRefusals.basesDiffer({ boxes: told.join('; ') })
}

const namesOf = ({ count, entries }: VatDifference): string => {
  const numbers = entries.slice(0, MOST_NAMED).map(({ number }) => number)
  return [...numbers, ...(count > numbers.length ? ['…'] : [])].join(', ')
}

/** Warns if the return declares a base without its tax, or a tax without its base, and names the entries. */
export const warnOfDifferences = async (
  call: CompanyCall,
  { startDate: from, endDate: to, registration }: Pick<ReturnRecord, 'startDate' | 'endDate' | 'registration'>,
): Promise<void> => {
  const found = await vatDifferences(call, { from, to }, registration)
  for (const one of found) {
    const { bases = [], taxes = [] } = vatPairs.find(({ key }) => key === one.key) ?? {}
    const sum = numberFromOre(one.difference).toFixed(2)
    warn(call, vatWarnings.differs({ bases: bases.join(', '), taxes: taxes.join(', '), sum, entries: namesOf(one) }))
  }
}
