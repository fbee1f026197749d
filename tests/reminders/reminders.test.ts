// Reminders over HTTP and through the jobs that send them: what they claim, each once, and what becomes of it when it
// is paid.
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { mailJob } from '#mail/mail-sender'
import { dayFrom } from '#platform/day'
import { raw, sql } from '#platform/sql'
import { remindersContribution, remindersService, setReferenceRate } from '#reminders'
import { changeSettings, salesAdmin } from '#sales'
import { type Ask, callingAs, historyOfKind } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { textOf } from '#support/reading/pages'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { openPost, type Post } from '#support/servers/post'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { newVisitor } from '#support/visitor'

let service: Service
let company: TestCompany
let post: Post

beforeAll(async () => {
  service = await startService({ alone: true })
  post = await openPost({})
  await service.operate((call) => setReferenceRate(call, { fromDate: dayFrom('2026-01-01'), hundredths: 200 }))
  await begun()
})
afterAll(async () => {
  await service.close()
  await post.close()
})

/** A company of its own, whose invoices fall due on the last of May. */
const begun = async (accountingMethod: 'accrual' | 'cash' = 'accrual'): Promise<void> => {
  at('2026-05-01')
  company = checkedCompany(await service.newCompany({ accountingMethod }))
}

const at = (day: string, time = '10:00'): void => service.setNow(`${day}T${time}:00.000Z`)
const fieldsOf = ({ body }: Answer): string[] => (body.errors ?? []).map(({ field }: { field: string }) => field)
const line = { description: 'Arbete', itemType: 'salesItem', productType: 'services', unitPrice: 8000, taxRate: 25 }

type Changes = { email?: null; record?: boolean; dueDate?: string }
type Made = { id: string; invoiceNumber: string; paymentReference: string; customerId: string; totalAmount: number }

/** An invoice over 10 000 kr of 1 May, due on the 31st, published and booked. */
const invoice = async ({ email, record = true, ...changes }: Changes = {}) => {
  at('2026-05-01')
  const { id: customerId } = ok(
    await company.post('/customers', {
      name: 'Sen & Son AB',
      type: 'company',
      ...(email === null
        ? {}
        : { contactsDetails: [{ name: 'Karin Berg', email: 'karin@kund.example', isDefault: true }] }),
    }),
  )
  const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
  const { id } = ok(
    await company.post('/invoices', { customerRef: { id: customerId }, lineItems: [line], ...dates, ...changes }),
  )
  const published = ok(await company.post(`/invoices/${id}/publish`))
  if (record) ok(await company.post(`/invoices/${id}/record`))
  return { ...published, customerId } as Made
}

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
/** Sessions end as days pass: each time there is a new login. */
const asPerson: Ask = async (...asked) => (await callingAs(service, company, 'owner'))(...asked)
const settle = async (changes: object) => ok(await asPerson('PATCH', '/reminder-settings', changes))
const remind = (id: string, body: object = { delivery: 'none' }) => company.post(`/invoices/${id}/reminders`, body)
const pay = async (id: string, sumBaseCurrency: number, date: string): Promise<string> => {
  at(date)
  const body = { date, sumBaseCurrency, bookkeepingAccountNumber: 1930 }
  return ok(await company.post(`/invoices/${id}/payments`, body)).id
}
const book = async (id: string, payment: string) => ok(await company.post(`/invoices/${id}/payments/${payment}/record`))
const settlementsOf = async (id: string): Promise<string[]> =>
  ok(await company.get(`/invoices/${id}/settlements`)).items.map(
    ({ type, invoiceSettlementDetails: { date, sumBaseCurrency }, journalEntryRef }: Answer['body']) =>
      `${type} ${date} ${sumBaseCurrency} ${journalEntryRef ? 'booked' : 'open'}`,
  )
const remindersOf = async (id: string) => ok(await company.get(`/reminders?query=invoiceId==${id}`)).items

