// How the refusals of comparing the bank with the ledger come about.
import { bankingAdmin } from '#banking'
import { ok } from '#support/entries'
import { camtFile, IBAN } from '#support/samples/camt-file'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation } from '#tests/surface/provocations'

const withAccount = (service: Service, { id }: TestCompany, changes: object = {}) =>
  service.operateFor(id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930, ...changes }),
  )

/** Says something of a month of an account. */
const putting = (month: string, body: object, changes: object = {}): Provocation =>
  over(async (company, service) => {
    const { id } = await withAccount(service, company, changes)
    return company.post(`/bank-accounts/${id}/reconciliations/${month}`, { isReconciled: true, ...body })
  })

export const ofReconciliation: Record<string, Provocation> = {
  noClosingBalance: over(async (company, service) => {
    await withAccount(service, company)
    const file = camtFile({ kind: 'camt.054', statements: [{ entries: [{ ore: -100n, reference: 'R1' }] }] })
    const [{ id }] = ok(await company.upload('/bank-statements', 'avisering.xml', file)).statements
    return company.get(`/bank-statements/${id}/reconciliation`)
  }),
  otherCurrency: putting('2026-05', {}, { currency: 'EUR' }),
  sharedAccount: over(async (company, service) => {
    await withAccount(service, company)
    const { id } = await withAccount(service, company, { iban: 'SE7450000000000000000002' })
    return company.get(`/bank-accounts/${id}/reconciliations/2026-05`)
  }),
  noMonth: putting('2026-13', {}),
  notOver: putting('2026-06', { closingBalance: 0 }),
}

export const ofReconciliationFaults: Record<string, Provocation> = {
  noBankBalance: putting('2026-05', {}),
  unexplained: putting('2026-05', { closingBalance: 5 }),
  toldByStatement: over(async (company, service) => {
    const { id } = await withAccount(service, company)
    const entries = [{ ore: 700n, reference: 'R1', date: '2026-05-31' }]
    ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ entries }] })))
    const body = { isReconciled: true, closingBalance: 8, note: 'Annat' }
    return company.post(`/bank-accounts/${id}/reconciliations/2026-05`, body)
  }),
}
