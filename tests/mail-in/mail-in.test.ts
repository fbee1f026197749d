// Documents by mail, sent as mail servers send them.
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keepReturn } from '#mail/mail-return'
import { type MailListener, mailInContribution } from '#mail-in'
import { newId } from '#platform/id'
import { Outage } from '#platform/outage'
import { sql } from '#platform/sql'
import { type Ask, callingAs } from '#support/calling'
import { checkedCompany } from '#support/checked'
import { ok } from '#support/entries'
import { listenOn, MAIL_DOMAIN } from '#support/mail-in'
import { incoming } from '#support/samples/e-invoice-file'
import { jpegFile, pdfFile, pngFile } from '#support/samples/sample-files'
import { type Answer, type Service, startService, type TestCompany } from '#support/service'

const FROM = 'faktura@papper.example'

let service: Service
let listener: MailListener
let company: TestCompany
let ask: Ask
let buyerNumber: string
let address: string
const warnings: unknown[] = []
/** What stands in the way of every change, when something does. */
let hindrance: Error | null = null

beforeAll(async () => {
  service = await startService({ alone: true })
  listener = await listenOn(
    service,
    (told) => void warnings.push(told),
    async () => {
      if (hindrance) throw hindrance
    },
  )
  company = checkedCompany(await service.newCompany({ name: 'Åkes Möbler & Son AB' }))
  buyerNumber = (await company.get('/company-information')).body.organizationNumber
  ask = await callingAs(service, company, 'administrator')
  address = (await ask('POST', '/mail-address')).body.address
})
afterAll(async () => {
  await listener.close()
  await service.close()
})

const transport = () => createTransport({ host: '127.0.0.1', port: listener.port, ignoreTLS: true })

const send = (mail: SendMailOptions, to: string | string[] = address) =>
  transport().sendMail({ from: FROM, to, subject: 'Faktura', text: 'Hej!', ...mail })

/** What the server answers a mail that it does not take. */
const refusedWith = async (mail: SendMailOptions, to = address): Promise<number> => {
  const error = (await send(mail, to).catch((cause: unknown) => cause)) as { responseCode?: number }
  return error.responseCode ?? 0
}

const latest = async (asking = ask, headers = {}) =>
  (await asking('GET', '/received-mails?pageSize=1', undefined, headers)).body.items[0]
const countOf = async () => (await ask('GET', '/received-mails')).body.totalItems

const xml = (given: Parameters<typeof incoming>[0] = {}) => Buffer.from(incoming({ buyerNumber, ...given }))
const invoiceFile = (number: string) => ({ filename: `${number}.xml`, content: xml({ number }) })

/** A picture of somewhat more bytes than this. */
const photoOf = (size: number): Buffer => {
  const small = jpegFile({ width: 16 })
  return Buffer.concat([small.subarray(0, -2), Buffer.alloc(size, 0x20), small.subarray(-2)])
}

describe('an address', () => {
  test('has the name of the company, and is renewed and ended', async () => {
    const own = checkedCompany(await service.newCompany({ name: 'Åkes Möbler & Son AB' }))
    const asOwner = await callingAs(service, own, 'administrator')
    expect((await asOwner('GET', '/mail-address')).body).toEqual({
      address: null,
      domain: MAIL_DOMAIN,
      madeBy: null,
      madeDateTime: null,
    })
    expect((await asOwner('DELETE', '/mail-address')).status).toBe(404)
    const { body: first } = await asOwner('POST', '/mail-address')
    expect(first.address).toMatch(/^akes-mobler-son-ab-[a-z2-9]{12}@faktura\.example\.com$/)
    const { body: second } = await asOwner('POST', '/mail-address')
    expect(second.address).not.toBe(first.address)
    expect(await refusedWith({}, first.address)).toBe(550)
    await send({}, second.address.toUpperCase())
    expect((await latest(asOwner)).parts).toEqual([])
    await asOwner('DELETE', '/mail-address')
    expect(await refusedWith({}, second.address)).toBe(550)
  })

  test('is made only by administrators, and not where the service takes no mail', async () => {
    const reader = await callingAs(service, company, 'reader')
    expect((await reader('POST', '/mail-address')).status).toBe(403)
    expect((await reader('GET', '/mail-address')).body.address).toBe(address)
    const deaf = await startService({ beside: service, mailDomain: null })
    const url = company.url.replace(service.base, deaf.base)
    const asking = await callingAs({ ...service, base: deaf.base }, { ...company, url }, 'owner')
    expect((await asking('POST', '/mail-address')).text).toContain('MAIL_IN_DOMAIN')
    expect((await asking('GET', '/mail-address')).body).toMatchObject({ address: null, domain: null })
    await deaf.close()
  })
})

