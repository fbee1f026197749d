// Invoices and credit notes on their way to customers, by a real mail server: what is proposed, what arrives with which
// PDF, what becomes of it, and what is not sent.
import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { mailKind } from '#mail/mail'
import { mailJob } from '#mail/mail-sender'
import { sql } from '#platform/sql'
import { changeSettings, salesService } from '#sales'
import { checkedCompany } from '#support/checked'
import { newRunner } from '#support/jobs'
import { forgetMails } from '#support/outbox'
import { textOf } from '#support/reading/pages'
import { openPost, type Post } from '#support/servers/post'
import { type Answer, type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, fieldsOf, madeCustomer, madeInvoice, published, warningsOf } from './invoicing.ts'

let service: Service
let company: TestCompany
let post: Post
let refusal: { responseCode: number; message: string } | null = null

beforeAll(async () => {
  service = await startService({ alone: true })
  post = await openPost({
    onRcptTo: ({ address }, _session, done) =>
      done(refusal ? Object.assign(new Error(`${refusal.message} ${address}`), refusal) : null),
  })
  company = await sellingCompany()
})
afterAll(async () => {
  await service.close()
  await post.close()
})

const sellingCompany = async (): Promise<TestCompany> => {
  const made = checkedCompany(await service.newCompany({ name: 'Åkerlöfs Måleri AB' }))
  await service.operateFor(made.id, (call) => changeCompany(call, { email: 'faktura@akerlofs.example' }))
  return made
}

const contact = (email: string) => [{ name: 'Karin Berg', email, isDefault: true }]

const publishedInvoice = async (changes: object = {}, email: string | null = 'karin@kund.example') => {
  const customer = await madeCustomer(company, {
    name: 'Kund & Son AB',
    ...(email ? { contactsDetails: contact(email) } : {}),
    ...changes,
  })
  const { id } = await madeInvoice(company, { customerRef: { id: customer.id }, lineItems: [aLine()] })
  return { customer, ...(await published(company, id)) }
}

/** Sends what is due, and answers what the mail server has got of it. */
const delivered = async (): Promise<{ to: string[]; from: string; mail: Email }[]> => {
  const before = post.received.length
  const jobs = [
    mailJob(
      { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'Grundbok <post@example.com>' },
      { [salesService.SENDING_MAIL_ORIGIN]: salesService.sendingMailCallbacks },
    ),
  ]
  await newRunner(service, jobs).runDue()
  return Promise.all(
    post.received.slice(before).map(async ({ to, from, text }) => ({ to, from, mail: await PostalMime.parse(text) })),
  )
}

