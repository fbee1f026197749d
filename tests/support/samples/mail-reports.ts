// Reports on mails as different servers write them (RFC 3464): what came back, and what a machine reads of it.

/** A sent mail, for its delivery reports. */
export type Outgoing = { id: string; returnPath: string; recipient: string }

const lines = (...all: readonly string[]): string => all.join('\r\n')

/** Parts between their boundaries, as a report (RFC 6522). */
const report = (headers: readonly string[], boundary: string, parts: readonly string[]): string =>
  lines(
    ...headers,
    'MIME-Version: 1.0',
    `Content-Type: multipart/report; report-type=delivery-status;`,
    `\tboundary="${boundary}"`,
    '',
    'This is a MIME-encapsulated message.',
    '',
    ...parts.flatMap((part) => [`--${boundary}`, part, '']),
    `--${boundary}--`,
    '',
  )

const headersOf = ({ id, recipient }: Outgoing): string =>
  lines(`Message-ID: <${id}@example.com>`, `To: <${recipient}>`, 'Subject: Faktura 1', '')

/** A relay that could not get rid of it, with folded fields and the headers alone. */
export const relayReport = (mail: Outgoing, { action = 'failed', status = '5.1.1', said = '' } = {}): string =>
  report(
    [
      'From: MAILER-DAEMON@relay.example.com (Mail Delivery System)',
      'Subject: Undelivered Mail Returned to Sender',
      `To: ${mail.returnPath}`,
      'Auto-Submitted: auto-replied',
    ],
    '9B8A1C2D3E.1764000000/relay.example.com',
    [
      lines(
        'Content-Description: Notification',
        'Content-Type: text/plain; charset=us-ascii',
        '',
        'Your message could not be delivered to one or more recipients.',
      ),
      lines(
        'Content-Description: Delivery report',
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; relay.example.com',
        'X-Relay-Queue-ID: 9B8A1C2D3E',
        'Arrival-Date: Wed, 10 Jun 2026 10:00:00 +0000 (UTC)',
        '',
        `Final-Recipient: rfc822; ${mail.recipient}`,
        `Original-Recipient: rfc822;${mail.recipient.replaceAll('+', '+2B')}`,
        `Action: ${action}`,
        `Status: ${status}`,
        'Remote-MTA: dns; mx.kund.example',
        `Diagnostic-Code: smtp; 550 ${status} <${mail.recipient}>: Recipient address`,
        `    rejected: ${said || 'User unknown in virtual mailbox table'}`,
      ),
      lines(
        'Content-Description: Undelivered Message Headers',
        'Content-Type: text/rfc822-headers',
        '',
        headersOf(mail),
      ),
    ],
  )

/** A server of an office suite, which knows the recipient by another name and gives the whole mail back. */
export const officeReport = (mail: Outgoing, { knownAs = mail.recipient, returnedId = mail.id } = {}): string =>
  report(
    [
      'From: <postmaster@kund.example>',
      `To: <${mail.returnPath}>`,
      'Subject: =?utf-8?B?T2xldmVyZXJiYXJ0OiBGYWt0dXJhIDE=?=',
      'Content-Language: sv-SE',
    ],
    'd0f3c1e7-0001-4a7e-9d1a-0c5a5f6e2b11',
    [
      lines(
        'Content-Type: multipart/alternative; differences=Content-Type;',
        '\tboundary="b2d7a0"',
        '',
        '--b2d7a0',
        'Content-Type: text/plain; charset="utf-8"',
        'Content-Transfer-Encoding: base64',
        '',
        Buffer.from('Det gick inte att leverera ditt meddelande.').toString('base64'),
        '--b2d7a0',
        'Content-Type: text/html; charset="utf-8"',
        '',
        '<p>Det gick inte att leverera ditt meddelande.</p>',
        '--b2d7a0--',
      ),
      lines(
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns;MAIL01.kund.example',
        'Received-From-MTA: dns;relay.example.com',
        '',
        `Final-Recipient: rfc822;${knownAs}`,
        'Action: failed',
        'Status: 5.2.2',
        'Diagnostic-Code: smtp;554 5.2.2 mailbox full; STOREDRV.Deliver.Exception:QuotaExceeded',
        'X-Display-Name: Karin Berg',
      ),
      lines('Content-Type: message/rfc822', '', headersOf({ ...mail, id: returnedId }), 'Hej! Här kommer fakturan.'),
    ],
  )

/** A large webmail, whose text and pictures stand before what a machine reads; it has no Original-Recipient. */
export const webmailReport = (mail: Outgoing, action: 'failed' | 'delayed' = 'failed'): string => {
  const [status, code] = action === 'failed' ? ['5.7.26', '550'] : ['4.2.2', '452']
  return report(
    [
      'From: Mail Delivery Subsystem <mailer-daemon@webmail.example>',
      `To: ${mail.returnPath}`,
      'Auto-Submitted: auto-replied',
      `X-Failed-Recipients: ${mail.recipient}`,
    ],
    '000000000000a1b2c3',
    [
      lines(
        'Content-Type: multipart/related; boundary="000000000000a1b2c4"',
        '',
        '--000000000000a1b2c4',
        'Content-Type: text/html; charset="UTF-8"',
        '',
        '<h2>Address not found</h2><img src="cid:icon.png">',
        '--000000000000a1b2c4',
        'Content-Type: image/png; name="icon.png"',
        'Content-Transfer-Encoding: base64',
        'Content-ID: <icon.png>',
        '',
        Buffer.alloc(6000, 7).toString('base64').replace(/.{76}/g, '$&\r\n'),
        '--000000000000a1b2c4--',
      ),
      lines(
        'Content-Type: message/delivery-status',
        '',
        'Reporting-MTA: dns; webmail.example',
        'Arrival-Date: Wed, 10 Jun 2026 03:00:00 -0700 (PDT)',
        '',
        `Final-Recipient: rfc822; ${mail.recipient}`,
        `Action: ${action}`,
        `Status: ${status}`,
        `Diagnostic-Code: smtp; ${code} ${status} This mail was held back`,
        'Last-Attempt-Date: Wed, 10 Jun 2026 03:00:02 -0700 (PDT)',
      ),
      lines('Content-Type: message/rfc822', '', headersOf(mail)),
    ],
  )
}

/** Of several recipients, of which ours is one. */
export const reportOnSeveral = (mail: Outgoing, action: string): string =>
  report([`To: ${mail.returnPath}`, 'From: <>'], 'several', [
    lines('Content-Type: text/plain', '', 'See below.'),
    lines(
      'Content-Type: message/delivery-status',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(
        lines(
          'Reporting-MTA: dns; lists.example',
          '',
          'Final-Recipient: rfc822; annan@kund.example',
          'Action: failed',
          'Status: 5.1.1',
          '',
          `Final-Recipient: RFC822; ${mail.recipient.toUpperCase()}`,
          `Action: ${action}`,
          'Status: 2.0.0',
          '',
        ),
      ).toString('base64'),
    ),
    lines('Content-Type: message/rfc822', '', headersOf(mail)),
  ])

/** What no machine reads: words alone. */
export const wordsAlone = (mail: Outgoing): string =>
  lines(
    'From: MAILER-DAEMON@gammal.example',
    `To: ${mail.returnPath}`,
    'Subject: failure notice',
    'Content-Type: text/plain',
    '',
    'I was not able to deliver your message to the following addresses.',
    `<${mail.recipient}>: 550 5.1.1 no such user`,
    'Action: failed',
    'Status: 5.1.1',
    '',
  )
