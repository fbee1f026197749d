// The table of all background jobs, and the runner for them, in the service or in a separate program.
import type { Logger } from 'pino'
import { accessContribution } from '#access'
import { agencyContribution } from '#agency'
import { bankingContribution } from '#banking'
import { deskContribution } from '#desk'
import { documentsContribution } from '#documents'
import { forgetOrder } from '#events'
import { newFreeSpace } from '#files/free-space'
import { rightsReader } from '#guard/guard-jobs'
import { brandOf, checkOf, httpContribution, object } from '#http'
import { identityContribution } from '#identity'
import { type JobRunner, newJobRunner } from '#jobs/job-runner'
import { ledgerContribution } from '#ledger'
import { filesComeBack, leftOfRemoved } from '#lifecycle/remove-company'
import { forgetOldMails } from '#mail/mail-expiry'
import { mailInContribution } from '#mail-in'
import type { Metrics, Tracing } from '#monitoring'
import { forgetEvents } from '#platform/event-log'
import { removeLeftovers } from '#platform/files'
import { defineJob, forgetFailedJobs, type Job, type JobKind, type Work } from '#platform/job'
import { localReader, readingsContribution } from '#readings'
import { recurringContribution, recurringService } from '#recurring'
import { remindersContribution, remindersService } from '#reminders'
import { forgetOldRequests } from '#request-log'
import { archiveContribution, salesContribution } from '#sales'
import { taxAccountContribution } from '#tax-account'
import { lazy } from '#threads/lazy'
import { anchoring } from '#verification/anchoring'
import { booksJob } from '#verification/verification-job'
import { webhookJobs, webhooksContribution, webhooksService } from '#webhooks'
import { demoYearJob } from './demo-job.ts'
import { mailCallbacks } from './mail-callbacks.ts'
import { rateFetching } from './rate-fetching.ts'
import type { System } from './system.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** An hourly job; after a failure it is retried a few times before its next turn. */
const hourly = (name: string, run: (work: Work) => Promise<unknown>, more: Partial<JobKind> = {}): Job =>
  defineJob(
    {
      name,
      payload: object({}),
      pausesMs: [MINUTE_MS, 5 * MINUTE_MS],
      timeLimitMs: 5 * MINUTE_MS,
      atOnce: 1,
      perTenant: 1,
      everyMs: HOUR_MS,
      ...more,
    },
    run,
  )

/** The cleanup jobs of every installation. */
export const cleaning: readonly Job[] = [
  hourly('answers.forget', ({ database, now, signal }) => httpContribution.forgetOldAnswers(database, now, signal)),
  hourly('tokens.forget', async ({ database, now, signal }) => {
    await accessContribution.forgetOldTokens({ db: database }, now, signal)
    await accessContribution.forgetUnused({ db: database }, now)
  }),
  hourly('visits.forget', ({ database, now }) => identityContribution.forgetOldVisits(database, now)),
  hourly('drafts.forget', ({ database, now }) => deskContribution.forgetOldDrafts(database, now)),
  hourly('events.forget', async ({ database, now, signal }) => {
    try {
      await forgetEvents(database, now, signal)
    } finally {
      // Runs even after a failure, for what has been deleted so far.
      await forgetOrder({ db: database })
    }
  }),
  hourly('links.forget', ({ database, now }) => agencyContribution.forgetOldLinks({ db: database }, now)),
  hourly('mails.forget', (work) => forgetOldMails(work, mailCallbacks)),
  hourly('received-mails.forget', ({ database, now }) => mailInContribution.forgetOldMailsIn(database, now)),
  hourly('deliveries.forget', ({ database, now, signal }) =>
    webhooksContribution.forgetOldDeliveries(database, now, signal),
  ),
  hourly('requests.forget', ({ database, now, signal }) => forgetOldRequests(database, now, signal)),
  hourly('jobs.forget', ({ database, now }) => forgetFailedJobs(database, now)),
  hourly('uploads.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, documentsContribution.uploadFiles),
  ),
  hourly('attachments.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, salesContribution.attachmentFiles),
  ),
  hourly('papers.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, archiveContribution.paperFiles),
  ),
  hourly('statements.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, bankingContribution.statementFiles),
  ),
  hourly('tax-account-files.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, taxAccountContribution.files),
  ),
  hourly('payment-files.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, bankingContribution.paymentFiles),
  ),
  hourly('sie-files.delete', ({ database, standing, now }) =>
    documentsContribution.deleteDroppedFiles(database, standing, now, ledgerContribution.sieFiles),
  ),
  hourly('leftovers.remove', ({ standing, now }) => removeLeftovers(standing.files, now), { inEachProcess: true }),
]

