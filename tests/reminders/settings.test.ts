// What a company decides on reminders: held to the law, and compensation for late payment in place of a fee.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFrom } from '#platform/day'
import { setReferenceRate } from '#reminders'
import { type Ask, callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { textOf } from '#support/reading/pages'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let company: TestCompany

beforeAll(async () => {
  service = await startService({ alone: true })
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2026-01-01'), hundredths: 200 }))
})
afterAll(() => service.close())

const at = (day: string): void => service.setNow(`${day}T10:00:00.000Z`)
const begun = async (): Promise<void> => {
  at('2026-05-01')
  company = checkedCompany(await service.newCompany())
}
const fieldsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)
/** Sessions end as days pass: each time there is a new login. */
const asPerson: Ask = async (...asked) => (await callingAs(service, company, 'owner'))(...asked)
const settle = async (changes: object) => ok(await asPerson('PATCH', '/reminder-settings', changes))
const preview = async (id: string) => ok(await company.get(`/invoices/${id}/reminder-preview`))
const remind = (id: string) => company.post(`/invoices/${id}/reminders`, { delivery: 'none' })

/** An invoice over 10 000 kr of 1 May, due on the 31st, published and booked. */
const invoice = async (customerId?: string): Promise<string> => {
  at('2026-05-01')
  const id = customerId ?? ok(await company.post('/customers', { name: 'Sen & Son AB', type: 'company' })).id
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const draft = ok(await company.post('/invoices', { customerRef: { id }, lineItems: [line], ...dates }))
  ok(await company.post(`/invoices/${draft.id}/publish`))
  ok(await company.post(`/invoices/${draft.id}/record`))
  return draft.id
}

test('settings are held to the law: a fee that was agreed on, at most 60 kronor, and texts with known places', async () => {
  await begun()
  expect(ok(await asPerson('GET', '/reminder-settings'))).toMatchObject({
    isAutomatic: false,
    fee: 0,
    chargesInterest: false,
    statutoryRate: { rate: 10, isKnown: true },
  })
  const change = async (body: object) => fieldsOf(await asPerson('PATCH', '/reminder-settings', body))
  expect(await change({ fee: 60 })).toEqual(['#/fee'])
  expect(await change({ fee: 60.5, isFeeAgreed: true })).toEqual(['#/fee'])
  expect(await change({ ownRate: 8.125 })).toEqual(['#/ownRate'])
  expect(await change({ text: 'Betala {sum}' })).toEqual(['#/text'])
  expect(await settle({ isAutomatic: true })).toMatchObject({ dueFrom: '2026-05-01' })
  expect(
    await settle({ fee: 50, isFeeAgreed: true, ownRate: 24, text: 'Betala {amount} för {number}.' }),
  ).toMatchObject({
    isAutomatic: true,
    fee: 50,
    ownRate: 24,
  })
  const id = await invoice()
  at('2026-06-30')
  expect(await preview(id)).toMatchObject({ fee: 50, interest: 0, interestFromDate: null })
  await settle({ chargesInterest: true, interestFrom: 'invoice' })
  expect(await preview(id)).toMatchObject({ interestFromDate: '2026-05-31', interest: 197.26 })
  await settle({ interestFrom: 'reminder' })
  expect(await preview(id)).toMatchObject({ interestFromDate: null, interest: 0 })
})

test('businesses are asked once for compensation in place of a fee, and private persons are not', async () => {
  await begun()
  const changes = { fee: 60, isFeeAgreed: true, firstAfterDays: 5, daysBetween: 14 }
  await settle({ ...changes, chargesInterest: false, claimsCompensation: false })
  const id = await invoice()
  at('2026-06-30')
  expect(ok(await remind(id))).toMatchObject({ fee: 60, fees: 60 })
  await settle({ claimsCompensation: true })
  at('2026-07-15')
  // The fee is deducted, and what has been claimed is not claimed again.
  const second = ok(await remind(id))
  expect(second).toMatchObject({ fee: 390, fees: 450, totalAmount: 10450 })
  const pdf = await company.get(`/reminders/${second.id}/download`)
  expect(textOf(Buffer.from(pdf.text, 'latin1'))).toContain('Förseningsersättning')
  at('2026-07-30')
  expect(await preview(id)).toMatchObject({ fee: 0, fees: 450 })
  const person = ok(await company.post('/customers', { name: 'Eva Ek', type: 'private' }))
  const other = await invoice(person.id)
  at('2026-06-30')
  expect(await preview(other)).toMatchObject({ fee: 60, fees: 60 })
})
