// Bank payments (bankbetalningar): what an integration asks the company to pay. It makes them and reads its own; people
// sign them, see signing.ts.
import { type CompanyCall, isOfApi, warn } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { happen } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { isId, newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Ore, textFromOre } from '#platform/money'
import { type FieldError, phrase, refuseIfAny } from '#platform/refusal'
import { empty, type Sql, sql } from '#platform/sql'
import { namedInvoices } from '#purchasing'
import {
  type PaymentBody,
  type PaymentContent,
  type PaymentState,
  paymentContentOf,
  paymentStatuses,
  wrongInPayment,
} from './payment.rules.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { isTakenBack } from './payment-status.rules.ts'

export type PaymentRecord = PaymentContent & {
  id: string
  state: PaymentState
  /** Why it is not paid, in the words of the bank or of who noted it. */
  reason: string | null
  /** Why, as a code of the bank. */
  reasonCode: string | null
  /** What the newest status report says of it, and when the bank made that report. */
  bankStatus: string | null
  bankStatusAt: Date | null
  /** Whether a person has to look at what the bank says of it. */
  needsAttention: boolean
  signedAt: Date | null
  signedByName: string | null
  /** Everybody who has signed it; what was signed by one alone before may have none. */
  signers: readonly string[]
  paymentFileId: string | null
  paidOn: Day | null
  createdById: string
  createdByName: string
  createdAt: Date
  modifiedAt: Date
}

/** Asks the company to pay; a signatory decides. */
export const createPayment = async (call: CompanyCall, body: PaymentBody): Promise<PaymentRecord> => {
  refuseIfAny(examinePayment(call, body))
  const [payment] = await keepPayments(call, [paymentContentOf(body)])
  if (!payment) throw new Error('A bank payment was not kept')
  await warnOfEqual(call, [{ id: payment.id, field: '#/recipientRef' }])
  return payment
}

/** The same of several, all or none, in the order given. */
export const createPayments = async (call: CompanyCall, bodies: readonly PaymentBody[]): Promise<PaymentRecord[]> => {
  refuseIfAny(examinePayments(call, { payments: bodies }))
  const payments = await keepPayments(call, bodies.map(paymentContentOf))
  const places = payments.map(({ id }, place) => ({ id, field: `#/payments/${place}/recipientRef` }))
  await warnOfEqual(call, places)
  return payments
}

/** What is wrong with a body beside its types. */
export const examinePayment = (call: CompanyCall, body: unknown): FieldError[] => wrongInPayment(body, dayOf(call.now))

export const examinePayments = (call: CompanyCall, body: unknown): FieldError[] => {
  const { payments } = (typeof body === 'object' && body !== null ? body : {}) as { payments?: unknown }
  if (!Array.isArray(payments)) return []
  return payments
    .slice(0, MAX_EXAMINED)
    .flatMap((payment, index) => wrongInPayment(payment, dayOf(call.now), ['payments', index]))
}

/** Maximum number of payments in one request that are looked at: more are refused as they are. */
const MAX_EXAMINED = 100