/** What due of all companies is sent, by as many processes at once. */
const sendDue = async (processes = 1): Promise<string[]> => {
  const reports: string[] = []
  await remindersService.findReminders({ database: service.usedDatabase, now: service.now() })
  await Promise.all(
    Array.from({ length: processes }, () => newRunner(service, remindersContribution.jobs(), reports).runDue()),
  )
  return reports
}

test('a reminder claims what is unpaid, a fee once, and interest, and says where a rate is not known', async () => {
  await settle(charging)
  const { id, invoiceNumber } = await invoice()
  at('2026-06-30')
  const first = ok(await remind(id))
  expect(first).toMatchObject({
    number: 1,
    date: '2026-06-30',
    dueDate: '2026-07-10',
    isAutomatic: false,
    mails: [],
    unpaidAmount: 10000,
    fee: 60,
    fees: 60,
    interest: 82.19,
    totalAmount: 10142.19,
    invoiceRef: { id, number: invoiceNumber },
    spans: [
      {
        firstDate: '2026-06-01',
        lastDate: '2026-06-30',
        days: 30,
        unpaidAmount: 10000,
        rate: 10,
        referenceRate: 2,
        isRateKnown: true,
      },
    ],
  })
  const pdf = await company.get(`/reminders/${first.id}/download`)
  const words = textOf(Buffer.from(pdf.text, 'latin1')).replaceAll('\u00a0', ' ')
  for (const said of ['Påminnelse', '10 142,19 kr', '82,19 kr', '60,00 kr', '2026-05-31', '2026-07-10'])
    expect(words).toContain(said)
  // The day that is over stands among the facts, and not where it says how to pay.
  expect(words.split('2026-05-31')).toHaveLength(2)
  expect((await remind(id)).body.message).toMatch(/already has a reminder from today/)
  // As it is before the half-year's rate is entered.
  const half = sql`from_date = '2026-07-01'`
  const [kept] = await service.database.rows<{ hundredths: number }>(sql`
    delete from reminders.reference_rate where ${half} returning hundredths`)
  at('2026-07-10')
  const answer = await company.get(`/invoices/${id}/reminder-preview`)
  const warning = decodeURIComponent(answer.headers.get('service-warning') ?? '')
  expect(warning).toMatch(/reference rate .* has not been entered/)
  expect(answer.body).toMatchObject({ number: 2, fee: 0, fees: 60, interest: 109.59, totalAmount: 10169.59 })
  expect(answer.body.spans.map(({ days, isRateKnown }: Answer['body']) => [days, isRateKnown])).toEqual([
    [30, true] as const,
    [10, false] as const,
  ])
  await service.database.rows(sql`
    insert into reminders.reference_rate (from_date, hundredths, changed_at)
    values ('2026-07-01', ${kept?.hundredths ?? 0}, now())`)
})

test('what is paid beyond the invoice is booked as fee and interest, with the payment', async () => {
  await settle(charging)
  const { id } = await invoice()
  at('2026-06-30')
  ok(await remind(id))
  const part = await pay(id, 4000, '2026-06-30')
  expect(await settlementsOf(id)).toEqual([])
  await book(id, part)
  const rest = await pay(id, 6142.19, '2026-07-02')
  expect(await settlementsOf(id)).toEqual(['lateInterest 2026-07-02 -82.19 open', 'reminderFee 2026-07-02 -60 open'])
  // Unless that has been reversed: it would be taken back without having been charged.
  const back = { date: '2026-07-02', sumBaseCurrency: 60 }
  const taken = { type: 'reminderFee', invoiceSettlementDetails: back }
  const { id: takenBack } = ok(await company.post(`/invoices/${id}/settlements`, taken))
  const refused = await company.delete(`/invoices/${id}/payments/${rest}`)
  expect([refused.status, refused.body.message]).toEqual([400, expect.stringMatching(/^Another settlement takes back/)])
  ok(await company.delete(`/invoices/${id}/settlements/${takenBack}`))
  // A payment that is taken away takes along what came in with it.
  ok(await company.delete(`/invoices/${id}/payments/${rest}`))
  expect(await settlementsOf(id)).toEqual([])
  await book(id, await pay(id, 6142.19, '2026-07-02'))
  expect(await settlementsOf(id)).toEqual([
    'lateInterest 2026-07-02 -82.19 booked',
    'reminderFee 2026-07-02 -60 booked',
  ])
  const { status, outstandingAmount } = ok(await company.get(`/invoices/${id}`))
  expect([status, outstandingAmount ?? 0]).toEqual(['paid', 0])
  const balances = await service.database.rows<{ account: number; ore: bigint }>(sql`
    select i.account, sum(i.debit - i.credit)::bigint as ore from ledger.journal_entry_item i
    join ledger.journal_entry e on e.company_id = i.company_id and e.id = i.journal_entry_id
    where i.company_id = ${company.id} and i.account in (1510, 2420, 3930, 8313) group by 1 order by 1`)
  expect(balances).toEqual([
    { account: 1510, ore: 1000000n },
    { account: 3930, ore: -6000n },
    { account: 8313, ore: -8219n },
  ])
  expect((await remind(id)).body.message).toMatch(/cannot have a reminder/)
})

