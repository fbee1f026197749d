// The endpoints that send statements of account by mail.
import { named, object, pageOf, pageQuery, type Row, row, Type } from '#http'
import { MAX_MAILS_A_DAY } from '#sales/sending/mailing'
import { sendingRefusals } from '#sales/sending/sending-refusals'
import { letterProperties, ProposedMail, Sending, Sendings } from '#sales/sending/sending-routes'
import { customerRefusals } from './customer-refusals.ts'
import { accountStatementRefusals as refusals } from './statement-refusals.ts'
import { asked, periodProperties } from './statement-routes.ts'
import { listStatementSendings, proposedStatementMail, sendStatement } from './statement-sending.ts'

const StatementMail = named(
  'StatementMail',
  object({ period: Type.Optional(object(periodProperties)), ...letterProperties }),
)

const path = '/companies/{companyId}/customers/{customerId}/statement'

export const statementSendingRows: readonly Row[] = [
  row({
    method: 'POST',
    path: `${path}/send`,
    operationId: 'sendCustomerStatement',
    tag: 'Customers',
    summary: 'Send a statement of account by mail',
    description: `Sends the customer's statement of account as a PDF, from the company's name, with answers to the company's address. The PDF says what is known when it is sent. What is left out is as proposed. The mail waits in the outbox: what became of it is in the list of sendings, and in the feed. A company sends at most ${MAX_MAILS_A_DAY} mails in 24 hours.`,
    scope: 'invoices:write',
    body: StatementMail,
    answer: { json: Sendings },
    events: ['customer.statement-sending'],
    refusals: [
      customerRefusals.customerNotFound,
      refusals.emptyStatement,
      refusals.statementTooLong,
      sendingRefusals.noMailServer,
      sendingRefusals.tooManyMails,
    ],
    example: { body: { to: ['karin@example.com'] } },
    run: async (call, { params, body: { period = {}, ...letter } }) => ({
      items: await sendStatement(call, { ...asked(params.customerId, period), fields: '#/period/' }, letter),
    }),
  }),
  row({
    method: 'GET',
    path: `${path}/mail`,
    operationId: 'getCustomerStatementMail',
    tag: 'Customers',
    summary: 'Read what a statement of account is sent with',
    description: "Addresses, subject and text as they are proposed, in the customer's language.",
    scope: 'reports:read',
    query: object(periodProperties),
    answer: { json: ProposedMail },
    snapshot: true,
    refusals: [customerRefusals.customerNotFound, refusals.emptyStatement, refusals.statementTooLong],
    run: (call, { params, query }) => proposedStatementMail(call, asked(params.customerId, query)),
  }),
  row({
    method: 'GET',
    path: `${path}/sendings`,
    operationId: 'listCustomerStatementSendings',
    tag: 'Customers',
    summary: 'List how statements of account were sent',
    description: 'Newest first. Filters: recipient, state.',
    scope: 'reports:read',
    query: pageQuery('state==failed'),
    answer: { json: pageOf(Sending) },
    snapshot: true,
    refusals: [customerRefusals.customerNotFound],
    run: (call, { params, query }) => listStatementSendings(call, params.customerId ?? '', query),
  }),
]
