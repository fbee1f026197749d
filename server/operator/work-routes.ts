// Background jobs, and outgoing mail.
import { DateTime, Id, named, nullable, object, operatorRow, pageOf, pageQuery, type Row, Type } from '#http'
import { dropJobWithMail, type ListedMail, listMailPage, mailStates, sendMailAgain, withdrawMail } from '#mail/mail'
import { momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { type JobState, jobStates, listJobPage, retryJobs } from '#platform/job'
import { operatorRefusals as refusals } from './refusals.ts'
import { at, tag } from './shapes.ts'
import { namesOf } from './tenant.ts'

const attempts = Type.Integer({ minimum: 0 })
const lastError = nullable(Type.String({ description: 'Why the last attempt failed' }))

const JobShape = named(
  'OperatedJob',
  object({
    id: Id,
    kind: Type.String({ examples: ['mail.send'] }),
    tenantId: nullable({ ...Id, description: 'The company or agency that it is for; null: the service' }),
    tenantName: nullable(Type.String({ examples: ['Provbolaget AB'] })),
    payload: Type.Unsafe<Record<string, unknown>>({
      type: 'object',
      additionalProperties: true,
      description: 'What it is about: ids, and nothing secret',
    }),
    state: Type.Enum([...jobStates]),
    queuedDateTime: DateTime,
    dueDateTime: { ...DateTime, description: 'When it is attempted next; of a running one, when it counts as lost' },
    attempts,
    failedDateTime: nullable(DateTime),
    lastError,
  }),
)

const MailShape = named(
  'OperatedMail',
  object({
    id: Id,
    to: Type.String({ examples: ['anna@example.com'] }),
    subject: Type.String(),
    state: Type.Enum([...mailStates]),
    createdDateTime: DateTime,
    attempts,
    sentDateTime: nullable(DateTime),
    failedDateTime: nullable(DateTime),
    lastError,
  }),
)

const job = (
  { id, kind, tenantId, payload, state, queuedAt, dueAt, attempts: count, failedAt, lastError: why }: JobState,
  names: ReadonlyMap<string, string>,
) => ({
  id,
  kind,
  tenantId,
  state,
  attempts: count,
  lastError: why,
  tenantName: tenantId && (names.get(tenantId) ?? null),
  // The cast is safe: the payload of every kind is an object.
  payload: payload as Record<string, unknown>,
  queuedDateTime: momentText(queuedAt),
  dueDateTime: momentText(dueAt),
  failedDateTime: failedAt && momentText(failedAt),
})

const mail = ({
  id,
  to,
  subject,
  state,
  createdAt,
  attempts: count,
  sentAt,
  failedAt,
  lastError: why,
}: ListedMail) => ({
  id,
  to,
  subject,
  state,
  attempts: count,
  lastError: why,
  createdDateTime: momentText(createdAt),
  sentDateTime: sentAt && momentText(sentAt),
  failedDateTime: failedAt && momentText(failedAt),
})

const retried = named('OperatedRetry', object({ retried: Type.Integer({ minimum: 0 }) }))

export const workRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/jobs'),
    operationId: 'listJobs',
    tag,
    summary: 'List the jobs that are not done',
    description:
      'What waits, what is being done and what has failed for good, the last queued first. `query` filters on kind and state.',
    query: pageQuery('state==failed'),
    answer: { json: pageOf(JobShape) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listJobPage(call, query)
      const names = await namesOf(
        call,
        page.items.flatMap(({ tenantId }) => tenantId ?? []),
      )
      return { ...page, items: page.items.map((one) => job(one, names)) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/jobs/{jobId}/retry'),
    operationId: 'retryJob',
    tag,
    summary: 'Attempt a job now',
    description: 'With its full number of attempts, also when it has failed for good.',
    answer: { json: retried },
    events: ['job.retried'],
    refusals: [refusals.noJob],
    run: async (call, { params }) => {
      const id = params.jobId ?? ''
      const count = await retryJobs(call, { id })
      if (count === 0) throw refusals.noJob({ id })
      recordEvent(call, 'job.retried', null, { id, count })
      return { retried: count }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/jobs/retry'),
    operationId: 'retryJobs',
    tag,
    summary: 'Attempt all jobs of a kind that have failed for good',
    description: 'Such as all mails once the mail server takes them again.',
    body: named('OperatedRetryOfKind', object({ kind: Type.String({ maxLength: 100, examples: ['mail.send'] }) })),
    answer: { json: retried },
    events: ['job.retried'],
    refusals: [],
    example: { body: { kind: 'mail.send' } },
    run: async (call, { body: { kind } }) => {
      const count = await retryJobs(call, { kind })
      recordEvent(call, 'job.retried', null, { kind, count })
      return { retried: count }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/jobs/{jobId}/drop'),
    operationId: 'dropJob',
    tag,
    summary: 'Remove a job for good, without doing it',
    description:
      'What is done by itself every so often cannot be removed. A mail that it would have sent is withdrawn; if a company had sent it, the company is told.',
    answer: 'nothing',
    events: ['job.dropped'],
    refusals: [refusals.noJob],
    run: async (call, { params }) => {
      const id = params.jobId ?? ''
      if (!(await dropJobWithMail(call, id))) throw refusals.noJob({ id })
      recordEvent(call, 'job.dropped', { id }, { id })
      return undefined
    },
  }),
  operatorRow({
    method: 'GET',
    path: at('/mails'),
    operationId: 'listMails',
    tag,
    summary: 'List the mails',
    description:
      'Those of the last seven days, the newest first, without their texts. `query` filters on to, subject and state.',
    query: pageQuery('state==failed'),
    answer: { json: pageOf(MailShape) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listMailPage(call, query)
      return { ...page, items: page.items.map(mail) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/mails/{mailId}/send-again'),
    operationId: 'sendMailAgain',
    tag,
    summary: 'Try to send a mail again',
    description: 'One that waits, or has failed. A mail that was sent has no text any more.',
    answer: { json: retried },
    events: ['mail.sent-again'],
    refusals: [refusals.noMail],
    run: async (call, { params }) => {
      const id = params.mailId ?? ''
      if (!(await sendMailAgain(call, id))) throw refusals.noMail({ id })
      recordEvent(call, 'mail.sent-again', { id }, { id })
      return { retried: 1 }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/mails/{mailId}/withdraw'),
    operationId: 'withdrawMail',
    tag,
    summary: 'Take a mail back that has not gone out',
    description:
      'It is not sent, and its text is removed. A company is told of its own. One that is just being handed over may arrive all the same.',
    answer: 'nothing',
    events: ['mail.withdrawn'],
    refusals: [refusals.noMail],
    run: async (call, { params }) => {
      const id = params.mailId ?? ''
      if (!(await withdrawMail(call, id))) throw refusals.noMail({ id })
      recordEvent(call, 'mail.withdrawn', { id }, { id })
      return undefined
    },
  }),
]
