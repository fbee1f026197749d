// The accounting currency (redovisningsvaluta) of a company: the currency of its books, of all sums of its reports, and
// of amounts that name no other. Bokföringslagen 4 kap. 6 §: kronor, or euro in companies of some forms.

export const accountingCurrencies = ['SEK', 'EUR'] as const
export type AccountingCurrency = (typeof accountingCurrencies)[number]

/** The accounting currency of a company that has not chosen another. */
export const USUAL_ACCOUNTING_CURRENCY: AccountingCurrency = 'SEK'

/** The currency of Swedish law and of Swedish authorities: of returns, forms, and limits, also of books in euro. */
export const CURRENCY_OF_LAW = 'SEK'

export const isAccountingCurrency = (currency: string): currency is AccountingCurrency =>
  accountingCurrencies.some((one) => one === currency)

/** The forms of companies that may keep their books in euro (bokföringslagen 4 kap. 6 § andra stycket). */
const EURO_FORMS: readonly string[] = ['limitedCompany', 'cooperative']

/** Whether a company of this form may keep its books in this currency. */
export const mayAccountIn = (currency: AccountingCurrency, companyType: string): boolean =>
  currency === USUAL_ACCOUNTING_CURRENCY || EURO_FORMS.includes(companyType)

/**
 * Whether a document is in the accounting currency of its company. The rate of a document is the price of its currency
 * in the accounting currency, so it is 1 in that currency alone: one krona is never one euro.
 */
export const isInAccountingCurrency = ({
  currency,
  currencyRate,
}: {
  currency: string
  currencyRate: string | number
}) => isAccountingCurrency(currency) && Number(currencyRate) === 1

/** Whether totals in a currency may be rounded to whole units: kronor, in books in kronor (lag 1970:1029). */
export const roundsToWhole = (document: { currency: string; currencyRate: string | number }): boolean =>
  document.currency === CURRENCY_OF_LAW && isInAccountingCurrency(document)

/** A currency as it is written after an amount: `kr` in Swedish, otherwise its code. */
export const currencyWord = (currency: string, language: 'sv' | 'en'): string =>
  currency === CURRENCY_OF_LAW && language === 'sv' ? 'kr' : currency
