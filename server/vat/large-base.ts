// A taxable base so large that VAT is reported each month (skatteförfarandelagen 2011:1244, 26 kap. 11 §): it is told
// where a company reports less often.
import type { VatSetting } from '#identity'
import { accountingCurrencyOf, inBaseCurrency, kronorOn } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import type { Day } from '#platform/day'
import { type Ore, textFromOre } from '#platform/money'
import { sql } from '#platform/sql'
import { lawOn } from '#rule/law'
import { tradeIn } from './period.ts'
import { vatWarnings } from './refusals.ts'

const RARE: readonly (VatSetting | null)[] = ['quarterly', 'yearly']

/** Warns if the base of the twelve months until a day is above the limit, and the company does not report monthly. */
export const warnOfLargeBase = async (call: CompanyCall, setting: VatSetting | null, day: Day): Promise<void> => {
  const law = lawOn(day)
  if (!RARE.includes(setting) || law.find('vat.largeBase') === null) return
  const { baseOre } = await call.db.one<{ baseOre: Ore }>(sql`
    select trade."baseOre" from (select ${day}::date as start_date, ${day}::date as end_date) p
    cross join lateral (${tradeIn(sql`${call.companyId}::uuid`)}) trade`)
  const own = await accountingCurrencyOf(call)
  // A base of books in euro is compared in kronor; where their rate is unknown, the day of the return tells it.
  const rate = await kronorOn(call, own, day)
  const most = law.ore('vat.largeBase')
  const base = rate && inBaseCurrency(baseOre, rate)
  if (base && base > most) warn(call, vatWarnings.largeBase({ base: textFromOre(base), most: textFromOre(most) }))
}