const ok = (answer: Answer) => {
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

const kindsOf = async (id: string): Promise<string[]> =>
  (
    await service.database.rows<{ kind: string }>(
      sql`select kind from platform.event where resource_id = ${id} order by number`,
    )
  ).map(({ kind }) => kind)

describe('an invoice', () => {
  test('is proposed as its customer reads it, and arrives with its PDF', async () => {
    const { id, invoiceNumber, paymentReference } = await publishedInvoice()
    const proposed = ok(await company.get(`/invoices/${id}/mail`))
    expect(proposed).toEqual({
      to: ['karin@kund.example'],
      subject: `Faktura ${invoiceNumber} från Åkerlöfs Måleri AB`,
      text: expect.stringContaining(`Ange ${paymentReference} när du betalar.`),
      fileName: `Faktura-${invoiceNumber}.pdf`,
      replyTo: 'faktura@akerlofs.example',
    })
    expect(proposed.text.replaceAll('\u00a0', ' ')).toContain('på 125,00 kr, att betala senast 2026-07-10')
    const { items } = ok(await company.post(`/invoices/${id}/send`, {}))
    expect(items).toMatchObject([{ recipient: 'karin@kund.example', state: 'waiting', sentDateTime: null }])
    const [one, ...others] = await delivered()
    expect(others).toEqual([])
    expect(one?.from).toMatch(/^retur-[a-z2-9]{24}@faktura\.example\.com$/)
    expect(one?.mail).toMatchObject({
      from: { name: 'Åkerlöfs Måleri AB', address: 'post@example.com' },
      replyTo: [{ name: 'Åkerlöfs Måleri AB', address: 'faktura@akerlofs.example' }],
      to: [{ address: 'karin@kund.example' }],
      subject: proposed.subject,
    })
    const [own, link = ''] = one?.mail.text?.trim().split('\n\nSe fakturan och vad som är kvar att betala:\n') ?? []
    expect(own).toBe(proposed.text.trim())
    expect((await fetch(service.origin + new URL(link).pathname)).status).toBe(200)
    const [file, ...more] = one?.mail.attachments ?? []
    expect(more).toEqual([])
    expect(file).toMatchObject({ filename: `Faktura-${invoiceNumber}.pdf`, mimeType: 'application/pdf' })
    const bytes = Buffer.from(file?.content as ArrayBuffer)
    expect(bytes).toEqual(Buffer.from((await company.get(`/invoices/${id}/download`)).text, 'latin1'))
    expect(textOf(bytes)).toContain('Kund & Son AB')
    const { items: sent } = ok(await company.get(`/invoices/${id}/sendings`))
    expect(sent).toMatchObject([
      { id: items[0].id, state: 'sent', sentDateTime: `${START.toISOString().slice(0, 19)}Z` },
    ])
    expect((await kindsOf(id)).slice(-2)).toEqual(['invoice.sending', 'invoice.sent'])
  })

  test('goes with its e-invoice to a customer who has an address for them', async () => {
    const { id, invoiceNumber } = await publishedInvoice({
      type: 'company',
      orgNumber: '556036-0793',
      peppolAddress: { scheme: '0088', id: '7300010000001' },
      address: { line1: 'Storgatan 1', postalCode: '111 22', city: 'Stockholm', country: 'SE' },
    })
    ok(await company.post(`/invoices/${id}/send`, {}))
    const [one] = await delivered()
    expect(one?.mail.attachments).toMatchObject([
      { filename: `Faktura-${invoiceNumber}.pdf`, mimeType: 'application/pdf' },
      { filename: `Faktura-${invoiceNumber}.xml`, mimeType: 'application/xml' },
    ])
    const [, file] = one?.mail.attachments ?? []
    const xml = Buffer.from(file?.content as ArrayBuffer).toString('latin1')
    expect(xml).toBe((await company.get(`/invoices/${id}/download?format=ubl`)).text)
  })

  test('is sent to each of several by itself, with a copy, in the user’s own words', async () => {
    const { id } = await publishedInvoice()
    const to = ['anna@kund.example', 'bo@kund.example']
    const body = {
      to,
      copyToSender: true,
      paymentLink: false,
      subject: 'Årets faktura',
      text: 'Hej!\r\n\r\nTack för i år.',
    }
    ok(await company.post(`/invoices/${id}/send`, body))
    const mails = await delivered()
    expect(mails.map((one) => one.to).sort()).toEqual([...to, 'faktura@akerlofs.example'].map((one) => [one]))
    for (const { mail } of mails) expect(mail).toMatchObject({ subject: 'Årets faktura', to: [expect.anything()] })
    expect(mails[0]?.mail.text?.trim()).toBe('Hej!\n\nTack för i år.')
    const { items } = ok(await company.get(`/invoices/${id}/sendings?query=${encodeURIComponent('recipient~kund')}`))
    expect(items).toHaveLength(2)
  })

  test('is not sent twice for one Idempotency-Key', async () => {
    const { id } = await publishedInvoice()
    const headers = { 'Idempotency-Key': 'skicka-en-gang' }
    const first = ok(await company.post(`/invoices/${id}/send`, {}, headers))
    expect(ok(await company.post(`/invoices/${id}/send`, {}, headers))).toEqual(first)
    expect(await delivered()).toHaveLength(1)
  })

  test("goes to where its customer is reached now, in the customer's language and the company's words", async () => {
    const { id, customer, invoiceNumber } = await publishedInvoice({ language: 'en' })
    expect(ok(await company.get(`/invoices/${id}/mail`)).subject).toBe(
      `Invoice ${invoiceNumber} from Åkerlöfs Måleri AB`,
    )
    await service.operateFor(company.id, (call) =>
      changeSettings(call, {
        mailSubjectEnglish: 'Your bill {number}',
        mailTextEnglish: '{customer}: {amount}, {other',
      }),
    )
    await company.put(`/customers/${customer.id}`, {
      name: customer.name,
      type: 'company',
      language: 'en',
      contactsDetails: [{ ...contact('ny@kund.example')[0], id: customer.contactsDetails[0].id }],
    })
    const proposed = ok(await company.get(`/invoices/${id}/mail`))
    expect(proposed).toMatchObject({ to: ['ny@kund.example'], subject: `Your bill ${invoiceNumber}` })
    expect(proposed.text.replaceAll('\u00a0', ' ')).toBe('Kund & Son AB: SEK 125.00, {other')
  })

  test('that no server accepts says why, and is reported once', async () => {
    const { id } = await publishedInvoice()
    ok(await company.post(`/invoices/${id}/send`, {}))
    refusal = { responseCode: 550, message: 'No such mailbox' }
    expect(await delivered()).toEqual([])
    refusal = null
    const { items } = ok(await company.get(`/invoices/${id}/sendings`))
    expect(items).toMatchObject([{ state: 'failed', failure: expect.stringContaining('550 No such mailbox') }])
    expect((await kindsOf(id)).slice(-2)).toEqual(['invoice.sending', 'invoice.not-sent'])
    expect(await delivered()).toEqual([])
    // Again to the same address, which is there now.
    ok(await company.post(`/invoices/${id}/send`, {}))
    expect(await delivered()).toHaveLength(1)
  })

  test('waits while the server says later, and for a week at most', async () => {
    const { id } = await publishedInvoice()
    ok(await company.post(`/invoices/${id}/send`, {}))
    refusal = { responseCode: 451, message: 'Come back' }
    expect(await delivered()).toEqual([])
    refusal = null
    expect(ok(await company.get(`/invoices/${id}/sendings`)).items).toMatchObject([{ state: 'waiting', failure: null }])
    service.setNow(new Date(START.getTime() + 8 * 86_400_000))
    const givenUp = [{ state: 'failed', failure: 'No mail server accepted it within a week' }]
    expect(ok(await company.get(`/invoices/${id}/sendings`)).items).toMatchObject(givenUp)
    const listed = async (query: string): Promise<string[]> =>
      ok(await company.get(`/invoices?query=${encodeURIComponent(query)}`)).items.map((one: { id: string }) => one.id)
    expect(await listed('sendingStatus==failed')).toEqual([id])
    expect(await listed('sendingStatus==sent')).not.toContain(id)
    service.setNow(START)
    expect(await listed('sendingStatus==waiting')).toEqual([id])
    const { id: unsent } = await publishedInvoice()
    expect(await listed('sendingStatus==notSent&&status!=draft')).toContain(unsent)
    expect(await listed('sendingStatus==notSent')).not.toContain(id)
    expect((await kindsOf(id)).at(-1)).toBe('invoice.sending')
    service.setNow(new Date(START.getTime() + 8 * 86_400_000))
    for (let count = 0; count < 2; count += 1) await forgetMails(service)
    service.setNow(START)
    // Told once, and so it stays, at any time.
    expect((await kindsOf(id)).slice(-2)).toEqual(['invoice.sending', 'invoice.not-sent'])
    expect(ok(await company.get(`/invoices/${id}/sendings`)).items).toMatchObject(givenUp)
  })
})

test('a credit note is sent as an invoice is, in words of its own', async () => {
  const invoice = await publishedInvoice()
  await service.operateFor(company.id, (call) => changeSettings(call, { mailSubject: 'Betala {number}' }))
  expect(ok(await company.get(`/invoices/${invoice.id}/mail`)).subject).toBe(`Betala ${invoice.invoiceNumber}`)
  const { id } = ok(await company.post(`/invoices/${invoice.id}/credit`))
  const draft = await company.post(`/credit-notes/${id}/send`, {})
  expect([draft.status, draft.body.message]).toEqual([400, expect.stringContaining('is a draft: publish it')])
  const { invoiceNumber } = ok(await company.post(`/credit-notes/${id}/publish`))
  ok(await company.post(`/credit-notes/${id}/send`, {}))
  const mails = await delivered()
  const own = mails.find(({ mail }) => mail.subject?.startsWith('Kreditfaktura'))
  expect(own?.mail.subject).toBe(`Kreditfaktura ${invoiceNumber} från Åkerlöfs Måleri AB`)
  expect(own?.mail.attachments).toMatchObject([{ filename: `Kreditfaktura-${invoiceNumber}.pdf` }])
  expect((await kindsOf(id)).at(-1)).toBe('credit-note.sent')
  expect((await company.get(`/invoices/${id}/sendings`)).status).toBe(404)
})

describe('what is not sent', () => {
  const cases: [string, object, string[]][] = [
    ['no address', {}, ['#/to']],
    ['one that is malformed', { to: ['karin@kund.example', 'inte en adress'] }, ['#/to/1']],
    ['one with a second header in it', { to: ['a@b.example\r\nBcc: c@d.example'] }, ['#/to/0']],
    ['one that is two', { to: ['a@b.example,c@d.example'] }, ['#/to/0']],
    ['the same twice', { to: ['a@b.example', 'A@b.example'] }, ['#/to/1']],
    ['too many', { to: Array.from({ length: 11 }, (_, at) => `nr${at}@b.example`) }, ['#/to']],
    ['a subject with a second header', { to: ['a@b.example'], subject: 'Hej\r\nBcc: c@d.example' }, ['#/subject']],
    ['an empty subject', { to: ['a@b.example'], subject: '  ' }, ['#/subject']],
    ['a text with control characters', { to: ['a@b.example'], text: 'Hej\u0007' }, ['#/text']],
    ['an empty text', { to: ['a@b.example'], text: ' ' }, ['#/text']],
  ]
  test('is refused at its field, and nothing goes out', async () => {
    const { id } = await publishedInvoice({}, null)
    for (const [what, body, fields] of cases) {
      const answer = await company.post(`/invoices/${id}/send`, body)
      expect([what, answer.status, fieldsOf(answer)]).toEqual([what, 400, fields])
    }
    expect(ok(await company.get(`/invoices/${id}/sendings`)).items).toEqual([])
    expect((await delivered()).map(({ to }) => to)).toEqual([])
  })

  test('without an address of the company replies reach no one, and no copy is sent', async () => {
    const { id } = await publishedInvoice()
    await service.operateFor(company.id, (call) => changeCompany(call, { email: null }))
    expect(fieldsOf(await company.post(`/invoices/${id}/send`, { copyToSender: true }))).toEqual(['#/copyToSender'])
    const answer = await company.post(`/invoices/${id}/send`, {})
    expect(warningsOf(answer)).toEqual([expect.stringContaining('replies to this mail are lost')])
    const [one] = await delivered()
    expect(one?.mail.replyTo ?? []).toEqual([])
  })

  test('is what the database would not have either', async () => {
    const { id } = await madeInvoice(company)
    const insert = service.database.rows(sql`
      insert into sales.sending (company_id, id, invoice_id, recipient, subject, actor_kind, actor_id, actor_name,
        made_at)
      values (${company.id}, gen_random_uuid(), ${id}, 'a@b.example', 's', 'user', ${id}, 'n', now())`)
    await expect(insert).rejects.toMatchObject({ code: 'GB049' })
    const change = service.database.rows(sql`update sales.sending set recipient = 'x@y.example'`)
    await expect(change).rejects.toMatchObject({ code: 'GB049' })
  })

  test('stands in no log, and its text in no table', async () => {
    const { id } = await publishedInvoice()
    ok(await company.post(`/invoices/${id}/send`, { to: ['hemlig@kund.example'], text: 'Kodord: vallmo' }))
    expect(service.log.join()).not.toMatch(/hemlig@kund|vallmo/)
    const waiting = await service.database.rows<{ sealed: Buffer }>(
      sql`select sealed_text as sealed from platform.mail where recipient = 'hemlig@kund.example'`,
    )
    expect(waiting.map(({ sealed }) => sealed.includes('vallmo'))).toEqual([false])
    const jobs = await service.database.rows<{ tenant: string }>(
      sql`select distinct tenant_id::text as tenant from platform.job where kind = ${mailKind.name}`,
    )
    expect(jobs).toEqual([{ tenant: company.id }])
    await delivered()
  })
})

test('what was sent comes in pages, and is found by the moment it was last heard of', async () => {
  const { id } = await publishedInvoice()
  const to = ['a@kund.example', 'b@kund.example', 'c@kund.example']
  ok(await company.post(`/invoices/${id}/send`, { to }))
  const list = async (query: string) => ok(await company.get(`/invoices/${id}/sendings?${query}`))
  const namesOf = ({ items }: { items: { recipient: string }[] }) => items.map(({ recipient }) => recipient)
  const first = await list('pageSize=2')
  const second = await list('pageSize=2&page=2')
  expect([first.totalItems, [...namesOf(first), ...namesOf(second)].sort()]).toEqual([3, to])
  const begin = await list('pageSize=2&cursor=')
  const rest = await list(`pageSize=2&cursor=${begin.nextCursor}`)
  expect([...namesOf(begin), ...namesOf(rest)].sort()).toEqual(to)
  await delivered()
  const changed = `query=${encodeURIComponent(`modifiedDateTime>=${first.items[0].modifiedDateTime}`)}`
  expect(namesOf(await list(changed))).toHaveLength(3)
  service.setNow('2026-06-20T10:00:00.000Z')
  expect(namesOf(await list('query=modifiedDateTime>=2026-06-19T00:00:00Z'))).toEqual([])
  service.setNow(START)
})
