// Signing: a signatory of the company decides on bank payments, each as it was shown. The processing history has every
// decision, with what was decided on.
import { isSignatoryOf } from '#identity'
import { BASE_CURRENCY, inBaseCurrency, type Rate, rateOn } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { happen } from '#platform/event'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { purchasingSettingsOf } from '#purchasing'
import { currencyOf, digestOf } from './payment.rules.ts'
import { isCancellable, memoryOf, type PaymentRecord, paymentsBy } from './payment.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { noteEarlierStatements } from './transaction-payment.ts'

/** A payment that somebody chose, with the digest of what they were shown. */
export type Chosen = { id: string; digest: string }

/** What a signatory does with payments. */
export type Decision = 'sign' | 'cancel'

/** Maximum number of payments that are decided on at once. */
export const MAX_DECIDED = 100

/** How many were decided on, and how many of them wait for a second signatory now. */
export type Decided = { count: number; waiting: number }

/**
 * Does it with all of them, or with none: null when one is not any more what was shown, or was decided on meanwhile.
 * The actor of the call is the signatory, who has just proved to be there.
 */
export const decideOnPayments = async (
  call: CompanyCall,
  { decision, chosen }: { decision: Decision; chosen: readonly Chosen[] },
): Promise<Decided | null> => {
  const { companyId, actor, now } = call
  if (!(await isSignatoryOf(call, { personId: actor.id, companyId, hold: true }))) throw refusals.notSignatory()
  const held = await paymentsBy(
    call,
    chosen.map(({ id }) => id),
    { hold: true },
  )
  const signing = await signingIn(call, held)
  const payments = stillAsChosen(decision, chosen, held, signing)
  if (payments === null) return null
  if (decision === 'sign') return sign(call, payments, signing)
  await call.db.rows(sql`
    update banking.payment set state = 'cancelled', modified_at = ${now}
    where company_id = ${companyId} and id = any(${payments.map(({ id }) => id)}::uuid[])`)
  for (const payment of payments) tell(call, 'bank-payment.cancelled', payment)
  return { count: payments.length, waiting: 0 }
}

const tell = (call: CompanyCall, what: EventKind, payment: PaymentRecord): void =>
  happen(call, what, { id: payment.id }, { ...memoryOf(payment), digest: digestOf(payment), before: payment.state })

type EventKind = 'bank-payment.cancelled' | 'bank-payment.signing' | 'bank-payment.signed'

/** Those that two sign wait for the second one. */
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

/** How payments are signed: which of them by two, and who has signed them already. */
export type Signing = {
  needsTwo: (payment: PaymentRecord) => boolean
  isSignedByOther: (payment: PaymentRecord) => boolean
  /** Whether the person of the call may sign it: nobody is both of the two. */
  maySign: (payment: PaymentRecord) => boolean
}

/** Looked up after the payments are held: what somebody else has signed at the same time is seen. */
export const signingIn = async (call: CompanyCall, payments: readonly PaymentRecord[]): Promise<Signing> => {
  const { twoSignersFromOre: twoFrom } = await purchasingSettingsOf(call)
  const given = await call.db.rows<{ paymentId: string; personId: string }>(sql`
    select payment_id as "paymentId", person_id as "personId" from banking.signature
    where company_id = ${call.companyId} and payment_id = any(${payments.map(({ id }) => id)}::uuid[])`)
  const inEuros = payments.some(({ recipient }) => currencyOf(recipient) !== BASE_CURRENCY)
  const rate = twoFrom !== null && inEuros ? await rateOn(call, 'EUR', dayOf(call.now)) : null
  const needsTwo = (payment: PaymentRecord) => twoFrom !== null && isLarge(payment, twoFrom, rate)
  const isBy = ({ id }: PaymentRecord, isMine: boolean) =>
    given.some(({ paymentId, personId }) => paymentId === id && (personId === call.actor.id) === isMine)
  return {
    needsTwo,
    isSignedByOther: (payment) => isBy(payment, false),
    maySign: (payment) => payment.state === 'readyToSign' && (!isBy(payment, true) || !needsTwo(payment)),
  }
}

/** What another currency comes to without a rate nobody knows: two look at it. */
const isLarge = ({ amountOre, recipient }: PaymentRecord, twoFrom: Ore, rate: Rate | null): boolean => {
  if (currencyOf(recipient) === BASE_CURRENCY) return amountOre >= twoFrom
  return rate === null || inBaseCurrency(amountOre, rate) >= twoFrom
}

/** The payments that were chosen, when each is there, says what was shown, and may still be decided on so. */
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
