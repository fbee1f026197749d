// Reminders whose invoice is paid while their mails still wait for a server: the mails go out no more, and a reminder
// that no one received does not count.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailJob } from '#mail/mail-sender'
import { dayFrom } from '#platform/day'
import { sql } from '#platform/sql'
import { remindersService, setReferenceRate } from '#reminders'
import { callingAs, historyOfKind } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { openPost, type Post } from '#support/servers/post'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

let service: Service
let post: Post
beforeAll(async () => {
  service = await startService({ alone: true })
  post = await openPost({})
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2026-01-01'), hundredths: 200 }))
})
afterAll(async () => {
  await service.close()
  await post.close()
})

const at = (day: string): void => service.setNow(`${day}T10:00:00.000Z`)

const charging = {
  fee: 60,
  isFeeAgreed: true,
  feeOn: 'first',
  chargesInterest: true,
  interestFrom: 'dueDate',
  ownRate: null,
  firstAfterDays: 5,
  daysBetween: 14,
  most: 2,
  dueInDays: 10,
}

/** A company of its own that charges a fee and interest, on the first of May. */
const begun = async (): Promise<TestCompany> => {
  at('2026-05-01')
  const company = checkedCompany(await service.newCompany({}))
  const asOwner = await callingAs(service, company, 'owner')
  ok(await asOwner('PATCH', '/reminder-settings', charging))
  return company
}

/** The id of an invoice over 10 000 kr, due on the last of May. */
const late = async (company: TestCompany): Promise<string> => {
  const { id: customerId } = ok(await company.post('/customers', { name: 'Sen & Son AB', type: 'company' }))
  const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const { id } = ok(await company.post('/invoices', { customerRef: { id: customerId }, lineItems: [line], ...dates }))
  ok(await company.post(`/invoices/${id}/publish`))
  ok(await company.post(`/invoices/${id}/record`))
  return id
}

const remind = async (company: TestCompany, id: string, ...names: string[]) =>
  ok(
    await company.post(`/invoices/${id}/reminders`, {
      delivery: 'mail',
      to: names.map((name) => `${name}@kund.example`),
    }),
  )

/** The id of a payment of this day. */
const pay = async (company: TestCompany, id: string, sumBaseCurrency: number): Promise<string> => {
  const body = { date: '2026-06-30', sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  return ok(await company.post(`/invoices/${id}/payments`, body)).id
}

const reminderOf = async (company: TestCompany, id: string) =>
  ok(await company.get(`/reminders?query=invoiceId==${id}`)).items[0]

/** What waits in the outbox is handed to the mail server; answers what went wrong. */
const mailsGoOut = async (): Promise<string[]> => {
  const reports: string[] = []
  const smtp = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'Grundbok <post@example.com>' }
  await newRunner(
    service,
    [mailJob(smtp, { [remindersService.REMINDER_MAIL_ORIGIN]: remindersService.mailCallbacks })],
    reports,
  ).runDue()
  return reports
}

test('a mail that waits for its server goes out no more once the invoice is paid, and its reminder is none', async () => {
  const company = await begun()
  const paid = await late(company)
  const other = await late(company)
  at('2026-06-30')
  await remind(company, paid, 'betalt')
  await remind(company, other, 'sent')
  const payment = await pay(company, paid, 10000)
  at('2026-07-01')
  expect(await mailsGoOut()).toEqual([])
  const all = post.received.flatMap(({ to }) => to)
  expect([all.includes('betalt@kund.example'), all.includes('sent@kund.example')]).toEqual([false, true])
  const withdrawn = await reminderOf(company, paid)
  const failed = { state: 'failed', failure: expect.stringContaining('paid or credited') }
  expect(withdrawn.mails).toMatchObject([{ ...failed, failureReason: 'reminder-mail.settled-before' }])
  expect(await reminderOf(company, other)).toMatchObject({ cancelledDateTime: null, mails: [{ state: 'sent' }] })
  const [told] = await historyOfKind(company, 'reminder.not-sent')
  expect(told.detail).toMatchObject({ number: 1, reason: expect.stringContaining('paid or credited') })
  expect(withdrawn).toMatchObject({ cancelledDateTime: expect.any(String), cancelReason: withdrawn.mails[0].failure })
  const [cancelled] = await historyOfKind(company, 'reminder.cancelled')
  expect(cancelled.detail).toMatchObject({ id: withdrawn.id, number: 1, reason: withdrawn.cancelReason })
  // When the payment turns out to be wrong, the first reminder is still to come, with its fee.
  ok(await company.delete(`/invoices/${paid}/payments/${payment}`))
  expect(ok(await company.get(`/invoices/${paid}/reminder-preview`))).toMatchObject({ number: 1, fee: 60, fees: 60 })
})

test('a reminder of several mails is cancelled once, and holds where one has gone out or its claim is paid', async () => {
  const company = await begun()
  const several = await late(company)
  const half = await late(company)
  const charged = await late(company)
  at('2026-06-30')
  await remind(company, several, 'en', 'tva')
  await remind(company, half, 'tre', 'fyra')
  const { totalAmount } = await remind(company, charged, 'fem')
  // One of its two mails had gone out before.
  await service.database.rows(sql`
    update reminders.mailing set sent_at = made_at
    where company_id = ${company.id} and recipient = 'tre@kund.example'`)
  await pay(company, several, 10000)
  await pay(company, half, 10000)
  // The payment page asks for the amount that was to be claimed.
  await pay(company, charged, totalAmount)
  at('2026-07-01')
  expect(await mailsGoOut()).toEqual([])
  const states: unknown[] = []
  for (const id of [several, half, charged]) {
    const { cancelledDateTime, mails } = await reminderOf(company, id)
    states.push([cancelledDateTime !== null, mails.map(({ state }: Answer['body']) => state).sort()])
  }
  expect(states).toEqual([
    [true, ['failed', 'failed']],
    [false, ['failed', 'sent']],
    [false, ['failed']],
  ])
  expect(await historyOfKind(company, 'reminder.cancelled')).toHaveLength(1)
})

test('why a mail did not go out is told by its reason, in the language that it is read in', async () => {
  const company = await begun()
  const id = await late(company)
  at('2026-06-30')
  await remind(company, id, 'sex')
  await pay(company, id, 10000)
  at('2026-07-01')
  expect(await mailsGoOut()).toEqual([])
  const told = async (language: string) => {
    const headers = { 'accept-language': language }
    const [mail] = ok(await company.get(`/reminders?query=invoiceId==${id}`, headers)).items[0].mails
    return [mail.failureReason, mail.failureValues, mail.failure]
  }
  const inSwedish = [
    'reminder-mail.settled-before',
    {},
    'Det drogs tillbaka innan någon e-postserver tog emot det: fakturan är betald eller krediterad',
  ]
  expect(await told('sv')).toEqual(inSwedish)
  const [, , english] = await told('en')
  const kept = async (failure: string, isSaid: boolean) => {
    await service.database.rows(sql`
      update reminders.mailing set failure = ${failure}, failure_said = case when ${isSaid} then failure_said end
      where company_id = ${company.id} and recipient = 'sex@kund.example'`)
  }
  // As another version of the service worded it; and what has no reason stays as it was kept.
  await kept('It was taken back: the invoice is settled', true)
  expect(await told('sv')).toEqual(inSwedish)
  await kept(english, false)
  expect(await told('sv')).toEqual([null, {}, english])
  await kept('550 5.1.1 No such mailbox', false)
  expect(await told('en')).toEqual([null, {}, '550 5.1.1 No such mailbox'])
})
