// Signing: a signatory of the company decides on bank payments exactly as they were shown. The processing history
// records every decision with its payments.
import { noteEarlierStatements } from '#banking/matching/transaction-payment'
import { isSignatoryOf } from '#identity'
import { accountingCurrencyOf, inBaseCurrency, type Rate, rateOn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Ore } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { purchasingSettingsOf } from '#purchasing'
import { currencyOf, digestOf, numberOf } from './payment.rules.ts'
import { aboutOf, isCancellable, memoryOf, type PaymentRecord, paymentsBy } from './payment.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { needsTwoSigners, type Signable } from './signing.rules.ts'

/** A selected payment, with the digest of what was shown. */
export type Chosen = { id: string; digest: string }

/** The possible decisions. */
export type Decision = 'sign' | 'cancel'

/** Maximum number of payments in one decision. */
export const MAX_DECIDED = 100

/** The number of payments decided on, and how many of them now wait for a second signatory. */
type Decided = { count: number; waiting: number }

/**
 * Decides on all payments, or on none: null if one changed since it was shown, or was decided on meanwhile. The actor
 * of the call is the signatory, who has just been verified.
 */
export const decideOnPayments = async (
  call: CompanyCall,
  { decision, chosen }: { decision: Decision; chosen: readonly Chosen[] },
): Promise<Decided | null> => {
  const { companyId, actor, now } = call
  if (!(await isSignatoryOf(call, { personId: actor.id, companyId, hold: true }))) throw refusals.notSignatory()
  if (decision === 'sign') await lockSigning(call)
  const held = await paymentsBy(
    call,
    chosen.map(({ id }) => id),
    { hold: true },
  )
  const signing = await signingIn(call, held, { together: held })
  const payments = stillAsChosen(decision, chosen, held, signing)
  if (payments === null) return null
  if (decision === 'sign') return sign(call, payments, signing)
  await call.db.rows(sql`
    update banking.payment set state = 'cancelled', modified_at = ${now}
    where company_id = ${companyId} and id = any(${payments.map(({ id }) => id)}::uuid[])`)
  for (const payment of payments) tell(call, 'bank-payment.cancelled', payment)
  return { count: payments.length, waiting: 0 }
}

