// What comes back of mails that companies have sent: reports of servers of different kinds, brought as they bring them.
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeCompany } from '#identity'
import { mailJob } from '#mail/mail-sender'
import type { MailListener } from '#mail-in'
import { sql } from '#platform/sql'
import { mailCallbacks } from '#programs/mail-callbacks'
import { messageIdIn, recipientsIn, reportOn } from '#rules/mail-in/report'
import { callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { newRunner } from '#support/jobs'
import { listenOn, MAIL_DOMAIN } from '#support/mail-in'
import { forgetMails } from '#support/outbox'
import {
  type Outgoing,
  officeReport,
  relayReport,
  reportOnSeveral,
  webmailReport,
  wordsAlone,
} from '#support/samples/mail-reports'
import { openPost, type Post } from '#support/servers/post'
import { type Service, START, startService, type TestCompany } from '#support/service'
import { aLine, madeCustomer, madeInvoice, published } from './invoicing.ts'

let service: Service
let company: TestCompany
let post: Post
let listener: MailListener
/** Whether the mail server refuses foreign senders. */
let isStrict = false
/** What our mails ask of that server (RFC 3461). */
const asked: string[] = []

beforeAll(async () => {
  service = await startService({ alone: true })
  post = await openPost({
    hideDSN: false,
    onMailFrom: ({ address, args }, _session, done) => {
      asked.push(JSON.stringify(args))
      done(
        isStrict && address !== 'post@example.com'
          ? Object.assign(new Error('5.7.1 Not your address'), { responseCode: 550 })
          : null,
      )
    },
    onRcptTo: ({ args }, _session, done) => {
      asked.push(JSON.stringify(args))
      done()
    },
  })
  listener = await listenOn(service)
  company = checkedCompany(await service.newCompany({ name: 'Åkerlöfs Måleri AB' }))
  await service.operateFor(company.id, (call) => changeCompany(call, { email: 'faktura@akerlofs.example' }))
})
afterAll(async () => {
  await listener.close()
  await service.close()
  await post.close()
})

const deliver = async (): Promise<void> => {
  const options = { smtpUrl: `smtp://127.0.0.1:${post.port}`, from: 'Grundbok <post@example.com>' }
  await newRunner(service, [mailJob(options, mailCallbacks)]).runDue()
}

const contact = (email: string) => [{ name: 'Karin Berg', email, isDefault: true }]

type Sent = Outgoing & { path: string; resource: string }

/** The address that reports of the newest mail come back to. */
const newest = (recipient: string, id: string): Outgoing => {
  const { from = '' } = post.received.findLast(({ to }) => to[0] === recipient) ?? {}
  return { id, recipient, returnPath: from }
}

/** An invoice that was mailed, and that the mail server has taken. */
const mailedInvoice = async (recipient = 'karin+faktura@kund.example', changes: object = {}): Promise<Sent> => {
  const customer = await madeCustomer(company, { name: 'Kund & Son AB', contactsDetails: contact(recipient) })
  const { id } = await madeInvoice(company, { customerRef: { id: customer.id }, lineItems: [aLine()], ...changes })
  await published(company, id)
  const { items } = ok(await company.post(`/invoices/${id}/send`, {}))
  await deliver()
  return { ...newest(recipient, items[0].id), path: `/invoices/${id}/sendings`, resource: id }
}

/** Brings a report without a sender, as servers do; answers the code that it is refused with. */
const bring = async (raw: string, to: string | string[], from = ''): Promise<number> => {
  const transport = createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })
  const error = await transport.sendMail({ envelope: { from, to: [to].flat() }, raw }).then(
    () => null,
    (cause: unknown) => cause as { responseCode?: number },
  )
  return error === null ? 250 : (error.responseCode ?? 0)
}

