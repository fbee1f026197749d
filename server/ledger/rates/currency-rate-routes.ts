// The endpoint for currency rates, as companies see them.
import { DateOnly, named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { listRatePage } from './currency-rate.ts'

const CurrencyRate = named(
  'CurrencyRate',
  object({
    currency: Type.String({ examples: ['EUR'], description: 'ISO 4217' }),
    date: DateOnly,
    rate: Type.Number({ examples: [11.0625], description: 'What one unit costs in SEK' }),
  }),
)

export const currencyRateRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/currency-rates',
    operationId: 'listCurrencyRates',
    tag: 'Currency rates',
    summary: 'List the currency rates',
    description:
      'Those loaded by the service operator, newest first. They apply to all companies, wherever a document has no rate of its own. `query` filters on currency and date.',
    by: 'people',
    scope: 'currency-rates:read',
    query: pageQuery('currency==EUR&&date>=2026-01-01'),
    answer: { json: pageOf(CurrencyRate) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listRatePage(call, query)
      return { ...page, items: page.items.map((one) => ({ ...one, rate: Number(one.rate) })) }
    },
  }),
]
