// Kinds of supply whose rate of VAT the law decides by day: an item or a line may say what it is, in place of a rate.
import { lawOn, lawValues } from '#rule/law'
import type { VatKind } from '#rule/vat-kind'
import { type TaxRate, taxRates } from '#rule/vat-rates'

/** The rate of a kind, in percent, for a supply on a day; null where the law's table has none. */
export const rateOfKind = (kind: VatKind, day: string): TaxRate | null => {
  const found = lawOn(day).find(`vat.${kind}`)
  return found === null ? null : (taxRates.find((rate) => rate === found.value) ?? null)
}

/** The days after a day on which the rate of a kind changes, with the rate from then on. */
export const changesOfKind = (kind: VatKind, after: string): { from: string; rate: number }[] =>
  lawValues(`vat.${kind}`)
    .filter(({ from }) => from > after)
    .map(({ from, value }) => ({ from, rate: value }))
