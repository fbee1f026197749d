// What of a request's address is kept in the log.
import { expect, test } from 'vitest'
import { keptPath } from '#rules/request-log/entry'

const ID = '0190b3a4-7c4e-7d3a-9f10-2f6f0c8f5a11'
const invoices = '/v1/companies/:companyId/invoices'

const own = { companyId: ID }
const path = `/v1/companies/${ID}`

test.each([
  [invoices, own, '', `${path}/invoices`],
  [invoices, { companyId: 'Karin Ek' }, '', '/v1/companies/…/invoices'],
  [invoices, own, 'pageSize=100&page=2', `${path}/invoices?pageSize=100&page=2`],
  [invoices, own, 'query=customerRef.name==Karin', `${path}/invoices?query=…`],
  [invoices, own, 'from=2026-01-01&isDone=true', `${path}/invoices?from=2026-01-01&isDone=true`],
  [invoices, own, 'format=xlsx&format=private', `${path}/invoices?format=xlsx&format=…`],
  [invoices, own, 'search=811228-9874', `${path}/invoices?search=…`],
  [invoices, own, 'search=8112289874', `${path}/invoices?search=…`],
  [invoices, own, 'karin%20ek=1', `${path}/invoices?…=1`],
  [`${invoices}/:invoiceId`, { companyId: ID, invoiceId: ID }, '', `${path}/invoices/${ID}`],
  ['/v1/companies/:companyId/accounts/:account', { companyId: ID, account: '1930' }, '', `${path}/accounts/1930`],
] as const)('%s with %j and %s', (route, params, query, kept) => {
  expect(keptPath({ route, params, query }, (name) => /^\w+$/.test(name))).toBe(kept)
})

test('an address has an end', () => {
  const query = Array.from({ length: 500 }, (_, place) => `a${place}=${ID}`).join('&')
  expect(keptPath({ route: '/v1/me', params: {}, query }, () => true).length).toBeLessThanOrEqual(1000)
})
