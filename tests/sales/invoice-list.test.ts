// The list of invoices: newest first, whole, by pages and by cursor, and every filter of the contract.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkedCompany } from '#support/checked'
import { nextCursorOf, type Service, startService, type TestCompany } from '#support/service'
import { refusedWork } from '#tests/sales/tax-reduction/household'
import { aLine, anInvoice, fieldsOf, madeCustomer, madeInvoice, published } from './invoicing.ts'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())
beforeEach(async () => {
  company = checkedCompany(await service.newCompany())
})

describe('the list', () => {
  test('is newest first, whole, and filtered by everything that the contract names', async () => {
    const customer = await madeCustomer(company)
    const first = await madeInvoice(company, {
      customerRef: { id: customer.id },
      type: 'cashInvoice',
      orderNumberReference: 'O-1',
      projectReference: 'P-1',

      buyerReference: 'Anna',
      contractReference: 'C-1',
      currency: 'EUR',
      currencyRate: 11,
      metadata: { place: 'Umeå' },
      invoiceDate: '2026-05-01',
      dueDate: '2026-05-31',
      lineItems: [aLine({ unitPrice: 1000.01 })],
    })
    const second = await madeInvoice(company)
    await published(company, second.id)
    const { body } = await company.get('/invoices')
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id])
    expect(body.items[1]).toEqual(first)
    const both = [second.id, first.id]
    const filters: [string, string[]][] = [
      ['type==cashInvoice', [first.id]],
      [`customerRef==${customer.id}`, [first.id]],
      ['orderNumberReference==O-1', [first.id]],
      ['projectReference~P-', [first.id]],
      ['projectReference!=P-1', [second.id]],
      ['buyerReference==Anna', [first.id]],
      ['contractReference==C-1', [first.id]],
      ['currency==SEK', [second.id]],
      ['totalAmount>=1250.01', [first.id]],
      ['totalAmount==125', [second.id]],
      ['status==draft', [first.id]],
      ['status==published', [second.id]],
      ['status==pending', []],
      ['status!=overdue', both],
      ['invoiceDate<2026-06-10', [first.id]],
      ['dueDate==2026-07-10', [second.id]],
      ['metadata.place==Umeå', [first.id]],
      ['metadata.place~me', [first.id]],
      ['status==published||type==cashInvoice', both],
      ['invoiceNumber==1', [second.id]],
      ['invoiceNumber>=2', []],
      ['paymentReference==133', [second.id]],
      ['sendingStatus==notSent', both],
      ['sendingStatus==sent', []],
    ]
    for (const [query, ids] of filters) {
      const found = await company.get(`/invoices?query=${encodeURIComponent(query)}`)
      expect(
        found.body.items.map(({ id }: { id: string }) => id),
        query,
      ).toEqual(ids)
    }
    for (const query of ['status==late', 'creditDate==2026-06-10', 'customerRef==x', 'type>invoice', 'number==1']) {
      expect(fieldsOf(await company.get(`/invoices?query=${encodeURIComponent(query)}`)), query).toEqual(['query'])
    }
  })

  test('reaches all by pages and by cursor', async () => {
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.unshift((await company.post('/invoices', anInvoice())).body.id)
    const second = await company.get('/invoices?pageSize=2&page=2')
    expect(second.body).toMatchObject({ totalItems: 5, totalPages: 3, currentPage: 2 })
    expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(2, 4))
    const third = await company.get(`/invoices?pageSize=2&cursor=${nextCursorOf(second)}`)
    expect(third.body.items.map(({ id }: { id: string }) => id)).toEqual(ids.slice(4))
  })

  test('has what the tax authority refused as overdue 30 days later, as customers and figures have', async () => {
    const id = await refusedWork(service, company)
    const seen = async () => {
      const of = async (path: string) => (await company.get(path)).body
      const { receivables } = await of('/reports/key-figures')
      return [
        (await of(`/invoices/${id}`)).status,
        (await of('/invoices?query=status==overdue')).items.length,
        (await of('/customers?query=unpaid==overdue')).items.length,
        receivables.overdueAmount,
      ]
    }
    service.setNow('2026-07-20T10:00:00Z')
    expect(await seen()).toEqual([expect.stringMatching(/^(published|underPaid)$/), 0, 0, 0])
    service.setNow('2026-07-21T10:00:00Z')
    expect(await seen()).toEqual(['overdue', 1, 1, 500])
  })
})
