// Bank payments (bankbetalningar): payments that an integration asks the company to make. Integrations create and read
// their own; people sign them, see signing.ts.
import { accountingCurrencyIn } from '#ledger'
import { isOfApi } from '#platform/actor'
import { type CompanyCall, warn } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
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
import { currencyInSql } from './payment-currency.ts'
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
  /** The report in which the bank said so; reports were not kept in earlier versions. */
  bankReportId: string | null
  /** Whether a person has to look at what the bank says of it. */
  needsAttention: boolean
  signedAt: Date | null
  signedByName: string | null
  /** All people who signed it; may be empty for older payments with a single signer. */
  signers: readonly string[]
  paymentFileId: string | null
  paidOn: Day | null
  createdById: string
  createdByName: string
  createdAt: Date
  modifiedAt: Date
}

/** Creates a payment, which a signatory must decide on. */
export const createPayment = async (call: CompanyCall, body: PaymentBody): Promise<PaymentRecord> => {
  refuseIfAny(examinePayment(call, body))
  const [payment] = await keepPayments(call, [paymentContentOf(body)])
  if (!payment) throw new Error('A bank payment was not stored')
  await warnOfEqual(call, [{ id: payment.id, field: '#/recipientRef' }])
  return payment
}

/** Creates several payments, all or none, in the given order. */
export const createPayments = async (call: CompanyCall, bodies: readonly PaymentBody[]): Promise<PaymentRecord[]> => {
  refuseIfAny(examinePayments(call, { payments: bodies }))
  const payments = await keepPayments(call, bodies.map(paymentContentOf))
  const places = payments.map(({ id }, place) => ({ id, field: `#/payments/${place}/recipientRef` }))
  await warnOfEqual(call, places)
  return payments
}

/** Errors in a body beyond its types. */
export const examinePayment = (call: CompanyCall, body: unknown): FieldError[] => wrongInPayment(body, dayOf(call.now))

export const examinePayments = (call: CompanyCall, body: unknown): FieldError[] => {
  const { payments } = (typeof body === 'object' && body !== null ? body : {}) as { payments?: unknown }
  if (!Array.isArray(payments)) return []
  return payments
    .slice(0, MAX_EXAMINED)
    .flatMap((payment, index) => wrongInPayment(payment, dayOf(call.now), ['payments', index]))
}

/** Maximum number of payments examined in one malformed request. */
const MAX_EXAMINED = 100

/** A payment of pay, to an employee's account. */
type SalaryPayment = { amount: number; paymentDate: Day; ownNote: string; recipientRef: PaymentBody['recipientRef'] }

/** Creates payments of pay, all or none, in the given order: they are signed as others, and filed as salaries. */
export const createSalaryPayments = async (
  call: CompanyCall,
  bodies: readonly SalaryPayment[],
): Promise<PaymentRecord[]> => {
  refuseIfAny(bodies.flatMap((body, index) => wrongInPayment(body, dayOf(call.now), ['payments', index])))
  return keepPayments(
    call,
    bodies.map((body) => ({ ...paymentContentOf(body), purpose: 'salary' })),
  )
}

