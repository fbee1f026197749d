// The endpoints of documents by mail.
import {
  DateTime,
  Id,
  messageProperties,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  row,
  Sentence,
  Type,
} from '#http'
import { momentText } from '#platform/day'
import { saidOf } from '#platform/sentences'
import { endMailAddress, type MailAddress, mailAddressOf, makeMailAddress } from './address.ts'
import { getReceived, listReceived, outcomes, type Part, type Received } from './received.ts'
import { mailInRefusals as refusals } from './refusals.ts'

const MailAddressGet = named(
  'MailAddress',
  object({
    address: nullable(
      Type.String({
        examples: ['lindqvist-bygg-ab-k7m2p9xq4w3t@faktura.example.com'],
        description: 'Where documents are sent; null where the company has no address',
      }),
    ),
    domain: nullable(
      Type.String({ examples: ['faktura.example.com'], description: 'Null where this service takes no mail' }),
    ),
    madeBy: nullable(Type.String({ examples: ['Karin Ek'] })),
    madeDateTime: nullable(DateTime),
  }),
)

const shown = ({ madeAt, ...address }: MailAddress) => ({
  ...address,
  madeDateTime: madeAt && momentText(madeAt),
})

const ReceivedMail = named(
  'ReceivedMail',
  object({
    id: Id,
    sender: Type.String({
      examples: ['faktura@papper.example'],
      description: 'As the mail states it; not verified',
    }),
    subject: Type.String({ examples: ['Faktura 4711'] }),
    parts: Type.Array(
      object({
        name: Type.String({ examples: ['faktura-4711.xml'] }),
        outcome: Type.Enum([...outcomes], {
          description:
            'eInvoice: it became a supplier invoice; upload: it was kept as an upload; unread: an XML file that cannot be received as an e-invoice, kept as an upload; known: an e-invoice that was received before, or a file that its invoice has already; notKept: it is not here, and `reason` says why',
        }),
        uploadId: nullable(Id),
        supplierInvoiceId: nullable({ ...Id, description: 'The invoice that it became, or that it is enclosed with' }),
        reason: nullable(Sentence({ description: 'The sentences of `reasons`, separated by semicolons' })),
        reasons: Type.Array(object(messageProperties('mail-part.empty'))),
      }),
      { description: 'What was enclosed, and what became of it' },
    ),
    receivedDateTime: DateTime,
    modifiedDateTime: DateTime,
  }),
)

const receivedShown = ({ receivedAt, ...mail }: Received) => {
  const moment = momentText(receivedAt)
  return { ...mail, parts: mail.parts.map(partShown), receivedDateTime: moment, modifiedDateTime: moment }
}

const partShown = ({ said = [], ...part }: Part) => ({
  ...part,
  reasons: said.map((one) => ({ message: saidOf(one)?.in('en') ?? part.reason ?? '', ...one })),
})

const path = '/companies/{companyId}/mail-address'
const received = '/companies/{companyId}/received-mails'
const tag = 'Uploads'
const people = { by: 'people', scope: 'purchasing-settings:read' } as const

export const mailInRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getMailAddress',
    tag,
    ...people,
    summary: 'Read where documents are mailed to',
    description: "The company's own address, to which anybody who knows it may send documents.",
    answer: { json: MailAddressGet },
    tagged: true,
    refusals: [],
    run: (call) => mailAddressOf(call).then(shown),
  }),
  row({
    method: 'POST',
    path,
    operationId: 'makeMailAddress',
    tag,
    summary: 'Make an address for documents by mail',
    description:
      'What is enclosed in a mail to it is kept: an e-invoice (Peppol BIS Billing 3) becomes a supplier invoice, a PDF, JPEG or PNG file an upload. Beside one e-invoice they are connected to it. Nothing is booked. An address that was there before ends, and what is sent to it goes back.',
    by: 'people',
    scope: 'purchasing-settings:write',
    answer: { json: MailAddressGet },
    tagged: true,
    events: ['mail-address.changed'],
    refusals: [refusals.noMailDomain],
    run: (call) => makeMailAddress(call).then(shown),
  }),
  row({
    method: 'DELETE',
    path,
    operationId: 'endMailAddress',
    tag,
    summary: 'End the address for documents by mail',
    description: 'What is sent to it goes back to its sender.',
    by: 'people',
    scope: 'purchasing-settings:write',
    answer: 'nothing',
    current: (call) => mailAddressOf(call).then(shown),
    events: ['mail-address.changed'],
    refusals: [refusals.noMailAddress],
    run: async (call) => {
      await endMailAddress(call)
      return undefined
    },
  }),
  row({
    method: 'GET',
    path: received,
    operationId: 'listReceivedMails',
    tag,
    ...people,
    summary: 'List the mails that came with documents',
    description:
      'Newest first, for 90 days; the documents themselves stay. `query` filters on sender, subject and modifiedDateTime.',
    query: pageQuery('subject==faktura'),
    answer: { json: pageOf(ReceivedMail) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listReceived(call, query)
      return { ...page, items: page.items.map(receivedShown) }
    },
  }),
  row({
    method: 'GET',
    path: `${received}/{receivedMailId}`,
    operationId: 'getReceivedMail',
    tag,
    ...people,
    summary: 'Read what became of a mail',
    description: 'What was enclosed in it, and what became of each file.',
    answer: { json: ReceivedMail },
    tagged: true,
    refusals: [refusals.mailNotFound],
    run: (call, { params }) => getReceived(call, params.receivedMailId ?? '').then(receivedShown),
  }),
]
