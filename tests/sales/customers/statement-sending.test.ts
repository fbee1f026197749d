// Statements of account on their way to customers, by a real mail server: what is proposed, what arrives with which
// PDF, what becomes of it, and what is not sent.
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { mailJob } from '#mail/mail-sender'
import { sql } from '#platform/sql'
import { statementMail } from '#rules/sales/customers/statement-mail'
import { salesService } from '#sales'
import { checkedCompany } from '#support/checked'
import { newRunner } from '#support/jobs'
import { textOf } from '#support/reading/pages'
import { openPost, type Post } from '#support/servers/post'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'
import { paid, recorded } from '#tests/sales/booking/booked'
import { aLine, madeCustomer } from '#tests/sales/invoicing'

let service: Service
let company: TestCompany
let post: Post
let isRefused = false

beforeAll(async () => {
  service = await startService({ alone: true })
  post = await openPost({
    onRcptTo: (_address, _session, done) =>
      done(isRefused ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
  })
  company = checkedCompany(await service.newCompany({ name: 'Åkerlöfs Måleri AB' }))
  await service.operateFor(company.id, (call) => changeCompany(call, { email: 'faktura@akerlofs.example' }))
})
afterAll(async () => {
  await service.close()
  await post.close()
})

const ok = ({ status, text, body }: Answer) => {
  expect(status, text).toBe(200)
  return body
}

/** A customer who owes 700 kronor of two invoices, of which 500 since March. */
const indebted = async (changes: object = {}) => {
  const customer = await madeCustomer(company, {
    name: 'Berg & Dal AB',
    contactsDetails: [{ name: 'Karin Berg', email: 'karin@berg.example', isDefault: true }],
    ...changes,
  })
  const customerRef = { id: customer.id }
  const line = (unitPrice: number) => [aLine({ unitPrice })]
  const old = await recorded(company, { customerRef, invoiceDate: '2026-02-01', lineItems: line(800) })
  await paid(company, old.id, { date: '2026-03-01', sum: 500 })
  const next = await recorded(company, { customerRef, invoiceDate: '2026-06-01', lineItems: line(160) })
  return { id: customer.id, customerNumber: customer.customerNumber, numbers: [old, next].map((one) => one.number) }
}

const delivered = async (): Promise<Email[]> => {
  const before = post.received.length
  const options = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'Grundbok <post@example.com>' }
  await newRunner(service, [
    mailJob(options, { [salesService.STATEMENT_MAIL_ORIGIN]: salesService.statementMailCallbacks }),
  ]).runDue()
  return Promise.all(post.received.slice(before).map(({ text }) => PostalMime.parse(text)))
}

const pdfIn = (mail: Email | undefined): string =>
  textOf(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)).replaceAll('\u00a0', ' ')