test('only what was claimed is charged: without reminders, what is too much is an overpayment', async () => {
  const { id } = await invoice()
  await book(id, await pay(id, 10100, '2026-06-30'))
  expect(await settlementsOf(id)).toEqual([])
  expect(ok(await company.get(`/invoices/${id}`)).status).toBe('overPaid')
})

test('of an invoice that was written off the loss comes back before a fee is charged', async () => {
  await settle(charging)
  const { id } = await invoice()
  at('2026-06-30')
  ok(await remind(id))
  await service.operateFor(company.id, (call) =>
    salesAdmin.settleInConsole(call, { invoiceId: id, type: 'badDebt', date: dayFrom('2026-06-30') }),
  )
  await book(id, await pay(id, 10000, '2026-07-02'))
  expect((await settlementsOf(id)).map((one: string) => one.split(' ')[0])).toEqual(['badDebt', 'badDebt'])
  expect(ok(await company.get(`/invoices/${id}`)).status).toBe('paid')
})

test('under the cash method the fee and the interest are booked beside the sale', async () => {
  await begun('cash')
  await settle(charging)
  const { id } = await invoice({ record: false })
  at('2026-06-30')
  const { totalAmount } = ok(await remind(id))
  await book(id, await pay(id, totalAmount, '2026-07-01'))
  const items = await service.database.rows<{ account: number; ore: bigint }>(sql`
    select account, sum(debit - credit)::bigint as ore from ledger.journal_entry_item
    where company_id = ${company.id} group by 1 having sum(debit - credit) <> 0 order by 1`)
  expect(items).toEqual([
    { account: 1930, ore: 1014219n },
    { account: 2611, ore: -200000n },
    { account: 3011, ore: -800000n },
    { account: 3930, ore: -6000n },
    { account: 8313, ore: -8219n },
  ])
  await begun()
})

test('interest is counted anew when a payment turns out to have come before an earlier reminder', async () => {
  await begun()
  await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5050-1055' }))
  await settle(charging)
  const { id } = await invoice()
  const link = new URL(ok(await company.post(`/invoices/${id}/payment-link`)).url).pathname
  at('2026-06-14')
  expect(ok(await remind(id))).toMatchObject({ number: 1, interest: 38.36 })
  // The bank's file comes later than the money.
  at('2026-06-20')
  const early = { date: '2026-06-02', sumBaseCurrency: 9000, bookkeepingAccountNumber: 1930 }
  ok(await company.post(`/invoices/${id}/payments`, early))
  at('2026-06-29')
  const second = ok(await remind(id))
  expect(second).toMatchObject({ number: 2, unpaidAmount: 1000, fees: 60, interest: 12.88, totalAmount: 1072.88 })
  expect(second.spans.map(({ days, unpaidAmount }: Answer['body']) => [days, unpaidAmount])).toEqual([
    [2, 10000] as const,
    [27, 1000] as const,
  ])
  const page = await newVisitor(service).get(`${link}?lang=en`)
  expect(page.text.replaceAll('\u00a0', ' ')).toContain('Left to pay: SEK 1,072.88')
  // Who pays by the first one has paid too much.
  await pay(id, 1098.36, '2026-06-29')
  expect((await settlementsOf(id)).toSorted()).toEqual([
    'lateInterest 2026-06-29 -12.88 open',
    'reminderFee 2026-06-29 -60 open',
  ])
  expect(ok(await company.get(`/invoices/${id}`)).status).toBe('overPaid')
})

