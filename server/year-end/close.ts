// A fiscal year is closed as it stands, and what stands in other currencies at old rates is told, as by a closing that
// books the result.
import type { CompanyCall } from '#platform/call'
import { closeYear } from '#sales'
import { aroundOf, inCurrencies } from './facts.ts'
import { warnOfCurrencies } from './in-currency.ts'

type Asked = Parameters<typeof closeYear>[1]

/** Closes a year that is settled, or any with `force`; answers it, and the documents that the books lack. */
export const closeAsItStands = async (call: CompanyCall, asked: Asked): ReturnType<typeof closeYear> => {
  const closed = await closeYear(call, asked)
  const { year } = await aroundOf(call, asked.id)
  await warnOfCurrencies(call, year, await inCurrencies(call, year))
  return closed
}
