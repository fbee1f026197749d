// Holds: customers and invoices that are not reminded, such as a disputed one.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { reminderFaults as faults, reminderRefusals as refusals } from './refusals.ts'

export type Hold = {
  id: string
  customerId: string | null
  invoiceId: string | null
  reason: string
  placedBy: string
  placedAt: Date
}

type HoldBody = {
  customerId?: string | null | undefined
  invoiceId?: string | null | undefined
  reason?: string
}

/** Maximum number of holds of a company. */
const MAX_HOLDS = 50_000

const columns = sql`
  h.id, h.customer_id as "customerId", h.invoice_id as "invoiceId", h.reason, h.actor_name as "placedBy",
  h.placed_at as "placedAt"`

const listOf = (companyId: string): List<Hold, Hold> => ({
  name: 'reminder-holds',
  columns,
  from: sql`reminders.hold h`,
  where: sql`h.company_id = ${companyId}`,
  key: [sql`h.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      customerId: { type: 'id', column: sql`h.customer_id` },
      invoiceId: { type: 'id', column: sql`h.invoice_id` },
      modifiedDateTime: { type: 'datetime', column: sql`h.placed_at` },
    },
  },
  itemOf: ({ id, customerId, invoiceId, reason, placedBy, placedAt }) => ({
    id,
    customerId,
    invoiceId,
    reason,
    placedBy,
    placedAt,
  }),
})

/** The holds of a company, newest first. */
export const listHolds = (call: CompanyCall, request: PageRequest): Promise<Page<Hold>> =>
  listPage(call, listOf(call.companyId), request)

/** One of them; refused as not found. */
export const getHold = async ({ db, companyId }: CompanyCall, id: string, { lock = false } = {}): Promise<Hold> => {
  const hold = await db.maybe<Hold>(sql`
    select ${columns} from reminders.hold h where h.company_id = ${companyId} and h.id = ${id}
    ${lock ? sql`for update` : sql``}`)
  if (!hold) throw refusals.holdNotFound({ id })
  return hold
}

/** Places a hold on a customer or an invoice. */
export const placeHold = async (call: CompanyCall, body: HoldBody): Promise<Hold> => {
  const { db, companyId, actor, now } = call
  const { customerId = null, invoiceId = null, reason = '' } = body
  if ((customerId === null) === (invoiceId === null)) refuseIfAny([faults.oneOfTwo('#')])
  await requireThere(call, customerId, invoiceId)
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from reminders.hold where company_id = ${companyId}`,
  )
  if (count >= MAX_HOLDS) throw refusals.tooManyHolds({ limit: MAX_HOLDS })
  const id = newId()
  const placed = await db.maybe(sql`
    insert into reminders.hold (company_id, id, customer_id, invoice_id, reason, actor_kind, actor_id, actor_name,
      placed_at)
    values (${companyId}, ${id}, ${customerId}, ${invoiceId}, ${reason.trim()}, ${actor.kind}, ${actor.id},
      ${actor.name}, ${now})
    on conflict do nothing returning id`)
  if (!placed) {
    const there = await db.maybe<{ id: string }>(sql`
      select id from reminders.hold
      where company_id = ${companyId} and (customer_id = ${customerId} or invoice_id = ${invoiceId})`)
    throw refusals.alreadyHeld({ id: there?.id ?? '' })
  }
  recordEvent(call, 'reminder-hold.placed', { id }, { id, customerId, invoiceId })
  return getHold(call, id)
}

const requireThere = async (
  { db, companyId }: CompanyCall,
  customerId: string | null,
  invoiceId: string | null,
): Promise<void> => {
  const { customer, invoice } = await db.one<{ customer: boolean; invoice: boolean }>(sql`
    select exists (select from sales.customer_view where company_id = ${companyId} and id = ${customerId}) as customer,
      exists (select from sales.invoice_view
        where company_id = ${companyId} and id = ${invoiceId} and kind = 'invoice') as invoice`)
  if (customerId !== null && !customer) refuseIfAny([faults.unknownCustomer('#/customerId', { id: customerId })])
  if (invoiceId !== null && !invoice) refuseIfAny([faults.unknownInvoice('#/invoiceId', { id: invoiceId })])
}

/** Lifts a hold: reminders are sent again. */
export const liftHold = async (call: CompanyCall, id: string): Promise<void> => {
  const { customerId, invoiceId } = await getHold(call, id, { lock: true })
  await call.db.rows(sql`delete from reminders.hold where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'reminder-hold.lifted', { id }, { id, customerId, invoiceId })
}