describe('a mail', () => {
  test('with an e-invoice and its picture becomes one supplier invoice', async () => {
    const pdf = { filename: 'Faktura 8001.pdf', content: await pdfFile() }
    await send({ subject: 'Faktura 8001', attachments: [pdf, invoiceFile('8001')] })
    const mail = await latest()
    expect(mail).toMatchObject({ sender: FROM, subject: 'Faktura 8001' })
    const [picture, file] = mail.parts
    expect(file).toMatchObject({ name: '8001.xml', outcome: 'eInvoice', uploadId: null, reason: null })
    expect(picture).toMatchObject({ outcome: 'upload', supplierInvoiceId: file.supplierInvoiceId })
    const { body: invoice } = await company.get(`/supplier-invoices/${file.supplierInvoiceId}`)
    expect(invoice).toMatchObject({ invoiceNumber: '8001', totalAmount: 1250, status: 'toRecord' })
    expect(invoice.uploadRefs.map(({ id }: { id: string }) => id)).toContain(picture.uploadId)
    expect((await ask('GET', `/received-mails/${mail.id}`)).body).toEqual(mail)
  })

  test('with several e-invoices keeps what lies beside them by itself', async () => {
    const png = { filename: 'karta.png', content: pngFile() }
    await send({ attachments: [invoiceFile('8002'), png, invoiceFile('8003')] })
    const { parts } = await latest()
    expect(parts.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['eInvoice', 'upload', 'eInvoice'])
    expect(parts[1].supplierInvoiceId).toBeNull()
    expect((await company.get(`/uploads/${parts[1].uploadId}`)).body).toMatchObject({ description: 'karta.png' })
  })

  test('that was forwarded as a file, or photographed, is looked into', async () => {
    const inner = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: FROM,
      to: 'karin@example.com',
      subject: 'Kvitto',
      text: 'Se bilaga',
      attachments: [{ filename: 'kvitto.pdf', content: await pdfFile() }],
    })
    const photo = { filename: 'IMG_1.jpg', content: jpegFile(), contentDisposition: 'inline' as const }
    await send({
      attachments: [{ filename: 'Kvitto.eml', content: inner.message, contentType: 'message/rfc822' }, photo],
    })
    expect((await latest()).parts).toMatchObject([
      { name: 'kvitto.pdf', outcome: 'upload' },
      { name: 'IMG_1.jpg', outcome: 'upload' },
    ])
  })

  test('loses nothing: what cannot be received is kept, or told', async () => {
    const logo = { filename: 'logo.png', content: pngFile(), cid: 'logo' }
    await send({
      html: '<p>Hej! <img src="cid:logo"></p>',
      attachments: [
        { filename: 'annans.xml', content: xml({ number: '8004', buyerNumber: '556703-7485' }) },
        { filename: 'trasig.xml', content: '<Invoice>' },
        { filename: 'avtal.docx', content: 'PK' },
        { filename: 'skadad.pdf', content: '%PDF-1.4 och inget mer' },
        { filename: '../../tom.pdf', content: '' },
        logo,
      ],
    })
    const { parts } = await latest()
    const told = parts.map(({ name, outcome, reason }: Record<string, string>) => [name, outcome, reason])
    expect(told).toEqual([
      ['annans.xml', 'unread', expect.stringMatching(/^The e-invoice is addressed to/)],
      ['trasig.xml', 'unread', expect.stringMatching(/^its XML is broken/)],
      ['avtal.docx', 'notKept', 'The file cannot be accepted: must be a JPEG, PNG or PDF file, judged by its content'],
      ['skadad.pdf', 'notKept', expect.stringMatching(/^The file cannot be accepted: /)],
      ['tom.pdf', 'notKept', expect.stringMatching(/^The file is empty/)],
    ])
    const { text } = await company.get(`/uploads/${parts[1].uploadId}/download`)
    expect(text).toBe('<Invoice>')
    // Each is told by its reason, in the language that it is read in, be it worded otherwise by now.
    await service.database.rows(sql`
      update mail_in.received set parts = (
        select jsonb_agg(p || '{"reason": "as another version worded it"}' order by at)
        from jsonb_array_elements(parts) with ordinality as one (p, at))
      where company_id = ${company.id}`)
    const { parts: inSwedish } = await latest(ask, { 'accept-language': 'sv' })
    const reasons = inSwedish.map((part: Answer['body']) => [
      part.reasons.map(({ reason }: Answer['body']) => reason).join(),
      part.reasons.map(({ message }: Answer['body']) => message).join('; ') === part.reason,
    ])
    expect(reasons).toEqual([
      ['e-invoice.addressed-to-another', true],
      ['e-invoice.malformed', true],
      ['mail-part.not-taken', true],
      ['mail-part.not-taken', true],
      ['mail-part.empty', true],
    ])
    expect(inSwedish[2]).toMatchObject({
      reason: 'Filen kan inte tas emot: ska vara en JPEG-, PNG- eller PDF-fil, att döma av innehållet',
      reasons: [{ values: { problem: { reason: 'file.not-taken', values: {} } } }],
    })
  })

  test('that comes twice is taken once, and a known e-invoice is reported', async () => {
    const before = await countOf()
    const raw = await createTransport({ streamTransport: true, buffer: true }).sendMail({
      from: FROM,
      to: address,
      subject: 'Igen',
      attachments: [invoiceFile('8005')],
    })
    const again = () => transport().sendMail({ envelope: { from: FROM, to: [address] }, raw: raw.message })
    await Promise.all([again(), again(), again()])
    expect(await countOf()).toBe(before + 1)
    await send({ attachments: [invoiceFile('8005')] })
    expect((await latest()).parts).toMatchObject([
      { outcome: 'known', reason: expect.stringContaining('received before') },
    ])
  })

  test('with a photo that was pasted into its text has that kept, and no logo', async () => {
    const logo = { filename: 'logo.jpg', content: photoOf(10_000), cid: 'logo' }
    const photo = { filename: 'IMG_2.jpg', content: photoOf(60_000), cid: 'photo' }
    await send({ html: '<p><img src="cid:photo"></p><img src="cid:logo">', attachments: [photo, logo] })
    expect((await latest()).parts).toMatchObject([{ name: 'IMG_2.jpg', outcome: 'upload' }])
  })

  test('with XML that is written in UTF-16 has that kept as unread', async () => {
    const little = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><Invoice/>', 'utf16le')
    const big = Buffer.from(little).swap16()
    await send({
      attachments: [
        { filename: 'liten.xml', content: little },
        { filename: 'stor.xml', content: big },
      ],
    })
    const { parts } = await latest()
    const reason = 'it is not in UTF-8, which it declares or is the default'
    expect(parts).toMatchObject([
      { name: 'liten.xml', outcome: 'unread', reason },
      { name: 'stor.xml', outcome: 'unread', reason },
    ])
    expect(ok(await company.get(`/uploads/${parts[1].uploadId}`)).description).toBe('stor.xml')
  })

  test('whose parts are not encoded has each kept as it stands there, for any beginning of its lines', async () => {
    const lines = ['<Other>', '', '-- ', '--', '---1', '--1x', 'två  ', '.', '..', '', '</Other>', '']
    const part = (name: string) => ['--1', `Content-Type: text/xml; name=${name}`, '', ...lines]
    const inner = ['--1', 'Content-Type: message/rfc822', '', 'Content-Type: multipart/mixed; boundary=2', '']
    const innermost = ['--2', 'Content-Type: text/xml; name=inre.xml', '', ...lines, '--2--', '']
    const head = ['From: a@b.example', 'Content-Type: multipart/mixed; boundary=1', '', 'Ingress', '']
    const whole = [...head, ...part('en.xml'), ...part('annan.xml'), ...inner, ...innermost, '--1--', '']
    await transport().sendMail({ envelope: { from: FROM, to: [address] }, raw: whole.join('\r\n') })
    const { parts } = await latest()
    expect(parts.map(({ name }: { name: string }) => name)).toEqual(['en.xml', 'annan.xml', 'inre.xml'])
    for (const { uploadId } of parts) {
      const { text } = await company.get(`/uploads/${uploadId}/download`)
      expect(Buffer.from(text, 'latin1').toString()).toBe(`${lines.join('\n')}\n`)
    }
  })

  test('with an e-invoice that is broken keeps what lies beside it from another one', async () => {
    const pdf = { filename: '8010.pdf', content: await pdfFile() }
    const broken = { filename: '8010.xml', content: '<Invoice>' }
    await send({ attachments: [invoiceFile('8011'), broken, pdf] })
    expect((await latest()).parts).toMatchObject([
      { outcome: 'eInvoice', supplierInvoiceId: expect.any(String) },
      { outcome: 'unread', supplierInvoiceId: null },
      { outcome: 'upload', supplierInvoiceId: null },
    ])
  })

  test('with a known e-invoice connects its picture to that, once, and to nothing that is booked', async () => {
    await send({ attachments: [invoiceFile('8012')] })
    const [{ supplierInvoiceId }] = (await latest()).parts
    const pictures = [await pdfFile(1), await pdfFile(2)]
    const again = async (which: number) => {
      await send({ attachments: [invoiceFile('8012'), { filename: '8012.pdf', content: pictures[which] }] })
      const [known, picture] = (await latest()).parts
      expect(known).toMatchObject({ outcome: 'known', supplierInvoiceId })
      const { uploadRefs } = ok(await company.get(`/supplier-invoices/${supplierInvoiceId}`))
      return { picture, uploadRefs }
    }
    const first = await again(0)
    expect(first.picture).toMatchObject({ outcome: 'upload', supplierInvoiceId, reason: null })
    expect(first.uploadRefs.at(-1)).toEqual({ id: first.picture.uploadId })
    const lines = [{ account: 6110, netAmount: 1000, taxRate: 25 }]
    ok(await company.post(`/supplier-invoices/${supplierInvoiceId}/record`, { lines }))
    const same = { uploadRefs: first.uploadRefs }
    expect(await again(0)).toMatchObject({ ...same, picture: { outcome: 'known', supplierInvoiceId, uploadId: null } })
    expect(await again(1)).toMatchObject({ ...same, picture: { outcome: 'upload', supplierInvoiceId: null } })
  })

  test('with texts that no name may have is taken all the same', async () => {
    // What an error repeats of it would be cut in the middle of a character.
    const date = `${'1'.repeat(59)}😀😀`
    await send({
      attachments: [
        {
          filename: 'dold.xml',
          content: xml({ number: '8008', seller: 'Dolt\u009f AB', sellerNumber: '559010-1233' }),
        },
        { filename: 'dag.xml', content: xml({ number: '8009', date }) },
      ],
    })
    expect((await latest()).parts).toMatchObject([
      { name: 'dold.xml', outcome: 'eInvoice' },
      { name: 'dag.xml', outcome: 'unread', reason: `IssueDate is ${date.slice(0, -2)}…, which is not a date` },
    ])
  })

  test('of many files has the first fifty kept', async () => {
    const attachments = Array.from({ length: 52 }, (_, at) => ({ filename: `${at}.png`, content: pngFile() }))
    await send({ attachments })
    const { parts } = await latest()
    expect(parts.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
      ...Array.from({ length: 50 }, () => 'upload'),
      'notKept',
      'notKept',
    ])
    expect(parts[51]).toMatchObject({ name: '51.png', reason: expect.stringContaining('50') })
  })

  test('of several companies comes to each, and a large one too', async () => {
    const other = checkedCompany(await service.newCompany({ name: 'Annan AB' }))
    const asOther = await callingAs(service, other, 'owner')
    const { body } = await asOther('POST', '/mail-address')
    // Above what is read at once: the thread reads it.
    await send({ attachments: [{ filename: 'stor.jpg', content: photoOf(600_000) }, invoiceFile('8006')] }, [
      address,
      body.address,
    ])
    const own = await latest()
    const others = await latest(asOther)
    expect(own.parts[1]).toMatchObject({ name: '8006.xml', outcome: 'eInvoice' })
    expect(others.parts[1]).toMatchObject({ name: '8006.xml', outcome: 'eInvoice' })
  })

  test('that meets trouble here is sent again, and leaves nothing behind', async () => {
    const before = await countOf()
    hindrance = new Outage('disk', 'The disk is full', { undone: true })
    expect(await refusedWith({ attachments: [invoiceFile('8007')] })).toBe(451)
    hindrance = null
    expect(warnings).toHaveLength(1)
    expect(await countOf()).toBe(before)
    expect(readdirSync(join(service.folder, 'work'))).toEqual([])
  })

  test('is forgotten after 90 days, what was enclosed is not', async () => {
    const { parts } = await latest()
    const later = new Date(service.now().getTime() + 90 * 86_400_000)
    await mailInContribution.forgetOldMailsIn(service.database, later)
    expect(await countOf()).not.toBe(0)
    await mailInContribution.forgetOldMailsIn(service.database, new Date(later.getTime() + 1))
    expect(await countOf()).toBe(0)
    expect((await company.get(`/uploads/${parts[0].uploadId}`)).status).toBe(200)
  })
})

