// Splits an entry that paid several bank payments in one sum. If the bank names the payments, or their file, without
// the individual amounts, these are taken from the payments. Pure.
import type { Ore } from '#platform/money'
import type { CamtEntry, CamtTransaction } from './camt-entry.ts'

/** A bank payment made here, with its end-to-end id; the amount is positive. */
export type OwnPayment = { endToEndId: string; ore: Ore; currency: string }

/** Payments by end-to-end id, and payments of files and groups by the bank's name for these. */
export type OwnPayments<One extends OwnPayment> = {
  byName: ReadonlyMap<string, One>
  byBatch: ReadonlyMap<string, readonly One[]>
}

/** The payments that an entry names, and its details; null if it is not certain that it paid exactly these. */
type Division<One extends OwnPayment> = { payments: readonly One[]; details: CamtTransaction[] | null }

/**
 * The details of an entry on an account in `currency`. They are certain if the entry names only our payments, each once
 * and with its own amount or none, and these add up to the entry; or if the payments of the file or group do.
 */
export const splitOf = <One extends OwnPayment>(
  { named = [], batch, details: [whole], ore }: CamtEntry,
  currency: string,
  { byName, byBatch }: OwnPayments<One>,
): Division<One> => {
  const found = named.map(({ endToEndId }) => (endToEndId === null ? undefined : byName.get(plain(endToEndId))))
  const payments = [...new Set(found.flatMap((one) => (one ? [one] : [])))]
  const makeIt = (those: readonly One[]): boolean =>
    those.length > 0 &&
    those.every((one) => one.currency === currency) &&
    those.reduce((sum, one) => sum + one.ore, 0n) === -ore
  if (payments.length > 0) {
    const details = named.flatMap((one, place) => {
      const payment = found[place]
      return payment && (one.ore === 'not told' || one.ore === -payment.ore) ? { ...one, ore: -payment.ore } : []
    })
    const isSure = payments.length === named.length && details.length === named.length && makeIt(payments)
    return { payments, details: isSure ? details : null }
  }
  const ofBatch = batch === undefined ? [] : (byBatch.get(batch) ?? [])
  if (!makeIt(ofBatch)) return { payments: ofBatch, details: null }
  const said = ofBatch.length === 1 && whole ? whole : { ...UNSAID, message: whole?.message ?? null }
  const details = ofBatch.map((one) => ({ ...said, endToEndId: one.endToEndId, ore: -one.ore }))
  return { payments: ofBatch, details }
}

/** Normalizes an end-to-end id for comparison: banks write it with or without hyphens. */
const plain = (endToEndId: string): string => endToEndId.trim().toLowerCase().replaceAll('-', '')

const UNSAID = { counterparty: null, counterpartyAccount: null, references: [], instructed: null }
