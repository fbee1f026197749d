// How the refusals of simulations come about.

import { bankingAdmin } from '#banking'
import { newId } from '#platform/id'
import { IBAN } from '#support/samples/camt-file'
import type { Answer, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const isTest = { isTest: true }

const invoiceIn = async (company: TestCompany, isPublished = true): Promise<string> => {
  const customerRef = { id: (await company.post('/customers', { name: 'Kund AB', type: 'company' })).body.id }
  const lineItems = [
    {
      description: 'Arbete',
      quantity: 1,
      unitPrice: 1000,
      taxRate: 25,
      itemType: 'salesItem',
      productType: 'services',
      unitType: 'hour',
    },
  ]
  const { id } = (await company.post('/invoices', { customerRef, invoiceDate: '2026-06-01', lineItems })).body
  if (isPublished) await company.post(`/invoices/${id}/publish`)
  return id ?? newId()
}

const simulate = (company: TestCompany, what: string, body: object): Promise<Answer> =>
  company.post(`/simulations/${what}`, body)

const withFault = (company: TestCompany, fault: string): Promise<Answer> =>
  company.get('/vat-codes', { prefer: `fault=${fault}` })

export const ofSimulations: Record<string, Provocation> = {
  realCompany: over((company) => simulate(company, 'bank-statements', {})),
  noBankAccount: over((company) => simulate(company, 'bank-statements', { transactions: [{ amount: 1 }] }), isTest),
  notPayable: over(
    async (company) => simulate(company, 'customer-payments', { invoiceId: await invoiceIn(company, false) }),
    isTest,
  ),
  nothingHappened: over((company) => simulate(company, 'bank-statements', {}), isTest),
  notAtBank: over(async (company, service) => {
    await service.operateFor(company.id, (call) =>
      bankingAdmin.addBankAccount(call, { name: 'Företagskonto', iban: IBAN, account: 1930 }),
    )
    const recipientRef = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
    const { id } = (await company.post('/bank-payments', { amount: 1, paymentDate: '2099-06-30', recipientRef })).body
    return simulate(company, `bank-payments/${id}/refusal`, {})
  }, isTest),
  notMailed: over(
    async (company) => simulate(company, 'mail-bounces', { invoiceId: await invoiceIn(company) }),
    isTest,
  ),
  heardAlready: over(async (company) => {
    const invoiceId = await invoiceIn(company)
    await company.post(`/invoices/${invoiceId}/send`, { to: ['karin@example.com'] })
    await simulate(company, 'mail-bounces', { invoiceId })
    return simulate(company, 'mail-bounces', { invoiceId })
  }, isTest),
}

export const ofSimulatedFaults: Record<string, Provocation> = {
  amount: over((company) => simulate(company, 'bank-statements', { transactions: [{ amount: 0.001 }] }), isTest),
  unknownFault: over((company) => withFault(company, 'flood'), isTest),
  duplicateOfJson: over(
    (company) => company.upload('/uploads', 'a.txt', Buffer.from('a'), { prefer: 'fault=duplicate' }),
    isTest,
  ),
  faultInRealCompany: over((company) => withFault(company, '503')),
}
