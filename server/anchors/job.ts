// The job that makes an anchor each day, and sends out those that were not sent yet.
import { Type } from 'typebox'
import { dayOf, startOf } from '#platform/day'
import { defineJob, type Job, type JobKind } from '#platform/job'
import { type HeadSource, makeAnchor } from './anchor.ts'
import { type Outside, sendAnchors } from './outside.ts'

const HOUR_MS = 60 * 60 * 1000
const MINUTE_MS = 60_000

const Payload = Type.Object({}, { additionalProperties: false })

/** Every hour, so that a service that was down at midnight catches up. */
const anchorKind: JobKind<typeof Payload> = {
  name: 'anchors.make',
  payload: Payload,
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS],
  timeLimitMs: HOUR_MS,
  atOnce: 1,
  perTenant: 1,
  everyMs: HOUR_MS,
}

export const anchorJob = (sources: readonly HeadSource[], outside: Outside): Job =>
  defineJob(anchorKind, async (work) => {
    await makeAnchor(work, sources, startOf(dayOf(work.now)))
    await sendAnchors(work, outside)
  })
