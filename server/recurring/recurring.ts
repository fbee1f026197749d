// Recurring invoices (avtalsfakturor): create, change, pause, end, delete. Invoices made from them are ordinary
// invoices and are unaffected.
import { type CompanyCall, warnOf } from '#platform/call'
import { type Day, dayOf, isDay } from '#platform/day'
import { microFromNumber } from '#platform/decimal'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, phrase, refuseIfAny } from '#platform/refusal'
import type { KeptSaid } from '#platform/sentences'
import { type Sql, sql } from '#platform/sql'
import { examineInvoice, type InvoiceBody, lockAgainstRemoval, MAX_DESCRIPTION_LENGTH, type UsesOf } from '#sales'
import { recurringFaults as faults, recurringRefusals as refusals } from './refusals.ts'
import { dateAt, longestText, numberFrom, type PriceChange, type Schedule, seamOf } from './schedule.rules.ts'

/** The content of the invoices, without their dates. */
type InvoicePart = Omit<InvoiceBody, 'type' | 'invoiceDate' | 'dueDate' | 'taxReduction' | 'customerRef'> & {
  customerRef: { id: string }
}

type State = 'active' | 'paused' | 'ended'

export type Recurring = {
  id: string
  invoice: InvoicePart
  paymentTermsDays: number | null
  schedule: Schedule
  missed: 'skip' | 'make'
  outcome: 'draft' | 'published' | 'sent'
  language: 'sv' | 'en'
  priceChanges: readonly PriceChange[]
  state: State
  /** Both null if it has ended. */
  nextDate: Day | null
  nextNumber: number | null
  createdByKind: 'token' | 'integration' | 'user' | 'operator'
  createdById: string
  createdByName: string
  modifiedAt: Date
  /** Null if the customer has been deleted. */
  customerName: string | null
  last: Occurrence | null
}

type Outcome = 'none' | 'draft' | 'published' | 'sent'

/** The outcome of a date. `failure` says why it is less than requested, `handledAt` when that was dealt with. */
export type Occurrence = {
  date: Day
  outcome: Outcome
  invoiceId: string | null
  failure: string | null
  failureSaid: KeptSaid | null
  madeAt: Date
  handledAt: Date | null
}

/** A recurring invoice in a request; omitted fields have defaults. */
export type RecurringBody = InvoicePart & {
  paymentTermsDays?: number | null | undefined
  schedule: {
    every: number
    unit: Schedule['unit']
    dayOfMonth?: number | null | undefined
    firstDate: string
    lastDate?: string | null | undefined
    times?: number | null | undefined
    invoiced?: Schedule['invoiced'] | undefined
  }
  missed?: Recurring['missed'] | undefined
  outcome?: Recurring['outcome'] | undefined
  language?: Recurring['language'] | undefined
  priceChanges?: readonly PriceChange[] | undefined
}

/** Maximum number of recurring invoices of a company. */
const MAX_RECURRING = 20_000
/** Percentages have at most two decimals. */
const HUNDREDTHS = 100

const columns: Sql = sql`
  s.id, s.invoice, s.terms_days as "paymentTermsDays", s.every, s.unit, s.day_of_month as "dayOfMonth",
  s.first_date as "firstDate", s.last_date as "lastDate", s.times, s.invoiced, s.missed, s.outcome, s.language,
  s.price_changes as "priceChanges", s.state, s.next_date as "nextDate", s.next_number as "nextNumber",
  s.created_by_kind as "createdByKind", s.created_by_id as "createdById", s.created_by_name as "createdByName",
  s.modified_at as "modifiedAt", c.name as "customerName", o.date as "madeDate", o.outcome as "madeOutcome",
  o.invoice_id as "madeInvoiceId", o.failure as "madeFailure",
  o.failure_said as "madeSaid", o.made_at as "madeAt", o.handled_at as "handledAt"`

/** With its customer's name, and its latest occurrence. */
const tables: Sql = sql`
  recurring.schedule s
  left join sales.customer_view c on c.company_id = s.company_id and c.id = s.customer_id
  left join lateral (
    select * from recurring.occurrence o where o.company_id = s.company_id and o.schedule_id = s.id
    order by o.date desc limit 1
  ) o on true`

type Stored = Omit<Recurring, 'schedule' | 'last'> &
  Schedule & {
    madeDate: Day | null
    madeOutcome: Outcome
    madeInvoiceId: string | null
    madeFailure: string | null
    madeSaid: KeptSaid | null
    madeAt: Date
    handledAt: Date | null
  }

