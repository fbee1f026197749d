// How the refusals of bank payments, their files and the company's accounts at banks come about.
import { bankingAdmin } from '#banking'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import type { NewBankAccount } from '#server/banking/payments/bank-account'
import { decideOnPayments } from '#server/banking/payments/signing'
import { callingAs } from '#support/calling'
import { ok } from '#support/entries'
import { IBAN } from '#support/samples/camt-file'
import { over, overPerson, type Provocation, verb, verbIn } from '#tests/surface/provocations'
import { newCaller } from '#tests/surface/world'

const bankgiro = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
const transfer = { kind: 'transfer', recipientName: 'Karin Ek', clearingNumber: '6000', accountNumber: '123456789' }
const plusgiro = { kind: 'plusgiro', recipientName: 'Papper AB', plusgiroNumber: '28 65 43-4', ocr: '1002377' }
const international = {
  kind: 'internationalPayment',
  recipientName: 'Papier GmbH',
  iban: 'DE89370400440532013000',
}
const aPayment = { amount: 100, paymentDate: '2026-06-11', recipientRef: bankgiro }

const payment = (changes: object): Provocation =>
  over((company) => company.post('/bank-payments', { ...aPayment, ...changes }))
const paidTo = (recipientRef: object): Provocation => payment({ recipientRef })

const anAccount: NewBankAccount = { name: 'Företagskonto', iban: IBAN, account: 1930 }
const account = (changes: Partial<NewBankAccount>): Provocation =>
  verb((call) => bankingAdmin.addBankAccount(call, { ...anAccount, ...changes }))

/** What a verb says of a payment that waits for a signature. */
const onWaiting =
  (work: (call: Parameters<typeof bankingAdmin.cancelPayment>[0], id: string) => Promise<unknown>): Provocation =>
  async (service) => {
    const company = await service.newCompany()
    const { body } = await company.post('/bank-payments', aPayment)
    return verbIn(company.id, (call) => work(call, body.id))(service)
  }

export const ofBankPayments: Record<string, Provocation> = {
  paymentNotFound: over((company) => company.get(`/bank-payments/${newId()}`)),
  paymentFileNotFound: over((company) => company.get(`/bank-payments/files/${newId()}/download`)),
  paymentReportNotFound: async (service) => {
    const company = await newCaller(service)
    await company.signedPayment()
    const { id } = ok(await company.post('/bank-payments/files'))
    return (await company.get(`/bank-payments/files/${id}/status-reports/${newId()}/download`)).body
  },
  noBankAccount: over((company) => company.post('/bank-payments/files')),
  nothingToSend: over(async (company, service) => {
    await service.operateFor(company.id, (call) => bankingAdmin.addBankAccount(call, anAccount))
    return company.post('/bank-payments/files')
  }),
  notSignatory: verb((call) => decideOnPayments(call, { decision: 'sign', chosen: [] })),
  noSuchPayment: verb((call) => bankingAdmin.cancelPayment(call, { id: newId(), reason: null, alsoInFile: false })),
  notCancellable: onWaiting(async (call, id) => {
    await bankingAdmin.cancelPayment(call, { id, reason: null, alsoInFile: false })
    await bankingAdmin.cancelPayment(call, { id, reason: null, alsoInFile: true })
  }),
  notAtBank: onWaiting((call, id) => bankingAdmin.rejectPayment(call, { id, reason: 'Konto saknas', failed: false })),
  bankAccountNotFound: overPerson('owner', (ask) => ask('POST', `/bank-accounts/${newId()}/default`)),
  notSek: overPerson('owner', async (ask) => {
    const { id } = (await ask('POST', '/bank-accounts', { ...anAccount, currency: 'EUR' })).body
    return ask('POST', `/bank-accounts/${id}/default`)
  }),
  tooManyBankAccounts: over(async (company, service) => {
    await service.database.rows(sql`
      insert into banking.account (company_id, id, name, iban, account, created_at, modified_at)
      select ${company.id}, gen_random_uuid(), 'Konto', n::text, 1930, now(), now() from generate_series(1, 100) n`)
    return (await callingAs(service, company, 'owner'))('POST', '/bank-accounts', anAccount)
  }),
}

export const ofBankPaymentFaults: Record<string, Provocation> = {
  decimals: payment({ amount: 0.001 }),
  notPositive: payment({ amount: 0 }),
  paymentDate: payment({ paymentDate: '2026-06-09' }),
  required: paidTo({ ...transfer, accountNumber: null }),
  ofOtherKind: paidTo({ ...transfer, ocr: '1002377' }),
  blank: paidTo({ ...bankgiro, recipientName: ' ' }),
  unseen: account({ name: 'Konto\u202e' }),
  bankgiro: paidTo({ ...bankgiro, bankgiroNumber: '5050-1054' }),
  ocrOrMessage: paidTo({ ...bankgiro, ocr: '' }),
  ocr: paidTo({ ...bankgiro, ocr: '1002378' }),
  clearingNumber: paidTo({ ...transfer, clearingNumber: '0999' }),
  accountNumber: paidTo({ ...transfer, clearingNumber: '5000', accountNumber: '1234567' }),
  characters: paidTo({ ...bankgiro, recipientName: '纸' }),
  tooLong: paidTo({ ...bankgiro, recipientName: 'x'.repeat(71) }),
  iban: account({ iban: 'SE4550000000058398257467' }),
  bic: account({ bic: 'X' }),
  currency: account({ currency: 'kr' }),
  ibanTaken: verb(async (call) => {
    await bankingAdmin.addBankAccount(call, anAccount)
    await bankingAdmin.addBankAccount(call, anAccount)
  }),
  notPaymentAccount: account({ account: 3001 }),
  agreement: account({ agreement: 'å' }),
  paymentFormat: account({ paymentFormat: 'pain.008.001.02' }),
  plusgiro: paidTo({ ...plusgiro, plusgiroNumber: '28 65 43-5' }),
  bicOfOtherCountry: paidTo({ ...international, bic: 'ESSESESS' }),
  country: paidTo({ ...transfer, recipientCity: 'Umeå', recipientCountry: 'Sverige' }),
  cityAndCountry: paidTo({ ...transfer, recipientCity: 'Umeå' }),
}