test('interest that is agreed on no longer is not claimed or booked by what an earlier reminder said', async () => {
  await settle(charging)
  const { id } = await invoice()
  at('2026-06-14')
  ok(await remind(id))
  await settle({ chargesInterest: false })
  at('2026-06-29')
  expect(ok(await remind(id))).toMatchObject({ number: 2, fees: 60, interest: 0, totalAmount: 10060, spans: [] })
  await pay(id, 10098.36, '2026-06-29')
  expect(await settlementsOf(id)).toEqual(['reminderFee 2026-06-29 -60 open'])
})

test('of two people who remind at once one is told, and a seen number that is not next sends nothing', async () => {
  await settle(charging)
  const { id } = await invoice()
  at('2026-06-30')
  const answers = await Promise.all([remind(id), remind(id), remind(id)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  expect(await remindersOf(id)).toHaveLength(1)
  at('2026-07-15')
  const late = await remind(id, { delivery: 'none', number: 1 })
  expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('Reminder 2')])
  expect(ok(await remind(id, { delivery: 'none', number: 2 })).number).toBe(2)
})

test('a cancelled reminder claims nothing any more, until it has been paid', async () => {
  await settle(charging)
  const { id } = await invoice()
  at('2026-06-30')
  const { id: reminder } = ok(await remind(id))
  const cancelled = ok(await company.post(`/reminders/${reminder}/cancel`, { reason: 'Pengarna hade kommit' }))
  expect(cancelled).toMatchObject({ cancelReason: 'Pengarna hade kommit', cancelledDateTime: expect.any(String) })
  expect((await company.post(`/reminders/${reminder}/cancel`, { reason: 'Igen' })).status).toBe(400)
  const { id: other } = await invoice()
  await book(id, await pay(id, 10142.19, '2026-06-30'))
  expect(await settlementsOf(id)).toEqual([])
  at('2026-06-30')
  const { id: paid } = ok(await remind(other))
  await book(other, await pay(other, 10060, '2026-06-30'))
  const refused = await company.post(`/reminders/${paid}/cancel`, { reason: 'Pengarna hade kommit' })
  expect(refused.body.message).toMatch(/has been paid/)
  const [told] = await historyOfKind(company, 'reminder.cancelled')
  expect(told.detail).toMatchObject({ number: 1, reason: 'Pengarna hade kommit' })
})

test('a hold on a customer or an invoice keeps reminders away, and the list of overdue invoices says so', async () => {
  await begun()
  await settle(charging)
  const one = await invoice()
  const two = await invoice()
  const three = await invoice({ email: null })
  at('2026-06-30')
  const ofCustomer = ok(await company.post('/reminder-holds', { customerId: one.customerId, reason: 'Avbetalning' }))
  ok(await company.post('/reminder-holds', { invoiceId: two.id, reason: 'Bestridd' }))
  expect((await company.post('/reminder-holds', { invoiceId: two.id })).status).toBe(409)
  expect((await remind(one.id)).body.message).toMatch(/Avbetalning/)
  expect((await remind(two.id)).body.message).toMatch(/Bestridd/)
  const { items } = ok(await company.get('/invoices-to-remind'))
  expect(items).toMatchObject([
    { id: three.id, status: 'due', nextDate: '2026-06-05', hasAddress: false, unpaidAmount: 10000, daysOverdue: 30 },
    { id: two.id, status: 'held', holdReason: 'Bestridd' },
    { id: one.id, status: 'held', holdReason: 'Avbetalning', holdRef: { id: ofCustomer.id } },
  ])
  ok(await company.delete(`/reminder-holds/${ofCustomer.id}`))
  ok(await remind(one.id))
  const waiting = ok(await company.get('/invoices-to-remind?query=status==waiting')).items
  expect(waiting).toMatchObject([{ id: one.id, reminders: 1, lastReminderDate: '2026-06-30', nextDate: '2026-07-14' }])
  const noAddress = await remind(three.id, { delivery: 'mail' })
  expect(fieldsOf(noAddress)).toEqual(['#/to'])
})