const recurringOf = (row: Stored): Recurring => {
  const { every, unit, dayOfMonth, firstDate, lastDate, times, invoiced, ...whole } = row
  const { madeDate, madeOutcome, madeInvoiceId, madeFailure, madeSaid, madeAt, handledAt, ...rest } = whole
  const failed = { failure: madeFailure, failureSaid: madeSaid }
  const made = { outcome: madeOutcome, invoiceId: madeInvoiceId, ...failed, madeAt, handledAt }
  return {
    ...rest,
    schedule: { every, unit, dayOfMonth, firstDate, lastDate, times, invoiced },
    last: madeDate === null ? null : { date: madeDate, ...made },
  }
}

const listOf = (companyId: string): List<Stored, Recurring> => ({
  name: 'recurring-invoices',
  columns,
  from: tables,
  where: sql`s.company_id = ${companyId}`,
  key: [sql`s.id`],
  keyOf: ({ id }) => [id],
  filters: {
    properties: {
      customerId: { type: 'id', column: sql`s.customer_id` },
      customerRef: { type: 'string', column: sql`c.name` },
      outcome: { type: 'string', column: sql`s.outcome` },
      state: { type: 'string', column: sql`s.state` },
      nextDate: { type: 'date', column: sql`s.next_date` },
      modifiedDateTime: { type: 'datetime', column: sql`s.modified_at` },
    },
  },
  itemOf: recurringOf,
})

/** The company's recurring invoices, newest first. */
export const listRecurring = (call: CompanyCall, request: PageRequest): Promise<Page<Recurring>> =>
  listPage(call, listOf(call.companyId), request)

/**
 * One recurring invoice; refused as not found if it does not exist. With `lock` it is locked until the transaction
 * ends.
 */
export const getRecurring = async (
  { db, companyId }: CompanyCall,
  id: string,
  { lock = false }: { lock?: boolean } = {},
): Promise<Recurring> => {
  const row = await db.maybe<Stored>(sql`
    select ${columns} from ${tables} where s.company_id = ${companyId} and s.id = ${id}
    ${lock ? sql`for update of s` : sql``}`)
  if (!row) throw refusals.recurringNotFound({ id })
  return recurringOf(row)
}

/** Fills in the defaults. */
const wholeOf = (body: RecurringBody) => {
  const { paymentTermsDays, schedule, missed, outcome, language, priceChanges, ...invoice } = body
  const { dayOfMonth, firstDate, lastDate, times, invoiced, ...step } = schedule
  return {
    invoice: { ...invoice, lineItems: invoice.lineItems.map(({ id: _, ...line }) => line) },
    paymentTermsDays: paymentTermsDays ?? null,
    schedule: {
      ...step,
      dayOfMonth: dayOfMonth ?? null,
      firstDate: firstDate as Day,
      lastDate: (lastDate ?? null) as Day | null,
      times: times ?? null,
      invoiced: invoiced ?? ('inAdvance' as const),
    },
    missed: missed ?? ('skip' as const),
    outcome: outcome ?? ('draft' as const),
    language: language ?? ('sv' as const),
    priceChanges: priceChanges ?? [],
  }
}

type Whole = ReturnType<typeof wholeOf>

/** Adds a recurring invoice. */
export const createRecurring = async (call: CompanyCall, body: RecurringBody): Promise<Recurring> => {
  const { db, companyId, actor, now } = call
  await keepParts(call, body)
  refuseIfAny(await examineRecurring(call, body))
  const { count } = await db.one<{ count: bigint }>(
    sql`select count(*) from recurring.schedule where company_id = ${companyId}`,
  )
  if (count >= MAX_RECURRING) throw refusals.tooManyRecurring({ limit: MAX_RECURRING })
  const id = newId()
  const whole = wholeOf(body)
  const { schedule } = whole
  await db.rows(sql`
    insert into recurring.schedule (
      company_id, id, customer_id, invoice, terms_days, every, unit, day_of_month, first_date, last_date, times,
      invoiced, missed, outcome, language, price_changes, state, next_date, next_number, created_by_kind, created_by_id,
      created_by_name, created_at, modified_at)
    values (${companyId}, ${id}, ${body.customerRef.id}, ${JSON.stringify(whole.invoice)}::jsonb,
      ${whole.paymentTermsDays}, ${schedule.every}, ${schedule.unit}, ${schedule.dayOfMonth}, ${schedule.firstDate},
      ${schedule.lastDate}, ${schedule.times}, ${schedule.invoiced}, ${whole.missed}, ${whole.outcome},
      ${whole.language}, ${JSON.stringify(whole.priceChanges)}::jsonb, 'active', ${dateAt(schedule, 0)}, 0,
      ${actor.kind}, ${actor.id}, ${actor.name}, ${now}, ${now})`)
  recordEvent(call, 'recurring-invoice.created', { id })
  return getRecurring(call, id)
}

/** Locks the customer and items against deletion. */
const keepParts = (call: CompanyCall, { customerRef, lineItems }: RecurringBody): Promise<void> =>
  lockAgainstRemoval(call, {
    customerId: customerRef.id,
    itemIds: lineItems.flatMap(({ itemRef }) => itemRef?.id ?? []),
  })

