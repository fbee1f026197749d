// Signing: a signatory of the company decides on bank payments, each as it was shown. The processing history has every
// decision, with what was decided on.
import { isSignatoryOf } from '#identity'
import type { CompanyCall } from '#platform/call'
import { happen } from '#platform/event'
import { sql } from '#platform/sql'
import { digestOf } from './payment.rules.ts'
import { isCancellable, memoryOf, type PaymentRecord, paymentsBy } from './payment.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'
import { noteEarlierStatements } from './transaction-payment.ts'

/** A payment that somebody chose, with the digest of what they were shown. */
export type Chosen = { id: string; digest: string }

/** What a signatory does with payments. */
export type Decision = 'sign' | 'cancel'

/** Maximum number of payments that are decided on at once. */
export const MAX_DECIDED = 100

/**
 * Does it with all of them, or with none: null when one is not any more what was shown, or was decided on meanwhile.
 * The actor of the call is the signatory, who has just proved to be there.
 */
export const decideOnPayments = async (
  call: CompanyCall,
  { decision, chosen }: { decision: Decision; chosen: readonly Chosen[] },
): Promise<number | null> => {
  const { companyId, actor, now } = call
  if (!(await isSignatoryOf(call, { personId: actor.id, companyId, hold: true }))) throw refusals.notSignatory()
  const held = await paymentsBy(
    call,
    chosen.map(({ id }) => id),
    { hold: true },
  )
  const payments = stillAsChosen(decision, chosen, held)
  if (payments === null) return null
  const ids = payments.map(({ id }) => id)
  await call.db.rows(
    decision === 'sign'
      ? sql`
        update banking.payment set state = 'signed', signed_at = ${now}, signed_by_id = ${actor.id},
          signed_by_name = ${actor.name}, modified_at = ${now}
        where company_id = ${companyId} and id = any(${ids}::uuid[])`
      : sql`
        update banking.payment set state = 'cancelled', modified_at = ${now}
        where company_id = ${companyId} and id = any(${ids}::uuid[])`,
  )
  const what = decision === 'sign' ? 'bank-payment.signed' : 'bank-payment.cancelled'
  for (const payment of payments) {
    happen(call, what, { id: payment.id }, { ...memoryOf(payment), digest: digestOf(payment), before: payment.state })
  }
  if (decision === 'sign') await noteEarlierStatements(call, payments)
  return payments.length
}

/** The payments that were chosen, when each is there, says what was shown, and may still be decided on so. */
export const stillAsChosen = (
  decision: Decision,
  chosen: readonly Chosen[],
  payments: readonly PaymentRecord[],
): PaymentRecord[] | null => {
  const found = chosen.flatMap(({ id, digest }) =>
    payments.filter((payment) => payment.id === id && digestOf(payment) === digest && mayBe(decision, payment)),
  )
  return found.length === chosen.length ? found : null
}

const mayBe = (decision: Decision, payment: PaymentRecord): boolean =>
  decision === 'sign' ? payment.state === 'readyToSign' : isCancellable(payment, false)
