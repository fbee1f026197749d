// Cancels a reminder: checks whether its claim has been paid, and stores the cancellation.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { DeclaredSentence, keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import { chargesOn } from '#sales'
import { interestOfLatest } from './claim.ts'

/** Whether the invoice has more charges than its other reminders claim: then this reminder's claim has been paid. */
export const isClaimPaid = async (
  call: CompanyCall,
  { id, invoiceId }: { id: string; invoiceId: string },
): Promise<boolean> => {
  const { isPaid } = await call.db.one<{ isPaid: boolean }>(sql`
    select coalesce(bool_or(c.fee_ore > o.fees_ore or c.interest_ore > o.interest_ore), false) as "isPaid"
    from ${chargesOn(call, sql`${invoiceId}`)} c
    cross join lateral (
      select coalesce(sum(r.fee_ore), 0) as fees_ore, coalesce(${interestOfLatest}, 0) as interest_ore
      from reminders.reminder r
      where r.company_id = ${call.companyId} and r.invoice_id = ${invoiceId} and r.id <> ${id}
        and r.cancelled_at is null
    ) o`)
  return isPaid
}

/** `invoice` is its number; `reason` is what people wrote, or a sentence of the service. */
type Cancelled = { id: string; invoice: string; number: number; reason: string | DeclaredSentence }

/** Stores the cancellation of a reminder, by whom and why. */
export const keepCancelled = async (call: CompanyCall, { id, invoice, number, reason }: Cancelled): Promise<void> => {
  const { db, companyId, actor, now } = call
  const said = reason instanceof DeclaredSentence ? keptOf(reason) : null
  await db.rows(sql`
    update reminders.reminder set cancelled_at = ${now}, cancelled_by = ${actor.name},
      cancel_reason = ${String(reason)}, cancel_said = ${said && JSON.stringify(said)}::jsonb, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'reminder.cancelled', { id }, { id, invoice, number, reason: String(reason) })
}