/** How many active or paused recurring invoices use a customer or an item. */
export const recurringUsesOf: UsesOf = async ({ db, companyId }, of) => {
  const has =
    'customerId' in of
      ? sql`s.customer_id = ${of.customerId}`
      : sql`exists (
          select from jsonb_array_elements(s.invoice->'lineItems') line
          where lower(line->'itemRef'->>'id') = ${of.itemId.toLowerCase()})`
  const { count } = await db.one<{ count: number }>(sql`
    select count(*)::int as count from recurring.schedule s
    where s.company_id = ${companyId} and s.state <> 'ended' and ${has}`)
  return count
}

/**
 * Replaces all content. Later invoices follow it; dates already made are not made again, and if none is left, it has
 * ended.
 */
export const updateRecurring = async (call: CompanyCall, id: string, body: RecurringBody): Promise<Recurring> => {
  const { db, companyId, now } = call
  const before = await getRecurring(call, id, { lock: true })
  if (before.state === 'ended') throw refusals.recurringEnded({ id })
  await keepParts(call, body)
  refuseIfAny(await examineRecurring(call, body, before))
  const whole = wholeOf(body)
  const { schedule } = whole
  const next = await nextOf(call, before, whole)
  warnOfSeam(call, before, { schedule, date: next === null ? null : dateAt(schedule, next) })
  await db.rows(sql`
    update recurring.schedule set customer_id = ${body.customerRef.id},
      invoice = ${JSON.stringify(whole.invoice)}::jsonb, terms_days = ${whole.paymentTermsDays},
      every = ${schedule.every}, unit = ${schedule.unit}, day_of_month = ${schedule.dayOfMonth},
      first_date = ${schedule.firstDate}, last_date = ${schedule.lastDate}, times = ${schedule.times},
      invoiced = ${schedule.invoiced}, missed = ${whole.missed}, outcome = ${whole.outcome},
      language = ${whole.language}, price_changes = ${JSON.stringify(whole.priceChanges)}::jsonb,
      state = ${next === null ? 'ended' : before.state}, next_date = ${next === null ? null : dateAt(schedule, next)},
      next_number = ${next}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
  recordEvent(call, 'recurring-invoice.changed', { id })
  return getRecurring(call, id)
}

/**
 * The number of the next date in a new schedule: none already made, or before the one that waits now; null if there is
 * none.
 */
const nextOf = async (call: CompanyCall, before: Recurring, { schedule }: Whole): Promise<number | null> => {
  const { db, companyId, now } = call
  const { made } = await db.one<{ made: Day | null }>(sql`
    select (max(date) + 1) as made from recurring.occurrence
    where company_id = ${companyId} and schedule_id = ${before.id}`)
  const today = dayOf(now)
  const waiting = before.nextDate !== null && before.nextDate < today ? before.nextDate : today
  return numberFrom(schedule, made !== null && made > waiting ? made : waiting)
}

/** Dates are never made twice, but periods may overlap if a change moves the dates. */
const warnOfSeam = (
  call: CompanyCall,
  { schedule: former, last, nextDate }: Recurring,
  { schedule, date }: { schedule: Schedule; date: Day | null },
): void => {
  // A failed date may have no invoice.
  if (!last?.invoiceId || nextDate === null || date === null) return
  const seam = seamOf({ schedule: former, lastDate: last.date, nextDate }, { schedule, date })
  if (seam === null) return
  const { kind, from, to } = seam
  warnOf(call, [{ field: '#/schedule', message: seams[kind]({ from, to, date }) }])
}

const seams = {
  again: phrase(
    'recurring.again',
    'the days {from} to {to} have already been invoiced, and the next invoice, of {date}, covers them again',
    'dagarna {from} till {to} är redan fakturerade, och nästa faktura, {date}, avser dem igen',
  ),
  left: phrase(
    'recurring.left',
    'no invoice covers the days {from} to {to}: the next one, of {date}, covers the time after them',
    'dagarna {from} till {to} kommer inte med på någon faktura: nästa, {date}, avser tiden efter dem',
  ),
}

/** Deletes a recurring invoice with its list of occurrences. */
export const deleteRecurring = async (call: CompanyCall, id: string): Promise<void> => {
  await getRecurring(call, id, { lock: true })
  await call.db.rows(sql`delete from recurring.schedule where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'recurring-invoice.deleted', { id })
}

/** Pauses it: no invoices are made until it is resumed. */
export const pauseRecurring = (call: CompanyCall, id: string): Promise<Recurring> => move(call, id, 'active', 'paused')

/** Resumes it; dates that passed meanwhile are made now, or skipped, according to its setting. */
export const resumeRecurring = (call: CompanyCall, id: string): Promise<Recurring> => move(call, id, 'paused', 'active')