const keepPayments = async (call: CompanyCall, contents: readonly PaymentContent[]): Promise<PaymentRecord[]> => {
  const { db, companyId, actor, now } = call
  const kept = contents.map(({ amountOre, ...content }) => ({ id: newId(), amountOre: String(amountOre), ...content }))
  await db.rows(sql`
    insert into banking.payment (company_id, id, amount_ore, payment_date, own_note, recipient, created_by_kind,
      created_by_id, created_by_name, created_at, modified_at)
    select ${companyId}, id, "amountOre", "paymentDate", "ownNote", recipient, ${actor.kind}, ${actor.id},
      ${actor.name}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as payment (id uuid, "amountOre" bigint, "paymentDate" date, "ownNote" text, recipient jsonb)`)
  const total = contents.reduce((sum, { amountOre }) => sum + amountOre, 0n)
  const ids = kept.map(({ id }) => id)
  happen(call, 'bank-payment.created', null, { ids, total: textFromOre(total) })
  for (const id of ids) happen(call, 'bank-payment.created', { id, ownerId: actor.id })
  return db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${companyId} and p.id = any(${ids}::uuid[]) order by p.id`)
}

/** What tells to whom a recipient is paid, and for what: all but how they are named and where they live. */
const paidTo = (recipient: Sql): Sql => sql`(${recipient} - 'recipientName' - 'recipientCity' - 'recipientCountry')`

/**
 * Payments that the bank has made, and that are in no books yet: nobody has matched the transactions that paid them, so
 * that what they paid is still open.
 */
const isUnbooked = (companyId: string): Sql => sql`
  (p.state = 'paid' and p.id in (select t.payment_id from ${unbookedTransactions(companyId)}))`

/** Those on accounts in other currencies are never matched: what they paid is booked on the invoice. */
const unbookedTransactions = (companyId: string): Sql => sql`
  banking.transaction t
  join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
  where t.company_id = ${companyId} and t.payment_id is not null and t.journal_entry_id is null
    and t.replaced_by_statement_id is null and (a.currency = 'SEK' or not ${isBookedOnInvoice(companyId)})`

/**
 * Whether as many payments are booked on an invoice that a payment names, with its amount and from its account, as the
 * bank has made of it up to this one and not returned: of two equal parts the second one waits until both are booked.
 */
const isBookedOnInvoice = (companyId: string): Sql => {
  const at = { iban: sql`w.recipient->>'iban'`, currency: sql`coalesce(w.recipient->>'currency', 'SEK')` }
  const paid = { ...at, words: wordsOf(sql`w`), ore: sql`w.amount_ore`, account: sql`a.account` }
  return sql`exists (
    select from banking.payment w
    cross join lateral (${namedInvoices(companyId, paid)}) i
    where w.company_id = ${companyId} and w.id = t.payment_id and i.booked >= (
      select count(*) from banking.payment q
      join banking.transaction o on o.company_id = q.company_id and o.payment_id = q.id
      where q.company_id = ${companyId} and q.amount_ore = w.amount_ore and q.id <= w.id
        and o.bank_account_id = t.bank_account_id and q.recipient->>'iban' = w.recipient->>'iban'
        and i.name = any(${wordsOf(sql`q`)})
        and not exists (
          select from banking.transaction r
          where r.company_id = ${companyId} and r.payment_id is null and r.replaced_by_statement_id is null
            and lower(r.end_to_end_id) in (q.id::text, replace(q.id::text, '-', ''))
            and r.bank_account_id = o.bank_account_id and r.amount_ore = -o.amount_ore)))`
}

/** What a payment to an IBAN may name its invoice by, without blanks. */
const wordsOf = (payment: Sql): Sql => sql`array_remove(array[
  regexp_replace(${payment}.own_note, '[[:space:]]', '', 'g'),
  regexp_replace(${payment}.recipient->>'recipientReference', '[[:space:]]', '', 'g')], null)`

/**
 * Says of new payments where an equal one waits already: the same amount to the same number with the same reference,
 * not signed yet, signed for today or later, or paid and not booked. Only those that the caller sees are told of. The
 * equal ones are found by their index first, however many wait.
 */
const warnOfEqual = async (call: CompanyCall, made: readonly { id: string; field: string }[]): Promise<void> => {
  if (!call.warnings) return
  const { companyId } = call
  const ids = made.map(({ id }) => id)
  const equal = await call.db.rows<{ id: string; amountOre: Ore; isPaid: boolean; day: Day }>(sql`
    select made.id, p.amount_ore as "amountOre", bool_and(p.state = 'paid') as "isPaid",
      coalesce(min(p.payment_date) filter (where p.state <> 'paid'), max(p.paid_on)) as day
    from banking.payment made
    cross join lateral (
      select p.* from banking.payment p
      where p.company_id = ${companyId} and p.amount_ore = made.amount_ore
        and ${paidTo(sql`p.recipient`)} = ${paidTo(sql`made.recipient`)} offset 0
    ) p
    where made.company_id = ${companyId} and made.id = any(${ids}::uuid[]) and p.id <> made.id and ${isSeenBy(call)}
      and (p.state = 'readyToSign' or p.state = 'signed' and p.payment_date >= ${dayOf(call.now)}::date
        or p.state = 'paid' and exists (select from ${unbookedTransactions(companyId)} and t.payment_id = p.id))
    group by made.id, p.amount_ore`)
  const found = new Map(equal.map((one) => [one.id, one]))
  for (const { id, field } of made) {
    const one = found.get(id)
    if (!one) continue
    const told = { amount: textFromOre(one.amountOre), day: one.day }
    warn(call, `${field}: ${one.isPaid ? paidAlready(told) : waitsAlready(told)}`)
  }
}

const waitsAlready = phrase(
  'a payment of {amount} on {day} to the same recipient with the same reference waits already',
)

const paidAlready = phrase(
  'a payment of {amount} to the same recipient with the same reference was paid on {day}, and is not booked yet',
)

/** An integration sees its own bank payments, and those of others are as good as not there; people see all. */
export const isSeenBy = ({ actor }: CompanyCall): Sql =>
  isOfApi(actor.kind) ? sql`p.created_by_id = ${actor.id}` : sql`true`

/** A bank payment that the caller sees. */
export const readOwnPayment = async (call: CompanyCall, id: string): Promise<PaymentRecord> => {
  const payment = await call.db.maybe<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.id = ${id} and ${isSeenBy(call)}`)
  if (!payment) throw refusals.paymentNotFound({ id })
  return payment
}

