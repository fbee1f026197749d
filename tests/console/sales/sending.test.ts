// What becomes of what is sent, in the console: mails that came back are told and sent again, an invoice that was
// opened says so, a payment with fee and interest is taken, all without the mouse.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankingAdmin } from '#banking'
import { mailJob } from '#mail/mail-sender'
import type { MailListener } from '#mail-in'
import { sql } from '#platform/sql'
import { mailCallbacks } from '#programs/mail-callbacks'
import { changeSettings } from '#sales'
import { PHONE, takeScreenshot } from '#support/browser'
import { callingAs } from '#support/calling'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { listenOn } from '#support/mail-in'
import { seriousFindings } from '#support/reading/axe'
import { camtFile, IBAN } from '#support/samples/camt-file'
import { relayReport } from '#support/samples/mail-reports'
import { openPost, type Post } from '#support/servers/post'
import { type Service, startService, type TestCompany } from '#support/service'
import { aLine, booked, madeCustomer, madeInvoice } from './selling.ts'

let service: Service
let consoleBrowser: ConsoleBrowser
let post: Post
let listener: MailListener
beforeAll(async () => {
  // All mails that wait are sent.
  service = await startService({ alone: true })
  consoleBrowser = await openConsoleBrowser(service)
  post = await openPost()
  listener = await listenOn(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await listener.close()
  await service.close()
  await post.close()
})

const WIDE = { width: 1280, height: 800 }
const wrong = 'karim@kund.example'

/** An overdue invoice to a customer whose address is wrong. */
const late = async (company: TestCompany, name: string) => {
  const contactsDetails = [{ name: 'Karin', email: wrong, isDefault: true }]
  const { id } = await madeCustomer(company, { name, contactsDetails })
  const dates = { invoiceDate: '2026-04-01', dueDate: '2026-05-01' }
  return booked(company, await madeInvoice(company, { customerRef: { id }, lineItems: [aLine()], ...dates }))
}

const smtpOf = ({ port }: Post) => ({ smtpUrl: `smtp://127.0.0.1:${port}`, from: 'post@example.com' })

/** Mails go out, and the last one to the wrong address comes back. */
const comesBack = async (): Promise<void> => {
  await newRunner(service, [mailJob(smtpOf(post), mailCallbacks)]).runDue()
  const { from: returnPath = '' } = post.received.findLast(({ to }) => to.includes(wrong)) ?? {}
  const raw = relayReport({ id: '', recipient: wrong, returnPath })
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  await transport.sendMail({ envelope: { from: '', to: [returnPath] }, raw })
}

test('an invoice that came back says what to do, stands on the start page, and is sent again from there', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const { id } = await late(company, 'Ängs Bageri AB')
  ok(await company.post(`/invoices/${id}/send`, {}))
  await comesBack()
  await goTo('/invoices')
  await page.getByRole('row', { name: /Ängs Bageri AB.*Kom inte fram/ }).waitFor()
  await takeScreenshot(page, 'undelivered-list')
  await goTo(`/invoices?open=${id}`)
  const sendings = page.getByRole('region', { name: 'Skickad med e-post' })
  await sendings.getByText('Kom inte fram').waitFor()
  await sendings.getByText(/Adressen finns inte/).waitFor()
  await sendings.getByText('Fråga kunden efter rätt adress, rätta den på kunden och skicka igen.').waitFor()
  await takeScreenshot(page, 'undelivered-invoice')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'undelivered-invoice-phone')
  await page.setViewportSize(WIDE)
  await goTo('')
  const row = page.getByRole('row', { name: /Kom inte fram Ängs Bageri AB/ })
  await row.getByText('Rätta adressen och skicka igen').waitFor()
  await takeScreenshot(page, 'undelivered-queue')
  await row.focus()
  await page.keyboard.press('Enter')
  const form = page.getByRole('form', { name: 'Skicka med e-post' })
  await form.getByRole('textbox', { name: 'Till' }).fill('karin@kund.example')
  service.setNow(new Date(service.now().getTime() + 60_000).toISOString())
  await page.keyboard.press('Control+Enter')
  await page.getByText('Mejlet till karin@kund.example är på väg.').waitFor()
  await goTo('')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // It is not due yet: nothing is left to do with it.
  await expect.poll(() => page.getByRole('row', { name: /Ängs Bageri AB/ }).count()).toBe(0)
  expect(errors.filter((one) => !/^(?:blob|chrome[a-z-]*):/.test(one))).toEqual([])
  await close()
})

test('a reminder that came back says so on the invoice and in the list, and leads from the start page to it', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const asOwner = await callingAs(service, company, 'owner')
  ok(await asOwner('PATCH', '/reminder-settings', { fee: 0, isFeeAgreed: false, chargesInterest: false }))
  const { id } = await late(company, 'Berg & Dal AB')
  ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'mail' }))
  await comesBack()
  await goTo('')
  const row = page.getByRole('row', { name: /Påminnelse kom inte fram Berg & Dal AB/ })
  await row.getByText('Kontrollera adressen, eller posta den').waitFor()
  await row.focus()
  await page.keyboard.press('Enter')
  const reminders = page.getByRole('region', { name: 'Påminnelser', exact: true })
  await reminders.getByText('Kom inte fram').waitFor()
  await reminders.getByText(new RegExp(`${wrong}: Adressen finns inte`)).waitFor()
  await takeScreenshot(page, 'undelivered-reminder')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'undelivered-reminder-phone')
  await page.setViewportSize(WIDE)
  expect(errors).toEqual([])
  await close()
})

