// The currency of the books of the company of the page: amounts that name no currency are in it.
import { type AccountingCurrency, CURRENCY_OF_LAW, currencyWord, USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import type { Language } from '#words'

let own: AccountingCurrency = USUAL_ACCOUNTING_CURRENCY

/** Sets it, before the pages of a company are drawn. */
export const accountIn = (currency: AccountingCurrency): void => {
  own = currency
}

/** `SEK` or `EUR`. */
export const ownCurrency = (): AccountingCurrency => own

/** Whether amounts in a currency are those of the books. */
export const isOwnCurrency = (currency: string): boolean => currency === own

/** In a Swedish sentence: `kronor`, or the code of the currency. */
export const ownName = (): string => (own === CURRENCY_OF_LAW ? 'kronor' : own)

/** The word after an amount: `kr`, or the code of the currency. */
export const ownWord = (language: Language): string => currencyWord(own, language)