/** A page of those that the caller sees, newest first. */
export const listOwnPayments = (call: CompanyCall, request: PageRequest): Promise<Page<PaymentRecord>> => {
  const list: List<PaymentRecord, PaymentRecord> = {
    name: 'bank-payments',
    columns,
    from: sql`banking.payment p`,
    where: sql`p.company_id = ${call.companyId} and ${isSeenBy(call)}`,
    key: [sql`p.id`],
    keyOf: ({ id }) => [id],
    filters: filtersOn(call),
    itemOf: (payment) => payment,
  }
  return listPage(call, list, request)
}

const filtersOn = ({ companyId, now }: CompanyCall): FilterTable => ({
  properties: {
    amount: { type: 'amount', column: sql`p.amount_ore` },
    status: { type: { oneOf: paymentStatuses }, column: statusOn(dayOf(now)) },
    isBooked: {
      type: { oneOf: ['true', 'false'] },
      column: sql`(case when p.state = 'paid' and not ${isUnbooked(companyId)} then 'true' else 'false' end)`,
    },
    needsAttention: {
      type: { oneOf: ['true', 'false'] },
      column: sql`(case when p.needs_attention then 'true' else 'false' end)`,
    },
    paymentDate: { type: 'date', column: sql`p.payment_date` },
    'paymentFileRef.id': { type: 'id', column: sql`p.payment_file_id` },
    createdDateTime: { type: 'datetime', column: sql`p.created_at` },
    modifiedDateTime: { type: 'datetime', column: sql`p.modified_at` },
  },
})

/** The status as `statusAt` tells it. */
const statusOn = (today: Day): Sql => sql`
  (case when p.state <> 'signed' then p.state when p.payment_date > ${today}::date then 'scheduled'
    else 'onTheWay' end)`

/** Of the company's payments: those in one state, or all that nothing more is done with, after the first `skipped`. */
export type Wanted = { state: PaymentState | 'finished'; inFile?: boolean; limit: number; skipped?: number }

/**
 * Payments of the company, whoever made them: those to be paid next first, of finished ones the newest. `inFile` tells
 * those in a file from the others.
 */
export const paymentsIn = (
  call: CompanyCall,
  { state, inFile, limit, skipped = 0 }: Wanted,
): Promise<PaymentRecord[]> => {
  const states = state === 'finished' ? finishedStates : [state]
  return call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.state = any(${states}::text[])
      and (${inFile ?? null}::boolean is null or (p.payment_file_id is not null) = ${inFile ?? null})
    order by ${state === 'finished' ? sql`p.id desc` : sql`p.payment_date, p.id`}
    limit ${limit} offset ${skipped}`)
}

/** All of the company's payments, the newest first. */
export const listPayments = (call: CompanyCall, limit: number): Promise<PaymentRecord[]> =>
  call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p where p.company_id = ${call.companyId} order by p.id desc limit ${limit}`)

const finishedStates: readonly PaymentState[] = ['paid', 'rejected', 'cancelled', 'error']

