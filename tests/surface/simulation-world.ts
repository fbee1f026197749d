// What simulations name: invoices that can be paid, mails that can come back, payments that are at the bank.
import type { Row } from '#http'
import { ok } from '#support/entries'
import type { TestCompany } from '#support/service'

type World = TestCompany & { signedPayment(): Promise<void> }

/** The payment that a row names: one that the bank can answer, or a new one. */
export const bankPaymentFor = async ({ operationId }: Row, company: World, another: object): Promise<string> =>
  operationId === 'simulateBankPaymentRefusal'
    ? paymentAtBank(company)
    : ok(await company.post('/bank-payments', another)).id

/** What the body of a simulation names; `reduced` makes an invoice whose reduction was asked for. */
export const simulationBodies = (reduced: (company: World) => Promise<string>) => ({
  simulateCustomerPayment: async (company: World) => ({ invoiceId: await published(company) }),
  simulateTaxDecision: async (company: World) => ({ invoiceId: await reduced(company) }),
  simulateMailBounce: async (company: World) => {
    const invoiceId = await published(company)
    ok(await company.post(`/invoices/${invoiceId}/send`, { to: ['karin@example.com'] }))
    return { invoiceId }
  },
})

const LINE = { itemType: 'salesItem', productType: 'services', unitType: 'hour', description: 'Arbete', taxRate: 25 }

/** An invoice of 1 250 kronor that waits to be paid. */
const published = async (company: World): Promise<string> => {
  const customerRef = { id: ok(await company.post('/customers', { name: 'Kund AB', type: 'company' })).id }
  const body = { customerRef, invoiceDate: '2026-06-01', lineItems: [{ ...LINE, quantity: 1, unitPrice: 1000 }] }
  const { id } = ok(await company.post('/invoices', body))
  ok(await company.post(`/invoices/${id}/publish`))
  return id
}

/** A payment that is in a file for the bank. */
export const paymentAtBank = async (company: World): Promise<string> => {
  await company.signedPayment()
  const file = ok(await company.post('/bank-payments/files'))
  const { items } = ok(await company.get('/bank-payments?pageSize=100'))
  const found = items.find((one: { paymentFileRef?: { id: string } }) => one.paymentFileRef?.id === file.id)
  return found.id
}
