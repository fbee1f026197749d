// The rate by which books in euro are declared in kronor: the mean of the reporting period (lag 2000:46 om
// omräkningsförfarande vid beskattning för företag som har sin redovisning i euro, 15 §).
import { accountingCurrencyOf, meanKronor, type Rate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import type { Period } from '#reports/period.rules'
import { reportRefusals } from '#reports/refusals'
import { CURRENCY_OF_LAW } from '#rule/currency'

/**
 * Kronor for one euro in each period, so far as it has passed: null where rates are missing. Undefined of books in
 * kronor, which need none.
 */
export const ratesOfEuro = async (
  call: CompanyCall,
  periods: readonly Period[],
): Promise<(Rate | null)[] | undefined> => {
  const own = await accountingCurrencyOf(call)
  if (own === CURRENCY_OF_LAW) return undefined
  const today = dayOf(call.now)
  const rates: (Rate | null)[] = []
  for (const { from, to } of periods)
    rates.push(from > today ? null : await meanKronor(call, own, { from, to: to < today ? to : today }))
  return rates
}

/** Kronor for one euro in a period; null of books in kronor. Refused where rates are missing. */
export const requireRateOfEuro = async (call: CompanyCall, period: Period): Promise<Rate | null> => {
  const rates = await ratesOfEuro(call, [period])
  if (!rates) return null
  const [rate = null] = rates
  if (rate === null) throw reportRefusals.noRateOfEuro({ from: period.from, to: period.to })
  return rate
}
