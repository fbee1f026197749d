// How the refusals come about that booking of sales declares.
import { createFiscalYear, ledgerAdmin, setLockDate, storeOpening } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { newId } from '#platform/id'
import { Refusal } from '#platform/refusal'
import { sql } from '#platform/sql'
import { bookUnpaid, closeYear, salesAdmin } from '#sales'
import { callingAs } from '#support/calling'
import { booked } from '#support/owned'
import type { Service, TestCompany } from '#support/service'
import { over, type Provocation, type Provoked, verb } from '#tests/surface/provocations'

const date = '2026-06-09' as Day
const payment = { date, sumBaseCurrency: 125, bookkeepingAccountNumber: 1930 }
const fee = { date, sumBaseCurrency: 5 }
const settlement = { type: 'bankFee', invoiceSettlementDetails: fee }

type Step = 'publish' | 'record'
type Asked = { company: TestCompany; id: string; url: string; service: Service }

/** Does something with an invoice of 125 kronor that has come this far; answers what came back. */
const withInvoice = (steps: readonly Step[], ask: (asked: Asked) => Promise<{ body: Provoked }>): Provocation =>
  over(async (company, service) => {
    const customer = await company.post('/customers', { name: 'Kund AB', type: 'company' })
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
    const invoice = { customerRef: { id: customer.body.id }, invoiceDate: '2026-06-01', lineItems: [line] }
    const { id } = (await company.post('/invoices', invoice)).body
    for (const step of steps) await company.post(`/invoices/${id}/${step}`)
    return ask({ company, id, url: `/invoices/${id}`, service })
  })

const inEuro = { currency: 'EUR', currencyRate: 11 }

/** A recorded invoice of 125 euro, and a payment of more than that: what came of one request more. */
const paidInEuro = (ask: (asked: Asked & { paymentId: string }) => Promise<{ body: Provoked }>): Provocation =>
  withInvoice([], async ({ company, url, ...rest }) => {
    const { lineItems, customerRef, invoiceDate } = (await company.get(url)).body
    const { id } = (await company.post('/invoices', { lineItems, customerRef, invoiceDate, ...inEuro })).body
    for (const step of ['publish', 'record']) await company.post(`/invoices/${id}/${step}`)
    const body = { ...payment, amount: 150, sumBaseCurrency: 1700 }
    const { id: paymentId } = (await company.post(`/invoices/${id}/payments`, body)).body
    return ask({ ...rest, company, id, url: `/invoices/${id}`, paymentId })
  })

/** Sets off what was paid too much of the invoice in euro against another one. */
const setOffInEuro = (body: object): Provocation =>
  paidInEuro(async ({ company, url, paymentId }) => {
    await company.post(`${url}/payments/${paymentId}/record`)
    const { lineItems, customerRef, invoiceDate } = (await company.get(url)).body
    const { id } = (await company.post('/invoices', { lineItems, customerRef, invoiceDate, ...inEuro })).body
    for (const step of ['publish', 'record']) await company.post(`/invoices/${id}/${step}`)
    return company.post(`${url}/set-offs`, { invoiceRef: { id }, date, ...body })
  })

const posted = (path: string, body: object, steps: readonly Step[] = ['publish']): Provocation =>
  withInvoice(steps, ({ company, url }) => company.post(`${url}${path}`, body))

const missing = (kind: 'payments' | 'settlements'): Provocation =>
  withInvoice(['publish'], ({ company, url }) => company.get(`${url}/${kind}/${newId()}`))

/** Adds a payment or a settlement and records it, and then does one thing more with it. */
const onceRecorded = (kind: 'payments' | 'settlements', then: 'record' | 'delete'): Provocation =>
  withInvoice(['publish', 'record'], async ({ company, url }) => {
    const { id } = (await company.post(`${url}/${kind}`, kind === 'payments' ? payment : settlement)).body
    const one = `${url}/${kind}/${id}`
    await company.post(`${one}/record`)
    return then === 'record' ? company.post(`${one}/record`) : company.delete(one)
  })

/** Gives a discount and takes it back, and removes one of the two. */
const onceTakenBack = (removed: 'given' | 'back'): Provocation =>
  withInvoice(['publish', 'record'], async ({ company, url }) => {
    const settle = async (sumBaseCurrency: number) => {
      const details = { ...fee, sumBaseCurrency }
      const answer = await company.post(`${url}/settlements`, {
        type: 'cashDiscount',
        invoiceSettlementDetails: details,
      })
      return `${url}/settlements/${answer.body.id}`
    }
    const given = await settle(25)
    const back = await settle(-25)
    if (removed === 'given') return company.delete(given)
    const { id } = (await company.post(`${url}/credit`)).body
    await company.post(`/credit-notes/${id}/publish`)
    return company.delete(back)
  })

