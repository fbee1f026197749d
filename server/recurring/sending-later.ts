// Mails that exceeded a day's limit: their invoices are published on time and sent once the limit allows.
import { DateOnly, Id, object } from '#http'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type JobKind, queueJob } from '#platform/job'
import { phrase } from '#platform/refusal'

const MINUTE_MS = 60_000
/** The interval between attempts. */
export const NO_ROOM_PAUSE_MS = 60 * MINUTE_MS

const payload = object({ companyId: Id, recurringInvoiceId: Id, date: DateOnly })

/** Sends the invoice of a date. One at a time per company: the first that exceeds the limit postpones all others. */
export const sendLaterKind: JobKind<typeof payload> = {
  name: 'recurring.send',
  payload,
  pausesMs: [MINUTE_MS, 10 * MINUTE_MS, NO_ROOM_PAUSE_MS],
  timeLimitMs: MINUTE_MS,
  atOnce: 4,
  perTenant: 1,
  orderKeyOf: ({ recurringInvoiceId, date }) => `${recurringInvoiceId} ${date}`,
  afterMs: NO_ROOM_PAUSE_MS,
  postponedMs: NO_ROOM_PAUSE_MS,
}

/** Why the invoice of a date is not sent yet. */
export const waitsForRoom = phrase(
  'recurring.waits-for-room',
  'A company sends at most {limit} mails in 24 hours: this one will be sent automatically as soon as the limit permits',
  'Ett företag skickar högst {limit} mejl på 24 timmar: det här skickas automatiskt så snart gränsen tillåter',
)

/** Queues the sending of a date's invoice. */
export const sendLater = (call: CompanyCall, { id, date }: { id: string; date: Day }): Promise<void> =>
  queueJob(call, sendLaterKind, { companyId: call.companyId, recurringInvoiceId: id, date })
