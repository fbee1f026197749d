// The rates of VAT that the service can book: accounts, boxes of the VAT return and the contract of the API are of
// these. Which one a supply has on which day is in the law's table (`rules/law.ts`), which holds no others.

/** Percent, the highest first. */
export const vatRates = [25, 12, 6] as const
export type VatRate = (typeof vatRates)[number]

/** With that of what is not taxed. */
export const taxRates = [...vatRates, 0] as const
export type TaxRate = (typeof taxRates)[number]

/** The rate that a form or a proposal begins with, where nothing says another. */
export const USUAL_RATE: VatRate = vatRates[0]

export const isVatRate = (percent: number): percent is VatRate => vatRates.some((rate) => rate === percent)