/** These payments of the company; with `hold` nobody else moves them until the transaction ends. */
export const paymentsBy = (
  call: CompanyCall,
  ids: readonly string[],
  { hold = false }: { hold?: boolean } = {},
): Promise<PaymentRecord[]> =>
  call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.id = any(${ids}::uuid[])
    order by p.id ${hold ? sql`for update` : empty}`)

/** One of them, held; refused as not found. */
export const holdPayment = async (call: CompanyCall, id: string): Promise<PaymentRecord> => {
  const [payment] = await paymentsBy(call, [id], { hold: true })
  if (!payment) throw refusals.noSuchPayment({ id })
  return payment
}

/** What the bank's statements know a payment by: its id without hyphens, since 35 characters are all there is. */
export const endToEndIdOf = (id: string): string => id.replaceAll('-', '')

/** The id of the bank payment that may be meant; null when it is no such name. */
export const idOfEndToEndId = (text: string): string | null => {
  const id = text
    .trim()
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) ? id : null
}

/** The payment of the company that a statement names; null when it is not one of ours. */
export const findPaymentByEndToEndId = async (call: CompanyCall, text: string): Promise<PaymentRecord | null> => {
  const id = idOfEndToEndId(text)
  if (id === null) return null
  return call.db.maybe<PaymentRecord>(sql`
    select ${columns} from banking.payment p where p.company_id = ${call.companyId} and p.id = ${id}`)
}

/**
 * Notes that the bank has paid it; what the bank's statement says takes precedence over what somebody noted earlier.
 * Answers whether that changed anything: what was never signed, or is cancelled or paid already, stays as it is.
 */
export const markPaid = async (
  call: CompanyCall,
  { id, date, bankTransactionId }: { id: string; date: Day; bankTransactionId: string },
): Promise<boolean> => {
  const payment = await holdPayment(call, id)
  const { state, bankStatus, reasonCode } = payment
  if (state !== 'signed' && state !== 'rejected' && state !== 'error') return false
  const isRefused = bankStatus !== null && isTakenBack(bankStatus, reasonCode)
  await call.db.rows(sql`
    update banking.payment set state = 'paid', paid_on = ${date}, needs_attention = ${isRefused},
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  happen(call, 'bank-payment.paid', aboutOf(payment), { id, date, bankTransactionId, before: state })
  if (isRefused) {
    const { recipient, amountOre } = payment
    const told = { name: recipient.recipientName, amount: textFromOre(amountOre), day: date }
    happen(call, 'bank-payment.contradicted', aboutOf(payment), { id, status: bankStatus, bankTransactionId })
    warn(call, `#/file: ${paidThoughRefused(told)}`)
  }
  return true
}

const paidThoughRefused = phrase(
  'the payment of {amount} to {name} left the account on {day}, and the bank has said that it refused it: look at both',
)

/**
 * Cancels a payment that waits for a signature, or a signed one. What is in a file may be at the bank: only who says
 * that it was cancelled there, too, may cancel it here.
 */
export const cancelPayment = async (
  call: CompanyCall,
  { id, reason, alsoInFile }: { id: string; reason: string | null; alsoInFile: boolean },
): Promise<void> => {
  const payment = await holdPayment(call, id)
  if (!isCancellable(payment, alsoInFile)) throw refusals.notCancellable({ id, state: standingOf(payment) })
  await call.db.rows(sql`
    update banking.payment set state = 'cancelled', reason = ${reason}, needs_attention = false,
      modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  happen(call, 'bank-payment.cancelled', aboutOf(payment), { ...memoryOf(payment), reason, before: payment.state })
}

export const isCancellable = ({ state, paymentFileId }: PaymentRecord, alsoInFile: boolean): boolean =>
  state === 'readyToSign' || (state === 'signed' && (alsoInFile || paymentFileId === null))

const standingOf = ({ state, paymentFileId }: PaymentRecord): string =>
  state === 'signed' && paymentFileId !== null ? 'in a file for the bank' : state

/** What the processing history says of a payment that somebody decided on. */
/** What an event about it is about: of programs only the one that made it is told. */
export const aboutOf = ({ id, createdById: ownerId }: PaymentRecord) => ({ id, ownerId })

export const memoryOf = ({ id, amountOre, paymentDate, recipient }: PaymentRecord) => ({
  ...{ id, amount: textFromOre(amountOre), paymentDate, recipient },
})

export const sumOf = (payments: readonly { amountOre: Ore }[]): Ore =>
  payments.reduce((sum, { amountOre }) => sum + amountOre, 0n)

/** Two at most; of those signed before there were two, the one. */
const signers = sql`coalesce(
  (select array_agg(s.person_name order by s.signed_at, s.person_id) from banking.signature s
    where s.company_id = p.company_id and s.payment_id = p.id),
  case when p.signed_by_name is null then '{}' else array[p.signed_by_name] end)`

export const columns = sql`
  p.id, p.amount_ore as "amountOre", p.payment_date as "paymentDate", p.own_note as "ownNote", p.recipient, p.state,
  p.reason, p.reason_code as "reasonCode", p.bank_status as "bankStatus", p.bank_status_at as "bankStatusAt",
  p.needs_attention as "needsAttention", p.signed_at as "signedAt", p.signed_by_name as "signedByName",
  ${signers} as signers,
  p.payment_file_id as "paymentFileId",
  p.paid_on as "paidOn", p.created_by_id as "createdById", p.created_by_name as "createdByName",
  p.created_at as "createdAt",
  p.modified_at as "modifiedAt"`