test('is proposed as its customer reads it, and arrives with its PDF', async () => {
  const { id, customerNumber } = await indebted()
  const proposed = ok(await company.get(`/customers/${id}/statement/mail`))
  expect(proposed).toEqual({
    to: ['karin@berg.example'],
    subject: 'Reskontrautdrag från Åkerlöfs Måleri AB',
    text: expect.stringContaining('tiden 2026-01-01 till 2026-06-10'),
    fileName: `Reskontrautdrag-${customerNumber}-2026-06-10.pdf`,
    replyTo: 'faktura@akerlofs.example',
  })
  expect(proposed.text.replaceAll('\u00a0', ' ')).toContain('Obetalt: 700,00 kr, varav 500,00 kr har förfallit')
  const { items } = ok(await company.post(`/customers/${id}/statement/send`, {}))
  expect(items).toMatchObject([{ recipient: 'karin@berg.example', state: 'waiting', isCopy: false }])
  const [mail, ...others] = await delivered()
  expect(others).toEqual([])
  expect(mail).toMatchObject({
    from: { name: 'Åkerlöfs Måleri AB', address: 'post@example.com' },
    replyTo: [{ name: 'Åkerlöfs Måleri AB', address: 'faktura@akerlofs.example' }],
    subject: proposed.subject,
    attachments: [{ filename: proposed.fileName, mimeType: 'application/pdf' }],
  })
  expect(mail?.text?.trim()).toBe(proposed.text.trim())
  expect(pdfIn(mail)).toContain('700,00')
  const sendings = ok(await company.get(`/customers/${id}/statement/sendings`))
  expect(sendings.items).toMatchObject([{ id: items[0].id, state: 'sent', subject: proposed.subject }])
  const kinds = await service.database.rows<{ kind: string }>(
    sql`select kind from platform.event where resource_id = ${id} order by number`,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual([
    'customer.created',
    'customer.statement-sending',
    'customer.statement-sent',
  ])
})

test('says what was known when it was requested, despite bookings before the mail goes out', async () => {
  const { id } = await indebted()
  const period = { from: '2026-03-01', to: '2026-06-09' }
  ok(await company.post(`/customers/${id}/statement/send`, { period }))
  const before = (await company.get(`/customers/${id}/statement?from=2026-03-01&to=2026-06-09&format=pdf`)).text
  service.setNow(new Date(service.now().getTime() + 60_000))
  const invoices = ok(await company.get(`/invoices?query=customerRef==${id}`)).items
  await paid(company, invoices[0].id, { date: '2026-06-02', sum: 200 })
  const after = (await company.get(`/customers/${id}/statement?from=2026-03-01&to=2026-06-09&format=pdf`)).text
  const [mail] = await delivered()
  expect(pdfIn(mail)).toBe(textOf(Buffer.from(before, 'latin1')).replaceAll('\u00a0', ' '))
  expect(pdfIn(mail)).not.toBe(textOf(Buffer.from(after, 'latin1')).replaceAll('\u00a0', ' '))
})

test('goes to several, with a copy, in the user’s own words, and once for one Idempotency-Key', async () => {
  const { id } = await indebted({ language: 'en', contactsDetails: [] })
  const none = await company.post(`/customers/${id}/statement/send`, {})
  expect(none.status, none.text).toBe(400)
  const body = {
    to: ['anna@kund.example', 'bo@kund.example'],
    copyToSender: true,
    subject: 'Your account',
    text: 'Hello!\r\nThank you.',
  }
  const headers = { 'Idempotency-Key': 'kontoutdrag' }
  const first = ok(await company.post(`/customers/${id}/statement/send`, body, headers))
  expect(ok(await company.post(`/customers/${id}/statement/send`, body, headers))).toEqual(first)
  const mails = await delivered()
  expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([...body.to, 'faktura@akerlofs.example'])
  expect(mails[0]?.text?.trim()).toBe('Hello!\nThank you.')
  expect(pdfIn(mails[0])).toContain('Statement of account')
})

test('a mail that no server accepts is reported', async () => {
  const { id } = await indebted()
  isRefused = true
  ok(await company.post(`/customers/${id}/statement/send`, {}))
  await delivered()
  isRefused = false
  const { items } = ok(await company.get(`/customers/${id}/statement/sendings?query=state==failed`))
  expect(items).toMatchObject([{ recipient: 'karin@berg.example', failure: expect.stringContaining('no such user') }])
})

test('customers are found by what they have not paid', async () => {
  const { id } = await indebted({ name: 'Sen AB' })
  const { id: later } = await madeCustomer(company, { name: 'Inte än AB' })
  await recorded(company, { customerRef: { id: later }, invoiceDate: '2026-06-09', lineItems: [aLine()] })
  const { id: square } = await madeCustomer(company, { name: 'Kvitt AB' })
  const found = async (query: string) => {
    const { items } = ok(await company.get(`/customers?query=${encodeURIComponent(query)}`))
    return items.map((one: { id: string }) => one.id)
  }
  const named = 'name=~sen||name=~inte||name=~kvitt'
  expect(await found(`unpaid==overdue&&(${named})`)).toEqual([id])
  expect(await found(`unpaid==notDue&&(${named})`)).toEqual([later])
  expect(await found(`unpaid!=nothing&&(${named})`)).toEqual([later, id])
  expect(await found(`unpaid==nothing&&(${named})`)).toEqual([square])
})

test('is of a period that has a beginning before its end', async () => {
  const { id } = await indebted()
  const answer = await company.post(`/customers/${id}/statement/send`, {
    period: { from: '2026-05-02', to: '2026-05-01' },
  })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('#/period/from')
})

test('what was sent stays as it was', async () => {
  const { id } = await indebted()
  ok(await company.post(`/customers/${id}/statement/send`, {}))
  const change = service.database.rows(sql`update sales.statement_sending set recipient = 'x@y.example'`)
  await expect(change).rejects.toMatchObject({ code: 'GB049' })
  const removed = service.database.rows(sql`delete from sales.statement_sending`)
  await expect(removed).rejects.toMatchObject({ code: 'GB049' })
})

test.each([
  ['sv', [{ owed: '5 kr', overdue: null, isOwedToThem: false }], 'Obetalt: 5 kr\n'],
  ['sv', [{ owed: '5 kr', overdue: null, isOwedToThem: true }], 'Tillgodo: 5 kr\n'],
  ['sv', [], 'Inget är obetalt.\n'],
  ['en', [{ owed: 'SEK 5', overdue: 'SEK 3', isOwedToThem: false }], 'Unpaid: SEK 5, of which SEK 3 is overdue\n'],
  ['en', [{ owed: 'SEK 5', overdue: null, isOwedToThem: true }], 'In your favour: SEK 5\n'],
  ['en', [], 'Nothing is unpaid.\n'],
] as const)('its mail says what is owed in %s: %j', (language, sums, sentence) => {
  const { text } = statementMail(language, { company: 'Vi AB', from: '2026-01-01', to: '2026-06-10', sums })
  expect(text).toContain(sentence)
})
