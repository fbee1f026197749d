// The endpoints of payment links, which show an invoice without a login.
import { DateTime, named, nullable, object, type Row, row, Type } from '#http'
import { momentText } from '#platform/day'
import { invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { downloadRefusals } from '#sales/publishing/paper-refusals'
import { endPaymentLinks, makePaymentLink, paymentLinksOf } from './payment-link.ts'

const path = '/companies/{companyId}/invoices/{invoiceId}/payment-link'
const tag = 'Invoices'

const PaymentLink = named(
  'PaymentLink',
  object({
    url: Type.String({
      examples: ['https://bok.example/pay/gbpl_0199c0de6f0d7a64b2b1d2c5a1f3e4d5_…'],
      description: 'Shown once: only a digest of it is kept',
    }),
  }),
)

const EndedPaymentLinks = named(
  'EndedPaymentLinks',
  object({ ended: Type.Integer({ minimum: 0, examples: [2], description: 'How many worked until now' }) }),
)

const PaymentLinks = named(
  'PaymentLinks',
  object({
    working: Type.Integer({ minimum: 0, examples: [1], description: 'How many links to it work' }),
    seenDateTime: nullable(DateTime),
  }),
)

export const paymentLinkRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getInvoicePaymentLinks',
    tag,
    summary: 'Read how the payment links of an invoice stand',
    description:
      'How many work, and when the invoice was first opened by one. That is known where `tellsSeen` of the sales settings is on: the page then says so, and counts only visitors who press its button, never a program that follows links in mails.',
    scope: 'invoices:read',
    answer: { json: PaymentLinks },
    snapshot: true,
    refusals: [invoiceRefusals.invoiceNotFound],
    run: async (call, { params }) => {
      const { working, seenAt } = await paymentLinksOf(call, params.invoiceId ?? '')
      return { working, seenDateTime: seenAt && momentText(seenAt) }
    },
  }),
  row({
    method: 'POST',
    path,
    operationId: 'makeInvoicePaymentLink',
    tag,
    summary: 'Make a payment link',
    description:
      'Anyone who has the link sees the published invoice without logging in: what is left to pay now, where to, with a code for the app of a bank, and the PDF. The link that was made so before ends; those in mails go on. It ends 90 days after the invoice has nothing left to pay.',
    scope: 'invoices:write',
    answer: { json: PaymentLink },
    events: ['invoice.link-made'],
    refusals: [invoiceRefusals.invoiceNotFound, downloadRefusals.notPublished],
    run: (call, { params }) => makePaymentLink(call, params.invoiceId ?? ''),
  }),
  row({
    method: 'POST',
    path: `${path}/end`,
    operationId: 'endInvoicePaymentLinks',
    tag,
    summary: 'End the payment links of an invoice',
    description: 'All of them, those in mails that have gone out too: who follows one is told to ask for a new one.',
    scope: 'invoices:write',
    answer: { json: EndedPaymentLinks },
    events: ['invoice.links-ended'],
    refusals: [invoiceRefusals.invoiceNotFound],
    run: (call, { params }) => endPaymentLinks(call, params.invoiceId ?? ''),
  }),
]