describe('a server that means no good', () => {
  /** Says these lines on a bare connection, and answers the codes that come back. */
  const say = async (...lines: string[]): Promise<string[]> => {
    const socket = connect(listener.port, '127.0.0.1')
    const codes: string[] = []
    const codeOf = async () => String((await once(socket, 'data'))[0]).slice(0, 3)
    await codeOf()
    for (const line of lines) {
      socket.write(`${line}\r\n`)
      codes.push(await codeOf())
    }
    socket.destroy()
    return codes
  }

  test('is told no for what is too large, before it sends it', async () => {
    expect(await say('EHLO x', `MAIL FROM:<a@b.example> SIZE=${30 * 1024 * 1024}`)).toEqual(['250', '552'])
    const big = { filename: 'stor.jpg', content: Buffer.alloc(21 * 1024 * 1024) }
    expect(await refusedWith({ attachments: [big] })).toBe(552)
  })

  test('guesses no addresses for long, and relays nothing', async () => {
    const guesses = Array.from({ length: 5 }, (_, at) => `RCPT TO:<gissning-${at}@${MAIL_DOMAIN}>`)
    const codes = await say('EHLO x', 'MAIL FROM:<a@b.example>', 'RCPT TO:<karin@elsewhere.example>', ...guesses)
    expect(codes).toEqual(['250', '250', '550', '550', '550', '550', '550', '421'])
  })

  test('cannot hide files in headers without an end, or parts within parts', async () => {
    const deep = Array.from({ length: 40 }, (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}`)
    const raw = Buffer.from(`From: a@b.example\r\n${deep.join('\r\n')}\r\n`)
    const error = await transport()
      .sendMail({ envelope: { from: FROM, to: [address] }, raw })
      .catch((cause: unknown) => cause)
    expect(error).toMatchObject({ responseCode: 554 })
  })

  test.each([
    ['lines', () => '\n'.repeat(1_000_001)],
    ['parts', () => '--1\n\n\n'.repeat(1001)],
    ['lines that begin as the end of a part', () => `--1\n\n${'--1x\n'.repeat(10_001)}`],
    ['ends of base64', () => `--1\nContent-Transfer-Encoding: base64\n\n${'QQ==\n'.repeat(50_001)}`],
  ])('has no mail taken that has too many %s', async (_, make) => {
    const raw = `From: a@b.example\nContent-Type: multipart/mixed; boundary=1\n\n${make()}`
    const error = await transport()
      .sendMail({ envelope: { from: FROM, to: [address] }, raw })
      .catch((cause: unknown) => cause)
    expect(error).toMatchObject({ responseCode: 554 })
  })

  test('is counted by its name: 300 mails an hour, whichever companies they are to', async () => {
    const ofCompany = async () => {
      const own = await service.newCompany({ name: 'Välbesökt AB' })
      return (await (await callingAs(service, own, 'owner'))('POST', '/mail-address')).body.address
    }
    const first = await ofCompany()
    const second = await ofCompany()
    const asking = (from: string, to: string, count: number) =>
      Array.from({ length: count }, () => [`MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'RSET']).flat()
    const codes = await say(
      'EHLO x',
      ...asking('flitig@c.example', first, 150),
      ...asking('Flitig@c.example', second, 151),
    )
    expect(codes.filter((code) => code === '452')).toHaveLength(1)
    expect(await say('EHLO x', ...asking('annan@c.example', second, 1))).toEqual(['250', '250', '250', '250'])
  })

  test('reports of one mail 20 times an hour', async () => {
    const mailId = newId()
    const returned = { mailId, companyId: company.id, errand: 'invoice', recipient: 'karin@kund.example' }
    await keepReturn(service.database, returned, service.now())
    const { local } = await service.database.one<{ local: string }>(
      sql`select local_part as local from platform.mail_return where mail_id = ${mailId}`,
    )
    const asking = Array.from({ length: 21 }, () => ['MAIL FROM:<>', `RCPT TO:<${local}@${MAIL_DOMAIN}>`, 'RSET'])
    const codes = await say('EHLO x', ...asking.flat())
    expect(codes.filter((code) => code === '452')).toHaveLength(1)
  })

  test('has its share: 200 mails an hour for a company', async () => {
    const own = await service.newCompany({ name: 'Välbesökt AB' })
    const asOwner = await callingAs(service, own, 'owner')
    const { body } = await asOwner('POST', '/mail-address')
    const asking = Array.from({ length: 201 }, () => ['MAIL FROM:<a@b.example>', `RCPT TO:<${body.address}>`, 'RSET'])
    const codes = await say('EHLO x', ...asking.flat())
    expect(codes.filter((code) => code === '452')).toHaveLength(1)
  })
})