const keepPayments = async (call: CompanyCall, contents: readonly PaymentContent[]): Promise<PaymentRecord[]> => {
  const { db, companyId, actor, now } = call
  const kept = contents.map(({ amountOre, ...content }) => ({ id: newId(), amountOre: String(amountOre), ...content }))
  await db.rows(sql`
    insert into banking.payment (company_id, id, amount_ore, payment_date, own_note, recipient, purpose,
      created_by_kind, created_by_id, created_by_name, created_at, modified_at)
    select ${companyId}, id, "amountOre", "paymentDate", "ownNote", recipient, purpose, ${actor.kind}, ${actor.id},
      ${actor.name}, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as payment (id uuid, "amountOre" bigint, "paymentDate" date, "ownNote" text, recipient jsonb, purpose text)`)
  const total = contents.reduce((sum, { amountOre }) => sum + amountOre, 0n)
  const ids = kept.map(({ id }) => id)
  recordEvent(call, 'bank-payment.created', null, { ids, total: textFromOre(total) })
  for (const id of ids) recordEvent(call, 'bank-payment.created', { id, ownerId: actor.id })
  return db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${companyId} and p.id = any(${ids}::uuid[]) order by p.id`)
}

/** The fields of a recipient that identify the payee and purpose: all except name and place. */
const paidTo = (recipient: Sql): Sql => sql`(${recipient} - 'recipientName' - 'recipientCity' - 'recipientCountry')`

/**
 * Payments executed by the bank but not in the books: their transactions are unmatched, so what they paid is still
 * open.
 */
const isUnbooked = (companyId: string): Sql => sql`
  (p.state = 'paid' and p.id in (select t.payment_id from ${unbookedTransactions(companyId)}))`

/** Transactions on accounts in other currencies are never matched: their payment is booked on the invoice. */
const unbookedTransactions = (companyId: string): Sql => sql`
  banking.transaction t
  join banking.account a on a.company_id = t.company_id and a.id = t.bank_account_id
  where t.company_id = ${companyId} and t.payment_id is not null and t.journal_entry_id is null
    and t.replaced_by_statement_id is null and (
      a.currency = ${accountingCurrencyIn(sql`${companyId}::uuid`)} or not ${isBookedOnInvoice(companyId)})`

/**
 * Whether the invoice that a payment names has as many booked payments of its amount and account as the bank has made
 * and not returned, up to this one: of two equal parts, the second counts as unbooked until both are booked.
 */
const isBookedOnInvoice = (companyId: string): Sql => {
  const at = { iban: sql`w.recipient->>'iban'`, currency: currencyInSql(sql`w`) }
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

/** The words by which an IBAN payment may name its invoice, without spaces. */
const wordsOf = (payment: Sql): Sql => sql`array_remove(array[
  regexp_replace(${payment}.own_note, '[[:space:]]', '', 'g'),
  regexp_replace(${payment}.recipient->>'recipientReference', '[[:space:]]', '', 'g')], null)`

/**
 * Warns about new payments if an equal one exists: the same amount, number and reference, and unsigned, signed for
 * today or later, or paid but not booked. Only payments visible to the caller are mentioned. Equal payments are found
 * by index, however many are pending.
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
  'bank-payment.waits-already',
  'a payment of {amount} on {day} to the same recipient with the same reference is already waiting',
  'en betalning på {amount} den {day} till samma mottagare med samma referens väntar redan',
)

const paidAlready = phrase(
  'bank-payment.paid-already',
  'a payment of {amount} to the same recipient with the same reference was paid on {day}, and is not booked yet',
  'en betalning på {amount} till samma mottagare med samma referens betalades den {day}, och är inte bokförd än',
)

/** Integrations see only their own bank payments, people see all. */
export const isSeenBy = ({ actor }: CompanyCall): Sql =>
  isOfApi(actor.kind) ? sql`p.created_by_id = ${actor.id}` : sql`true`

/** A bank payment visible to the caller. */
export const readOwnPayment = async (call: CompanyCall, id: string): Promise<PaymentRecord> => {
  const payment = await call.db.maybe<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.id = ${id} and ${isSeenBy(call)}`)
  if (!payment) throw refusals.paymentNotFound({ id })
  return payment
}

/** A page of the payments visible to the caller, newest first. */
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

/** The SQL version of `statusAt`. */
const statusOn = (today: Day): Sql => sql`
  (case when p.state <> 'signed' then p.state when p.payment_date > ${today}::date then 'scheduled'
    else 'onTheWay' end)`

/** Payments of the company in one state, or all finished ones, after the first `skipped`. */
export type Wanted = { state: PaymentState | 'finished'; inFile?: boolean; limit: number; skipped?: number }