test('automatic reminders go out once, from two processes too, and not for what is paid, held or was due before', async () => {
  await begun()
  const old = await invoice()
  const late = await invoice()
  const paid = await invoice()
  const held = await invoice()
  const silent = await invoice({ email: null })
  ok(await company.post('/reminder-holds', { invoiceId: held.id }))
  const early = await invoice({ dueDate: '2026-05-15' })
  await settle({ ...charging, isAutomatic: true, dueFrom: '2026-05-31' })
  await book(paid.id, await pay(paid.id, 10000, '2026-06-04'))
  at('2026-06-04')
  await sendDue()
  expect(await remindersOf(late.id)).toEqual([])
  at('2026-06-05', '03:00')
  await sendDue()
  expect(await remindersOf(late.id)).toEqual([])
  at('2026-06-05')
  expect(await sendDue(2)).toEqual([])
  await sendDue(2)
  for (const { id } of [late, old]) {
    expect(await remindersOf(id)).toMatchObject([
      {
        number: 1,
        date: '2026-06-05',
        isAutomatic: true,
        mails: [{ recipient: 'karin@kund.example', state: 'waiting' }],
      },
    ])
  }
  for (const { id } of [paid, held, silent, early]) expect(await remindersOf(id)).toEqual([])
  // What is cancelled before a mail server has taken it goes out no more.
  const [{ id: cancelled }] = await remindersOf(old.id)
  expect(ok(await company.post(`/reminders/${cancelled}/cancel`, { reason: 'Fel kund' })).mails).toMatchObject([
    { state: 'failed', failure: expect.stringContaining('withdrawn') },
  ])
  const before = post.received.length
  const smtp = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'Grundbok <post@example.com>' }
  await newRunner(service, [
    mailJob(smtp, { [remindersService.REMINDER_MAIL_ORIGIN]: remindersService.mailCallbacks }),
  ]).runDue()
  const mails = await Promise.all(post.received.slice(before).map(({ text }) => PostalMime.parse(text)))
  expect(mails.map(({ subject }) => subject)).toEqual([
    `Påminnelse: faktura ${late.invoiceNumber} från ${mails[0]?.from?.name}`,
  ])
  expect(mails[0]?.attachments[0]?.filename).toMatch(/^Paminnelse-\d+-1\.pdf$/)
  const [{ mails: told }] = await remindersOf(late.id)
  expect(told).toMatchObject([{ state: 'sent' }])
  at('2026-06-19')
  await sendDue()
  at('2026-07-20')
  await sendDue()
  expect((await remindersOf(late.id)).map(({ number }: Answer['body']) => number)).toEqual([2, 1])
})

test('a transaction that ends in its middle leaves nothing, and holds up no other', async () => {
  await begun()
  const one = await invoice()
  const two = await invoice()
  await settle({ ...charging, isAutomatic: true, dueFrom: '2026-05-01' })
  at('2026-06-05')
  await service.database.rows(sql`
    alter table reminders.mailing add constraint of_test check (reminder_id is null) not valid`)
  await service.database.rows(sql`
    alter table reminders.reminder add constraint of_test check (invoice_id <> ${raw(`'${two.id}'`)}) not valid`)
  await service.database.rows(sql`alter table reminders.mailing drop constraint of_test`)
  expect(await sendDue()).toHaveLength(1)
  expect([(await remindersOf(one.id)).length, (await remindersOf(two.id)).length]).toEqual([1, 0])
  await service.database.rows(sql`alter table reminders.reminder drop constraint of_test`)
  at('2026-06-06')
  await sendDue()
  expect([(await remindersOf(one.id)).length, (await remindersOf(two.id)).length]).toEqual([1, 1])
})

