// The endpoints that send documents by mail.
import {
  DateTime,
  failureProperties,
  Id,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  saying,
  Type,
} from '#http'
import type { DocumentKind } from '#sales/invoices/invoice'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH, sendingStates } from './mail-text.rules.ts'
import { MAX_MAILS_A_DAY, MAX_RECIPIENTS } from './mailing.ts'
import { listSendings, proposedMail, sendDocument } from './sending.ts'
import { sendingFaults as faults, sendingRefusals as refusals } from './sending-refusals.ts'

export const Sending = named(
  'Sending',
  object({
    id: Id,
    recipient: Type.String({ examples: ['karin@example.com'], description: 'The address that the mail goes to' }),
    isCopy: Type.Boolean({ description: "Whether it is the company's own copy" }),
    subject: Type.String(),
    state: Type.Enum([...sendingStates], {
      description:
        'waiting: it is tried, for about a day; sent: the mail server has taken it; delayed: a server on the way still tries; delivered: the receiving server has told that it arrived, which few do; bounced: it came back; failed: no server took it, and it is not tried again',
    }),
    sentBy: Type.String({ description: 'Who had it sent', examples: ['Karin Ek'] }),
    queuedDateTime: DateTime,
    modifiedDateTime: DateTime,
    sentDateTime: nullable(DateTime),
    deliveredDateTime: nullable(DateTime),
    failedDateTime: nullable(DateTime),
    ...failureProperties('Why it failed, came back or is late, in the words of the mail server'),
  }),
)

const subject = saying(
  faults.subject('', { limit: MAX_SUBJECT_LENGTH }),
  Type.String({ minLength: 1, maxLength: MAX_SUBJECT_LENGTH, examples: ['Faktura 1001 från Provbolaget AB'] }),
)
const text = saying(
  faults.text('', { limit: MAX_TEXT_LENGTH }),
  Type.String({ minLength: 1, maxLength: MAX_TEXT_LENGTH, examples: ['Hej! Här kommer fakturan.'] }),
)

/** The recipients and text of a mail. */
export const letterProperties = {
  to: Type.Optional(
    Type.Array(Type.String({ maxLength: 254, examples: ['karin@example.com'] }), {
      minItems: 1,
      maxItems: MAX_RECIPIENTS,
      description: "Each gets a mail of its own; when left out, the customer's address",
    }),
  ),
  copyToSender: Type.Optional(Type.Boolean({ description: "Whether the company's own address gets a copy" })),
  subject: Type.Optional(subject),
  text: Type.Optional(text),
}

const DocumentMail = named(
  'DocumentMail',
  object({
    ...letterProperties,
    paymentLink: Type.Optional(
      Type.Boolean({
        default: true,
        description:
          'Whether a link stands below the text, by which the receiver sees an invoice and what is left to pay of it without logging in; nothing to pay, no link',
      }),
    ),
  }),
)

export const ProposedMail = named(
  'ProposedMail',
  object({
    to: Type.Array(Type.String(), { description: "The customer's address; empty where it has none" }),
    subject: Type.String(),
    text: Type.String(),
    fileName: Type.String({ examples: ['Faktura-1001.pdf'] }),
    replyTo: nullable(Type.String({ description: 'Where answers go; null where the company has no address' })),
  }),
)

export const Sendings = named('Sendings', object({ items: Type.Array(Sending) }))

const rowsOf = (of: {
  kind: DocumentKind
  path: string
  id: 'invoiceId' | 'creditNoteId'
  tag: string
  noun: string
  name: string
  scope: string
}): readonly Row[] => {
  const { kind, path, id, tag, noun, name, scope } = of
  const notFound = kind === 'invoice' ? invoiceRefusals.invoiceNotFound : invoiceRefusals.creditNoteNotFound
  const event = kind === 'invoice' ? 'invoice.sending' : 'credit-note.sending'
  return [
    row({
      method: 'POST',
      path: `${path}/send`,
      operationId: `send${name}`,
      tag,
      summary: `Send ${noun} by mail`,
      description: `Sends the published document as a PDF, from the company's name, with answers to the company's address. What is left out is as proposed. The mail waits in the outbox: what became of it is in the list of sendings, and in the feed. A company sends at most ${MAX_MAILS_A_DAY} mails in 24 hours.`,
      scope: `${scope}:write`,
      body: DocumentMail,
      answer: { json: Sendings },
      events: [event],
      refusals: [
        notFound,
        refusals.draftNotSent,
        refusals.noMailServer,
        refusals.tooLargeForMail,
        refusals.tooManyMails,
        refusals.tooManySendings,
      ],
      example: { body: { to: ['karin@example.com'] } },
      run: async (call, { params, body }) => ({ items: await sendDocument(call, params[id] ?? '', kind, body) }),
    }),
    row({
      method: 'GET',
      path: `${path}/mail`,
      operationId: `get${name}Mail`,
      tag,
      summary: `Read what ${noun} is sent with`,
      description:
        "Addresses, subject and text as they are proposed: in the customer's language, in the company's own words where it has some. Published documents only.",
      scope: `${scope}:read`,
      answer: { json: ProposedMail },
      snapshot: true,
      refusals: [notFound, refusals.draftNotSent],
      run: (call, { params }) => proposedMail(call, params[id] ?? '', kind),
    }),
    row({
      method: 'GET',
      path: `${path}/sendings`,
      operationId: `list${name}Sendings`,
      tag,
      summary: `List how ${noun} was sent`,
      description: 'Newest first. Filters: recipient, state.',
      scope: `${scope}:read`,
      query: pageQuery('state==failed'),
      answer: { json: pageOf(Sending) },
      snapshot: true,
      refusals: [notFound],
      run: (call, { params, query }) => listSendings(call, params[id] ?? '', kind, query),
    }),
  ]
}

export const sendingRows: readonly Row[] = [
  ...rowsOf({
    kind: 'invoice',
    path: '/companies/{companyId}/invoices/{invoiceId}',
    id: 'invoiceId',
    tag: 'Invoices',
    noun: 'an invoice',
    name: 'Invoice',
    scope: 'invoices',
  }),
  ...rowsOf({
    kind: 'creditNote',
    path: '/companies/{companyId}/credit-notes/{creditNoteId}',
    id: 'creditNoteId',
    tag: 'Credit notes',
    noun: 'a credit note',
    name: 'CreditNote',
    scope: 'credit-notes',
  }),
]