/** Serializes decisions of a company, so that each sees earlier signatures. */
const lockSigning = ({ db, companyId }: CompanyCall): Promise<unknown> =>
  db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`signing ${companyId}`}, 0))`)

const tell = (call: CompanyCall, what: EventKind, payment: PaymentRecord): void =>
  recordEvent(call, what, aboutOf(payment), { ...memoryOf(payment), digest: digestOf(payment), before: payment.state })

type EventKind = 'bank-payment.cancelled' | 'bank-payment.signing' | 'bank-payment.signed'

/** Payments that need two signatures wait for the second. */
const sign = async (call: CompanyCall, payments: readonly PaymentRecord[], signing: Signing): Promise<Decided> => {
  const { db, companyId, actor, now } = call
  const rows = payments.map((payment) => ({ id: payment.id, digest: digestOf(payment) }))
  await db.rows(sql`
    insert into banking.signature (company_id, payment_id, person_id, person_name, digest, signed_at)
    select ${companyId}, id, ${actor.id}, ${actor.name}, digest, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as one (id uuid, digest text)
    on conflict do nothing`)
  const isComplete = (payment: PaymentRecord) => !signing.needsTwo(payment) || signing.isSignedByOther(payment)
  const complete = payments.filter(isComplete)
  await db.rows(sql`
    update banking.payment set modified_at = ${now}
    where company_id = ${companyId} and id = any(${payments.map(({ id }) => id)}::uuid[])`)
  await db.rows(sql`
    update banking.payment set state = 'signed', signed_at = ${now}, signed_by_id = ${actor.id},
      signed_by_name = ${actor.name}
    where company_id = ${companyId} and id = any(${complete.map(({ id }) => id)}::uuid[])`)
  for (const payment of payments)
    tell(call, isComplete(payment) ? 'bank-payment.signed' : 'bank-payment.signing', payment)
  await noteEarlierStatements(call, complete)
  return { count: payments.length, waiting: payments.length - complete.length }
}

/** How payments are signed: which need two signers, and who may sign. */
type Signing = {
  needsTwo: (payment: PaymentRecord) => boolean
  isSignedByOther: (payment: PaymentRecord) => boolean
  /** Whether the actor may sign it: no one can be both signers. */
  maySign: (payment: PaymentRecord) => boolean
}

/**
 * Read after the payments are locked, so that concurrent signatures are seen. `together` are the payments decided on at
 * once; empty for lists.
 */
export const signingIn = async (
  call: CompanyCall,
  payments: readonly PaymentRecord[],
  { together = [] }: { together?: readonly PaymentRecord[] } = {},
): Promise<Signing> => {
  const { twoSignersFromOre: twoFrom } = await purchasingSettingsOf(call)
  const given = await call.db.rows<Given>(sql`
    select payment_id as "paymentId", person_id as "personId", ${dayIn(sql`signed_at`)}::text as day
    from banking.signature
    where company_id = ${call.companyId} and payment_id = any(${payments.map(({ id }) => id)}::uuid[])`)
  const isTwo = twoFrom === null ? () => false : await twoSign(call, { payments, given, together, twoFrom })
  const isBy = ({ id }: PaymentRecord, isMine: boolean) =>
    given.some(({ paymentId, personId }) => paymentId === id && (personId === call.actor.id) === isMine)
  return {
    needsTwo: isTwo,
    isSignedByOther: (payment) => isBy(payment, false),
    maySign: (payment) => payment.state === 'readyToSign' && (!isBy(payment, true) || !isTwo(payment)),
  }
}

type Given = { paymentId: string; personId: string; day: Day }

type Asked = {
  payments: readonly PaymentRecord[]
  given: readonly Given[]
  together: readonly PaymentRecord[]
  twoFrom: Ore
}

const twoSign = async (
  call: CompanyCall,
  { payments, given, together, twoFrom }: Asked,
): Promise<(payment: PaymentRecord) => boolean> => {
  const today = dayOf(call.now)
  const others = await signedTo(call, payments, [today, ...given.map(({ day }) => day)])
  const own = await accountingCurrencyOf(call)
  const foreign = [...payments, ...others].map(({ recipient }) => currencyOf(recipient)).find((one) => one !== own)
  const rate = foreign === undefined ? null : await rateOn(call, foreign, today)
  const signable = (payment: Payable): Signable => ({
    id: payment.id,
    payee: numberOf(payment.recipient),
    paymentDate: payment.paymentDate,
    signedOn: payment.signedOn ?? given.filter(({ paymentId }) => paymentId === payment.id).map(({ day }) => day),
    baseOre: inBase(payment, own, rate),
  })
  const beside = { today, together: together.map(signable), signed: others.map(signable) }
  return (payment) => needsTwoSigners(signable(payment), beside, twoFrom)
}

type Payable = Pick<PaymentRecord, 'id' | 'amountOre' | 'recipient' | 'paymentDate'> & { signedOn?: readonly Day[] }

/**
 * Payments signed by one person alone to the recipients of these payments, for their payment dates or on one of `days`.
 */
const signedTo = (
  { db, companyId }: CompanyCall,
  payments: readonly PaymentRecord[],
  days: readonly Day[],
): Promise<Payable[]> => {
  const payees = [...new Set(payments.map(({ recipient }) => numberOf(recipient)))]
  const dates = [...new Set(payments.map(({ paymentDate }) => paymentDate))]
  // A paid payment was last changed on or after its signing and its payment date.
  const earliest = [...dates, ...days].reduce((first, day) => (day < first ? day : first))
  return db.rows<Payable>(sql`
    select p.id, p.amount_ore as "amountOre", p.payment_date as "paymentDate", p.recipient, s.days as "signedOn"
    from banking.payment p
    cross join lateral (
      select array_agg(distinct one.day::text) as days, count(distinct one.person_id) as signers from (
        select ${dayIn(sql`g.signed_at`)} as day, g.person_id from banking.signature g
        where g.company_id = ${companyId} and g.payment_id = p.id
        union all select ${dayIn(sql`p.signed_at`)}, p.signed_by_id where p.signed_at is not null) as one
    ) as s
    where p.company_id = ${companyId} and ${payeeOf} = any(${payees}::text[])
      and (p.state in ('readyToSign', 'signed') or p.state = 'paid' and p.modified_at >= ${earliest}::date
        - interval '1 day') and s.signers = 1
      and (p.payment_date = any(${dates}::date[]) or s.days && ${[...new Set(days)]}::text[])`)
}

/** The SQL version of `numberOf`. */
const payeeOf = sql`coalesce(p.recipient->>'bankgiroNumber', p.recipient->>'plusgiroNumber', p.recipient->>'iban',
  (p.recipient->>'clearingNumber') || ' ' || (p.recipient->>'accountNumber'))`

const dayIn = (moment: Sql): Sql => sql`(${moment} at time zone 'Europe/Stockholm')::date`

/** The value in the accounting currency, by the rate of the other currency of payments; null if no rate is known. */
const inBase = ({ amountOre, recipient }: Payable, own: string, rate: Rate | null): Ore | null => {
  if (currencyOf(recipient) === own) return amountOre
  return rate === null ? null : inBaseCurrency(amountOre, rate)
}

/** The selected payments, if each exists, is unchanged since shown, and is still open to the decision. */
export const stillAsChosen = (
  decision: Decision,
  chosen: readonly Chosen[],
  payments: readonly PaymentRecord[],
  { maySign }: Pick<Signing, 'maySign'>,
): PaymentRecord[] | null => {
  const mayBe = (payment: PaymentRecord) => (decision === 'sign' ? maySign(payment) : isCancellable(payment, false))
  const found = chosen.flatMap(({ id, digest }) =>
    payments.filter((payment) => payment.id === id && digestOf(payment) === digest && mayBe(payment)),
  )
  return found.length === chosen.length ? found : null
}