/** Webhooks; usually immediate, and anything missed by a process that ended is found within a minute. */
const telling: readonly Job[] = [
  ...webhookJobs(),
  hourly('deliveries.find', webhooksService.sendLost),
  hourly('webhooks.sweep', webhooksService.sweepWebhooks, { everyMs: MINUTE_MS, pausesMs: [] }),
]

/**
 * What companies have configured to be created automatically. Anything missed by a process that ended is found within a
 * quarter of an hour.
 */
const making: readonly Job[] = [
  ...recurringContribution.jobs(),
  hourly('recurring.find', recurringService.findDue, { everyMs: 15 * MINUTE_MS, pausesMs: [] }),
  ...remindersContribution.jobs(),
  hourly('reminders.find', remindersService.findReminders, { everyMs: 15 * MINUTE_MS, pausesMs: [] }),
  hourly('bank-months.reopen', bankingContribution.reopenMonths, { everyMs: MINUTE_MS, pausesMs: [] }),
]

/** Interprets documents on request. */
const reading = ({ standing }: System): readonly Job[] =>
  standing.readsDocuments ? readingsContribution.jobs(localReader()) : []

/** Without a mail server, mails stay in the outbox, where the operator can read them. */
const mailJobs = async ({ config: { smtpUrl, mailFrom: from } }: System): Promise<readonly Job[]> => {
  if (smtpUrl === undefined) return []
  const { mailJob } = await import('#mail/mail-sender')
  return [mailJob({ smtpUrl, from }, mailCallbacks)]
}

const everywhere: readonly Job[] = [...cleaning, ...telling, ...making]

/** Rollouts to clients of agencies, with the rights of the people who started them. */
export const rolloutJobs = (apiBrand: string): readonly Job[] =>
  agencyContribution.templateJobs(rightsReader(brandOf(apiBrand)))

/** The runner of this process; it is idle until started. */
export const jobRunnerOf = async (
  system: System,
  logger: Logger,
  { metrics, tracing }: { metrics: Metrics | null; tracing: Tracing | null },
): Promise<JobRunner> => {
  const { config, database, standing } = system
  const space = newFreeSpace(config.dataDir, config.minFreeSpace)
  return newJobRunner({
    database,
    standing,
    jobs: [
      ...everywhere,
      ...reading(system),
      ...rolloutJobs(config.apiBrand),
      ...(config.fetchesRates ? [rateFetching()] : []),
      demoYearJob,
      booksJob(config.anchorTimeStampCertificates),
      anchoring(config),
      leftOfRemoved,
      filesComeBack(config.backupKeepDays),
      ...(await mailJobs(system)),
    ],
    clock: () => new Date(),
    faultOf: faultOfPayload,
    report: (sentence, cause) => logger.warn({ err: cause }, sentence),
    ...(metrics ? { measure: metrics.measures.attempted } : {}),
    ...(tracing ? { trace: tracing.attempt } : {}),
    mayChange: space.require,
  })
}

const checks = new WeakMap<object, () => ReturnType<typeof checkOf>>()

/** The errors of a payload by its kind's schema. */
export const faultOfPayload = ({ payload: schema }: JobKind, payload: unknown): string | null => {
  const check = checks.get(schema) ?? lazy(() => checkOf(schema))
  checks.set(schema, check)
  const [fault] = check()(payload)
  return fault ? `${fault.field} ${fault.message}` : null
}
