// Reads the request log, and deletes old entries.
import { type Call, serviceTime } from '#platform/call'
import { momentText } from '#platform/day'
import type { Db } from '#platform/db'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { forgetOld } from '#privacy/forget'

/** How long requests are logged, in milliseconds (7 days). */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000

type LoggedError = {
  code: string
  message: string
  reason: string | null
  errors: { field: string; message: string | null; reason: string | null }[]
}

type Logged = {
  id: string
  happenedDateTime: string
  tokenId: string | null
  tenantId: string | null
  method: string
  path: string
  status: number
  durationMs: number
  requestId: string
  error: LoggedError | null
  leftOutBefore: number
}

/** An earlier version kept no reasons. */
type KeptError = Omit<LoggedError, 'reason' | 'errors'> & {
  reason?: string
  errors: { field: string; message: string | null; reason?: string | null }[]
}
type Row = Omit<Logged, 'happenedDateTime' | 'error'> & { happenedAt: Date; error: KeptError | null }

const COLUMNS = sql`r.id, r.happened_at as "happenedAt", r.token_id as "tokenId", r.tenant_id as "tenantId", r.method,
  r.path, r.status::int as status, r.duration_ms as "durationMs", r.request_id as "requestId", r.error,
  r.left_out as "leftOutBefore"`

/** A page of requests by a company's tokens, or by an integration; latest first. */
export const listRequests = (call: Call, holderId: string, request: PageRequest): Promise<Page<Logged>> => {
  const list: List<Row, Logged> = {
    name: 'requests',
    columns: COLUMNS,
    from: sql`request_log.request r`,
    where: sql`r.holder_id = ${holderId} and r.happened_at > ${new Date(serviceTime(call).getTime() - KEPT_MS)}`,
    key: [sql`r.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        status: { type: 'number', column: sql`r.status` },
        method: { type: 'string', column: sql`r.method` },
        path: { type: 'string', column: sql`r.path` },
        tokenId: { type: 'string', column: sql`r.token_id::text` },
        requestId: { type: 'string', column: sql`r.request_id` },
        happenedDateTime: { type: 'datetime', column: sql`r.happened_at` },
      },
    },
    itemOf: ({ happenedAt, ...row }) => ({ ...shown(row), happenedDateTime: momentText(happenedAt) }),
  }
  return listPage({ ...call, companyId: holderId }, list, request)
}

/** Without the columns that the list adds. */
const shown = ({
  id,
  tokenId,
  tenantId,
  method,
  path,
  status,
  durationMs,
  requestId,
  error,
  leftOutBefore,
}: Omit<Row, 'happenedAt'>) => ({
  id,
  tokenId,
  tenantId,
  method,
  path,
  status,
  durationMs,
  requestId,
  error: error && {
    ...error,
    reason: error.reason ?? null,
    errors: error.errors.map((one) => ({ ...one, reason: one.reason ?? null })),
  },
  leftOutBefore,
})

/** Deletes entries older than a week. */
export const forgetOldRequests = async (db: Db, now: Date, signal?: AbortSignal): Promise<void> => {
  const upto = new Date(now.getTime() - KEPT_MS)
  await forgetOld(db, { table: sql`request_log.request`, at: sql`happened_at`, upto, signal })
}