test('a reminder that the payment overtook is cancelled, says why, and is not to be sent again', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const asOwner = await callingAs(service, company, 'owner')
  ok(await asOwner('PATCH', '/reminder-settings', { fee: 0, isFeeAgreed: false, chargesInterest: false }))
  const { id } = await late(company, 'Ek & Alm AB')
  const body = { delivery: 'mail', to: ['ek@kund.example'] }
  const { unpaidAmount, date } = ok(await company.post(`/invoices/${id}/reminders`, body))
  const payment = { date, sumBaseCurrency: unpaidAmount, bookkeepingAccountNumber: 1930 }
  ok(await company.post(`/invoices/${id}/payments`, payment))
  await newRunner(service, [mailJob(smtpOf(post), mailCallbacks)]).runDue()
  await goTo(`/invoices?open=${id}`)
  const reminders = page.getByRole('region', { name: 'Påminnelser', exact: true })
  await reminders.getByText('Makulerad').waitFor()
  await reminders.getByText(/Det drogs tillbaka .*fakturan är betald eller krediterad/).waitFor()
  expect(await reminders.getByText(/skicka igen|Kom inte fram/).count()).toBe(0)
  expect(errors).toEqual([])
  await close()
})

test('a company asks to be told, the customer is asked first, and the invoice says when it was opened', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/settings/sales')
  const box = page.getByLabel('Visa när kunden har öppnat fakturan')
  await box.focus()
  await page.keyboard.press('Space')
  await takeScreenshot(page, 'tells-seen-setting')
  await page.keyboard.press('Control+Enter')
  await page.getByText('Sparat').first().waitFor()
  const { id } = await late(company, 'Cyklisten AB')
  const link = new URL(ok(await company.post(`/invoices/${id}/payment-link`)).url).pathname
  await page.goto(`${service.origin}${link}?lang=sv`)
  await page.getByText(/får veta att fakturan har visats/).waitFor()
  await takeScreenshot(page, 'payment-cover')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'payment-cover-phone')
  await page.setViewportSize(WIDE)
  await page.getByRole('button', { name: 'Visa fakturan' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /Att betala: 125,00/ }).waitFor()
  await goTo(`/invoices?open=${id}`)
  await page.getByText(/^Öppnad av kunden .*, med en betalningslänk\.$/).waitFor()
  await takeScreenshot(page, 'seen-invoice')
  expect(errors.filter((one) => !/^(?:blob|chrome[a-z-]*):/.test(one))).toEqual([])
  await close()
})

test('money that is what the reminder asked for is proposed with fee and interest, and taken with Enter', async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  const asOwner = await callingAs(service, company, 'owner')
  const charging = { fee: 60, isFeeAgreed: true, chargesInterest: false }
  ok(await asOwner('PATCH', '/reminder-settings', charging))
  await service.operateFor(company.id, async (call) => {
    await bankingAdmin.addBankAccount(call, { name: 'Konto', iban: IBAN, account: 1930 })
    await changeSettings(call, { bankgiro: '5050-1055' })
  })
  const { id, paymentReference } = await late(company, 'Dal AB')
  ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'none' }))
  const link = new URL(ok(await company.post(`/invoices/${id}/payment-link`)).url).pathname
  await page.goto(`${service.origin}${link}?lang=sv`)
  await page.getByRole('heading', { name: /Att betala: 185,00/ }).waitFor()
  await takeScreenshot(page, 'payment-reminded')
  expect(await seriousFindings(page)).toEqual([])
  await page.setViewportSize(PHONE)
  await takeScreenshot(page, 'payment-reminded-phone')
  await page.setViewportSize(WIDE)
  const details = [{ ore: 18_500n, name: 'Dal AB', ocr: String(paymentReference) }]
  const entries = [{ ore: 18_500n, date: '2026-06-10', reference: 'R1', details }]
  ok(await company.upload('/bank-statements', 'utdrag.xml', camtFile({ statements: [{ id: 'U1', entries }] })))
  await goTo('/bank')
  const line = page.getByRole('row', { name: /185,00/ }).first()
  await line.getByText(/passar faktura 1, varav påminnelseavgift 60,00/).waitFor()
  await takeScreenshot(page, 'bank-with-fee')
  await goTo('')
  const row = page.getByRole('row', { name: /Matcha banktransaktion Dal AB/ })
  await row.focus()
  await page.keyboard.press('Enter')
  await page.getByText(/är matchad mot/).waitFor()
  await expect.poll(async () => ok(await company.get(`/invoices/${id}`)).status, { timeout: 20_000 }).toBe('paid')
  const { fee } = await service.database.one<{ fee: bigint }>(sql`
    select sum_base_ore as fee from sales.settlement where invoice_id = ${id}`)
  expect(fee).toBe(-6000n)
  expect(errors.filter((one) => !/^(?:blob|chrome[a-z-]*):/.test(one))).toEqual([])
  await close()
})

test('a customer with a recurring invoice is not removed, and the sentence says what to do', {
  tags: ['rest'],
}, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id } = await madeCustomer(company, { name: 'Avtal AB' })
  const schedule = { every: 1, unit: 'months', firstDate: '2026-12-01' }
  const body = { customerRef: { id }, lineItems: [aLine()], schedule }
  ok(await company.post('/recurring-invoices', body))
  await goTo(`/customers?open=${id}`)
  await page.getByRole('heading', { level: 2, name: /Avtal AB/ }).waitFor()
  await page.getByRole('button', { name: 'Ta bort', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByText(/den har avtalsfakturor som gäller \(1\)\. Avsluta eller ta bort dem först/).waitFor()
  await takeScreenshot(page, 'customer-recurring')
  await close()
})
