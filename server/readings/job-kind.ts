// The job that reads an upload, with the lowest priority.
import { Id, object } from '#http'
import type { JobKind } from '#platform/job'

const MINUTE_MS = 60_000

const payload = object({ companyId: Id, uploadId: Id })

export const readingKind: JobKind<typeof payload> = {
  name: 'upload.read',
  payload,
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS],
  timeLimitMs: 15 * MINUTE_MS,
  atOnce: 2,
  perTenant: 1,
  orderKeyOf: ({ uploadId }) => uploadId,
  isOneEnough: true,
}