const sendingOf = async ({ path }: { path: string }) => ok(await company.get(path)).items[0]
/** What is to be done about mails of a kind, by what it is about. */
const toDo = async (kind: string): Promise<string[]> => {
  const asOwner = await callingAs(service, company, 'owner')
  return ok(await asOwner('GET', `/queue?kind=${kind}&pageSize=100`)).items.map(({ id }: { id: string }) => id)
}
const kindsOf = async (id: string): Promise<string[]> =>
  (
    await service.database.rows<{ kind: string }>(
      sql`select kind from platform.event where resource_id = ${id} order by number`,
    )
  ).map(({ kind }) => kind)

describe('a mail', () => {
  test('goes out with an address of its own, and tells the server what to report', async () => {
    const one = await mailedInvoice()
    const other = await mailedInvoice()
    expect(one.returnPath).toMatch(new RegExp(`^retur-[a-z2-9]{24}@${MAIL_DOMAIN}$`))
    expect(other.returnPath).not.toBe(one.returnPath)
    const [ofMail = '', ofRecipient = ''] = asked.slice(-2)
    expect(ofMail).toContain('"RET":"HDRS"')
    expect(ofRecipient).toContain('"NOTIFY":"SUCCESS,FAILURE,DELAY"')
    expect(ofRecipient).toContain('"ORCPT":"rfc822;karin+faktura@kund.example"')
    const { text = '' } = post.received.at(-1) ?? {}
    expect(text).toMatch(/^From: .*<post@example\.com>/m)
    expect(text).not.toContain('retur-')
    expect(await sendingOf(one)).toMatchObject({ state: 'sent', deliveredDateTime: null, failedDateTime: null })
  })

  test('goes out from our own address where the server takes no other, and where no mail comes in', async () => {
    isStrict = true
    const refused = await mailedInvoice()
    isStrict = false
    expect(refused.returnPath).toBe('post@example.com')
    expect(await sendingOf(refused)).toMatchObject({ state: 'sent' })
    const deaf = await startService({ beside: service, mailDomain: null })
    const url = company.url.replace(service.base, deaf.base)
    const { id } = await madeInvoice(company, { lineItems: [aLine()] })
    await published(company, id)
    const asked = await fetch(`${url}/invoices/${id}/send`, {
      method: 'POST',
      body: JSON.stringify({ to: ['ingen@kund.example'] }),
      headers: { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' },
    })
    expect(asked.status).toBe(200)
    await deliver()
    await deaf.close()
    expect(newest('ingen@kund.example', '').returnPath).toBe('post@example.com')
  })
})

describe('a report', () => {
  const failing: [string, (mail: Outgoing) => string, string][] = [
    ['of a relay', relayReport, '550 5.1.1 <…>: Recipient address rejected: User unknown in virtual mailbox table'],
    [
      'of an office server that has another name for the recipient',
      (mail) => officeReport(mail, { knownAs: 'karin@intern.kund.example' }),
      '554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceeded',
    ],
    ['of a webmail', webmailReport, '550 5.7.26 This mail was held back'],
    ['on several recipients', (mail) => reportOnSeveral(mail, 'failed'), '2.0.0'],
    ['with a mail that was cut off', (mail) => `${relayReport(mail)}${'x'.repeat(400_000)}`, '550 5.1.1 <…>: '],
  ]
  test.each(failing)('%s tells that an invoice did not arrive', async (_, write, reason) => {
    const mail = await mailedInvoice()
    expect(await bring(write(mail), mail.returnPath.toUpperCase())).toBe(250)
    const sending = await sendingOf(mail)
    expect(sending).toMatchObject({
      state: 'bounced',
      failedDateTime: `${START.toISOString().slice(0, 19)}Z`,
      deliveredDateTime: null,
    })
    expect(sending.failure).toContain(reason)
    expect(sending.failure).not.toContain('kund.example>')
    expect((await kindsOf(mail.resource)).slice(-2)).toEqual(['invoice.sent', 'invoice.bounced'])
    expect(ok(await company.get(`${mail.path}?query=state==bounced`)).totalItems).toBe(1)
    const failed = ok(await company.get(`/invoices?query=sendingStatus==failed`)).items
    expect(failed.map(({ id }: { id: string }) => id)).toContain(mail.resource)
  })

  test('tells that a mail is late, then that it arrived; in between it is still sent', async () => {
    const mail = await mailedInvoice()
    await bring(webmailReport(mail, 'delayed'), mail.returnPath)
    expect(await sendingOf(mail)).toMatchObject({ state: 'delayed', failure: '452 4.2.2 This mail was held back' })
    const sent = ok(await company.get('/invoices?query=sendingStatus==sent')).items
    expect(sent.map(({ id }: { id: string }) => id)).toContain(mail.resource)
    await bring(relayReport(mail, { action: 'Delivered', status: '2.0.0' }), mail.returnPath)
    expect(await sendingOf(mail)).toMatchObject({
      state: 'delivered',
      failure: null,
      deliveredDateTime: `${START.toISOString().slice(0, 19)}Z`,
    })
    expect((await kindsOf(mail.resource)).slice(-2)).toEqual(['invoice.delayed', 'invoice.delivered'])
  })

  test('is to be done something about, until it is sent again, or for 30 days', async () => {
    const mail = await mailedInvoice()
    expect(await toDo('sending.failed')).not.toContain(mail.resource)
    await bring(relayReport(mail), mail.returnPath)
    expect(await toDo('sending.failed')).toContain(mail.resource)
    ok(await company.post(`/invoices/${mail.resource}/send`, { to: ['ratt@kund.example'] }))
    expect(await toDo('sending.failed')).toContain(mail.resource)
    service.setNow(new Date(START.getTime() + 60_000).toISOString())
    ok(await company.post(`/invoices/${mail.resource}/send`, { to: ['ratt@kund.example'] }))
    expect(await toDo('sending.failed')).not.toContain(mail.resource)
    const other = await mailedInvoice()
    await bring(relayReport(other), other.returnPath)
    service.setNow(new Date(START.getTime() + 29 * 86_400_000).toISOString())
    expect(await toDo('sending.failed')).toContain(other.resource)
    service.setNow(new Date(START.getTime() + 31 * 86_400_000).toISOString())
    expect(await toDo('sending.failed')).not.toContain(other.resource)
    service.setNow(START.toISOString())
  })

  test('that comes twice, or late, changes nothing any more', async () => {
    const mail = await mailedInvoice()
    await bring(relayReport(mail), mail.returnPath)
    const before = await sendingOf(mail)
    const kinds = await kindsOf(mail.resource)
    for (const again of [relayReport(mail, { said: 'another time' }), reportOnSeveral(mail, 'delivered')]) {
      expect(await bring(again, mail.returnPath)).toBe(250)
    }
    await bring(webmailReport(mail, 'delayed'), mail.returnPath)
    expect(await sendingOf(mail)).toEqual(before)
    expect(await kindsOf(mail.resource)).toEqual(kinds)
    const other = await mailedInvoice()
    service.setNow(new Date(START.getTime() + 30 * 86_400_000).toISOString())
    expect(await bring(relayReport(other), other.returnPath)).toBe(550)
    await forgetMails(service)
    service.setNow(START.toISOString())
    expect(await bring(relayReport(other), other.returnPath)).toBe(550)
    expect(await sendingOf(other)).toMatchObject({ state: 'sent' })
  })

  test('of one mail says nothing of another, and an arrival may turn out to be none', async () => {
    const mail = await mailedInvoice()
    const other = await mailedInvoice('per@kund.example')
    // Of another mail, to another address, and to a recipient it was not sent to.
    await bring(relayReport(other), mail.returnPath)
    await bring(officeReport(mail, { knownAs: 'annan@kund.example', returnedId: other.id }), mail.returnPath)
    expect(await sendingOf(mail)).toMatchObject({ state: 'sent' })
    expect(await sendingOf(other)).toMatchObject({ state: 'sent' })
    expect(await bring(relayReport(mail), `retur-${'a'.repeat(24)}@${MAIL_DOMAIN}`)).toBe(550)
    await bring(relayReport(mail, { action: 'delivered' }), mail.returnPath)
    await bring(relayReport(mail), mail.returnPath)
    expect(await sendingOf(mail)).toMatchObject({ state: 'bounced' })
  })

  const nothing: [string, (mail: Outgoing) => string][] = [
    ['words alone', wordsAlone],
    [
      'an answer of a recipient who is away',
      () => 'Subject: Borta\r\nAuto-Submitted: auto-replied\r\n\r\nTillbaka 1/7.',
    ],
    ['a report that was only handed on', (mail) => relayReport(mail, { action: 'relayed' })],
    ['an unknown action', (mail) => relayReport(mail, { action: 'exploded' })],
    ['a report enclosed in another mail', (mail) => wrapped(relayReport(mail))],
    ['a report on no recipient', (mail) => relayReport(mail).replace(/(Final|Original)-Recipient/g, 'X-Recipient')],
    ['bytes that are no mail', () => '\u0000\u0001\u0002'],
    ['nothing', () => ''],
  ]
  test.each(nothing)('that is %s changes nothing', async (_, write) => {
    const mail = await mailedInvoice()
    expect(await bring(write(mail), mail.returnPath)).toBe(250)
    expect(await sendingOf(mail)).toMatchObject({ state: 'sent', failure: null })
  })

  test('has no sender: a mail with a sender is refused, and nothing is reported of it', async () => {
    const mail = await mailedInvoice()
    expect(await bring(relayReport(mail), mail.returnPath, 'karin@kund.example')).toBe(550)
    expect(await sendingOf(mail)).toMatchObject({ state: 'sent' })
  })

  test('that overtakes the service’s record comes again, and of an undelivered mail it changes nothing', async () => {
    const mail = await mailedInvoice()
    await service.database.rows(sql`alter table sales.sending disable trigger user`)
    const setSent = (sentAt: Date | null, failedAt: Date | null) =>
      service.database.rows(sql`
        update sales.sending set sent_at = ${sentAt}, failed_at = ${failedAt},
          failure = ${failedAt && 'not accepted'} where id = ${mail.id}`)
    await setSent(null, null)
    expect(await bring(relayReport(mail), mail.returnPath)).toBe(451)
    await setSent(null, START)
    expect(await bring(relayReport(mail), mail.returnPath)).toBe(250)
    expect(await sendingOf(mail)).toMatchObject({ state: 'failed', failure: 'not accepted' })
    await setSent(START, null)
    await service.database.rows(sql`alter table sales.sending enable trigger user`)
    expect(await bring(relayReport(mail), mail.returnPath)).toBe(250)
    expect(await sendingOf(mail)).toMatchObject({ state: 'bounced' })
  })

  test('is taken beside documents of a company, and shares nothing of their number', async () => {
    const mail = await mailedInvoice()
    const asOwner = await callingAs(service, company, 'owner')
    const { address } = ok(await asOwner('POST', '/mail-address'))
    expect(await bring(relayReport(mail), [mail.returnPath, address])).toBe(250)
    expect(await sendingOf(mail)).toMatchObject({ state: 'bounced' })
    expect(ok(await asOwner('GET', '/received-mails')).totalItems).toBe(1)
  })

  test('on a credit note, a reminder or a statement is told there', async () => {
    const recipient = 'ekonomi@kund.example'
    const asOwner = await callingAs(service, company, 'owner')
    const customer = await madeCustomer(company, { name: 'Kund AB', contactsDetails: contact(recipient) })
    const dates = { invoiceDate: '2026-05-01', dueDate: '2026-05-31' }
    const own = { customerRef: { id: customer.id }, lineItems: [aLine()], ...dates }
    const { id } = await madeInvoice(company, own)
    await published(company, id)
    ok(await company.post(`/invoices/${id}/record`))
    ok(await asOwner('PATCH', '/reminder-settings', { fee: 0, isFeeAgreed: false, chargesInterest: false }))
    const reminder = ok(await company.post(`/invoices/${id}/reminders`, { delivery: 'mail' }))
    const mailId = async (table: 'reminders.mailing' | 'sales.statement_sending') => {
      const rows = await service.database.rows<{ id: string }>(
        table === 'reminders.mailing'
          ? sql`select id from reminders.mailing order by id desc limit 1`
          : sql`select id from sales.statement_sending order by id desc limit 1`,
      )
      return rows[0]?.id ?? ''
    }
    await deliver()
    const ofReminder = newest(recipient, await mailId('reminders.mailing'))
    await bring(relayReport(ofReminder), ofReminder.returnPath)
    expect(ok(await company.get(`/reminders/${reminder.id}`)).mails).toMatchObject([
      { recipient, state: 'bounced', failure: expect.stringContaining('5.1.1') },
    ])
    expect((await kindsOf(reminder.id)).slice(-2)).toEqual(['reminder.sent', 'reminder.bounced'])
    expect(await toDo('reminder.failed')).toEqual([id])
    ok(await company.post(`/reminders/${reminder.id}/cancel`, { reason: 'Fel adress' }))
    expect(await toDo('reminder.failed')).toEqual([])

    const period = { from: '2026-01-01', to: '2026-06-10' }
    ok(await company.post(`/customers/${customer.id}/statement/send`, { period }))
    await deliver()
    const ofStatement = newest(recipient, await mailId('sales.statement_sending'))
    await bring(relayReport(ofStatement), ofStatement.returnPath)
    expect(await sendingOf({ path: `/customers/${customer.id}/statement/sendings` })).toMatchObject({
      state: 'bounced',
    })
    expect((await kindsOf(customer.id)).at(-1)).toBe('customer.statement-bounced')
    expect(await toDo('statement.failed')).toEqual([customer.id])

    const { id: noteId } = ok(await company.post(`/invoices/${id}/credit`, {}))
    ok(await company.post(`/credit-notes/${noteId}/publish`))
    const { items } = ok(await company.post(`/credit-notes/${noteId}/send`, {}))
    await deliver()
    const ofNote = newest(recipient, items[0].id)
    await bring(webmailReport(ofNote), ofNote.returnPath)
    expect(await sendingOf({ path: `/credit-notes/${noteId}/sendings` })).toMatchObject({ state: 'bounced' })
    expect((await kindsOf(noteId)).at(-1)).toBe('credit-note.bounced')
  })
})

const wrapped = (inner: string): string =>
  ['Content-Type: multipart/mixed; boundary=w', '', '--w', 'Content-Type: message/rfc822', '', inner, '--w--', ''].join(
    '\r\n',
  )

describe('what a machine reads', () => {
  test('goes on in folded lines, the first of a name counts, and more than is read is left', () => {
    const [one, ...others] = recipientsIn(
      'Reporting-MTA: dns; x\n\nFinal-Recipient: rfc822; a@b.example\nStatus: 5.0.0\n (really)\nStatus: 4.0.0\n',
    )
    expect(others).toEqual([])
    expect(one).toEqual({ 'final-recipient': 'rfc822; a@b.example', status: '5.0.0 (really)' })
    expect(recipientsIn('Final-Recipient: rfc822; a@b.example\n\n'.repeat(500))).toHaveLength(200)
    expect(messageIdIn('Subject: x\r\nMessage-Id:\r\n <1@b>\r\n\r\nMessage-ID: <2@b>')).toBe('1@b')
  })

  test('keeps a reason short, on one line, and says when there is none', () => {
    const told = (diagnostic: string) =>
      reportOn(
        {
          recipients: [{ 'final-recipient': 'rfc822;a@b.se', action: 'failed', 'diagnostic-code': diagnostic }],
          returnedId: null,
        },
        { mailId: '1', recipient: 'a@b.se' },
      )
    expect(told('')).toEqual({ state: 'bounced', reason: 'The server gave no reason' })
    expect(told(`smtp; 550 ${'å'.repeat(500)}`)).toMatchObject({ reason: expect.stringMatching(/^550 å{296}$/) })
    expect(told('smtp; 550\u202e\ttext')).toMatchObject({ reason: '550 text' })
  })
})