/** Sets an invoice off, of which 25 kronor too much are paid, against another one of its customer. */
const settingOff = (
  body: (ids: { id: string; other: string }) => object,
  { other: changes = {}, isRecorded = true, next }: SetOffWorld = {},
): Provocation =>
  withInvoice(['publish', 'record'], async ({ company, id, url }) => {
    const { customerRef } = (await company.get(url)).body
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
    const draft = { customerRef, invoiceDate: '2026-06-01', lineItems: [line], ...changes }
    const other = (await company.post('/invoices', draft)).body.id
    for (const step of ['publish', 'record']) await company.post(`/invoices/${other}/${step}`)
    const paid = (await company.post(`${url}/payments`, { ...payment, sumBaseCurrency: 150 })).body
    if (isRecorded) await company.post(`${url}/payments/${paid.id}/record`)
    const answer = await company.post(`${url}/set-offs`, { invoiceRef: { id: other }, date, ...body({ id, other }) })
    return next ? next(company, `${url}/set-offs/${answer.body.id}`) : answer
  })

type SetOffWorld = {
  other?: object
  isRecorded?: boolean
  next?: (company: TestCompany, url: string) => Promise<{ body: Provoked }>
}

const settling = (details: object, type = 'bankFee'): Provocation =>
  posted('/settlements', { type, invoiceSettlementDetails: { ...fee, ...details } })

const refusedBy = async (service: Service, companyId: string, work: (call: CompanyCall) => Promise<unknown>) => {
  try {
    await service.operateFor(companyId, work)
  } catch (cause) {
    if (cause instanceof Refusal) return { code: cause.kind.code, message: cause.message, errors: cause.errors }
    throw cause
  }
  throw new Error('Nothing was refused')
}

/** Settles in the console, on an invoice that is recorded. */
const inConsole = (type: 'badDebt' | 'balanceAdjustment', sum: number): Provocation =>
  withInvoice(['publish', 'record'], async ({ company, id: invoiceId, service }) => ({
    body: await refusedBy(service, company.id, (call) =>
      salesAdmin.settleInConsole(call, { invoiceId, date, type, sum }),
    ),
  }))

export const ofBooking: Record<string, Provocation> = {
  recordedAlready: posted('/record', {}, ['publish', 'record']),
  recordedDraft: posted('/record', {}, []),
  noMoneyOnDraft: posted('/payments', payment, []),
  invoiceNotRecorded: withInvoice(['publish'], async ({ company, url }) => {
    const { id } = (await company.post(`${url}/payments`, payment)).body
    return company.post(`${url}/payments/${id}/record`)
  }),
  creditedNotRecorded: withInvoice(['publish'], async ({ company, url }) => {
    const { id } = (await company.post(`${url}/credit`)).body
    await company.post(`/credit-notes/${id}/publish`)
    return company.post(`/credit-notes/${id}/record`)
  }),
  unrecordedDocuments: withInvoice(['publish'], async ({ company, service }) => ({
    body: await refusedBy(service, company.id, (call) => salesAdmin.lockDays(call, { date, force: false })),
  })),
  resultNotBooked: withInvoice(['publish', 'record'], async ({ company, service }) => ({
    body: await refusedBy(service, company.id, (call) =>
      closeYear(call, { id: company.fiscalYearId ?? '', force: false }),
    ),
  })),
  nextBeginsOtherwise: over(async (company, service) => {
    const year = company.fiscalYearId ?? ''
    const person = await callingAs(service, company, 'owner')
    const days = { startDate: '2027-01-01', endDate: '2027-12-31' }
    await booked(company, date, { 1930: 200, 2081: -200 })
    await service.operateFor(company.id, async (call) => {
      const { id } = await createFiscalYear(call, days)
      await storeOpening(call, { fiscalYearId: id, opening: new Map([[1930, 100n]]) })
    })
    return person('POST', `/fiscal-years/${year}/close`)
  }),
  paymentNotFound: missing('payments'),
  settlementNotFound: missing('settlements'),
  paymentRecorded: onceRecorded('payments', 'record'),
  settlementRecorded: onceRecorded('settlements', 'record'),
  recordedPaymentStays: onceRecorded('payments', 'delete'),
  recordedSettlementStays: onceRecorded('settlements', 'delete'),
  settlementTakenBack: onceTakenBack('given'),
  settlementNeeded: onceTakenBack('back'),
  settlementOfPayment: paidInEuro(async ({ company, url }) => {
    const [difference] = (await company.get(`${url}/settlements`)).body.items
    return company.delete(`${url}/settlements/${difference.id}`)
  }),
  notCashYear: async (service) => {
    const { id, fiscalYearId } = await service.newCompany()
    return refusedBy(service, id, (call) => bookUnpaid(call, { fiscalYearId }))
  },
  nothingToSettle: withInvoice(['publish', 'record'], async ({ company, id: invoiceId, service }) => {
    const settle = (call: CompanyCall) =>
      salesAdmin.settleInConsole(call, { invoiceId, date, type: 'balanceAdjustment' })
    await service.operateFor(company.id, settle)
    return { body: await refusedBy(service, company.id, settle) }
  }),
  lossOfAdvance: over(async (company, service) => {
    const customer = await company.post('/customers', { name: 'Kund AB', type: 'company' })
    const lineItems = [{ description: 'A', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }]
    const body = { type: 'advanceInvoice', customerRef: { id: customer.body.id }, invoiceDate: date, lineItems }
    const { id: invoiceId } = (await company.post('/invoices', body)).body
    await company.post(`/invoices/${invoiceId}/publish`)
    return {
      body: await refusedBy(service, company.id, (call) =>
        salesAdmin.settleInConsole(call, { invoiceId, date, type: 'badDebt' }),
      ),
    }
  }),
  lossBeyondClaim: inConsole('badDebt', 126),
  setOffTakenBack: settingOff(() => ({}), {
    next: async (company, url) => {
      await company.post(`${url}/reversal`, { date })
      return company.post(`${url}/reversal`, { date })
    },
  }),
  setOffNotFound: withInvoice(['publish'], ({ company, url }) => company.get(`${url}/set-offs/${newId()}`)),
  tooMany: withInvoice(['publish'], async ({ company, id, url, service }) => {
    await service.database.rows(sql`
      insert into sales.payment (
        company_id, id, invoice_id, date, sum_base_ore, account, created_by_kind, created_by_id, created_at)
      select ${company.id}, gen_random_uuid(), ${id}, '2026-06-09', 1, 1930, 'token', ${newId()}, now()
      from generate_series(1, 1000)`)
    return company.post(`${url}/payments`, payment)
  }),
}