test('the payment page asks for what the latest reminder claims, and the bank knows the money again', async () => {
  await begun()
  await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5050-1055' }))
  await service.operateFor(company.id, (call) =>
    bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  await settle(charging)
  const { id, invoiceNumber, paymentReference } = await invoice()
  const link = new URL(ok(await company.post(`/invoices/${id}/payment-link`)).url).pathname
  const visitor = newVisitor(service)
  const page = async () => (await visitor.get(`${link}?lang=sv`)).text.replaceAll('\u00a0', ' ')
  at('2026-06-30')
  expect(await page()).toContain('Förfallodagen var 2026-05-31')
  ok(await remind(id))
  at('2026-07-02')
  const asked = await page()
  for (const said of [
    'Att betala: 10 142,19 kr',
    'Påminnelseavgift',
    '60,00 kr',
    '82,19 kr',
    'till och med 2026-06-30',
  ])
    expect(asked).toContain(said)
  expect(asked).toContain('<dt>Betala senast</dt><dd>2026-07-10</dd>')
  expect(asked).toContain('data-text="10142,19"')
  expect(asked).not.toContain('class="wrong"')
  at('2026-07-11')
  expect(await page()).toContain('Förfallodagen var 2026-07-10')

  const entries = [1_014_219n, 1_000_000n, 1_014_218n].map((ore, place) => ({
    ore,
    date: '2026-07-10',
    reference: `R${place}`,
    details: [{ ore, name: 'Sen & Son AB', ocr: paymentReference }],
  }))
  const file = camtFile({ statements: [{ id: 'U1', entries }] })
  const { id: statement } = ok(await company.upload('/bank-statements', 'utdrag.xml', file)).statements[0]
  const { items } = ok(await company.get(`/bank-statements/${statement}/transactions`))
  const best = (amount: number) => items.find((one: Answer['body']) => one.amount === amount).proposals
  const charges = { reminderFee: 60, lateInterest: 82.19 }
  expect(best(10142.19)).toMatchObject([{ kind: 'invoice', id, reason: 'ocr', amount: 10142.19, charges }])
  expect(best(10000)).toMatchObject([{ kind: 'invoice', id, reason: 'ocr', amount: 10000 }])
  expect(best(10000)[0].charges).toBeUndefined()
  expect(best(10142.18)[0].amount).toBe(10000)

  const transaction = items.find((one: Answer['body']) => one.amount === 10142.19)
  const matching = `/bank-statements/${statement}/transactions/${transaction.id}/match`
  ok(await company.post(matching, { invoiceId: id }))
  expect((await settlementsOf(id)).toSorted()).toEqual([
    'lateInterest 2026-07-10 -82.19 booked',
    'reminderFee 2026-07-10 -60 booked',
  ])
  expect(ok(await company.get(`/invoices/${id}`))).toMatchObject({ invoiceNumber, status: 'paid' })
  expect(await page()).toContain('Fakturan är betald')
})

test('the payment page forgets a reminder that was cancelled, and what of its claim is paid', async () => {
  await begun()
  await service.operateFor(company.id, (call) => changeSettings(call, { bankgiro: '5050-1055' }))
  await settle(charging)
  const { id } = await invoice()
  const link = new URL(ok(await company.post(`/invoices/${id}/payment-link`)).url).pathname
  const visitor = newVisitor(service)
  const page = async () => (await visitor.get(`${link}?lang=en`)).text.replaceAll('\u00a0', ' ')
  at('2026-06-30')
  const { id: reminder } = ok(await remind(id))
  ok(await company.post(`/reminders/${reminder}/cancel`, { reason: 'Fel' }))
  expect(await page()).toContain('To pay: SEK 10,000.00')
  at('2026-07-01')
  ok(await remind(id))
  await pay(id, 4000, '2026-07-02')
  const left = await page()
  expect(left).toContain('Left to pay: SEK 6,144.93')
  expect(left).toContain('Pay by')
})