/**
 * Payments of the company, by any creator: earliest payment date first, finished ones newest first. `inFile` restricts
 * them to those in a file, or in none.
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

/** These payments of the company; with `hold` locked until the transaction ends. */
export const paymentsBy = (
  call: CompanyCall,
  ids: readonly string[],
  { hold = false }: { hold?: boolean } = {},
): Promise<PaymentRecord[]> =>
  call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.id = any(${ids}::uuid[])
    order by p.id ${hold ? sql`for update` : empty}`)

/** One payment, locked; refused as not found if it does not exist. */
export const holdPayment = async (call: CompanyCall, id: string): Promise<PaymentRecord> => {
  const [payment] = await paymentsBy(call, [id], { hold: true })
  if (!payment) throw refusals.noSuchPayment({ id })
  return payment
}

/** The end-to-end id of a payment on bank statements: its id without hyphens, since only 35 characters are allowed. */
export const endToEndIdOf = (id: string): string => id.replaceAll('-', '')

/** The payment id in an end-to-end id; null if it has another form. */
export const idOfEndToEndId = (text: string): string | null => {
  const id = text
    .trim()
    .toLowerCase()
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return isId(id) ? id : null
}

/** The company's payment that a statement names; null if it is none. */
export const findPaymentByEndToEndId = async (call: CompanyCall, text: string): Promise<PaymentRecord | null> => {
  const id = idOfEndToEndId(text)
  if (id === null) return null
  return call.db.maybe<PaymentRecord>(sql`
    select ${columns} from banking.payment p where p.company_id = ${call.companyId} and p.id = ${id}`)
}

/**
 * Marks a payment as paid by the bank; a bank statement takes precedence over an earlier manual mark. Returns whether
 * anything changed: unsigned, cancelled and paid payments are left unchanged.
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
  recordEvent(call, 'bank-payment.paid', aboutOf(payment), { id, date, bankTransactionId, before: state })
  if (isRefused) {
    const { recipient, amountOre } = payment
    const told = { name: recipient.recipientName, amount: textFromOre(amountOre), day: date }
    recordEvent(call, 'bank-payment.contradicted', aboutOf(payment), { id, status: bankStatus, bankTransactionId })
    warn(call, `#/file: ${paidThoughRefused(told)}`)
  }
  return true
}

const paidThoughRefused = phrase(
  'bank-payment.paid-though-refused',
  'the payment of {amount} to {name} left the account on {day}, but the bank has reported that it refused it: check both',
  'betalningen på {amount} till {name} lämnade kontot {day}, fast banken har meddelat att den nekades: kontrollera båda',
)

/**
 * Cancels an unsigned or signed payment. A payment in a file may be at the bank: it can be cancelled only with a
 * statement that it was cancelled there too.
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
  recordEvent(call, 'bank-payment.cancelled', aboutOf(payment), { ...memoryOf(payment), reason, before: payment.state })
}

export const isCancellable = ({ state, paymentFileId }: PaymentRecord, alsoInFile: boolean): boolean =>
  state === 'readyToSign' || (state === 'signed' && (alsoInFile || paymentFileId === null))

const standingOf = ({ state, paymentFileId }: PaymentRecord): string =>
  state === 'signed' && paymentFileId !== null ? 'in a file for the bank' : state

/** The processing history's detail about a decision on a payment. */
/** The subject of events about a payment: only the integration that created it is notified. */
export const aboutOf = ({ id, createdById: ownerId }: PaymentRecord) => ({ id, ownerId })

export const memoryOf = ({ id, amountOre, paymentDate, recipient }: PaymentRecord) => ({
  id,
  amount: textFromOre(amountOre),
  paymentDate,
  recipient,
})

export const sumOf = (payments: readonly { amountOre: Ore }[]): Ore =>
  payments.reduce((sum, { amountOre }) => sum + amountOre, 0n)

/** At most two; one for payments signed before two signers were introduced. */
const signers = sql`coalesce(
  (select array_agg(s.person_name order by s.signed_at, s.person_id) from banking.signature s
    where s.company_id = p.company_id and s.payment_id = p.id),
  case when p.signed_by_name is null then '{}' else array[p.signed_by_name] end)`

export const columns = sql`
  p.id, p.amount_ore as "amountOre", p.payment_date as "paymentDate", p.own_note as "ownNote", p.recipient, p.purpose,
  p.state,
  p.reason, p.reason_code as "reasonCode", p.bank_status as "bankStatus", p.bank_status_at as "bankStatusAt",
  (select r.id from banking.payment_report r
    where r.company_id = p.company_id and r.payment_file_id = p.payment_file_id and r.made_at = p.bank_status_at
    order by r.id desc limit 1) as "bankReportId",
  p.needs_attention as "needsAttention", p.signed_at as "signedAt", p.signed_by_name as "signedByName",
  ${signers} as signers,
  p.payment_file_id as "paymentFileId",
  p.paid_on as "paidOn", p.created_by_id as "createdById", p.created_by_name as "createdByName",
  p.created_at as "createdAt",
  p.modified_at as "modifiedAt"`
