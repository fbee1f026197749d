// The endpoints of the accounting currency.
import { named, object, type Row, row, Type } from '#http'
import { accountingCurrencyOf, ledgerContribution } from '#ledger'
import { accountingCurrencies } from '#rule/currency'
import { setAccountingCurrency } from './accounting-currency.ts'

const path = '/companies/{companyId}/accounting-currency'
const tag = 'Company'

const accountingCurrency = Type.Enum([...accountingCurrencies], {
  description: 'The currency of the books, and of every amount that names no other (redovisningsvaluta)',
})
const Currency = named('AccountingCurrency', object({ accountingCurrency }))

export const accountingCurrencyRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getAccountingCurrency',
    tag,
    summary: 'Read the accounting currency',
    description:
      'The currency of the books: SEK, or EUR. Amounts that name no currency are in it, in all reports, documents and exports.',
    scope: 'company-information:read',
    answer: { json: Currency },
    tagged: true,
    refusals: [],
    run: async (call) => ({ accountingCurrency: await accountingCurrencyOf(call) }),
  }),
  row({
    method: 'PATCH',
    path,
    operationId: 'setAccountingCurrency',
    tag,
    summary: 'Choose the accounting currency',
    description:
      'Only before the first entry, invoice, supplier invoice, fixed asset, opening balance or budget: later the books stay in their currency, and books in another one are kept in a company of their own. EUR is for limited companies and cooperatives (bokföringslagen 4 kap. 6 §).',
    by: 'people',
    scope: 'company-information:write',
    events: ['accounting-currency.set'],
    body: named('AccountingCurrencyChange', object({ accountingCurrency })),
    answer: { json: Currency },
    tagged: true,
    refusals: [ledgerContribution.refusals.currencyInUse],
    current: async (call) => ({ accountingCurrency: await accountingCurrencyOf(call) }),
    example: { body: { accountingCurrency: 'EUR' } },
    run: async (call, { body }) => {
      await setAccountingCurrency(call, body.accountingCurrency)
      return { accountingCurrency: body.accountingCurrency }
    },
  }),
]