const move = async (call: CompanyCall, id: string, from: State, to: 'active' | 'paused'): Promise<Recurring> => {
  const before = await getRecurring(call, id, { lock: true })
  const { state, schedule, nextNumber, missed } = before
  if (state === 'ended') throw refusals.recurringEnded({ id })
  if (state !== from) throw refusals.recurringNotActive({ id, state })
  const skips = to === 'active' && missed === 'skip'
  const next = skips ? numberFrom(schedule, dayOf(call.now), nextNumber ?? 0) : nextNumber
  await keepNext(call, before, next, to)
  recordEvent(call, to === 'active' ? 'recurring-invoice.resumed' : 'recurring-invoice.paused', { id })
  return getRecurring(call, id)
}

/** Ends it. */
export const endRecurring = async (call: CompanyCall, id: string): Promise<Recurring> => {
  const before = await getRecurring(call, id, { lock: true })
  if (before.state === 'ended') throw refusals.recurringEnded({ id })
  await keepNext(call, before, null, 'active')
  recordEvent(call, 'recurring-invoice.ended', { id })
  return getRecurring(call, id)
}

/** Stores the next date; without one it has ended. */
export const keepNext = async (
  { db, companyId, now }: CompanyCall,
  { id, schedule }: Pick<Recurring, 'id' | 'schedule'>,
  number: number | null,
  state: 'active' | 'paused',
): Promise<void> => {
  const date = number === null ? null : dateAt(schedule, number)
  await db.rows(sql`
    update recurring.schedule set next_date = ${date}, next_number = ${date === null ? null : number},
      state = ${date === null ? 'ended' : state}, modified_at = ${now}
    where company_id = ${companyId} and id = ${id}`)
}

/** Updates its modification time, since its latest occurrence is shown with it. */
export const touch = async ({ db, companyId, now }: CompanyCall, id: string): Promise<void> => {
  await db.rows(sql`
    update recurring.schedule set modified_at = ${now} where company_id = ${companyId} and id = ${id}`)
}

/** All errors in a body, which may lack required fields. `before` is what it changes, if known. */
export const examineRecurring = async (
  call: CompanyCall,
  body: unknown,
  before: Recurring | 'unknown' | null = null,
): Promise<FieldError[]> => {
  const { schedule, priceChanges, lineItems } = Object(body) as Partial<RecurringBody>
  const { paymentTermsDays: _, ...said } = Object(body) as Partial<RecurringBody>
  const errors = await examineInvoice(call, { ...said, invoiceDate: dayOf(call.now) })
  const lines = Array.isArray(lineItems) ? lineItems : []
  for (const [index, line] of lines.entries()) {
    const { description } = Object(line) as { description?: unknown }
    if (typeof description !== 'string' || longestText(description) <= MAX_DESCRIPTION_LENGTH) continue
    errors.push(faults.lineText(`#/lineItems/${index}/description`, { limit: MAX_DESCRIPTION_LENGTH }))
  }
  return [...errors, ...wrongInChanges(priceChanges, lines.length), ...wrongInSchedule(call, schedule, before)]
}

const wrongInChanges = (changes: RecurringBody['priceChanges'], lines: number): FieldError[] =>
  (Array.isArray(changes) ? changes : []).flatMap((change: PriceChange, index) => {
    const field = `#/priceChanges/${index}`
    if (change?.kind === 'price' && change.line > lines) {
      return [faults.noSuchLine(`${field}/line`, { line: change.line })]
    }
    if (change?.kind === 'price') {
      return microFromNumber(change.unitPrice) === null ? [faults.priceDecimals(`${field}/unitPrice`)] : []
    }
    const hundredths = change?.kind === 'percent' ? change.percent * HUNDREDTHS : 0
    return Math.abs(hundredths - Math.round(hundredths)) > 1e-6 ? [faults.percentDecimals(`${field}/percent`)] : []
  })

const wrongInSchedule = (
  { now }: CompanyCall,
  asked: RecurringBody['schedule'] | undefined,
  before: Recurring | 'unknown' | null,
): FieldError[] => {
  const { firstDate, every, unit } = Object(asked) as Partial<RecurringBody['schedule']>
  if (!asked || typeof firstDate !== 'string' || !isDay(firstDate) || !Number.isInteger(every) || !unit) return []
  const today = dayOf(now)
  const isKept = before === 'unknown' || firstDate === before?.schedule.firstDate
  if (firstDate < today && !isKept) {
    return [faults.firstDatePast('#/schedule/firstDate', { today })]
  }
  const schedule = wholeOf({ customerRef: { id: '' }, lineItems: [], schedule: asked }).schedule
  return numberFrom(schedule, before === null ? firstDate : today) === null ? [faults.noDates('#/schedule')] : []
}
