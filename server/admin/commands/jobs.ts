// Jobs: the operator's commands to list background jobs, and to retry or drop failed ones.

import { type Given, idOf, UsageError } from '#admin/arguments'
import type { Command } from '#admin/command'
import { dropJobWithMail } from '#mail/mail'
import { recordEvent } from '#platform/event'
import { type JobState, listJobs, retryJobs } from '#platform/job'
import { asOperator } from '#programs/system'

const MAX_LISTED = 1000

export const jobCommands: readonly Command[] = [
  {
    name: 'jobs list',
    summary: 'List the background jobs that are not done, those that have failed for good first',
    options: [{ name: 'failed', description: 'Only those that have failed for good' }],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const jobs = await listJobs(call, { failed: given.has('failed'), limit: MAX_LISTED })
        return { json: { jobs }, text: jobs.map(lineOf).join('\n') || 'No jobs' }
      }),
  },
  {
    name: 'jobs retry',
    summary: 'Attempt a job now, with its full number of attempts; or all of a kind that have failed for good',
    options: [
      { name: 'id', value: 'ID', description: 'The job' },
      { name: 'kind', value: 'KIND', description: 'All failed ones of a kind, such as mail.send' },
    ],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const chosen = chosenBy(given)
        const count = await retryJobs(call, chosen)
        if (count === 0 && 'id' in chosen) throw new UsageError(`--id: no job ${chosen.id} is waiting or has failed`)
        recordEvent(call, 'job.retried', null, { ...chosen, count })
        return { json: { retried: count }, text: `${count} will be attempted again` }
      }),
  },
  {
    name: 'jobs drop',
    summary: 'Remove a job for good, without doing it; a mail that it would have sent is withdrawn',
    options: [{ name: 'id', value: 'ID', required: true, description: 'The job' }],
    run: (system, given) =>
      asOperator(system, async (call) => {
        const id = idOf(given)
        const dropped = await dropJobWithMail(call, id)
        if (!dropped) throw new UsageError(`--id: there is no job ${id} that can be dropped`)
        recordEvent(call, 'job.dropped', { id }, {})
        return { json: { id }, text: `Job ${id} is dropped` }
      }),
  },
]

const chosenBy = (given: Given): { id: string } | { kind: string } => {
  const id = given.text('id')
  const kind = given.text('kind')
  if (id !== undefined && kind === undefined) return { id: idOf(given) }
  if (kind !== undefined && id === undefined) return { kind }
  throw new UsageError('Give either --id or --kind')
}

const lineOf = ({ id, kind, state, tenantId, attempts, dueAt, failedAt, lastError }: JobState): string => {
  const when = { waiting: `waits until ${dueAt.toISOString()}`, running: 'is being done' }
  const told = state === 'failed' ? `failed ${failedAt?.toISOString()}` : when[state]
  return [id, kind, told, `attempts ${attempts}`, tenantId, lastError].filter((part) => part !== null).join('  ')
}
