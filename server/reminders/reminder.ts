// Reminders (påminnelser): make, read and cancel; each number once per invoice.
import type { FileAnswer } from '#http'
import { type CompanyCall, warn } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import type { KeptSaid } from '#platform/sentences'
import { type Sql, sql } from '#platform/sql'
import { lockInvoices } from '#sales'
import { isClaimPaid, keepCancelled } from './cancelling.ts'
import { type Claim, claimOf, rateUnknown } from './claim.ts'
import { type Delivery, type Mailing, mailReminder, mailsSql, recipientsOf, withdrawReminder } from './mailing.ts'
import { reminderRefusals as refusals } from './refusals.ts'
import { type Sheet, sheetAnswer, sheetOf } from './sheet.ts'

export type Reminder = {
  id: string
  invoiceId: string
  invoiceNumber: string
  customerId: string | null
  customerName: string
  number: number
  date: Day
  dueDate: Day
  unpaidOre: Ore
  feeOre: Ore
  feesOre: Ore
  interestOre: Ore
  spans: readonly KeptSpan[]
  isAutomatic: boolean
  madeBy: string
  madeAt: Date
  cancelledAt: Date | null
  cancelledBy: string | null
  cancelReason: string | null
  cancelSaid: KeptSaid | null
  modifiedAt: Date
  mails: readonly Mailing[]
}

/** A period of interest in JSON; the amount is text in whole öre. */
type KeptSpan = {
  fromDate: Day
  toDate: Day
  days: number
  unpaidOre: string
  rate: number
  referenceRate: number | null
  isRateKnown: boolean
}

type ReminderBody = Delivery & {
  /** The expected number of the reminder, as the caller has seen it. */
  number?: number | undefined
}

const columns: Sql = sql`
  r.id, r.invoice_id as "invoiceId", i.number::text as "invoiceNumber", i.customer_id as "customerId",
  coalesce(i.customer_name, '') as "customerName", r.number, r.date, r.due_date as "dueDate",
  r.unpaid_ore as "unpaidOre", r.fee_ore as "feeOre", r.fees_ore as "feesOre", r.interest_ore as "interestOre", r.spans,
  r.is_automatic as "isAutomatic", r.actor_name as "madeBy", r.made_at as "madeAt", r.cancelled_at as "cancelledAt",
  r.cancelled_by as "cancelledBy", r.cancel_reason as "cancelReason", r.cancel_said as "cancelSaid",
  r.modified_at as "modifiedAt",
  ${mailsSql} as mails`

const tables: Sql = sql`
  reminders.reminder r join sales.invoice_view i on i.company_id = r.company_id and i.id = r.invoice_id`