export const ofBookingFaults: Record<string, Provocation> = {
  amountOfSek: posted('/payments', { ...payment, amount: 125 }),
  amountSide: paidInEuro(({ company, url }) => company.post(`${url}/payments`, { ...payment, amount: -125 })),
  setOffAmountAndSum: setOffInEuro({ amount: 10, sumBaseCurrency: 110 }),
  setOffAmountBeyond: setOffInEuro({ amount: 26 }),
  setOffItself: settingOff(({ id }) => ({ invoiceRef: { id } })),
  setOffUnknown: settingOff(() => ({ invoiceRef: { id: newId() } })),
  setOffOtherParty: withInvoice(['publish'], async ({ company, url }) => {
    const customer = await company.post('/customers', { name: 'Berg AB', type: 'company' })
    const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 100, taxRate: 25 }
    const draft = { customerRef: { id: customer.body.id }, invoiceDate: '2026-06-01', lineItems: [line] }
    const { id } = (await company.post('/invoices', draft)).body
    await company.post(`/invoices/${id}/publish`)
    return company.post(`${url}/set-offs`, { invoiceRef: { id } })
  }),
  setOffOtherCurrency: settingOff(() => ({}), { other: { currency: 'EUR', currencyRate: 11 } }),
  setOffNothing: settingOff(() => ({}), {
    next: async (company, url) => {
      const setOffs = url.slice(0, url.lastIndexOf('/'))
      const { invoiceRef } = (await company.get(url)).body
      return company.post(setOffs, { invoiceRef, date })
    },
  }),
  setOffBeyond: settingOff(() => ({ sumBaseCurrency: 26 })),
  setOffUnrecorded: settingOff(() => ({}), { isRecorded: false }),
  notPaymentAccount: posted('/payments', { ...payment, bookkeepingAccountNumber: 1510 }),
  zeroSum: posted('/payments', { ...payment, sumBaseCurrency: 0 }),
  notAboveZero: settling({ sumBaseCurrency: -5, vatScheme: 'eu' }, 'paymentServiceFee'),
  noVatScheme: settling({ vatScheme: 'eu' }),
  currencyOfSek: settling({}, 'currency'),
  chargeAboveZero: settling({ sumBaseCurrency: 60 }, 'reminderFee'),
  discountBeyond: settling({ sumBaseCurrency: 126 }, 'cashDiscount'),
  settlementBeyond: settling({ sumBaseCurrency: 126 }, 'bankFee'),
  noTerms: settling({ termsOnInvoice: true }),
  vatSchemeMissing: settling({}, 'paymentServiceFee'),
}

/** What the ledger refuses of documents. */
export const ofDocuments: Record<string, Provocation> = {
  documentNotBookable: withInvoice(['publish'], async ({ company, url, service }) => {
    await service.operateFor(company.id, (call) => setLockDate(call, { date: '2026-12-31' as Day }))
    return company.post(`${url}/record`)
  }),
}

export const ofAccountMap: Record<string, Provocation> = {
  unknownRole: verb((call) => ledgerAdmin.setAccountRole(call, { role: 'coffee', account: 1510 })),
  sharedClaim: verb((call) => ledgerAdmin.setAccountRole(call, { role: 'receivable', account: 1930 })),
  settlementAccount: verb((call) => ledgerAdmin.setAccountRole(call, { role: 'vatSettlement', account: 1930 })),
  noSuchAccount: verb((call) => ledgerAdmin.setAccountRole(call, { role: 'receivable', account: 1599 })),
}
