// Where the things of a company are shown: a table of all kinds, and of what stands at addresses of the API.
import { expect, test } from 'vitest'
import { placeAt, placeOf } from '#console-rules/client/places'

const written = (place: ReturnType<typeof placeOf>): string | null =>
  place && `${place.path}?${new URLSearchParams(place.search)}`

// biome-ignore format: a table
const kinds = [
  ['customer',         '/customers?open=7'],
  ['invoice',          '/invoices?open=7'],
  ['creditNote',       '/credit-notes?open=7'],
  ['recurringInvoice', '/recurring-invoices?open=7'],
  ['item',             '/items?open=7'],
  ['supplier',         '/suppliers?open=7'],
  ['supplierInvoice',  '/supplier-invoices?open=7'],
  ['account',          '/accounts?open=7'],
  ['journalEntry',     '/journal?open=7'],
  ['entryTemplate',    '/journal/new?template=7'],
  ['upload',           '/documents?open=7'],
  ['bankPayment',      '/payments?show=all&open=7'],
  ['transaction',      '/bank?open=7'],
  ['vatPeriod',        '/vat?open=7'],
  ['fiscalYear',       '/year-end?year=7'],
  ['taxReturn',        '/tax-return?year=7'],
  ['annualReport',     '/annual-report?year=7'],
  ['webhook',          null],
] as const

test.each(kinds)('%s is shown at %s', (kind, place) => {
  expect(written(placeOf(kind, '7'))).toBe(place)
})

test.each([
  ['invoices', '/invoices?open=7'],
  ['credit-notes', '/credit-notes?open=7'],
  ['supplier-invoices', '/supplier-invoices?open=7'],
  ['uploads', '/documents?open=7'],
  ['bank-statements/3/transactions', '/bank?open=7'],
  ['webhooks', null],
])('what stands at %s of the API is shown at %s', (resource, place) => {
  expect(written(placeAt(`/companies/1/${resource}/7`))).toBe(place)
})