const listOf = (companyId: string): List<Reminder, Reminder> => ({
  name: 'reminders',
  columns,
  from: tables,
  where: sql`r.company_id = ${companyId}`,
  key: [sql`r.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      invoiceId: { type: 'id', column: sql`r.invoice_id` },
      invoiceNumber: { type: 'integer', column: sql`i.number` },
      customerId: { type: 'id', column: sql`i.customer_id` },
      customerRef: { type: 'string', column: sql`coalesce(i.customer_name, '')` },
      date: { type: 'date', column: sql`r.date` },
      dueDate: { type: 'date', column: sql`r.due_date` },
      state: {
        type: { oneOf: ['open', 'cancelled'] },
        column: sql`(case when r.cancelled_at is null then 'open' else 'cancelled' end)`,
      },
      modifiedDateTime: { type: 'datetime', column: sql`r.modified_at` },
    },
  },
  itemOf: (row) => row,
})

/** The reminders of a company, newest first. */
export const listReminders = (call: CompanyCall, request: PageRequest): Promise<Page<Reminder>> =>
  listPage(call, listOf(call.companyId), request)

/** One of them; refused as not found. */
export const getReminder = async (
  { db, companyId }: CompanyCall,
  id: string,
  { lock = false } = {},
): Promise<Reminder> => {
  const found = await db.maybe<Reminder>(sql`
    select ${columns} from ${tables} where r.company_id = ${companyId} and r.id = ${id}
    ${lock ? sql`for update of r` : sql``}`)
  if (!found) throw refusals.reminderNotFound({ id })
  return found
}

/** The stored content of a reminder. */
export const sheetOfReminder = async ({ db, companyId }: CompanyCall, id: string): Promise<Sheet> => {
  const found = await db.maybe<{ sheet: Sheet }>(sql`
    select sheet from reminders.reminder where company_id = ${companyId} and id = ${id}`)
  if (!found) throw refusals.reminderNotFound({ id })
  return found.sheet
}

/** The reminders, newest first, each as the PDF that was sent. */
export const filesOfReminders = async (
  call: CompanyCall,
  request: PageRequest,
): Promise<Page<{ id: string; open: (after: CompanyCall) => Promise<FileAnswer> }>> => {
  const { items, ...page } = await listReminders(call, request)
  const open = async (after: CompanyCall, id: string) => sheetAnswer(after, await sheetOfReminder(after, id))
  return { ...page, items: items.map(({ id }) => ({ id, open: (after) => open(after, id) })) }
}

/** The claim of the next reminder today. */
export const previewReminder = async (call: CompanyCall, invoiceId: string): Promise<Claim> => {
  const claim = await claimOf(call, invoiceId)
  warnOfRates(call, claim)
  return claim
}

const warnOfRates = (call: CompanyCall, { spans }: Claim): void => {
  if (spans.some(({ isRateKnown }) => !isRateKnown)) warn(call, rateUnknown())
}

/** Makes a reminder of an invoice with its current claim, under lock. */
export const makeReminder = async (
  call: CompanyCall,
  invoiceId: string,
  body: ReminderBody,
  { isAutomatic = false } = {},
): Promise<Reminder> => {
  const { db, companyId, actor, now } = call
  await lockInvoices(call, [invoiceId])
  const claim = await claimOf(call, invoiceId)
  const { number, invoice } = claim
  if (body.number !== undefined && body.number !== number) throw refusals.overtaken({ number, invoice: invoice.number })
  const to = recipientsOf(body, invoice.email)
  const { sheet, subject, text } = await sheetOf(call, claim)
  const id = newId()
  await db.rows(sql`
    insert into reminders.reminder (company_id, id, invoice_id, number, date, due_date, unpaid_ore, fee_ore, fees_ore,
      interest_ore, spans, sheet, is_automatic, actor_kind, actor_id, actor_name, made_at, modified_at)
    values (${companyId}, ${id}, ${invoice.id}, ${number}, ${claim.date}, ${claim.dueDate}, ${claim.unpaidOre},
      ${claim.feeOre}, ${claim.feesOre}, ${claim.interestOre}, ${spansJson(claim)}::jsonb,
      ${JSON.stringify(sheet)}::jsonb, ${isAutomatic}, ${actor.kind}, ${actor.id}, ${actor.name}, ${now}, ${now})`)
  const { name: senderName, email: replyTo } = sheet.paper.invoice.seller
  await mailReminder(call, { reminderId: id, to, subject, text, senderName, replyTo })
  recordEvent(call, 'reminder.created', { id }, { id, invoice: invoice.number, number, mails: to.length })
  warnOfRates(call, claim)
  return getReminder(call, id)
}

const spansJson = ({ spans }: Claim): string =>
  JSON.stringify(spans.map(({ unpaidOre, ...span }) => ({ ...span, unpaidOre: String(unpaidOre) })))

/** Cancels a reminder and its pending mails: its claim lapses, unless it was paid. */
export const cancelReminder = async (
  call: CompanyCall,
  id: string,
  { reason }: { reason: string },
): Promise<Reminder> => {
  const { invoiceId } = await getReminder(call, id)
  await lockInvoices(call, [invoiceId])
  const { cancelledAt, invoiceNumber, number } = await getReminder(call, id, { lock: true })
  if (cancelledAt !== null) throw refusals.alreadyCancelled({ id })
  if (await isClaimPaid(call, { id, invoiceId })) throw refusals.claimPaid({ id })
  await keepCancelled(call, { id, invoice: invoiceNumber, number, reason: reason.trim() })
  await withdrawReminder(call, id)
  return getReminder(call, id)
}
